//! One of several servers on a PostgreSQL dies: its players come over to another one, and are not charged for the way. Where
//! PostgreSQL is missing this is said.

use std::thread::sleep;
use std::time::{Duration, Instant};

use gebeta_client::{GameClient, draw_secret};
use gebeta_match::{Match, Stage};
use gebeta_protocol::{
    Action, ClientMessage, Code, Ending, Event, MoveId, SeatWish, ServerMessage, Side, Ticket, TimeControl,
};
use gebeta_rules::Player;
use gebeta_server::config::ServerSettings;
use gebeta_server::limits;
use gebeta_testkit::postgres::Cluster;

use crate::test_server::TestServer;

const MINUTE: TimeControl = TimeControl::Game { seconds: 60, increment: 0 };
/// Longer than it takes until a node is known to have died.
const KNOWN: Duration = Duration::from_millis(limits::SILENCE_MS + 6000);

fn nodes<const N: usize>(cluster: &Cluster, name: &str) -> [TestServer; N] {
    let url = cluster.database(name);
    [(); N].map(|()| TestServer::on(&url, ServerSettings::default()))
}

fn client(node: &TestServer, ticket: &Ticket) -> GameClient {
    let mut client = GameClient::player(node.address(), ticket);
    client.connect().unwrap();
    client.wait(|game| game.to_move().is_some()).unwrap();
    client
}

fn play(player: &mut GameClient) {
    player.act(Action::Play { mv: "1".to_owned() }).unwrap();
}

/// What is answered to what is refused.
fn refusal(player: &mut GameClient, action: Action) -> Code {
    let (mid, base) = (MoveId::new(*draw_secret().bytes()), player.game().unwrap().revision());
    player.say(&ClientMessage::Do { mid, base, action }).unwrap();
    loop {
        match player.hear().unwrap() {
            Some(ServerMessage::Nack { mid: told, code, .. }) if told == mid => return code,
            Some(ServerMessage::Ack { .. }) => panic!("it was not refused"),
            _ => {}
        }
    }
}

/// A game whose maker sits at the second node, and the other player at the first.
struct Pair {
    one: GameClient,
    two: GameClient,
    ticket: Ticket,
}

impl Pair {
    fn sit(nodes: &[TestServer], clock: TimeControl) -> Self {
        let made = nodes[1].create("gebeta", SeatWish::One, clock);
        let ticket = nodes[0].join(&made);
        let (one, two) = (client(&nodes[1], &made), client(&nodes[0], &ticket));
        Self { one, two, ticket }
    }

    /// The player at the first node is to move, and the clock runs.
    fn begin(&mut self) {
        play(&mut self.one);
        self.two.wait(|game| game.record().plies().len() == 1).unwrap();
    }

    /// They come over to another node.
    fn comes_over(&mut self, node: &TestServer) {
        self.two = client(node, &self.ticket);
    }

    /// What was not charged to them, each time.
    fn given_back(&self) -> Vec<u64> {
        let given = self.one.log().iter().filter_map(|event| match event.what {
            Event::Resumed { ms, side: Some(Side::B), .. } => Some(ms),
            Event::Resumed { .. } => panic!("others lived, and nobody else was cut off: {event:?}"),
            _ => None,
        });
        given.collect()
    }

    /// What they have left after their move.
    fn left(&self) -> u64 {
        let game = self.one.game().unwrap();
        assert_eq!(game.record().plies().len(), 2);
        game.clock().left(Player::Two, game.at()).unwrap()
    }
}

