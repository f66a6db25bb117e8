//! Names, sessions and tokens.

use gebeta_fairness::Digest;
use gebeta_protocol::{AccountId, PlayerName, SessionView, TokenId, TokenView};

use super::{Account, NewAccount, NewSession, NewToken, recovery};
use crate::sql::{Db, Row};

/// The error for a column with a value this program does not write.
pub(super) fn strange(column: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(format!("column {column} cannot be read").into())
}

pub(super) fn number(value: u64) -> i64 {
    value.cast_signed()
}

fn id(row: &Row, column: &'static str) -> Result<AccountId, sqlx::Error> {
    let bytes: Vec<u8> = row.try_get(column)?;
    bytes.try_into().map(AccountId::new).map_err(|_| strange(column))
}

/// The name in a column.
fn name(row: &Row, column: &'static str) -> Result<PlayerName, sqlx::Error> {
    PlayerName::from_stored(&row.try_get::<String>(column)?).map_err(|_| strange(column))
}

fn time(row: &Row, column: &'static str) -> Result<u64, sqlx::Error> {
    row.try_get::<i64>(column).map(i64::cast_unsigned)
}

fn account(row: &Row) -> Result<Account, sqlx::Error> {
    Ok(Account { id: id(row, "id")?, name: name(row, "name")?, created: time(row, "created")? })
}

pub(crate) async fn create(db: &mut Db<'_>, new: &NewAccount) -> Result<bool, sqlx::Error> {
    let done = db
        .query(
            "INSERT INTO accounts (id, name, key, password, created) VALUES ($1, $2, $3, $4, $5) \
         ON CONFLICT DO NOTHING",
        )
        .bind(&new.account.id.bytes()[..])
        .bind(new.account.name.to_string())
        .bind(new.account.name.key())
        .bind(&new.password)
        .bind(number(new.account.created))
        .execute()
        .await?;
    if done == 0 {
        return Ok(false);
    }
    recovery::set(db, new.account.id, &new.recovery).await?;
    Ok(true)
}

pub(crate) async fn find(
    db: &mut Db<'_>,
    name: &PlayerName,
) -> Result<Option<(Account, String)>, sqlx::Error> {
    let row = db
        .query("SELECT id, name, created, password FROM accounts WHERE key = $1")
        .bind(name.key())
        .fetch_optional()
        .await?;
    row.map(|row| Ok((account(&row)?, row.try_get("password")?))).transpose()
}

pub(crate) async fn open_session(db: &mut Db<'_>, new: NewSession, most: usize) -> Result<(), sqlx::Error> {
    db.query("INSERT INTO sessions (digest, account, created, expires) VALUES ($1, $2, $3, $4)")
        .bind(&new.digest.bytes()[..])
        .bind(&new.account.bytes()[..])
        .bind(number(new.created))
        .bind(number(new.expires))
        .execute()
        .await?;
    db.query(
        "DELETE FROM sessions WHERE account = $1 AND (expires <= $2 OR digest NOT IN \
         (SELECT digest FROM sessions WHERE account = $1 ORDER BY created DESC LIMIT $3))",
    )
    .bind(&new.account.bytes()[..])
    .bind(number(new.created))
    .bind(most as i64)
    .execute()
    .await?;
    Ok(())
}

pub(crate) async fn session(
    db: &mut Db<'_>,
    digest: Digest,
    now: u64,
) -> Result<Option<Account>, sqlx::Error> {
    let row = db
        .query(
            "SELECT accounts.id, accounts.name, accounts.created FROM sessions \
         JOIN accounts ON accounts.id = sessions.account WHERE digest = $1 AND expires > $2",
        )
        .bind(&digest.bytes()[..])
        .bind(number(now))
        .fetch_optional()
        .await?;
    row.as_ref().map(account).transpose()
}

pub(crate) async fn good_sessions(
    db: &mut Db<'_>,
    digests: Vec<Digest>,
    now: u64,
) -> Result<Vec<Digest>, sqlx::Error> {
    let places: Vec<String> = (2..digests.len() + 2).map(|place| format!("${place}")).collect();
    let statement = format!(
        "SELECT digest FROM (SELECT digest FROM sessions WHERE expires > $1 \
         UNION ALL SELECT digest FROM tokens) AS good WHERE digest IN ({})",
        places.join(", ")
    );
    let query = db.query_built(statement).bind(number(now));
    let query = digests.iter().fold(query, |query, digest| query.bind(&digest.bytes()[..]));
    let rows: Vec<Vec<u8>> = query.scalar_all().await?;
    Ok(rows.into_iter().filter_map(|row| row.try_into().ok()).map(Digest::new).collect())
}

