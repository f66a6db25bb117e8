//! What every store of logs must keep, tried on each of them. PostgreSQL is tried where it is installed.
//!
//! Long: one list of promises, tried on each store.

use std::sync::Arc;

use gebeta_fairness::{ByRole, Chain, Digest, FairnessError};
use gebeta_match::{Match, Outage, ServerSecrets, create, join};
use gebeta_protocol::{
    AccountId, CreateRequest, Ending, Event, Hash, Logged, MatchId, MoveId, OpenSeed, SeatSecret, SeatWish,
    Side, TimeControl,
};
use gebeta_store::limits;
use gebeta_store::online::{Checked, PostgresLogs, SqliteLogs, check_postgres, check_sqlite};
use gebeta_store::ports::{
    Appended, Batch, Listing, MatchStore, NewMatch, OpenMatch, Owners, Presence, StoreErrorKind, StoredMatch,
};

use gebeta_testkit::postgres::Cluster;
use sqlx::Connection as _;

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// Every property, each on its own store, which `open` makes.
macro_rules! check_every_property {
    ($open:expr) => {
        runtime().block_on(async {
            what_was_appended_is_there_in_order(Arc::new($open("what_was_appended_is_there_in_order").await))
                .await;
            who_comes_late_changes_nothing(Arc::new($open("who_comes_late_changes_nothing").await)).await;
            of_many_at_once_exactly_one_wins_each_place(Arc::new(
                $open("of_many_at_once_exactly_one_wins_each_place").await,
            ))
            .await;
            a_vault_is_kept_with_its_events_or_not_at_all(Arc::new(
                $open("a_vault_is_kept_with_its_events_or_not_at_all").await,
            ))
            .await;
            silence_is_an_outage(Arc::new($open("silence_is_an_outage").await)).await;
            every_sealed_game_is_a_link_of_the_chain(Arc::new(
                $open("every_sealed_game_is_a_link_of_the_chain").await,
            ))
            .await;
            a_secret_joins_one_match(Arc::new($open("a_secret_joins_one_match").await)).await;
            what_nobody_joins_is_forgotten(Arc::new($open("what_nobody_joins_is_forgotten").await)).await;
            the_lobby_shows_what_is_listed_while_its_maker_is_there(Arc::new($open("lobby").await)).await;
            the_games_that_fit_are_found_among_all(Arc::new($open("pairing").await)).await;
        })
    };
}

/// Whether `check` finds nothing, and then each kind of damage that `damage` does to one of three games.
fn damage_is_found(check: impl Fn() -> Checked, damage: impl Fn(&str)) {
    let sound = check();
    assert_eq!((sound.games, sound.events, sound.is_sound()), (3, 3, true), "{sound:?}");
    for (statement, cause) in [
        ("UPDATE events SET body = 'x' WHERE", "a stored game cannot be read"),
        ("DELETE FROM vaults WHERE", "what only the server knows of it is missing"),
        ("DELETE FROM events WHERE", "it has 0 events and should have 1"),
    ] {
        let before = check().damaged.len();
        damage(statement);
        let found = check();
        assert_eq!((found.games, found.damaged.len()), (3, before + 1), "{statement}: {found:?}");
        assert!(found.damaged.iter().any(|game| game.cause == cause), "{cause}: {found:?}");
    }
}

/// Three games in a store, and a statement about one of them after the other.
const GAMES: [u8; 3] = [1, 2, 3];

#[test]
fn check_finds_damaged_games_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("online.db");
    runtime().block_on(async {
        let logs = SqliteLogs::open(&path).await.unwrap();
        for n in GAMES {
            logs.create(new_match(MatchId::new([n; 10]), false)).await.unwrap();
        }
    });
    let next = std::cell::Cell::new(1_u8);
    damage_is_found(
        || check_sqlite(&path).unwrap(),
        |statement| {
            let statement = format!("{statement} match = $1");
            runtime().block_on(async {
                let url = format!("sqlite:{}", path.display());
                let mut database = sqlx::SqliteConnection::connect(&url).await.unwrap();
                let game = vec![next.replace(next.get() + 1); 10];
                sqlx::query(sqlx::AssertSqlSafe(statement)).bind(game).execute(&mut database).await.unwrap();
            });
        },
    );
}

