use std::cell::Cell;
use std::fmt::Display;
use std::io::{self, Write};
use std::time::{Duration, Instant};

use gebeta_bots::{Bot, Budget, Luck, Thinks, Thought};
use gebeta_endgame::senet::{Exact, Extent, Kept, Knowledge, Layer, Progress, Stage};
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, Coded, Game, GameKind, mancala, senet};

use super::command::{Command, Go, Refusal};
use crate::cores;
use crate::rule_args::Overrides;
use crate::rulebook::Rulebook;
use crate::tablebase::{Tables, enough_memory, free_memory};

/// One engine: the game it is in, the position, and the bot that answers `go`.
#[derive(Debug)]
pub struct Session {
    rules: AnyRules,
    position: AnyPosition,
    /// Whether `newgame` said how large the board is; otherwise a position may.
    sized: bool,
    bot: Option<String>,
    minds: Minds,
    tables: Tables,
}

/// What the players keep in mind during one game.
#[derive(Debug, Default)]
struct Minds {
    mancala: <mancala::Position as Thinks>::Mind,
    senet: <senet::Position as Thinks>::Mind,
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
    /// The deepest search that is never cut short by the clock.
    const UNCAPPED_DEPTH: u32 = 6;
    /// How long a deeper look over the throws of Senet may take.
    const CAP: Duration = Duration::from_secs(10);
    /// So many positions of Senet are solved for `go perfect`: three pieces a side, which takes seconds.
    const MOST_SOLVED: u64 = 12_500_000;
    /// How often it tells how far that is.
    const PROGRESS: Duration = Duration::from_secs(1);
    /// Deeper than any game goes.
    const UNLIMITED_DEPTH: u32 = 1000;