pub(crate) async fn sessions(db: &mut Db<'_>, account: AccountId) -> Result<Vec<SessionView>, sqlx::Error> {
    let rows = db
        .query("SELECT created, expires FROM sessions WHERE account = $1 ORDER BY created")
        .bind(&account.bytes()[..])
        .fetch_all()
        .await?;
    rows.iter()
        .map(|row| Ok(SessionView { created: time(row, "created")?, expires: time(row, "expires")? }))
        .collect()
}

pub(crate) async fn close_session(db: &mut Db<'_>, digest: Digest) -> Result<(), sqlx::Error> {
    db.query("DELETE FROM sessions WHERE digest = $1").bind(&digest.bytes()[..]).execute().await?;
    Ok(())
}

pub(crate) async fn close_sessions(db: &mut Db<'_>, account: AccountId) -> Result<(), sqlx::Error> {
    db.query("DELETE FROM sessions WHERE account = $1").bind(&account.bytes()[..]).execute().await?;
    Ok(())
}

pub(crate) async fn change_password(
    db: &mut Db<'_>,
    account: AccountId,
    old: &str,
    new: &str,
) -> Result<bool, sqlx::Error> {
    let done = db
        .query("UPDATE accounts SET password = $3 WHERE id = $1 AND password = $2")
        .bind(&account.bytes()[..])
        .bind(old)
        .bind(new)
        .execute()
        .await?;
    if done == 0 {
        return Ok(false);
    }
    sign_out_all(db, account).await?;
    Ok(true)
}

/// Signs out everywhere and revokes all tokens.
pub(crate) async fn sign_out_all(db: &mut Db<'_>, account: AccountId) -> Result<(), sqlx::Error> {
    close_sessions(db, account).await?;
    db.query("DELETE FROM tokens WHERE account = $1").bind(&account.bytes()[..]).execute().await?;
    Ok(())
}

pub(crate) async fn add_token(db: &mut Db<'_>, new: &NewToken, most: usize) -> Result<bool, sqlx::Error> {
    let count: i64 = db
        .query("SELECT count(*) FROM tokens WHERE account = $1")
        .bind(&new.account.bytes()[..])
        .scalar_one()
        .await?;
    if count >= most as i64 {
        return Ok(false);
    }
    db.query("INSERT INTO tokens (id, digest, account, label, created) VALUES ($1, $2, $3, $4, $5)")
        .bind(&new.id.bytes()[..])
        .bind(&new.digest.bytes()[..])
        .bind(&new.account.bytes()[..])
        .bind(new.label.to_string())
        .bind(number(new.created))
        .execute()
        .await?;
    Ok(true)
}

pub(crate) async fn token(db: &mut Db<'_>, digest: Digest) -> Result<Option<Account>, sqlx::Error> {
    let row = db
        .query(
            "SELECT accounts.id, accounts.name, accounts.created FROM tokens \
         JOIN accounts ON accounts.id = tokens.account WHERE digest = $1",
        )
        .bind(&digest.bytes()[..])
        .fetch_optional()
        .await?;
    row.as_ref().map(account).transpose()
}

pub(crate) async fn tokens(db: &mut Db<'_>, account: AccountId) -> Result<Vec<TokenView>, sqlx::Error> {
    let rows = db
        .query("SELECT id, label, created FROM tokens WHERE account = $1 ORDER BY created")
        .bind(&account.bytes()[..])
        .fetch_all()
        .await?;
    let view = |row: &Row| {
        let id: Vec<u8> = row.try_get("id")?;
        let id = id.try_into().map(TokenId::new).map_err(|_| strange("id"))?;
        Ok(TokenView { id, label: name(row, "label")?, created: time(row, "created")? })
    };
    rows.iter().map(view).collect()
}

pub(crate) async fn revoke(db: &mut Db<'_>, account: AccountId, token: TokenId) -> Result<bool, sqlx::Error> {
    let done = db
        .query("DELETE FROM tokens WHERE account = $1 AND id = $2")
        .bind(&account.bytes()[..])
        .bind(&token.bytes()[..])
        .execute()
        .await?;
    Ok(done == 1)
}
