//! What is true of every sowing game, on random rules of all keys.

use std::collections::HashSet;

use gebeta_rules::options::{Kind, NumberSet, Value};
use gebeta_rules::sowing::{
    Board, Heading, Move, MoveRules, OPTIONS, Pit, Playthrough, Position, Rules, StartCounts, Step,
};
use gebeta_rules::{AnyRules, Game, Player, RuleSet, mancala};
use gebeta_testkit::strategy::{cases, mancala as random_mancala};
use gebeta_testkit::{TestGame, Walk};
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::sowing::{of_family, rule_sets};

/// A value of an option; lists have any of the small numbers, which are those that come up.
fn value(kind: Kind) -> BoxedStrategy<Value> {
    match kind {
        Kind::Number { low, high } => (low..=high.min(9)).prop_map(Value::Number).boxed(),
        Kind::Set(numbers) => {
            let some =
                prop::collection::vec(1..7_u8, 0..4).prop_map(|list| Value::Set(list.into_iter().collect()));
            let named = numbers
                .named
                .iter()
                .map(|(_, set)| Value::Set(*set))
                .chain([Value::Set(NumberSet::default())]);
            prop_oneof![2 => some, 1 => select(named.collect::<Vec<_>>())].boxed()
        }
        Kind::Counts => prop::collection::vec(0..9_u16, 6)
            .prop_map(|counts| Value::Counts(StartCounts::new(&counts).unwrap_or(StartCounts::NONE)))
            .boxed(),
        Kind::Flag | Kind::Choice(_) | Kind::OneOf(_) => select(kind.values()).boxed(),
    }
}

/// A rule set of the family with some keys changed; changes that contradict the rest are left out.
fn rules() -> impl Strategy<Value = Rules> {
    let option = select(&OPTIONS[..]);
    let change = option.prop_flat_map(|option| (Just(option), value(option.kind), any::<bool>()));
    (any::<Index>(), prop::collection::vec(change, 0..8)).prop_map(|(set, changes)| {
        let mut rules = *set.get(rule_sets());
        for (option, value, with_what_follows) in changes {
            let Some(mut changed) = AnyRules::of_sowing(&rules) else { continue };
            if with_what_follows {
                option.choose(&mut changed, value);
            } else {
                option.set(&mut changed, value);
            }
            let changed = of_family(&changed);
            if changed.conflicts().is_empty() {
                rules = changed;
            }
        }
        rules
    })
}

/// A game after some random moves.
fn game() -> impl Strategy<Value = (Rules, Playthrough)> {
    (rules(), any::<u64>(), 0..60_usize).prop_map(|(rules, seed, plies)| {
        let mut game = Playthrough::new(Position::start(&rules));
        let mut walk = Walk::new(seed);
        for _ in 0..plies {
            let Some(mv) = walk.pick(&game) else { break };
            game.play_unchecked(mv, &mut ());
        }
        (rules, game)
    })
}

fn every_move() -> impl Iterator<Item = Move> {
    let pits = || (1..=MoveRules::MAX_SIDE as u8).filter_map(Pit::new);
    let headings = [None, Some(Heading::Left), Some(Heading::Right)];
    let sowing = pits().flat_map(move |pit| headings.map(|heading| Move::Sow(pit, heading)));
    sowing.chain(pits().map(Move::Take)).chain([Move::Swap])
}

/// The counts of a board while steps are done on it one by one, with the stones in the hand.
struct Picture {
    counts: Vec<u16>,
    hand: u16,
}

impl Picture {
    fn step(&mut self, step: Step, board: &Board) {
        match step {
            Step::Lift { hole, stones } | Step::Hand { hole, stones } => {
                assert_eq!(self.counts[hole.index()], stones);
                self.counts[hole.index()] = 0;
                self.hand += stones;
            }
            Step::Drop { hole } => {
                self.hand -= 1;
                self.counts[hole.index()] += 1;
            }
            Step::Take { hole, stones, player } | Step::Sweep { hole, stones, player } => {
                self.counts[hole.index()] -= stones;
                self.counts[board.store_of(player).index()] += stones;
            }
            Step::Shift { from, to } => {
                self.counts[from.index()] -= 1;
                self.counts[to.index()] += 1;
            }
            Step::Mark { .. } => {}
            Step::Turn => {
                let half = self.counts.len() / 2;
                self.counts.rotate_left(half);
            }
        }
    }
}

