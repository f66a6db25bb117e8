mod computers;

use gebeta_engine::SearchResult;
use gebeta_i18n::Language;
use gebeta_rules::senet::Sticks;
use gebeta_rules::{
    AnyPly, AnyPosition, AppliedMove, ByPlayer, Chance, CoinSide, Game, GameKind, Player, Record,
};
use gebeta_session::{ActionError, GameSetup, LocalGame, PlayerKind, Stage, narrate, refusal};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::components::announcements::{Log, happened, place_sentences};
use crate::lazy::records;
use crate::platform::current_game;
use crate::platform::engine_worker::EngineWorker;
use crate::platform::settings::{Settings, settings};
use crate::platform::timer;
use crate::route::Route;
use crate::sound::cue::Cue;

/// The game in progress and everything its screen follows.
///
/// The model changes at once and the picture catches up: a new [`Scene`] tells the board what to animate, and
/// [`Session::settled`] tells that it has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Session {
    table: RwSignal<Option<LocalGame>>,
    scene: RwSignal<Option<Scene>>,
    /// The last scene whose animation is over.
    settled: RwSignal<u64>,
    /// The ply an earlier position is looked at before; none while the game is followed.
    looking: RwSignal<Option<usize>>,
    /// What screen readers are told.
    said: Log,
    /// Why the last try was refused.
    refused: RwSignal<Option<String>>,
    thinking: RwSignal<Option<Player>>,
    /// Whether the computer could not think, so that somebody has to ask it again.
    stuck: RwSignal<bool>,
    /// What the computer thought of last.
    thought: RwSignal<Option<Thinking>>,
    paused: RwSignal<bool>,
    /// Whether another game that was begun was put away for this one.
    has_put_away: RwSignal<bool>,
    /// What may be overwritten where the game in progress is kept.
    ours: StoredValue<current_game::Version>,
    /// Counts every change that makes a computer's answer worthless.
    turn: StoredValue<u64>,
    /// What goes on after its screen has gone has no context to ask.
    settings: RwSignal<Settings>,
    /// Who makes the end heard. A timer that ends a game has no context to ask.
    cues: StoredValue<Option<Callback<Cue>>>,
}

/// What a board shows, and how it came about.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scene {
    /// Grows with every scene.
    pub(crate) serial: u64,
    pub(crate) position: AnyPosition,
    /// The move to animate.
    pub(crate) played: Option<AppliedMove>,
    /// Whether that move is only shown, and another may be chosen in its place.
    pub(crate) is_trial: bool,
    /// How the sticks lie.
    pub(crate) sticks: Option<Sticks>,
}

/// A computer's thought and how long it took.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thinking {
    pub(crate) thought: SearchResult<AnyPly>,
    pub(crate) milliseconds: f64,
}

impl Session {
    fn new() -> Self {
        Self {
            table: RwSignal::new(None),
            scene: RwSignal::new(None),
            settled: RwSignal::new(0),
            looking: RwSignal::new(None),
            said: Log::new(),
            refused: RwSignal::new(None),
            thinking: RwSignal::new(None),
            stuck: RwSignal::new(false),
            thought: RwSignal::new(None),
            paused: RwSignal::new(false),
            has_put_away: RwSignal::new(false),
            ours: StoredValue::new(current_game::NOTHING),
            turn: StoredValue::new(0),
            settings: settings(),
            cues: StoredValue::new(None),
        }
    }

    /// The session with the game that was in progress when the page was last open.
    pub(crate) fn resumed() -> Self {
        let session = Self::new();
        if let Some((table, ours)) = current_game::current() {
            session.ours.set_value(ours);
            session.lay(table);
        }
        // The page may have been closed before a game was put away.
        session.archive_pending_games();
        session
    }

    /// Lets the end of games be heard.
    pub(crate) fn tell_cues_to(self, cues: Callback<Cue>) {
        self.cues.set_value(Some(cues));
    }

    /// The session of this page.
    pub(crate) fn here() -> Self {
        expect_context()
    }

    /// Begins a game and goes to it.
    pub(crate) fn begin(self, plan: &GameSetup) {
        if let Ok(table) = plan.start(fresh_seed()) {
            self.sit(table);
            self.enter();
        }
    }

    /// Goes on with a game that was played before.
    pub(crate) fn go_on(self, record: Record) {
        let confirms = self.settings.with_untracked(|settings| settings.confirm);
        self.sit(LocalGame::resume(record, confirms));
        self.enter();
    }

