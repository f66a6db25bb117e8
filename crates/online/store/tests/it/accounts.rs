//! What every store of accounts must keep, tried on each of them. PostgreSQL is tried where it is installed.

use std::sync::Arc;

use gebeta_fairness::Digest;
use gebeta_match::create;
use gebeta_protocol::{
    AccountId, BySide, CreateRequest, Ending, Event, GameResult, Hash, Logged, MatchId, PlayerName,
    SeatSecret, SeatWish, TimeControl, TokenId, Unrated,
};
use gebeta_rules::GameKind;
use gebeta_store::accounts::{
    Account, Accounts, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled,
};
use gebeta_store::online::{PostgresLogs, SqliteLogs};
use gebeta_store::ports::{Appended, Batch, MatchStore, NewMatch, Owners, SeatOwner};

use gebeta_testkit::postgres::Cluster;
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, SqlSafeStr as _};

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap()
}

/// Every property, each on its own store, which `open` makes.
macro_rules! check_every_property {
    ($open:expr) => {
        runtime().block_on(async {
            a_name_is_given_once_however_it_is_written(Arc::new($open("names").await)).await;
            who_signs_out_or_waits_too_long_is_signed_out(Arc::new($open("sessions").await)).await;
            a_recovery_code_opens_an_account_once(Arc::new($open("recovery").await)).await;
            a_token_speaks_for_its_account_until_it_is_revoked(Arc::new($open("tokens").await)).await;
            a_result_is_written_once(Arc::new($open("results").await)).await;
            many_results_at_once_lose_none(Arc::new($open("crowd").await)).await;
            what_does_not_count_changes_no_rating(Arc::new($open("unrated").await)).await;
            the_seat_of_a_guest_stays_one(Arc::new($open("guest").await)).await;
            one_network_and_repeated_opponents_do_not_count(Arc::new($open("repeated").await)).await;
            the_best_lead_and_newcomers_wait(Arc::new($open("leaders").await)).await;
            who_goes_takes_the_name_along(Arc::new($open("farewell").await)).await;
        })
    };
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

/// The tables as they were before seats were decided with their games: what was kept then is rated once, and not again for a
/// seat that was added to a finished game.
#[test]
fn a_database_of_an_earlier_version_stays_readable() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.db");
    runtime().block_on(async {
        let options = SqliteConnectOptions::new().filename(&path).create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        let steps = [
            ("games", include_str!("../../migrations/sqlite/1-games.sql")),
            ("accounts", include_str!("../../migrations/sqlite/2-accounts.sql")),
            ("scores", include_str!("../../migrations/sqlite/3-scores.sql")),
            ("chain", include_str!("../../migrations/sqlite/4-chain.sql")),
            ("unjoined", include_str!("../../migrations/sqlite/5-unjoined.sql")),
            ("called off", include_str!("../../migrations/sqlite/6-called-off.sql")),
        ];
        let steps = steps.into_iter().zip(1..).map(|((name, text), number)| {
            Migration::new(number, name.into(), MigrationType::Simple, text.into_sql_str(), false)
        });
        Migrator::with_migrations(steps.collect()).run(&mut connection).await.unwrap();
        for (byte, side, account, live) in [(1, "a", 1, 1), (1, "b", 2, 1), (2, "a", 1, 0), (2, "b", 2, 1)] {
            sqlx::query("INSERT INTO players (match, side, account, live) VALUES ($1, $2, $3, $4)")
                .bind(vec![byte; 10])
                .bind(side)
                .bind(vec![account; 16])
                .bind(live)
                .execute(&mut connection)
                .await
                .unwrap();
        }
        sqlx::query(
            "INSERT INTO ratings VALUES ($1, 'senet', 'kendall', 1500, 90, 0.06, 7, 0), ($1, 'senet', 'classic', 1600, 90, 0.06, 7, 0)",
        )
        .bind(vec![9; 16])
        .execute(&mut connection)
        .await
        .unwrap();
        connection.close().await.unwrap();
        let store = SqliteLogs::open(&path).await.unwrap();
        let mut connection = SqliteConnectOptions::new().filename(&path).connect().await.unwrap();
        let names: Vec<String> =
            sqlx::query_scalar("SELECT rule_set FROM ratings ORDER BY value").fetch_all(&mut connection).await.unwrap();
        assert_eq!(names, ["five-piece", "classic"], "a rule set that was renamed keeps its ratings");
        connection.close().await.unwrap();
        let (abebe, _) = (signed_up(&store, 1, "Abebe").await, signed_up(&store, 2, "Sara").await);
        let result = |byte| store.settle(ended(byte, Some(GameResult::Won)), LIMITS);
        assert_eq!(result(1).await.unwrap(), Settled::Now { rated: true });
        assert_eq!(result(2).await.unwrap(), Settled::Before, "it has its result");
        assert_eq!(store.unsettled(None, 9).await.unwrap(), []);
        assert_eq!(store.profile(abebe, u64::MAX, 9).await.unwrap().ratings[0].games, 1);
        assert!(store.key().await.unwrap() != Hash::new([0; 32]));
    });
}

