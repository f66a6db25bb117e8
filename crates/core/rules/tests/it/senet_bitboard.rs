//! The packed twin of a Senet position plays by the same rules.

use gebeta_rules::senet::{Bitboard, Masks, Position};
use gebeta_rules::{Chance, Game, Player};
use gebeta_testkit::strategy::{cases, senet};
use proptest::prelude::*;

/// Boards and who throws next, in a fixed order; nobody throws in a finished game.
fn sorted(packed: impl Iterator<Item = Bitboard>) -> Vec<(u32, u32, Option<Player>)> {
    let bits = |packed: Bitboard, player| packed.pieces(player).bits();
    let mover = |packed: Bitboard| packed.winner().is_none().then_some(packed.mover());
    let mut list: Vec<_> = packed.map(|p| (bits(p, Player::One), bits(p, Player::Two), mover(p))).collect();
    list.sort_unstable();
    list
}

fn after(cast: &Position) -> impl Iterator<Item = Position> {
    cast.legal_moves().map(|mv| {
        let mut next = *cast;
        next.play_unchecked(mv, &mut ());
        next
    })
}

proptest! {
    #![proptest_config(cases(20_000))]

    #[test]
    fn every_roll_leads_where_the_readable_rules_lead(position in senet::position()) {
        if position.outcome().is_some() {
            return Ok(());
        }
        let masks = Masks::new(position.rules());
        let packed = Bitboard::new(&position);
        prop_assert_eq!(Some(packed.mover()), position.to_move());
        for &(roll, _) in position.throws() {
            let cast = position.cast(roll);
            let readable = sorted(after(&cast).map(|next| Bitboard::new(&next)));
            prop_assert_eq!(sorted(masks.after(&packed, roll)), readable, "{} with {}", position, roll);
            for next in after(&cast) {
                let winner = next.outcome().and_then(gebeta_rules::Outcome::winner);
                prop_assert_eq!(Bitboard::new(&next).winner(), winner);
            }
        }
    }
}
