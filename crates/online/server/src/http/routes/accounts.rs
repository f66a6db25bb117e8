use ::metrics::counter;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Path, State};
use axum::http::header::{CONTENT_DISPOSITION, SET_COOKIE};
use axum::http::{Extensions, HeaderMap, StatusCode, Uri};
use axum::middleware::from_fn_with_state;
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Json, Router};

use gebeta_match::random_id;
use gebeta_protocol::{
    AccountId, ApiToken, Code, Credentials, Farewell, Me, Password, PasswordChange, PlayerName, RecoveryCode,
    SessionSecret, TokenId, TokenMade, TokenRequest,
};
use gebeta_store::accounts::{Account, NewAccount, NewSession, NewToken};

use super::games::{fresh, parse, query_number};
use crate::accounts::authentication::{session_digest, token_digest};
use crate::accounts::common_passwords::is_common;
use crate::accounts::request_checks::guard;
use crate::accounts::result_recorder::is_reserved;
use crate::accounts::{AccountService, recovery};
use crate::game_error::GameError;
use crate::http::api_error::ApiError;
use crate::http::caller::is_secure;
use crate::http::session_cookie;
use crate::store_timeouts::in_time;
use crate::telemetry::metrics::LOGINS;
use crate::{OsChance, limits};

/// Everything that is asked about accounts.
pub(crate) fn routes(service: AccountService) -> Router {
    Router::new()
        .route("/api/account", post(sign_up).get(me).delete(leave))
        .route("/api/account/export", get(export))
        .route("/api/account/password", post(change_password))
        .route("/api/account/recovery", post(recovery::renew))
        .route("/api/account/statistics", get(statistics))
        .route("/api/sessions", delete(sign_out_everywhere))
        .route("/api/session", post(sign_in).delete(sign_out))
        .route("/api/session/recovery", post(recovery::recover))
        .route("/api/players/{name}", get(profile))
        .route("/api/tokens", get(tokens).post(make_token))
        .route("/api/tokens/{token}", delete(revoke))
        .layer(DefaultBodyLimit::max(limits::MESSAGE_BYTES))
        .layer(from_fn_with_state(service.clone(), guard))
        .with_state(service)
}

async fn sign_up(
    State(service): State<AccountService>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let Credentials { name, password } = parse(&body)?;
    if !password.suits(&name) || is_common(&password) {
        return Err(ApiError(Code::BadPassword));
    }
    if !service.may_sign_up(service.address(&extensions, &headers)) {
        return Err(ApiError(Code::Rate));
    }
    // Before the costly part; whoever is quicker meanwhile is found when it is written.
    if is_reserved(&name) || in_time(service.store().find(name.clone())).await?.is_some() {
        return Err(ApiError(Code::NameTaken));
    }
    let password = service.hasher().hash(password).await?;
    let account = Account { id: AccountId::new(random_id(&mut OsChance)), name, created: service.now() };
    let codes = recovery::draw();
    let recovery = recovery::digests(account.id, &codes);
    let new = NewAccount { account: account.clone(), password, recovery };
    if !in_time(service.store().create(new)).await? {
        return Err(ApiError(Code::NameTaken));
    }
    tracing::info!(account = %account.id, "signed up");
    welcome(&service, account, &headers, codes).await
}

/// The same answer after the same time, whether the name or the password is wrong.
async fn sign_in(
    State(service): State<AccountService>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let Credentials { name, password } = parse(&body)?;
    let known = service.known_device(&headers, &name).await;
    let checked = if service.may_sign_in(&name, service.address(&extensions, &headers), known) {
        check(&service, name, password).await
    } else {
        Err(Code::Rate.into())
    };
    count_login(&checked);
    let (account, _) = checked?;
    tracing::info!(account = %account.id, "signed in");
    welcome(&service, account, &headers, Vec::new()).await
}

/// Counts what came of an attempt to sign in.
pub(crate) fn count_login<T>(checked: &Result<T, GameError>) {
    let result = match checked {
        Ok(_) => "right",
        Err(GameError::Refused(Code::WrongLogin)) => "wrong",
        Err(_) => "unheard",
    };
    counter!(LOGINS, "result" => result).increment(1);
}

/// Who is signed in by this browser and gives the password once more. That is counted by session: what strangers try with the
/// name elsewhere keeps no owner from it.
///
/// # Errors
/// A guest, a program, who tries too often, or a wrong password.
pub(crate) async fn confirmed(
    service: &AccountService,
    headers: &HeaderMap,
    account: Account,
    password: Password,
) -> Result<(Account, String), GameError> {
    let session = session_cookie::read(headers).ok_or(Code::SignedOut)?;
    if !service.may_confirm(session_digest(&session)) {
        return Err(Code::Rate.into());
    }
    check(service, account.name, password).await
}

/// The account, and what is kept of its password, if that is right.
async fn check(
    service: &AccountService,
    name: PlayerName,
    password: Password,
) -> Result<(Account, String), GameError> {
    if !password.is_sensible() {
        return Err(Code::WrongLogin.into());
    }
    let found = in_time(service.store().find(name)).await?;
    let kept = found.as_ref().map(|(_, kept)| kept.clone());
    let is_right = service.hasher().verify(password, kept).await?;
    found.filter(|_| is_right).ok_or_else(|| Code::WrongLogin.into())
}

