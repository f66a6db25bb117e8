use gebeta_client::{Applied, Backoff, Connection, Decision, Output, Status};
use gebeta_fairness::Digest;
use gebeta_match::{Match, Moment, Stage, check};
use gebeta_protocol::{Action, BySide, Code, Event, MatchId, MoveId, Phrase, SeatSecret, Side};
use gebeta_rules::{AnyPly, AnyRules, Record};

use crate::server_clock::ServerClock;
use crate::{
    ActionError, Actions, BoardView, Effect, FinishedGame, GameSession, Input, OnlineAnnouncement,
    OnlineEffect, OnlineEvent, PlayerKind, Presence, Prompt, Proof, Scene, Source,
};

mod queries;

pub use queries::Offer;

/// An online game, as one of its players or a watcher has it: the connection to its server, and what the server has said.
///
/// The game is what follows from the server's log; a decision made here takes effect when the server sends its event.
#[derive(Clone, Debug)]
pub struct OnlineSource {
    connection: Connection,
    /// Where the ids of decisions come from.
    randomness: [u8; 32],
    /// How many decisions were made.
    decisions: u64,
    has_connected: bool,
    is_joining: bool,
    presence: BySide<Presence>,
    /// How long a message takes to the server and back, in milliseconds.
    lag: Option<u64>,
    /// The same of each player, as the server measures it.
    lags: BySide<Option<u32>>,
    /// What each player said last, and when.
    phrases: BySide<Option<(Phrase, u64)>>,
    clock: ServerClock,
    now: u64,
    /// The revision at which the seed of this player's envelope was asked for.
    seed_asked: Option<u64>,
    proof: Option<Proof>,
    /// Whether it was reported that the game is over.
    is_reported: bool,
    /// The rematch that was reported.
    rematch: Option<MatchId>,
}

impl GameSession<OnlineSource> {
    /// An online game. Without a secret a cookie opens the seat, or one watches; `pending` is a decision of an earlier session
    /// that was never answered, and `randomness` is drawn anew for each session.
    pub fn online(
        id: MatchId,
        secret: Option<SeatSecret>,
        pending: Option<Decision>,
        randomness: [u8; 32],
    ) -> Self {
        Self::new(OnlineSource::new(id, secret, pending, randomness))
    }
}

impl OnlineSource {
    fn new(id: MatchId, secret: Option<SeatSecret>, pending: Option<Decision>, randomness: [u8; 32]) -> Self {
        let backoff = Backoff::new(u64::from_le_bytes(derive(&randomness, 0)));
        Self {
            connection: Connection::new(id, secret, backoff).with_pending(pending),
            randomness,
            decisions: 0,
            has_connected: false,
            is_joining: false,
            presence: BySide::default(),
            lag: None,
            lags: BySide::default(),
            phrases: BySide::default(),
            clock: ServerClock::default(),
            now: 0,
            seed_asked: None,
            proof: None,
            is_reported: false,
            rematch: None,
        }
    }

    /// What may be done once no decision is on its way: front ends show these actions, and enable those that are
    /// [allowed](Source::allowed).
    pub fn possible(&self) -> Actions {
        let may = |action: Action| self.check(&action).is_ok();
        let abort = may(Action::Abort);
        let is_up = self.connection.is_up();
        Actions {
            throw: may(Action::Throw),
            choose: may(Action::Play { mv: String::new() }),
            ask_takeback: may(Action::AskTakeback),
            answer_takeback: may(Action::DeclineTakeback),
            offer_draw: may(Action::OfferDraw),
            answer_draw: may(Action::DeclineDraw),
            // Without a connection nobody knows who is away.
            claim: is_up && may(Action::Claim),
            abort,
            // A game that does not count yet is aborted instead.
            resign: !abort && may(Action::Resign),
            rematch: may(Action::Rematch),
            say: is_up && self.side().is_some(),
            ..Actions::default()
        }
    }

    /// Whether the server would do this now, as far as it is known here.
    fn check(&self, action: &Action) -> Result<(), Code> {
        let side = self.side().ok_or(Code::NotAPlayer)?;
        let game = self.game().ok_or(Code::NotStarted)?;
        let away = BySide { a: self.presence.a.away_since(), b: self.presence.b.away_since() };
        let now = self.server_time(self.now).unwrap_or_default();
        match check(game, side, action, &Moment { now, away, ..Moment::default() }) {
            // The second offer makes the game.
            Err(Code::Offered) if *action == Action::Rematch && game.rematch_offer() == Some(!side) => Ok(()),
            checked => checked,
        }
    }
}