#[test]
fn check_finds_damaged_games_in_postgres() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("damaged");
    runtime().block_on(async {
        let logs = PostgresLogs::open(&url).await.unwrap();
        for n in GAMES {
            logs.create(new_match(MatchId::new([n; 10]), false)).await.unwrap();
        }
    });
    let next = std::cell::Cell::new(1_u8);
    damage_is_found(
        || check_postgres(&url).unwrap(),
        |statement| {
            let statement = format!("{statement} match = $1");
            runtime().block_on(async {
                let mut database = sqlx::PgConnection::connect(&url).await.unwrap();
                let game = vec![next.replace(next.get() + 1); 10];
                sqlx::query(sqlx::AssertSqlSafe(statement)).bind(game).execute(&mut database).await.unwrap();
            });
        },
    );
}

/// A node of this version beside one of a later version: fields that it does not know are ignored, and an event of an unknown
/// kind makes its own game unreadable and no other.
#[test]
fn what_a_later_version_has_written_stops_only_its_own_game() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("online.db");
    let [plain, more, other] = GAMES.map(|n| MatchId::new([n; 10]));
    runtime().block_on(async {
        let logs = SqliteLogs::open(&path).await.unwrap();
        for game in [plain, more, other] {
            logs.create(new_match(game, true)).await.unwrap();
        }
        let before = logs.events(more, 0, 10).await.unwrap();
        logs.close().await;
        let mut database =
            sqlx::SqliteConnection::connect(&format!("sqlite:{}", path.display())).await.unwrap();
        for (game, body) in [
            (more, "json_set(body, '$.later', 7, '$.what.later', json('[1]'), '$.what.setup.later', 'x')"),
            (other, "json_set(body, '$.what.e', 'teleported')"),
        ] {
            let statement = format!("UPDATE events SET body = {body} WHERE match = $1");
            let changed = sqlx::query(sqlx::AssertSqlSafe(statement)).bind(&game.bytes()[..]);
            assert_eq!(changed.execute(&mut database).await.unwrap().rows_affected(), 1);
        }
        database.close().await.unwrap();

        let logs = SqliteLogs::open(&path).await.unwrap();
        assert_eq!(logs.events(more, 0, 10).await.unwrap(), before, "the rest is as it was");
        let unreadable = logs.events(other, 0, 10).await.unwrap_err();
        let cause = std::error::Error::source(&unreadable).unwrap().to_string();
        assert!(cause.contains(r#"event 1, "teleported""#) && cause.contains("a later version"), "{cause}");
        assert_eq!(unreadable.kind, StoreErrorKind::BadMatch);
        let open = logs.open_games(None, 0, 10).await.unwrap();
        let mut readable: Vec<(MatchId, bool)> =
            open.iter().map(|open| (open.game, open.first.is_ok())).collect();
        readable.sort();
        assert_eq!(readable, [(plain, true), (more, true), (other, false)], "the lobby has the others");
    });
    let found = check_sqlite(&path).unwrap();
    assert_eq!((found.games, found.damaged.len()), (3, 1), "{found:?}");
}

/// A server has lived ten days ahead: time goes on from there, until it is set back.
#[test]
fn time_is_set_back_when_asked_for() {
    const NOW: u64 = 1_700_000_000_000;
    const AHEAD: u64 = 10 * 24 * 60 * 60 * 1000;
    let folder = tempfile::tempdir().unwrap();
    runtime().block_on(async {
        let logs = SqliteLogs::open(&folder.path().join("online.db")).await.unwrap();
        logs.heartbeat(NOW + AHEAD).await.unwrap();
        assert_eq!(logs.time(NOW).await.unwrap(), NOW + AHEAD);
        logs.reset_time(NOW).await.unwrap();
        assert_eq!(logs.time(NOW).await.unwrap(), NOW);
        logs.reset_time(NOW + AHEAD).await.unwrap();
        assert_eq!(logs.time(NOW).await.unwrap(), NOW, "it is never put forward so");
    });
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("ahead");
    runtime().block_on(async {
        let logs = PostgresLogs::open(&url).await.unwrap();
        let clock = logs.clock().await.unwrap();
        logs.heartbeat(clock + AHEAD).await.unwrap();
        assert!(logs.time().await.unwrap() >= clock + AHEAD);
        logs.reset_time().await.unwrap();
        let now = logs.time().await.unwrap();
        assert!((clock..clock + AHEAD).contains(&now), "{now}");
        assert!(logs.outages(0).await.unwrap().is_empty());
    });
}

#[test]
fn sqlite_has_every_property() {
    let folder = tempfile::tempdir().unwrap();
    check_every_property!(async |property: &str| SqliteLogs::open(&folder.path().join(property))
        .await
        .unwrap());
}

#[test]
fn postgres_has_every_property() {
    let Some(cluster) = Cluster::start() else { return };
    check_every_property!(async |property: &str| PostgresLogs::open(&cluster.database(property))
        .await
        .unwrap());
}

/// Of several nodes one dies, or stands still, and the others know: PostgreSQL alone has several.
#[test]
fn the_silence_of_one_node_is_its_own_outage() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("one_of_two");
    runtime().block_on(async {
        let [one, two] = [PostgresLogs::open(&url).await.unwrap(), PostgresLogs::open(&url).await.unwrap()];
        assert!(one.node().is_some() && one.node() != two.node(), "{:?}", one.node());
        let began = 1_000_000;
        one.heartbeat(began).await.unwrap();
        for now in [began, began + limits::SILENCE_MS / 2, began + limits::SILENCE_MS] {
            two.heartbeat(now).await.unwrap();
        }
        assert_eq!(two.outages(0).await.unwrap(), []);
        two.heartbeat(began + limits::SILENCE_MS + 1).await.unwrap();
        let lasts = Outage { began, ended: u64::MAX, node: one.node() };
        for store in [&one, &two] {
            assert_eq!(store.outages(0).await.unwrap(), [lasts], "it is the same for all");
        }
        // It only stood still.
        let ended = began + 2 * limits::SILENCE_MS;
        one.heartbeat(ended).await.unwrap();
        two.heartbeat(ended).await.unwrap();
        assert_eq!(two.outages(0).await.unwrap(), [Outage { ended, ..lasts }]);
        assert_eq!(two.outages(ended).await.unwrap(), []);
    });
}

