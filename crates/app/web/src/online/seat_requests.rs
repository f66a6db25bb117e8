//! Making, joining and finding a game.
//!
//! A seat's secret is drawn here, before the server is asked for the seat. If no answer comes, the player is told, and who
//! makes the same request once more makes it with the same secret, also after a reload: the server gives the same seat for
//! it, so none is ever lost. Nothing is asked again unless the player says so, except of a server that is just restarting.

use gebeta_protocol::{Code, CreateRequest, JoinRequest, MatchId, PairRequest, SeatSecret, Ticket};
use serde::Serialize;

use super::api::{self, ApiError};
use super::chance::random;
use super::seat::{self, Seat};
use crate::platform::storage::storage;
use crate::platform::timer;

/// Where a request stands that was never answered: its secret, and what it was about.
const ASKED: &str = "gebeta.asked";
/// How long to wait before a server that restarts is asked again, in milliseconds.
const PAUSES: [u32; 3] = [300, 1000, 3000];

/// Makes a game.
pub(super) async fn create(request: CreateRequest) -> Result<Ticket, ApiError> {
    take_seat("api/games", &request, |secret| CreateRequest { secret, ..request.clone() }).await
}

/// Takes the free seat of a game.
pub(super) async fn join(game: MatchId, request: JoinRequest) -> Result<Ticket, ApiError> {
    let path = format!("api/games/{game}/join");
    take_seat(&path, &request, |secret| JoinRequest { secret, ..request.clone() }).await
}

/// Finds an opponent.
pub(super) async fn pair(request: PairRequest) -> Result<Ticket, ApiError> {
    take_seat("api/pair", &request, |secret| PairRequest { secret, ..request.clone() }).await
}

/// A secret that is not one yet.
pub(super) const NO_SECRET: SeatSecret = SeatSecret::new([0; 16]);

async fn take_seat<T: Serialize>(
    path: &str,
    about: &T,
    with: impl Fn(SeatSecret) -> T,
) -> Result<Ticket, ApiError> {
    let about = format!("{path} {}", serde_json::to_string(about).unwrap_or_default());
    let secret = unanswered(&about).unwrap_or_else(|| SeatSecret::new(random()));
    seat::set(ASKED, &format!("{} {about}", secret.reveal()));
    let mut pauses = PAUSES.into_iter();
    let answer = loop {
        match api::post::<Ticket>(path, &with(secret)).await {
            // It is not known whether the server has done it.
            Err(ApiError::Silent) => return Err(ApiError::Silent),
            Err(ApiError::Refused(Code::Unavailable | Code::Restarting)) => {
                let Some(pause) = pauses.next() else { return Err(ApiError::Silent) };
                timer::sleep(pause).await;
            }
            answer => break answer,
        }
    };
    seat::remove(ASKED);
    let ticket = answer?;
    Seat::new(Some(ticket.secret)).store(ticket.game);
    Ok(ticket)
}

/// The secret of this very request, if it was made before and not answered.
fn unanswered(about: &str) -> Option<SeatSecret> {
    let kept = storage()?.get_item(ASKED).ok()??;
    let (secret, what) = kept.split_once(' ')?;
    if what == about { secret.parse().ok() } else { None }
}
