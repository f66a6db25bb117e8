use gebeta_rules::{AnyRules, GameKind, RuleSet};

use super::checksum::{little_endian, xxh64};
use super::error::TableErrorKind;

/// What a table holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Mancala: how many more stones the player to move will win, a signed byte.
    Mancala,
    /// Senet: how probably the player to move wins, two bytes.
    Senet,
}

impl Kind {
    /// Bytes per entry.
    pub const fn width(self) -> usize {
        match self {
            Self::Mancala => 1,
            Self::Senet => 2,
        }
    }

    /// The game.
    pub const fn game(self) -> GameKind {
        match self {
            Self::Mancala => GameKind::Mancala,
            Self::Senet => GameKind::Senet,
        }
    }

    const fn number(self) -> u8 {
        match self {
            Self::Mancala => 1,
            Self::Senet => 2,
        }
    }
}

/// A run of entries that is computed, and can be kept, as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Section {
    /// What the player to move has: stones on the side, or pieces on the board.
    pub moving: u8,
    /// What the opponent has.
    pub waiting: u8,
    /// How many entries follow each other.
    pub entries: u64,
}

impl Section {
    /// A section.
    pub const fn new(moving: u8, waiting: u8, entries: u64) -> Self {
        Self { moving, waiting, entries }
    }
}

/// What a table file says of itself, and where everything lies in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    kind: Kind,
    rules: AnyRules,
    size: u32,
    block: u32,
    sections: Vec<Section>,
    /// Before each section and behind the last: the number of blocks and the place in the file.
    starts: Vec<Start>,
    id: u64,
}

/// Where a section begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Start {
    pub(super) block: u64,
    pub(super) offset: u64,
}

const MAGIC: &[u8; 8] = b"GEBETATB";
const VERSION: u16 = 1;
/// Behind each block, and behind the header.
pub(super) const CHECKSUM: usize = 8;

impl Header {
    /// Bytes of a block, without its checksum: small enough to read and check for one entry.
    pub const BLOCK: u32 = 16 * 1024;

    /// The bytes that tell how long the header is.
    pub(super) const FIXED: usize = 32;
    /// No honest header is longer.
    const LONGEST: usize = 1 << 20;
    const SECTION: usize = 10;

    /// A header for such a table of so many stones or pieces.
    ///
    /// # Panics
    /// When the rules are of another game than the kind, or the sections are too many for any disk.
    pub fn new(kind: Kind, rules: AnyRules, size: u32, sections: Vec<Section>) -> Self {
        assert_eq!(rules.game(), kind.game(), "a table has the rules of its game");
        let mut header = Self { kind, rules, size, block: Self::BLOCK, sections, starts: Vec::new(), id: 0 };
        let bytes = header.to_bytes();
        header.id = little_endian(&bytes[bytes.len() - CHECKSUM..]);
        header.starts = header.starts_behind(bytes.len()).expect("a table fits into a file");
        header
    }

    /// What the table holds.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// The rules it was computed by.
    pub const fn rules(&self) -> &AnyRules {
        &self.rules
    }

    /// Stones in play in mancala, pieces per player in Senet: the most that are covered.
    pub const fn size(&self) -> u32 {
        self.size
    }

    /// The sections in the order of the file.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }

    /// The place of a section by what both players have.
    pub fn find(&self, moving: u32, waiting: u32) -> Option<usize> {
        self.sections
            .iter()
            .position(|section| (u32::from(section.moving), u32::from(section.waiting)) == (moving, waiting))
    }

    /// Entries of all sections.
    pub fn entries(&self) -> u64 {
        self.sections.iter().map(|section| section.entries).sum()
    }

    /// Blocks of all sections.
    pub fn blocks(&self) -> u64 {
        self.starts[self.sections.len()].block
    }

    /// Bytes of a block without its checksum.
    pub const fn block_len(&self) -> usize {
        self.block as usize
    }

    /// The header's checksum: another table has another.
    pub const fn id(&self) -> u64 {
        self.id
    }

    /// Bytes of the whole file.
    pub fn file_len(&self) -> u64 {
        self.section_offset(self.sections.len())
    }

    /// Where a section begins in the file; behind the last section, its end.
    pub fn section_offset(&self, section: usize) -> u64 {
        self.starts[section].offset
    }

    /// Bytes of a section's entries.
    pub fn section_len(&self, section: usize) -> u64 {
        self.sections[section].entries * self.kind.width() as u64
    }

    pub(super) fn start(&self, section: usize) -> Start {
        self.starts[section]
    }

