use gebeta_rules::Coded;

use crate::file::checksum::{little_endian, xxh64};

use super::transposition_table::TranspositionTable;

const MAGIC: &[u8; 8] = b"GEBETAPF";
const VERSION: u16 = 1;
/// How many bounds a checkpoint holds at most: 44 megabytes.
const MOST: usize = 4 << 20;
/// A number, its weight and its content.
const ENTRY: usize = 8 + 1 + 2;
/// Magic, version, the length of the text, the number of entries.
const FIXED: usize = 8 + 2 + 4 + 8;
const CHECKSUM: usize = 8;

/// Why a checkpoint is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CheckpointError {
    /// It begins otherwise.
    #[error("this is not a checkpoint of a proof")]
    NotOne,
    /// Of a later program.
    #[error("its format has version {0}, and this program reads version 1")]
    Version(u16),
    /// Its length or its checksum is wrong.
    #[error("it is damaged")]
    Damaged,
    /// It is whole, but of another proof.
    #[error("it belongs to the proof of another position or of other rules")]
    Foreign,
}

impl Coded for CheckpointError {
    fn code(&self) -> &'static str {
        match self {
            Self::NotOne => "not-a-checkpoint",
            Self::Version(_) => "checkpoint-version",
            Self::Damaged => "damaged-checkpoint",
            Self::Foreign => "foreign-checkpoint",
        }
    }
}

/// The heaviest bounds of a table, with `about` to know them by.
pub(super) fn write(memory: &TranspositionTable, about: &str) -> Vec<u8> {
    let kept = memory.heaviest(MOST);
    let mut bytes = Vec::with_capacity(FIXED + about.len() + kept.len() * ENTRY + CHECKSUM);
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&(about.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&(kept.len() as u64).to_le_bytes());
    bytes.extend_from_slice(about.as_bytes());
    for (number, weight, content) in kept {
        bytes.extend_from_slice(&number.to_le_bytes());
        bytes.push(weight);
        bytes.extend_from_slice(&content.to_le_bytes());
    }
    bytes.extend_from_slice(&xxh64(&bytes, 0).to_le_bytes());
    bytes
}

/// Restores what [`write`] saved; returns the number of bounds.
pub(super) fn read(memory: &TranspositionTable, about: &str, bytes: &[u8]) -> Result<u64, CheckpointError> {
    if bytes.get(..MAGIC.len()) != Some(MAGIC) {
        return Err(CheckpointError::NotOne);
    }
    if bytes.len() < FIXED + CHECKSUM {
        return Err(CheckpointError::Damaged);
    }
    let version = little_endian(&bytes[8..10]) as u16;
    if version != VERSION {
        return Err(CheckpointError::Version(version));
    }
    let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
    if xxh64(content, 0) != little_endian(sum) {
        return Err(CheckpointError::Damaged);
    }
    let count = little_endian(&content[14..FIXED]);
    let text_len = little_endian(&content[10..14]) as usize;
    let (text, entries) = content[FIXED..].split_at_checked(text_len).ok_or(CheckpointError::Damaged)?;
    if text != about.as_bytes() {
        return Err(CheckpointError::Foreign);
    }
    if !entries.len().is_multiple_of(ENTRY) || (entries.len() / ENTRY) as u64 != count {
        return Err(CheckpointError::Damaged);
    }
    for entry in entries.chunks_exact(ENTRY) {
        memory.put_back(little_endian(&entry[..8]), entry[8], little_endian(&entry[9..]) as u16);
    }
    Ok(count)
}

#[cfg(test)]
mod tests {
    use super::super::transposition_table::{Bounds, Key};
    use super::*;

    /// Positions of seven stones, with some bounds.
    fn bounds() -> impl Iterator<Item = (Key, Bounds)> {
        (0..7)
            .map(|n| (Key { number: (n << 40) | (6 - n), stones: 7 }, Bounds { low: -7, high: 7 - n as i32 }))
    }

    fn filled() -> TranspositionTable {
        let memory = TranspositionTable::new(4, 2);
        bounds().for_each(|(position, bounds)| memory.put(position, bounds));
        memory
    }

    #[test]
    fn a_memory_of_another_size_gets_back_what_was_kept() {
        let bytes = write(&filled(), "a proof");
        let other = TranspositionTable::new(16, 2);
        assert_eq!(read(&other, "a proof", &bytes), Ok(7));
        for (position, bounds) in bounds() {
            assert_eq!(other.get(position), Some(bounds));
        }
    }

    #[test]
    fn foreign_and_damaged_checkpoints_are_refused() {
        let bytes = write(&filled(), "a proof");
        let fresh = TranspositionTable::new(4, 2);
        assert_eq!(read(&fresh, "another", &bytes), Err(CheckpointError::Foreign));
        for len in 0..bytes.len() {
            assert!(read(&fresh, "a proof", &bytes[..len]).is_err(), "cut off at {len}");
        }
        for place in 0..bytes.len() {
            let mut flipped = bytes.clone();
            flipped[place] ^= 4;
            assert!(read(&fresh, "a proof", &flipped).is_err(), "flipped at {place}");
        }
        assert!(bounds().all(|(position, _)| fresh.get(position).is_none()), "nothing was taken from them");
    }
}
