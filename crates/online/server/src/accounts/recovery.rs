//! Recovery codes: what an owner has who has lost the password. They are told once and kept as digests.

use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{Extensions, HeaderMap};
use axum::response::Response;

use gebeta_fairness::Digest;
use gebeta_match::random_id;
use gebeta_protocol::{
    AccountId, Code, Farewell, Password, PlayerName, Recovery, RecoveryCode, RecoveryCodes,
};
use gebeta_store::accounts::{Account, recovery_digest};

use super::AccountService;
use super::common_passwords::is_common;
use crate::game_error::GameError;
use crate::http::api_error::ApiError;
use crate::http::routes::accounts::{confirmed, count_login, welcome};
use crate::http::routes::games::{fresh, parse};
use crate::store_timeouts::in_time;
use crate::{OsChance, limits};

/// As many new codes as an account has.
pub(crate) fn draw() -> Vec<RecoveryCode> {
    (0..limits::RECOVERY_CODES).map(|_| RecoveryCode::new(random_id(&mut OsChance))).collect()
}

/// What is kept of them.
pub(crate) fn digests(account: AccountId, codes: &[RecoveryCode]) -> Vec<Digest> {
    codes.iter().map(|code| recovery_digest(account, code)).collect()
}

/// New codes for who is signed in and gives the password once more; the old ones open nothing any more.
pub(crate) async fn renew(
    State(service): State<AccountService>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    let Farewell { password } = parse(&body)?;
    let (account, _) = confirmed(&service, &headers, account, password).await?;
    let codes = draw();
    in_time(service.store().set_recovery(account.id, digests(account.id, &codes))).await?;
    tracing::info!(account = %account.id, "new recovery codes");
    Ok(fresh(Json(RecoveryCodes { codes })))
}

/// Signs in with a code and a new password. Whoever was signed in with the old one is signed out, and the tokens that they may
/// have made open nothing.
pub(crate) async fn recover(
    State(service): State<AccountService>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let Recovery { name, code, new } = parse(&body)?;
    if !new.suits(&name) || is_common(&new) {
        return Err(ApiError(Code::BadPassword));
    }
    let recovered = if service.may_recover(&name, service.address(&extensions, &headers)) {
        recovered(&service, name, code, new).await
    } else {
        Err(Code::Rate.into())
    };
    count_login(&recovered);
    let account = recovered?;
    service.tell_signed_out_everywhere(account.id);
    tracing::info!(account = %account.id, "recovered");
    welcome(&service, account, &headers, Vec::new()).await
}

async fn recovered(
    service: &AccountService,
    name: PlayerName,
    code: RecoveryCode,
    new: Password,
) -> Result<Account, GameError> {
    let (account, _) = in_time(service.store().find(name)).await?.ok_or(Code::WrongLogin)?;
    let digest = recovery_digest(account.id, &code);
    // Nothing costly is done for who guesses.
    if !in_time(service.store().has_recovery(account.id, digest)).await? {
        return Err(Code::WrongLogin.into());
    }
    let new = service.hasher().hash(new).await?;
    let is_done = in_time(service.store().recover(account.id, digest, new)).await?;
    if is_done { Ok(account) } else { Err(Code::WrongLogin.into()) }
}
