//! An online game: its board, and what the screen has beside it.

use std::collections::VecDeque;

use gebeta_client::Status;
use gebeta_match::Match;
use gebeta_protocol::{Action, OpenSeed, Side};
use gebeta_rules::{ByPlayer, GameKind, Player};
use gebeta_session::{
    ActionError, Actions, Announcement, Effect as SessionEffect, FinishedGame, GameSession, Input, Offer,
    OnlineAnnouncement, OnlineEffect, OnlineEvent, OnlineSource, Prompt, refusal,
};

use crate::input::Line;
use crate::screen::play_board::PlayBoard;
use crate::words::refused;
use crate::{Arrival, Effect, Model, NetworkCommand, NetworkEvent, OnlineError, OnlineRequest};

mod keys;

pub(crate) use keys::{click, key, with_online};

/// An online game.
#[derive(Debug)]
pub struct Online {
    /// The number of the request; what an older one reports is ignored.
    pub ticket: u64,
    /// Where one went, and what for.
    pub request: OnlineRequest,
    /// The link, for others.
    pub link: Option<String>,
    /// The game with its board, once it is known which one it is.
    pub board: Option<PlayBoard<OnlineSource>>,
    /// Something that is asked.
    pub asking: Option<Asking>,
    /// Whether the card at the end is put aside.
    pub aside: bool,
    /// How the request goes that leads to the game.
    progress: RequestProgress,
    /// Whether there was a connection before.
    was_here: bool,
    seed: Option<OpenSeed>,
    left: bool,
}

/// How the connection is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionState {
    /// It is being made.
    Connecting,
    /// It is there.
    Up,
    /// It is gone, and is being made again.
    Lost,
    /// It will not come back.
    Failed(OnlineError),
}

/// How the request goes that leads to a game.
#[derive(Debug)]
enum RequestProgress {
    Sent,
    /// It has failed, and is sent again.
    Retrying,
    Failed(OnlineError),
}

/// What is asked at an online game.
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

impl Online {
    pub(crate) const fn new(ticket: u64, request: OnlineRequest) -> Self {
        Self {
            ticket,
            request,
            link: None,
            board: None,
            asking: None,
            aside: false,
            progress: RequestProgress::Sent,
            was_here: false,
            seed: None,
            left: false,
        }
    }

    /// The online game, once it is known which one it is.
    pub fn source(&self) -> Option<&OnlineSource> {
        self.board.as_ref().map(|board| board.session.source())
    }

    /// The game, as far as its log is known here.
    pub fn game(&self) -> Option<&Match> {
        self.source()?.game()
    }

    /// This player's seat; none for a watcher.
    pub fn side(&self) -> Option<Side> {
        self.source()?.side()
    }

    /// The link to the seat of this player, while the game is not over.
    pub(crate) fn link_to_resume(&self) -> Option<String> {
        let is_over = self.board.as_ref().is_some_and(|board| board.session.prompt().is_over());
        self.link.clone().filter(|_| self.side().is_some() && !is_over)
    }

    /// How the connection is.
    pub fn connection(&self) -> ConnectionState {
        match (&self.progress, self.source().map(OnlineSource::status)) {
            (RequestProgress::Failed(error), _) => ConnectionState::Failed(error.clone()),
            (RequestProgress::Sent, None) | (_, Some(Status::Connecting)) => ConnectionState::Connecting,
            (RequestProgress::Retrying, None) | (_, Some(Status::Down(_))) => ConnectionState::Lost,
            (_, Some(Status::Up)) => ConnectionState::Up,
            (_, Some(Status::Failed(why))) => ConnectionState::Failed(why.into()),
        }
    }

    /// Whether there is a connection.
    pub fn is_up(&self) -> bool {
        self.connection() == ConnectionState::Up
    }

    /// Which game it is; mancala while nothing is known.
    pub fn kind(&self) -> GameKind {
        self.game().map_or(GameKind::Mancala, |game| game.record().rules.game())
    }

    /// What the players are called.
    pub fn names(&self, l: gebeta_i18n::Language) -> ByPlayer<String> {
        self.source().map(|source| source.names(l)).unwrap_or_default()
    }

    /// What a side is called.
    pub fn name_of(&self, l: gebeta_i18n::Language, side: Side) -> String {
        self.source().and_then(|source| source.name(l, side)).unwrap_or_default()
    }

    /// The player of the board who sits here.
    pub fn me(&self) -> Option<Player> {
        self.source()?.player()
    }

