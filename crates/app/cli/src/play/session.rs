use std::hash::{BuildHasher, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use gebeta_engine::{Bot, Engine, EngineBudget, GameRng, SearchRequest, SearchResult};
use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, GameKind, Player, Record};
use gebeta_session::PlayerKind;

use crate::args::{PlayArgs, SettingArgs, Switch};
use crate::config::Config;
use crate::local_engine::local_engine;
use crate::rule_args::Overrides;
use crate::rulebook::Rulebook;
use crate::seat::{self, Naming};
use crate::{Console, Failure, atomic_file, board_text, game_archive, hint_text, replay};

/// One game at this terminal.
pub(super) struct Session<'c, 'a> {
    pub(super) console: &'c mut Console<'a>,
    pub(super) record: Record,
    pub(super) luck: GameRng,
    pub(super) confirm: bool,
    minds: ByPlayer<PlayerKind>,
    /// Who searches for each computer player.
    engines: ByPlayer<Engine>,
    /// Who is asked for hints.
    adviser: Engine,
    /// The file somebody has named for the game.
    save: Option<PathBuf>,
    /// Where it waits without one, once it does.
    waits: Option<PathBuf>,
    /// How long a bot may think that looks far ahead.
    cap: Duration,
    /// Whether a finished game goes into the statistics.
    keeps: bool,
}

/// What a person answered.
pub(super) enum Answer<M> {
    /// A move.
    Play(M),
    /// Something else that changed the game.
    Changed,
    /// The end of this sitting.
    Quit,
}

/// What a person may type at any time.
enum Typed<M> {
    Move(M),
    Undo,
    Hint,
    Save(PathBuf),
    Help,
    Quit,
}

/// What the command line says of a new game.
pub(crate) struct NewGame {
    pub(super) game: GameKind,
    pub(super) overrides: Overrides,
    /// Who plays where the flags do not say.
    pub(super) minds: ByPlayer<PlayerKind>,
    pub(super) cap: Duration,
}

impl<'c, 'a> Session<'c, 'a> {
    /// A new game, or the one `--resume` names.
    pub(super) fn open(
        new: &NewGame,
        args: &PlayArgs,
        settings: &SettingArgs,
        console: &'c mut Console<'a>,
    ) -> Result<Self, Failure> {
        let Config { settings, complaints } = Config::load(settings)?;
        for complaint in complaints {
            writeln!(console.out, "{complaint}; ignored")?;
        }
        let Seated { record, minds, file } = seated(new, args, Naming::PLAIN)?;
        let (waits, save) = match file {
            Some(path) if game_archive::is_waiting_place(&path) => (Some(path), None),
            file => (None, file),
        };
        let tables = Arc::default();
        let luck = GameRng::new(record.seed.unwrap_or(0));
        Ok(Self {
            console,
            record,
            luck,
            confirm: args.confirm == Some(Switch::On),
            minds,
            engines: ByPlayer::from_fn(|_| local_engine(&tables)),
            adviser: local_engine(&tables),
            save,
            waits,
            cap: new.cap,
            keeps: settings.statistics,
        })
    }

    pub(super) fn name(&self, player: Player) -> &str {
        &self.record.players[player].name
    }

    pub(super) fn mind(&self, player: Player) -> PlayerKind {
        self.minds[player]
    }

    /// The number of the next ply.
    pub(super) fn ply(&self) -> usize {
        self.record.plies().len()
    }

    pub(super) fn say(&mut self, text: &str) -> Result<(), Failure> {
        writeln!(self.console.out, "{text}")?;
        Ok(())
    }

    pub(super) fn show_board(&mut self) -> Result<(), Failure> {
        let board = board_text::board(self.record.position());
        self.say(&format!("\n{board}"))
    }

    /// Plays a legal ply and stores the game.
    pub(super) fn play(&mut self, ply: AnyPly) -> Result<(), Failure> {
        self.record.play(ply).map_err(|error| Failure::bad_value(&error))?;
        self.store()
    }

