//! Checks everything a server depends on without serving: the address, the store, NATS.

use std::io;
use std::net::SocketAddr;
use std::path::Path;

use tokio::net::TcpListener;

use gebeta_store::online::{FolderLock, Inspected, LockError, SchemaState, inspect_postgres, inspect_sqlite};

use super::ServerSettings;
use crate::cluster::NatsBus;
use crate::{ServeError, StoreLocation};

/// The result of one check: a sentence about what was found, or why a server could not use it.
pub type CheckResult = Result<Usable, ServeError>;

/// Something a server could use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Usable(pub String);

/// Checks the address to listen at, the store and NATS, each with its name. Nothing is changed, and a running server is not
/// disturbed.
///
/// It starts its own runtime, so it must not be called inside one.
///
/// # Errors
/// There is no runtime; all other errors are results.
pub fn check(
    address: SocketAddr,
    logs: Option<&StoreLocation>,
    settings: &ServerSettings,
) -> io::Result<Vec<(&'static str, CheckResult)>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    Ok(runtime.block_on(async {
        let mut checked = vec![("listen", listen(address).await)];
        if let Some(metrics) = settings.metrics {
            checked.push(("metrics", listen(metrics).await));
        }
        checked.push(("db", games(logs).await));
        if let Some(nats) = settings.nats.as_deref() {
            let answer = NatsBus::check(nats).await.map(|()| Usable("answers".to_owned()));
            checked.push(("nats", answer.map_err(ServeError::from)));
        }
        checked
    }))
}

/// Whether the address is free. A server that uses it may be the one whose settings are checked.
async fn listen(address: SocketAddr) -> CheckResult {
    match TcpListener::bind(address).await {
        Ok(_) => Ok(Usable(format!("{address} is free"))),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
            Ok(Usable(format!("{address} is in use, which is right if this server runs already")))
        }
        Err(cause) => Err(ServeError::CannotListen { address, cause }),
    }
}

async fn games(logs: Option<&StoreLocation>) -> CheckResult {
    match logs {
        None => Ok(Usable("no place for games by a link".to_owned())),
        Some(StoreLocation::Folder(folder) | StoreLocation::FolderIfFree(folder)) => in_folder(folder).await,
        Some(StoreLocation::Postgres(url)) => {
            let found = inspect_postgres(url).await?;
            let durable = "synchronous_commit, fsync and full_page_writes are on";
            Ok(Usable(format!("PostgreSQL {}, {durable}, {}", found.version, tables(&found))))
        }
    }
}

async fn in_folder(folder: &Path) -> CheckResult {
    let shown = folder.display();
    if !folder.exists() {
        // The folder will be made at the start, inside the nearest existing one.
        let above =
            folder.ancestors().skip(1).find(|folder| folder.as_os_str().is_empty() || folder.exists());
        let above = above.filter(|above| !above.as_os_str().is_empty()).unwrap_or(Path::new("."));
        make_file_in(above)?;
        return Ok(Usable(format!("SQLite, the folder {shown} will be made")));
    }
    make_file_in(folder)?;
    let state = match FolderLock::take(folder) {
        Ok(_) => "the folder is free".to_owned(),
        Err(taken @ LockError::Taken(_)) => format!("{taken}, which is right if it runs already"),
        Err(failed) => return Err(failed.into()),
    };
    let file = folder.join("online.db");
    if !file.exists() {
        return Ok(Usable(format!("SQLite in {shown}, {state}, there are no games yet")));
    }
    let found = inspect_sqlite(&file).await?;
    Ok(Usable(format!("SQLite {} in {shown}, {state}, {}", found.version, tables(&found))))
}

/// Whether files can be made in the folder.
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
        SchemaState::Missing => "the tables will be made".to_owned(),
        SchemaState::Behind(steps) => format!("the tables will be brought up to date ({steps} steps)"),
        SchemaState::Current => "the tables are up to date".to_owned(),
    }
}
