use gebeta_rules::AnyRules;

use crate::{Digest, Role, Seed};

/// Domain separation: the prefix of everything that is hashed.
pub(crate) const TAG: &[u8] = b"senet-fair/1/";

/// The length of a part, hashed before it, so that parts cannot be confused.
pub(crate) fn length(part: &[u8]) -> [u8; 2] {
    u16::try_from(part.len()).expect("game ids and seeds are short").to_be_bytes()
}

/// The commitment to a seed: it reveals nothing of the seed and fits no other.
pub fn commitment(role: Role, game: &str, seed: &Seed) -> Digest {
    let (role, game) = (role.letter().as_bytes(), game.as_bytes());
    let seed = seed.bytes();
    Digest::of(&[TAG, b"commit", &length(role), role, &length(game), game, &length(seed), seed])
}

/// The hash of the rules in the key: SHA-256 of the lines `game = 'mancala'` or `game = 'senet'` and then every rule, as
/// they stand in the `Rule` tags of a record.
pub fn rules_digest(rules: &AnyRules) -> Digest {
    let mut text = format!("game = '{}'\n", rules.game());
    for line in rules.lines() {
        text.push_str(&line.replace('"', "'"));
        text.push('\n');
    }
    Digest::of(&[text.as_bytes()])
}
