use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use gebeta_engine::{Engine, EngineBudget, SearchRequest};
use gebeta_i18n::{Language, without_isolates};
use gebeta_rules::{AnyPly, ByPlayer, CoinSide, GameKind, Player, senet};
use gebeta_session::{
    ActionError, Announcement, Effect, GameSession, Input, LocalEvent, LocalGame, LocalSource, Prompt,
    SearchTask, proof_of_move,
};

use super::new_game::{NewGame, Seated, seated};
use super::{Naming, board_text, words};
use crate::args::{PlayArgs, SettingArgs, Switch};
use crate::config::Config;
use crate::game_file::GameFile;
use crate::local_engine::local_engine;
use crate::{CliError, Console, game_archive, hint_text};

/// A game on this device in plain lines: a [`GameSession`] whose scenes count as shown as soon as they come.
pub(super) struct PlainGame<'c, 'a> {
    console: &'c mut Console<'a>,
    session: GameSession<LocalSource>,
    /// Whether what computer players think is shown.
    verbose: bool,
    /// The search a computer player waits for.
    task: Option<SearchTask>,
    /// The pause before a computer player's move.
    pause: Option<u64>,
    /// Who searches for each computer player.
    engines: ByPlayer<Engine>,
    /// Who is asked for hints.
    adviser: Engine,
    /// The file that the user has named for the game.
    save: Option<GameFile>,
    /// Its file in the folder of unfinished games, where the user has named none.
    waits: Option<GameFile>,
    /// Why the game as it is now is not in the file that the user has named.
    unsaved: Option<CliError>,
    /// How many plies were stored last.
    stored: usize,
    /// How long a bot may think that looks far ahead.
    cap: Duration,
    /// Whether a finished game goes into the statistics.
    keeps: bool,
    /// Whether the game has ended here, and not before.
    has_ended: bool,
}

/// What a person types.
enum Typed {
    Move(AnyPly),
    Undo,
    Hint,
    Save(PathBuf),
    Help,
    Quit,
}

/// What follows from what a person typed.
enum Next {
    /// The game goes on.
    Continue,
    /// The end of this sitting.
    Quit,
}

impl<'c, 'a> PlainGame<'c, 'a> {
    /// A new game, or the one `--resume` names.
    pub(super) fn open(
        new: &NewGame,
        args: &PlayArgs,
        verbose: bool,
        settings: &SettingArgs,
        console: &'c mut Console<'a>,
    ) -> Result<Self, CliError> {
        let Config { settings, complaints } = Config::load(settings)?;
        for complaint in complaints {
            writeln!(console.out, "{complaint}; ignored")?;
        }
        let Seated { record, player_kinds, file } = seated(new, args, Naming::PLAIN)?;
        let (waits, save) = match file {
            Some(file) if game_archive::is_waiting_place(file.path()) => (Some(file), None),
            file => (None, file),
        };
        let game = LocalGame::new(record, player_kinds, args.confirm == Some(Switch::On));
        let tables = Arc::default();
        // In mancala every move of a computer is preceded by a search, in Senet only one that is shown.
        let searches_forced_moves = verbose || game.record().rules.game() == GameKind::Mancala;
        Ok(Self {
            console,
            stored: game.ply(),
            session: GameSession::local(game, searches_forced_moves),
            verbose,
            task: None,
            pause: None,
            engines: ByPlayer::from_fn(|_| local_engine(&tables)),
            adviser: local_engine(&tables),
            save,
            waits,
            unsaved: None,
            cap: new.cap,
            keeps: settings.statistics,
            has_ended: false,
        })
    }

    /// Plays until the game or the input ends.
    pub(super) fn run(mut self) -> Result<(), CliError> {
        self.say_all(words::introduction(self.session.game()))?;
        let effects = self.session.start();
        self.carry_out(effects)?;
        loop {
            match self.session.prompt() {
                Prompt::Toss => self.toss()?,
                Prompt::Throw(_) => self.decide(Input::Throw)?,
                Prompt::Choose(player) => {
                    if let Next::Quit = self.choose(player)? {
                        return Ok(());
                    }
                }
                Prompt::Confirm(_) => self.confirm()?,
                Prompt::Bot(player) => self.move_bot(player)?,
                Prompt::Over(_) => return self.finish(),
                Prompt::Opponent(_)
                | Prompt::Sending
                | Prompt::Connecting
                | Prompt::WaitingForOpponent
                | Prompt::Sealing => unreachable!("a game on this device waits for no server"),
            }
        }
    }

