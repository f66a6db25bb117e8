use gebeta_engine::SearchResult;
use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, ByPlayer, CoinSide, GameKind, Record};
use gebeta_session::{
    ActionError, Actions, Announcement, Effect, GameSession, GameSetup, Input, LocalEvent, LocalGame,
    LocalSource, Prompt, Scene, SearchTask, Told, refusal,
};
use gebeta_worker::Place;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::announcements::Log;
use crate::components::hint::fault_text;
use crate::lazy::records;
use crate::platform::current_game;
use crate::platform::engine_worker::EngineWorker;
use crate::platform::settings::{Settings, settings};
use crate::platform::timer;
use crate::route::Route;
use crate::sound::cue::Cue;

/// The game in progress on this device: a [`GameSession`] in a signal, and what carries out its effects.
///
/// What people do and what boards, engines and timers report goes through [`handle`](Self::handle) and
/// [`report`](Self::report); what may be done is [`allowed`](Self::allowed). No rule of play is decided here.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    game: RwSignal<Option<GameSession<LocalSource>>>,
    scene: RwSignal<Option<Scene>>,
    /// What has happened, for screen readers.
    log: Log,
    /// Why the last try was refused.
    refused: RwSignal<Option<String>>,
    /// The last search of a computer player.
    search: RwSignal<Option<FinishedSearch>>,
    /// Whether another unfinished game was archived for this one.
    has_archived_other: RwSignal<bool>,
    /// What may be overwritten where the game in progress is stored.
    version: StoredValue<current_game::Version>,
    /// Answers of workers and timers come without a context that has the settings.
    settings: RwSignal<Settings>,
    /// Plays sounds.
    cues: StoredValue<Option<Callback<Cue>>>,
    /// The sound of the end, until the board has shown it.
    end_cue: StoredValue<Option<Cue>>,
}

/// The result of a search and how long it took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct FinishedSearch {
    pub(crate) result: SearchResult<AnyPly>,
    pub(crate) milliseconds: f64,
}

impl Session {
    /// The session of the page, with the game that was in progress when the page was last open.
    pub(crate) fn resumed() -> Self {
        let session = Self {
            game: RwSignal::new(None),
            scene: RwSignal::new(None),
            log: Log::new(),
            refused: RwSignal::new(None),
            search: RwSignal::new(None),
            has_archived_other: RwSignal::new(false),
            version: StoredValue::new(current_game::NO_VERSION),
            settings: settings(),
            cues: StoredValue::new(None),
            end_cue: StoredValue::new(None),
        };
        if let Some((game, version)) = current_game::stored() {
            session.version.set_value(version);
            session.replace(game);
        }
        session.follow_settings();
        // The page may have been closed before a game was archived.
        session.archive_pending_games();
        session
    }

    /// What is set applies to the game in progress, too.
    fn follow_settings(self) {
        let manners = move || self.settings.with(|settings| (settings.confirm, settings.forced));
        leptos::prelude::Effect::new(move |before: Option<(bool, bool)>| {
            let now = manners();
            // A game that was stored has its own manner until somebody changes it.
            if before.is_some_and(|before| before.0 != now.0) {
                self.report(LocalEvent::ConfirmMoves(now.0));
            }
            if before.is_none_or(|before| before.1 != now.1) {
                self.report(LocalEvent::PlayForcedMoves(now.1));
            }
            now
        });
    }

    /// The session of this page.
    pub(crate) fn here() -> Self {
        expect_context()
    }

    /// Plays the sounds at the end of games.
    pub(crate) fn play_cues_with(self, cues: Callback<Cue>) {
        self.cues.set_value(Some(cues));
    }

    /// Begins a game and opens its screen.
    pub(crate) fn begin(self, setup: &GameSetup) {
        if let Ok(game) = setup.start(fresh_seed()) {
            self.open(game);
        }
    }

    /// Resumes a game that was played before.
    pub(crate) fn resume(self, record: Record) {
        let confirms = self.settings.with_untracked(|settings| settings.confirm);
        self.open(LocalGame::resume(record, confirms));
    }

    /// Another game with the same players and rules.
    pub(crate) fn again(self) {
        let again = untrack(|| self.with(|session| session.game().again(fresh_seed())));
        if let Some(game) = again {
            self.open(game);
        }
    }

    fn open(self, game: LocalGame) {
        self.has_archived_other.set(false);
        let leaves_unfinished = untrack(|| self.record()).is_some_and(|before| {
            current_game::is_in_progress(&before) && !current_game::continues(&before, game.record())
        });
        if leaves_unfinished {
            self.version.set_value(current_game::NO_VERSION);
        }
        self.replace(game);
        self.enter();
    }

