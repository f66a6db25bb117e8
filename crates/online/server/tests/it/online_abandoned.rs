//! A game that both players have left for months is ended by the next server that looks.

use std::sync::Arc;
use std::time::{Duration, Instant};

use gebeta_match::{Decision, Match, Moment, OwnEnvelope, ServerSecrets, create, decide, game_of, join};
use gebeta_protocol::{
    ChainStatus, CreateRequest, Logged, OpenSeed, SeatSecret, SeatWish, Side, TimeControl,
};
use gebeta_server::Tasks;
use gebeta_server::cluster::NoBus;
use gebeta_server::config::ServerSettings;
use gebeta_server::games::GameService;
use gebeta_server::limits;
use gebeta_server::{OsChance, SystemTime};
use gebeta_store::online::SqliteLogs;
use gebeta_store::ports::{Batch, MatchStore as _, NewMatch, Owners};

/// When it was played.
const THEN: u64 = 1_700_000_000_000;

/// What a server does with a decision.
async fn keep(store: &SqliteLogs, game: &mut Match, secrets: &mut ServerSecrets, decision: Decision) {
    let expected = game.revision();
    let before = game.envelopes().server;
    let numbered = decision.events.into_iter().zip(expected + 1..);
    let events: Vec<Logged> =
        numbered.map(|(what, seq)| Logged { seq, at: THEN, by: None, mid: None, what }).collect();
    for event in &events {
        game.apply(event).unwrap();
    }
    *secrets = decision.vault.unwrap_or(*secrets);
    let seals = game.envelopes().all_seals().filter(|_| before.is_none());
    let batch = Batch {
        game: game.id(),
        expected,
        events,
        secrets: decision.vault,
        listed: false,
        joiner: None,
        seals,
    };
    assert!(store.append(batch).await.unwrap().is_done());
}

/// A started game of Senet that its players have left.
async fn left(store: &SqliteLogs) {
    let secret = SeatSecret::new([1; 16]);
    let made = create(&CreateRequest {
        rules: "classic".to_owned(),
        clock: TimeControl::None,
        seat: SeatWish::One,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret,
        opponent: None,
    });
    let Decision { events, vault: secrets } = made.unwrap();
    let mut secrets = secrets.unwrap();
    let first = Logged { seq: 1, at: THEN, by: Some(Side::A), mid: None, what: events[0].clone() };
    let mut game = Match::new(game_of(&secret), &first).unwrap();
    let new = NewMatch {
        game: game.id(),
        events: vec![first],
        secrets,
        listing: None,
        owners: Owners::default(),
        network: None,
    };
    assert!(store.create(new).await.unwrap().is_done());
    let joined = join(&game, &secrets, "Sara".parse().unwrap(), &SeatSecret::new([2; 16])).unwrap();
    keep(store, &mut game, &mut secrets, joined).await;
    let moment = Moment { now: THEN, ..Moment::default() };
    for _ in 0..2 {
        for side in Side::BOTH {
            let seed = OpenSeed::new(if side == Side::A { [1; 32] } else { [2; 32] });
            let action = OwnEnvelope::new(side, seed).next(&game).unwrap();
            let base = game.revision();
            let decision = decide(&game, &secrets, side, base, &action, &moment, &mut OsChance).unwrap();
            keep(store, &mut game, &mut secrets, decision).await;
        }
    }
    assert!(game.to_move().is_some());
}

#[tokio::test]
async fn a_game_that_both_have_left_ends_and_its_envelope_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let store = Arc::new(SqliteLogs::open(&folder.path().join("online.db")).await.unwrap());
    left(&store).await;
    let status = async || -> ChainStatus { store.chain_status().await.unwrap() };
    assert_eq!((status().await.links, status().await.unopened), (1, 1));
    let time = Arc::new(SystemTime::starting_at(THEN + limits::ABANDONED_MS + 1));
    let (settings, tasks) = (ServerSettings::default(), Tasks::default());
    let _online = GameService::new(Arc::clone(&store) as _, Arc::new(NoBus), time, settings, None, tasks);
    let began = Instant::now();
    while status().await.unopened > 0 {
        assert!(began.elapsed() < Duration::from_secs(30), "it goes on for ever");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    assert_eq!(status().await.called_off, 1);
}
