//! A game by a link: the board follows the server's log, and what is done here is sent there.

use gebeta_match::{Match, Over, Stage};
use gebeta_protocol::{Action, BySide, Event, Logged, MatchId, Side};
use gebeta_rules::{AnyPosition, AppliedMove, ByPlayer, Chance as _, CoinSide, GameKind, Player};
use gebeta_session::narrate;

use crate::input::Line;
use crate::motion::{Motion, TUMBLE};
use crate::move_selection::MoveSelection;
use crate::scene::Scene;
use crate::screen::narration::Narration;
use crate::words::{phrase, refused};
use crate::{Effect, Model, News, Order, Trouble, Visit};

mod keys;

pub use keys::order;
pub(crate) use keys::{click, key, with_online};

/// A game by a link.
#[derive(Debug)]
pub struct Online {
    /// The number of the visit; what an older one tells is not heard.
    pub ticket: u64,
    /// Where one went, and what for.
    pub visit: Visit,
    /// The link, for others.
    pub link: Option<String>,
    /// The game, as far as its log is known here.
    pub game: Option<Match>,
    /// The seat; none for whoever watches.
    pub side: Option<Side>,
    /// How the connection is.
    pub wire: Wire,
    /// Who is there.
    pub here: BySide<bool>,
    /// How long a message goes there and back.
    pub lag: Option<u64>,
    /// The same for the players, as the server measures it.
    pub lags: BySide<Option<u32>>,
    /// A decision that has no answer yet.
    pub pending: Option<Action>,
    /// The move that is being shown.
    pub motion: Option<Motion>,
    /// When the sticks were thrown.
    pub thrown: Option<u64>,
    /// The chosen pit of the mover, or the chosen move of the list; from 0.
    pub cursor: usize,
    /// What was told.
    pub told: Narration,
    /// A refusal or another word; stays until the next key.
    pub notice: Option<String>,
    /// An earlier position that is looked at, by its ply.
    pub looking: Option<usize>,
    /// Something that is asked.
    pub asking: Option<Asking>,
    /// Whether the card at the end is put aside.
    pub aside: bool,
    /// What the envelopes prove, once they are open.
    pub proof: Option<Proof>,
    id: Option<MatchId>,
    /// The server's clock, and ours when it said so.
    clock: Option<(u64, u64)>,
    /// Whether there was a connection before.
    was_here: bool,
    left: bool,
}

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wire {
    /// It is being made.
    Connecting,
    /// It is there.
    Open,
    /// It is gone, and is being made again.
    Away(Trouble),
    /// It will not come back.
    Failed(Trouble),
}

/// What is asked at a game by a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Whether to leave.
    Leave,
    /// Whether to give up.
    Resign,
    /// Whether to call it off.
    Abort,
    /// What to say.
    Phrase,
    /// Where to save.
    Save(Line),
}

/// What the envelopes of a game prove.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Proof {
    /// There was no chance.
    NoChance,
    /// Everything fell as it was sealed.
    Matches {
        /// How many throws.
        throws: usize,
    },
    /// Nobody had sealed anything.
    NotProvable,
    /// Something did not.
    Broken(String),
}

/// What the game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// There is nothing of the game here yet.
    Nothing,
    /// The other seat is free.
    Waiting,
    /// Envelopes are being sealed and opened.
    Sealing,
    /// One's decision is on its way.
    Sending,
    /// One is to throw the sticks.
    Throw,
    /// One is to choose a move.
    Choose(Player),
    /// Somebody else is to decide.
    Other(Player),
    /// Nothing any more.
    Over(Over),
}

impl Online {
    pub(crate) fn new(ticket: u64, visit: Visit) -> Self {
        Self {
            ticket,
            visit,
            link: None,
            game: None,
            side: None,
            wire: Wire::Connecting,
            here: BySide::default(),
            lag: None,
            lags: BySide::default(),
            pending: None,
            motion: None,
            thrown: None,
            cursor: 0,
            told: Narration::default(),
            notice: None,
            looking: None,
            asking: None,
            aside: false,
            proof: None,
            id: None,
            clock: None,
            was_here: false,
            left: false,
        }
    }

