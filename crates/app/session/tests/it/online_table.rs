//! An online game whose server is the real rules of `gebeta-match`, and a session that is fed from tables.

use std::collections::BTreeMap;

use gebeta_client::{Decision, Down, Failed, Status};
use gebeta_i18n::Language;
use gebeta_match::{Match, Moment, ServerSecrets, Stage, create, decide, game_of, join, rematch_of};
use gebeta_protocol::{
    Action, BySide, ClientMessage, Code, CreateRequest, Event, Logged, MoveId, OpenSeed, PROTOCOL, Phrase,
    SeatSecret, SeatWish, ServerMessage, Side, TimeControl,
};
use gebeta_rules::{AnyPly, AnyPosition, Chance as _, Game as _};
use gebeta_session::{
    Announcement, Effect, GameSession, Input, OnlineAnnouncement, OnlineEffect, OnlineEvent, OnlineSource,
};

const SECRET: SeatSecret = SeatSecret::new([7; 16]);
const SEED: OpenSeed = OpenSeed::new([9; 32]);

/// The server's clock when that of the device says 0.
pub(crate) const SERVER_START: u64 = 1_000_000;

/// An online game between Abebe, who made it as Player 1, and Sara; the session is of one of them, or of a watcher.
pub(crate) struct OnlineTable {
    pub(crate) session: GameSession<OnlineSource>,
    side: Option<Side>,
    game: Match,
    vault: ServerSecrets,
    log: Vec<Logged>,
    away: BySide<Option<u64>>,
    /// The decision that the session has sent and the server has not handled.
    received: Option<Decision>,
    pub(crate) stored: Option<Decision>,
    pub(crate) now: u64,
    /// Everything that was said, in English.
    pub(crate) sentences: Vec<String>,
    /// How much further the server's clock has gone than that of the device.
    pub(crate) slept: u64,
    /// The number of the last ping.
    pings: u32,
}

/// Chance that can be repeated.
struct Ones;

impl gebeta_match::Chance for Ones {
    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill(1);
    }
}

impl OnlineTable {
    /// A game that waits for its second player; nothing of it is known to the session.
    pub(crate) fn new(rules: &str, clock: TimeControl, side: Option<Side>) -> Self {
        let request = CreateRequest {
            rules: rules.to_owned(),
            clock,
            seat: SeatWish::One,
            listed: false,
            name: "Abebe".parse().unwrap(),
            secret: SECRET,
            opponent: None,
        };
        let made = create(&request).unwrap();
        let what = made.events[0].clone();
        let first = Logged { seq: 1, at: SERVER_START, by: None, mid: None, what };
        let id = game_of(&SECRET);
        Self {
            session: GameSession::online(id, Some(SECRET), None, [5; 32]),
            side,
            game: Match::new(id, &first).unwrap(),
            vault: made.vault.unwrap(),
            log: vec![first],
            away: BySide::default(),
            received: None,
            stored: None,
            now: 0,
            sentences: Vec::new(),
            slept: 0,
            pings: 0,
        }
    }

    /// A game that both have joined, and whose log the session knows.
    #[track_caller]
    pub(crate) fn joined(rules: &str, clock: TimeControl, side: Option<Side>) -> Self {
        let mut table = Self::new(rules, clock, side);
        table.join();
        for input in ["start", "open", "welcome", "log", "tick"] {
            table.feed(input);
        }
        table
    }

    /// The session in a program that is opened again, with what the old one has stored.
    pub(crate) fn reopen(&mut self) {
        let pending = self.stored.clone();
        self.session = GameSession::online(self.game.id(), Some(SECRET), pending, [6; 32]);
    }

