use gebeta_fair::{ByRole, Digest, Role, Seed};
use gebeta_protocol::{BySide, Hash, OpenSeed, Seeds, Side};

/// What is known of a game's envelopes so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelopes {
    /// The players', and whether they put in a seed of their own.
    pub seals: BySide<Option<(Hash, bool)>>,
    /// The server's.
    pub server: Option<Hash>,
    /// Who has handed in the seed.
    pub opened: BySide<bool>,
    /// Both players' seeds.
    pub seeds: Option<Seeds>,
    /// The server's seed, at the end.
    pub revealed: Option<OpenSeed>,
}

impl Envelopes {
    /// All seals, once there are three.
    pub(crate) fn all_seals(&self) -> Option<ByRole<Digest>> {
        let digest = |hash: Hash| Digest::new(*hash.bytes());
        Some(ByRole { server: digest(self.server?), a: digest(self.seals.a?.0), b: digest(self.seals.b?.0) })
    }

    /// All seeds, once the server's is known: from the end of the game, or from the vault before.
    pub(crate) fn all_seeds(&self, server: Option<OpenSeed>) -> Option<ByRole<Seed>> {
        let seeds = self.seeds.as_ref()?;
        Some(ByRole { server: seed(server?), a: seed(seeds.a), b: seed(seeds.b) })
    }
}

pub(crate) const fn seed(seed: OpenSeed) -> Seed {
    Seed::new(*seed.bytes())
}

pub(crate) const fn role(side: Side) -> Role {
    match side {
        Side::A => Role::A,
        Side::B => Role::B,
    }
}

/// The envelope of a player with this seed.
pub(crate) fn seal(role: Role, game: &str, of: OpenSeed) -> Hash {
    Hash::new(*gebeta_fair::seal(role, game, &seed(of)).bytes())
}

/// What stands in for a player who brings no seed.
pub(crate) const NO_SEED: OpenSeed = OpenSeed::new(*Seed::DEFAULT.bytes());