    /// Which game it is; mancala while nothing is known.
    pub fn kind(&self) -> GameKind {
        self.game.as_ref().map_or(GameKind::Mancala, |game| game.record().rules.game())
    }

    /// What the players are called.
    pub fn names(&self) -> ByPlayer<String> {
        let name = |player| self.game.as_ref().map(|game| game.record().players[player].name.clone());
        ByPlayer::from_fn(|player| name(player).unwrap_or_default())
    }

    /// What a side is called.
    pub fn name_of(&self, side: Side) -> String {
        let name = self.game.as_ref().and_then(|game| game.names()[side].as_ref());
        name.map(ToString::to_string).unwrap_or_default()
    }

    /// The player of the board one is.
    pub fn me(&self) -> Option<Player> {
        self.game.as_ref()?.player_of(self.side?)
    }

    /// Whether somebody is there; a computer always is.
    pub fn is_here(&self, side: Side) -> bool {
        self.here[side] || self.game.as_ref().is_some_and(|game| game.bots()[side].is_some())
    }

    /// Whose offer stands, if it is the other's: a draw, or to take a move back.
    pub fn offer(&self) -> Option<Offer> {
        let (game, side) = (self.game.as_ref()?, self.side?);
        if game.draw_offer() == Some(!side) {
            Some(Offer::Draw)
        } else if game.takeback() == Some(!side) {
            Some(Offer::Takeback)
        } else {
            None
        }
    }

    /// Whether the player here may abort the game.
    pub fn may_abort(&self) -> bool {
        self.side.is_some() && self.game.as_ref().is_some_and(Match::may_abort)
    }

    /// Whether something is still being shown that hides what comes next.
    pub fn is_busy(&self, now: u64) -> bool {
        let moving = self.motion.as_ref().is_some_and(|motion| !motion.is_over(now));
        moving || self.thrown.is_some_and(|since| now < since + TUMBLE)
    }

    /// Whether the next frame differs from this one without a key.
    pub fn moves_by_itself(&self, now: u64) -> bool {
        self.motion.is_some() || self.is_busy(now) || !matches!(self.wire, Wire::Open | Wire::Failed(_))
    }

    /// What the game waits for, whatever is being shown.
    pub fn turn(&self) -> Turn {
        let Some(game) = &self.game else { return Turn::Nothing };
        match (game.stage(), game.to_move()) {
            (Stage::Over(over), _) => Turn::Over(over),
            (Stage::Waiting, _) => Turn::Waiting,
            (Stage::Sealing, _) | (Stage::Playing, None) => Turn::Sealing,
            (Stage::Playing, Some(mover)) if self.me() != Some(mover) => Turn::Other(mover),
            (Stage::Playing, Some(_)) if self.pending.is_some() => Turn::Sending,
            (Stage::Playing, Some(mover)) => match game.position() {
                AnyPosition::Senet(position) if position.thrown().is_none() => Turn::Throw,
                _ => Turn::Choose(mover),
            },
        }
    }

    /// What a player has left, in milliseconds; none without a clock.
    pub fn time_left(&self, player: Player, now: u64) -> Option<u64> {
        let (server, here) = self.clock?;
        self.game.as_ref()?.clock().left(player, server + now.saturating_sub(here))
    }

    /// What may be chosen.
    pub fn hand(&self) -> MoveSelection {
        MoveSelection::new(self.game.as_ref().map(Match::position), self.cursor)
    }

    /// What the chosen move would do.
    pub fn preview(&self) -> Option<AppliedMove> {
        self.game.as_ref()?.position().apply(self.hand().chosen()?).ok()
    }