fn name(text: &str) -> PlayerName {
    text.parse().unwrap()
}

fn account(byte: u8, text: &str) -> Account {
    Account { id: AccountId::new([byte; 16]), name: name(text), created: 7 }
}

async fn signed_up(store: &dyn Accounts, byte: u8, text: &str) -> Account {
    let new = NewAccount {
        account: account(byte, text),
        password: "$argon2id$..".to_owned(),
        recovery: vec![digest(90), digest(91)],
    };
    assert!(Accounts::create(store, new).await.unwrap());
    account(byte, text)
}

fn digest(byte: u8) -> Digest {
    Digest::of(&[&[byte]])
}

async fn a_name_is_given_once_however_it_is_written(store: Arc<dyn Accounts>) {
    let abebe = signed_up(&*store, 1, "Abebe Bikila").await;
    let alike = NewAccount {
        account: account(2, "abebe-bikila"),
        password: "other".to_owned(),
        recovery: Vec::new(),
    };
    assert!(!Accounts::create(&*store, alike).await.unwrap());
    let found = store.find(name("ABEBE BIKILA")).await.unwrap();
    assert_eq!(found, Some((abebe, "$argon2id$..".to_owned())));
    assert_eq!(store.find(name("Sara")).await.unwrap(), None);
}

async fn who_signs_out_or_waits_too_long_is_signed_out(store: Arc<dyn Accounts>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let open = |byte: u8, created: u64| NewSession {
        digest: digest(byte),
        account: abebe.id,
        created,
        expires: created + 100,
    };
    store.open_session(open(1, 10), 2).await.unwrap();
    assert_eq!(store.session(digest(1), 20).await.unwrap(), Some(abebe.clone()));
    assert_eq!(store.session(digest(1), 110).await.unwrap(), None, "too late");
    assert_eq!(store.session(digest(2), 20).await.unwrap(), None, "a guess");
    store.open_session(open(2, 11), 2).await.unwrap();
    store.open_session(open(3, 12), 2).await.unwrap();
    assert_eq!(store.session(digest(1), 20).await.unwrap(), None, "the oldest of three");
    assert_eq!(store.session(digest(2), 20).await.unwrap(), Some(abebe.clone()));
    store.close_session(digest(2)).await.unwrap();
    assert_eq!(store.session(digest(2), 20).await.unwrap(), None);
    assert_eq!(store.session(digest(3), 20).await.unwrap(), Some(abebe.clone()));
    let export = store.export(abebe.clone()).await.unwrap();
    assert_eq!(export.sessions.iter().map(|session| session.created).collect::<Vec<_>>(), [12]);
    // A new password closes all sessions, and requires the old one.
    let sara = signed_up(&*store, 2, "Sara").await;
    store.open_session(NewSession { account: sara.id, ..open(4, 13) }, 2).await.unwrap();
    let change = |old: &str| store.change_password(abebe.id, old.to_owned(), "new".to_owned());
    assert!(!change("wrong").await.unwrap());
    assert_eq!(store.session(digest(3), 20).await.unwrap(), Some(abebe.clone()));
    assert!(change("$argon2id$..").await.unwrap());
    assert!(!change("$argon2id$..").await.unwrap(), "it is another by now");
    assert_eq!(store.session(digest(3), 20).await.unwrap(), None);
    assert_eq!(store.find(name("Abebe")).await.unwrap().unwrap().1, "new");
    assert_eq!(store.session(digest(4), 20).await.unwrap(), Some(sara.clone()), "nobody else's");
    store.close_sessions(sara.id).await.unwrap();
    assert_eq!(store.session(digest(4), 20).await.unwrap(), None);
}

