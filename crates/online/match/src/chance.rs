/// Where secrets come from.
pub trait Chance {
    /// Fills `bytes` with what nobody can foresee.
    fn fill(&mut self, bytes: &mut [u8]);
}

/// Bytes for a new id or secret.
pub fn random_id<const N: usize>(chance: &mut dyn Chance) -> [u8; N] {
    let mut bytes = [0; N];
    chance.fill(&mut bytes);
    bytes
}
