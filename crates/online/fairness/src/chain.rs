//! The public chain of commitments: every game that was ever sealed, each link hashed with all before it. A server that
//! drops a game, or inserts one later, breaks the chain.

use std::fmt;
use std::str::FromStr;

use crate::commitment::{TAG, length};
use crate::{ByRole, Digest, FairnessError, Role, Transcript};

/// One game in the chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// Its number, from 1.
    pub place: u64,
    /// The id of the game.
    pub game: String,
    /// Its three commitments.
    pub seals: ByRole<Digest>,
    /// The hash of this link and all before it.
    pub head: Digest,
}

impl Link {
    /// The head of a chain without links.
    pub const START: Digest = Digest::new([0; 32]);

    /// The link after the one with the number `place` and this `head`.
    pub fn after(place: u64, head: &Digest, game: &str, seals: ByRole<Digest>) -> Self {
        let head = next(head, game, &seals);
        Self { place: place + 1, game: game.to_owned(), seals, head }
    }
}

/// The hash of a game and, by `before`, of all before it.
fn next(before: &Digest, game: &str, seals: &ByRole<Digest>) -> Digest {
    let game = game.as_bytes();
    let [s, a, b] = Role::ALL.map(|role| seals[role].bytes().as_slice());
    Digest::of(&[TAG, b"chain", before.bytes(), &length(game), game, s, a, b])
}

/// The line in a page of the chain: `PLACE GAME S A B HEAD`.
impl fmt::Display for Link {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { place, game, seals, head } = self;
        write!(f, "{place} {game} {} {} {} {head}", seals.server, seals.a, seals.b)
    }
}

impl FromStr for Link {
    type Err = LinkError;

    fn from_str(line: &str) -> Result<Self, LinkError> {
        let parts: Vec<&str> = line.split(' ').collect();
        let [place, game, s, a, b, head] = parts[..] else { return Err(LinkError) };
        let digest = |text: &str| text.parse::<Digest>().map_err(|_| LinkError);
        let is_id = (1..=64).contains(&game.len()) && game.bytes().all(|byte| byte.is_ascii_alphanumeric());
        Ok(Self {
            place: place.parse().ok().filter(|place| *place > 0).ok_or(LinkError)?,
            game: Some(game).filter(|_| is_id).ok_or(LinkError)?.to_owned(),
            seals: ByRole { server: digest(s)?, a: digest(a)?, b: digest(b)? },
            head: digest(head)?,
        })
    }
}

/// A line that is not a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be PLACE GAME S A B HEAD")]
pub struct LinkError;

/// A part of the chain without gaps, every link checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain(Vec<Link>);

impl Chain {
    /// The most bytes of a chain in a file.
    pub const MAX_FILE_BYTES: usize = 256 * 1024 * 1024;

    /// Reads pages of the chain in order, from any place on.
    ///
    /// # Errors
    /// A line is not a link, leaves a gap, or does not follow from the one before.
    pub fn read(text: &str) -> Result<Self, FairnessError> {
        let mut links: Vec<Link> = Vec::new();
        for (line, number) in text.lines().zip(1..) {
            let link: Link = line.parse().map_err(|_| FairnessError::Link(number))?;
            let (place, head) = match links.last() {
                Some(last) => (last.place, last.head),
                None if link.place == 1 => (0, Link::START),
                // The head before the first known link is unknown.
                None => {
                    links.push(link);
                    continue;
                }
            };
            if Link::after(place, &head, &link.game, link.seals) != link {
                return Err(FairnessError::Link(number));
            }
            links.push(link);
        }
        Ok(Self(links))
    }

    /// The links.
    pub fn links(&self) -> &[Link] {
        &self.0
    }

    /// Whether the chain still has the `head` at `place` that was known before.
    pub fn holds(&self, place: u64, head: &Digest) -> bool {
        self.0.iter().any(|link| link.place == place && link.head == *head)
    }

    /// Checks that a game is at its place in the chain.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self, transcript: &Transcript) -> Result<(), FairnessError> {
        let Transcript { game, seals, chained, .. } = transcript;
        let (place, head) = chained.ok_or_else(|| FairnessError::MissingTag("FairHead".to_owned()))?;
        let is_there = self.holds(place, &head)
            && self.0.iter().any(|link| link.place == place && link.game == *game && link.seals == *seals);
        if is_there { Ok(()) } else { Err(FairnessError::NotInChain) }
    }
}