    /// What the game waits for, whatever is being shown.
    pub fn prompt(&self) -> Prompt {
        self.board.as_ref().map_or(Prompt::Connecting, |board| board.session.prompt())
    }

    /// What may be done once no decision is on its way.
    pub fn possible(&self) -> Actions {
        self.source().map(OnlineSource::possible).unwrap_or_default()
    }

    /// The offer of the other player that is to be answered.
    pub fn offer(&self) -> Option<Offer> {
        self.source()?.offer()
    }

    /// An earlier position that is looked at, by its ply.
    pub fn looking(&self) -> Option<usize> {
        self.board.as_ref()?.looking()
    }

    /// Whether something is still being shown that hides what comes next.
    pub fn is_busy(&self, now: u64) -> bool {
        self.board.as_ref().is_some_and(|board| board.is_busy(now))
    }

    /// Whether the next frame differs from this one without a key.
    pub fn moves_by_itself(&self, now: u64) -> bool {
        let is_moving = self.board.as_ref().is_some_and(|board| board.is_moving(now));
        is_moving || matches!(self.connection(), ConnectionState::Connecting | ConnectionState::Lost)
    }

    /// The network reports something.
    pub(crate) fn hear(&mut self, event: NetworkEvent, model: &Model) -> Vec<Effect> {
        let now = model.now;
        match event {
            NetworkEvent::Arrived(arrival) => self.arrive(*arrival, model),
            NetworkEvent::Retrying => {
                self.progress = RequestProgress::Retrying;
                Vec::new()
            }
            NetworkEvent::Failed(error) => {
                self.progress = RequestProgress::Failed(error);
                Vec::new()
            }
            NetworkEvent::Opened => self.report(OnlineEvent::Opened, model),
            NetworkEvent::Text(text) => self.report(OnlineEvent::Text { text, now }, model),
            NetworkEvent::Closed(code) => self.report(OnlineEvent::Closed { code, now }, model),
        }
    }

    /// Begins the session of a game: the one of the link, or the one that follows it.
    fn arrive(&mut self, arrival: Arrival, model: &Model) -> Vec<Effect> {
        let Arrival { id, link, secret, seed, is_full, randomness } = arrival;
        let narration = self.board.take().map(|board| board.narration).unwrap_or_default();
        let session = GameSession::online(id, secret, None, randomness);
        let mut board = PlayBoard::new(session, narration);
        if is_full {
            board.notice = Some(model.language.term_online_seat_taken().to_owned());
        }
        let effects = board.session.start();
        (self.board, self.link, self.seed) = (Some(board), Some(link), seed);
        (self.asking, self.aside, self.was_here) = (None, false, false);
        self.carry_out(effects, model)
    }

    /// A player decides something on the board.
    fn decide(&mut self, input: Input, model: &Model) -> Vec<Effect> {
        let Some(board) = &mut self.board else { return Vec::new() };
        let effects = board.session.handle(input);
        self.carry_out(effects, model)
    }

    /// Something has happened.
    fn report(&mut self, event: OnlineEvent, model: &Model) -> Vec<Effect> {
        let Some(board) = &mut self.board else { return Vec::new() };
        let effects = board.session.handle_event(event);
        self.carry_out(effects, model)
    }

    /// A player decides something beside the board.
    fn act(&mut self, action: Action, model: &Model) -> Vec<Effect> {
        self.report(OnlineEvent::Act(action), model)
    }

