use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gebeta_engine::{Bot, Engine, EngineBudget, ScoreUnit, SearchRequest, SearchResult};
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, ByPlayer, Coded, Game, GameKind, Record, Seat, senet};
use gebeta_solver::senet::{Exact, Extent, Layer, Progress, Stage, TableCache, Tablebase};

use super::command::{Command, Go, Refusal};
use crate::cores;
use crate::local_engine::local_engine;
use crate::rule_args::Overrides;
use crate::rules::RuleCatalog;
use crate::tablebase::{Tables, enough_memory, free_memory};

/// One engine: the game it is in, the position, and the bot that answers `go`.
#[derive(Debug)]
pub struct Session {
    rules: AnyRules,
    position: AnyPosition,
    /// Whether `newgame` said how large the board is; otherwise a position may.
    sized: bool,
    bot: Option<String>,
    engine: Engine,
    /// The tables that the engine uses, too.
    tables: Arc<Tables>,
}

/// Whether the conversation goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// It does.
    Continue,
    /// `quit` was said.
    Quit,
}

impl Default for Session {
    fn default() -> Self {
        Self::new()
    }
}

impl Session {
    /// So many positions of Senet are solved for `go perfect`: three pieces a side, which takes seconds.
    const MOST_SOLVED: u64 = 12_500_000;
    /// How often it tells how far that is.
    const PROGRESS: Duration = Duration::from_secs(1);

    /// An engine at the start of a game of Gebeta.
    pub fn new() -> Self {
        let rules = AnyRules::default_of(GameKind::Mancala);
        let tables = Arc::default();
        Self {
            rules,
            position: rules.start(),
            sized: false,
            bot: None,
            engine: local_engine(&tables),
            tables,
        }
    }

    /// Answers one line. A bad line is answered with `error` and changes nothing. `stop` ends a search.
    ///
    /// # Errors
    /// The answer cannot be written.
    pub fn line(&mut self, line: &str, stop: &dyn Fn() -> bool, out: &mut dyn Write) -> io::Result<Flow> {
        match Command::parse(line) {
            Ok(Command::Quit) => return Ok(Flow::Quit),
            Ok(command) => {
                if let Err(answer) = self.obey(command, stop, out) {
                    answer.write(out)?;
                }
            }
            Err(refusal) => refuse(&refusal, out)?,
        }
        Ok(Flow::Continue)
    }

    fn obey(
        &mut self,
        command: Command<'_>,
        stop: &dyn Fn() -> bool,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        match command {
            Command::Nothing | Command::Stop | Command::Quit => {}
            Command::Hello => {
                writeln!(out, "id name Gebeta {}", env!("CARGO_PKG_VERSION"))?;
                writeln!(out, "id author the Gebeta developers\nugiok")?;
            }
            Command::IsReady => writeln!(out, "readyok")?,
            Command::NewGame { game, overrides } => self.new_game(game, &overrides)?,
            Command::Position { position, moves } => self.position = self.read_position(position, &moves)?,
            Command::Moves => {
                let moves = self.moves()?;
                writeln!(out, "moves{}", spaced(&moves))?;
            }
            Command::Show => {
                let outcome =
                    self.position.outcome().map_or_else(|| "-".to_owned(), |outcome| outcome.to_string());
                writeln!(out, "position {}\noutcome {outcome}", self.position)?;
            }
            Command::SetBot(name) => self.set_bot(name)?,
            Command::Go(go) => self.go(go, stop, out)?,
        }
        Ok(())
    }

    fn new_game(&mut self, game: GameKind, overrides: &Overrides) -> Result<(), Refusal> {
        let set = overrides
            .rule_set(game, &RuleCatalog::open())
            .map_err(|failure| Refusal::from_failure(&failure))?;
        self.rules = set.rules;
        self.position = set.rules.start();
        self.engine.new_game();
        self.sized = overrides.says_size();
        Ok(())
    }