    /// Puts a game on the table, begun or not. One that was begun there and is not over is put away.
    fn sit(self, table: LocalGame) {
        self.has_put_away.set(false);
        let yields = self.table.with_untracked(|before| {
            let before = before.as_ref().map(LocalGame::record);
            before.is_some_and(|before| {
                current_game::is_worth_keeping(before) && !current_game::goes_on(before, table.record())
            })
        });
        if yields {
            self.ours.set_value(current_game::NOTHING);
        }
        self.lay(table);
    }

    fn lay(self, table: LocalGame) {
        self.interrupt();
        self.table.set(Some(table));
        self.looking.set(None);
        self.refused.set(None);
        self.said.clear();
        self.thought.set(None);
        self.paused.set(false);
        self.show(None);
    }

    /// Whatever the computer is thinking of is not asked for any more.
    fn interrupt(self) {
        self.turn.update_value(|turn| *turn += 1);
        self.thinking.set(None);
        self.stuck.set(false);
        EngineWorker::opponent().stop();
    }

    /// Goes to the screen the game is at.
    pub(crate) fn enter(self) {
        match self.stage() {
            Some(Stage::Toss) => Route::Toss.go(),
            Some(_) => Route::Game.go(),
            None => Route::Home.go(),
        }
    }

    /// The same seats again.
    pub(crate) fn again(self) {
        if let Some(table) =
            self.table.with_untracked(|table| table.as_ref().map(|table| table.again(fresh_seed())))
        {
            self.sit(table);
            self.enter();
        }
    }

    /// Leaves the table; a game that is not over can be gone on with later.
    pub(crate) fn leave(self) {
        self.interrupt();
        Route::Home.go();
    }

    /// The language of the page now, for what is said once.
    fn words_now(self) -> Language {
        self.settings.with_untracked(Settings::language)
    }

    /// Looks at the table, if somebody sits at one.
    pub(crate) fn with<T>(self, look: impl FnOnce(&LocalGame) -> T) -> Option<T> {
        self.table.with(|table| table.as_ref().map(look))
    }

    pub(crate) fn stage(self) -> Option<Stage> {
        self.with(LocalGame::stage)
    }

    pub(crate) fn names(self) -> ByPlayer<String> {
        self.with(LocalGame::names).unwrap_or_default()
    }

    pub(crate) fn record(self) -> Option<Record> {
        self.with(|table| table.record().clone())
    }

    pub(crate) fn game(self) -> Option<GameKind> {
        self.with(|table| table.record().rules.game())
    }

    pub(crate) fn scene(self) -> Option<Scene> {
        self.scene.get()
    }

    pub(crate) fn thinking(self) -> Option<Player> {
        self.thinking.get()
    }

    /// What the computer thought of last.
    pub(crate) fn thought(self) -> Option<Thinking> {
        self.thought.get()
    }

    pub(crate) fn refused(self) -> Option<String> {
        self.refused.get()
    }

    pub(crate) const fn said(self) -> Log {
        self.said
    }

    /// Whether the computer could not think.
    pub(crate) fn is_stuck(self) -> bool {
        self.stuck.get()
    }

    /// Whether another game was put away for this one.
    pub(crate) fn has_put_away(self) -> bool {
        self.has_put_away.get()
    }

    /// Whether the picture has caught up with the game.
    pub(crate) fn is_settled(self) -> bool {
        self.scene.with(|scene| scene.as_ref().is_none_or(|scene| scene.serial <= self.settled.get()))
    }

    /// The board tells that the scene with this number has played out.
    pub(crate) fn settle(self, serial: u64) {
        self.settled.update(|settled| *settled = serial.max(*settled));
    }

    /// Whether a person may choose a move on the board now, also in place of one that is shown.
    pub(crate) fn may_choose(self) -> bool {
        self.looking.get().is_none() && matches!(self.stage(), Some(Stage::Choose(_) | Stage::Confirm(_)))
    }

    /// Whether a person is to throw the sticks now.
    pub(crate) fn may_throw(self) -> bool {
        let person = |player| self.with(|table| table.minds()[player] == PlayerKind::Human).unwrap_or(false);
        self.looking.get().is_none() && matches!(self.stage(), Some(Stage::Throw(player)) if person(player))
    }

    /// The move that waits to be committed.
    pub(crate) fn trial(self) -> Option<AnyPly> {
        self.with(LocalGame::trial).flatten()
    }

