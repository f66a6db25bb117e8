//! The routes about accounts.

use axum::extract::{DefaultBodyLimit, State};
use axum::http::header::{CONTENT_DISPOSITION, SET_COOKIE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{AppendHeaders, IntoResponse, Response};
use axum::routing::{delete, get, post};
use axum::{Extension, Json, Router};

use gebeta_protocol::{
    Code, Credentials, Farewell, Me, PasswordChange, PlayerName, Recovery, RecoveryCode, TokenId,
    TokenRequest,
};
use gebeta_rules::Preset;
use gebeta_store::accounts::Account;

use super::games::{fresh, query_number};
use crate::accounts::AccountService;
use crate::http::api_error::ApiError;
use crate::http::caller::is_secure;
use crate::http::cookies;
use crate::http::extract::{ClientAddress, InPerson, JsonBody, PathId, SignedInAccount};
use crate::limits;
use crate::store_timeouts::in_time;

type Answer = Result<Response, ApiError>;
type Service = State<AccountService>;

pub(crate) fn routes(service: AccountService) -> Router {
    Router::new()
        .route("/api/account", post(sign_up).get(me).delete(delete_account))
        .route("/api/account/export", get(export))
        .route("/api/account/password", post(change_password))
        .route("/api/account/recovery", post(renew_recovery_codes))
        .route("/api/account/statistics", get(statistics))
        .route("/api/sessions", delete(sign_out_everywhere))
        .route("/api/session", post(sign_in).delete(sign_out))
        .route("/api/session/recovery", post(recover))
        .route("/api/players/{name}", get(profile))
        .route("/api/leaderboard/{rules}", get(leaderboard))
        .route("/api/tokens", get(tokens).post(make_token))
        .route("/api/tokens/{token}", delete(revoke_token))
        .layer(DefaultBodyLimit::max(limits::MESSAGE_BYTES))
        .with_state(service)
}

async fn sign_up(
    State(service): Service,
    headers: HeaderMap,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Answer {
    let (account, codes) = service.sign_up(credentials, address).await?;
    signed_in(&service, account, &headers, codes).await
}

async fn sign_in(
    State(service): Service,
    headers: HeaderMap,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(credentials): JsonBody<Credentials>,
) -> Answer {
    let account = service.sign_in(credentials, &headers, address).await?;
    signed_in(&service, account, &headers, Vec::new()).await
}

async fn recover(
    State(service): Service,
    headers: HeaderMap,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    JsonBody(recovery): JsonBody<Recovery>,
) -> Answer {
    let account = service.recover(recovery, address).await?;
    signed_in(&service, account, &headers, Vec::new()).await
}

async fn change_password(
    State(service): Service,
    headers: HeaderMap,
    InPerson(account): InPerson,
    JsonBody(change): JsonBody<PasswordChange>,
) -> Answer {
    service.change_password(&headers, &account, change).await?;
    signed_in(&service, account, &headers, Vec::new()).await
}

async fn renew_recovery_codes(
    State(service): Service,
    headers: HeaderMap,
    InPerson(account): InPerson,
    JsonBody(Farewell { password }): JsonBody<Farewell>,
) -> Answer {
    Ok(fresh(Json(service.renew_recovery_codes(&headers, &account, password).await?)))
}

async fn sign_out(State(service): Service, headers: HeaderMap) -> Answer {
    service.sign_out(&headers).await?;
    Ok(signed_out(&headers))
}

async fn sign_out_everywhere(
    State(service): Service,
    headers: HeaderMap,
    InPerson(account): InPerson,
) -> Answer {
    service.sign_out_everywhere(account.id).await?;
    Ok(signed_out(&headers))
}

async fn delete_account(
    State(service): Service,
    headers: HeaderMap,
    InPerson(account): InPerson,
    JsonBody(Farewell { password }): JsonBody<Farewell>,
) -> Answer {
    service.delete(&headers, &account, password).await?;
    Ok(signed_out(&headers))
}

async fn me(SignedInAccount(account): SignedInAccount) -> Response {
    fresh(Json(view(account)))
}

async fn statistics(State(service): Service, SignedInAccount(account): SignedInAccount) -> Answer {
    Ok(fresh(Json(in_time(service.store().statistics(account.id)).await?)))
}

async fn export(State(service): Service, InPerson(account): InPerson) -> Answer {
    let export = in_time(service.store().export(account)).await?;
    let as_file = [(CONTENT_DISPOSITION, "attachment; filename=\"gebeta-account.json\"")];
    Ok((as_file, fresh(Json(export))).into_response())
}

async fn profile(State(service): Service, PathId(name): PathId<PlayerName>, uri: Uri) -> Answer {
    let before = query_number(&uri, "before")?.unwrap_or(u64::MAX);
    let (account, _) = in_time(service.store().find(name)).await?.ok_or(Code::NotFound)?;
    let profile = service.store().profile(account, before, limits::HISTORY);
    Ok(fresh(Json(in_time(profile).await?)))
}

async fn leaderboard(State(service): Service, PathId(rules): PathId<String>, uri: Uri) -> Answer {
    let page = query_number(&uri, "page")?.unwrap_or(0);
    // Only games by shipped rules are rated.
    let preset = Preset::named(&rules).ok_or(Code::NotFound)?;
    let skipped = page.saturating_mul(limits::LEADERS as u64);
    let best =
        service.store().leaderboard(preset.rules.game(), preset.name.to_owned(), skipped, limits::LEADERS);
    Ok(fresh(Json(in_time(best).await?)))
}

async fn tokens(State(service): Service, InPerson(account): InPerson) -> Answer {
    Ok(fresh(Json(in_time(service.store().tokens(account.id)).await?)))
}

async fn make_token(
    State(service): Service,
    InPerson(account): InPerson,
    JsonBody(request): JsonBody<TokenRequest>,
) -> Answer {
    Ok(fresh(Json(service.make_token(account.id, request).await?)))
}

async fn revoke_token(
    State(service): Service,
    InPerson(account): InPerson,
    PathId(token): PathId<TokenId>,
) -> Answer {
    service.revoke_token(account.id, token).await?;
    Ok(fresh(StatusCode::NO_CONTENT))
}

fn view(account: Account) -> Me {
    Me { name: account.name, created: account.created, recovery: Vec::new() }
}

/// The answer that opens a session, with its cookie and that of the device.
async fn signed_in(
    service: &AccountService,
    account: Account,
    headers: &HeaderMap,
    recovery: Vec<RecoveryCode>,
) -> Answer {
    let secret = service.open_session(headers, account.id).await?;
    let session = Some(cookies::write_session(&secret, is_secure(headers)));
    let device = service.device_cookie(headers, &account.name).await;
    let set_cookies =
        AppendHeaders([session, device].into_iter().flatten().map(|cookie| (SET_COOKIE, cookie)));
    Ok((set_cookies, fresh(Json(Me { recovery, ..view(account) }))).into_response())
}

/// The answer that makes a browser drop its session cookie.
fn signed_out(headers: &HeaderMap) -> Response {
    let cookie = cookies::clear_session(is_secure(headers));
    ([(SET_COOKIE, cookie)], fresh(StatusCode::NO_CONTENT)).into_response()
}