/// A player who has connected to another node has not left.
#[test]
fn the_node_that_saw_a_player_last_says_whether_they_left() {
    let Some(cluster) = Cluster::start() else { return };
    let url = cluster.database("went_over");
    runtime().block_on(async {
        let [one, two] = [PostgresLogs::open(&url).await.unwrap(), PostgresLogs::open(&url).await.unwrap()];
        one.create(new_match(GAME, false)).await.unwrap();
        let seen = async |until: u64, node: &PostgresLogs| {
            let here = two.poll(vec![GAME]).await.unwrap().remove(0).here;
            assert_eq!(here.b, Presence { until, node: node.node().unwrap() });
            assert_eq!(here.a, Presence::default(), "the other was never there");
        };
        one.set_presence(GAME, Side::B, 0).await.unwrap();
        assert_eq!(two.poll(vec![GAME]).await.unwrap()[0].here.b, Presence::default());
        one.set_presence(GAME, Side::B, 50).await.unwrap();
        seen(50, &one).await;
        two.set_presence(GAME, Side::B, 60).await.unwrap();
        one.set_presence(GAME, Side::B, 0).await.unwrap();
        seen(60, &two).await;
        two.set_presence(GAME, Side::B, 0).await.unwrap();
        seen(0, &two).await;
    });
}