    /// The board as it is to be drawn now.
    pub fn scene(&self, now: u64) -> Option<Scene> {
        let record = self.game.as_ref()?.record();
        if let Some(ply) = self.looking {
            return record.positions().get(ply).map(Scene::of);
        }
        if let Some(motion) = self.motion.as_ref().filter(|motion| !motion.is_over(now)) {
            return Some(motion.scene(now));
        }
        let last = record.plies().len().checked_sub(1);
        let played = last.and_then(|ply| record.applied(ply));
        Some(played.map_or_else(|| Scene::of(record.position()), |played| Scene::after(&played)))
    }

    /// Puts the cursor on something that may be played.
    fn rest_cursor(&mut self) {
        self.cursor = self.hand().rested();
    }

    fn tell(&mut self, sentence: String) {
        let ply = self.game.as_ref().map_or(0, |game| game.record().plies().len());
        self.told.tell(ply, sentence);
    }

    /// Takes note of what the network tells.
    pub(crate) fn news(&mut self, news: News, model: &Model) -> Vec<Effect> {
        let l = model.language;
        match news {
            News::Game { id, link } => self.enter(id, link),
            News::Welcome { side, now } => {
                self.side = side;
                self.clock = Some((now, model.now));
                self.wire = Wire::Open;
                if self.was_here {
                    self.tell(l.term_online_back().to_owned());
                } else if side.is_none() {
                    self.tell(l.online_watching().to_owned());
                }
                self.was_here = true;
            }
            News::SeatTaken => self.notice = Some(l.term_online_seat_taken().to_owned()),
            News::Events(list) => return self.learn(&list, model),
            News::Answer(answer) => {
                self.pending = None;
                if let Err(code) = answer {
                    self.notice = Some(refused(l, code));
                }
            }
            News::Presence(side, online) => {
                let was = std::mem::replace(&mut self.here[side], online);
                if !online {
                    self.lags[side] = None;
                }
                if was != online && self.side != Some(side) {
                    let who = self.name_of(side);
                    self.tell(if online { l.term_online_comes(who) } else { l.term_online_goes(who) });
                }
            }
            News::Said(side, said) => {
                let sentence = l.term_online_says(self.name_of(side), phrase(l, said));
                self.tell(sentence);
            }
            News::Lag(lag) => self.lag = Some(lag),
            News::LagOf(side, ms) => self.lags[side] = Some(ms),
            News::Away(trouble) => {
                self.wire = Wire::Away(trouble);
                self.lag = None;
                self.lags = BySide::default();
            }
            News::Failed(trouble) => self.wire = Wire::Failed(trouble),
        }
        Vec::new()
    }

    /// Another game: the one of the link, or the one that follows it.
    fn enter(&mut self, id: MatchId, link: String) {
        let (ticket, visit, told) = (self.ticket, self.visit.clone(), std::mem::take(&mut self.told));
        *self = Self { id: Some(id), link: Some(link), told, ..Self::new(ticket, visit) };
    }

    fn learn(&mut self, list: &[Logged], model: &Model) -> Vec<Effect> {
        let mut effects = Vec::new();
        // What had happened before one came is not shown again stone by stone.
        let is_history = self.game.is_none() || list.len() > 3;
        for event in list {
            match &mut self.game {
                Some(game) if event.seq <= game.revision() => continue,
                Some(game) => {
                    if game.apply(event).is_err() {
                        self.wire = Wire::Failed(Trouble::Strange);
                        return effects;
                    }
                }
                None => match self.id.and_then(|id| Match::new(id, event).ok()) {
                    Some(game) => self.game = Some(game),
                    None => {
                        self.wire = Wire::Failed(Trouble::Strange);
                        return effects;
                    }
                },
            }
            effects.extend(self.happened(event, is_history, model));
        }
        self.rest_cursor();
        effects
    }

