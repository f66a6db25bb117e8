//! The routes about online games.

use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, State};
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{Extensions, HeaderMap, Uri};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Extension, Json, Router};
use tracing::Instrument as _;

use gebeta_protocol::{
    AnalyseRequest, Code, CreateRequest, EndgameRequest, JoinRequest, PairRequest, Ticket,
};

use crate::game_error::causes;
use crate::games::messages::GameMessage;
use crate::games::{GameService, analysis, pairing};
use crate::http::api::LARGEST_NUMBER;
use crate::http::api_error::ApiError;
use crate::http::caller::{Caller, is_secure};
use crate::http::cookies;
use crate::http::extract::{
    ApiState, ClientAddress, GameId, JsonBody, MaybeAccount, PathId, SeatRequest, SocketSession,
};
use crate::http::limited_listener::Peer;
use crate::http::pages::preview;
use crate::limits;
use crate::store_timeouts::in_time;
use crate::websocket::session::WsSession;

type Answer = Result<Response, ApiError>;

pub(crate) fn routes(state: ApiState) -> Router {
    Router::new()
        .route("/readyz", get(ready))
        .route("/api/status", get(status))
        .route("/api/chain", get(chain))
        .route("/api/analyse", post(analyse))
        .route("/api/endgame", post(endgame))
        .route("/api/lobby", get(lobby))
        .route("/api/running", get(running))
        .route("/api/pair", post(pair))
        .route("/api/games", post(create))
        .route("/api/games/{game}", get(view))
        .route("/api/games/{game}/clock", get(clock))
        .route("/api/games/{game}/join", post(join))
        .route("/api/games/{game}/record", get(record))
        .route("/api/games/{game}/socket", get(socket))
        .route("/g/{game}", get(preview::page))
        .route("/g/{game}/board.png", get(preview::picture))
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .with_state(state)
}

/// Whether a move could be stored now, and no search is stuck.
async fn ready(State(games): State<GameService>) -> Result<&'static str, ApiError> {
    match in_time(games.store.check()).await {
        Ok(()) if !games.tasks.is_closing() && !games.searches.is_stuck() => Ok("ready\n"),
        _ => Err(ApiError(Code::Unavailable)),
    }
}

async fn status(State(games): State<GameService>) -> Answer {
    Ok(fresh(Json(in_time(games.store.chain_status()).await?)))
}

async fn chain(State(games): State<GameService>, uri: Uri) -> Answer {
    let after = query_number(&uri, "after")?.unwrap_or(0);
    let links = in_time(games.store.chain(after, limits::LINKS)).await?;
    Ok(fresh(links.iter().map(|link| format!("{link}\n")).collect::<String>()))
}

async fn lobby(State(games): State<GameService>) -> Answer {
    Ok(fresh(Json(&*games.registry.lobby().await?)))
}

async fn running(State(games): State<GameService>) -> Answer {
    Ok(fresh(Json(&*games.registry.public_games().await)))
}

async fn analyse(
    State(games): State<GameService>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    MaybeAccount(account): MaybeAccount,
    JsonBody(request): JsonBody<AnalyseRequest>,
) -> Answer {
    let client = (address, account.map(|account| account.id));
    Ok(fresh(Json(analysis::analyse(&games.analysis_pool, client, request).await?)))
}

async fn endgame(
    State(games): State<GameService>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    MaybeAccount(account): MaybeAccount,
    JsonBody(request): JsonBody<EndgameRequest>,
) -> Answer {
    let client = (address, account.map(|account| account.id));
    Ok(fresh(Json(analysis::endgame(&games.analysis_pool, client, request).await?)))
}

async fn create(
    State(games): State<GameService>,
    headers: HeaderMap,
    SeatRequest { request, owner }: SeatRequest<CreateRequest>,
) -> Answer {
    Ok(seated(&games.registry.create(&request, owner).await?, &headers))
}

async fn join(
    State(games): State<GameService>,
    PathId(game): GameId,
    headers: HeaderMap,
    SeatRequest { request, owner }: SeatRequest<JoinRequest>,
) -> Answer {
    Ok(seated(&games.registry.join(game, request, owner).await?, &headers))
}

async fn pair(
    State(games): State<GameService>,
    headers: HeaderMap,
    SeatRequest { request, owner }: SeatRequest<PairRequest>,
) -> Answer {
    Ok(seated(&pairing::pair(&games, request, owner).await?, &headers))
}

async fn view(State(games): State<GameService>, PathId(game): GameId) -> Answer {
    Ok(fresh(Json(games.registry.ask(game, |answer| GameMessage::View { answer }).await?)))
}

async fn clock(State(games): State<GameService>, PathId(game): GameId) -> Answer {
    Ok(fresh(Json(games.registry.ask(game, |answer| GameMessage::Clock { answer }).await?)))
}

async fn record(State(games): State<GameService>, PathId(game): GameId) -> Answer {
    Ok(fresh(games.registry.ask(game, |answer| GameMessage::Record { answer }).await?))
}

async fn socket(
    State(games): State<GameService>,
    PathId(game): GameId,
    headers: HeaderMap,
    extensions: Extensions,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
    SocketSession(signed_in): SocketSession,
    upgrade: WebSocketUpgrade,
) -> Answer {
    let caller = Caller::of(&headers, &games.settings.origins)?;
    let is_page = caller == Caller::Page;
    let secret = cookies::read_seat(&headers).filter(|_| is_page);
    if games.tasks.is_closing() {
        return Err(ApiError(Code::Restarting));
    }
    games.open_socket(address)?;
    let peer = extensions.get::<ConnectInfo<Peer>>();
    let allowance = peer.map(|peer| peer.0.1.clone()).unwrap_or_default();
    let session = WsSession { online: games.clone(), game, address, secret, is_page, allowance, signed_in };
    // The request has been answered by then; its id still tells which socket a log line is about.
    let span = tracing::info_span!("socket", %game);
    Ok(upgrade
        .read_buffer_size(limits::READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(limits::WRITE_BUFFER_BYTES)
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES)
        .on_failed_upgrade(move |error| {
            tracing::debug!(cause = causes(&error), "a WebSocket upgrade failed");
            games.close_socket(address);
        })
        .on_upgrade(move |socket| session.serve(socket).instrument(span)))
}

/// The number in a query of one number, `name=NUMBER`; none without a query.
pub(crate) fn query_number(uri: &Uri, name: &str) -> Result<Option<u64>, Code> {
    let Some(query) = uri.query().filter(|query| !query.is_empty()) else { return Ok(None) };
    let number = query.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')?.parse().ok());
    number.filter(|number| *number <= LARGEST_NUMBER).map(Some).ok_or(Code::BadMessage)
}

/// An answer that must not be cached.
pub(crate) fn fresh(answer: impl IntoResponse) -> Response {
    ([(CACHE_CONTROL, "no-store")], answer).into_response()
}

/// A seat: in the body for programs, in a cookie for browsers.
fn seated(ticket: &Ticket, headers: &HeaderMap) -> Response {
    ([(SET_COOKIE, cookies::write_seat(ticket, is_secure(headers)))], fresh(Json(ticket))).into_response()
}
