//! What front ends ask of an online game.

use gebeta_client::{Decision, Status};
use gebeta_i18n::Language;
use gebeta_match::{Match, Stage};
use gebeta_protocol::{Action, MatchId, Phrase, Side};
use gebeta_rules::{AnyPly, ByPlayer, Player};

use super::OnlineSource;
use crate::{Presence, Proof, player_names, side_name};

/// An offer of the other player, to be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take a move back.
    Takeback,
}

impl Offer {
    /// The action that accepts or declines it.
    pub const fn answer(self, accept: bool) -> Action {
        match (self, accept) {
            (Self::Draw, true) => Action::AcceptDraw,
            (Self::Draw, false) => Action::DeclineDraw,
            (Self::Takeback, true) => Action::AcceptTakeback,
            (Self::Takeback, false) => Action::DeclineTakeback,
        }
    }
}

impl OnlineSource {
    /// How long a phrase is shown, in milliseconds.
    pub const PHRASE_MS: u64 = 6_000;

    /// The id of the game.
    pub const fn id(&self) -> MatchId {
        self.connection.id()
    }

    /// The game as far as it is known here.
    pub const fn game(&self) -> Option<&Match> {
        self.connection.game()
    }

    /// This player's seat; none for a watcher, and before the server has said.
    pub const fn side(&self) -> Option<Side> {
        self.connection.side()
    }

    /// Which player of the board sits here.
    pub fn player(&self) -> Option<Player> {
        self.game()?.player_of(self.side()?)
    }

    /// Whether the free seat was asked for and is not known to be this player's yet.
    pub const fn is_joining(&self) -> bool {
        self.is_joining
    }

    /// Whether one watches here.
    pub fn is_watching(&self) -> bool {
        self.game().is_some() && self.side().is_none() && !self.is_joining
    }

    /// How the connection is.
    pub const fn status(&self) -> Status {
        self.connection.status()
    }

    /// The decision that is not answered; there is never a second one.
    pub const fn pending(&self) -> Option<&Decision> {
        self.connection.pending()
    }

    /// The move that was sent and is not answered.
    pub fn chosen(&self) -> Option<AnyPly> {
        match &self.pending()?.action {
            Action::Play { mv } => self.game()?.ply(mv),
            _ => None,
        }
    }

    /// Whether a player is connected, as the server says.
    pub fn presence(&self, side: Side) -> Presence {
        self.presence[side]
    }

    /// Whether a player is there; a computer player always is.
    pub fn is_here(&self, side: Side) -> bool {
        let is_bot = self.game().is_some_and(|game| game.bots()[side].is_some());
        is_bot || self.presence[side] == Presence::Here
    }

    /// How long the messages of a player take, there and back, in milliseconds.
    pub fn lag(&self, side: Side) -> Option<u64> {
        let own = self.lag.filter(|_| self.side() == Some(side));
        own.or_else(|| self.lags[side].map(u64::from))
    }

    /// How long the messages of this program take, there and back, in milliseconds.
    pub const fn own_lag(&self) -> Option<u64> {
        self.lag
    }

    /// What a player has said in the last seconds.
    pub fn phrase(&self, side: Side) -> Option<Phrase> {
        let (phrase, said) = self.phrases[side]?;
        (self.now < said + Self::PHRASE_MS).then_some(phrase)
    }

    /// The server's time at `now`, in milliseconds since 1970; none before the first connection.
    pub fn server_time(&self, now: u64) -> Option<u64> {
        self.clock.time(now)
    }

    /// What a player has left at `now`, in milliseconds; none without a clock.
    pub fn time_left(&self, player: Player, now: u64) -> Option<u64> {
        self.game()?.clock().left(player, self.server_time(now)?)
    }

    /// What the envelopes prove, once the game is over.
    pub const fn proof(&self) -> Option<&Proof> {
        self.proof.as_ref()
    }

    /// The offer of the other player that is to be answered.
    pub fn offer(&self) -> Option<Offer> {
        let (game, side) = (self.game()?, self.side()?);
        let is_theirs = |offer: Option<Side>| game.stage() == Stage::Playing && offer == Some(!side);
        if is_theirs(game.draw_offer()) {
            Some(Offer::Draw)
        } else {
            is_theirs(game.takeback()).then_some(Offer::Takeback)
        }
    }

    /// What a side is called; none while its seat is free or the game is not known.
    pub fn name(&self, l: Language, side: Side) -> Option<String> {
        side_name(l, self.game()?, side)
    }

    /// What both players of the board are called, as far as it is known who sits where.
    pub fn names(&self, l: Language) -> ByPlayer<String> {
        self.game().map(|game| player_names(l, game)).unwrap_or_default()
    }

    /// When [`OnlineEvent::Tick`](crate::OnlineEvent::Tick) is due at the latest; none for never.
    pub fn next_tick(&self) -> Option<u64> {
        self.connection.next_tick()
    }
}
