//! Senet: any rules, positions from random play, positions set up by hand, and texts that are no position.

use gebeta_rules::senet::{Pieces, Position, Roll, RollSet, Rules, Setup, Square};
use gebeta_rules::{AnyRules, ByPlayer, GameKind, Player};
use proptest::option;
use proptest::prelude::*;
use proptest::sample::select;

use crate::{TestGame, Walk};

/// Any rule set that a rule file may hold.
pub fn rules() -> impl Strategy<Value = Rules> {
    super::rules(GameKind::Senet).prop_map(|rules| match rules {
        AnyRules::Senet(rules) => rules,
        AnyRules::Mancala(_) | AnyRules::Sowing(_) => unreachable!("rules of Senet were asked for"),
    })
}

/// A position of any rules, a start or one set up by hand, up to sixty random moves later, with a roll on the
/// table unless the game is over.
pub fn thrown() -> impl Strategy<Value = Position> {
    let start = rules().prop_map(|rules| Position::start(&rules));
    (prop_oneof![start, hand_set()], any::<u64>(), 0..60usize).prop_map(|(start, seed, plies)| {
        let mut walk = Walk::new(seed);
        walk.play(start, plies).thrown_by(&mut walk)
    })
}

/// The same, before or after the throw.
pub fn position() -> impl Strategy<Value = Position> {
    (thrown(), any::<bool>()).prop_map(|(pos, thrown)| {
        let mut setup = Setup::from(&pos);
        setup.roll = setup.roll.filter(|_| thrown);
        setup.position(pos.rules()).expect("taking up the sticks leaves a position")
    })
}

/// A position as an editor may set it up, now and then a finished game; crowded, spread out or near the end,
/// with the colors mixed or in rows, so that pairs, blocks and full houses are common.
pub fn hand_set() -> impl Strategy<Value = Position> {
    set_up(rules(), 1)
}

/// The same with up to three pieces a side on the last ten squares and a roll on the table: deep searches see the end of the
/// game. Every second time turns alternate, and pieces go back because those in the last houses often have to stay.
pub fn ending() -> impl Strategy<Value = Position> {
    let few = (rules(), 1..=3_u8, any::<bool>()).prop_map(|(rules, pieces, to_and_fro)| {
        let rules = Rules { pieces: Pieces::new(pieces).expect("1 to 10 pieces"), ..rules };
        let Rules { exits, wrong_roll, backward, .. } = Rules::FIVE_PIECE;
        let extra_throw = RollSet::NONE;
        if to_and_fro { Rules { extra_throw, exits, wrong_roll, backward, ..rules } } else { rules }
    });
    (set_up(few, 21), any::<u64>()).prop_map(|(pos, seed)| pos.thrown_by(&mut Walk::new(seed)))
}

/// Pieces anywhere from the square `first` on.
fn set_up(rules: impl Strategy<Value = Rules>, first: u8) -> impl Strategy<Value = Position> {
    (rules, any::<u64>()).prop_map(move |(rules, seed)| {
        let mut walk = Walk::new(seed);
        let pieces = rules.pieces.get();
        let most = usize::from(pieces) - usize::from(walk.below(8) > 0);
        let mut exited = ByPlayer::from_fn(|_| {
            let few = walk.below(most + 1);
            walk.below(few + 1) as u8
        });
        if exited.one == pieces && exited.two == pieces {
            exited.one -= 1;
        }
        let on_board = ByPlayer::from_fn(|player| usize::from(pieces - exited[player]));
        let squares = some_squares(&mut walk, first, on_board.one + on_board.two);
        let colors = some_colors(&mut walk, on_board);
        let of = |player| {
            let owned = squares.iter().zip(&colors).filter(|&(_, &owner)| owner == player);
            owned.map(|(&square, _)| square).collect()
        };
        let setup = Setup {
            pieces: ByPlayer::from_fn(of),
            exited,
            to_move: Some(Player::BOTH[walk.below(2)]),
            roll: None,
        };
        setup.position(&rules).expect("as many pieces as the rules have, none in the Water")
    })
}

/// Different squares from `first` on, on which pieces can rest, from the lowest to the highest.
fn some_squares(walk: &mut Walk, first: u8, count: usize) -> Vec<Square> {
    let rests = |square: &Square| *square != Square::WATER && square.number() >= first;
    let mut resting: Vec<_> = squares().filter(rests).collect();
    match walk.below(4) {
        // Side by side.
        0 => {
            let first = walk.below(resting.len() - count + 1);
            resting.drain(..first);
        }
        // Near the end.
        1 => resting.reverse(),
        // The last houses, then any.
        2 => {
            walk.shuffle(&mut resting);
            resting.sort_by_key(|&square| square < Square::HAPPINESS);
        }
        // Anywhere.
        _ => walk.shuffle(&mut resting),
    }
    resting.truncate(count);
    resting.sort_unstable();
    resting
}

/// The owners of so many pieces along the path.
fn some_colors(walk: &mut Walk, counts: ByPlayer<usize>) -> Vec<Player> {
    let each = Player::BOTH.map(|player| vec![player; counts[player]]);
    let mut colors = each.concat();
    match walk.below(3) {
        0 => walk.shuffle(&mut colors),
        1 => {
            let turn = walk.below(colors.len() + 1);
            colors.rotate_left(turn);
        }
        _ => {
            // Rows broken in a few places.
            for _ in 0..3 {
                let (a, b) = (walk.below(colors.len()), walk.below(colors.len()));
                colors.swap(a, b);
            }
        }
    }
    colors
}

/// Anything that can be written down like a position.
pub fn setup() -> impl Strategy<Value = Setup> {
    let owner = || option::of(select(&Player::BOTH[..]));
    let owners = proptest::collection::vec(owner(), usize::from(Square::LAST));
    let exited = (0..=Pieces::MAX, 0..=Pieces::MAX).prop_map(|(one, two)| ByPlayer { one, two });
    let roll = option::of((1..=6u8).prop_map(|n| Roll::new(n).expect("1 to 6 is a roll")));
    (owners, exited, owner(), roll).prop_map(|(owners, exited, to_move, roll)| {
        let of = |player| {
            let owned = squares().zip(&owners).filter(|&(_, &owner)| owner == Some(player));
            owned.map(|(square, _)| square).collect()
        };
        Setup { pieces: ByPlayer::from_fn(of), exited, to_move, roll }
    })
}

fn squares() -> impl Iterator<Item = Square> + Clone {
    (1..=Square::LAST).filter_map(Square::new)
}
