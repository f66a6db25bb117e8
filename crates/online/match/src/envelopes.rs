use gebeta_fairness::{ByRole, Digest, Key, Role, Seed, rules_digest};
use gebeta_protocol::{BySide, ChainMark, Hash, MatchId, OpenSeed, Seeds, Side};
use gebeta_rules::AnyRules;

use crate::Match;

/// What is known of a game's envelopes so far.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Envelopes {
    /// The players', and whether they put in a seed of their own.
    pub seals: BySide<Option<(Hash, bool)>>,
    /// The server's.
    pub server: Option<Hash>,
    /// Where they stand in the public chain.
    pub chain: Option<ChainMark>,
    /// Who has handed in the seed.
    pub opened: BySide<bool>,
    /// Both players' seeds.
    pub seeds: Option<Seeds>,
    /// The server's seed, at the end.
    pub revealed: Option<OpenSeed>,
}

impl Envelopes {
    /// A player's envelope is shown, once and before the server's; none if it cannot be.
    pub(crate) fn put(&mut self, side: Side, seal: Hash, own: bool) -> Option<()> {
        let is_first = self.seals[side].is_none() && self.server.is_none();
        is_first.then(|| self.seals[side] = Some((seal, own)))
    }

    /// The server's, once and after both.
    pub(crate) fn put_servers(&mut self, seal: Hash, chain: Option<ChainMark>) -> Option<()> {
        let is_next = self.server.is_none() && self.seals.a.is_some() && self.seals.b.is_some();
        is_next.then(|| (self.server, self.chain) = (Some(seal), chain))
    }

    /// Who has an envelope hands in what is in it, once and after all are closed.
    pub(crate) fn open(&mut self, side: Side) -> Option<()> {
        let own = self.seals[side].is_some_and(|(_, own)| own);
        let is_next = own && self.server.is_some() && !self.opened[side];
        is_next.then(|| self.opened[side] = true)
    }

    /// Both players' seeds are shown; none unless they are what was sealed.
    pub(crate) fn show(&mut self, game: MatchId, seeds: &Seeds) -> Option<()> {
        self.server?;
        let fits = |side: Side, seed: OpenSeed| {
            self.seals[side]
                .is_some_and(|(sealed, own)| sealed == seal_of(game, side, seed) && (own || seed == NO_SEED))
        };
        let both_fit = fits(Side::A, seeds.a) && fits(Side::B, seeds.b);
        both_fit.then(|| self.seeds = Some(seeds.clone()))
    }

    /// Whether this is what the server had sealed. If it had sealed anything, it must open it at the end.
    pub(crate) fn is_servers(&self, game: MatchId, given: Option<OpenSeed>) -> bool {
        given.map(|given| seal(Role::Server, &game.to_string(), given)) == self.server
    }

    /// All seals, once there are three.
    pub fn all_seals(&self) -> Option<ByRole<Digest>> {
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

/// The envelope of a player with this seed in this game.
pub fn seal_of(game: MatchId, side: Side, seed: OpenSeed) -> Hash {
    seal(role(side), &game.to_string(), seed)
}

/// What stands for the rules of a game in the mix.
pub(crate) fn rules_hash(rules: &AnyRules) -> Hash {
    Hash::new(*rules_digest(rules).bytes())
}

/// What coin and throws follow from, once the server's seed is known: from the vault, or from the end of the game.
pub(crate) fn key(game: &Match, seeds: &Seeds, server: OpenSeed) -> Key {
    let seeds = ByRole { server: seed(server), a: seed(seeds.a), b: seed(seeds.b) };
    Key::mix(&game.id().to_string(), &seeds, &rules_digest(&game.record().rules))
}

/// The envelope of anybody with this seed.
pub(crate) fn seal(role: Role, game: &str, of: OpenSeed) -> Hash {
    Hash::new(*gebeta_fairness::commitment(role, game, &seed(of)).bytes())
}

/// What stands in for a player who brings no seed.
pub(crate) const NO_SEED: OpenSeed = OpenSeed::new(*Seed::DEFAULT.bytes());