async fn a_recovery_code_opens_an_account_once(store: Arc<dyn Accounts>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    let session = NewSession { digest: digest(1), account: abebe.id, created: 10, expires: 100 };
    store.open_session(session, 2).await.unwrap();
    assert!(store.has_recovery(abebe.id, digest(90)).await.unwrap());
    assert!(!store.has_recovery(abebe.id, digest(92)).await.unwrap());
    let recover = |account, code| store.recover(account, code, "new".to_owned());
    assert!(!recover(abebe.id, digest(92)).await.unwrap(), "a guess");
    assert_eq!(store.session(digest(1), 20).await.unwrap(), Some(abebe.clone()));
    assert!(recover(abebe.id, digest(90)).await.unwrap());
    assert_eq!(store.find(abebe.name.clone()).await.unwrap().unwrap().1, "new");
    assert_eq!(store.session(digest(1), 20).await.unwrap(), None, "whoever was in is out");
    assert!(!recover(abebe.id, digest(90)).await.unwrap(), "once");
    assert!(store.has_recovery(sara.id, digest(90)).await.unwrap(), "hers is another");
    store.add_recovery(abebe.id, digest(93)).await.unwrap();
    assert!(
        store.has_recovery(abebe.id, digest(91)).await.unwrap()
            && store.has_recovery(abebe.id, digest(93)).await.unwrap()
    );
    store.set_recovery(abebe.id, vec![digest(94)]).await.unwrap();
    for (code, has) in [(91, false), (93, false), (94, true)] {
        assert_eq!(store.has_recovery(abebe.id, digest(code)).await.unwrap(), has, "{code}");
    }
    store.delete(abebe.id).await.unwrap();
    assert!(!store.has_recovery(abebe.id, digest(94)).await.unwrap());
}

async fn a_token_speaks_for_its_account_until_it_is_revoked(store: Arc<dyn Accounts>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    let new = |byte: u8| NewToken {
        id: TokenId::new([byte; 8]),
        digest: digest(byte),
        account: abebe.id,
        label: name("My bot"),
        created: u64::from(byte),
    };
    assert!(store.add_token(new(1), 2).await.unwrap());
    assert!(store.add_token(new(2), 2).await.unwrap());
    assert!(!store.add_token(new(3), 2).await.unwrap(), "that is enough");
    assert_eq!(store.token(digest(1)).await.unwrap(), Some(abebe.clone()));
    assert_eq!(store.token(digest(3)).await.unwrap(), None);
    assert_eq!(store.tokens(abebe.id).await.unwrap().len(), 2);
    assert!(!store.revoke(sara.id, TokenId::new([1; 8])).await.unwrap(), "not hers");
    assert!(store.revoke(abebe.id, TokenId::new([1; 8])).await.unwrap());
    assert!(!store.revoke(abebe.id, TokenId::new([1; 8])).await.unwrap());
    assert_eq!(store.token(digest(1)).await.unwrap(), None);
    let both = vec![digest(1), digest(2)];
    assert_eq!(store.good_sessions(both.clone(), 0).await.unwrap(), [digest(2)]);
    let (_, password) = store.find(abebe.name.clone()).await.unwrap().unwrap();
    assert!(store.change_password(abebe.id, password, "another".to_owned()).await.unwrap());
    assert_eq!(store.good_sessions(both, 0).await.unwrap(), [], "with the password they all go");
}

fn ended(byte: u8, result: Option<GameResult>) -> Ended {
    Ended {
        game: MatchId::new([byte; 10]),
        at: 1000 + u64::from(byte),
        kind: GameKind::Mancala,
        rule_set: "gebeta".to_owned(),
        names: BySide { a: name("Abebe"), b: name("Sara") },
        result,
        how: Ending::Board,
        scores: BySide { a: 40, b: 32 },
        plies: 40,
        unrated: None,
    }
}

const LIMITS: RatingLimits = RatingLimits { per_pair: 99, per_pair_of_one_network: 0 };

/// A new match whose maker is an account or a guest, from a network.
fn new_match(byte: u8, maker: SeatOwner) -> NewMatch {
    let request = CreateRequest {
        rules: "gebeta".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: name("Abebe"),
        secret: SeatSecret::new([1; 16]),
        opponent: None,
    };
    let made = create(&request).unwrap();
    let events = vec![log(1, made.events[0].clone())];
    let owners = Owners { accounts: BySide { a: maker.account, b: None }, one_network: false };
    let (game, secrets) = (MatchId::new([byte; 10]), made.vault.unwrap());
    NewMatch { game, events, secrets, listing: None, owners, network: maker.network }
}

