use std::collections::VecDeque;

use gebeta_client::{Backoff, Connection, Decision, Status};
use gebeta_i18n::Language;
use gebeta_match::{Match, Stage};
use gebeta_protocol::{Action, BySide, MatchId, Phrase, Side};
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, ByPlayer, GameKind, Player, Record};
use gebeta_session::Scene;
use leptos::prelude::*;

use super::chance::random;
use super::seat::{self, Seat};
use super::socket::Socket;
use super::wording;
use crate::components::announcements::Log;
use crate::platform::account::Account;
use crate::platform::settings::{Settings, settings};
use crate::sound::cue::Cue;

/// A game between people far apart, as one of them or a watcher has it on the screen.
///
/// The game is what follows from the events of the server, and nothing is shown that it has not told. The picture comes
/// after: scenes wait in a queue until the one before has been seen.
#[derive(Clone, Copy)]
pub(super) struct OnlineSession {
    pub(super) id: MatchId,
    /// With the game; those who look at it are notified of its events only.
    pub(super) connection: RwSignal<Connection>,
    /// Whose seat this is; none for a watcher.
    pub(super) side: RwSignal<Option<Side>>,
    /// Whether the free seat was asked for and is not known to be this browser's yet: who joins is never shown as a watcher.
    pub(super) joining: RwSignal<bool>,
    pub(super) status: RwSignal<Status>,
    pub(super) presence: RwSignal<BySide<Presence>>,
    /// How long a message takes to the server and back, in milliseconds.
    pub(super) lag: RwSignal<Option<u32>>,
    /// The same of each player, as the server measures it.
    pub(super) lags: RwSignal<BySide<Option<u32>>>,
    /// The server's time, a few times in a second.
    pub(super) now: RwSignal<u64>,
    /// The decision that is not answered; there is never a second one.
    pub(super) pending: RwSignal<Option<Decision>>,
    /// What screen readers are told.
    pub(super) said: Log,
    /// Why the last try was refused.
    pub(super) refused: RwSignal<Option<String>>,
    /// What the players said to each other last.
    pub(super) spoken: RwSignal<BySide<Option<Phrase>>>,
    pub(super) scene: RwSignal<Option<Scene>>,
    pub(super) queue: RwSignal<VecDeque<Scene>>,
    pub(super) settled: RwSignal<u64>,
    /// The ply an earlier position is looked at before; none while the game is followed.
    pub(super) looking: RwSignal<Option<usize>>,
    pub(super) seat: StoredValue<Seat>,
    pub(super) socket: StoredValue<Option<Socket>, LocalStorage>,
    /// The server's clock less ours, in milliseconds.
    pub(super) skew: StoredValue<f64>,
    pub(super) cues: Option<Callback<Cue>>,
    pub(super) account: Account,
    /// What comes over the wire comes without a context to ask for them.
    settings: RwSignal<Settings>,
}

/// Whether a player is there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Presence {
    /// Nothing was told yet.
    #[default]
    Unknown,
    /// At the board.
    Here,
    /// Gone, since then by the server's time.
    Away(u64),
}

impl OnlineSession {
    /// Comes to a game, and stays until the screen is left.
    pub(super) fn enter(id: MatchId) -> Self {
        let seat = Seat::kept(id).unwrap_or_else(|| Seat::new(None));
        let pending = seat::pending(id);
        let backoff = Backoff::new(u64::from_le_bytes(random()));
        let connection = Connection::new(id, seat.secret, backoff).with_pending(pending.clone());
        let room = Self {
            id,
            connection: RwSignal::new(connection),
            side: RwSignal::new(None),
            joining: RwSignal::new(false),
            status: RwSignal::new(Status::Connecting),
            presence: RwSignal::new(BySide::default()),
            lag: RwSignal::new(None),
            lags: RwSignal::new(BySide::default()),
            now: RwSignal::new(0),
            pending: RwSignal::new(pending),
            said: Log::new(),
            refused: RwSignal::new(None),
            spoken: RwSignal::new(BySide::default()),
            scene: RwSignal::new(None),
            queue: RwSignal::new(VecDeque::new()),
            settled: RwSignal::new(0),
            looking: RwSignal::new(None),
            seat: StoredValue::new(seat),
            socket: StoredValue::new_local(None),
            skew: StoredValue::new(0.0),
            cues: use_context(),
            account: Account::here(),
            settings: settings(),
        };
        room.hold_connection();
        room
    }

