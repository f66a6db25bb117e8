//! What operators do with the store of a server, whether the server runs or not.

use std::sync::Arc;

use gebeta_match::random_id;
use gebeta_protocol::{PlayerName, RecoveryCode};
use gebeta_rules::Coded;
use gebeta_store::accounts::{Accounts, recovery_digest};
use gebeta_store::online::{OpenError, PostgresLogs, SqliteLogs};
use gebeta_store::ports::StoreError;

use crate::store_timeouts::in_time;
use crate::{OsChance, StoreLocation};

/// Why an administrative command failed.
#[derive(Debug, thiserror::Error)]
pub enum AdminError {
    /// There is no database in the folder.
    #[error("{0} has no games; say where they are: --db sqlite:FOLDER or postgres://..")]
    NoGames(String),
    /// The store cannot be opened.
    #[error(transparent)]
    Games(#[from] OpenError),
    /// The store does not answer.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The system refuses what is needed.
    #[error("the system refuses: {0}")]
    System(#[from] std::io::Error),
    /// No account has this name.
    #[error("there is no account with the name {0}")]
    NoAccount(PlayerName),
}

impl Coded for AdminError {
    fn code(&self) -> &'static str {
        match self {
            Self::NoGames(_) | Self::Games(_) => "no-games",
            Self::Store(_) | Self::System(_) => "store-failed",
            Self::NoAccount(_) => "no-account",
        }
    }
}

/// Adds a recovery code to an account and returns it: with it the owner signs in once and sets a new password. The old
/// password stays valid until then.
///
/// # Errors
/// There is no such account or store, or the store does not answer.
pub fn new_recovery_code(place: &StoreLocation, name: &PlayerName) -> Result<RecoveryCode, AdminError> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(async {
        let accounts = open(place).await?;
        let found = in_time(accounts.find(name.clone())).await?;
        let (account, _) = found.ok_or_else(|| AdminError::NoAccount(name.clone()))?;
        let code = RecoveryCode::new(random_id(&mut OsChance));
        in_time(accounts.add_recovery(account.id, recovery_digest(account.id, &code))).await?;
        Ok(code)
    })
}

/// Opens the accounts; a server may be running.
async fn open(place: &StoreLocation) -> Result<Arc<dyn Accounts>, AdminError> {
    Ok(match place {
        StoreLocation::Postgres(url) => Arc::new(PostgresLogs::open(url).await?),
        StoreLocation::Folder(folder) | StoreLocation::FolderIfFree(folder) => {
            let file = folder.join("online.db");
            if !file.is_file() {
                return Err(AdminError::NoGames(folder.display().to_string()));
            }
            Arc::new(SqliteLogs::open(&file).await?)
        }
    })
}