impl Source for OnlineSource {
    type Event = OnlineEvent;
    type Effect = OnlineEffect;

    fn record(&self) -> Option<&Record> {
        self.game().map(Match::record)
    }

    fn prompt(&self) -> Prompt {
        let Some(game) = self.game().filter(|_| !self.is_joining) else {
            return if self.is_joining { Prompt::WaitingForOpponent } else { Prompt::Connecting };
        };
        match (game.stage(), game.to_move()) {
            (Stage::Waiting, _) => Prompt::WaitingForOpponent,
            (Stage::Sealing, _) => Prompt::Sealing,
            (Stage::Over(over), _) => Prompt::Over(over.outcome.map(Into::into)),
            (Stage::Playing, None) => Prompt::Over(game.record().outcome()),
            (Stage::Playing, Some(mover)) if self.player() != Some(mover) => Prompt::Opponent(mover),
            (Stage::Playing, Some(_)) if self.pending().is_some() => Prompt::Sending,
            (Stage::Playing, Some(mover)) => match game.record().rules {
                AnyRules::Senet(_) if game.thrown().is_none() => Prompt::Throw(mover),
                AnyRules::Senet(_) | AnyRules::Mancala(_) | AnyRules::Sowing(_) => Prompt::Choose(mover),
            },
        }
    }

    fn allowed(&self) -> Actions {
        let possible = self.possible();
        if self.pending().is_none() { possible } else { Actions { say: possible.say, ..Actions::default() } }
    }

    fn scene(&self) -> Option<Scene> {
        let game = self.game()?;
        let has_begun = game.player_of(Side::A).is_some();
        has_begun.then(|| Scene::still(game.position(), game.thrown()))
    }

    fn decide(&mut self, input: Input, view: &mut BoardView) -> Vec<OnlineEffect> {
        let mut effects = Vec::new();
        match input {
            Input::Throw => self.act(Action::Throw, view, &mut effects),
            Input::Choose(ply) => self.choose(ply, view, &mut effects),
            Input::Undo => self.act(Action::AskTakeback, view, &mut effects),
            Input::Toss(_) | Input::Commit | Input::Redo | Input::LookAt(_) | Input::Settled(_) => {
                effects.push(Effect::Refuse(ActionError::NotNow).into());
            }
        }
        effects
    }

    fn handle_event(&mut self, event: OnlineEvent, view: &mut BoardView) -> Vec<OnlineEffect> {
        let mut effects = Vec::new();
        if let OnlineEvent::Text { now, .. }
        | OnlineEvent::Closed { now, .. }
        | OnlineEvent::Tick(now)
        | OnlineEvent::Network { now, .. } = event
        {
            self.now = now;
        }
        let outputs = match event {
            OnlineEvent::Opened => self.connection.on_open(),
            OnlineEvent::Text { text, now } => self.connection.on_text(&text, now),
            OnlineEvent::Closed { code, now } => self.connection.on_close(code, now),
            OnlineEvent::Tick(now) => self.connection.on_tick(now),
            OnlineEvent::Network { is_there, now } => self.connection.on_network(is_there, now),
            OnlineEvent::Joining(is_joining) => {
                self.is_joining = is_joining;
                Vec::new()
            }
            OnlineEvent::Seated(secret) => {
                self.connection.set_secret(secret);
                self.connection.connect()
            }
            OnlineEvent::Seed(seed) => {
                if let Some(action) = self.connection.due_envelope(seed) {
                    self.send(action, view, &mut effects);
                }
                Vec::new()
            }
            OnlineEvent::Act(action) => {
                self.act(action, view, &mut effects);
                Vec::new()
            }
            OnlineEvent::Say(phrase) if self.possible().say => self.connection.say(phrase),
            OnlineEvent::Say(_) => {
                effects.push(Effect::Refuse(ActionError::NotNow).into());
                Vec::new()
            }
        };
        self.perform(outputs, view, &mut effects);
        self.ask_seed(&mut effects);
        effects
    }

    fn resume(&mut self, view: &mut BoardView) -> Vec<OnlineEffect> {
        let mut effects = Vec::new();
        if !self.has_connected {
            self.has_connected = true;
            let outputs = self.connection.connect();
            self.perform(outputs, view, &mut effects);
        }
        effects
    }
}

