//! Tries everything that a server depends on, without serving: the address, the place of the games, NATS.

use std::io;
use std::net::SocketAddr;
use std::path::Path;

use tokio::net::TcpListener;

use gebeta_store::online::{FolderLock, Inspected, LockError, Tables, inspect_postgres, inspect_sqlite};

use super::Settings;
use crate::cluster::NatsBus;
use crate::{Logs, ServeError};

/// What came of trying one thing: a sentence about what was found, or why a server could not use it.
pub type Checked = Result<Found, ServeError>;

/// Something a server could use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found(pub String);

/// Tries an address to listen at, the games and NATS; each with what it is called. Nothing is changed, and a server that
/// runs meanwhile is not disturbed.
///
/// It brings its own runtime, so it is not for code that already runs in one.
///
/// # Errors
/// There is no runtime; everything else is told of each thing by itself.
pub fn check(
    address: SocketAddr,
    logs: Option<&Logs>,
    settings: &Settings,
) -> io::Result<Vec<(&'static str, Checked)>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    Ok(runtime.block_on(async {
        let mut checked = vec![("listen", listen(address).await)];
        if let Some(metrics) = settings.metrics {
            checked.push(("metrics", listen(metrics).await));
        }
        checked.push(("db", games(logs).await));
        if let Some(nats) = settings.nats.as_deref() {
            let answer = NatsBus::check(nats).await.map(|()| Found("answers".to_owned()));
            checked.push(("nats", answer.map_err(ServeError::from)));
        }
        checked
    }))
}

/// Whether one could listen there. A server that does so already may be the one whose settings are checked.
async fn listen(address: SocketAddr) -> Checked {
    match TcpListener::bind(address).await {
        Ok(_) => Ok(Found(format!("{address} is free"))),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            Ok(Found(format!("{address} is in use, which is right if this server runs already")))
        }
        Err(cause) => Err(ServeError::CannotListen { address, cause }),
    }
}

async fn games(logs: Option<&Logs>) -> Checked {
    match logs {
        None => Ok(Found("no place for games by a link".to_owned())),
        Some(Logs::Folder(folder) | Logs::FolderIfFree(folder)) => in_folder(folder).await,
        Some(Logs::Postgres(url)) => {
            let found = inspect_postgres(url).await?;
            let durable = "synchronous_commit, fsync and full_page_writes are on";
            Ok(Found(format!("PostgreSQL {}, {durable}, {}", found.version, tables(&found))))
        }
    }
}

async fn in_folder(folder: &Path) -> Checked {
    let shown = folder.display();
    if !folder.exists() {
        // The folder is made at the start, inside the nearest one that is there.
        let above =
            folder.ancestors().skip(1).find(|folder| folder.as_os_str().is_empty() || folder.exists());
        let above = above.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        make_file_in(above)?;
        return Ok(Found(format!("SQLite, the folder {shown} will be made")));
    }
    make_file_in(folder)?;
    let state = match FolderLock::take(folder) {
        Ok(_) => "the folder is free".to_owned(),
        Err(taken @ LockError::Taken(_)) => format!("{taken}, which is right if it runs already"),
        Err(failed) => return Err(failed.into()),
    };
    let file = folder.join("online.db");
    if !file.exists() {
        return Ok(Found(format!("SQLite in {shown}, {state}, there are no games yet")));
    }
    let found = inspect_sqlite(&file).await?;
    Ok(Found(format!("SQLite {} in {shown}, {state}, {}", found.version, tables(&found))))
}

/// Whether files can be made there.
fn make_file_in(folder: &Path) -> Result<(), ServeError> {
    let file = folder.join(format!(".gebeta-check-{}", std::process::id()));
    let made = std::fs::File::options().create_new(true).write(true).open(&file);
    let _ = std::fs::remove_file(&file);
    made.map(drop).map_err(|error| {
        let why = format!("{}: {error}", folder.display());
        LockError::Failed(io::Error::new(error.kind(), why)).into()
    })
}

fn tables(found: &Inspected) -> String {
    match found.tables {
        Tables::Missing => "the tables will be made".to_owned(),
        Tables::Behind(steps) => format!("the tables will be brought up to date ({steps} steps)"),
        Tables::Current => "the tables are up to date".to_owned(),
    }
}
