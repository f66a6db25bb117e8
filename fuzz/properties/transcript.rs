//! What must hold for every file that claims to be a fair game.

use gebeta_fairness::{Transcript, verify};

/// A text that proves a fair game is read and written as the same text, and no byte of it can be changed.
pub(crate) fn transcript(input: &[u8]) {
    let Ok(text) = std::str::from_utf8(input) else { return };
    let read = Transcript::read(text);
    let Ok(verdict) = verify(text) else { return };
    let (record, transcript) = read.expect("what is proved can be read");
    assert_eq!(verdict.coin, transcript.coin);
    assert!(verdict.own_seeds.0 || verdict.own_seeds.1, "a server that drew alone was believed");
    let written = transcript.write(&record);
    assert_eq!(verify(&written), Ok(verdict), "what was proved is not proved when it is written again");
    let mut other = written.into_bytes();
    let place = other.iter().map(|byte| usize::from(*byte)).sum::<usize>() % other.len();
    other[place] ^= 1;
    let Ok(other) = String::from_utf8(other) else { return };
    assert!(verify(&other).is_err(), "byte {place} was changed and nobody noticed");
}
