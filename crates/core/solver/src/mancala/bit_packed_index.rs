use gebeta_rules::mancala::Bitboard;

use super::transposition_table::Key;

/// Numbers positions of up to eight pits by leaving out the bits that a pit does not need: the fastest way. Positions with
/// too many stones in a pit have no number.
pub(super) struct BitPackedIndex {
    /// How many bits a pit takes in a number.
    pit_bits: u32,
    /// The bits of a side that a number does not hold.
    too_full: u64,
}

impl BitPackedIndex {
    /// What is known of more stones would not fit into the table.
    const MOST_STONES: u32 = 127;

    pub(super) fn new(pits: u32) -> Self {
        let pit_bits = (32 / pits).min(8);
        Self { pit_bits, too_full: !(u64::MAX / 0xFF * ((1 << pit_bits) - 1)) }
    }

    #[inline]
    pub(super) fn key(&self, position: Bitboard) -> Option<Key> {
        let stones = position.stones();
        if (position.own | position.theirs) & self.too_full != 0 || stones > Self::MOST_STONES {
            return None;
        }
        Some(Key { number: self.squeeze(position.own) | self.squeeze(position.theirs) << 32, stones })
    }

    /// A side in 32 bits: the unused bits of each pit left out.
    #[inline]
    const fn squeeze(&self, side: u64) -> u64 {
        let bits = self.pit_bits;
        let pairs = side & 0x00FF_00FF_00FF_00FF | (side & 0xFF00_FF00_FF00_FF00) >> (8 - bits);
        let fours = pairs & 0x0000_FFFF_0000_FFFF | (pairs & 0xFFFF_0000_FFFF_0000) >> (16 - 2 * bits);
        fours & 0xFFFF_FFFF | (fours >> 32) << (4 * bits)
    }
}
