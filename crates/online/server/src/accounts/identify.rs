//! Finds out which account takes a seat, before the seat is made: around the requests that make, join and pair. Origin, kind
//! and rate of a request are checked before it comes here.

use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use gebeta_protocol::{Code, PlayerName};
use gebeta_store::accounts::Account;

use super::AccountService;
use super::result_recorder::is_reserved;
use crate::game_error::GameError;
use crate::games::analysis::AskedBy;
use crate::games::seat_owner::SeatAccount;
use crate::http::api_error::ApiError;
use crate::limits;
use crate::store_timeouts::in_time;

/// Lets accounts play under their own name and guests under no account's, and tells who makes the seat whose it is.
pub(crate) async fn identify(
    State(service): State<AccountService>,
    request: Request,
    next: Next,
) -> Response {
    match identified(&service, request).await {
        Ok(request) => next.run(request).await,
        Err(error) => ApiError::from(error).into_response(),
    }
}

async fn identified(service: &AccountService, mut request: Request) -> Result<Request, GameError> {
    let is_post = *request.method() == Method::POST;
    let path = request.uri().path();
    if path.ends_with("/socket") {
        service.watch_session(&mut request).await?;
    } else if is_post && matches!(path, "/api/analyse" | "/api/endgame") {
        if let Some(account) = service.who(request.headers()).await? {
            request.extensions_mut().insert(AskedBy(account.id));
        }
    } else if is_post && gives_seat(path) {
        return with_seat(service, request).await;
    }
    Ok(request)
}

/// Whether the answer to a request is a seat.
fn gives_seat(path: &str) -> bool {
    matches!(path, "/api/games" | "/api/pair") || path.starts_with("/api/games/") && path.ends_with("/join")
}

async fn with_seat(service: &AccountService, mut request: Request) -> Result<Request, GameError> {
    let who = service.who(request.headers()).await?;
    if who.as_ref().is_some_and(|account| !service.may_sit(account.id)) {
        return Err(Code::Rate.into());
    }
    if let Some(account) = &who {
        request.extensions_mut().insert(SeatAccount(account.id));
    }
    DefaultBodyLimit::max(limits::BODY_BYTES).apply(&mut request);
    let (mut parts, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await;
    let body = body.map_err(|refused| match refused.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        _ => Code::BadMessage,
    })?;
    let body = named(service, who.as_ref(), body).await?;
    parts.headers.insert(CONTENT_LENGTH, body.len().into());
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// The request with the account's own name; a guest may not use that of an account. What cannot be read is refused by who
/// reads it.
async fn named(service: &AccountService, who: Option<&Account>, body: Bytes) -> Result<Bytes, GameError> {
    let Ok(Value::Object(mut fields)) = serde_json::from_slice(&body) else { return Ok(body) };
    if let Some(account) = who {
        fields.insert("name".to_owned(), Value::String(account.name.to_string()));
        return serde_json::to_vec(&fields).map(Bytes::from).map_err(|_| Code::BadMessage.into());
    }
    let name = fields.get("name").and_then(Value::as_str).and_then(|name| name.parse::<PlayerName>().ok());
    if let Some(name) = name
        && (is_reserved(&name) || in_time(service.store().find(name)).await?.is_some())
    {
        return Err(Code::NameTaken.into());
    }
    Ok(body)
}
