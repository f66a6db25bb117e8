//! Table files: what has been computed once, for both games in one format (`docs/developing/file-formats.md`).
//!
//! A file is a [`Header`], which holds the rules in full and the list of sections, and the entries of these sections
//! in blocks. Every block has a checksum into which the header's checksum and the block's number are mixed, so a byte
//! that was flipped, a block in the wrong place and a block of another file are all found. A section begins a block of
//! its own: a file that was cut off while it was written is right up to its last whole section.
//!
//! Nothing here opens a file. Bytes go out through [`std::io::Write`] and come in through a [`Source`].
//!
//! ```
//! use gebeta_solver::file::{Bytes, Header, Kind, Reader, Section, Writer};
//! use gebeta_rules::AnyRules;
//! use gebeta_rules::senet::Rules;
//!
//! // Two sections of 2-byte entries, named by the pieces of both players.
//! let sections = vec![Section::new(1, 1, 3), Section::new(2, 1, 2)];
//! let header = Header::new(Kind::Senet, AnyRules::Senet(Rules::CLASSIC), 2, sections);
//!
//! let mut writer = Writer::begin(Vec::new(), &header)?;
//! writer.append(&[1, 0, 2, 0, 3, 0])?; // in pieces of any length; sections end by themselves
//! writer.append(&[4, 0, 5, 0])?;
//! let bytes = writer.finish()?;
//!
//! // Opening checks the header and the length. Reading checks the blocks it touches.
//! let reader = Reader::open(Bytes::new("an example", bytes.clone()))?;
//! assert_eq!(reader.header(), &header);
//! assert_eq!(reader.entry(1, 1)?, 5);
//! assert_eq!(reader.section(0)?, [1, 0, 2, 0, 3, 0]);
//!
//! // A file that was cut off is resumed after its last whole section.
//! let part = Reader::unfinished(Bytes::new("a part", bytes[..bytes.len() - 1].to_vec()), &header)?;
//! let whole = part.whole_sections(&mut |_, _| true);
//! assert_eq!(whole, 1);
//! let kept = bytes[..header.section_offset(whole) as usize].to_vec();
//! let mut writer = Writer::resume(kept, &header, whole);
//! writer.append(&[4, 0, 5, 0])?;
//! assert_eq!(writer.finish()?, bytes);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub(crate) mod checksum;
mod error;
mod header;
mod reader;
mod source;
mod writer;

pub use error::{TableError, TableErrorKind};
pub use header::{Header, Kind, Section};
pub use reader::Reader;
pub use source::{Bytes, Source};
pub use writer::Writer;
