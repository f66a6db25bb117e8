//! Extractors: what handlers take out of a request. Their rejections have the server's own form, [`ApiError`].

use std::net::IpAddr;

use axum::body::Bytes;
use axum::extract::{FromRef, FromRequest, FromRequestParts, Path, Request};
use axum::http::StatusCode;
use axum::http::request::Parts;
use serde::de::DeserializeOwned;

use gebeta_protocol::{Code, CreateRequest, JoinRequest, MatchId, PairRequest, PlayerName};
use gebeta_store::accounts::Account;
use gebeta_store::ports::SeatOwner;

use super::api_error::ApiError;
use crate::accounts::AccountService;
use crate::games::GameService;
use crate::websocket::signed_in_sockets::SignedIn;

/// The state of the routes about games.
#[derive(Clone, Debug)]
pub(crate) struct ApiState {
    pub(crate) games: GameService,
    /// None on a server without accounts: every request is a guest's.
    pub(crate) accounts: Option<AccountService>,
}

impl FromRef<ApiState> for GameService {
    fn from_ref(state: &ApiState) -> Self {
        state.games.clone()
    }
}

/// The address of the client, put into the extensions of a request by [`super::request_checks`].
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClientAddress(pub(crate) IpAddr);

/// The body of a request. What is wrong with it is not logged: an error of serde quotes what it cannot read, which may be a
/// password.
#[derive(Debug)]
pub(crate) struct JsonBody<T>(pub(crate) T);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let body =
            Bytes::from_request(request, state).await.map_err(|rejection| match rejection.status() {
                StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
                _ => Code::BadMessage,
            })?;
        Ok(Self(serde_json::from_slice(&body).map_err(|_| Code::BadMessage)?))
    }
}

/// A part of the path that is an id; any other text is not found.
#[derive(Debug)]
pub(crate) struct PathId<T>(pub(crate) T);

/// The game in the path.
pub(crate) type GameId = PathId<MatchId>;

impl<S: Send + Sync, T: std::str::FromStr> FromRequestParts<S> for PathId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(text) =
            Path::<String>::from_request_parts(parts, state).await.map_err(|_| Code::NotFound)?;
        Ok(Self(text.parse().map_err(|_| Code::NotFound)?))
    }
}

/// The account of a request, by session or token. Guests are refused.
#[derive(Debug)]
pub(crate) struct SignedInAccount(pub(crate) Account);

impl FromRequestParts<AccountService> for SignedInAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, service: &AccountService) -> Result<Self, ApiError> {
        Ok(Self(service.signed_in(&parts.headers).await?))
    }
}

/// The account of a request with a session. Guests and tokens are refused.
#[derive(Debug)]
pub(crate) struct InPerson(pub(crate) Account);

impl FromRequestParts<AccountService> for InPerson {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, service: &AccountService) -> Result<Self, ApiError> {
        Ok(Self(service.in_person(&parts.headers).await?))
    }
}

/// The account of a request, if it has one.
#[derive(Debug)]
pub(crate) struct MaybeAccount(pub(crate) Option<Account>);

impl FromRequestParts<ApiState> for MaybeAccount {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        Ok(Self(match &state.accounts {
            Some(service) => service.who(&parts.headers).await?,
            None => None,
        }))
    }
}

/// The session or token that a socket is opened with, if any; the socket is closed when that ends.
#[derive(Debug)]
pub(crate) struct SocketSession(pub(crate) Option<SignedIn>);

impl FromRequestParts<ApiState> for SocketSession {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &ApiState) -> Result<Self, ApiError> {
        Ok(Self(match &state.accounts {
            Some(service) => service.watch_session(&parts.headers).await?,
            None => None,
        }))
    }
}

/// A request for a seat, and who takes it. A signed-in player has the name of the account; a guest may not have that of any.
#[derive(Debug)]
pub(crate) struct SeatRequest<T> {
    pub(crate) request: T,
    pub(crate) owner: SeatOwner,
}

/// A request that names a player.
pub(crate) trait Named: Send {
    fn name(&mut self) -> &mut PlayerName;
}

macro_rules! named {
    ($($request:ty),*) => {
        $(impl Named for $request {
            fn name(&mut self) -> &mut PlayerName {
                &mut self.name
            }
        })*
    };
}
named!(CreateRequest, JoinRequest, PairRequest);

impl<T: DeserializeOwned + Named> FromRequest<ApiState> for SeatRequest<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &ApiState) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        let address = parts.extensions.get::<ClientAddress>().ok_or(Code::Unavailable)?.0;
        let MaybeAccount(account) = MaybeAccount::from_request_parts(&mut parts, state).await?;
        let account_id = account.as_ref().map(|account| account.id);
        if let (Some(service), Some(id)) = (&state.accounts, account_id) {
            service.check_seat_rate(id)?;
        }
        let JsonBody(mut request) =
            JsonBody::<T>::from_request(Request::from_parts(parts, body), state).await?;
        if let Some(service) = &state.accounts {
            service.set_name(account, request.name()).await?;
        }
        let owner = state.games.seat_owner(account_id, address).await?;
        Ok(Self { request, owner })
    }
}