fn new_match(game: MatchId, listed: bool) -> NewMatch {
    let name = "Abebe".parse().unwrap();
    let request = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed,
        name,
        secret: SeatSecret::new([1; 16]),
        opponent: None,
    };
    let made = create(&request).unwrap();
    let events = vec![Logged { seq: 1, at: 5, by: Some(Side::A), mid: None, what: made.events[0].clone() }];
    let listing = listed.then_some(Listing { key: KEY, until: 5, most_per_network: 3, most_per_account: 3 });
    let secrets = made.vault.unwrap();
    NewMatch { game, events, secrets, listing, owners: Owners::default(), network: None }
}

fn offer(seq: u64, mid: Option<u8>) -> Logged {
    let mid = mid.map(|byte| MoveId::new([byte; 16]));
    Logged { seq, at: 5 + seq, by: Some(Side::A), mid, what: Event::DrawOffered { side: Side::A } }
}

fn batch(game: MatchId, expected: u64, mid: Option<u8>) -> Batch {
    Batch {
        game,
        expected,
        events: vec![offer(expected + 1, mid)],
        secrets: None,
        listed: false,
        joiner: None,
        seals: None,
    }
}

const KEY: Hash = Hash::new([9; 32]);
const GAME: MatchId = MatchId::new([3; 10]);

async fn what_was_appended_is_there_in_order(store: Arc<dyn MatchStore>) {
    assert_eq!(store.load(GAME).await.unwrap(), None);
    assert_eq!(store.append(batch(GAME, 1, None)).await.unwrap(), Appended::Unknown);
    let new = new_match(GAME, false);
    store.create(new.clone()).await.unwrap();
    assert_eq!(store.load(GAME).await.unwrap(), Some(StoredMatch { revision: 1, secrets: new.secrets }));
    let two = Batch { events: vec![offer(2, Some(7)), offer(3, None)], ..batch(GAME, 1, None) };
    assert_eq!(store.append(two.clone()).await.unwrap(), Appended::Done);
    let all: Vec<Logged> = new.events.iter().chain(&two.events).cloned().collect();
    assert_eq!(store.events(GAME, 0, 100).await.unwrap(), all);
    assert_eq!(store.events(GAME, 1, 1).await.unwrap(), all[1..2]);
    assert_eq!(store.events(GAME, 3, 100).await.unwrap(), []);
    store.check().await.unwrap();
}

async fn who_comes_late_changes_nothing(store: Arc<dyn MatchStore>) {
    store.create(new_match(GAME, false)).await.unwrap();
    assert_eq!(
        store.create(new_match(GAME, true)).await.unwrap(),
        Appended::Conflict(1),
        "an id is given once"
    );
    assert_eq!(store.append(batch(GAME, 1, Some(1))).await.unwrap(), Appended::Done);
    assert_eq!(store.append(batch(GAME, 1, Some(2))).await.unwrap(), Appended::Conflict(2));
    assert_eq!(store.append(batch(GAME, 7, Some(2))).await.unwrap(), Appended::Conflict(2));
    assert_eq!(store.append(batch(GAME, 2, Some(1))).await.unwrap(), Appended::Duplicate(2));
    assert_eq!(store.events(GAME, 1, 9).await.unwrap(), [offer(2, Some(1))]);
    // The same id in another game is another decision.
    let other = MatchId::new([4; 10]);
    store.create(new_match(other, false)).await.unwrap();
    assert_eq!(store.append(batch(other, 1, Some(1))).await.unwrap(), Appended::Done);
}

async fn of_many_at_once_exactly_one_wins_each_place(store: Arc<dyn MatchStore>) {
    store.create(new_match(GAME, false)).await.unwrap();
    for expected in 1..=20 {
        let tries = (0..8_u8).map(|byte| {
            let store = Arc::clone(&store);
            let mid = (expected as u8).wrapping_mul(8).wrapping_add(byte);
            tokio::spawn(async move { store.append(batch(GAME, expected, Some(mid))).await.unwrap() })
        });
        let mut done = 0;
        for attempt in tries.collect::<Vec<_>>() {
            match attempt.await.unwrap() {
                Appended::Done => done += 1,
                answer => assert_eq!(answer, Appended::Conflict(expected + 1)),
            }
        }
        assert_eq!(done, 1);
    }
    assert_eq!(store.events(GAME, 0, 100).await.unwrap().len(), 21);
}

