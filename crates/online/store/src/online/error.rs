use crate::ports::{StoreError, StoreErrorKind};

/// The store's error for an error of the database, which becomes its cause.
pub(crate) fn store_error(error: sqlx::Error) -> StoreError {
    store_error_kind(&error).caused_by(error)
}

/// The same without the cause.
pub(crate) fn store_error_kind(error: &sqlx::Error) -> StoreErrorKind {
    match error {
        sqlx::Error::Database(error) => {
            error.code().map_or(StoreErrorKind::Unavailable, |code| from_code(&code))
        }
        // The worker thread of the connection is gone: the outcome of its work is unknown.
        sqlx::Error::WorkerCrashed => StoreErrorKind::Corrupt,
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreErrorKind::BadMatch,
        _ => StoreErrorKind::Unavailable,
    }
}

/// The error for an invalid id of a match.
pub(crate) fn bad_id(id: &[u8]) -> StoreError {
    StoreErrorKind::BadMatch.caused_by(format!("an id of a match has {} bytes", id.len()))
}

/// SQLite has numbers whose low byte is the kind, PostgreSQL codes of five characters.
fn from_code(code: &str) -> StoreErrorKind {
    const IO: u32 = 10;
    const CORRUPT: u32 = 11;
    const FULL: u32 = 13;
    const NOT_A_DATABASE: u32 = 26;
    match code {
        // Disk full; data corrupted, index corrupted.
        "53100" => return StoreErrorKind::Full,
        "XX001" | "XX002" => return StoreErrorKind::Corrupt,
        _ if code.len() == 5 => return StoreErrorKind::Unavailable,
        _ => {}
    }
    match code.parse::<u32>().map(|number| number & 0xff) {
        Ok(FULL) => StoreErrorKind::Full,
        // A failed sync is not repeated: the system may have dropped what it could not write.
        Ok(IO | CORRUPT | NOT_A_DATABASE) => StoreErrorKind::Corrupt,
        _ => StoreErrorKind::Unavailable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_fails_is_not_trusted_again_and_a_full_one_is() {
        for (code, expected) in [
            ("13", StoreErrorKind::Full),
            ("5", StoreErrorKind::Unavailable),
            ("10", StoreErrorKind::Corrupt),
            // SQLITE_IOERR_FSYNC.
            ("1034", StoreErrorKind::Corrupt),
            ("11", StoreErrorKind::Corrupt),
            ("53100", StoreErrorKind::Full),
            ("57P01", StoreErrorKind::Unavailable),
            ("XX001", StoreErrorKind::Corrupt),
        ] {
            assert_eq!(from_code(code), expected, "{code}");
        }
    }
}