    /// Shows, tells and asks for what the session wants.
    fn carry_out(&mut self, wanted: Vec<OnlineEffect>, model: &Model) -> Vec<Effect> {
        let mut effects = Vec::new();
        let mut wanted = VecDeque::from(wanted);
        let mut is_looked_at = false;
        while let Some(effect) = wanted.pop_front() {
            let Some(board) = &mut self.board else { break };
            match effect {
                OnlineEffect::Game(SessionEffect::Announce(announcement)) => {
                    is_looked_at = matches!(announcement, Announcement::Place { .. });
                    board.announce(announcement, model);
                }
                OnlineEffect::Game(SessionEffect::Show(scene)) => {
                    let played = scene.played.clone().filter(|_| !is_looked_at);
                    board.show(&scene, played, model.settings.animation, model.now);
                }
                OnlineEffect::Game(SessionEffect::Refuse(error)) => self.refuse(error, model),
                OnlineEffect::Open => effects.push(Effect::Network(NetworkCommand::Open)),
                OnlineEffect::Close => effects.push(Effect::Network(NetworkCommand::Close)),
                OnlineEffect::Send(message) => effects.push(Effect::Network(NetworkCommand::Send(message))),
                OnlineEffect::AskSeed => {
                    if let Some(seed) = self.seed {
                        wanted.extend(board.session.handle_event(OnlineEvent::Seed(seed)));
                    }
                }
                OnlineEffect::Welcomed { side } => self.welcome(side, model),
                OnlineEffect::Announce(announcement) => self.announce(&announcement, model),
                OnlineEffect::History(announcement) => self.recall(announcement, model),
                OnlineEffect::Refuse(code) => board.notice = Some(refused(model.language, code)),
                OnlineEffect::Rewound => board.take_back_to(0),
                OnlineEffect::Finished(finished) => effects.extend(self.finish(*finished, model)),
                OnlineEffect::Rematch { id, .. } => {
                    effects.push(Effect::Network(NetworkCommand::Follow(id)));
                }
                // The server stores the game, and its computer players search for themselves. A decision that was not sent
                // before the program ended is made anew.
                OnlineEffect::Game(_)
                | OnlineEffect::StorePending(_)
                | OnlineEffect::ForgetPending(_)
                | OnlineEffect::Status(_) => {}
            }
        }
        effects
    }

    fn welcome(&mut self, side: Option<Side>, model: &Model) {
        let l = model.language;
        let Some(board) = &mut self.board else { return };
        if self.was_here {
            board.tell(l.term_online_back().to_owned());
        } else if side.is_none() {
            board.tell(l.online_watching().to_owned());
        }
        self.was_here = true;
    }

    /// Tells what has happened between the players.
    fn announce(&mut self, announcement: &OnlineAnnouncement, model: &Model) {
        let l = model.language;
        let Some(board) = &mut self.board else { return };
        let source = board.session.source();
        let Some(game) = source.game() else { return };
        let sentences = announcement.sentences(l, game);
        match announcement {
            // The card at the end shows it, and the card that offers another game.
            OnlineAnnouncement::Ended(_) => return,
            OnlineAnnouncement::RematchOffered(side) if source.side() == Some(*side) => return,
            OnlineAnnouncement::Started { .. } => {
                let names = source.names(l);
                board.tell(l.versus(names.one, names.two));
            }
            OnlineAnnouncement::TakenBack { plies } => board.take_back_to(*plies),
            _ => {}
        }
        for sentence in sentences {
            board.tell(sentence);
        }
        board.rest_cursor();
    }

    /// Tells what had happened before this program connected.
    fn recall(&mut self, announcement: OnlineAnnouncement, model: &Model) {
        let OnlineAnnouncement::Game(announcement) = announcement else {
            return self.announce(&announcement, model);
        };
        let Some(board) = &mut self.board else { return };
        board.announce(announcement, model);
        board.thrown = None;
        board.narration.land();
    }

    fn refuse(&mut self, error: ActionError, model: &Model) {
        let l = model.language;
        let Some(board) = &mut self.board else { return };
        board.notice = Some(match error {
            ActionError::Illegal(error) => refusal(l, &error),
            ActionError::NotNow if board.session.source().pending().is_some() => {
                l.term_online_sending().to_owned()
            }
            ActionError::NotNow => l.term_not_now().to_owned(),
        });
    }

    /// The end: the seat is not needed any more, and the game goes into the statistics.
    fn finish(&mut self, finished: FinishedGame, model: &Model) -> Vec<Effect> {
        let mut effects: Vec<Effect> =
            self.source().map(|source| Effect::ForgetSeat(source.id())).into_iter().collect();
        // It is reported again when another game follows.
        if finished.rematch.is_some() {
            return effects;
        }
        self.aside = false;
        let is_counted = finished.is_live && finished.record.outcome().is_some();
        if is_counted && model.settings.statistics {
            effects.push(Effect::Add(Box::new(finished.record)));
        }
        effects
    }

    /// Time has passed: reports to the session what has been shown.
    pub(crate) fn drive(&mut self, model: &Model) -> Vec<Effect> {
        let now = model.now;
        let mut effects = Vec::new();
        if let Some(board) = &mut self.board {
            board.pass_time(now);
        }
        while let Some(input) = self.board.as_mut().and_then(|board| board.settled(now)) {
            effects.extend(self.decide(input, model));
        }
        effects.extend(self.report(OnlineEvent::Tick(now), model));
        effects
    }
}