    fn say(&mut self, text: &str) -> Result<(), CliError> {
        writeln!(self.console.out, "{text}")?;
        Ok(())
    }

    fn say_all(&mut self, lines: impl IntoIterator<Item = String>) -> Result<(), CliError> {
        lines.into_iter().try_for_each(|line| self.say(&line))
    }

    fn decide(&mut self, input: Input) -> Result<(), CliError> {
        let effects = self.session.handle(input);
        self.carry_out(effects)
    }

    fn report(&mut self, event: LocalEvent) -> Result<(), CliError> {
        let effects = self.session.handle_event(event);
        self.carry_out(effects)
    }

    fn carry_out(&mut self, effects: Vec<Effect>) -> Result<(), CliError> {
        let mut effects = VecDeque::from(effects);
        while let Some(effect) = effects.pop_front() {
            match effect {
                // Lines are shown as soon as they are written.
                Effect::Show(scene) => effects.extend(self.session.handle(Input::Settled(scene.serial))),
                Effect::Announce(Announcement::Coin(coin)) => {
                    self.say(&words::coin(self.session.game(), coin))?;
                }
                Effect::Announce(Announcement::Move(played)) => {
                    let lines = words::happened(&played, &self.session.game().names());
                    self.say_all(lines)?;
                }
                // What a player sees before a decision tells the rest.
                Effect::Announce(_) => {}
                Effect::Refuse(ActionError::Illegal(error)) => return Err(CliError::bad_value(&error)),
                Effect::Refuse(error @ ActionError::NotNow) => self.say(&error.to_string())?,
                Effect::Save => self.store()?,
                Effect::Finish => {
                    self.has_ended = true;
                    self.store()?;
                }
                Effect::Search(task) => self.task = Some(task),
                Effect::StopSearch => (self.task, self.pause) = (None, None),
                Effect::Wait(number) => self.pause = Some(number),
            }
        }
        Ok(())
    }

    /// The coin toss (rules 1.6): Player 1 calls, the coin falls in view, its side's owner begins.
    fn toss(&mut self) -> Result<(), CliError> {
        let called = if self.session.allowed().call_coin {
            let question = format!("{}, heads or tails?", self.session.game().name(Player::One));
            Some(self.console.ask(&question, |text| match text {
                "heads" | "h" => Ok(CoinSide::Heads),
                "tails" | "t" => Ok(CoinSide::Tails),
                _ => Err("Type heads or tails.".to_owned()),
            })?)
        } else {
            None
        };
        self.decide(Input::Toss(called))
    }

    /// A person's decision.
    fn choose(&mut self, mover: Player) -> Result<Next, CliError> {
        self.say_all(words::turn(self.session.game(), mover))?;
        if let Some(pass) = self.forced_pass() {
            self.pass(mover)?;
            self.console.pause()?;
            self.decide(Input::Choose(pass))?;
            return Ok(Next::Continue);
        }
        let position = self.session.game().position();
        self.say_all(words::choices(&position))?;
        let question = words::question(&position, self.session.game().name(mover));
        loop {
            let typed = self.console.ask(&question, |text| {
                let (word, rest) = text.split_once(' ').unwrap_or((text, ""));
                Ok(match word {
                    "undo" | "u" => Typed::Undo,
                    "hint" => Typed::Hint,
                    "help" | "?" => Typed::Help,
                    "quit" | "q" | "exit" => Typed::Quit,
                    "save" if rest.trim().is_empty() => return Err("Say where: save FILE".to_owned()),
                    "save" => Typed::Save(PathBuf::from(rest.trim())),
                    _ => Typed::Move(words::read_move(&position, text)?),
                })
            });
            match typed {
                Ok(Typed::Move(ply)) => {
                    self.decide(Input::Choose(ply))?;
                    return Ok(Next::Continue);
                }
                Ok(Typed::Undo) if self.session.allowed().undo => {
                    self.decide(Input::Undo)?;
                    return Ok(Next::Continue);
                }
                Ok(Typed::Undo) => self.say("There is nothing to take back.")?,
                Ok(Typed::Hint) => self.hint()?,
                Ok(Typed::Help) => self.say(words::help(position.game()))?,
                Ok(Typed::Save(path)) => self.save_as(path)?,
                Ok(Typed::Quit) => {
                    self.keep()?;
                    return Ok(Next::Quit);
                }
                // Ctrl-D is how a person says quit; a pipe that ends early has made a mistake.
                Err(failure) if failure.code() == "end-of-input" && self.console.interactive => {
                    self.keep()?;
                    return Ok(Next::Quit);
                }
                Err(failure) => return Err(self.keep_unless_heard(failure)),
            }
        }
    }

