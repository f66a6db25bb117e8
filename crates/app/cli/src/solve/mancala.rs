use std::num::NonZero;
use std::time::Instant;

use indicatif::ProgressBar;

use gebeta_rules::mancala::Position;
use gebeta_rules::{AnyRules, Game, Player};
use gebeta_solver::mancala::{Progress, Proof, Prover, Solved, SolverBudget, Table, Tablebase};

use super::checkpoint::Checkpoint;
use crate::CliError;
use crate::args::SolveArgs;
use crate::position_report::PositionReport;
use crate::tablebase::{self, Tables, free_memory};

/// The proved value of a position.
pub(super) fn solve(
    position: &Position,
    rules: &AnyRules,
    args: &SolveArgs,
    threads: NonZero<usize>,
    bar: &ProgressBar,
) -> Result<PositionReport, CliError> {
    if position.outcome().is_some() {
        return Ok(PositionReport::finished(position.lead(Player::One)).with_nodes(0));
    }
    let task = Task { position, args, threads: threads.get(), tables: Tables::default(), bar };
    let solved = match task.tables.solved(position) {
        Some(solved) => solved,
        None => task.prove(rules)?,
    };
    Ok(PositionReport::mancala(&solved, args.moves).with_nodes(solved.nodes))
}

/// What is to be proved, and with what.
struct Task<'a> {
    position: &'a Position,
    args: &'a SolveArgs,
    threads: usize,
    tables: Tables,
    bar: &'a ProgressBar,
}

impl Task<'_> {
    fn prove(&self, rules: &AnyRules) -> Result<Solved, CliError> {
        let mut means = SolverBudget::enough(self.position, free_memory().unwrap_or(u64::MAX));
        if let Some(megabytes) = self.args.memory {
            tablebase::enough_memory((megabytes as u64) << 20)?;
            means.megabytes = megabytes;
        }
        let Some(path) = &self.args.checkpoint else {
            let first_try = means.first_try(self.position.board().pits());
            let solved = first_try.and_then(|little| self.search(&self.prover(little, None), little, |_| {}));
            return Ok(solved.unwrap_or_else(|| finished(self.search(&self.full(means), means, |_| {}))));
        };
        let prover = self.full(means);
        let about = format!("{}\n{}", rules.lines().join("\n"), self.position);
        let mut checkpoint = Checkpoint::open(path, about, &prover)?;
        let solved = self.search(&prover, means, |prover| checkpoint.keep_sometimes(prover));
        checkpoint.finish(&prover);
        Ok(finished(solved))
    }

    /// A prover above a table of the user, or else one that is computed now.
    fn full(&self, means: SolverBudget) -> Prover {
        let (pits, law) = (self.position.board().pits(), Prover::table_law(self.position.law()));
        let load = |least| self.tables.load(pits, law, least, &|progress| self.tell_of_table(progress));
        self.prover(means, means.table.and_then(load))
    }

    fn prover(&self, means: SolverBudget, loaded: Option<Table>) -> Prover {
        let (pits, law) = (self.position.board().pits(), Prover::table_law(self.position.law()));
        let build = |stones| {
            Table::build(pits, law, stones, self.threads, &|progress| {
                self.tell_of_table(progress);
                true
            })
        };
        let table = loaded.or_else(|| means.table.and_then(build));
        Prover::new(table, means.megabytes, self.position)
    }

    /// What is proved within the means. `heard` is called from time to time.
    fn search(&self, prover: &Prover, means: SolverBudget, mut heard: impl FnMut(&Prover)) -> Option<Solved> {
        let started = Instant::now();
        let mut told = None;
        prover.solve_with(self.threads, self.position, self.args.moves, &mut |proof| {
            // It is asked far more often than there is news.
            if told.replace(proof) != Some(proof) {
                self.tell_of_proof(proof, started);
            }
            heard(prover);
            proof.nodes < means.nodes
        })
    }

    fn tell_of_table(&self, progress: Progress) {
        let percent = 100.0 * progress.done as f64 / progress.total as f64;
        self.bar.set_message(format!("endgame table, {} stones: {percent:.0} %", progress.stones));
    }

    fn tell_of_proof(&self, proof: Proof, started: Instant) {
        let rate = proof.nodes as f64 / started.elapsed().as_secs_f64() / 1e6;
        self.bar.set_message(format!(
            "between {} and {}, {:.1} million positions, {rate:.1} million/s",
            proof.low,
            proof.high,
            proof.nodes as f64 / 1e6
        ));
    }
}

fn finished(solved: Option<Solved>) -> Solved {
    solved.expect("a proof without a stop condition finishes")
}