fn log(seq: u64, what: Event) -> Logged {
    Logged { seq, at: 5, by: None, mid: None, what }
}

fn join(byte: u8, joiner: SeatOwner) -> Batch {
    let events = vec![log(2, Event::Joined { name: name("Sara"), bot: None })];
    let (game, joiner) = (MatchId::new([byte; 10]), Some(joiner));
    Batch { game, expected: 1, events, secrets: None, listed: false, joiner, seals: None }
}

const GUEST: SeatOwner = SeatOwner { account: None, network: None };

fn owner(account: &Account, network: u8) -> SeatOwner {
    SeatOwner { account: Some(account.id), network: Some(Hash::new([network; 32])) }
}

async fn seat(store: &dyn MatchStore, byte: u8, a: SeatOwner, b: SeatOwner) {
    assert_eq!(MatchStore::create(store, new_match(byte, a)).await.unwrap(), Appended::Done);
    assert_eq!(store.append(join(byte, b)).await.unwrap(), Appended::Done);
}

async fn sit(store: &dyn MatchStore, byte: u8, a: &Account, b: &Account) {
    seat(store, byte, owner(a, 1), owner(b, 2)).await;
}

async fn a_result_is_written_once<S: Accounts + MatchStore>(store: Arc<S>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    sit(&*store, 1, &abebe, &sara).await;
    sit(&*store, 2, &sara, &abebe).await;
    let seats = store.owners(MatchId::new([1; 10])).await.unwrap();
    let accounts = BySide { a: Some(abebe.id), b: Some(sara.id) };
    assert_eq!(seats, Owners { accounts, one_network: false });
    let ids = [1, 2].map(|byte| MatchId::new([byte; 10]));
    assert_eq!(store.unsettled(None, 9).await.unwrap(), ids);
    assert_eq!(store.unsettled(Some(ids[0]), 9).await.unwrap(), ids[1..]);
    assert_eq!(
        store.settle(ended(1, Some(GameResult::Won)), LIMITS).await.unwrap(),
        Settled::Now { rated: true }
    );
    let first = store.profile(abebe.clone(), u64::MAX, 9).await.unwrap();
    for _ in 0..3 {
        assert_eq!(store.settle(ended(1, Some(GameResult::Won)), LIMITS).await.unwrap(), Settled::Before);
    }
    assert_eq!(store.profile(abebe.clone(), u64::MAX, 9).await.unwrap(), first);
    assert_eq!(first.ratings[0].rating, 1662, "what the paper's formulas give for 1500 beating 1500");
    assert_eq!((first.ratings[0].games, first.ratings[0].guess), (1, true));
    assert_eq!(first.history[0].change, Some(162));
    // Abebe is side B here and loses.
    assert_eq!(
        store.settle(ended(2, Some(GameResult::Won)), LIMITS).await.unwrap(),
        Settled::Now { rated: true }
    );
    let second = store.profile(abebe.clone(), u64::MAX, 9).await.unwrap();
    assert!(second.ratings[0].rating < first.ratings[0].rating);
    let tally = &second.statistics[0];
    assert_eq!((tally.won, tally.lost, tally.drawn), (1, 1, 0));
    let games: Vec<_> = second.history.iter().map(|played| (played.game, played.result)).collect();
    assert_eq!(games, [(ids[1], GameResult::Lost), (ids[0], GameResult::Won)]);
    let older = store.profile(abebe, second.history[0].ended, 9).await.unwrap();
    assert_eq!(older.history.len(), 1);
    assert_eq!(store.unsettled(None, 9).await.unwrap(), []);
    assert_eq!(
        store.settle(ended(77, Some(GameResult::Won)), LIMITS).await.unwrap(),
        Settled::Before,
        "guests"
    );
}