async fn a_vault_is_kept_with_its_events_or_not_at_all(store: Arc<dyn MatchStore>) {
    let new = new_match(GAME, false);
    store.create(new.clone()).await.unwrap();
    let empty = Some(ServerSecrets::default());
    let late = Batch { secrets: empty, ..batch(GAME, 9, None) };
    assert_eq!(store.append(late).await.unwrap(), Appended::Conflict(1));
    assert_eq!(store.load(GAME).await.unwrap().unwrap().secrets, new.secrets);
    store.append(Batch { secrets: empty, ..batch(GAME, 1, None) }).await.unwrap();
    assert_eq!(store.load(GAME).await.unwrap().unwrap().secrets, ServerSecrets::default());
}

async fn silence_is_an_outage(store: Arc<dyn MatchStore>) {
    // What one of several nodes has to say of itself is another matter.
    let outages = async |since: u64| -> Vec<Outage> {
        let all = store.outages(since).await.unwrap();
        all.into_iter().filter(|outage| outage.node.is_none()).collect()
    };
    // The only process need not check whether another ran.
    let alone = (limits::BEAT + limits::STORE).as_millis() as u64;
    let silence = if store.is_shared() { limits::SILENCE_MS } else { alone };
    for now in [1_000_000, 1_005_000, 1_005_000 + silence, 900_000] {
        store.heartbeat(now).await.unwrap();
    }
    assert_eq!(outages(0).await, [], "nobody was silent for long, and a clock that is set back is no outage");
    let began = 1_005_000 + silence;
    let ended = began + silence + 1;
    store.heartbeat(ended).await.unwrap();
    assert_eq!(outages(0).await, [Outage { began, ended, node: None }]);
    assert_eq!(outages(ended).await, []);
}

async fn every_sealed_game_is_a_link_of_the_chain(store: Arc<dyn MatchStore>) {
    let status = store.chain_status().await.unwrap();
    assert_eq!((status.links, status.head, status.oldest), (0, Hash::new([0; 32]), None));
    // Many at once, as from several nodes: no place twice, no gap, and every head follows from the one before.
    let seals = |n: u8| {
        let seal = |letter: u8| Digest::of(&[&[letter, n]]);
        ByRole { server: seal(b'S'), a: seal(b'A'), b: seal(b'B') }
    };
    let sealed = |n: u8| {
        let (seal, rules) = (Hash::new(*seals(n).server.bytes()), Hash::new([5; 32]));
        let what = Event::ServerSealed { seal, rules, chain: None };
        let event = Logged { seq: 2, at: 100 + u64::from(n), by: None, mid: None, what };
        Batch { events: vec![event], seals: Some(seals(n)), ..batch(MatchId::new([n; 10]), 1, None) }
    };
    let games = 1..=20;
    let mut tasks = Vec::new();
    for n in games.clone() {
        store.create(new_match(MatchId::new([n; 10]), false)).await.unwrap();
        let (store, batch) = (Arc::clone(&store), sealed(n));
        tasks.push(tokio::spawn(async move { store.append(batch).await }));
    }
    let mut marks = Vec::new();
    for task in tasks {
        let Ok(Appended::Chained(mark)) = task.await.unwrap() else { panic!("it is sealed") };
        marks.push(mark);
    }
    let links = store.chain(0, 100).await.unwrap();
    let text: String = links.iter().map(|link| format!("{link}\n")).collect();
    let chain = Chain::read(&text).unwrap();
    for (n, mark) in games.zip(&marks) {
        assert!(chain.holds(mark.place, &Digest::new(*mark.head.bytes())));
        let link = &links[mark.place as usize - 1];
        assert_eq!((&link.game, link.seals), (&MatchId::new([n; 10]).to_string(), seals(n)));
        let kept = store.events(MatchId::new([n; 10]), 1, 9).await.unwrap();
        assert!(matches!(kept[0].what, Event::ServerSealed { chain: Some(kept), .. } if kept == *mark));
    }
    assert_eq!(store.chain(18, 1).await.unwrap(), links[18..19]);
    assert_eq!(store.chain(u64::MAX, 9).await.unwrap(), []);
    // A late seal adds nothing.
    assert_eq!(store.append(sealed(1)).await.unwrap(), Appended::Conflict(2));
    // The end reveals the seed.
    let seed = Some(OpenSeed::new([9; 32]));
    let what = Event::Ended { how: Ending::Resigned, outcome: None, seed };
    let end = Logged { seq: 3, at: 500, by: None, mid: None, what };
    let game = MatchId::new([1; 10]);
    let last = MatchId::new([20; 10]);
    assert_eq!(store.abandoned(u64::MAX >> 1, 100).await.unwrap().len(), 20);
    assert!(store.abandoned(0, 100).await.unwrap().is_empty());
    store.append(Batch { events: vec![end.clone()], ..batch(game, 2, None) }).await.unwrap();
    let status = store.chain_status().await.unwrap();
    assert_eq!((status.links, status.unopened, status.oldest), (20, 19, Some(102)));
    assert_eq!(status.called_off, 0);
    assert!(!store.abandoned(u64::MAX >> 1, 100).await.unwrap().contains(&game), "it is over");
    let what = Event::Ended { how: Ending::Aborted, outcome: None, seed };
    store.append(Batch { events: vec![Logged { what, ..end }], ..batch(last, 2, None) }).await.unwrap();
    let status = store.chain_status().await.unwrap();
    assert_eq!((status.unopened, status.called_off), (18, 1));
    assert_eq!(Digest::new(*status.head.bytes()), links[19].head);
}