#[test]
fn a_player_of_a_dead_node_is_not_charged_and_one_who_left_is() {
    let Some(cluster) = Cluster::start() else { return };
    let mut nodes: [TestServer; 3] = nodes(&cluster, "dies");
    let (mut cut_off, mut went) = (Pair::sit(&nodes, MINUTE), Pair::sit(&nodes, MINUTE));
    let mut short = Pair::sit(&nodes, TimeControl::Move { seconds: 10 });
    let mut gone = Pair::sit(&nodes, TimeControl::None);
    went.begin();
    went.two.cut();
    while went.one.hear().unwrap() != Some(ServerMessage::Presence { side: Side::B, online: false }) {}
    let ticks = Instant::now();
    for pair in [&mut cut_off, &mut short, &mut gone] {
        pair.begin();
    }
    let began = Instant::now();
    nodes[0].kill();
    while began.elapsed() < KNOWN {
        for pair in [&mut cut_off, &mut went, &mut short, &mut gone] {
            pair.one.poll(Duration::from_millis(50)).unwrap();
        }
    }
    let away = began.elapsed().as_millis() as u64;

    // No player loses on time meanwhile, whoever claims it.
    assert_eq!(refusal(&mut short.one, Action::Flag), Code::Unavailable);
    assert_eq!(refusal(&mut gone.one, Action::Claim), Code::NotGone);
    let mut used = 0;
    for (pair, node) in [(&mut went, 2), (&mut short, 1), (&mut cut_off, 2)] {
        pair.comes_over(&nodes[node]);
        play(&mut pair.two);
        pair.one.wait(|game| game.record().plies().len() == 2).unwrap();
        assert!(matches!(pair.one.game().unwrap().stage(), Stage::Playing));
        used = ticks.elapsed().as_millis() as u64;
    }
    // If the last of them moved before the node knew that theirs has died, it is given back as soon as that is known.
    let is_given_back = |game: &Match| game.clock().left(Player::Two, game.at()) > Some(57_000 + away - used);
    cut_off.one.wait(is_given_back).unwrap();
    let [ms] = cut_off.given_back()[..] else { panic!("{:?}", cut_off.given_back()) };
    assert!(ms + 3000 > away, "of {away} ms only {ms} were given back");
    assert!(cut_off.left() + used >= 60_000 + ms, "{} left: {used} ms used, {ms} given back", cut_off.left());
    assert_eq!(short.given_back().len(), 1);
    assert_eq!(went.given_back(), [0; 0], "they went by themselves");
    assert!(went.left() + away < 60_000, "{} left after {away} ms", went.left());

    // A player who does not return counts as gone when the presence of the dead node has expired, and a minute later the
    // game can be claimed; not before.
    nodes[1].pass(Duration::from_millis(limits::HERE_MS));
    while gone.one.hear().unwrap() != Some(ServerMessage::Presence { side: Side::B, online: false }) {}
    nodes[1].pass(Duration::from_millis(limits::CLAIM_MS - 2 * limits::PRESENCE_MS));
    assert_eq!(refusal(&mut gone.one, Action::Claim), Code::NotGone);
    nodes[1].pass(Duration::from_millis(2 * limits::PRESENCE_MS));
    gone.one.act(Action::Claim).unwrap();
    let Stage::Over(over) = gone.one.game().unwrap().stage() else { unreachable!("it was claimed") };
    assert_eq!(over.how, Ending::Claimed);
}

/// Reconnected at once, with a move before the death of the node is known: the time is credited later, once.
#[test]
fn no_player_is_charged_for_the_orderly_stop_of_a_node() {
    let Some(cluster) = Cluster::start() else { return };
    let mut nodes: [TestServer; 3] = nodes(&cluster, "stops");
    let mut pair = Pair::sit(&nodes, MINUTE);
    pair.begin();
    // Until the move has been animated no clock is charged.
    sleep(Duration::from_secs(2));
    nodes[0].stop();
    sleep(Duration::from_secs(2));
    pair.comes_over(&nodes[2]);
    play(&mut pair.two);
    pair.one.wait(|game| game.record().plies().len() == 2).unwrap();
    assert_eq!(pair.given_back(), [0; 0], "who knows why they came");
    let left = pair.left();
    assert!(left < 60_000 - 2000, "{left}");
    for player in [&mut pair.one, &mut pair.two] {
        player.wait(|game| game.clock().left(Player::Two, game.at()) >= Some(left + 2000)).unwrap();
    }
    assert_eq!(pair.one.log(), pair.two.log());
    assert_eq!(pair.given_back().len(), 1);
}