    /// Feeds the inputs of `rows`, one in a row (`input -> effects`), and compares the effects.
    #[track_caller]
    pub(crate) fn check(&mut self, rows: &str) {
        for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
            let (input, expected) = row.split_once("->").unwrap();
            let told = match input.trim() {
                "allowed" => self.allowed(),
                "prompt" => format!("{:?}", self.session.prompt()),
                input => self.feed(input).join(", "),
            };
            assert_eq!(told, expected.trim(), "after {input}");
        }
    }

    fn allowed(&self) -> String {
        let allowed = self.session.allowed();
        let all = [
            ("throw", allowed.throw),
            ("choose", allowed.choose),
            ("ask takeback", allowed.ask_takeback),
            ("answer takeback", allowed.answer_takeback),
            ("offer draw", allowed.offer_draw),
            ("answer draw", allowed.answer_draw),
            ("claim", allowed.claim),
            ("abort", allowed.abort),
            ("resign", allowed.resign),
            ("rematch", allowed.rematch),
            ("say", allowed.say),
        ];
        let others = allowed.toss || allowed.commit || allowed.undo || allowed.redo || allowed.pause;
        assert!(!others, "{allowed:?}");
        all.into_iter().filter(|(_, allowed)| *allowed).map(|(name, _)| name).collect::<Vec<_>>().join(", ")
    }

    #[track_caller]
    fn feed(&mut self, input: &str) -> Vec<String> {
        let (word, rest) = input.split_once(' ').unwrap_or((input, ""));
        let now = self.now;
        let event = match word {
            "start" => return self.carry_out(GameSession::start),
            "choose" => {
                let ply = self.ply(rest);
                return self.carry_out(|session| session.handle(Input::Choose(ply)));
            }
            "throw" => return self.carry_out(|session| session.handle(Input::Throw)),
            "undo" => return self.carry_out(|session| session.handle(Input::Undo)),
            "commit" => return self.carry_out(|session| session.handle(Input::Commit)),
            "look" => return self.carry_out(|session| session.handle(Input::LookAt(rest.parse().unwrap()))),
            "settled" => {
                return self.carry_out(|session| session.handle(Input::Settled(rest.parse().unwrap())));
            }
            "open" => OnlineEvent::Opened,
            "close" => OnlineEvent::Closed { code: rest.parse().ok(), now },
            "tick" => OnlineEvent::Tick(now),
            "wait" => {
                self.now += rest.parse::<u64>().unwrap();
                OnlineEvent::Tick(self.now)
            }
            "network" => OnlineEvent::Network { is_there: rest == "on", now },
            "joining" => OnlineEvent::Joining(rest != "off"),
            "seated" => {
                self.side = Some(Side::B);
                OnlineEvent::Seated(Some(SECRET))
            }
            "seed" => OnlineEvent::Seed(SEED),
            "act" => OnlineEvent::Act(action(rest)),
            "say" => OnlineEvent::Say(Phrase::Hello),
            _ => return self.feed_server(word, rest),
        };
        self.carry_out(|session| session.handle_event(event))
    }

    /// What the server does and says.
    fn feed_server(&mut self, word: &str, rest: &str) -> Vec<String> {
        let message = match word {
            "welcome" => {
                let ver = self.game.revision();
                ServerMessage::Welcome { proto: PROTOCOL, side: self.side, ver, now: self.server_now() }
            }
            // Everything that the session does not know.
            "log" => self.news(),
            "ack" => {
                let Decision { mid, base, action } = self.received.take().unwrap();
                let ver = self.game.revision() + 1;
                self.decide(self.side.unwrap(), base, &action, Some(mid)).unwrap();
                let mut effects = self.tell(&ServerMessage::Ack { mid, ver, dup: false });
                let news = self.news();
                effects.extend(self.tell(&news));
                return effects;
            }
            "nack" => {
                let mid = self.received.take().unwrap().mid;
                let code = *Code::ALL.iter().find(|code| code.word() == rest).unwrap();
                ServerMessage::Nack { mid, code, ver: self.game.revision(), retry: None }
            }
            // It is stored, but the answer does not arrive.
            "lose" => {
                let Decision { mid, base, action } = self.received.take().unwrap();
                self.decide(self.side.unwrap(), base, &action, Some(mid)).unwrap();
                return Vec::new();
            }
            // The server is restored from a copy with so many events.
            "restore" => {
                self.log.truncate(rest.parse().unwrap());
                self.game = Match::fold(self.game.id(), &self.log).unwrap();
                ServerMessage::Error { code: Code::Ahead }
            }
            "pong" => ServerMessage::Pong { n: self.pings },
            "lag" => ServerMessage::Lag { side: Side::B, ms: rest.parse().unwrap() },
            "joins" => {
                self.join();
                self.news()
            }
            "a" | "b" => {
                let side = if word == "a" { Side::A } else { Side::B };
                match rest {
                    "leaves" | "comes" => {
                        let online = rest == "comes";
                        self.away[side] = (!online).then_some(self.server_now());
                        ServerMessage::Presence { side, online }
                    }
                    "says" => ServerMessage::Said { side, phrase: Phrase::Oops },
                    "accepts-rematch" => {
                        self.append(
                            Event::RematchMade { game: rematch_of(self.game.id()) },
                            Some(side),
                            None,
                        );
                        self.news()
                    }
                    _ => {
                        let base = self.game.revision();
                        for part in rest.split(" and ") {
                            self.decide(side, base.max(self.game.revision()), &action(part), None).unwrap();
                        }
                        self.news()
                    }
                }
            }
            other => panic!("unknown input {other}"),
        };
        self.tell(&message)
    }

    const fn server_now(&self) -> u64 {
        SERVER_START + self.slept + self.now
    }

    /// Lets the side to move play its first move; the number of the scene that is shown then, if one is.
    pub(crate) fn next_move(&mut self) -> Option<u64> {
        let AnyPosition::Mancala(position) = self.game.position() else { panic!("a game of mancala") };
        let mv = position.legal_moves().next().unwrap();
        let side = self.game.side_to_move().unwrap();
        let name = if side == Side::A { "a" } else { "b" };
        let effects = self.feed(&format!("{name} plays {mv}"));
        effects.iter().find_map(|told| told.strip_prefix("show ")?.split(' ').next()?.parse().ok())
    }

    fn ply(&self, text: &str) -> AnyPly {
        self.game.record().rules.ply(text).unwrap()
    }

    fn join(&mut self) {
        let joined =
            join(&self.game, &self.vault, "Sara".parse().unwrap(), &SeatSecret::new([8; 16])).unwrap();
        self.vault = joined.vault.unwrap();
        joined.events.into_iter().for_each(|event| self.append(event, None, None));
    }

    /// Whether the server would do what a player is offered, and nothing else.
    #[track_caller]
    pub(crate) fn check_offers(&self) {
        let (side, allowed) = (self.side.unwrap(), self.session.allowed());
        let moment = Moment { now: self.server_now(), away: self.away, ..Moment::default() };
        let mv = self.any_move();
        for (action, is_offered) in [
            (Action::Throw, allowed.throw),
            (Action::Play { mv }, allowed.choose),
            (Action::AskTakeback, allowed.ask_takeback),
            (Action::AcceptTakeback, allowed.answer_takeback),
            (Action::OfferDraw, allowed.offer_draw),
            (Action::AcceptDraw, allowed.answer_draw),
            (Action::Claim, allowed.claim),
            (Action::Abort, allowed.abort),
            // A game that can be aborted can be resigned, but that is not offered.
            (Action::Resign, allowed.resign || allowed.abort && allowed_resign(&self.game)),
            (Action::Rematch, allowed.rematch),
        ] {
            let base = self.game.revision();
            let decided = decide(&self.game, &self.vault, side, base, &action, &moment, &mut Ones);
            // The server accepts the second offer of a rematch before it decides.
            let is_accepted = action == Action::Rematch && self.game.rematch_offer() == Some(!side);
            assert_eq!(decided.is_ok() || is_accepted, is_offered, "{action:?}: {decided:?}");
        }
    }

    /// A legal move, if there is one.
    fn any_move(&self) -> String {
        let plies = self.game.position().legal_plies();
        plies.first().map(|ply| ply.mv().to_string()).unwrap_or_default()
    }

    /// Lets one side do one of many things, if the server accepts it, and settles the board; `pick` chooses.
    pub(crate) fn step(&mut self, pick: u64) {
        let (side, name) = if pick.is_multiple_of(2) { (Side::A, "a") } else { (Side::B, "b") };
        let play = format!("plays {}", self.any_move());
        let rest = match pick / 2 % 16 {
            0 => "offers-draw",
            1 => "declines-draw",
            2 => "asks-takeback",
            3 => "accepts-takeback",
            4 => "declines-takeback",
            5 => {
                let word = if self.away.b.is_some() { "comes" } else { "leaves" };
                self.feed(&format!("b {word}"));
                return;
            }
            6 => {
                self.now += 40_000;
                self.feed("log");
                return;
            }
            7 => "rematch",
            8 if pick.is_multiple_of(7) => "resigns",
            9..=11 => "throws",
            _ => &play,
        };
        let moment = Moment { now: self.server_now(), away: self.away, ..Moment::default() };
        let base = self.game.revision();
        if decide(&self.game, &self.vault, side, base, &action(rest), &moment, &mut Ones).is_ok() {
            self.feed(&format!("{name} {rest}"));
            self.settle();
        }
    }

    /// Lets Sara join while the session is not connected.
    pub(crate) fn joins(&mut self) {
        self.join();
    }

    /// Feeds an input whose effects are of no interest.
    #[track_caller]
    pub(crate) fn feed_quietly(&mut self, input: &str) {
        self.feed(input);
    }

    /// Lets the board show everything.
    pub(crate) fn settle(&mut self) {
        while !self.session.view().is_settled() {
            let serial = self.session.view().scene().unwrap().serial;
            self.carry_out(|session| session.handle(Input::Settled(serial)));
        }
    }

    /// The first legal move in Senet, as it is written.
    pub(crate) fn first_move(&self) -> String {
        let AnyPosition::Senet(position) = self.game.position() else { panic!("a game of Senet") };
        let mv = position.legal_moves().next().unwrap();
        AnyPly::Senet(position.thrown().unwrap(), mv).to_string()
    }

    /// The effects of choosing a move of Senet.
    pub(crate) fn sent(&self, ply: &str) -> String {
        let AnyPly::Senet(_, mv) = self.ply(ply) else { panic!("a move of Senet") };
        format!("store plays {mv}, do plays {mv}@{}", self.game.revision())
    }

    /// Lets a side do something while the session is not connected.
    pub(crate) fn happens(&mut self, side: Side, what: &str) {
        self.decide(side, self.game.revision(), &action(what), None).unwrap();
    }

    fn decide(&mut self, side: Side, base: u64, action: &Action, mid: Option<MoveId>) -> Result<(), Code> {
        let moment = Moment { now: self.server_now(), away: self.away, ..Moment::default() };
        let decision = decide(&self.game, &self.vault, side, base, action, &moment, &mut Ones)?;
        self.vault = decision.vault.unwrap_or(self.vault);
        let mut mid = mid;
        decision.events.into_iter().for_each(|event| self.append(event, Some(side), mid.take()));
        Ok(())
    }

    fn append(&mut self, what: Event, by: Option<Side>, mid: Option<MoveId>) {
        let event = Logged { seq: self.game.revision() + 1, at: self.server_now(), by, mid, what };
        self.game.apply(&event).unwrap();
        self.log.push(event);
    }

    fn news(&self) -> ServerMessage {
        let known = self.session.source().game().map_or(0, Match::revision);
        let list = self.log.iter().filter(|event| event.seq > known).cloned().collect();
        ServerMessage::Events { list }
    }

    fn tell(&mut self, message: &ServerMessage) -> Vec<String> {
        let event = OnlineEvent::Text { text: serde_json::to_string(message).unwrap(), now: self.now };
        self.carry_out(|session| session.handle_event(event))
    }

    /// Carries out effects, and tells them in a few words.
    fn carry_out(
        &mut self,
        handle: impl FnOnce(&mut GameSession<OnlineSource>) -> Vec<OnlineEffect>,
    ) -> Vec<String> {
        let effects = handle(&mut self.session);
        for effect in &effects {
            match effect {
                OnlineEffect::Game(Effect::Announce(announcement)) => {
                    let names = self.session.source().names(Language::En);
                    self.sentences.extend(announcement.sentences(Language::En, &names));
                }
                OnlineEffect::Announce(announcement) => {
                    let game = self.session.source().game().unwrap();
                    self.sentences.extend(announcement.sentences(Language::En, game));
                }
                OnlineEffect::StorePending(decision) => self.stored = Some(decision.clone()),
                OnlineEffect::ForgetPending(decision) => {
                    assert_eq!(self.stored.take().as_ref(), Some(decision), "what is forgotten was stored");
                }
                OnlineEffect::Send(ClientMessage::Do { mid, base, action }) => {
                    let sent = Decision { mid: *mid, base: *base, action: action.clone() };
                    assert_eq!(self.stored.as_ref(), Some(&sent), "it is stored before it is sent");
                    self.received = Some(sent);
                }
                OnlineEffect::Send(ClientMessage::Ping { n }) => self.pings = *n,
                _ => {}
            }
        }
        effects.iter().map(|effect| self.describe(effect)).collect()
    }

    fn describe(&self, effect: &OnlineEffect) -> String {
        match effect {
            OnlineEffect::Game(effect) => match effect {
                Effect::Show(scene) => {
                    let played = scene.played.as_ref().map(|played| format!(" {}", played.ply));
                    let sticks = if scene.sticks.is_some() { " sticks" } else { "" };
                    format!("show {}{}{sticks}", scene.serial, played.unwrap_or_default())
                }
                Effect::Announce(announcement) => describe_game(announcement),
                Effect::Refuse(error) => format!("refuse: {error}"),
                other => panic!("{other:?} is no effect of an online game"),
            },
            OnlineEffect::Open => "open".to_owned(),
            OnlineEffect::Close => "close".to_owned(),
            OnlineEffect::Send(message) => match message {
                ClientMessage::Hello { since, .. } => format!("hello {since}"),
                ClientMessage::Do { base, action, .. } => format!("do {}@{base}", name_of(action)),
                ClientMessage::Say { .. } => "say".to_owned(),
                ClientMessage::Ping { .. } => "ping".to_owned(),
            },
            OnlineEffect::StorePending(decision) => format!("store {}", name_of(&decision.action)),
            OnlineEffect::ForgetPending(decision) => format!("forget {}", name_of(&decision.action)),
            OnlineEffect::AskSeed => "seed?".to_owned(),
            OnlineEffect::Status(status) => match status {
                Status::Connecting => "connecting".to_owned(),
                Status::Up => "up".to_owned(),
                Status::Down(Down::Lost) => "lost".to_owned(),
                Status::Down(Down::Offline) => "offline".to_owned(),
                Status::Down(Down::Refused(code)) => format!("down {}", code.word()),
                Status::Failed(Failed::Refused(code)) => format!("failed {}", code.word()),
                Status::Failed(other) => format!("failed {other:?}"),
            },
            OnlineEffect::Welcomed { side: None } => "watch".to_owned(),
            OnlineEffect::Welcomed { side: Some(side) } => format!("seat {side:?}"),
            OnlineEffect::Announce(announcement) => self.describe_online(announcement),
            OnlineEffect::History(announcement) => format!("old {}", self.describe_online(announcement)),
            OnlineEffect::Refuse(code) => format!("refuse {}", code.word()),
            OnlineEffect::Rewound => "rewound".to_owned(),
            OnlineEffect::Finished(game) => {
                let next = if game.rematch.is_some() { " with rematch" } else { "" };
                let late = if game.is_live { "" } else { " before" };
                format!("finished{late} after {}{next}", game.record.plies().len())
            }
            OnlineEffect::Rematch { is_live, .. } => {
                format!("rematch{}", if *is_live { "" } else { " before" })
            }
        }
    }

    /// An announcement in English, where it is short.
    fn describe_online(&self, announcement: &OnlineAnnouncement) -> String {
        match announcement {
            OnlineAnnouncement::Game(announcement) => describe_game(announcement),
            other => {
                let game = self.session.source().game().unwrap();
                let sentences = other.sentences(Language::En, game).join(" ");
                format!("[{}]", gebeta_i18n::without_isolates(&sentences))
            }
        }
    }
}