    /// The pass of a player who has no move.
    fn forced_pass(&self) -> Option<AnyPly> {
        self.session.game().forced_ply().filter(|ply| matches!(ply, AnyPly::Senet(_, senet::Move::Pass)))
    }

    fn pass(&mut self, mover: Player) -> Result<(), CliError> {
        self.say(&format!("{} has no legal moves and passes.", self.session.game().name(mover)))
    }

    /// Shows what would come of a move and asks whether it shall count.
    fn confirm(&mut self) -> Result<(), CliError> {
        if let Some(trial) = self.session.game().preview() {
            self.say(&board_text::board(&trial.after))?;
        }
        let answer = self.console.ask("Commit or undo? [c/u]", |text| match text {
            "c" | "commit" => Ok(Input::Commit),
            "u" | "undo" => Ok(Input::Undo),
            _ => Err("Type c to commit the move, u to undo it.".to_owned()),
        });
        match answer {
            Ok(input) => self.decide(input),
            Err(failure) => Err(self.keep_unless_heard(failure)),
        }
    }

    /// A computer player's move, searched for unless there is no choice.
    fn move_bot(&mut self, mover: Player) -> Result<(), CliError> {
        let game = self.session.game();
        let name = game.name(mover).to_owned();
        self.say_all(words::turn(self.session.game(), mover))?;
        if let Some(task) = self.task.take() {
            self.say(&format!("{name} is thinking ..."))?;
            let started = Instant::now();
            let budget = EngineBudget::for_play(task.position.game(), task.bot, self.cap);
            let request = SearchRequest { bot: task.bot, budget, seed: task.seed, ply: task.ply };
            let found = self.engines[mover].search(&task.position, request, &mut |_| {});
            let found = found.expect("the mover has a move");
            let time = started.elapsed();
            self.say_all(words::decision(&name, found.best))?;
            let proof = proof_of_move(Language::En, task.bot, found.exact, found.depth, &name);
            self.say_all(proof.map(|proof| without_isolates(&proof)))?;
            if self.verbose {
                self.say_all(words::statistics(&found, time))?;
            }
            self.report(task.answer(Some(&found)))?;
        } else if self.forced_pass().is_some() {
            self.pass(mover)?;
        } else {
            let forced = self.session.game().forced_ply();
            self.say_all(forced.and_then(|ply| words::decision(&name, ply)))?;
        }
        match self.pause.take() {
            Some(pause) => self.report(LocalEvent::Waited(pause)),
            None => Ok(()),
        }
    }

    /// Writes the game where the user wants it, once more plies or fewer are played. A person's game without a file waits in
    /// the folder of unfinished games, so that Ctrl-C or a closed window loses nothing.
    fn store(&mut self) -> Result<(), CliError> {
        let plies = self.session.game().ply();
        if std::mem::replace(&mut self.stored, plies) == plies {
            return Ok(());
        }
        let text = self.text();
        if let Some(file) = &mut self.save {
            self.unsaved = file.write(&text).err();
            let words = self.unsaved.as_ref().map(|failure| words::not_saved(failure.sentence()));
            self.say_all(words)?;
        } else if self.console.interactive
            && let Some(file) = self.own_place()
        {
            // The user has not asked for it, so a failure is reported only when the game is left.
            let _ = file.write(&text);
        }
        let resume = self.resume_command().map(|command| words::resume(&command));
        self.console.set_last_words(resume);
        Ok(())
    }

