use gebeta_rules::Coded;

/// Why the database could not do what was asked. The game goes on.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// No room left.
    #[error("the disk is full")]
    Full,
    /// Other programs kept it locked for too long.
    #[error("another program keeps the database busy")]
    Busy,
    /// A later program has been here.
    #[error("the database has version {found}, this program knows up to version {known}")]
    Newer {
        /// Of the file.
        found: i64,
        /// Of the program.
        known: i64,
    },
    /// The file is something else, or damaged.
    #[error("the file is no database of games, or damaged")]
    NotADatabase,
    /// A row that this program would not have written.
    #[error("game {id} in the database cannot be read")]
    BadRow {
        /// Its number.
        id: i64,
    },
    /// Anything else.
    #[error("the database failed: {0}")]
    Failed(sqlx::Error),
    /// There is no thread or timer for it.
    #[error("the database cannot be started: {0}")]
    NoRuntime(std::io::Error),
}

impl Coded for HistoryError {
    fn code(&self) -> &'static str {
        match self {
            Self::Full => "disk-full",
            Self::Busy => "database-busy",
            Self::Newer { .. } => "newer-database",
            Self::NotADatabase | Self::BadRow { .. } => "bad-database",
            Self::Failed(_) | Self::NoRuntime(_) => "database-failed",
        }
    }
}

/// SQLite's own numbers; the low byte is the kind, the rest says more.
impl From<sqlx::Error> for HistoryError {
    fn from(error: sqlx::Error) -> Self {
        const BUSY: i32 = 5;
        const LOCKED: i32 = 6;
        const CORRUPT: i32 = 11;
        const FULL: i32 = 13;
        const NOT_A_DATABASE: i32 = 26;
        let number = error.as_database_error().and_then(|error| error.code()?.parse::<i32>().ok());
        match number.map(|number| number & 0xff) {
            Some(BUSY | LOCKED) => Self::Busy,
            Some(FULL) => Self::Full,
            Some(CORRUPT | NOT_A_DATABASE) => Self::NotADatabase,
            _ => Self::Failed(error),
        }
    }
}
