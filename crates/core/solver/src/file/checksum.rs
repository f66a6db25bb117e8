//! XXH64, the checksum of table files: several bytes a cycle, and published, so that others can check our files.

/// The checksum of `bytes`; another seed gives another.
pub(crate) fn xxh64(bytes: &[u8], seed: u64) -> u64 {
    xxhash_rust::xxh64::xxh64(bytes, seed)
}

/// Up to eight bytes, the lowest first.
pub(crate) fn little_endian(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_the_published_function() {
        // Sums that others print: lengths around every branch, and a seed.
        for (text, seed, sum) in [
            ("", 0, 0xEF46_DB37_51D8_E999),
            ("a", 0, 0xD24E_C4F1_A98C_6E5B),
            ("abc", 0, 0x44BC_2CF5_AD77_0999),
            ("xxhash", 0, 0x32DD_3895_2C4B_C720),
            ("xxhash", 20_141_025, 0xB559_B98D_844E_0635),
            ("Nobody inspects the spammish repetition", 0, 0xFBCE_A83C_8A37_8BF1),
        ] {
            assert_eq!(xxh64(text.as_bytes(), seed), sum, "{text} {seed}");
        }
    }
}
