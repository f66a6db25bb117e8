use axum::body::Bytes;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Path, Request, State};
use axum::http::header::{CACHE_CONTROL, SET_COOKIE};
use axum::http::{Extensions, HeaderMap, Method, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::de::DeserializeOwned;
use tracing::Instrument as _;

use gebeta_protocol::{Code, CreateRequest, JoinRequest, MatchId, PairRequest, Ticket};
use gebeta_rules::Preset;
use gebeta_store::ports::SeatOwner;

use crate::game_error::{GameError, causes};
use crate::games::messages::GameMessage;
use crate::games::{GameService, analysis, pairing};
use crate::http::api::LARGEST_NUMBER;
use crate::http::api_error::{ApiError, explained};
use crate::http::caller::{Caller, address, is_secure};
use crate::http::limited_listener::Peer;
use crate::http::pages::preview;
use crate::http::seat_cookie;
use crate::limits;
use crate::store_timeouts::in_time;
use crate::websocket::session::WsSession;
use crate::websocket::signed_in_sockets::SignedIn;

/// Everything that is asked about games by a link.
pub(crate) fn routes(online: GameService) -> Router {
    Router::new()
        .route("/readyz", get(ready))
        .route("/api/status", get(status))
        .route("/api/chain", get(chain))
        .route("/api/analyse", post(analysis::analyse))
        .route("/api/endgame", post(analysis::endgame))
        .route("/api/lobby", get(lobby))
        .route("/api/pair", post(pair))
        .route("/api/games", post(create))
        .route("/api/games/{game}", get(view))
        .route("/api/games/{game}/join", post(join))
        .route("/api/games/{game}/record", get(record))
        .route("/api/games/{game}/socket", get(socket))
        .route("/g/{game}", get(preview::page))
        .route("/g/{game}/board.png", get(preview::picture))
        .layer(DefaultBodyLimit::max(limits::BODY_BYTES))
        .with_state(online)
}

/// `routes` behind the checks that need neither the store nor the body of a request.
pub(crate) fn guarded(routes: Router, online: &GameService) -> Router {
    routes.layer(from_fn_with_state(online.clone(), guard))
}

/// Lets nothing through that changes something and comes from a page of somebody else, or too often.
async fn guard(State(online): State<GameService>, request: Request, next: Next) -> Response {
    let address = address(request.extensions(), request.headers(), &online.settings.proxies);
    let now = online.time.now();
    if let Err(code) = Caller::may_change(request.method(), request.headers(), &online.settings.origins) {
        return ApiError(code).into_response();
    }
    let may = if request.method() == Method::POST {
        online.rates.new_game(address, now)
    } else {
        online.rates.question(address, now)
    };
    if !may {
        return ApiError(Code::Rate).into_response();
    }
    explained(next.run(request).await)
}

/// Whether a move could be kept now, and every search ends.
async fn ready(State(online): State<GameService>) -> Result<&'static str, ApiError> {
    match in_time(online.store.check()).await {
        Ok(()) if !online.tasks.is_closing() && !online.searches.is_stuck() => Ok("ready\n"),
        _ => Err(ApiError(Code::Unavailable)),
    }
}

/// The public chain of envelopes as a whole.
async fn status(State(online): State<GameService>) -> Result<Response, ApiError> {
    Ok(fresh(Json(in_time(online.store.chain_status()).await?)))
}

/// A page of it, as lines.
async fn chain(State(online): State<GameService>, uri: Uri) -> Result<Response, ApiError> {
    let after = query_number(&uri, "after")?.unwrap_or(0);
    let links = in_time(online.store.chain(after, limits::LINKS)).await?;
    Ok(fresh(links.iter().map(|link| format!("{link}\n")).collect::<String>()))
}

async fn lobby(State(online): State<GameService>) -> Result<Response, ApiError> {
    Ok(fresh(Json(&*online.registry.lobby().await?)))
}

async fn create(
    State(online): State<GameService>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let request: CreateRequest = parse(&body)?;
    let owner = online.seat_owner(&extensions, &headers).await?;
    let ticket = online.registry.create(&request, owner).await?;
    Ok(seated(&ticket, &headers))
}

async fn join(
    State(online): State<GameService>,
    Path(game): Path<String>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let request: JoinRequest = parse(&body)?;
    let game = id(&game)?;
    let owner = online.seat_owner(&extensions, &headers).await?;
    let ticket = take_seat(&online, game, request, owner).await?;
    Ok(seated(&ticket, &headers))
}