/// An attacker with access to the database deletes a game.
#[test]
fn a_game_that_is_thrown_away_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("online.db");
    let pages = async |store: &SqliteLogs| -> String {
        let links = store.chain(0, 100).await.unwrap();
        links.iter().map(|link| format!("{link}\n")).collect()
    };
    runtime().block_on(async {
        every_sealed_game_is_a_link_of_the_chain(Arc::new(SqliteLogs::open(&file).await.unwrap())).await;
        let store = SqliteLogs::open(&file).await.unwrap();
        let told = store.chain(2, 1).await.unwrap().remove(0);
        let before = store.chain_status().await.unwrap();
        let mut database =
            sqlx::SqliteConnection::connect(&format!("sqlite:{}", file.display())).await.unwrap();
        let lost: MatchId = told.game.parse().unwrap();
        for query in ["DELETE FROM events WHERE match = $1", "DELETE FROM matches WHERE id = $1"] {
            sqlx::query(query).bind(lost.bytes().to_vec()).execute(&mut database).await.unwrap();
        }
        assert_eq!(store.load(lost).await.unwrap(), None, "it is gone");
        assert_eq!(store.chain_status().await.unwrap(), before, "and counted, for ever");
        assert!(Chain::read(&pages(&store).await).unwrap().holds(3, &told.head));
        // Out of the chain too: that leaves a gap.
        sqlx::query("DELETE FROM chain WHERE place = 3").execute(&mut database).await.unwrap();
        assert_eq!(Chain::read(&pages(&store).await), Err(FairnessError::Link(3)));
    });
}

