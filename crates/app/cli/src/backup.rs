//! `gebeta backup`: the games and accounts of a server in one file, while it runs.

use gebeta_store::online::copy;

use crate::args::BackupArgs;
use crate::{CliError, Console, atomic_file, folders, game_archive};

/// Copies the database to a file that is whole or not there.
pub(crate) fn run(args: &BackupArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let folder = match &args.db {
        None => folders::data()
            .map(|data| data.join("server"))
            .ok_or_else(|| CliError::usage("bad-db", "say where the games are: --db sqlite:FOLDER"))?,
        Some(db) => match db.strip_prefix("sqlite:").filter(|folder| !folder.is_empty()) {
            Some(folder) => folder.into(),
            None => {
                let why = "--db takes sqlite:FOLDER; PostgreSQL has its own pg_dump (docs/hosting/deploy.md)";
                return Err(CliError::usage("bad-db", why));
            }
        },
    };
    let database = folder.join("online.db");
    atomic_file::regular(&database)?;
    if !args.force {
        game_archive::refuse_existing(&args.file)?;
    }
    let file = atomic_file::private(&args.file)?;
    copy(&database, file.path()).map_err(|error| CliError::failed("not-saved", error.to_string()))?;
    let bytes = atomic_file::keep(file, &args.file)?;
    writeln!(console.out, "{} holds all games and accounts ({} KiB).", args.file.display(), bytes / 1024)?;
    Ok(())
}