proptest! {
    #![proptest_config(cases(3_000))]

    #[test]
    fn the_legal_moves_are_exactly_those_that_are_accepted((_, game) in game()) {
        let listed: Vec<_> = game.legal_moves().collect();
        let different: HashSet<_> = listed.iter().collect();
        prop_assert_eq!(different.len(), listed.len(), "a move is listed twice at {}", game);
        prop_assert_eq!(listed.is_empty(), game.outcome().is_some(), "{}", game);
        for mv in every_move() {
            prop_assert_eq!(game.check(mv).is_ok(), listed.contains(&mv), "{} at {}", mv, game);
            prop_assert_eq!(mv.to_string().parse(), Ok(mv));
        }
    }

    #[test]
    fn the_steps_of_a_move_lead_to_the_board_after_it((_, game) in game()) {
        let before = game.position().board();
        for mv in game.legal_moves() {
            let (mut after, mut steps) = (game.clone(), Vec::new());
            after.play_unchecked(mv, &mut steps);
            let mut picture = Picture { counts: before.counts().to_vec(), hand: 0 };
            for step in steps {
                picture.step(step, before);
            }
            prop_assert_eq!(&picture.counts[..], after.position().board().counts(), "{} at {}", mv, game);
            prop_assert_eq!(picture.hand, 0);
            prop_assert_eq!(after.position().board().total(), before.total());
        }
    }

    #[test]
    fn a_written_position_reads_back((rules, game) in game()) {
        let position = game.position();
        if position.outcome().is_none() {
            let read = Position::parse(&position.to_string(), &rules);
            prop_assert_eq!(read.as_ref(), Ok(position), "{}", game);
        }
    }

    #[test]
    fn a_written_rule_set_reads_back(rules in rules()) {
        let rules = AnyRules::of_sowing(&rules).expect("the tests are built with the family");
        let set = RuleSet { name: "any".to_owned(), about: String::new(), rules };
        prop_assert_eq!(RuleSet::parse(&set.to_toml(), "x"), Ok(set));
    }

    #[test]
    fn todays_rule_sets_are_played_as_they_always_were(
        start in random_mancala::position(), seed in any::<u64>(),
    ) {
        let mancala_rules = match start.rules() {
            gebeta_rules::AnyRules::Mancala(rules) => rules,
            gebeta_rules::AnyRules::Sowing(_) | gebeta_rules::AnyRules::Senet(_) => unreachable!("a mancala position"),
        };
        let rules = Rules::from(&mancala_rules);
        let (mut old, mut walk) = (start, Walk::new(seed));
        let mut new = Position::parse(&old.to_string(), &rules).unwrap();
        loop {
            prop_assert_eq!(new.to_string(), old.to_string());
            prop_assert_eq!(new.outcome(), old.outcome(), "{}", old);
            let moves: Vec<mancala::Move> = old.legal_moves().collect();
            let listed: Vec<String> = new.legal_moves().map(|mv| mv.to_string()).collect();
            prop_assert_eq!(listed, moves.iter().map(ToString::to_string).collect::<Vec<_>>());
            let Some(mv) = walk.pick(&old) else { break };
            old.play_unchecked(mv, &mut ());
            new.play_unchecked(mv.to_string().parse().unwrap(), &mut ());
        }
    }
}

proptest! {
    #![proptest_config(cases(300))]

    /// Rules without repetition end by themselves. With it there are games of any length, but only finitely many positions.
    #[test]
    fn games_without_repetition_end(rules in rules(), seed in any::<u64>()) {
        const MOST: u32 = 2_000;
        let mut game = Playthrough::new(Position::start(&rules));
        let mut walk = Walk::new(seed);
        for _ in 0..MOST {
            let Some(mv) = walk.pick(&game) else { break };
            game.play_unchecked(mv, &mut ());
        }
        let is_over = game.outcome().is_some();
        prop_assert!(is_over || rules.law.repeat > 0, "{MOST} moves and no end: {game} under {rules:?}");
        let scores = Player::BOTH.map(|player| u32::from(game.position().board().score(player)));
        prop_assert!(scores.iter().sum::<u32>() <= game.position().board().total());
    }
}