    fn read_position(&self, text: Option<&str>, moves: &[&str]) -> Result<AnyPosition, Refusal> {
        let (rules, start) = match text {
            None => (self.rules, self.rules.start()),
            Some(text) => {
                let rules = if self.sized { self.rules } else { self.rules.fit(text) };
                (rules, rules.position(text).map_err(|error| Refusal::from_coded(&error))?)
            }
        };
        // A game may end because a position comes again, so its moves are played one after the other.
        let seat = || Seat { name: String::new(), kind: String::new() };
        let mut game = Record::new("", rules, start, ByPlayer { one: seat(), two: seat() });
        let mut cast = None;
        for (place, &text) in moves.iter().enumerate() {
            let last = place + 1 == moves.len();
            let played = match text.strip_suffix(':') {
                Some(roll) if last && rules.game() == GameKind::Senet => roll
                    .parse::<senet::Roll>()
                    .map_err(Into::into)
                    .and_then(|roll| game.position().cast(roll))
                    .map(|position| cast = Some(position)),
                _ => rules.ply(text).and_then(|ply| game.play(ply)).map(drop),
            };
            played.map_err(|error| {
                let shown: String = text.chars().take(40).collect();
                Refusal::new(error.code(), format!("move {} ({shown}): {error}", place + 1))
            })?;
        }
        Ok(cast.unwrap_or(*game.position()))
    }

    fn moves(&self) -> Result<Vec<String>, Refusal> {
        match &self.position {
            AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => {
                Ok(self.position.legal_plies().iter().map(ToString::to_string).collect())
            }
            AnyPosition::Senet(position) => match position.moves() {
                Some(moves) => Ok(moves.map(|mv| mv.to_string()).collect()),
                None if position.outcome().is_some() => Ok(Vec::new()),
                None => Err(Refusal::from_coded(&senet::IllegalMove::NoRoll)),
            },
        }
    }

    /// The name must be known to one of the games: it outlives `newgame`.
    fn set_bot(&mut self, name: &str) -> Result<(), Refusal> {
        let here = Bot::named(self.position.game(), name);
        let anywhere = here.clone().or_else(|_| Bot::named(GameKind::Mancala, name));
        anywhere
            .or_else(|_| Bot::named(GameKind::Senet, name))
            .or(here)
            .map_err(|error| Refusal::from_coded(&error))?;
        self.bot = Some(name.to_owned());
        Ok(())
    }

    fn go(&mut self, go: Go, stop: &dyn Fn() -> bool, out: &mut dyn Write) -> Result<(), Trouble> {
        let game = self.position.game();
        if self.position.outcome().is_some() {
            return Err(Refusal::new("game-over", "the game is over").into());
        }
        let bot = match &self.bot {
            // Whoever is asked for the truth has to look for it.
            _ if go == Go::Perfect => Bot::Perfect { nodes: u64::MAX },
            Some(name) => Bot::named(game, name).map_err(|error| Refusal::from_coded(&error))?,
            None => Bot::strongest(),
        };
        if let AnyPosition::Senet(position) = &self.position {
            if position.moves().is_none() {
                return Err(Refusal::from_coded(&senet::IllegalMove::NoRoll).into());
            }
            if go == Go::Perfect && self.tables.moves(position).is_none() {
                solve(position, self.engine.senet_tables(), stop, out)?;
            }
        }
        self.search(bot, go, stop, out)
    }

    /// Lets the bot search and writes what it finds.
    fn search(
        &mut self,
        bot: Bot,
        go: Go,
        stop: &dyn Fn() -> bool,
        out: &mut dyn Write,
    ) -> Result<(), Trouble> {
        let started = Instant::now();
        let game = self.position.game();
        let unit = ScoreUnit::of(game, bot);
        let unlimited = Some(EngineBudget::UNLIMITED_DEPTH);
        let (depth, nodes, time) = match go {
            Go::Free => (None, u64::MAX, None),
            Go::Depth(depth) => (Some(depth), u64::MAX, None),
            Go::Nodes(nodes) => (unlimited, nodes, None),
            Go::Time(time) => (unlimited, u64::MAX, Some(time)),
            Go::Perfect => (unlimited, u64::MAX, None),
        };
        // `perfect` chooses the depth of the search before its proof; a depth in the budget would end the proof there.
        let proves = game == GameKind::Mancala && matches!(bot, Bot::Perfect { .. });
        let depth = depth.filter(|_| !proves || matches!(go, Go::Depth(_)));
        // A proof may use all free memory and all cores.
        let megabytes = free_memory().map_or(usize::MAX, |bytes| (bytes >> 20) as usize);
        let threads = cores::or_all(None).get();
        let budget = EngineBudget { depth, nodes, time, stop, megabytes, threads, ..EngineBudget::FREE };
        let budget = budget.capped(game, bot, EngineBudget::TIME_CAP);
        let request = SearchRequest { bot, budget, seed: 0, ply: variety(&self.position) };
        let mut written = Ok(());
        let found = self.engine.search(&self.position, request, &mut |found| {
            if written.is_ok() {
                written = write_info(&found.map(AnyPly::mv), unit, started, out);
            }
        });
        written?;
        let Some(found) = found else { return Err(Refusal::new("game-over", "there is no move").into()) };
        for (ply, worth) in &found.moves {
            writeln!(out, "info move {} value {worth}", ply.mv())?;
        }
        writeln!(out, "bestmove {}", choice(&found).mv())?;
        Ok(())
    }
}

