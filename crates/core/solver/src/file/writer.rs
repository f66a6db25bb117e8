use std::io::{self, Write};

use super::header::Header;

/// Writes a table from front to back.
#[derive(Debug)]
pub struct Writer<'a, W> {
    out: W,
    header: &'a Header,
    section: usize,
    /// Bytes of the section that have come.
    come: u64,
    block: u64,
    /// The block that is being filled.
    pending: Vec<u8>,
}

impl<'a, W: Write> Writer<'a, W> {
    /// Begins a table with its header.
    pub fn begin(mut out: W, header: &'a Header) -> io::Result<Self> {
        out.write_all(&header.to_bytes())?;
        Ok(Self::resume(out, header, 0))
    }

    /// Resumes after the first `sections` sections, where `out` must stand: at [`Header::section_offset`].
    pub fn resume(out: W, header: &'a Header, sections: usize) -> Self {
        let block = header.start(sections).block;
        let mut writer = Self { out, header, section: sections, come: 0, block, pending: Vec::new() };
        writer.skip_empty();
        writer
    }

    /// Writes the next entries, of this section and the ones behind it.
    ///
    /// # Errors
    /// The output's, and `InvalidInput` for more bytes than the header has room for.
    pub fn append(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            if self.section == self.header.sections().len() {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "more entries than the header says"));
            }
            let left_in_section = self.header.section_len(self.section) - self.come;
            let room = (self.header.block_len() - self.pending.len()) as u64;
            let count = (bytes.len() as u64).min(room).min(left_in_section) as usize;
            self.pending.extend_from_slice(&bytes[..count]);
            bytes = &bytes[count..];
            self.come += count as u64;
            if self.come == self.header.section_len(self.section) || count as u64 == room {
                self.write_block()?;
            }
            if self.come == self.header.section_len(self.section) {
                self.section += 1;
                self.come = 0;
                self.skip_empty();
            }
        }
        Ok(())
    }

    /// Sections that are finished.
    pub const fn sections(&self) -> usize {
        self.section
    }

    /// The output, to flush it to the disk between sections.
    pub const fn out(&mut self) -> &mut W {
        &mut self.out
    }

    /// Ends the table.
    ///
    /// # Errors
    /// The output's, and `InvalidInput` if entries are missing.
    pub fn finish(mut self) -> io::Result<W> {
        if self.section < self.header.sections().len() {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "fewer entries than the header says"));
        }
        self.out.flush()?;
        Ok(self.out)
    }

    fn write_block(&mut self) -> io::Result<()> {
        let sum = self.header.checksum(self.block, &self.pending);
        self.pending.extend_from_slice(&sum.to_le_bytes());
        self.out.write_all(&self.pending)?;
        self.pending.clear();
        self.block += 1;
        Ok(())
    }

    fn skip_empty(&mut self) {
        while self.header.sections().get(self.section).is_some_and(|section| section.entries == 0) {
            self.section += 1;
        }
    }
}
