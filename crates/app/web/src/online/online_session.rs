use std::time::Duration;

use gebeta_client::{Down, Failed, Status};
use gebeta_i18n::Language;
use gebeta_match::{Match, Over};
use gebeta_protocol::{Action, Code, MatchId, Side};
use gebeta_rules::{ByPlayer, GameKind, Outcome, Player, Record};
use gebeta_session::{
    ActionError, Actions, Effect, FinishedGame, GameSession, Input, OnlineAnnouncement, OnlineEffect,
    OnlineEvent, OnlineSource, Prompt, Scene, Told, refusal, server_refusal,
};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::account::verify;
use super::chance::random;
use super::seat::{self, Seat};
use super::socket::Socket;
use crate::components::announcements::Log;
use crate::platform::account::Account;
use crate::platform::settings::{Settings, settings};
use crate::platform::{archive, timer};
use crate::route::Route;
use crate::sound::cue::Cue;

/// How often the clocks and the connection are looked at.
const TICK: Duration = Duration::from_millis(200);

/// An online game of a player or a watcher: a [`GameSession`] in a signal, and what carries out its effects.
///
/// Sockets, timers and buttons report through [`report`](Self::report), boards through [`handle`](Self::handle). What may be
/// done is decided by the session.
#[derive(Clone, Copy)]
pub(super) struct OnlineSession {
    pub(super) id: MatchId,
    session: RwSignal<GameSession<OnlineSource>>,
    pub(super) scene: RwSignal<Option<Scene>>,
    /// Milliseconds of a steady clock, a few times in a second.
    now: RwSignal<u64>,
    /// What has happened, for screen readers.
    pub(super) log: Log,
    /// Why the last try was refused.
    pub(super) refused: RwSignal<Option<String>>,
    seat: StoredValue<Seat>,
    socket: StoredValue<Option<Socket>, LocalStorage>,
    cues: Option<Callback<Cue>>,
    account: Account,
    /// Messages of a socket come without a context that has the settings.
    settings: RwSignal<Settings>,
    /// The sound of the end, until the board has shown it.
    end_cue: StoredValue<Option<Cue>>,
}

impl OnlineSession {
    /// Connects to a game, and stays connected until the page is left.
    pub(super) fn enter(id: MatchId) -> Self {
        let seat = Seat::stored(id).unwrap_or_else(|| Seat::new(None));
        let session = GameSession::online(id, seat.secret, seat::pending(id), random());
        let session = Self {
            id,
            session: RwSignal::new(session),
            scene: RwSignal::new(None),
            now: RwSignal::new(timer::now() as u64),
            log: Log::new(),
            refused: RwSignal::new(None),
            seat: StoredValue::new(seat),
            socket: StoredValue::new_local(None),
            cues: use_context(),
            account: Account::here(),
            settings: settings(),
            end_cue: StoredValue::new(None),
        };
        session.update(GameSession::start);
        let ticking = set_interval_with_handle(move || session.tick(), TICK).ok();
        let network = |is_there: bool| {
            move |_| session.report(OnlineEvent::Network { is_there, now: timer::now() as u64 })
        };
        let gone = window_event_listener(ev::offline, network(false));
        let back = window_event_listener(ev::online, network(true));
        on_cleanup(move || {
            ticking.inspect(IntervalHandle::clear);
            gone.remove();
            back.remove();
            session.socket.try_update_value(|socket| *socket = None);
        });
        session
    }

    /// Connects again with the seat that this browser has now.
    pub(super) fn take_seat(self) {
        if let Some(seat) = Seat::stored(self.id) {
            self.seat.set_value(seat);
        }
        self.report(OnlineEvent::Seated(self.seat.with_value(|seat| seat.secret)));
    }

    /// A player does something on the board, or the board reports something.
    pub(super) fn handle(self, input: Input) {
        if !matches!(input, Input::Settled(_)) {
            self.refused.set(None);
        }
        self.update(|session| session.handle(input));
    }

    /// A player decides something beside throwing and moving.
    pub(super) fn act(self, action: Action) {
        self.refused.set(None);
        self.report(OnlineEvent::Act(action));
    }

    /// The socket, the timer or a button reports something.
    pub(super) fn report(self, event: OnlineEvent) {
        self.update(|session| session.handle_event(event));
    }

    fn tick(self) {
        let now = timer::now() as u64;
        // What only depends on the time follows `now`; the rest of the page is not notified of every tick.
        let effects = self.session.try_maybe_update(|session| {
            let effects = session.handle_event(OnlineEvent::Tick(now));
            (!effects.is_empty(), effects)
        });
        self.perform_all(effects);
        self.now.try_set(now);
    }

    fn update(self, change: impl FnOnce(&mut GameSession<OnlineSource>) -> Vec<OnlineEffect>) {
        // The page may be gone by now.
        self.perform_all(self.session.try_update(change));
    }

