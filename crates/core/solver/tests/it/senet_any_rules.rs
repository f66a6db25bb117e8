//! The exact tables of Senet under rules that people make up: values settle, and are those of plain value iteration.

use std::num::NonZero;

use gebeta_rules::senet::{Pieces, Position, Rules, Setup};
use gebeta_rules::{AnyRules, ByPlayer, Chance, Game, Player, RuleSet};
use gebeta_solver::senet::{Exact, Layer, Progress, Stage};
use gebeta_testkit::strategy::{cases, senet};
use proptest::prelude::*;

/// What the program promises.
const TOLERANCE: f64 = 1e-8;

/// The table of a layer, and how many sweeps the layer itself took.
fn solve(rules: &Rules, layer: Layer) -> (Exact, u32) {
    let mut sweeps = 0;
    let mut count = |now: Progress| {
        if let Stage::Sweep { number, .. } = now.stage
            && now.layer == layer
        {
            sweeps = number;
        }
    };
    let exact = Exact::build(rules, layer, NonZero::<usize>::MIN, &mut count, &|| false);
    (exact.expect("nobody stops it"), sweeps)
}

fn layer(own: u8, theirs: u8) -> Layer {
    Layer::new(own, theirs).expect("pieces of both")
}

/// Value iteration as a textbook has it, over every position with a piece of each side: the oracle of the clever one.
struct Plain {
    layer: Layer,
    /// For each position what can follow each throw, with the weight of the throw.
    throws: Vec<Vec<(f64, Vec<After>)>>,
    win: Vec<f64>,
}

/// What a move leads to.
#[derive(Clone, Copy)]
enum After {
    Won,
    /// The same player throws again.
    Own(usize),
    /// The other player throws.
    Other(usize),
}

impl Plain {
    const SWEEPS: u32 = 100_000;

    fn solve(rules: &Rules) -> Self {
        let layer = layer(1, 1);
        let throws: Vec<_> =
            (0..layer.len()).map(|index| Self::throws(&Self::position(rules, layer, index), layer)).collect();
        let mut plain = Self { layer, win: vec![0.5; throws.len()], throws };
        let settled = (0..Self::SWEEPS).any(|_| plain.sweep() < 1e-14);
        assert!(settled, "plain iteration does not settle: {rules:?}");
        plain
    }

    fn position(rules: &Rules, layer: Layer, index: usize) -> Position {
        let (one, two) = layer.unrank(index);
        let setup = Setup {
            pieces: ByPlayer { one, two },
            exited: ByPlayer::default(),
            to_move: Some(Player::One),
            roll: None,
        };
        setup.position(rules).expect("an index stands for a position")
    }

    fn throws(position: &Position, layer: Layer) -> Vec<(f64, Vec<After>)> {
        let after = |next: Position| match next.to_move() {
            None => After::Won,
            Some(mover) => {
                let rank = layer.rank(next.board().pieces(mover), next.board().pieces(!mover));
                if mover == Player::One { After::Own(rank) } else { After::Other(rank) }
            }
        };
        let throws = position.throws().iter().map(|&(roll, weight)| {
            let cast = position.cast(roll);
            let next = cast.legal_moves().map(|mv| after(cast.play(mv).expect("legal"))).collect();
            (f64::from(weight) / f64::from(Position::WEIGHTS), next)
        });
        throws.collect()
    }

    /// Improves every value once, and returns the largest change.
    fn sweep(&mut self) -> f64 {
        let mut change = 0.0_f64;
        // From the end of the path backwards, as a player would think.
        for index in (0..self.win.len()).rev() {
            let value = |&after: &After| match after {
                After::Won => 1.0,
                After::Own(next) => self.win[next],
                After::Other(next) => 1.0 - self.win[next],
            };
            let best =
                |(weight, next): &(f64, Vec<After>)| weight * next.iter().map(value).fold(0.0, f64::max);
            let win = self.throws[index].iter().map(best).sum();
            change = change.max(f64::abs(self.win[index] - win));
            self.win[index] = win;
        }
        change
    }

    /// How far the values of a table are from these at most.
    fn error_of(&self, exact: &Exact) -> f64 {
        let win = |index| {
            let (own, theirs) = self.layer.unrank(index);
            exact.of_board(own, theirs).expect("a settled table knows all of its layer")
        };
        self.win.iter().enumerate().map(|(index, &value)| f64::abs(win(index) - value)).fold(0.0, f64::max)
    }
}

fn check(rules: &Rules) -> Result<(), TestCaseError> {
    let rules = Rules { pieces: Pieces::new(1).expect("1 to 10 pieces"), ..*rules };
    let (exact, _) = solve(&rules, layer(1, 1));
    prop_assert_eq!(exact.unsettled(), None);
    let error = Plain::solve(&rules).error_of(&exact);
    prop_assert!(error < TOLERANCE, "{error}");
    Ok(())
}

/// Rules of `classic` but for some, as a file writes them.
fn made_up(keys: &str) -> Rules {
    let set = RuleSet::parse(&format!("game = \"senet\"\n{keys}"), "odd").expect("a rule file");
    let AnyRules::Senet(rules) = set.rules else { panic!("rules of Senet") };
    rules
}

/// Turns alternate and pieces come back often, so what is too much in one sweep is too little in the next.
#[test]
fn values_that_swing_to_and_fro_settle() {
    for keys in [
        "gate = 'free'\nexits = { 28 = [5], 29 = [5], 30 = [5] }",
        "gate = 'free'\nexits = { 28 = [], 29 = [], 30 = [4] }\nbackward = true\nprotect = 'pair'\nblock = 2\nforfeit = 'throws-again'",
        "gate = 'free'\nexits = { 28 = [], 29 = [3, 5], 30 = [2] }\nwrong_roll = 'must-return'\nbackward = true\nprotect = 'pair'\nblock = 2",
    ] {
        let rules = made_up(keys);
        check(&rules).unwrap_or_else(|error| panic!("{keys}: {error}"));
        assert_eq!(solve(&rules, layer(2, 1)).0.unsettled(), None, "{keys}");
    }
}

/// Going on in the direction of two sweeps saves some of these (`docs/researching/senet-exact.md`).
#[test]
fn presets_take_few_sweeps() {
    let count = |rules: &Rules| solve(rules, layer(2, 2)).1;
    assert_eq!([count(&Rules::FIVE_PIECE), count(&Rules::CLASSIC)], [20, 11]);
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn one_piece_under_any_rules_is_worth_what_plain_iteration_says(rules in senet::rules()) {
        check(&rules)?;
    }
}
