//! The opponents are in the order of their names' promise: seats swapped, seeds fixed.

use gebeta_bots::{Bot, Budget, Luck, Thinks};
use gebeta_rules::{ByPlayer, Chance, Player, mancala, senet};

/// A game that goes on by itself where no player decides.
trait Table: Thinks {
    fn with_throw(&self, luck: &Luck, ply: usize) -> Self;
}

impl Table for mancala::Position {
    fn with_throw(&self, _: &Luck, _: usize) -> Self {
        *self
    }
}

impl Table for senet::Position {
    fn with_throw(&self, luck: &Luck, ply: usize) -> Self {
        self.cast(luck.sticks(ply).roll(self.rules().no_dark))
    }
}

fn winner<G: Table>(start: G, bots: ByPlayer<Bot>, luck: &Luck) -> Option<Player> {
    let mut position = start;
    for ply in 0..20_000 {
        let Some(mover) = position.to_move() else { break };
        position = position.with_throw(luck, ply);
        let thought =
            position.think(bots[mover], Budget::FREE, luck, ply, &mut |_| {}).expect("there is a move");
        assert_eq!(position.check(thought.best).map_err(|error| error.to_string()), Ok(()), "{position}");
        position.play_unchecked(thought.best, &mut ());
    }
    position.outcome().expect("the game ends").winner()
}

/// How many of `pairs` pairs of games, seats swapped, `a` wins more of than `b`, as wins minus losses.
fn lead<G: Table>(start: &G, a: Bot, b: Bot, pairs: u64) -> i32 {
    let mut lead = 0;
    for seed in 0..pairs {
        for (bots, seat) in
            [(ByPlayer { one: a, two: b }, Player::One), (ByPlayer { one: b, two: a }, Player::Two)]
        {
            lead += match winner(start.clone(), bots, &Luck::new(seed)) {
                Some(player) if player == seat => 1,
                Some(_) => -1,
                None => 0,
            };
        }
    }
    lead
}

#[test]
fn mancala_players_are_in_order() {
    for rules in [mancala::Rules::GEBETA, mancala::Rules::TAINTED] {
        let start = mancala::Position::start(&rules);
        let steady = Bot::Steady { depth: 6 };
        assert!(lead(&start, Bot::Novice, Bot::Random, 50) > 40);
        assert!(lead(&start, steady, Bot::Novice, 25) > 40);
        assert!(lead(&start, steady, Bot::Steady { depth: 2 }, 25) > 10);
    }
}

#[test]
fn the_steady_player_of_senet_brings_its_pieces_home_and_the_classic_one_does_not() {
    let start = senet::Position::start(&senet::Rules::CLASSIC);
    let steady = Bot::Steady { depth: 2 };
    assert!(lead(&start, steady, Bot::Random, 20) > 30);
    assert!(lead(&start, steady, Bot::Classic { depth: 2 }, 20) > 30);
}
