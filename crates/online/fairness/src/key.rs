use std::fmt;
use std::num::NonZeroU8;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use gebeta_rules::senet::Sticks;
use gebeta_rules::{Coin, CoinSide};

use crate::commitment::{TAG, length};
use crate::{ByRole, Digest, Seed};

const COIN: NonZeroU8 = NonZeroU8::new(2).expect("a coin has two faces");

/// The key from which all throws of one game are derived. Secret until the game is over.
#[derive(Clone, PartialEq, Eq)]
pub struct Key(Digest);

impl Key {
    /// The key of the game `game` with these seeds and rules.
    pub fn mix(game: &str, seeds: &ByRole<Seed>, rules: &Digest) -> Self {
        let (game, a, b, rules) = (game.as_bytes(), seeds.a.bytes(), seeds.b.bytes(), rules.bytes());
        let parts: [&[u8]; 10] =
            [TAG, b"mix", &length(game), game, &length(a), a, &length(b), b, &length(rules), rules];
        Self(hmac(seeds.server.bytes(), &parts))
    }

    /// How the sticks fall at throw `n`, counted from 0; no number is skipped or used twice.
    pub fn throw(&self, n: u32) -> Sticks {
        let drawn = hmac(self.0.bytes(), &[TAG, b"throw", &n.to_be_bytes()]);
        Sticks::from_bits(drawn.bytes()[0])
    }

    /// The result of a fair die with `faces` faces at its cast `n`, from 0. Biased bytes are skipped.
    pub fn die(&self, n: u32, faces: NonZeroU8) -> u8 {
        let fair = u8::MAX - (u16::from(u8::MAX) + 1).rem_euclid(u16::from(faces.get())) as u8;
        (0..=u32::MAX)
            .flat_map(|block| {
                *hmac(self.0.bytes(), &[TAG, b"die", &n.to_be_bytes(), &block.to_be_bytes()]).bytes()
            })
            .find(|&byte| byte <= fair)
            .map_or(0, |byte| byte % faces)
    }

    /// Whether the coin that decides the seats makes A Player 1.
    pub fn coin_is_a(&self) -> bool {
        self.die(0, COIN) == 0
    }

    /// The coin that decides who begins, where the rules want one (rules 1.6): heads is Player 1.
    pub fn toss(&self) -> Coin {
        let fell = if self.die(1, COIN) == 0 { CoinSide::Heads } else { CoinSide::Tails };
        Coin { called: CoinSide::Heads, fell }
    }

    #[cfg(test)]
    pub(crate) const fn digest(&self) -> Digest {
        self.0
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(..)")
    }
}

fn hmac(key: &[u8; 32], parts: &[&[u8]]) -> Digest {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("a key of any length will do");
    for part in parts {
        mac.update(part);
    }
    Digest::new(mac.finalize().into_bytes().into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Role, commitment};
    use gebeta_rules::senet::NoDark;

    const GAME: &str = "G0000001";

    fn seeds() -> ByRole<Seed> {
        let server = std::array::from_fn(|place| place as u8);
        ByRole { server: Seed::new(server), a: Seed::new([0xaa; 32]), b: Seed::new([0xbb; 32]) }
    }

    fn key() -> Key {
        Key::mix(GAME, &seeds(), &Digest::of(&[b"kendall"]))
    }

    /// Computed by an independent program before this one was written.
    #[test]
    fn the_published_vectors_hold() {
        for (role, expected) in [
            (Role::Server, "ee3f78236e08a0db8c1b4106062b1c3b388c93baf27dd7ed373b0377524af47e"),
            (Role::A, "983b0628c6004909b31bd2c4c85e9d4c564cbc2adccdaed595f7692672dbf2e4"),
            (Role::B, "6f4e7d8aaddf9b298577e4b7ccca3819a67bf36a2570da1491f64867de1bea6d"),
        ] {
            assert_eq!(commitment(role, GAME, &seeds()[role]).to_string(), expected);
        }
        let key = key();
        assert_eq!(
            key.digest().to_string(),
            "41fef2c96e5db4d64935cda6262f2e34c5494608666d6e74a3cce9c7b47526a0"
        );
        let throws: Vec<u8> = (0..16).map(|n| key.throw(n).roll(NoDark::Five).get()).collect();
        assert_eq!(throws, [2, 2, 1, 2, 5, 2, 3, 3, 1, 1, 2, 3, 1, 1, 2, 4]);
        let coins: Vec<u8> = (0..4).map(|n| key.die(n, COIN)).collect();
        assert_eq!(coins, [1, 1, 1, 0]);
        assert!(!key.coin_is_a());
        assert_eq!(key.toss(), Coin { called: CoinSide::Heads, fell: CoinSide::Tails });
    }

    /// Chi-square of `counts` against equal chances.
    fn chi_square(counts: &[u32]) -> f64 {
        let expected = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
        counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum()
    }

    #[test]
    fn the_sixteen_ways_to_fall_are_equally_likely() {
        let key = key();
        let mut ways = [0; 16];
        for n in 0..500_000 {
            let dark = key.throw(n).dark();
            ways[dark.iter().rev().fold(0, |bits, &dark| bits << 1 | usize::from(dark))] += 1;
        }
        // 15 degrees of freedom: 37.7 is passed once in a thousand keys.
        assert!(chi_square(&ways) < 37.7, "{ways:?}");
    }

    #[test]
    fn a_die_is_even_and_stays_on_its_faces() {
        let key = key();
        let six = NonZeroU8::new(6).unwrap();
        let mut faces = [0; 6];
        for n in 0..60_000 {
            faces[usize::from(key.die(n, six))] += 1;
        }
        // 5 degrees of freedom.
        assert!(chi_square(&faces) < 20.5, "{faces:?}");
        for faces in 1..=u8::MAX {
            assert!(key.die(7, NonZeroU8::new(faces).unwrap()) < faces);
        }
    }

    #[test]
    fn every_part_of_the_mix_counts() {
        let rules = Digest::of(&[b"kendall"]);
        let base = key();
        assert_ne!(Key::mix("G0000002", &seeds(), &rules), base);
        assert_ne!(Key::mix(GAME, &seeds(), &Digest::of(&[b"classic"])), base);
        for role in Role::ALL {
            let changed = ByRole::try_from_fn(|other| {
                Ok::<_, ()>(if other == role { Seed::new([1; 32]) } else { seeds()[other] })
            });
            assert_ne!(Key::mix(GAME, &changed.unwrap(), &rules), base, "{role:?}");
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        assert_eq!(format!("{:?} {:?}", key(), seeds().a), "Key(..) Seed(..)");
    }
}