    fn perform_all(self, effects: Option<Vec<OnlineEffect>>) {
        let Some(effects) = effects else { return };
        for effect in effects {
            self.perform(effect);
        }
        let (settled, is_settled) =
            untrack(|| self.with(|session| (session.view().settled_serial(), session.view().is_settled())));
        if self.log.release(settled) && is_settled && untrack(|| self.is_called()) {
            self.log.say([self.language_now().your_turn().to_owned()]);
        }
        if is_settled
            && let (Some(cues), Some(cue)) =
                (self.cues, self.end_cue.try_update_value(Option::take).flatten())
        {
            cues.run(cue);
        }
    }

    /// Adds lines to the log as soon as the board has shown what they are about.
    fn tell(self, sentences: Vec<String>) {
        self.log.hold(untrack(|| self.with(|session| session.view().last_serial())), sentences);
    }

    fn perform(self, effect: OnlineEffect) {
        match effect {
            OnlineEffect::Game(effect) => self.perform_on_board(effect),
            OnlineEffect::Open => self.open_socket(),
            OnlineEffect::Close => self.socket.update_value(|socket| *socket = None),
            OnlineEffect::Send(message) => self.socket.with_value(|socket| {
                if let Some(socket) = socket {
                    socket.send(&message);
                }
            }),
            OnlineEffect::StorePending(decision) => seat::store_pending(self.id, &decision),
            OnlineEffect::ForgetPending(decision) => seat::forget_pending(self.id, &decision),
            OnlineEffect::AskSeed => {
                // All tabs of a player have one envelope.
                let seat = Seat::stored(self.id).unwrap_or_else(|| self.seat.get_value());
                seat.store(self.id);
                self.report(OnlineEvent::Seed(seat.seed));
            }
            OnlineEffect::Status(
                Status::Down(Down::Refused(Code::SignedOut))
                | Status::Failed(Failed::Refused(Code::SignedOut)),
            ) => verify(self.account),
            OnlineEffect::Status(_) | OnlineEffect::Welcomed { .. } | OnlineEffect::History(_) => {}
            OnlineEffect::Announce(announcement) => self.announce(&announcement),
            OnlineEffect::Refuse(code) => self.refuse(server_refusal(self.language_now(), code)),
            OnlineEffect::Rewound => {
                self.scene.set(None);
                self.refuse(self.language_now().online_rewound().to_owned());
            }
            OnlineEffect::Finished(finished) => self.store_finished(*finished),
            OnlineEffect::Rematch { id, is_live } => {
                if is_live && untrack(|| self.side()).is_some() {
                    Route::OnlineGame(id.to_string()).go();
                }
            }
        }
    }

    fn perform_on_board(self, effect: Effect) {
        match effect {
            Effect::Show(scene) => self.scene.set(Some(scene)),
            Effect::Announce(announcement) => {
                self.refused.set(None);
                self.tell(announcement.sentences(self.language_now(), &untrack(|| self.names())));
            }
            Effect::Refuse(ActionError::Illegal(error)) => self.refuse(refusal(self.language_now(), &error)),
            // The server stores and moves.
            Effect::Refuse(ActionError::NotNow)
            | Effect::Save
            | Effect::Finish
            | Effect::Search(_)
            | Effect::StopSearch
            | Effect::Wait(_) => {}
        }
    }

    fn open_socket(self) {
        let now = || timer::now() as u64;
        let socket = Socket::open(
            self.id,
            move || self.report(OnlineEvent::Opened),
            move |text| self.report(OnlineEvent::Text { text, now: now() }),
            move |code| self.report(OnlineEvent::Closed { code: Some(code), now: now() }),
        );
        let is_open = socket.is_some();
        self.socket.update_value(|known| *known = socket);
        if !is_open {
            self.report(OnlineEvent::Closed { code: None, now: now() });
        }
    }

    fn announce(self, announcement: &OnlineAnnouncement) {
        let sentences = untrack(|| {
            let names = self.names();
            self.with_game(|game| announcement.sentences_for(self.language_now(), game, &names))
                .unwrap_or_default()
        });
        match announcement {
            OnlineAnnouncement::Started { .. }
            | OnlineAnnouncement::TakenBack { .. }
            | OnlineAnnouncement::Ended(_) => {
                self.tell(sentences);
            }
            _ => self.log.say(sentences),
        }
        match announcement {
            OnlineAnnouncement::Started { .. } | OnlineAnnouncement::TakenBack { .. } => {
                self.refused.set(None);
            }
            OnlineAnnouncement::Ended(Over { outcome: Some(outcome), .. }) => {
                self.play_end((*outcome).into());
            }
            _ => {}
        }
    }

    fn play_end(self, outcome: Outcome) {
        let player = untrack(|| self.player());
        let cue = match outcome {
            Outcome::Draw => Cue::Draw,
            Outcome::Win(winner) if player.is_none_or(|player| player == winner) => Cue::Win,
            Outcome::Win(_) => Cue::Loss,
        };
        self.end_cue.set_value(Some(cue));
    }

