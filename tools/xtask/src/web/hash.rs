//! Names that change with the content, so that a browser may keep a file for ever.

/// The content in sixteen hexadecimal digits (FNV-1a).
pub(super) fn of(content: &[u8]) -> String {
    let hash = content.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    format!("{hash:016x}")
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_hash_is_that_of_the_published_examples() {
        assert_eq!(super::of(b""), "cbf29ce484222325");
        assert_eq!(super::of(b"foobar"), "85944171f73967e8");
    }
}