impl OnlineSource {
    fn choose(&mut self, ply: AnyPly, view: &mut BoardView, effects: &mut Vec<OnlineEffect>) {
        let legal = self.game().map(|game| game.position().play(ply));
        let action = Action::Play { mv: ply.mv().to_string() };
        match legal {
            Some(Err(illegal)) if self.check(&action).is_ok() => {
                effects.push(Effect::Refuse(illegal.into()).into());
            }
            _ => self.act(action, view, effects),
        }
    }

    /// Decides something, if it may be decided now.
    fn act(&mut self, action: Action, view: &mut BoardView, effects: &mut Vec<OnlineEffect>) {
        match self.check(&action) {
            Err(code) => effects.push(OnlineEffect::Refuse(code)),
            Ok(()) if self.pending().is_some() => effects.push(Effect::Refuse(ActionError::NotNow).into()),
            Ok(()) => self.send(action, view, effects),
        }
    }

    fn send(&mut self, action: Action, view: &mut BoardView, effects: &mut Vec<OnlineEffect>) {
        let mid = self.next_id();
        let outputs = self.connection.decide(mid, action);
        effects.extend(self.pending().cloned().map(OnlineEffect::StorePending));
        self.perform(outputs, view, effects);
    }

    /// The id of the next decision.
    fn next_id(&mut self) -> MoveId {
        self.decisions += 1;
        MoveId::new(derive(&self.randomness, self.decisions))
    }

    fn perform(&mut self, outputs: Vec<Output>, view: &mut BoardView, effects: &mut Vec<OnlineEffect>) {
        for output in outputs {
            match output {
                Output::Open => effects.push(OnlineEffect::Open),
                Output::Close => {
                    (self.lag, self.lags) = (None, BySide::default());
                    effects.push(OnlineEffect::Close);
                }
                Output::Send(message) => effects.push(OnlineEffect::Send(message)),
                Output::Status(status) => {
                    effects.push(OnlineEffect::Status(status));
                    if status == Status::Up {
                        self.catch_up(view, effects);
                    }
                }
                Output::Welcome { side, now } => {
                    self.is_joining &= side.is_none();
                    self.clock.set(now, self.now);
                    effects.push(OnlineEffect::Welcomed { side });
                }
                Output::Applied(applied) => self.happen(&applied, view, effects),
                Output::Answered(decision, answer) => {
                    // An envelope is no decision of the player's.
                    let is_own_wish = !matches!(decision.action, Action::Seal { .. } | Action::Open { .. });
                    effects.push(OnlineEffect::ForgetPending(decision));
                    if let (Err(code), true) = (answer, is_own_wish) {
                        effects.push(OnlineEffect::Refuse(code));
                    }
                }
                Output::Rewound(given_up) => {
                    view.clear();
                    (self.proof, self.is_reported, self.rematch, self.seed_asked) = (None, false, None, None);
                    effects.extend(given_up.map(OnlineEffect::ForgetPending));
                    effects.push(OnlineEffect::Rewound);
                }
                Output::Presence(side, is_here) => self.on_presence(side, is_here, effects),
                Output::LagOf(side, ms) => self.lags[side] = Some(ms),
                Output::Lag(ms) => {
                    self.lag = Some(ms);
                    // An envelope that could not be sealed or opened is tried again now and then.
                    self.seed_asked = None;
                }
                Output::Said(side, phrase) => {
                    self.phrases[side] = Some((phrase, self.now));
                    effects.push(OnlineEffect::Announce(OnlineAnnouncement::Said(side, phrase)));
                }
            }
        }
    }

    fn on_presence(&mut self, side: Side, is_here: bool, effects: &mut Vec<OnlineEffect>) {
        let since = self.server_time(self.now).unwrap_or_default();
        let presence = if is_here { Presence::Here } else { Presence::Away(since) };
        let before = std::mem::replace(&mut self.presence[side], presence);
        if !is_here {
            self.lags[side] = None;
        }
        let announcement = match (before, presence) {
            (Presence::Here, Presence::Away(_)) => OnlineAnnouncement::Left(side),
            (Presence::Away(_), Presence::Here) => OnlineAnnouncement::Back(side),
            _ => return,
        };
        let is_known = self.game().is_some_and(|game| game.names()[side].is_some());
        if is_known && self.side() != Some(side) {
            effects.push(OnlineEffect::Announce(announcement));
        }
    }