    fn replace(self, game: LocalGame) {
        self.refused.set(None);
        self.log.clear();
        self.search.set(None);
        // Forced moves are searched too: the search is shown.
        self.update(|session| match session {
            Some(session) => session.replace(game),
            None => {
                let session = session.insert(GameSession::local(game, true));
                let forced = self.settings.with_untracked(|settings| settings.forced);
                session.handle_event(LocalEvent::PlayForcedMoves(forced))
            }
        });
        self.save();
    }

    /// Opens the screen the game is at.
    pub(crate) fn enter(self) {
        match untrack(|| self.prompt()) {
            Some(Prompt::Toss) => Route::Toss.go(),
            Some(_) => {
                self.start();
                Route::Game.go();
            }
            None => Route::Home.go(),
        }
    }

    /// Shows a game that has not been shown yet; computer players move from now on.
    pub(crate) fn start(self) {
        self.update(|session| match session {
            Some(session) if session.view().scene().is_none() => session.start(),
            _ => Vec::new(),
        });
    }

    /// The board leaves the screen; computer players wait until it is shown again.
    pub(crate) fn hide(self) {
        self.update(|session| session.as_mut().map(GameSession::hide).unwrap_or_default());
    }

    /// A person has done something, or the board reports something.
    pub(crate) fn handle(self, input: Input) {
        self.update(|session| session.as_mut().map(|session| session.handle(input)).unwrap_or_default());
    }

    /// An engine, a timer or a button for the computer players reports something.
    pub(crate) fn report(self, event: LocalEvent) {
        self.update(|session| {
            session.as_mut().map(|session| session.handle_event(event)).unwrap_or_default()
        });
    }

    fn update(self, change: impl FnOnce(&mut Option<GameSession<LocalSource>>) -> Vec<Effect>) {
        for effect in self.game.try_update(change).unwrap_or_default() {
            self.perform(effect);
        }
        let settled =
            untrack(|| self.with(|session| (session.view().settled_serial(), session.view().is_settled())));
        let Some((settled, is_settled)) = settled else { return };
        if self.log.release(settled) && is_settled {
            self.log.say(untrack(|| self.call()));
        }
        if is_settled
            && let (Some(cues), Some(cue)) =
                (self.cues.get_value(), self.end_cue.try_update_value(Option::take).flatten())
        {
            cues.run(cue);
        }
    }

    /// What the only person at this device is called with when it is their turn.
    fn call(self) -> Option<String> {
        let (prompt, person) = self.with(|session| (session.told().prompt, session.game().sole_person()))?;
        let is_called =
            matches!(prompt, Prompt::Throw(player) | Prompt::Choose(player) if person == Some(player));
        is_called.then(|| self.language_now().your_turn().to_owned())
    }

    fn perform(self, effect: Effect) {
        match effect {
            Effect::Show(scene) => {
                self.refused.set(None);
                self.scene.set(Some(scene));
            }
            Effect::Announce(announcement) => {
                if matches!(announcement, Announcement::Move(_)) {
                    self.has_archived_other.set(false);
                }
                let sentences = announcement.sentences(self.language_now(), &untrack(|| self.names()));
                // The coin has a screen of its own.
                let scene = match announcement {
                    Announcement::Coin(_) => 0,
                    _ => untrack(|| self.with(|session| session.view().last_serial())).unwrap_or(0),
                };
                self.log.hold(scene, sentences);
            }
            Effect::Refuse(ActionError::Illegal(error)) => self.refuse(refusal(self.language_now(), &error)),
            Effect::Refuse(ActionError::NotNow) => {}
            Effect::Save => self.save(),
            Effect::Finish => self.finish(),
            Effect::Search(task) => self.search(task),
            Effect::StopSearch => EngineWorker::opponent().stop(),
            Effect::Wait(ticket) => self.wait(ticket),
        }
    }

    /// Says why a try had no effect.
    pub(crate) fn refuse(self, why: String) {
        self.log.say([why.clone()]);
        self.refused.set(Some(why));
    }

    /// Asks the worker for a computer player's move.
    fn search(self, task: SearchTask) {
        self.refused.set(None);
        let Some(rules) = untrack(|| self.with(|session| session.game().record().rules)) else { return };
        spawn_local(async move {
            let began = timer::now();
            let place = Place { rules, position: task.position };
            let worker = EngineWorker::opponent();
            match worker.search(place, task.bot, task.seed.to_string(), task.seed, task.ply).await {
                Ok(result) => {
                    let event = task.answer(Some(&result));
                    self.search.set(Some(FinishedSearch { result, milliseconds: timer::now() - began }));
                    self.report(event);
                }
                // Its answer is not needed any more.
                Err(fault) if fault.code == "stopped" => {}
                Err(fault) => {
                    self.report(task.answer(None));
                    self.refuse(fault_text(self.language_now(), &fault));
                }
            }
        });
    }

    fn wait(self, ticket: u64) {
        let delay = self.settings.with_untracked(|settings| settings.delay);
        spawn_local(async move {
            timer::sleep(delay).await;
            self.report(LocalEvent::Waited(ticket));
        });
    }