    /// Writes the game where the user wants it. A person's game without a file waits in a place of its own, so that
    /// Ctrl-C or a closed window loses nothing.
    fn store(&mut self) -> Result<(), Failure> {
        if let Some(path) = &self.save {
            return atomic_file::write(path, &self.record.to_string());
        }
        if self.console.interactive
            && let Some(path) = self.own_place()
        {
            // Nobody asked for it, so nobody is bothered where it cannot be done.
            let _ = atomic_file::write(&path, &self.record.to_string());
        }
        Ok(())
    }

    /// Asks a person for a move. `read` turns a line into one or says why not.
    pub(super) fn ask_move<M>(
        &mut self,
        question: &str,
        help: &str,
        position: &AnyPosition,
        read: impl Fn(&str) -> Result<M, String>,
    ) -> Result<Answer<M>, Failure> {
        loop {
            let typed = self.console.ask(question, |text| {
                let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
                Ok(match word {
                    "undo" | "u" => Typed::Undo,
                    "hint" => Typed::Hint,
                    "help" | "?" => Typed::Help,
                    "quit" | "q" | "exit" => Typed::Quit,
                    "save" if rest.trim().is_empty() => return Err("Say where: save FILE".to_owned()),
                    "save" => Typed::Save(PathBuf::from(rest.trim())),
                    _ => Typed::Move(read(text)?),
                })
            });
            match typed {
                Ok(Typed::Move(mv)) => return Ok(Answer::Play(mv)),
                Ok(Typed::Undo) if self.undo()? => return Ok(Answer::Changed),
                Ok(Typed::Undo) => self.say("There is nothing to take back.")?,
                Ok(Typed::Hint) => self.hint(position)?,
                Ok(Typed::Help) => self.say(help)?,
                Ok(Typed::Save(path)) => self.save_as(path)?,
                Ok(Typed::Quit) => {
                    self.keep()?;
                    return Ok(Answer::Quit);
                }
                // Ctrl-D is how a person says quit; a pipe that ends early has made a mistake.
                Err(failure) if failure.code() == "end-of-input" && self.console.interactive => {
                    self.keep()?;
                    return Ok(Answer::Quit);
                }
                Err(failure) => return Err(self.keep_unless_heard(failure)),
            }
        }
    }

    /// Shows what would come of `ply` and asks whether it shall count.
    pub(super) fn confirmed(&mut self, ply: AnyPly) -> Result<bool, Failure> {
        if !self.confirm {
            return Ok(true);
        }
        let next = self.record.position().play(ply).map_err(|error| Failure::bad_value(&error))?;
        self.say(&board_text::board(&next))?;
        let answer = self.console.ask("Commit or undo? [c/u]", |text| match text {
            "c" | "commit" => Ok(true),
            "u" | "undo" => Ok(false),
            _ => Err("Type c to commit the move, u to undo it.".to_owned()),
        });
        answer.map_err(|failure| self.keep_unless_heard(failure))
    }

    /// Takes back to the last decision a person made.
    fn undo(&mut self) -> Result<bool, Failure> {
        let decided = |(place, (player, ply)): (usize, (Player, AnyPly))| {
            let forced = matches!(ply, AnyPly::Senet(_, gebeta_rules::senet::Move::Pass));
            (self.minds[player] == PlayerKind::Human && !forced).then_some(place)
        };
        let Some(last) = self.record.moves().enumerate().filter_map(decided).last() else { return Ok(false) };
        self.record.take_back_to(last);
        self.store()?;
        Ok(true)
    }

    fn hint(&mut self, position: &AnyPosition) -> Result<(), Failure> {
        let hints = self.adviser.hint(position, EngineBudget::for_hint());
        let lines = hints.map(|hints| hint_text::lines(position.game(), &hints.map(AnyPly::mv)));
        self.say(&lines.map_or_else(|| "There is no move.".to_owned(), |lines| lines.join("\n")))
    }