/// Joins the first open game that fits, or makes one.
async fn pair(
    State(online): State<GameService>,
    headers: HeaderMap,
    extensions: Extensions,
    body: Bytes,
) -> Result<Response, ApiError> {
    let request: PairRequest = parse(&body)?;
    // Only what a shipped name stands for is the same to everybody.
    if Preset::named(&request.rules).is_none() {
        return Err(ApiError(Code::BadRules));
    }
    let owner = online.seat_owner(&extensions, &headers).await?;
    Ok(seated(&pairing::pair(&online, &request, owner).await?, &headers))
}

pub(crate) async fn take_seat(
    online: &GameService,
    game: MatchId,
    JoinRequest { name, secret }: JoinRequest,
    owner: SeatOwner,
) -> Result<Ticket, GameError> {
    let side = online.registry.ask(game, |answer| GameMessage::Join { name, secret, owner, answer }).await?;
    Ok(Ticket { game, side, secret })
}

async fn view(State(online): State<GameService>, Path(game): Path<String>) -> Result<Response, ApiError> {
    let view = online.registry.ask(id(&game)?, |answer| GameMessage::View { answer }).await?;
    Ok(fresh(Json(view)))
}

async fn record(State(online): State<GameService>, Path(game): Path<String>) -> Result<Response, ApiError> {
    let record = online.registry.ask(id(&game)?, |answer| GameMessage::Record { answer }).await?;
    Ok(fresh(record))
}

async fn socket(
    State(online): State<GameService>,
    Path(game): Path<String>,
    headers: HeaderMap,
    extensions: Extensions,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiError> {
    let game = id(&game)?;
    let caller = Caller::of(&headers, &online.settings.origins)?;
    let secret = seat_cookie::read(&headers, is_secure(&headers)).filter(|_| caller == Caller::Page);
    let address = address(&extensions, &headers, &online.settings.proxies);
    if online.tasks.is_closing() {
        return Err(ApiError(Code::Restarting));
    }
    online.open_socket(address)?;
    let signed_in = extensions.get::<SignedIn>().cloned();
    let is_page = caller == Caller::Page;
    let peer = extensions.get::<ConnectInfo<Peer>>();
    let allowance = peer.map(|peer| peer.0.1.clone()).unwrap_or_default();
    let session = WsSession { online: online.clone(), game, address, secret, is_page, allowance, signed_in };
    // The request has been answered by then, and its id still tells which socket a line is about.
    let span = tracing::info_span!("socket", %game);
    Ok(upgrade
        .read_buffer_size(limits::READ_BUFFER_BYTES)
        .write_buffer_size(0)
        .max_write_buffer_size(limits::WRITE_BUFFER_BYTES)
        .max_message_size(limits::MESSAGE_BYTES)
        .max_frame_size(limits::MESSAGE_BYTES)
        .on_failed_upgrade({
            let online = online.clone();
            move |error| {
                tracing::debug!(cause = causes(&error), "a connection did not become a socket");
                online.close_socket(address);
            }
        })
        .on_upgrade(move |socket| session.serve(socket).instrument(span)))
}

/// What is no id names no game.
pub(crate) fn id(text: &str) -> Result<MatchId, Code> {
    text.parse().map_err(|_| Code::NotFound)
}

/// The number in a query of one number, `name=NUMBER`; none without a query.
pub(crate) fn query_number(uri: &Uri, name: &str) -> Result<Option<u64>, Code> {
    let Some(query) = uri.query().filter(|query| !query.is_empty()) else { return Ok(None) };
    let number = query.strip_prefix(name).and_then(|rest| rest.strip_prefix('=')?.parse().ok());
    number.filter(|number| *number <= LARGEST_NUMBER).map(Some).ok_or(Code::BadMessage)
}

/// Reads the body of a request. What is wrong with it is not logged: an error of serde quotes what it cannot read, which may be a
/// password.
pub(crate) fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Code> {
    serde_json::from_slice(body).map_err(|_| Code::BadMessage)
}

/// An answer that is another one tomorrow.
pub(crate) fn fresh(answer: impl IntoResponse) -> Response {
    ([(CACHE_CONTROL, "no-store")], answer).into_response()
}

/// A seat, for the page and for its cookies.
fn seated(ticket: &Ticket, headers: &HeaderMap) -> Response {
    ([(SET_COOKIE, seat_cookie::write(ticket, is_secure(headers)))], fresh(Json(ticket))).into_response()
}