    /// Stores the game where it survives a closed tab.
    fn save(self) {
        let mut version = self.version.get_value();
        let displaces = untrack(|| self.with(|session| current_game::save(session.game(), &mut version)));
        self.version.set_value(version);
        if displaces == Some(true) {
            self.archive_pending_games();
        }
    }

    /// Stores the finished game; the sound of its end is played when the board has shown it.
    fn finish(self) {
        self.save();
        let cue = untrack(|| {
            self.with(|session| {
                let game = session.game();
                current_game::finish(game);
                game.record().outcome().map(|outcome| Cue::of_end(outcome, game.player_kinds()))
            })
        });
        self.end_cue.set_value(cue.flatten());
        self.archive_pending_games();
    }

    /// Archives games that are over or that another one has displaced, and announces the latter.
    fn archive_pending_games(self) {
        if !current_game::has_pending_games() {
            return;
        }
        spawn_local(async move {
            let done = match records::fetch().await {
                Ok(records) => (records.archive_pending_games)().await.ok(),
                Err(_) => None,
            };
            let words = self.language_now();
            self.has_archived_other.update(|has| *has |= done == Some(true));
            match done {
                Some(true) => self.log.say([words.games_put_away().to_owned()]),
                Some(false) => {}
                // They stay where they are, and are archived at the next visit.
                None => self.log.say([words.games_not_kept().to_owned()]),
            }
        });
    }

    /// The language of the page now, for what is said once.
    fn language_now(self) -> Language {
        self.settings.with_untracked(Settings::language)
    }
}

/// What the screens show.
impl Session {
    /// Reads the session, if there is a game.
    pub(crate) fn with<T>(self, read: impl FnOnce(&GameSession<LocalSource>) -> T) -> Option<T> {
        self.game.with(|session| session.as_ref().map(read))
    }

    /// What the game waits for.
    pub(crate) fn prompt(self) -> Option<Prompt> {
        self.with(GameSession::prompt)
    }

    /// What people are told of the game; it follows what the board has shown.
    pub(crate) fn told<T>(self, read: impl FnOnce(&Told) -> T) -> Option<T> {
        self.with(|session| read(session.told()))
    }

    /// What may be done now.
    pub(crate) fn allowed(self) -> Actions {
        self.with(GameSession::allowed).unwrap_or_default()
    }

    /// What the players are called; the only person at this device is "you".
    pub(crate) fn names(self) -> ByPlayer<String> {
        let you = self.settings.with(Settings::language).you();
        self.with(|session| {
            let mut names = session.game().names();
            if let Some(person) = session.game().sole_person() {
                you.clone_into(&mut names[person]);
            }
            names
        })
        .unwrap_or_default()
    }

    pub(crate) fn record(self) -> Option<Record> {
        self.with(|session| session.game().record().clone())
    }

    /// The game as far as the board has shown it.
    pub(crate) fn told_record(self) -> Option<Record> {
        self.with(|session| {
            let mut record = session.game().record().clone();
            if session.told().plies < record.plies().len() {
                record.take_back_to(session.told().plies);
            }
            record
        })
    }

    pub(crate) fn game(self) -> Option<GameKind> {
        self.with(|session| session.game().record().rules.game())
    }

    /// The scene to show.
    pub(crate) fn scene(self) -> Option<Scene> {
        self.scene.get()
    }

    /// The move that waits to be committed.
    pub(crate) fn trial(self) -> Option<AnyPly> {
        self.with(|session| session.game().trial()).flatten()
    }

    /// The ply that is looked at, and how many there are.
    pub(crate) fn place(self) -> (usize, usize) {
        self.with(GameSession::place).unwrap_or_default()
    }

    pub(crate) fn is_looking_back(self) -> bool {
        self.with(|session| session.view().looking().is_some()) == Some(true)
    }

    /// Whether the board shows the last scene completely.
    pub(crate) fn is_settled(self) -> bool {
        self.with(|session| session.view().is_settled()) == Some(true)
    }

    /// The last search of a computer player.
    pub(crate) fn last_search(self) -> Option<FinishedSearch> {
        self.search.get()
    }

    /// Why the last try was refused.
    pub(crate) fn refused(self) -> Option<String> {
        self.refused.get()
    }

    pub(crate) const fn log(self) -> Log {
        self.log
    }

    /// Whether another unfinished game was archived for this one, until the first move or until the notice is closed.
    pub(crate) const fn has_archived_other(self) -> RwSignal<bool> {
        self.has_archived_other
    }

    /// Tosses the coin. A computer player calls a side by itself.
    pub(crate) fn toss(self, called: Option<CoinSide>) {
        self.handle(Input::Toss(called));
    }
}

/// A fresh seed.
fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    let filled = window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    if filled.is_err() {
        return timer::now().to_bits();
    }
    u64::from_le_bytes(bytes)
}