fn describe_game(announcement: &Announcement) -> String {
    match announcement {
        Announcement::Throw { player, .. } => format!("p{player} throws"),
        Announcement::Move(played) => format!("p{} plays {}", played.mover, played.ply),
        Announcement::Place { place, plies, .. } => format!("place {place} of {plies}"),
        other => panic!("{other:?} is not said in an online game"),
    }
}

/// Whether a player could resign.
fn allowed_resign(game: &Match) -> bool {
    game.stage() == Stage::Playing
}

/// Words of the tables for what players do.
fn actions() -> BTreeMap<&'static str, Action> {
    BTreeMap::from([
        ("throws", Action::Throw),
        ("seals", Action::Seal { seal: None }),
        ("resigns", Action::Resign),
        ("offers-draw", Action::OfferDraw),
        ("accepts-draw", Action::AcceptDraw),
        ("declines-draw", Action::DeclineDraw),
        ("asks-takeback", Action::AskTakeback),
        ("accepts-takeback", Action::AcceptTakeback),
        ("declines-takeback", Action::DeclineTakeback),
        ("aborts", Action::Abort),
        ("claims", Action::Claim),
        ("rematch", Action::Rematch),
    ])
}

fn action(text: &str) -> Action {
    text.strip_prefix("plays ").map_or_else(
        || actions().remove(text).unwrap_or_else(|| panic!("unknown action {text}")),
        |mv| Action::Play { mv: mv.to_owned() },
    )
}

fn name_of(action: &Action) -> String {
    match action {
        Action::Play { mv } => format!("plays {mv}"),
        Action::Seal { .. } => "seals".to_owned(),
        Action::Open { .. } => "opens".to_owned(),
        other => {
            let all = actions();
            all.into_iter().find(|(_, action)| action == other).map(|(name, _)| name).unwrap().to_owned()
        }
    }
}