    /// Shows and tells what has happened.
    fn happened(&mut self, event: &Logged, is_history: bool, model: &Model) -> Vec<Effect> {
        let l = model.language;
        let Some(game) = &self.game else { return Vec::new() };
        let names = self.names();
        let sentence = match &event.what {
            Event::Started { .. } => {
                let tossed = game.record().coin.map(|coin| {
                    let side = if coin.fell == CoinSide::Heads { l.heads() } else { l.tails() };
                    l.coin_shows(side, &names[coin.first()])
                });
                self.tell(l.versus(&names.one, &names.two));
                let Some(tossed) = tossed else { return Vec::new() };
                tossed
            }
            Event::Thrown { .. } => {
                let Some((roll, mover)) = game.roll().zip(game.to_move()) else { return Vec::new() };
                if !is_history && model.settings.animation.stone().is_some() {
                    self.thrown = Some(model.now);
                }
                let ply = game.record().plies().len();
                self.looking = None;
                self.told.tell_later(ply, l.throws(&names[mover], roll));
                if self.hand().must_pass() {
                    self.told.tell_later(ply, l.term_no_moves(&names[mover]));
                }
                return Vec::new();
            }
            Event::Played { .. } => {
                self.played(is_history, model);
                return Vec::new();
            }
            Event::DrawOffered { side } => l.term_online_draw_offered(self.name_of(*side)),
            Event::DrawDeclined => l.term_online_draw_declined().to_owned(),
            Event::TakebackAsked { side } => l.term_online_takeback_asked(self.name_of(*side)),
            Event::TakebackDeclined => l.term_online_takeback_declined().to_owned(),
            Event::TakenBack { .. } => {
                let ply = game.record().plies().len();
                self.told.take_back_to(ply);
                self.motion = None;
                self.looking = None;
                l.term_online_taken_back().to_owned()
            }
            Event::Ended { .. } => return self.ended(is_history, model),
            Event::RematchOffered { side } if self.side != Some(*side) => {
                l.term_online_rematch_wanted(self.name_of(*side))
            }
            _ => return Vec::new(),
        };
        self.tell(sentence);
        Vec::new()
    }

    fn played(&mut self, is_history: bool, model: &Model) {
        let Some(record) = self.game.as_ref().map(Match::record) else { return };
        let Some(last) = record.plies().len().checked_sub(1) else { return };
        let Some(played) = record.applied(last) else { return };
        let sentences = narrate(model.language, &played, &self.names());
        self.told.land();
        self.told.tell_move(last + 1, sentences);
        self.thrown = None;
        self.looking = None;
        self.motion =
            if is_history { None } else { Motion::new(played, model.settings.animation, model.now) };
    }

    /// The end: what the envelopes prove, and the game for the statistics.
    fn ended(&mut self, is_history: bool, model: &Model) -> Vec<Effect> {
        let Some(game) = &self.game else { return Vec::new() };
        self.proof = Some(proof(game));
        self.aside = false;
        let finished = game.record().outcome().is_some() && self.side.is_some() && !is_history;
        let kept =
            (finished && model.settings.statistics).then(|| Effect::Add(Box::new(game.record().clone())));
        kept.into_iter().collect()
    }

    /// Lets everything happen that happens by itself.
    pub(crate) fn drive(&mut self, now: u64) {
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
        if !self.is_busy(now) {
            self.told.land();
        }
    }

    /// Sends a decision; one at a time, so that each is about a position that was seen.
    fn decide(&mut self, action: Action, model: &Model) -> Vec<Effect> {
        if self.pending.is_some() {
            self.notice = Some(model.language.term_online_sending().to_owned());
            return Vec::new();
        }
        self.notice = None;
        self.pending = Some(action.clone());
        vec![Effect::Order(Order::Do(action))]
    }
}

/// An offer of the other player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take a move back.
    Takeback,
}

/// Opens all envelopes and compares.
fn proof(game: &Match) -> Proof {
    use gebeta_fairness::FairnessError;
    match gebeta_fairness::verify(&game.to_record()) {
        Ok(verdict) => Proof::Matches { throws: verdict.throws },
        Err(FairnessError::NoEnvelopes | FairnessError::NoChance | FairnessError::CalledOff) => {
            Proof::NoChance
        }
        Err(FairnessError::NotProvable) => Proof::NotProvable,
        Err(other) => Proof::Broken(other.to_string()),
    }
}