    /// How to resume the game from where it is stored; none while it is not.
    fn resume_command(&self) -> Option<String> {
        let file = self.save.as_ref().or(self.waits.as_ref()).filter(|file| file.is_written())?;
        Some(super::resume_command(self.session.game().record().rules.game(), Some(file.path())))
    }

    fn text(&self) -> String {
        self.session.game().record().to_string()
    }

    fn hint(&mut self) -> Result<(), CliError> {
        let position = self.session.game().position();
        let hints = self.adviser.hint(&position, EngineBudget::for_hint());
        let lines = hints.map(|hints| hint_text::lines(position.game(), &hints.map(AnyPly::mv)));
        self.say(&lines.map_or_else(|| "There is no move.".to_owned(), |lines| lines.join("\n")))
    }

    fn save_as(&mut self, path: PathBuf) -> Result<(), CliError> {
        let ours = self.save.take_if(|file| file.path() == path);
        let is_free = if ours.is_some() { Ok(()) } else { game_archive::refuse_existing(&path) };
        let words = format!("Saved as {}; every move from here on too.", path.display());
        let mut file = ours.unwrap_or_else(|| GameFile::new(path));
        let text = self.text();
        match is_free.and_then(|()| file.write(&text)) {
            Ok(()) => {
                (self.save, self.unsaved) = (Some(file), None);
                self.say(&words)
            }
            Err(failure) => {
                self.save = self.save.take().or_else(|| file.is_written().then_some(file));
                self.say(&failure.to_string())
            }
        }
    }

    /// Keeps the game when the input has ended before it did; any other failure stays what it is.
    fn keep_unless_heard(&mut self, failure: CliError) -> CliError {
        if failure.code() != "end-of-input" {
            return failure;
        }
        let told = CliError::failed("end-of-input", "the input ended before the game did");
        self.keep().err().unwrap_or(told)
    }

    /// Keeps an unfinished game before the program ends, and says how to go on with it.
    fn keep(&mut self) -> Result<(), CliError> {
        let game = self.session.game();
        if self.save.is_none() && game.ply() == 0 {
            return Ok(());
        }
        let text = self.text();
        let file = if self.save.is_some() { self.save.as_mut() } else { self.own_place() };
        match file {
            Some(file) => file.write(&text)?,
            None => return self.say("This system has no folder for it, so the game is not saved."),
        }
        let words = self.resume_command().map(|command| words::resume(&command));
        self.say_all(words)
    }

    /// The file in the folder of unfinished games.
    fn own_place(&mut self) -> Option<&mut GameFile> {
        if self.waits.is_none() {
            self.waits = GameFile::waiting(self.session.game().record());
        }
        self.waits.as_mut()
    }

    /// The last words: the board and who won.
    fn finish(&mut self) -> Result<(), CliError> {
        let game = self.session.game();
        let last = [format!("\n{}", board_text::board(&game.position())), words::verdict(game)];
        self.say_all(last)?;
        if let (Some(file), None) = (&self.save, &self.unsaved) {
            let shown = file.path().display().to_string();
            let path = super::quoted(file.path());
            self.say(&format!("Saved as {shown}; gebeta replay {path} shows it again."))?;
        }
        self.count()?;
        self.console.set_last_words(None);
        // There is nothing left to resume.
        let waits = self.waits.take().filter(GameFile::is_written);
        let _ = waits.map(|file| std::fs::remove_file(file.path()));
        self.unsaved.take().map_or(Ok(()), Err)
    }

    /// Puts a person's game into the statistics when it ends. Where that fails the game is over all the same, and says so.
    fn count(&mut self) -> Result<(), CliError> {
        if !self.has_ended || !self.keeps || !self.session.game().has_person() {
            return Ok(());
        }
        match game_archive::add(self.session.game().record()) {
            Ok(()) => Ok(()),
            Err(failure) => self.say(&format!("The game is not recorded: {}.", failure.sentence())),
        }
    }
}
