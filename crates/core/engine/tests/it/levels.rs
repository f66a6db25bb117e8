//! Every level beats the one below; `docs/playing/levels.md` has the long run of all of them.

use gebeta_engine::{Bot, Duel, EngineGame, Level, SearchRequest, Tally};
use gebeta_rules::{mancala, senet};

/// The share of the points that each level but the first gets against the one below, up to `top`.
fn steps<G: EngineGame>(start: &G, opening: usize, top: u8, pairs: u64) -> Vec<(Level, f64)> {
    let levels: Vec<Level> = Level::all().filter(|level| level.get() <= top).collect();
    let step = |two: &[Level]| {
        let duel = Duel {
            start: start.clone(),
            a: Bot::Level(two[1]),
            b: Bot::Level(two[0]),
            opening,
            tablebases: None,
            state: &Default::default(),
        };
        let mut tally = Tally::default();
        for seed in 0..pairs {
            tally.add(duel.pair(seed));
        }
        (two[1], tally.score())
    };
    levels.windows(2).map(step).collect()
}

#[test]
fn mancala_levels_climb() {
    for rules in [mancala::Rules::GEBETA, mancala::Rules::TAINTED, mancala::Rules::AVALANCHE] {
        let steps = steps(&mancala::Position::start(&rules), 2, 6, 100);
        assert!(steps.iter().all(|&(_, score)| score > 0.53), "{steps:?}");
    }
}

#[test]
fn senet_levels_climb() {
    for pieces in [4, 7] {
        let rules =
            senet::Rules { pieces: senet::Pieces::new(pieces).expect("1 to 10"), ..senet::Rules::CLASSIC };
        let steps = steps(&senet::Position::start(&rules), 0, 6, 200);
        assert!(steps.iter().all(|&(_, score)| score > 0.52), "{steps:?}");
    }
}

/// Nobody can tell how long a search takes on a wide board, and a clock would make games that do not repeat.
#[test]
fn the_highest_level_answers_on_the_widest_board() {
    let size = |n| mancala::Size::new(n).expect("1 to 12");
    let rules = mancala::Rules { pits: size(12), stones: size(4), ..mancala::Rules::GEBETA };
    let start = mancala::Position::start(&rules);
    let thought = start
        .search(SearchRequest { seed: 1, ..SearchRequest::new(Bot::Level(Level::TOP)) }, &mut |_| {})
        .unwrap();
    assert!(thought.nodes.total() <= 8_192_000, "{:?}", thought.nodes);
    assert!(thought.depth >= 8, "{}", thought.depth);
}