/// A new session, whatever the browser had before.
pub(crate) async fn welcome(
    service: &AccountService,
    account: Account,
    headers: &HeaderMap,
    recovery: Vec<RecoveryCode>,
) -> Result<Response, ApiError> {
    if let Some(old) = session_cookie::read(headers) {
        in_time(service.store().close_session(session_digest(&old))).await?;
        service.tell_signed_out(session_digest(&old));
    }
    let secret = SessionSecret::new(random_id(&mut OsChance));
    let created = service.now();
    let expires = created + limits::SESSION.as_millis() as u64;
    let new = NewSession { digest: session_digest(&secret), account: account.id, created, expires };
    in_time(service.store().open_session(new, limits::SESSIONS_PER_ACCOUNT)).await?;
    let cookie = session_cookie::write(&secret, is_secure(headers));
    let device = service.device_cookie(headers, &account.name).await;
    let cookies =
        AppendHeaders([Some(cookie), device].into_iter().flatten().map(|cookie| (SET_COOKIE, cookie)));
    Ok((cookies, fresh(Json(Me { recovery, ..told(account) }))).into_response())
}

fn told(account: Account) -> Me {
    Me { name: account.name, created: account.created, recovery: Vec::new() }
}

async fn sign_out(State(service): State<AccountService>, headers: HeaderMap) -> Result<Response, ApiError> {
    if let Some(secret) = session_cookie::read(&headers) {
        in_time(service.store().close_session(session_digest(&secret))).await?;
        service.tell_signed_out(session_digest(&secret));
    }
    Ok(gone(&headers))
}

async fn sign_out_everywhere(
    State(service): State<AccountService>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    in_time(service.store().close_sessions(account.id)).await?;
    service.tell_signed_out_everywhere(account.id);
    tracing::info!(account = %account.id, "signed out everywhere");
    Ok(gone(&headers))
}

/// Asks for the password once more: a page left open is not enough. Whoever knew the old one is signed out, and the tokens
/// that they may have made open nothing.
async fn change_password(
    State(service): State<AccountService>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    let PasswordChange { password, new } = parse(&body)?;
    if !new.suits(&account.name) || is_common(&new) {
        return Err(ApiError(Code::BadPassword));
    }
    let (account, kept) = confirmed(&service, &headers, account, password).await?;
    let new = service.hasher().hash(new).await?;
    if !in_time(service.store().change_password(account.id, kept, new)).await? {
        return Err(ApiError(Code::WrongLogin));
    }
    service.tell_signed_out_everywhere(account.id);
    tracing::info!(account = %account.id, "password changed");
    welcome(&service, account, &headers, Vec::new()).await
}

async fn statistics(State(service): State<AccountService>, headers: HeaderMap) -> Result<Response, ApiError> {
    let account = service.signed_in(&headers).await?;
    Ok(fresh(Json(in_time(service.store().statistics(account.id)).await?)))
}

/// The browser forgets who it was.
fn gone(headers: &HeaderMap) -> Response {
    let cookie = session_cookie::clear(is_secure(headers));
    ([(SET_COOKIE, cookie)], fresh(StatusCode::NO_CONTENT)).into_response()
}

async fn me(State(service): State<AccountService>, headers: HeaderMap) -> Result<Response, ApiError> {
    Ok(fresh(Json(told(service.signed_in(&headers).await?))))
}

async fn export(State(service): State<AccountService>, headers: HeaderMap) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    let export = in_time(service.store().export(account)).await?;
    let as_file = [(CONTENT_DISPOSITION, "attachment; filename=\"gebeta-account.json\"")];
    Ok((as_file, fresh(Json(export))).into_response())
}

/// A page left open is not enough to delete an account: the password is.
async fn leave(
    State(service): State<AccountService>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    let Farewell { password } = parse(&body)?;
    let (account, _) = confirmed(&service, &headers, account, password).await?;
    in_time(service.store().delete(account.id)).await?;
    service.tell_signed_out_everywhere(account.id);
    tracing::info!(account = %account.id, "deleted");
    service.erase_names();
    Ok(gone(&headers))
}

async fn profile(
    State(service): State<AccountService>,
    Path(name): Path<String>,
    uri: Uri,
) -> Result<Response, ApiError> {
    let name: PlayerName = name.parse().map_err(|_| Code::NotFound)?;
    let before = query_number(&uri, "before")?.unwrap_or(u64::MAX);
    let (account, _) = in_time(service.store().find(name)).await?.ok_or(Code::NotFound)?;
    let profile = service.store().profile(account, before, limits::HISTORY);
    Ok(fresh(Json(in_time(profile).await?)))
}

async fn tokens(State(service): State<AccountService>, headers: HeaderMap) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    Ok(fresh(Json(in_time(service.store().tokens(account.id)).await?)))
}

async fn make_token(
    State(service): State<AccountService>,
    headers: HeaderMap,
    body: Bytes,
) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    let TokenRequest { label } = parse(&body)?;
    let token = ApiToken::new(random_id(&mut OsChance));
    let id = TokenId::new(random_id(&mut OsChance));
    let digest = token_digest(&token);
    let new = NewToken { id, digest, account: account.id, label: label.clone(), created: service.now() };
    if !in_time(service.store().add_token(new, limits::TOKENS_PER_ACCOUNT)).await? {
        return Err(ApiError(Code::TooMany));
    }
    Ok(fresh(Json(TokenMade { id, label, token })))
}

async fn revoke(
    State(service): State<AccountService>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let account = service.in_person(&headers).await?;
    let token: TokenId = token.parse().map_err(|_| Code::NotFound)?;
    if !in_time(service.store().revoke(account.id, token)).await? {
        return Err(ApiError(Code::NotFound));
    }
    Ok(fresh(StatusCode::NO_CONTENT))
}
