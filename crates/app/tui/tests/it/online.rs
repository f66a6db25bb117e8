//! Games by a link on the screen: what keys send there, and what is shown of what comes back. The server is ours.

use crossterm::event::KeyCode;

use gebeta_match::{Chance, Decision, Match, Moment, ServerSecrets};
use gebeta_protocol::{
    Action, ClientMessage, Code, CreateRequest, Ending, Event, Logged, MatchId, MoveId, Outcome, PROTOCOL,
    Phrase, Seat, SeatSecret, SeatWish, ServerMessage, Setup, Side, TimeControl,
};
use gebeta_rules::{AnyPly, AnyPosition, Preset, RuleSet};
use gebeta_tui::{
    Arrival, Color, Message, NetworkEvent, OnlineError, OnlineGoal, OnlineRequest, Screen, Settings, Start,
};

use crate::harness::{TuiHarness, quick};

const SIZES: [(u16, u16); 3] = [(40, 12), (80, 24), (160, 50)];
const LINK: &str = "http://localhost:8040/#/online/00010203040506070809";

/// Somebody at an online game whose server says what the test wants.
struct Far {
    tui: TuiHarness,
    ticket: u64,
    id: MatchId,
    /// How many events there are.
    log: u64,
    position: AnyPosition,
}

impl Far {
    /// On the way there.
    fn new(settings: Settings, rules: &str) -> Self {
        let request = OnlineRequest {
            place: "http://localhost:8040".to_owned(),
            goal: OnlineGoal::Play,
            name: "Abebe".to_owned(),
        };
        let tui = TuiHarness::with(settings, Start::Online(request));
        let ticket = tui.requests.last().expect("somebody goes there").0;
        let position = Preset::named(rules).expect("shipped rules").rules.start();
        let id = MatchId::new([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        Self { tui, ticket, id, log: 0, position }
    }

    /// Found the game, and greeted by its server.
    fn arrive(&mut self, side: Option<Side>) {
        let arrival = Arrival {
            id: self.id,
            link: LINK.to_owned(),
            secret: None,
            seed: None,
            is_full: false,
            randomness: [7; 32],
        };
        self.network(NetworkEvent::Arrived(Box::new(arrival)));
        self.network(NetworkEvent::Opened);
        self.welcome(side);
    }

    /// The socket is open, and the server greets.
    fn welcome(&mut self, side: Option<Side>) {
        self.tui.connected = Some(self.ticket);
        self.server(&ServerMessage::Welcome { proto: PROTOCOL, side, ver: self.log, now: 1_000_000 });
    }

    /// The connection breaks, and is there again with this seat.
    fn reconnect(&mut self, side: Option<Side>) {
        self.network(NetworkEvent::Closed(None));
        self.tui.wait(60_000);
        self.network(NetworkEvent::Opened);
        self.welcome(side);
    }

    /// At a new game that waits for its second player.
    fn waiting(settings: Settings, rules: &str, clock: TimeControl) -> Self {
        let mut far = Self::new(settings, rules);
        far.arrive(Some(Side::A));
        let set = Preset::named(rules).expect("shipped rules").rule_set();
        let rules = RuleSet { about: String::new(), ..set.clone() }.to_toml();
        let setup = Setup { rule_set: set.name, rules, clock, seat: SeatWish::One, listed: false };
        far.event(Event::Created { setup, name: "Abebe".parse().expect("a name"), bot: None });
        far.presence(Side::A, true);
        far
    }

    /// At a game that has begun.
    fn playing(settings: Settings, clock: TimeControl) -> Self {
        let mut far = Self::waiting(settings, "gebeta", clock);
        far.event(Event::Joined { name: "ሳራ".parse().expect("a name"), bot: None });
        far.event(Event::Started { a: Seat::One, coin: false, first: None, seeds: None });
        far.presence(Side::B, true);
        far
    }

    fn network(&mut self, event: NetworkEvent) {
        self.tui.message(Message::Online(self.ticket, event));
    }

    fn server(&mut self, message: &ServerMessage) {
        let text = serde_json::to_string(message).expect("a message");
        self.network(NetworkEvent::Text(text));
    }

    fn presence(&mut self, side: Side, online: bool) {
        self.server(&ServerMessage::Presence { side, online });
    }

    fn event(&mut self, what: Event) {
        let event = Logged { seq: self.log + 1, at: 1_000_000, by: None, mid: None, what };
        self.events(vec![event]);
    }

    fn events(&mut self, list: Vec<Logged>) {
        self.log += list.len() as u64;
        self.server(&ServerMessage::Events { list });
    }

    /// Somebody plays a pit.
    fn plays(&mut self, mv: &str) {
        let ply = AnyPly::Mancala(mv.parse().expect("a move"));
        self.position = self.position.play(ply).expect("a legal move");
        let hash = gebeta_match::hash_of(&self.position);
        self.event(Event::Played { mv: mv.to_owned(), hash });
    }

    /// The last decision that was to be sent, by its id.
    #[track_caller]
    fn last_sent(&self) -> (MoveId, Action) {
        match self.tui.sent.last() {
            Some(ClientMessage::Do { mid, action, .. }) => (*mid, action.clone()),
            other => panic!("no decision but {other:?}"),
        }
    }

    #[track_caller]
    fn sent(&self, action: &Action) {
        assert_eq!(self.last_sent().1, *action);
    }

    /// The server has stored the last decision: its event follows.
    fn acknowledged(&mut self) {
        let (mid, _) = self.last_sent();
        self.server(&ServerMessage::Ack { mid, ver: self.log + 1, dup: false });
    }

    fn refused(&mut self, code: Code) {
        let (mid, _) = self.last_sent();
        self.server(&ServerMessage::Nack { mid, code, ver: self.log, retry: None });
    }

    fn shots(&mut self, name: &str) {
        for (width, height) in SIZES {
            self.tui.size = (width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), self.tui.screen());
        }
        self.tui.size = (80, 24);
    }
}

#[test]
fn nobody_moves_by_a_link_in_a_position_that_is_not_in_view() {
    let mut far = Far::playing(quick(), TimeControl::None);
    far.plays("3");
    for key in ["1", "enter", "space"] {
        far.tui.keys("[");
        far.tui.shows("You are looking at an earlier position.");
        far.tui.keys(key);
        assert!(far.tui.sent.is_empty(), "{key} is sent");
        far.tui.shows("Back at the present position.");
    }
    far.tui.keys("[");
    far.tui.click(gebeta_tui::Target::Hole(1));
    assert!(far.tui.sent.is_empty(), "a click is sent");
    far.tui.keys("2");
    far.sent(&Action::Play { mv: "2".to_owned() });
}

#[test]
fn what_is_taken_back_by_a_link_is_not_told_any_more() {
    let mut far = Far::playing(quick(), TimeControl::None);
    far.plays("3");
    far.tui.shows("sows 4 stones from pit 3");
    far.event(Event::TakebackAsked { side: Side::A });
    far.event(Event::TakenBack { plies: 0 });
    far.tui.hides("sows 4 stones");
}

#[test]
fn the_screens_of_a_game_by_a_link() {
    let mut far = Far::waiting(quick(), "gebeta", TimeControl::Game { seconds: 300, increment: 3 });
    far.shots("waiting");
    let mut far = Far::waiting(quick(), "classic", TimeControl::None);
    far.event(Event::Joined { name: "Sara".parse().expect("a name"), bot: None });
    far.event(Event::Sealed { side: Side::A, seal: gebeta_match::hash_of(&far.position), own: true });
    far.shots("sealing");
    let mut far = Far::playing(quick(), TimeControl::Game { seconds: 300, increment: 3 });
    far.plays("3");
    far.shots("playing");
    far.network(NetworkEvent::Closed(None));
    far.shots("lost");
    far.reconnect(Some(Side::A));
    far.tui.keys("m");
    far.shots("phrases");
    far.tui.keys("esc");
    far.event(Event::Ended { how: Ending::Resigned, outcome: Some(Outcome::One), seed: None });
    far.event(Event::RematchOffered { side: Side::B });
    far.shots("over");
}

#[test]
fn the_form_and_what_is_wrong_there() {
    let mut tui = TuiHarness::new(Start::Home);
    tui.latest_link = Some(LINK.to_owned());
    tui.keys("o");
    for (width, height) in SIZES {
        tui.size = (width, height);
        insta::assert_snapshot!(format!("form_link_{width}x{height}"), tui.screen());
    }
    tui.control('u');
    tui.write("http://localhost:8040");
    tui.size = (80, 24);
    insta::assert_snapshot!("form_server", tui.screen());
    tui.keys("f5");
    tui.shows("A name has 1 to 20 letters");
    tui.write("Abebe");
    tui.keys("down right down right down right right down down right f5");
    let (_, request) = tui.requests.last().expect("it goes there").clone();
    let expected = OnlineGoal::Pair {
        rules: tui.model.rule_sets[1].name.clone(),
        clock: TimeControl::Game { seconds: 600, increment: 5 },
    };
    assert_eq!((request.goal, request.name.as_str()), (expected, "Abebe"));
    tui.shows("Connecting to http://localhost:8040");
    let ticket = tui.requests.last().expect("it went there").0;
    tui.message(Message::Online(
        ticket,
        NetworkEvent::Failed(OnlineError::NobodyThere("localhost:8040".to_owned())),
    ));
    insta::assert_snapshot!("failed", tui.screen());
    tui.keys("enter");
    assert!(matches!(tui.model.screen(), Screen::Home(_)));
}

#[test]
fn the_form_takes_addresses_with_tls() {
    for place in
        ["https://play.example", "https://play.example/games/g/00010203040506070809", "http://localhost"]
    {
        let mut tui = TuiHarness::new(Start::Home);
        tui.keys("o");
        tui.control('u');
        tui.write(place);
        tui.keys("down");
        tui.write("Abebe");
        tui.keys("f5");
        let (_, request) = tui.requests.last().unwrap_or_else(|| panic!("{place} is refused"));
        assert_eq!(request.place, place);
    }
    for place in ["play.example", "ftp://play.example", "HTTPS"] {
        let mut tui = TuiHarness::new(Start::Home);
        tui.keys("o");
        tui.control('u');
        tui.write(place);
        tui.keys("down");
        tui.write("Abebe");
        tui.keys("f5");
        assert!(tui.requests.is_empty(), "{place} is taken");
    }
}

/// A game of Senet as a server writes its log: what happens before the first throw, and the throw.
fn senet_log() -> (MatchId, Vec<Logged>, Vec<Logged>) {
    let secret = SeatSecret::new([1; 16]);
    let request = CreateRequest {
        rules: "classic".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().expect("a name"),
        secret,
        opponent: None,
    };
    let moment = Moment { now: 1_000_000, ..Moment::default() };
    let id = gebeta_match::game_of(&secret);
    let logged = |seq, what| Logged { seq, at: moment.now, by: None, mid: None, what };
    let created = gebeta_match::create(&request).expect("a game");
    let mut vault = created.vault.expect("a new game has a vault");
    let mut log: Vec<Logged> = vec![logged(1, created.events[0].clone())];
    let mut game = Match::new(id, &log[0]).expect("a game");
    let mut commit = |game: &mut Match, vault: &mut ServerSecrets, decision: Decision| {
        for what in decision.events {
            let event = logged(game.revision() + 1, what);
            game.apply(&event).expect("what was decided can happen");
            log.push(event);
        }
        *vault = decision.vault.unwrap_or(*vault);
        log.len()
    };
    let sara = "Sara".parse().expect("a name");
    let joined = gebeta_match::join(&game, &vault, sara, &SeatSecret::new([2; 16])).expect("a seat");
    commit(&mut game, &mut vault, joined);
    let mut before = 0;
    for action in [Action::Seal { seal: None }, Action::Seal { seal: None }, Action::Throw] {
        let side = if action == Action::Throw { game.side_to_move() } else { None };
        let side = side.unwrap_or(if before == 0 { Side::A } else { Side::B });
        let decision =
            gebeta_match::decide(&game, &vault, side, game.revision(), &action, &moment, &mut Ones);
        let length = commit(&mut game, &mut vault, decision.expect("it is allowed"));
        before = if action == Action::Throw { before } else { length };
    }
    let throw = log.split_off(before);
    assert!(matches!(&throw[..], [Logged { what: Event::Thrown { .. }, .. }]), "{throw:?}");
    (id, log, throw)
}

/// Chance that can be repeated.
struct Ones;

impl Chance for Ones {
    fn fill(&mut self, bytes: &mut [u8]) {
        bytes.fill(1);
    }
}

#[test]
fn an_abort_is_offered_only_while_the_server_allows_it() {
    let mut far = Far::playing(quick(), TimeControl::None);
    far.tui.shows("a Call off");
    far.plays("1");
    far.tui.shows("a Call off");
    far.plays("1");
    far.tui.hides("a Call off");
    far.tui.keys("a");
    assert!(far.tui.sent.is_empty(), "{:?}", far.tui.sent);
    // With sticks: until the first throw, although nobody has moved.
    let (id, before, throw) = senet_log();
    let mut far = Far { id, ..Far::new(quick(), "classic") };
    far.arrive(Some(Side::A));
    far.events(before);
    far.tui.shows("a Call off");
    far.events(throw);
    far.tui.hides("a Call off");
    far.tui.keys("a y");
    assert!(far.tui.sent.is_empty(), "{:?}", far.tui.sent);
}

#[test]
fn keys_are_sent_and_shown_only_when_the_server_has_them() {
    let mut far = Far::playing(quick(), TimeControl::None);
    far.tui.shows("Your turn.");
    far.tui.key(KeyCode::Char('3'));
    far.sent(&Action::Play { mv: "3".to_owned() });
    far.tui.shows("Sending");
    far.tui.shows("0 moves");
    // A second decision waits for the answer to the first.
    far.tui.key(KeyCode::Char('4'));
    assert_eq!(far.tui.sent.len(), 1);
    far.acknowledged();
    far.plays("3");
    far.tui.shows("1 move");
    far.tui.key(KeyCode::Char('3'));
    far.tui.shows("Pit 3 is empty.");
    far.tui.click(gebeta_tui::Target::Hole(9));
    far.tui.shows("That pit belongs to");
    far.tui.key(KeyCode::Enter);
    far.refused(Code::Stale);
    far.tui.shows("The game has gone on meanwhile.");
    far.tui.hides("Sending");
}

#[test]
fn offers_are_made_answered_and_told() {
    let mut far = Far::playing(quick(), TimeControl::None);
    far.tui.key(KeyCode::Char('d'));
    far.sent(&Action::OfferDraw);
    far.acknowledged();
    far.event(Event::DrawOffered { side: Side::A });
    far.event(Event::DrawDeclined);
    far.tui.shows("The draw is declined.");
    far.event(Event::DrawOffered { side: Side::B });
    far.tui.shows("offers a draw. Accept it?");
    far.tui.key(KeyCode::Char('n'));
    far.sent(&Action::DeclineDraw);
    far.acknowledged();
    far.event(Event::DrawDeclined);
    far.plays("3");
    far.plays("6");
    let before = far.position;
    far.plays("1");
    far.event(Event::TakebackAsked { side: Side::B });
    far.tui.shows("would like to take the last move back");
    far.tui.key(KeyCode::Char('y'));
    far.sent(&Action::AcceptTakeback);
    far.acknowledged();
    far.event(Event::TakenBack { plies: 2 });
    far.tui.shows("2 moves");
    // Until both have moved a game is called off, and not given up.
    far.tui.keys("g");
    far.tui.hides("Resign this game?");
    far.position = before;
    far.plays("1");
    far.tui.keys("g");
    far.tui.shows("Resign this game?");
    far.tui.keys("y");
    far.sent(&Action::Resign);
    far.acknowledged();
    far.tui.keys("m 2");
    assert_eq!(far.tui.sent.last(), Some(&ClientMessage::Say { phrase: Phrase::GoodLuck }));
    far.server(&ServerMessage::Said { side: Side::B, phrase: Phrase::ThankYou });
    far.tui.shows("Thank you!");
}

#[test]
fn clocks_run_and_who_is_away_is_shown() {
    let mut far = Far::playing(quick(), TimeControl::Move { seconds: 60 });
    // The first move is free, then the clock of the other runs.
    far.plays("1");
    far.tui.shows("1:00");
    far.tui.wait(10_000);
    far.tui.shows("0:5");
    far.server(&ServerMessage::Lag { side: Side::B, ms: 187 });
    far.tui.shows("187 ms");
    far.presence(Side::B, false);
    far.tui.shows("(away)");
    // A player who has just gone may come back.
    far.tui.hides("c Claim the game");
    far.tui.wait(gebeta_protocol::limits::CLAIM_MS + 30);
    far.tui.shows("c Claim the game");
    far.tui.key(KeyCode::Char('c'));
    far.sent(&Action::Claim);
}

#[test]
fn who_watches_sends_nothing() {
    let mut far = Far::playing(quick(), TimeControl::None);
    far.reconnect(None);
    for key in "1 2 3 enter g d u c a y n x t m".split(' ') {
        far.tui.keys(key);
    }
    assert!(far.tui.sent.is_empty(), "{:?}", far.tui.sent);
}

#[test]
fn a_log_that_cannot_be_is_not_shown() {
    let mut far = Far::playing(quick(), TimeControl::None);
    let hash = gebeta_match::hash_of(&far.position);
    far.event(Event::Played { mv: "3".to_owned(), hash });
    far.tui.shows("The server contradicts itself");
}

#[test]
fn every_language_has_the_screens() {
    for language in [gebeta_i18n::Language::Am, gebeta_i18n::Language::Ar] {
        let settings = Settings { language: Some(language), color: Color::Never, ..quick() };
        let mut far = Far::playing(settings, TimeControl::None);
        far.tui.shows(language.your_turn());
        far.tui.keys("m");
        far.tui.shows(language.phrase_well_played());
    }
}