    fn save_as(&mut self, path: PathBuf) -> Result<(), Failure> {
        let ours = self.save.as_ref() == Some(&path);
        let free = if ours { Ok(()) } else { game_archive::refuse_existing(&path) };
        let saved = free.and_then(|()| atomic_file::write(&path, &self.record.to_string()));
        match saved {
            Ok(()) => {
                self.say(&format!("Saved as {}; every move from here on too.", path.display()))?;
                self.save = Some(path);
                Ok(())
            }
            Err(failure) => self.say(&failure.to_string()),
        }
    }

    /// Keeps the game when the input has ended before it did; any other failure stays what it is.
    fn keep_unless_heard(&mut self, failure: Failure) -> Failure {
        if failure.code() != "end-of-input" {
            return failure;
        }
        let told = Failure::failed("end-of-input", "the input ended before the game did");
        self.keep().err().unwrap_or(told)
    }

    /// Keeps an unfinished game before the program ends, and says how to go on with it.
    fn keep(&mut self) -> Result<(), Failure> {
        if self.save.is_none() && self.record.plies().is_empty() {
            return Ok(());
        }
        let game = self.record.rules.game();
        let Some(path) = self.save.clone().or_else(|| self.own_place()) else {
            return self.say("This system has no folder for it, so the game is not kept.");
        };
        atomic_file::write(&path, &self.record.to_string())?;
        let path = path.display().to_string();
        let path = if path.contains(' ') { format!("'{path}'") } else { path };
        self.say(&format!("Kept. Go on with: gebeta {game} --resume {path}"))
    }

    /// Where unfinished games wait that have no file of their own.
    fn own_place(&mut self) -> Option<PathBuf> {
        if self.waits.is_none() {
            self.waits = game_archive::new_waiting_place(&self.record);
        }
        self.waits.clone()
    }

    /// What the bot of `mover` plays at `position`, and how long that took.
    pub(super) fn search(
        &mut self,
        mover: Player,
        bot: Bot,
        position: &AnyPosition,
    ) -> Option<(SearchResult<AnyPly>, Duration)> {
        let started = Instant::now();
        let budget = EngineBudget::for_play(position.game(), bot, self.cap);
        let request = SearchRequest { bot, budget, seed: self.luck.seed(), ply: self.ply() };
        let found = self.engines[mover].search(position, request, &mut |_| {})?;
        Some((found, started.elapsed()))
    }

    /// The last words: the board and who won.
    pub(super) fn finish(&mut self, score: &str) -> Result<(), Failure> {
        self.show_board()?;
        let words = match self.record.outcome().and_then(gebeta_rules::Outcome::winner) {
            Some(winner) => format!("{} wins{score}.", self.name(winner)),
            None => format!("A draw{score}."),
        };
        self.say(&format!("The game is over. {words}"))?;
        if let Some(path) = &self.save {
            let path = path.display().to_string();
            self.say(&format!("Stored as {path}; gebeta replay {path} shows it again."))?;
        }
        self.count()?;
        // There is nothing left to go on with.
        let _ = self.waits.take().map(std::fs::remove_file);
        Ok(())
    }

    /// Puts a person's game into the statistics. Where that fails the game is over all the same, and says so.
    fn count(&mut self) -> Result<(), Failure> {
        let person = Player::BOTH.into_iter().any(|player| self.minds[player] == PlayerKind::Human);
        if !self.keeps || !person {
            return Ok(());
        }
        match game_archive::add(&self.record) {
            Ok(()) => Ok(()),
            Err(failure) => self.say(&format!("The game is not recorded: {}.", failure.sentence())),
        }
    }

    /// The position, for a game loop that knows its game.
    pub(super) fn position(&self) -> AnyPosition {
        *self.record.position()
    }
}