async fn many_results_at_once_lose_none<S: Accounts + MatchStore + 'static>(store: Arc<S>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    for byte in 1..=12 {
        if byte % 2 == 0 {
            sit(&*store, byte, &abebe, &sara).await;
        } else {
            sit(&*store, byte, &sara, &abebe).await;
        }
    }
    let tries = (1..=12).flat_map(|byte| [byte, byte]).map(|byte| {
        let store = Arc::clone(&store);
        tokio::spawn(async move {
            // A node that was too slow asks again.
            for _ in 0..50 {
                if let Ok(settled) = store.settle(ended(byte, Some(GameResult::Drawn)), LIMITS).await {
                    return settled;
                }
            }
            panic!("game {byte} is not settled");
        })
    });
    let mut now = 0;
    for attempt in tries.collect::<Vec<_>>() {
        now += usize::from(attempt.await.unwrap() != Settled::Before);
    }
    assert_eq!(now, 12);
    for who in [abebe, sara] {
        let profile = store.profile(who, u64::MAX, 99).await.unwrap();
        assert_eq!((profile.ratings[0].games, profile.history.len()), (12, 12));
        assert_eq!(profile.statistics[0].drawn, 12);
    }
}

async fn the_best_lead_and_newcomers_wait<S: Accounts + MatchStore>(store: Arc<S>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    let leaders = |skipped, limit| store.leaderboard(GameKind::Mancala, "gebeta".to_owned(), skipped, limit);
    for byte in 1..=30 {
        sit(&*store, byte, &abebe, &sara).await;
        let result = if byte % 3 == 0 { GameResult::Lost } else { GameResult::Won };
        store.settle(ended(byte, Some(result)), LIMITS).await.unwrap();
        if byte == 1 {
            assert_eq!(leaders(0, 9).await.unwrap(), [], "a rating of one game is a guess");
        }
    }
    let both = leaders(0, 9).await.unwrap();
    assert_eq!(
        both.iter().map(|entry| entry.name.clone()).collect::<Vec<_>>(),
        [name("Abebe"), name("Sara")]
    );
    assert!(both[0].rating > both[1].rating && both.iter().all(|entry| entry.games == 30), "{both:?}");
    assert_eq!(leaders(0, 1).await.unwrap(), both[..1]);
    assert_eq!(leaders(1, 9).await.unwrap(), both[1..]);
    assert_eq!(leaders(u64::MAX, 9).await.unwrap(), []);
    let others = store.leaderboard(GameKind::Senet, "gebeta".to_owned(), 0, 9).await.unwrap();
    assert_eq!(others, []);
    store.delete(abebe.id).await.unwrap();
    assert_eq!(leaders(0, 9).await.unwrap(), both[1..]);
}

async fn what_does_not_count_changes_no_rating<S: Accounts + MatchStore>(store: Arc<S>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    for byte in 1..=2 {
        sit(&*store, byte, &abebe, &sara).await;
    }
    sit(&*store, 3, &abebe, &abebe).await;
    seat(&*store, 4, GUEST, owner(&abebe, 1)).await;
    let unproved = Ended { unrated: Some(Unrated::Unproved), ..ended(2, Some(GameResult::Won)) };
    for result in [ended(1, None), unproved, ended(3, Some(GameResult::Won)), ended(4, Some(GameResult::Won))]
    {
        assert_eq!(store.settle(result, LIMITS).await.unwrap(), Settled::Now { rated: false });
    }
    let profile = store.profile(abebe, u64::MAX, 9).await.unwrap();
    assert_eq!(profile.ratings, []);
    // The one that was called off is in no history.
    assert_eq!(profile.history.iter().map(|game| game.game.bytes()[0]).collect::<Vec<_>>(), [4, 3, 2]);
    assert!(profile.history.iter().all(|game| game.rating.is_none() && game.change.is_none()));
    assert_eq!(profile.history[0].opponent, name("Abebe"), "side B plays against side A's name");
    let reasons: Vec<_> = profile.history.iter().map(|game| game.unrated).collect();
    assert_eq!(reasons, [Some(Unrated::Guest), Some(Unrated::OneNetwork), Some(Unrated::Unproved)]);
}

