use gebeta_rules::mancala::{Bitboard, MoveTables, SideWord, Turn};

/// Random games with the packed twin, every legal move as probable as the other: what Monte Carlo would do, and the
/// common measure of sowing speed.
#[derive(Clone, Debug)]
pub struct Playouts<'s> {
    sower: &'s MoveTables,
    /// The pit for a set of occupied pits and a number below their count.
    choices: Box<[[u8; 8]; 256]>,
    state: u64,
}

/// How long random games were and how they ended.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Played {
    /// Games.
    pub games: u64,
    /// Moves of all games.
    pub moves: u64,
    /// Games the player who began has won.
    pub wins: u64,
    /// Drawn games.
    pub draws: u64,
}

impl<'s> Playouts<'s> {
    /// The games that belong to `seed`.
    pub fn new(sower: &'s MoveTables, seed: u64) -> Self {
        let mut choices = Box::new([[0; 8]; 256]);
        for (set, choices) in choices.iter_mut().enumerate() {
            let pits = (0..8).filter(|pit| set >> pit & 1 == 1);
            for (choice, pit) in choices.iter_mut().zip(pits) {
                *choice = pit;
            }
        }
        // Xorshift stands still at zero.
        Self { sower, choices, state: seed | 1 << 63 }
    }

    /// Plays so many games from `start`, where the stores are even.
    pub fn play(&mut self, start: Bitboard, games: u64) -> Played {
        let mut played = Played { games, ..Played::default() };
        for _ in 0..games {
            let mut position = start;
            // For the player to move.
            let mut lead = 0;
            let mut first_moves = true;
            loop {
                let sown = self.sower.sow(position, self.choose(position));
                played.moves += 1;
                lead += sown.gain;
                if sown.turn == Turn::Over {
                    break;
                }
                let passes = sown.turn == Turn::Passes;
                first_moves ^= passes;
                lead = if passes { -lead } else { lead };
                position = sown.next;
            }
            let lead = if first_moves { lead } else { -lead };
            played.wins += u64::from(lead > 0);
            played.draws += u64::from(lead == 0);
        }
        played
    }

    #[inline]
    fn choose(&mut self, position: Bitboard) -> u32 {
        // Gathers the lowest bits of eight bytes into one: bit i of the product's top byte is that of byte i.
        const GATHER: u64 = 0x0102_0408_1020_4080;
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        let set = position.own.occupied().wrapping_mul(GATHER) >> 56;
        let place = ((self.state >> 32) * u64::from(position.mobility())) >> 32;
        u32::from(self.choices[set as usize][place as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::mancala::{Position, Rules};

    /// Lengths and results of uniformly random games as another program has counted them (standard capture 43.98 moves,
    /// 48.4 % won, 6.3 % drawn; relays with own-side leftovers are left out, the presets do not count them).
    #[test]
    fn random_games_are_as_long_as_elsewhere_and_end_alike() {
        let start = Position::start(&Rules::GEBETA);
        let sower = MoveTables::new(start.board().pits(), start.law()).unwrap();
        let played = Playouts::new(&sower, 1).play(sower.pack(&start).unwrap(), 200_000);
        let per_game = |n: u64| n as f64 / played.games as f64;
        assert!((per_game(played.moves) - 43.98).abs() < 0.2, "{played:?}");
        assert!((per_game(played.wins) - 0.484).abs() < 0.006, "{played:?}");
        assert!((per_game(played.draws) - 0.063).abs() < 0.004, "{played:?}");
    }
}
