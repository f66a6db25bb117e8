use std::sync::Mutex;

use super::checksum::little_endian;
use super::error::{TableError, TableErrorKind};
use super::header::{CHECKSUM, Header};
use super::source::Source;

/// Reads a table and uses nothing that its checksums do not confirm.
#[derive(Debug)]
pub struct Reader<S> {
    source: S,
    header: Header,
    /// Blocks that were confirmed lately, each in the place its number says.
    recent: Vec<Mutex<Option<Block>>>,
}

#[derive(Debug)]
struct Block {
    number: u64,
    entries: Vec<u8>,
}

impl<S: Source> Reader<S> {
    /// Blocks kept in memory for single entries: one megabyte.
    const RECENT: usize = 64;
    /// How much is read at a time when a whole section is.
    const SPAN: usize = 64;

    /// Opens a finished table: its header is right, and nothing is missing or left over.
    pub fn open(source: S) -> Result<Self, TableError> {
        Self::try_open(&source)
            .map_err(|fault| fault.of(source.name()))
            .map(|header| Self::new(source, header))
    }

    /// Opens what there is of the table with this header, of which the end may be missing.
    ///
    /// # Errors
    /// `table-foreign` if it begins with another whole header, or what is wrong with the one it has.
    pub fn unfinished(source: S, header: &Header) -> Result<Self, TableError> {
        let found = Self::read_header(&source).map_err(|fault| fault.of(source.name()))?;
        if found != *header {
            return Err(TableErrorKind::Foreign("other rules or another size").of(source.name()));
        }
        Ok(Self::new(source, found))
    }

    fn new(source: S, header: Header) -> Self {
        Self { source, header, recent: (0..Self::RECENT).map(|_| Mutex::new(None)).collect() }
    }

    fn try_open(source: &S) -> Result<Header, TableErrorKind> {
        let header = Self::read_header(source)?;
        let (found, expected) = (source.len()?, header.file_len());
        match found.cmp(&expected) {
            std::cmp::Ordering::Less => Err(TableErrorKind::Truncated { found, expected }),
            std::cmp::Ordering::Equal => Ok(header),
            std::cmp::Ordering::Greater => Err(TableErrorKind::Overlong { found, expected }),
        }
    }

    fn read_header(source: &S) -> Result<Header, TableErrorKind> {
        let found = source.len()?;
        let read = |len: usize| {
            let expected = len as u64;
            if found < expected {
                return Err(TableErrorKind::Truncated { found, expected });
            }
            let mut bytes = vec![0; len];
            source.read_at(0, &mut bytes)?;
            Ok(bytes)
        };
        let len = Header::len_of(&read(Header::FIXED)?)?;
        Header::parse(&read(len)?)
    }

    /// What the table says of itself.
    pub const fn header(&self) -> &Header {
        &self.header
    }

    /// Where it comes from.
    pub const fn source(&self) -> &S {
        &self.source
    }

    /// One entry of a section, little-endian; its block is read and checked unless that was done lately.
    pub fn entry(&self, section: usize, index: u64) -> Result<u64, TableError> {
        self.try_entry(section, index).map_err(|fault| fault.of(self.source.name()))
    }

    fn try_entry(&self, section: usize, index: u64) -> Result<u64, TableErrorKind> {
        let entries = self.header.sections().get(section).map_or(0, |section| section.entries);
        if index >= entries {
            return Err(TableErrorKind::NoEntry { section, index });
        }
        let width = self.header.kind().width();
        let (at, block_len) = (index * width as u64, self.header.block_len() as u64);
        let within = at / block_len;
        let place = (at % block_len) as usize;
        let number = self.header.start(section).block + within;
        let recent = &self.recent[number as usize % Self::RECENT];
        let mut recent = recent.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if recent.as_ref().is_none_or(|block| block.number != number) {
            *recent = None;
            let mut entries = Vec::new();
            self.read_blocks(section, within, 1, &mut entries)?;
            *recent = Some(Block { number, entries });
        }
        let block = recent.as_ref().expect("it has just been read");
        Ok(little_endian(&block.entries[place..place + width]))
    }

    /// All entries of a section, checked.
    pub fn section(&self, section: usize) -> Result<Vec<u8>, TableError> {
        let mut entries = Vec::with_capacity(self.header.section_len(section) as usize);
        self.for_each_span(section, |span| entries.extend_from_slice(span))?;
        Ok(entries)
    }

    /// Passes on the entries of a section in checked pieces, in order.
    pub fn for_each_span(&self, section: usize, mut take: impl FnMut(&[u8])) -> Result<(), TableError> {
        let blocks = self.header.start(section + 1).block - self.header.start(section).block;
        let mut span = Vec::new();
        for first in (0..blocks).step_by(Self::SPAN) {
            span.clear();
            let count = (blocks - first).min(Self::SPAN as u64);
            self.read_blocks(section, first, count, &mut span)
                .map_err(|fault| fault.of(self.source.name()))?;
            take(&span);
        }
        Ok(())
    }

    /// Checks every block. `progress` is called with every section and the bytes so far; returning false ends it early.
    pub fn verify(&self, progress: &mut dyn FnMut(usize, u64) -> bool) -> Result<(), TableError> {
        for section in 0..self.header.sections().len() {
            self.for_each_span(section, |_| {})?;
            if !progress(section + 1, self.header.section_offset(section + 1)) {
                break;
            }
        }
        Ok(())
    }

    /// How many sections from the first on are whole and right.
    pub fn whole_sections(&self, progress: &mut dyn FnMut(usize, u64) -> bool) -> usize {
        let mut whole = 0;
        // Whatever is wrong behind them: that is where to go on.
        let _ = self.verify(&mut |sections, bytes| {
            whole = sections;
            progress(sections, bytes)
        });
        whole
    }

    /// Reads `count` blocks of a section from its block `first` on, checks them and appends their entries.
    fn read_blocks(
        &self,
        section: usize,
        first: u64,
        count: u64,
        entries: &mut Vec<u8>,
    ) -> Result<(), TableErrorKind> {
        let block_len = self.header.block_len() as u64;
        let start = self.header.start(section);
        let from = first * block_len;
        let to = self.header.section_len(section).min(from + count * block_len);
        let offset = start.offset + from + first * CHECKSUM as u64;
        let mut bytes = vec![0; (to - from) as usize + count as usize * CHECKSUM];
        self.source.read_at(offset, &mut bytes)?;
        let blocks = bytes.chunks(self.header.block_len() + CHECKSUM);
        for (number, block) in (start.block + first..).zip(blocks) {
            let (content, sum) = block.split_at(block.len() - CHECKSUM);
            if self.header.checksum(number, content) != little_endian(sum) {
                return Err(TableErrorKind::Block(number));
            }
            entries.extend_from_slice(content);
        }
        Ok(())
    }
}
