use std::fmt;

use gebeta_fairness::Digest;
use gebeta_protocol::{BySide, Hash, OpenSeed, SeatSecret, Side};

/// What only the server knows of a game. It is stored with the events it belongs to and shown to nobody.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct ServerSecrets {
    /// The digests of the secrets that open the seats.
    seats: BySide<Option<Digest>>,
    /// The server's seed.
    pub(crate) server: Option<OpenSeed>,
    /// The players' seeds, before both are there.
    pub(crate) opened: BySide<Option<OpenSeed>>,
}

/// What stands for a seat's secret wherever it is kept.
fn key(secret: &SeatSecret) -> Digest {
    Digest::of(&[b"gebeta-seat", secret.bytes()])
}

impl ServerSecrets {
    /// The key by which `MatchStore::seat` finds the seat of `secret`.
    pub fn key(secret: &SeatSecret) -> Hash {
        Hash::new(*key(secret).bytes())
    }

    /// What the seat of `side` is found by.
    pub fn key_of(&self, side: Side) -> Option<Hash> {
        self.seats[side].map(|digest| Hash::new(*digest.bytes()))
    }

    /// Whose seat `secret` opens.
    pub fn side(&self, secret: &SeatSecret) -> Option<Side> {
        let digest = key(secret);
        // Digests are compared: how long that takes tells nothing about the secret.
        Side::BOTH.into_iter().find(|&side| self.seats[side] == Some(digest))
    }

    /// Lets `secret` open the seat of `side`.
    pub(crate) fn give(&mut self, side: Side, secret: &SeatSecret) {
        self.seats[side] = Some(key(secret));
    }

    /// The seats alone, exchanged: for a game with sides swapped.
    pub(crate) fn swapped(&self) -> Self {
        Self { seats: BySide { a: self.seats.b, b: self.seats.a }, ..Self::default() }
    }

    /// As text, for the store: five words, a hyphen for what is not there.
    pub fn to_text(&self) -> String {
        let digest =
            |digest: Option<Digest>| digest.map_or_else(|| "-".to_owned(), |digest| digest.to_string());
        let seed = |seed: Option<OpenSeed>| seed.map_or_else(|| "-".to_owned(), |seed| seed.reveal());
        [
            digest(self.seats.a),
            digest(self.seats.b),
            seed(self.server),
            seed(self.opened.a),
            seed(self.opened.b),
        ]
        .join(" ")
    }

    /// Reads what [`to_text`](Self::to_text) wrote; none if it is anything else.
    pub fn from_text(text: &str) -> Option<Self> {
        fn word<T: std::str::FromStr>(word: Option<&str>) -> Result<Option<T>, ()> {
            match word.ok_or(())? {
                "-" => Ok(None),
                word => word.parse().map(Some).map_err(|_| ()),
            }
        }
        let mut words = text.split(' ');
        let vault = Self {
            seats: BySide { a: word(words.next()).ok()?, b: word(words.next()).ok()? },
            server: word(words.next()).ok()?,
            opened: BySide { a: word(words.next()).ok()?, b: word(words.next()).ok()? },
        };
        words.next().is_none().then_some(vault)
    }
}

impl fmt::Debug for ServerSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ServerSecrets(..)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_secret_opens_its_seat_and_no_other() {
        let mut vault = ServerSecrets::default();
        let secret = SeatSecret::new([1; 16]);
        assert_eq!(vault.side(&secret), None);
        vault.give(Side::B, &secret);
        assert_eq!(vault.side(&secret), Some(Side::B));
        assert_eq!(vault.side(&SeatSecret::new([2; 16])), None);
        assert_eq!(vault.swapped().side(&secret), Some(Side::A));
        assert!(!vault.to_text().contains(&secret.reveal()));
    }

    #[test]
    fn a_vault_is_read_as_it_was_written() {
        let mut vault = ServerSecrets { server: Some(OpenSeed::new([9; 32])), ..ServerSecrets::default() };
        vault.give(Side::A, &SeatSecret::new([1; 16]));
        assert_eq!(ServerSecrets::from_text(&vault.to_text()), Some(vault));
        for bad in ["", "- - - -", "- - - - - -", "- - x - -"] {
            assert_eq!(ServerSecrets::from_text(bad), None, "{bad}");
        }
        assert_eq!(format!("{vault:?}"), "ServerSecrets(..)");
    }
}