async fn a_secret_joins_one_match(store: Arc<dyn MatchStore>) {
    let [one, other] = [GAME, MatchId::new([4; 10])];
    let secret = SeatSecret::new([9; 16]);
    let joining = |game: MatchId, new: &NewMatch| {
        let made = Match::new(game, &new.events[0]).unwrap();
        let joined = join(&made, &new.secrets, "Sara".parse().unwrap(), &secret).unwrap();
        let what = joined.events[0].clone();
        let events = vec![Logged { seq: 2, at: 6, by: Some(Side::B), mid: None, what }];
        Batch { game, expected: 1, events, secrets: joined.vault, listed: false, joiner: None, seals: None }
    };
    assert_eq!(store.seat(ServerSecrets::key(&secret)).await.unwrap(), None);
    for game in [one, other] {
        store.create(new_match(game, false)).await.unwrap();
    }
    let first = joining(one, &new_match(one, false));
    assert_eq!(store.append(first).await.unwrap(), Appended::Done);
    assert_eq!(store.seat(ServerSecrets::key(&secret)).await.unwrap(), Some(one));
    assert_eq!(store.append(joining(other, &new_match(other, false))).await.unwrap(), Appended::Seated);
    assert_eq!(store.load(other).await.unwrap().unwrap().revision, 1, "and nothing has changed there");
}

async fn what_nobody_joins_is_forgotten(store: Arc<dyn MatchStore>) {
    let [old, joined, shown, new] = [1, 2, 3, 4].map(|byte| MatchId::new([byte; 10]));
    for (id, at) in [(old, 5), (joined, 5), (shown, 5), (new, 50)] {
        let mut made = new_match(id, id == shown);
        made.events[0].at = at;
        store.create(made).await.unwrap();
    }
    store.append(batch(joined, 1, None)).await.unwrap();
    store.touch_lobby(shown, KEY, 60, 70).await.unwrap();
    store.delete_unjoined(40, 10).await.unwrap();
    assert_eq!(store.load(old).await.unwrap(), None);
    assert_eq!(store.events(old, 0, 10).await.unwrap(), []);
    for kept in [joined, shown, new] {
        assert!(store.load(kept).await.unwrap().is_some(), "{kept}");
    }
    // Its link leads to no game any more, and the same secret makes it again.
    assert_eq!(store.append(batch(old, 1, None)).await.unwrap(), Appended::Unknown);
    assert_eq!(store.create(new_match(old, false)).await.unwrap(), Appended::Done);
}

async fn the_lobby_shows_what_is_listed_while_its_maker_is_there(store: Arc<dyn MatchStore>) {
    let ids = [1, 2, 3].map(|byte| MatchId::new([byte; 10]));
    for (place, id) in ids.into_iter().enumerate() {
        let mut new = new_match(id, place != 1);
        if let Some(listing) = &mut new.listing {
            listing.until = 10 + place as u64;
        }
        store.create(new).await.unwrap();
    }
    let shown = async |key, now, limit| -> Vec<MatchId> {
        let games = store.open_games(key, now, limit).await.unwrap();
        let created = |open: &OpenMatch| matches!(open.first.as_ref().unwrap().what, Event::Created { .. });
        assert!(games.iter().all(created));
        games.into_iter().map(|open| open.game).collect()
    };
    assert_eq!(shown(None, 9, 10).await, [ids[2], ids[0]]);
    assert_eq!(shown(None, 9, 1).await, [ids[2]]);
    assert_eq!(shown(Some(KEY), 9, 10).await, [ids[2], ids[0]]);
    assert_eq!(shown(Some(Hash::new([1; 32])), 9, 10).await, [], "other rules or another clock");
    // Games of absent makers are not shown, those of returned ones are, and unlisted ones never.
    assert_eq!(shown(None, 10, 10).await, [ids[2]]);
    store.touch_lobby(ids[0], KEY, 10, 20).await.unwrap();
    store.touch_lobby(ids[1], KEY, 10, 20).await.unwrap();
    assert_eq!(shown(None, 11, 10).await, [ids[0], ids[2]]);
    store.touch_lobby(ids[0], KEY, 11, 11).await.unwrap();
    assert_eq!(shown(None, 11, 10).await, [ids[2]], "the maker has left");
    store.touch_lobby(ids[0], KEY, 11, 20).await.unwrap();
    let joined = Event::Joined { name: "Sara".parse().unwrap(), bot: None };
    let joined = Logged { seq: 2, at: 11, by: Some(Side::B), mid: None, what: joined };
    store.append(Batch { events: vec![joined], ..batch(ids[2], 1, None) }).await.unwrap();
    store.touch_lobby(ids[2], KEY, 11, 20).await.unwrap();
    assert_eq!(shown(None, 11, 10).await, [ids[0]], "who has been joined waits no more");
}

