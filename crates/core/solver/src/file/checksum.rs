//! XXH64, the checksum of table files: several bytes a cycle, and published, so that others can check our files.

const PRIMES: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

/// The checksum of `bytes`; another seed gives another.
pub(crate) fn xxh64(bytes: &[u8], seed: u64) -> u64 {
    let [one, two, three, four, five] = PRIMES;
    let stripes = bytes.chunks_exact(32);
    let rest = stripes.remainder();
    let mut sum = if bytes.len() < 32 {
        seed.wrapping_add(five)
    } else {
        let mut lanes =
            [seed.wrapping_add(one).wrapping_add(two), seed.wrapping_add(two), seed, seed.wrapping_sub(one)];
        for stripe in stripes {
            for (lane, word) in lanes.iter_mut().zip(stripe.chunks_exact(8)) {
                *lane = round(*lane, little_endian(word));
            }
        }
        let turned = lanes.iter().zip([1, 7, 12, 18]).map(|(lane, turn)| lane.rotate_left(turn));
        let merged = turned.fold(0_u64, u64::wrapping_add);
        lanes.iter().fold(merged, |sum, &lane| (sum ^ round(0, lane)).wrapping_mul(one).wrapping_add(four))
    };
    sum = sum.wrapping_add(bytes.len() as u64);
    let words = rest.chunks_exact(8);
    let mut rest = words.remainder();
    for word in words {
        sum = (sum ^ round(0, little_endian(word))).rotate_left(27).wrapping_mul(one).wrapping_add(four);
    }
    if let Some((half, last)) = rest.split_at_checked(4) {
        sum ^= little_endian(half).wrapping_mul(one);
        sum = sum.rotate_left(23).wrapping_mul(two).wrapping_add(three);
        rest = last;
    }
    for &byte in rest {
        sum = (sum ^ u64::from(byte).wrapping_mul(five)).rotate_left(11).wrapping_mul(one);
    }
    sum = (sum ^ sum >> 33).wrapping_mul(two);
    sum = (sum ^ sum >> 29).wrapping_mul(three);
    sum ^ sum >> 32
}

fn round(lane: u64, word: u64) -> u64 {
    lane.wrapping_add(word.wrapping_mul(PRIMES[1])).rotate_left(31).wrapping_mul(PRIMES[0])
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