    /// Stores what a player keeps of a finished game: its record, and the seat at the game that follows, which the same secret
    /// opens. However often it is reported, it is stored once.
    fn store_finished(self, finished: FinishedGame) {
        let FinishedGame { mut record, ended_at, rematch, .. } = finished;
        // Another tab may have been quicker.
        if let Some(next) = rematch.filter(|next| Seat::stored(*next).is_none()) {
            Seat::new(self.seat.with_value(|seat| seat.secret)).store(next);
        }
        if !record.plies().is_empty() {
            record.notes.push((archive::KEPT.to_owned(), (ended_at / 1000).to_string()));
            spawn_local(async move {
                // Where nothing can be stored, the server still has it.
                let _ = archive::import(record).await;
            });
        }
    }

    /// Says why a try had no effect.
    pub(super) fn refuse(self, why: String) {
        self.log.say([why.clone()]);
        self.refused.set(Some(why));
    }

    /// The language of the page now, for what is said once.
    pub(super) fn language_now(self) -> Language {
        self.settings.with_untracked(Settings::language)
    }
}

/// What the page shows.
impl OnlineSession {
    /// Reads the session.
    pub(super) fn with<T>(self, read: impl FnOnce(&GameSession<OnlineSource>) -> T) -> T {
        self.session.with(read)
    }

    /// Reads what comes from the server.
    pub(super) fn source<T>(self, read: impl FnOnce(&OnlineSource) -> T) -> T {
        self.with(|session| read(session.source()))
    }

    /// Reads what also depends on the time, which is passed as well.
    pub(super) fn source_now<T>(self, read: impl FnOnce(&OnlineSource, u64) -> T) -> T {
        let now = self.now.get();
        self.source(|source| read(source, now))
    }

    /// Reads the game, if it is known.
    pub(super) fn with_game<T>(self, read: impl FnOnce(&Match) -> T) -> Option<T> {
        self.source(|source| source.game().map(read))
    }

    /// What the game waits for.
    pub(super) fn prompt(self) -> Prompt {
        self.with(GameSession::prompt)
    }

    /// What may be done now.
    pub(super) fn allowed(self) -> Actions {
        self.now.track();
        self.with(GameSession::allowed)
    }

    /// What may be done once no decision is on its way.
    pub(super) fn possible(self) -> Actions {
        self.source_now(|source, _| source.possible())
    }

    /// Whose seat this is; none for a watcher.
    pub(super) fn side(self) -> Option<Side> {
        self.source(OnlineSource::side)
    }

    /// Which player of the board sits here.
    pub(super) fn player(self) -> Option<Player> {
        self.source(OnlineSource::player)
    }

    /// Whether a decision is not answered yet.
    pub(super) fn is_sending(self) -> bool {
        self.source(|source| source.pending().is_some())
    }

    pub(super) fn status(self) -> Status {
        self.source(OnlineSource::status)
    }

    pub(super) fn record(self) -> Option<Record> {
        self.with_game(|game| game.record().clone())
    }

    /// What a side is called; a computer by its name in the language of the page.
    pub(super) fn name(self, side: Side) -> Option<String> {
        let language = self.settings.with(Settings::language);
        self.source(|source| source.name(language, side))
    }

    /// What the players of the board are called; the player here is "you".
    pub(super) fn names(self) -> ByPlayer<String> {
        let language = self.settings.with(Settings::language);
        self.source(|source| {
            let mut names = source.names(language);
            if let Some(player) = source.player() {
                language.you().clone_into(&mut names[player]);
            }
            names
        })
    }

    /// What people are told of the game; it follows what the board has shown.
    pub(super) fn told<T>(self, read: impl FnOnce(&Told) -> T) -> T {
        self.with(|session| read(session.told()))
    }

    /// Whether the player here is to throw or to choose a move, as far as it is told.
    pub(super) fn is_called(self) -> bool {
        self.told(|told| matches!(told.prompt, Prompt::Throw(_) | Prompt::Choose(_)))
    }

    /// The game as far as the board has shown it.
    pub(super) fn told_record(self) -> Option<Record> {
        let plies = self.told(|told| told.plies);
        let mut record = self.record()?;
        if plies < record.plies().len() {
            record.take_back_to(plies);
        }
        Some(record)
    }

    /// The ply that is looked at, and how many there are.
    pub(super) fn place(self) -> (usize, usize) {
        self.with(GameSession::place)
    }

    pub(super) fn is_looking_back(self) -> bool {
        self.with(|session| session.view().looking().is_some())
    }

    /// Whether the board shows the last scene completely.
    pub(super) fn is_settled(self) -> bool {
        self.with(|session| session.view().is_settled())
    }

    /// Which of the two games is played.
    pub(super) fn kind(self) -> Option<GameKind> {
        self.with_game(|game| game.record().rules.game())
    }
}
