//! The opponents are in the order of their names' promise: seats swapped, seeds fixed.

use gebeta_engine::{Bot, Duel, EngineGame, Level, Tally};
use gebeta_rules::{mancala, senet};
use gebeta_solver::senet::TableCache;

/// The first bot's share of the points of `pairs` pairs of games.
fn score<G: EngineGame>(start: G, a: Bot, b: Bot, pairs: u64) -> f64 {
    let duel = Duel { start, a, b, opening: 2, tablebases: None, state: &Default::default() };
    let mut tally = Tally::default();
    for seed in 0..pairs {
        tally.add(duel.pair(seed));
    }
    assert_eq!(u64::from(tally.games()), 2 * pairs);
    tally.score()
}

#[test]
fn mancala_players_are_in_order() {
    for rules in [mancala::Rules::GEBETA, mancala::Rules::TAINTED] {
        let start = mancala::Position::start(&rules);
        let steady = Bot::Steady { depth: 6 };
        assert!(score(start, Bot::Novice, Bot::Random, 50) > 0.7);
        assert!(score(start, steady, Bot::Novice, 25) > 0.9);
        assert!(score(start, steady, Bot::Steady { depth: 2 }, 25) > 0.6);
    }
}

#[test]
fn the_steady_player_of_senet_brings_its_pieces_home_and_the_classic_one_does_not() {
    let start = senet::Position::start(&senet::Rules::CLASSIC);
    let steady = Bot::Steady { depth: 2 };
    assert!(score(start, steady, Bot::Random, 20) > 0.85);
    assert!(score(start, steady, Bot::Classic { depth: 2 }, 20) > 0.85);
}

#[test]
fn all_games_share_exact_values() {
    let start = senet::Position::start(&senet::Rules {
        pieces: senet::Pieces::new(1).unwrap(),
        ..senet::Rules::CLASSIC
    });
    let kept = TableCache::new();
    Duel { start, a: Bot::Level(Level::TOP), b: Bot::Random, opening: 0, tablebases: None, state: &kept }
        .pair(7);
    assert!(kept.knowing(&start).is_some());
}

#[test]
fn a_pair_of_games_is_the_same_every_time() {
    let start = senet::Position::start(&senet::Rules::FIVE_PIECE);
    let duel = Duel {
        start,
        a: Bot::Steady { depth: 1 },
        b: Bot::Random,
        opening: 0,
        tablebases: None,
        state: &TableCache::new(),
    };
    assert_eq!(duel.pair(7), duel.pair(7));
}