    /// An event of the log: it is told, and shown if it has happened just now.
    fn happen(&mut self, applied: &Applied, view: &mut BoardView, effects: &mut Vec<OnlineEffect>) {
        let Some(game) = self.connection.game() else { return };
        let is_live = applied.is_live;
        effects.extend(OnlineAnnouncement::of(applied, game).map(|told| match told {
            told if !is_live => OnlineEffect::History(told),
            OnlineAnnouncement::Game(told) => Effect::Announce(told).into(),
            told => OnlineEffect::Announce(told),
        }));
        if matches!(applied.event.what, Event::Ended { .. }) {
            self.proof = Some(Proof::of(game));
        }
        if is_live {
            self.clock.reach(applied.event.at, self.now);
            self.show(applied, view, effects);
            if matches!(applied.event.what, Event::Ended { .. } | Event::RematchMade { .. }) {
                self.report_end(true, effects);
            }
        }
    }

    /// Shows an event on the board, after those before it.
    fn show(&self, applied: &Applied, view: &mut BoardView, effects: &mut Vec<OnlineEffect>) {
        let still = Scene::still(applied.position, applied.sticks);
        let scene = match (&applied.event.what, &applied.played) {
            (_, Some(played)) => Scene::of(played.clone()),
            (Event::Started { .. } | Event::Thrown { .. } | Event::TakenBack { .. }, None) => still.clone(),
            _ => return,
        };
        let plies = self.record().map_or(0, |record| record.plies().len());
        if view.looking().is_some_and(|place| place >= plies) {
            // The position that was looked at is taken back.
            view.look_at(None);
        } else if view.looking().is_some() {
            return;
        } else if !view.is_full() {
            effects.extend(view.push(scene).map(|scene| Effect::Show(scene).into()));
            return;
        }
        effects.push(Effect::Show(view.show(still)).into());
    }

    /// Everything that had happened is known.
    fn catch_up(&mut self, view: &mut BoardView, effects: &mut Vec<OnlineEffect>) {
        self.seed_asked = None;
        let plies = self.record().map_or(0, |record| record.plies().len());
        if view.looking().is_none_or(|place| place >= plies) {
            view.look_at(None);
            effects.extend(self.scene().map(|scene| Effect::Show(view.show(scene)).into()));
        }
        self.report_end(false, effects);
    }

    /// Reports that the game is over, and the one that follows it, each once.
    fn report_end(&mut self, is_live: bool, effects: &mut Vec<OnlineEffect>) {
        let Some(game) = self.connection.game() else { return };
        let rematch = game.rematch();
        let is_over = matches!(game.stage(), Stage::Over(_));
        let is_reported = self.is_reported && self.rematch == rematch;
        if is_over && self.connection.side().is_some() && !is_reported {
            self.is_reported = true;
            let (mut record, ended_at) = (game.record().clone(), game.since());
            if let Some(me) = self.player() {
                let opponent = &mut record.players[!me].kind;
                if *opponent == PlayerKind::HUMAN {
                    PlayerKind::ONLINE.clone_into(opponent);
                }
            }
            let finished = FinishedGame { record, ended_at, rematch, is_live };
            effects.push(OnlineEffect::Finished(Box::new(finished)));
        }
        if let Some(id) = rematch.filter(|_| self.rematch.is_none()) {
            self.rematch = Some(id);
            effects.push(OnlineEffect::Rematch { id, is_live });
        }
    }

    /// Asks for the seed of this player's envelope when it is to be sealed or opened.
    fn ask_seed(&mut self, effects: &mut Vec<OnlineEffect>) {
        let Some((game, side)) = self.connection.game().zip(self.connection.side()) else { return };
        let envelopes = game.envelopes();
        let is_due = envelopes.seals[side].is_none() || envelopes.server.is_some() && !envelopes.opened[side];
        let is_free = self.connection.is_up() && self.connection.pending().is_none();
        let is_asked = self.seed_asked == Some(game.revision());
        if game.stage() == Stage::Sealing && is_due && is_free && !is_asked {
            self.seed_asked = Some(game.revision());
            effects.push(OnlineEffect::AskSeed);
        }
    }
}

/// Bytes number `number` that follow from the randomness of a session.
fn derive<const N: usize>(randomness: &[u8; 32], number: u64) -> [u8; N] {
    let digest = Digest::of(&[b"gebeta-session", randomness, &number.to_le_bytes()]);
    std::array::from_fn(|place| digest.bytes()[place])
}
