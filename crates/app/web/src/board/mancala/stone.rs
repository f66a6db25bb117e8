/// One stone of the board, told from the others by its number; how it looks follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stone(pub(super) u16);

impl Stone {
    /// The number of browns.
    const SHADES: u32 = 5;
    /// The number of outlines that rivers have given them.
    const SHAPES: u32 = 6;

    /// 1 to 5.
    pub(super) fn shade(self) -> u32 {
        self.noise(1) % Self::SHADES + 1
    }

    /// 1 to 6.
    pub(super) fn shape(self) -> u32 {
        self.noise(2) % Self::SHAPES + 1
    }

    /// How it lies, in degrees.
    pub(super) fn tilt(self) -> i32 {
        (self.noise(3) % 41) as i32 - 20
    }

    /// How far it lies out of line, -1 to 1 in both directions.
    pub(super) fn shift(self) -> (f64, f64) {
        let part = |salt| f64::from(self.noise(salt) % 2001) / 1000.0 - 1.0;
        (part(4), part(5))
    }

    /// A number that looks random and is always the same.
    fn noise(self, salt: u32) -> u32 {
        let mixed = (u32::from(self.0) + 1).wrapping_mul(0x9E37_79B1) ^ salt.wrapping_mul(0x85EB_CA77);
        let mixed = (mixed ^ (mixed >> 15)).wrapping_mul(0x2C1B_3C6D);
        let mixed = (mixed ^ (mixed >> 12)).wrapping_mul(0x297A_2D39);
        mixed ^ (mixed >> 15)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_shades_and_shapes_lie_on_a_board() {
        for shade in 1..=Stone::SHADES {
            assert!((0..48).map(Stone).filter(|stone| stone.shade() == shade).count() >= 4, "shade {shade}");
        }
        for shape in 1..=Stone::SHAPES {
            assert!((0..48).any(|stone| Stone(stone).shape() == shape), "shape {shape}");
        }
    }

    #[test]
    fn no_stone_lies_far_out_of_line() {
        for stone in (0..1000).map(Stone) {
            let (x, y) = stone.shift();
            assert!(x.abs() <= 1.0 && y.abs() <= 1.0);
            assert!(stone.tilt().abs() <= 20);
        }
    }
}