    pub(crate) fn can_undo(self) -> bool {
        self.with(LocalGame::can_undo).unwrap_or(false)
    }

    pub(crate) fn can_redo(self) -> bool {
        self.with(LocalGame::can_redo).unwrap_or(false)
    }

    /// The ply looked at, and how many there are.
    pub(crate) fn place(self) -> (usize, usize) {
        let plies = self.with(LocalGame::ply).unwrap_or(0);
        (self.looking.get().unwrap_or(plies), plies)
    }

    pub(crate) fn is_looking_back(self) -> bool {
        self.looking.get().is_some()
    }

    /// Whether nobody here has a seat.
    pub(crate) fn has_only_computers(self) -> bool {
        let is_person = |minds: ByPlayer<PlayerKind>| {
            Player::BOTH.iter().any(|&player| minds[player] == PlayerKind::Human)
        };
        self.with(|table| !is_person(table.minds())).unwrap_or(false)
    }

    /// Whether computers on both sides have been told to wait.
    pub(crate) fn paused(self) -> RwSignal<bool> {
        self.paused
    }

    /// Looks at the position before ply `place`; the last one is the game itself.
    pub(crate) fn look_at(self, place: usize) {
        let (now, plies) = untrack(|| self.place());
        let place = place.min(plies);
        // One step on is shown as it happened, any other jump at once.
        let played = (place == now + 1)
            .then(|| self.table.with_untracked(|table| table.as_ref()?.played(now)))
            .flatten();
        self.looking.set((place < plies).then_some(place));
        self.tell_place(place);
        self.show(played);
        if place == plies {
            self.drive();
        }
    }

    /// Tells those who listen what they look at.
    fn tell_place(self, place: usize) {
        let told = self.table.with_untracked(|table| {
            table.as_ref().map(|table| place_sentences(self.words_now(), table.record(), place))
        });
        self.said.say(told.into_iter().flatten());
    }

    /// Tosses the coin. A computer calls for itself.
    pub(crate) fn toss(self, called: Option<CoinSide>) {
        let coin = self.change(|table| table.toss(called));
        if coin.is_some() {
            self.show(None);
        }
    }

    /// Throws the sticks for whoever is to throw.
    pub(crate) fn throw(self) {
        if self.change(LocalGame::throw).is_none() {
            return;
        }
        self.announce_throw();
        self.show(None);
        self.drive();
    }

