//! Mancala: any rules, positions from random play, positions set up by hand, and texts that are no position.

use gebeta_rules::mancala::{Board, PieRule, Position, Rules, Setup, Size};
use gebeta_rules::{AnyRules, Game, GameKind, Player};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::sample::{Index, select};

use crate::Walk;

/// Any rule set that a rule file may hold.
pub fn rules() -> impl Strategy<Value = Rules> {
    super::rules(GameKind::Mancala).prop_map(|rules| match rules {
        AnyRules::Mancala(rules) => rules,
        AnyRules::Sowing(_) | AnyRules::Senet(_) => unreachable!("rules of mancala were asked for"),
    })
}

/// Either player.
pub fn player() -> impl Strategy<Value = Player> {
    select(&Player::BOTH[..])
}

/// A position of any rules: a start or one set up by hand, and up to sixty random moves later.
pub fn position() -> impl Strategy<Value = Position> {
    let start = (rules(), player()).prop_map(|(rules, first)| Position::start_with(&rules, first));
    (prop_oneof![start, hand_set()], any::<u64>(), 0..60usize)
        .prop_map(|(start, seed, plies)| Walk::new(seed).play(start, plies))
}

/// A position as an editor may set it up: any counts up to 1000 stones, now and then a finished game.
pub fn hand_set() -> impl Strategy<Value = Position> {
    let highest = select(&[1, 2, 5, 14, u16::MAX][..]);
    let setup = (rules(), highest).prop_flat_map(|(rules, highest)| {
        let holes = 2 * u16::from(rules.pits.get()) + 2;
        let counts = vec(0..=highest.min(Position::MOST_STONES / holes), usize::from(holes));
        let pie = select(&[PieRule::Off, PieRule::FirstTurn, PieRule::Available][..]);
        (Just(rules), counts, any::<Index>(), player(), pie)
    });
    setup.prop_map(|(rules, mut counts, somewhere, to_move, pie)| {
        if counts.iter().all(|&n| n == 0) {
            *somewhere.get_mut(&mut counts) = 1;
        }
        let board = Board::from_counts(&counts).expect("two stores and as many pits on each side");
        let pie = if rules.pie { pie } else { PieRule::Off };
        Setup { board, to_move: Some(to_move), pie }.position(&rules).expect("1 to 1000 stones")
    })
}

/// A position in which a player is to move.
pub fn unfinished() -> impl Strategy<Value = Position> {
    position().prop_filter("unfinished", |pos| pos.outcome().is_none())
}

/// Anything that can be written down like a position.
pub fn setup() -> impl Strategy<Value = Setup> {
    let board = (1..=usize::from(Size::MAX)).prop_flat_map(|pits| vec(0..=9999u16, 2 * pits + 2));
    let pie = select(&[PieRule::Off, PieRule::FirstTurn, PieRule::Available][..]);
    (board, option::of(player()), pie).prop_map(|(counts, to_move, pie)| {
        let board = Board::from_counts(&counts).expect("two stores and as many pits on each side");
        Setup { board, to_move, pie }
    })
}

/// So many stones scattered over the pits of both sides, Player 1 to move and the stores even; none if a side stays empty.
pub fn scattered(rules: &Rules, stones: u32, walk: &mut Walk) -> Option<Position> {
    let pits = usize::from(rules.pits.get());
    let mut counts = vec![0_u16; 2 * pits + 2];
    for _ in 0..stones {
        let place = walk.below(2 * pits);
        counts[if place < pits { place } else { place + 1 }] += 1;
    }
    let board = Board::from_counts(&counts)?;
    let setup = Setup { board, to_move: Some(Player::One), pie: PieRule::Off };
    setup.position(rules).ok().filter(|position| position.outcome().is_none())
}
