use gebeta_arena::StoreFault;

/// What an error of a database means for the games.
pub(crate) fn fault(error: &sqlx::Error) -> StoreFault {
    match error {
        sqlx::Error::Database(error) => error.code().map_or(StoreFault::Unavailable, |code| from_code(&code)),
        // The worker thread of the connection is gone: nothing can be known of what it was doing.
        sqlx::Error::WorkerCrashed => StoreFault::Broken,
        sqlx::Error::ColumnDecode { .. } | sqlx::Error::Decode(_) => StoreFault::BadMatch,
        _ => StoreFault::Unavailable,
    }
}

/// SQLite has numbers whose low byte is the kind, PostgreSQL five letters.
fn from_code(code: &str) -> StoreFault {
    const IO: u32 = 10;
    const CORRUPT: u32 = 11;
    const FULL: u32 = 13;
    const NOT_A_DATABASE: u32 = 26;
    match code {
        // Disk full; data corrupted, index corrupted.
        "53100" => return StoreFault::Full,
        "XX001" | "XX002" => return StoreFault::Broken,
        _ if code.len() == 5 => return StoreFault::Unavailable,
        _ => {}
    }
    match code.parse::<u32>().map(|number| number & 0xff) {
        Ok(FULL) => StoreFault::Full,
        // A sync that failed is not tried again: the system may have forgotten what it could not write.
        Ok(IO | CORRUPT | NOT_A_DATABASE) => StoreFault::Broken,
        _ => StoreFault::Unavailable,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_disk_that_fails_is_not_trusted_again_and_a_full_one_is() {
        for (code, expected) in [
            ("13", StoreFault::Full),
            ("5", StoreFault::Unavailable),
            ("10", StoreFault::Broken),
            // SQLITE_IOERR_FSYNC.
            ("1034", StoreFault::Broken),
            ("11", StoreFault::Broken),
            ("53100", StoreFault::Full),
            ("57P01", StoreFault::Unavailable),
            ("XX001", StoreFault::Broken),
        ] {
            assert_eq!(from_code(code), expected, "{code}");
        }
    }
}