    /// An engine at the start of a game of Gebeta.
    pub fn new() -> Self {
        let rules = AnyRules::default_of(GameKind::Mancala);
        Self {
            rules,
            position: rules.start(),
            sized: false,
            bot: None,
            minds: Minds::default(),
            tables: Tables::default(),
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
        let set =
            overrides.rule_set(game, &Rulebook::open()).map_err(|failure| Refusal::from_failure(&failure))?;
        self.rules = set.rules;
        self.position = set.rules.start();
        self.minds = Minds::default();
        self.sized = overrides.rules.is_some() || overrides.pits.is_some() || overrides.pieces.is_some();
        Ok(())
    }

    fn read_position(&self, text: Option<&str>, moves: &[&str]) -> Result<AnyPosition, Refusal> {
        let mut position = match text {
            None => self.rules.start(),
            Some(text) => {
                let rules = if self.sized { self.rules } else { self.rules.fit(text) };
                rules.position(text).map_err(|error| Refusal::from_coded(&error))?
            }
        };
        for (place, &text) in moves.iter().enumerate() {
            let last = place + 1 == moves.len();
            let played = match text.strip_suffix(':') {
                Some(roll) if last && position.game() == GameKind::Senet => {
                    roll.parse::<senet::Roll>().map_err(Into::into).and_then(|roll| position.cast(roll))
                }
                _ => AnyPly::parse(position.game(), text).and_then(|ply| position.play(ply)),
            };
            position = played.map_err(|error| {
                let shown: String = text.chars().take(40).collect();
                Refusal::new(error.code(), format!("move {} ({shown}): {error}", place + 1))
            })?;
        }
        Ok(position)
    }

    fn moves(&self) -> Result<Vec<String>, Refusal> {
        match &self.position {
            AnyPosition::Mancala(position) => Ok(position.legal_moves().map(|mv| mv.to_string()).collect()),
            AnyPosition::Senet(position) => match position.moves() {
                Some(moves) => Ok(moves.map(|mv| mv.to_string()).collect()),
                None if position.outcome().is_some() => Ok(Vec::new()),
                None => Err(Refusal::from_coded(&senet::Illegal::NoRoll)),
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
        match &self.position {
            AnyPosition::Mancala(position) => {
                think(position, (&mut self.minds.mancala, &self.tables), bot, go, Scale::Stones, stop, out)
            }
            AnyPosition::Senet(position) => {
                if position.moves().is_none() {
                    return Err(Refusal::from_coded(&senet::Illegal::NoRoll).into());
                }
                if go == Go::Perfect && self.tables.moves(position).is_none() {
                    solve(position, &self.minds.senet, stop, out)?;
                }
                let scale =
                    if matches!(bot, Bot::Classic { .. }) { Scale::Points } else { Scale::Probability };
                think(position, (&mut self.minds.senet, &self.tables), bot, go, scale, stop, out)
            }
        }
    }
}

/// Has everything that can follow from a position of Senet solved and kept, unless somebody stops it.
fn solve(
    position: &senet::Position,
    kept: &Kept,
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

/// What a bot's number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Scale {
    Stones,
    Points,
    Probability,
}

impl Scale {
    const fn word(self) -> &'static str {
        match self {
            Self::Stones => "score",
            Self::Points => "value",
            Self::Probability => "win",
        }
    }
}

/// Lets the bot think and writes what it finds.
fn think<G: Thinks>(
    position: &G,
    (mind, tables): (&mut G::Mind, &Tables),
    bot: Bot,
    go: Go,
    scale: Scale,
    stop: &dyn Fn() -> bool,
    out: &mut dyn Write,
) -> Result<(), Trouble> {
    let started = Instant::now();
    let (depth, nodes, time) = match go {
        Go::Free => (None, u64::MAX, None),
        Go::Depth(depth) => (Some(depth), u64::MAX, None),
        Go::Nodes(nodes) => (Some(Session::UNLIMITED_DEPTH), nodes, None),
        Go::Time(time) => (Some(Session::UNLIMITED_DEPTH), u64::MAX, Some(time)),
        Go::Perfect => (Some(Session::UNLIMITED_DEPTH), u64::MAX, None),
    };
    // Who proves has a depth of its own for the guess before, and takes any other for the end of what is wanted.
    let proves = scale == Scale::Stones && matches!(bot, Bot::Perfect { .. });
    let depth = depth.filter(|_| !proves || matches!(go, Go::Depth(_)));
    let deep = depth.or(bot.depth()).is_some_and(|depth| depth > Session::UNCAPPED_DEPTH);
    let cap = (scale != Scale::Stones && deep).then_some(Session::CAP);
    let time = time.or(cap);
    let over = Cell::new(false);
    let stop = || {
        over.set(over.get() || stop() || time.is_some_and(|time| started.elapsed() >= time));
        over.get()
    };
    let mut written = Ok(());
    let mut heard = |thought: &Thought<G::Move>| {
        if written.is_ok() {
            written = write_info(thought, scale, started, out);
        }
    };
    // Whoever waits for the truth gives it all there is.
    let megabytes = free_memory().map_or(usize::MAX, |bytes| (bytes >> 20) as usize);
    let threads = cores::or_all(None).get();
    let budget = Budget { depth, nodes, stop: &stop, known: Some(tables), megabytes, threads };
    let thought = position.think_with(mind, bot, budget, &Luck::new(0), variety(position), &mut heard);
    written?;
    let Some(thought) = thought else { return Err(Refusal::new("game-over", "there is no move").into()) };
    for (mv, worth) in &thought.moves {
        writeln!(out, "info move {mv} value {worth}")?;
    }
    writeln!(out, "bestmove {}", choice(&thought))?;
    Ok(())
}

/// Of moves that are worth as much, the one whose line was told.
fn choice<M: Copy + PartialEq>(thought: &Thought<M>) -> M {
    let worth = |wanted: M| thought.moves.iter().find(|(mv, _)| *mv == wanted).map(|&(_, worth)| worth);
    let first = thought.line.first().copied();
    first.filter(|&first| worth(first) == worth(thought.best)).unwrap_or(thought.best)
}

/// A number that differs from position to position, so that `random` does not always name the same pit.
fn variety(position: &impl Game) -> usize {
    position.to_string().bytes().fold(0, |number, byte| (31 * number + usize::from(byte)) % 1_000_003)
}

fn write_info<M: Copy + Display>(
    thought: &Thought<M>,
    scale: Scale,
    started: Instant,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(worth) = thought.worth() else { return Ok(()) };
    writeln!(
        out,
        "info depth {} nodes {} time {} {} {worth}{}{}",
        thought.depth,
        thought.nodes.total(),
        started.elapsed().as_millis(),
        scale.word(),
        if thought.exact { " exact" } else { "" },
        if thought.line.is_empty() { String::new() } else { format!(" pv{}", spaced(&thought.line)) }
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