    /// The language of the page.
    pub(super) fn words(self) -> Language {
        self.settings.with(Settings::language)
    }

    /// The language of the page now, for what is said once.
    pub(super) fn words_now(self) -> Language {
        self.settings.with_untracked(Settings::language)
    }

    /// Looks at the game, if it is there.
    pub(super) fn with<T>(self, look: impl FnOnce(&Match) -> T) -> Option<T> {
        self.connection.with(|connection| connection.game().map(look))
    }

    pub(super) fn stage(self) -> Option<Stage> {
        self.with(Match::stage)
    }

    pub(super) fn record(self) -> Option<Record> {
        self.with(|game| game.record().clone())
    }

    /// What a side is called; a computer by its name in the language of the page.
    pub(super) fn name(self, side: Side) -> Option<String> {
        self.with(|game| wording::name(self.words(), game, side)).flatten()
    }

    pub(super) fn names(self) -> ByPlayer<String> {
        self.with(|game| wording::names(self.words(), game)).unwrap_or_default()
    }

    /// Which player of the board sits here.
    pub(super) fn player(self) -> Option<Player> {
        let side = self.side.get()?;
        self.with(|game| game.player_of(side)).flatten()
    }

    /// Whether who sits here is to decide.
    pub(super) fn is_my_turn(self) -> bool {
        let player = self.player();
        player.is_some() && self.with(Match::to_move).flatten() == player
    }

    /// Whether the board shows the game as it is, and no decision is under way.
    fn is_free(self) -> bool {
        let is_shown = self.looking.get().is_none() && self.queue.with(VecDeque::is_empty);
        is_shown && self.pending.with(Option::is_none)
    }

    fn has_sticks(self) -> Option<bool> {
        self.with(|game| matches!(game.record().rules, AnyRules::Senet(_)).then(|| game.thrown().is_some()))
            .flatten()
    }

    /// Whether who sits here may choose a move now.
    pub(super) fn may_choose(self) -> bool {
        self.is_my_turn() && self.has_sticks() != Some(false) && self.is_free()
    }

    /// Whether who sits here is to throw the sticks now.
    pub(super) fn may_throw(self) -> bool {
        self.is_my_turn() && self.has_sticks() == Some(false) && self.is_free()
    }

    pub(super) fn is_settled(self) -> bool {
        self.scene.with(|scene| scene.as_ref().is_none_or(|scene| scene.serial <= self.settled.get()))
            && self.queue.with(VecDeque::is_empty)
    }

    /// The move that was sent and is not acknowledged.
    pub(super) fn chosen(self) -> Option<AnyPly> {
        let Some(Decision { action: Action::Play { mv }, .. }) = self.pending.get() else {
            return None;
        };
        self.with(|game| match game.roll() {
            Some(roll) => mv.parse().ok().map(|mv| AnyPly::Senet(roll, mv)),
            None => mv.parse().ok().map(AnyPly::Mancala),
        })
        .flatten()
    }

    /// The ply looked at, and how many there are.
    pub(super) fn place(self) -> (usize, usize) {
        let plies = self.with(|game| game.record().plies().len()).unwrap_or(0);
        (self.looking.get().unwrap_or(plies), plies)
    }

    /// The move before the position that is looked at.
    pub(super) fn last(self) -> Option<(Player, AnyPly)> {
        let (place, _) = self.place();
        self.with(|game| game.record().moves().nth(place.checked_sub(1)?)).flatten()
    }

    /// Which of the two games is played.
    pub(super) fn kind(self) -> Option<GameKind> {
        self.with(|game| game.record().rules.game())
    }

    /// The position to decide in.
    pub(super) fn position(self) -> Option<AnyPosition> {
        self.with(Match::position)
    }

    /// Sends a move.
    pub(super) fn choose(self, ply: AnyPly) {
        if untrack(|| self.may_choose()) {
            let mv = match ply {
                AnyPly::Mancala(mv) => mv.to_string(),
                AnyPly::Senet(_, mv) => mv.to_string(),
            };
            self.act(Action::Play { mv });
        }
    }

    /// Tells why a try came to nothing.
    pub(super) fn refuse(self, why: String) {
        self.tell([why.clone()]);
        self.refused.set(Some(why));
    }

    /// Tells screen readers.
    pub(super) fn tell(self, sentences: impl IntoIterator<Item = String>) {
        self.said.say(sentences);
    }
}