/// Which account sits where is decided with the seat, and never afterwards.
async fn the_seat_of_a_guest_stays_one<S: Accounts + MatchStore>(store: Arc<S>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    let game = MatchId::new([1; 10]);
    seat(&*store, 1, GUEST, owner(&sara, 2)).await;
    let before = store.owners(game).await.unwrap();
    assert_eq!(before.accounts, BySide { a: None, b: Some(sara.id) });
    // The same requests again with another account.
    assert_eq!(
        MatchStore::create(&*store, new_match(1, owner(&abebe, 1))).await.unwrap(),
        Appended::Conflict(2)
    );
    assert_eq!(store.append(join(1, owner(&abebe, 1))).await.unwrap(), Appended::Conflict(2));
    assert_eq!(store.owners(game).await.unwrap(), before);
    assert_eq!(
        store.settle(ended(1, Some(GameResult::Won)), LIMITS).await.unwrap(),
        Settled::Now { rated: false }
    );
    assert_eq!(store.append(join(1, owner(&abebe, 1))).await.unwrap(), Appended::Conflict(2));
    assert_eq!(store.settle(ended(1, Some(GameResult::Won)), LIMITS).await.unwrap(), Settled::Before);
    assert_eq!(store.unsettled(None, 9).await.unwrap(), []);
    for who in [abebe, sara] {
        assert_eq!(store.profile(who, u64::MAX, 9).await.unwrap().ratings, []);
    }
}

/// Neither puppets of one network nor the same opponent again and again make a rating.
async fn one_network_and_repeated_opponents_do_not_count<S: Accounts + MatchStore>(store: Arc<S>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    seat(&*store, 1, owner(&abebe, 7), owner(&sara, 7)).await;
    let owners = store.owners(MatchId::new([1; 10])).await.unwrap();
    assert!(owners.one_network);
    let result = |byte| ended(byte, Some(GameResult::Won));
    let rated = |rated| Settled::Now { rated };
    assert_eq!(store.settle(result(1), LIMITS).await.unwrap(), rated(false));
    // Their next game is made from the same seats.
    let next = NewMatch { game: MatchId::new([2; 10]), owners: owners.swapped(), ..new_match(2, GUEST) };
    assert_eq!(MatchStore::create(&*store, next).await.unwrap(), Appended::Done);
    assert_eq!(store.owners(MatchId::new([2; 10])).await.unwrap(), owners.swapped());
    assert_eq!(store.settle(result(2), LIMITS).await.unwrap(), rated(false));
    // A club behind one address may be allowed some.
    seat(&*store, 3, owner(&abebe, 7), owner(&sara, 7)).await;
    let club = RatingLimits { per_pair: 2, per_pair_of_one_network: 1 };
    assert_eq!(store.settle(result(3), club).await.unwrap(), rated(true));
    sit(&*store, 4, &sara, &abebe).await;
    assert_eq!(store.settle(result(4), club).await.unwrap(), rated(true));
    sit(&*store, 5, &abebe, &sara).await;
    assert_eq!(store.settle(result(5), club).await.unwrap(), rated(false), "that is enough for a day");
    sit(&*store, 6, &abebe, &sara).await;
    let tomorrow = Ended { at: result(4).at + 24 * 60 * 60 * 1000, ..result(6) };
    assert_eq!(store.settle(tomorrow, club).await.unwrap(), rated(true));
    let profile = store.profile(abebe, u64::MAX, 9).await.unwrap();
    let reasons: Vec<_> = profile.history.iter().map(|game| game.unrated).collect();
    let one_network = Some(Unrated::OneNetwork);
    assert_eq!(reasons, [None, Some(Unrated::Repeated), None, None, one_network, one_network]);
    assert_eq!(profile.ratings[0].games, 3);
}

async fn who_goes_takes_the_name_along<S: Accounts + MatchStore>(store: Arc<S>) {
    let abebe = signed_up(&*store, 1, "Abebe").await;
    let sara = signed_up(&*store, 2, "Sara").await;
    let game = MatchId::new([1; 10]);
    sit(&*store, 1, &abebe, &sara).await;
    store.settle(ended(1, Some(GameResult::Won)), LIMITS).await.unwrap();
    let session = NewSession { digest: digest(1), account: abebe.id, created: 1, expires: 100 };
    store.open_session(session, 9).await.unwrap();

    store.delete(abebe.id).await.unwrap();
    assert_eq!(store.session(digest(1), 2).await.unwrap(), None);
    assert_eq!(store.find(name("Abebe")).await.unwrap(), None);
    while store.erase(name("Former player")).await.unwrap().is_some() {}
    let text = serde_json::to_string(&store.events(game, 0, 9).await.unwrap()).unwrap();
    assert!(!text.contains("Abebe") && text.contains("Former player") && text.contains("Sara"), "{text}");
    let profile = store.profile(sara, u64::MAX, 9).await.unwrap();
    assert_eq!(profile.history[0].opponent, name("Former player"), "her game stays");
    assert_eq!(profile.ratings[0].games, 1);
    signed_up(&*store, 3, "Abebe").await;
}
