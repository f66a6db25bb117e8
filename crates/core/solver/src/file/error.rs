use std::io;

use gebeta_rules::{Coded, ErrorList, RuleFileError};

/// A table that cannot be used: which, and why.
#[derive(Debug, thiserror::Error)]
#[error("{name}: {fault}")]
pub struct TableError {
    /// The name of its source.
    pub name: String,
    /// What is wrong with it.
    pub fault: TableErrorKind,
}

impl Coded for TableError {
    fn code(&self) -> &'static str {
        self.fault.code()
    }
}

/// What is wrong with a table.
#[derive(Debug, thiserror::Error)]
pub enum TableErrorKind {
    /// It begins otherwise.
    #[error("this is not a table file")]
    NotATable,
    /// Of a later program.
    #[error("its format has version {0}, and this program reads version 1")]
    Version(u16),
    /// Bytes are missing.
    #[error("it is cut off: {found} of {expected} bytes")]
    Truncated {
        /// How many there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// Bytes are left over.
    #[error("{found} bytes where {expected} were expected")]
    Overlong {
        /// How many there are.
        found: u64,
        /// How many there should be.
        expected: u64,
    },
    /// The header's checksum or its fields are wrong.
    #[error("its header is damaged")]
    Header,
    /// The rules in the header are none.
    #[error("its rules cannot be read: {0}")]
    Rules(ErrorList<RuleFileError>),
    /// A block's checksum is wrong.
    #[error("block {0} is damaged")]
    Block(u64),
    /// It is whole, but of other rules, another board or another size than what is asked of it.
    #[error("it was made for something else: {0}")]
    Foreign(&'static str),
    /// It lacks this entry.
    #[error("it has no entry {index} in section {section}")]
    NoEntry {
        /// The section, from 0.
        section: usize,
        /// The entry, from 0.
        index: u64,
    },
    /// The source cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
}

impl TableErrorKind {
    /// The fault of a table called `name`.
    pub fn of(self, name: &str) -> TableError {
        TableError { name: name.to_owned(), fault: self }
    }
}

impl Coded for TableErrorKind {
    fn code(&self) -> &'static str {
        match self {
            Self::NotATable => "not-a-table",
            Self::Version(_) => "table-version",
            Self::Truncated { .. } => "table-truncated",
            Self::Overlong { .. } => "table-overlong",
            Self::Header | Self::Rules(_) | Self::Block(_) => "table-corrupt",
            Self::Foreign(_) => "table-foreign",
            Self::NoEntry { .. } => "table-no-entry",
            Self::Unreadable(_) => "table-unreadable",
        }
    }
}
