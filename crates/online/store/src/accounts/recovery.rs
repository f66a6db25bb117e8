//! Recovery codes: stored as digests, each used once.

use gebeta_fairness::Digest;
use gebeta_protocol::{AccountId, RecoveryCode};

use super::queries;
use crate::sql::Db;

/// The stored digest of a recovery code.
pub fn recovery_digest(account: AccountId, code: &RecoveryCode) -> Digest {
    Digest::of(&[b"gebeta-recovery", account.bytes(), code.bytes()])
}

pub(crate) async fn set(db: &mut Db<'_>, account: AccountId, codes: &[Digest]) -> Result<(), sqlx::Error> {
    db.query("DELETE FROM recovery_codes WHERE account = $1").bind(&account.bytes()[..]).execute().await?;
    for code in codes {
        add(db, account, *code).await?;
    }
    Ok(())
}

pub(crate) async fn add(db: &mut Db<'_>, account: AccountId, code: Digest) -> Result<(), sqlx::Error> {
    db.query("INSERT INTO recovery_codes (account, digest) VALUES ($1, $2)")
        .bind(&account.bytes()[..])
        .bind(&code.bytes()[..])
        .execute()
        .await?;
    Ok(())
}

pub(crate) async fn has(db: &mut Db<'_>, account: AccountId, code: Digest) -> Result<bool, sqlx::Error> {
    let count: i64 = db
        .query("SELECT count(*) FROM recovery_codes WHERE account = $1 AND digest = $2")
        .bind(&account.bytes()[..])
        .bind(&code.bytes()[..])
        .scalar_one()
        .await?;
    Ok(count > 0)
}

pub(crate) async fn recover(
    db: &mut Db<'_>,
    account: AccountId,
    code: Digest,
    password: &str,
) -> Result<bool, sqlx::Error> {
    let used = db
        .query("DELETE FROM recovery_codes WHERE account = $1 AND digest = $2")
        .bind(&account.bytes()[..])
        .bind(&code.bytes()[..])
        .execute()
        .await?;
    if used == 0 {
        return Ok(false);
    }
    db.query("UPDATE accounts SET password = $2 WHERE id = $1")
        .bind(&account.bytes()[..])
        .bind(password)
        .execute()
        .await?;
    queries::sign_out_all(db, account).await?;
    Ok(true)
}
