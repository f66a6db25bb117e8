//! Notes which accounts sit where: around the requests that make, join and pair, which know nothing of accounts.

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{DefaultBodyLimit, FromRequest as _, Request, State};
use axum::http::header::CONTENT_LENGTH;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use gebeta_protocol::{Code, PlayerName, Ticket, limits};
use gebeta_store::accounts::Account;

use super::Desk;
use super::settler::is_reserved;
use crate::online::analysis::AskedBy;
use crate::online::reply::Refusal;
use crate::patience::in_time;

/// Lets accounts play under their own name and guests under no account's, and notes who sits where before anybody is told.
pub(crate) async fn note(State(desk): State<Desk>, mut request: Request, next: Next) -> Response {
    if request.uri().path().ends_with("/socket")
        && let Err(code) = desk.watch_session(&mut request).await
    {
        return Refusal(code).into_response();
    }
    if *request.method() == Method::POST && matches!(request.uri().path(), "/api/analyse" | "/api/endgame") {
        match desk.who(request.headers()).await {
            Ok(Some(account)) => drop(request.extensions_mut().insert(AskedBy(account.id))),
            Ok(None) => {}
            Err(code) => return Refusal(code).into_response(),
        }
    }
    if *request.method() != Method::POST || !gives_seat(request.uri().path()) {
        return next.run(request).await;
    }
    match seat(&desk, request, next).await {
        Ok(response) => response,
        Err(code) => Refusal(code).into_response(),
    }
}

/// Whether the answer to a request is a seat.
fn gives_seat(path: &str) -> bool {
    matches!(path, "/api/games" | "/api/pair") || path.starts_with("/api/games/") && path.ends_with("/join")
}

async fn seat(desk: &Desk, mut request: Request, next: Next) -> Result<Response, Code> {
    let who = desk.who(request.headers()).await?;
    if who.as_ref().is_some_and(|account| !desk.may_sit(account.id)) {
        return Err(Code::Rate);
    }
    DefaultBodyLimit::max(limits::BODY_BYTES).apply(&mut request);
    let (mut parts, body) = request.into_parts();
    let body = Bytes::from_request(Request::from_parts(parts.clone(), body), &()).await;
    let body = body.map_err(|refused| match refused.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
        _ => Code::BadMessage,
    })?;
    let body = named(desk, who.as_ref(), body).await?;
    parts.headers.insert(CONTENT_LENGTH, body.len().into());
    let response = next.run(Request::from_parts(parts, Body::from(body))).await;
    match who {
        Some(account) if response.status() == StatusCode::OK => noted(desk, account, response).await,
        _ => Ok(response),
    }
}

/// The request with the account's own name; a guest may not use that of an account. What cannot be read is refused by who
/// reads it.
async fn named(desk: &Desk, who: Option<&Account>, body: Bytes) -> Result<Bytes, Code> {
    let Ok(Value::Object(mut fields)) = serde_json::from_slice(&body) else { return Ok(body) };
    if let Some(account) = who {
        fields.insert("name".to_owned(), Value::String(account.name.to_string()));
        return serde_json::to_vec(&fields).map(Bytes::from).map_err(|_| Code::BadMessage);
    }
    let name = fields.get("name").and_then(Value::as_str).and_then(|name| name.parse::<PlayerName>().ok());
    if let Some(name) = name
        && (is_reserved(&name) || in_time(desk.accounts().find(name)).await?.is_some())
    {
        return Err(Code::NameTaken);
    }
    Ok(body)
}

async fn noted(desk: &Desk, account: Account, response: Response) -> Result<Response, Code> {
    let (parts, body) = response.into_parts();
    let body = to_bytes(body, limits::BODY_BYTES).await.map_err(|_| Code::Unavailable)?;
    if let Ok(ticket) = serde_json::from_slice::<Ticket>(&body) {
        // Who hears that it was not noted asks again with the same secret, and gets the same seat.
        in_time(desk.accounts().sit(ticket.game, ticket.side, account.id)).await?;
    }
    Ok(Response::from_parts(parts, Body::from(body)))
}