/// Has everything that can follow from a position of Senet solved and kept, unless somebody stops it.
fn solve(
    position: &senet::Position,
    kept: &TableCache,
    stop: &dyn Fn() -> bool,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let extent = Layer::of(position).map(Extent::below);
    let Some(extent) = extent.filter(|extent| extent.positions() <= Session::MOST_SOLVED) else {
        let words = "perfect play of senet is known where twelve million positions can follow, such as three pieces a \
                     side, and where a table of the user reaches";
        return Err(Refusal::new("not-known", words).into());
    };
    enough_memory(Exact::memory(extent)).map_err(|failure| Refusal::from_failure(&failure))?;
    let threads = cores::or_all(None);
    let (mut told, mut written) = (Instant::now(), Ok(()));
    let mut hear = |now: Progress| {
        if let Stage::Sweep { number, .. } = now.stage
            && told.elapsed() >= Session::PROGRESS
            && written.is_ok()
        {
            let (own, theirs) = (now.layer.own(), now.layer.theirs());
            written = writeln!(out, "info table {own}+{theirs} sweep {number}").and_then(|()| out.flush());
            told = Instant::now();
        }
    };
    let exact = kept.reaching(position.rules(), extent, threads, &mut hear, stop);
    written?;
    match exact.filter(|exact| !exact.covers(position)).and_then(|exact| exact.unsettled()) {
        Some(unsettled) => Err(Refusal::new("not-settled", unsettled.to_string()).into()),
        None => Ok(()),
    }
}

/// The word before a number.
const fn unit_word(unit: ScoreUnit) -> &'static str {
    match unit {
        ScoreUnit::Stones => "score",
        ScoreUnit::Points => "value",
        ScoreUnit::Win => "win",
    }
}

/// Of moves that are worth as much, the one whose line was told.
fn choice<M: Copy + PartialEq>(thought: &SearchResult<M>) -> M {
    let worth = |wanted: M| thought.moves.iter().find(|(mv, _)| *mv == wanted).map(|&(_, worth)| worth);
    let first = thought.pv.first().copied();
    first.filter(|&first| worth(first) == worth(thought.best)).unwrap_or(thought.best)
}

/// A number that differs from position to position, so that `random` does not always name the same pit.
fn variety(position: &AnyPosition) -> usize {
    position.to_string().bytes().fold(0, |number, byte| (31 * number + usize::from(byte)) % 1_000_003)
}

fn write_info<M: Copy + Display>(
    thought: &SearchResult<M>,
    unit: ScoreUnit,
    started: Instant,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(worth) = thought.score() else { return Ok(()) };
    writeln!(
        out,
        "info depth {} nodes {} time {} {} {worth}{}{}",
        thought.depth,
        thought.nodes.total(),
        started.elapsed().as_millis(),
        unit_word(unit),
        if thought.exact { " exact" } else { "" },
        if thought.pv.is_empty() { String::new() } else { format!(" pv{}", spaced(&thought.pv)) }
    )?;
    out.flush()
}

/// The moves, a space before each.
fn spaced(moves: &[impl Display]) -> String {
    moves.iter().map(|mv| format!(" {mv}")).collect()
}

/// Why a command was not obeyed: the line was bad, or nobody reads the answer.
enum Trouble {
    Refused(Refusal),
    Unwritten(io::Error),
}

impl Trouble {
    fn write(self, out: &mut dyn Write) -> io::Result<()> {
        match self {
            Self::Refused(refusal) => refuse(&refusal, out),
            Self::Unwritten(error) => Err(error),
        }
    }
}

impl From<Refusal> for Trouble {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        Self::Unwritten(error)
    }
}

/// `error <code> <words>` on one line, whatever the words are.
fn refuse(refusal: &Refusal, out: &mut dyn Write) -> io::Result<()> {
    let words = refusal.to_string().replace(['\n', '\r'], " ");
    writeln!(out, "error {} {words}", refusal.code())
}