/// However many other games are open, those that fit are found, and one network or account fills no lobby.
async fn the_games_that_fit_are_found_among_all(store: Arc<dyn MatchStore>) {
    let [fitting, other] = [KEY, Hash::new([1; 32])];
    let make = |n: u32, key: Hash, maker: Option<u8>, network: Option<u8>| {
        let mut id = [0; 10];
        id[..4].copy_from_slice(&n.to_be_bytes());
        let mut new = new_match(MatchId::new(id), true);
        let listing = new.listing.as_mut().unwrap();
        (listing.key, listing.until) = (key, 100);
        new.owners.accounts.a = maker.map(|byte| AccountId::new([byte; 16]));
        new.network = network.map(|byte| Hash::new([byte; 32]));
        new
    };
    for n in 0..20 {
        assert_eq!(store.create(make(n, fitting, None, None)).await.unwrap(), Appended::Done);
    }
    for part in (20..10_020).collect::<Vec<u32>>().chunks(500) {
        // No more at once than may wait.
        let mut making = tokio::task::JoinSet::new();
        for &n in part {
            let (store, new) = (Arc::clone(&store), make(n, other, None, None));
            making.spawn(async move { store.create(new).await });
        }
        for done in making.join_all().await {
            assert!(matches!(done, Ok(Appended::Done)), "{done:?}");
        }
    }
    for n in 0..20 {
        let open = store.open_games(Some(fitting), 50, 1).await.unwrap();
        let joined = Event::Joined { name: "Sara".parse().unwrap(), bot: None };
        let joined = Logged { seq: 2, at: 50, by: Some(Side::B), mid: None, what: joined };
        let join = Batch { events: vec![joined], ..batch(open[0].game, 1, None) };
        assert_eq!(store.append(join).await.unwrap(), Appended::Done, "seeker {n}");
    }
    assert!(store.open_games(Some(fitting), 50, 1).await.unwrap().is_empty());
    // At most three of one maker, by account and by network, of those that are shown.
    for (first, maker, network) in [(20_000, Some(1), None), (30_000, None, Some(1))] {
        for n in 0..3 {
            assert_eq!(store.create(make(first + n, other, maker, network)).await.unwrap(), Appended::Done);
        }
        let more = make(first + 3, other, maker, network);
        assert_eq!(store.create(more.clone()).await.unwrap(), Appended::TooManyListed);
        assert_eq!(store.load(more.game).await.unwrap(), None, "nothing is kept of it");
        let unlisted = NewMatch { listing: None, ..more.clone() };
        assert_eq!(store.create(unlisted).await.unwrap(), Appended::Done, "a game for a friend is no matter");
        let made = make(first, other, maker, network).game;
        store.touch_lobby(made, other, 5, 5).await.unwrap();
        let next = make(first + 4, other, maker, network);
        assert_eq!(store.create(next).await.unwrap(), Appended::Done, "one has gone");
    }
}

#[test]
fn a_file_is_found_again_as_it_was_left() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    for visit in 0..3 {
        runtime().block_on(async {
            let store = SqliteLogs::open(&path).await.unwrap();
            if visit == 0 {
                store.create(new_match(GAME, false)).await.unwrap();
            }
            assert_eq!(store.append(batch(GAME, 1 + visit, None)).await.unwrap(), Appended::Done);
            assert!(store.is_sound().await.unwrap());
            // A program that begins has not lived before, however short that was.
            store.heartbeat(1000 * (visit + 1)).await.unwrap();
            store.heartbeat(1000 * (visit + 1) + 1).await.unwrap();
            assert_eq!(store.outages(0).await.unwrap().len(), visit as usize);
        });
    }
    std::fs::write(folder.path().join("other.db"), "no database at all, however long one reads. ".repeat(99))
        .unwrap();
    assert!(runtime().block_on(SqliteLogs::open(&folder.path().join("other.db"))).is_err());
}