/// The game the flags describe, who plays it, and its file.
struct Seated {
    record: Record,
    minds: ByPlayer<PlayerKind>,
    file: Option<PathBuf>,
}

/// The game the flags describe, with its seed, and its file: a new one, or the one it comes from.
pub(crate) fn record(
    new: &NewGame,
    args: &PlayArgs,
    naming: Naming<'_>,
) -> Result<(Record, Option<PathBuf>), Failure> {
    seated(new, args, naming).map(|seated| (seated.record, seated.file))
}

fn seated(new: &NewGame, args: &PlayArgs, naming: Naming<'_>) -> Result<Seated, Failure> {
    let stored = match &args.resume {
        Some(path) if path.as_os_str() == PlayArgs::LATEST => Some(game_archive::latest(new.game)?),
        path => path.clone(),
    };
    let (mut record, minds) = match &stored {
        Some(path) => resumed(path, new, args)?,
        None => begun(new, args, naming)?,
    };
    record.seed = record.seed.or(args.seed).or_else(|| Some(fresh_seed()));
    if let Some(path) = args.save.as_deref().filter(|_| args.save != stored) {
        // Better now than after the first move.
        game_archive::refuse_existing(path).and_then(|()| atomic_file::try_out(path))?;
    }
    Ok(Seated { record, minds, file: args.save.clone().or(stored) })
}

/// A stored game with its players, unless the flags name others.
fn resumed(path: &Path, new: &NewGame, args: &PlayArgs) -> Result<(Record, ByPlayer<PlayerKind>), Failure> {
    let game = new.game;
    if new.overrides != Overrides::default() {
        return Err(Failure::usage("usage", "a stored game has its rules; --resume takes no others"));
    }
    let mut record = replay::load(path)?;
    if record.rules.game() != game {
        let message = format!("{} is a game of {}, not of {game}", path.display(), record.rules.game());
        return Err(Failure::failed("other-game", message));
    }
    // A player this program does not know is somebody's guest: a person takes the seat.
    let stored = |player| PlayerKind::named(game, &record.players[player].kind).unwrap_or(PlayerKind::Human);
    let minds = wanted_minds(ByPlayer::from_fn(stored), game, args)?;
    let seats = seat::seats(minds, args.names.as_deref(), Naming::PLAIN)?;
    for player in Player::BOTH {
        record.players[player].kind.clone_from(&seats[player].kind);
        if args.names.is_some() {
            record.players[player].name.clone_from(&seats[player].name);
        }
    }
    Ok((record, minds))
}

/// A game that has not begun.
fn begun(
    new: &NewGame,
    args: &PlayArgs,
    naming: Naming<'_>,
) -> Result<(Record, ByPlayer<PlayerKind>), Failure> {
    let minds = wanted_minds(new.minds, new.game, args)?;
    let seats = seat::seats(minds, args.names.as_deref(), naming)?;
    let base = new.overrides.base(new.game, &Rulebook::open())?;
    let mut set = new.overrides.changed(base.clone())?;
    let start = new.overrides.position(&mut set, args.position.as_deref())?;
    let set = set.changed_from(&base);
    Ok((Record::new(set.name, set.rules, start, seats), minds))
}

/// Who plays: as the flags say, else `usual`.
fn wanted_minds(
    usual: ByPlayer<PlayerKind>,
    game: GameKind,
    args: &PlayArgs,
) -> Result<ByPlayer<PlayerKind>, Failure> {
    let mind = |name: &Option<String>, usual| name.as_ref().map_or(Ok(usual), |name| seat::mind(game, name));
    Ok(ByPlayer { one: mind(&args.p1, usual.one)?, two: mind(&args.p2, usual.two)? })
}

/// A seed nobody has seen: the keys of a fresh hasher come from the system.
pub(crate) fn fresh_seed() -> u64 {
    std::hash::RandomState::new().build_hasher().finish()
}