    /// The checksum of a block: of its entries, its number and its file.
    pub(super) fn checksum(&self, block: u64, entries: &[u8]) -> u64 {
        xxh64(entries, self.id.wrapping_add(block))
    }

    /// As it stands in the file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let rules = rule_text(&self.rules);
        let len = Self::FIXED + rules.len() + Self::SECTION * self.sections.len() + CHECKSUM;
        let mut bytes = Vec::with_capacity(len);
        bytes.extend_from_slice(MAGIC);
        bytes.extend_from_slice(&VERSION.to_le_bytes());
        bytes.push(self.kind.number());
        bytes.push(self.kind.width() as u8);
        for number in [len as u32, self.size, self.block, self.sections.len() as u32, rules.len() as u32] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(rules.as_bytes());
        for section in &self.sections {
            bytes.extend_from_slice(&[section.moving, section.waiting]);
            bytes.extend_from_slice(&section.entries.to_le_bytes());
        }
        bytes.extend_from_slice(&xxh64(&bytes, 0).to_le_bytes());
        bytes
    }

    /// How long the header is that begins with these bytes.
    pub(super) fn len_of(fixed: &[u8]) -> Result<usize, TableErrorKind> {
        if fixed.get(..MAGIC.len()) != Some(MAGIC) {
            return Err(TableErrorKind::NotATable);
        }
        let version = little_endian(&fixed[8..10]) as u16;
        if version != VERSION {
            return Err(TableErrorKind::Version(version));
        }
        let len = little_endian(&fixed[12..16]) as usize;
        if (Self::FIXED + CHECKSUM..=Self::LONGEST).contains(&len) {
            Ok(len)
        } else {
            Err(TableErrorKind::Header)
        }
    }

    /// Reads a whole header.
    pub(super) fn parse(bytes: &[u8]) -> Result<Self, TableErrorKind> {
        let (content, sum) = bytes.split_at(bytes.len() - CHECKSUM);
        let id = little_endian(sum);
        if xxh64(content, 0) != id {
            return Err(TableErrorKind::Header);
        }
        let number = |at: usize| little_endian(&content[at..at + 4]) as u32;
        let kind = [Kind::Mancala, Kind::Senet]
            .into_iter()
            .find(|kind| [kind.number(), kind.width() as u8] == content[10..12])
            .ok_or(TableErrorKind::Header)?;
        let (size, block, count) = (number(16), number(20), number(24) as usize);
        let (rules, sections) = content[Self::FIXED..]
            .split_at_checked(number(28) as usize)
            .filter(|(_, sections)| sections.len() == Self::SECTION * count)
            .ok_or(TableErrorKind::Header)?;
        if block == 0 || block > 1 << 24 || !(block as usize).is_multiple_of(kind.width()) {
            return Err(TableErrorKind::Header);
        }
        let text = std::str::from_utf8(rules).map_err(|_| TableErrorKind::Header)?;
        let rules = RuleSet::parse(text, "table").map_err(TableErrorKind::Rules)?.rules;
        let sections = sections
            .chunks_exact(Self::SECTION)
            .map(|section| Section::new(section[0], section[1], little_endian(&section[2..])))
            .collect();
        let mut header = Self { kind, rules, size, block, sections, starts: Vec::new(), id };
        header.starts = header.starts_behind(bytes.len()).ok_or(TableErrorKind::Header)?;
        // Only what we would have written: a rule may be spelled in one way, and the game is the rules'.
        if header.rules.game() != kind.game() || header.to_bytes() != bytes {
            return Err(TableErrorKind::Header);
        }
        Ok(header)
    }

    /// Where the sections lie behind a header of so many bytes; none if that is beyond all measure.
    fn starts_behind(&self, header: usize) -> Option<Vec<Start>> {
        let mut start = Start { block: 0, offset: header as u64 };
        let mut starts = vec![start];
        for section in &self.sections {
            let len = section.entries.checked_mul(self.kind.width() as u64)?;
            let blocks = len.div_ceil(u64::from(self.block));
            let sums = blocks.checked_mul(CHECKSUM as u64)?;
            start.block = start.block.checked_add(blocks)?;
            start.offset = start.offset.checked_add(len)?.checked_add(sums)?;
            starts.push(start);
        }
        Some(starts)
    }
}

/// The rules without a name: a table does not care what they are called.
fn rule_text(rules: &AnyRules) -> String {
    format!("game = \"{}\"\n{}\n", rules.game(), rules.lines().join("\n"))
}