    fn announce_throw(self) {
        let words = self.words_now();
        let told = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            let AnyPosition::Senet(position) = table.position() else { return None };
            let roll = position.thrown()?;
            Some(words.throws(table.name(position.to_move()?), roll))
        });
        self.said.say(told);
    }

    /// A person's move.
    pub(crate) fn choose(self, ply: AnyPly) {
        match self.change(|table| table.choose(ply)) {
            Some(Some(played)) => self.after_move(played),
            Some(None) => self.after_trial(),
            None => {}
        }
    }

    /// A move is shown that waits to be committed.
    fn after_trial(self) {
        let preview = self.table.with_untracked(|table| table.as_ref().and_then(LocalGame::preview));
        let names = untrack(|| self.names());
        self.said.say(preview.into_iter().flat_map(|preview| narrate(self.words_now(), &preview, &names)));
        self.show(None);
    }

    /// Plays the move that is shown. The board shows it already.
    pub(crate) fn commit(self) {
        if let Some(played) = self.change(LocalGame::commit) {
            self.tell(&played);
            self.show(None);
            self.drive();
        }
    }

    /// Takes the shown move away.
    pub(crate) fn retract(self) {
        if untrack(|| self.trial()).is_some() {
            self.undo();
        }
    }

    /// Takes back, or takes the shown move away.
    pub(crate) fn undo(self) {
        self.rewind(LocalGame::undo);
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(self) {
        self.rewind(LocalGame::redo);
    }

    fn rewind(self, change: impl FnOnce(&mut LocalGame) -> bool) {
        self.interrupt();
        self.looking.set(None);
        self.refused.set(None);
        // Two computers would play at once what was taken back.
        self.paused.update(|paused| *paused |= untrack(|| self.has_only_computers()));
        let before = self.table.with_untracked(|table| table.as_ref().map_or(0, LocalGame::ply));
        self.table.update(|table| {
            if let Some(table) = table {
                change(table);
            }
        });
        self.tell_rewound(before);
        self.show(None);
        self.drive();
    }

    /// Tells those who listen what was played again since ply `before`, or that something was taken back.
    fn tell_rewound(self, before: usize) {
        let again: Vec<_> = self.table.with_untracked(|table| {
            let table = table.as_ref();
            table
                .map(|table| (before..table.ply()).filter_map(|ply| table.played(ply)).collect())
                .unwrap_or_default()
        });
        if again.is_empty() {
            let words = self.words_now();
            let mover =
                untrack(|| self.with(|table| Some(table.name(table.position().to_move()?).to_owned())))
                    .flatten();
            let whose = mover.map(|mover| words.turn_of(mover));
            self.said.say([words.taken_back().to_owned()].into_iter().chain(whose));
        }
        for played in &again {
            self.tell(played);
        }
    }

    /// Tells why a try came to nothing.
    pub(crate) fn refuse(self, why: String) {
        self.said.say([why.clone()]);
        self.refused.set(Some(why));
    }

    fn change<T>(self, change: impl FnOnce(&mut LocalGame) -> Result<T, ActionError>) -> Option<T> {
        self.refused.set(None);
        let done = self.table.try_update(|table| table.as_mut().map(change)).flatten()?;
        match done {
            Ok(done) => Some(done),
            Err(ActionError::Illegal(why)) => {
                self.refuse(refusal(self.words_now(), &why));
                None
            }
            Err(ActionError::NotNow) => None,
        }
    }

    fn after_move(self, played: AppliedMove) {
        self.tell(&played);
        self.show(Some(played));
        self.drive();
    }

    fn tell(self, played: &AppliedMove) {
        let words = self.words_now();
        let names = untrack(|| self.names());
        self.said.say(happened(words, played, &names));
        if let Some(outcome) = played.after.outcome() {
            let minds = self.table.with_untracked(|table| table.as_ref().map(LocalGame::minds));
            if let (Some(cues), Some(minds)) = (self.cues.get_value(), minds) {
                cues.run(Cue::of_end(outcome, minds));
            }
            self.table.with_untracked(|table| table.as_ref().map(current_game::finish));
            self.archive_pending_games();
        }
    }

    /// Makes the scene of what is to be seen now: a move that is only shown, else what was `played`.
    fn show(self, played: Option<AppliedMove>) {
        let looking = self.looking.get_untracked();
        let serial = self.scene.with_untracked(|scene| scene.as_ref().map_or(1, |scene| scene.serial + 1));
        let scene = self.table.with_untracked(|table| {
            let table = table.as_ref()?;
            let (position, sticks, trial) = match (looking, table.preview()) {
                (Some(place), _) => (*table.record().positions().get(place)?, None, None),
                (None, Some(preview)) => (preview.after, table.sticks(), Some(preview)),
                (None, None) => (table.position(), table.sticks(), None),
            };
            let is_trial = trial.is_some();
            Some(Scene { serial, position, played: trial.or(played), is_trial, sticks })
        });
        self.scene.set(scene);
        self.keep();
    }

    /// Keeps the game where a closed tab cannot lose it.
    fn keep(self) {
        let sets_aside = self.table.with_untracked(|table| {
            let mut ours = self.ours.get_value();
            let sets_aside = table.as_ref().is_some_and(|table| current_game::keep(table, &mut ours));
            self.ours.set_value(ours);
            sets_aside
        });
        if sets_aside {
            self.archive_pending_games();
        }
    }

    /// Puts away what is over or had to make room, and tells of the latter.
    fn archive_pending_games(self) {
        if !current_game::has_asides() {
            return;
        }
        spawn_local_scoped(async move {
            let done = match records::fetch().await {
                Ok(reading) => (reading.archive_pending_games)().await.ok(),
                Err(_) => None,
            };
            let words = self.words_now();
            self.has_put_away.update(|has| *has |= done == Some(true));
            match done {
                Some(true) => self.said.say([words.games_put_away().to_owned()]),
                Some(false) => {}
                // It stays where it is, and is tried again at the next visit.
                None => self.said.say([words.games_not_kept().to_owned()]),
            }
        });
    }
}

/// A seed nobody has seen.
fn fresh_seed() -> u64 {
    let mut bytes = [0; 8];
    let filled = window().crypto().and_then(|crypto| crypto.get_random_values_with_u8_array(&mut bytes));
    if filled.is_err() {
        return timer::now().to_bits();
    }
    u64::from_le_bytes(bytes)
}
