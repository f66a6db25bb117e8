//! `gebeta check`: every stored game of a server is read and played through, and the damaged ones are reported.

use gebeta_store::online::{Checked, check_postgres, check_sqlite};
use serde_json::json;

use crate::args::CheckArgs;
use crate::{CliError, Console, atomic_file, folders};

/// Reports what is damaged, and fails if anything is.
pub(crate) fn run(args: &CheckArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let checked = check(args)?;
    let Checked { games, events, damaged, file } = &checked;
    if args.json {
        let list: Vec<_> =
            damaged.iter().map(|found| json!({ "game": found.game, "cause": found.cause })).collect();
        let told = json!({ "sound": checked.is_sound(), "games": games, "events": events, "damaged": list,
            "file": file });
        writeln!(console.out, "{told}")?;
    } else {
        for found in damaged {
            writeln!(console.out, "{}: {}", found.game, found.cause)?;
        }
        if let Some(file) = file {
            writeln!(console.out, "The database file: {file}")?;
        }
        writeln!(
            console.out,
            "{games} games with {events} events were read, {} are damaged.",
            damaged.len()
        )?;
    }
    console.out.flush()?;
    match (checked.is_sound(), damaged.len()) {
        (true, _) => Ok(()),
        (false, 0) => Err(CliError::failed("damaged-file", "all games can be read, but the file is damaged")),
        (false, damaged) => {
            Err(CliError::failed("damaged-games", format!("{damaged} of {games} games are damaged")))
        }
    }
}

fn check(args: &CheckArgs) -> Result<Checked, CliError> {
    let no_place = || CliError::usage("bad-db", "--db takes sqlite:FOLDER or postgres://..");
    let folder = match args.db.as_deref() {
        None => folders::data().map(|data| data.join("server")).ok_or_else(no_place)?,
        Some(db) if db.starts_with("postgres://") || db.starts_with("postgresql://") => {
            return check_postgres(db).map_err(|fault| CliError::failed("no-games", fault.to_string()));
        }
        Some(db) => {
            db.strip_prefix("sqlite:").filter(|folder| !folder.is_empty()).ok_or_else(no_place)?.into()
        }
    };
    let database = folder.join("online.db");
    atomic_file::regular(&database)?;
    check_sqlite(&database).map_err(|fault| CliError::failed("no-games", fault.to_string()))
}
