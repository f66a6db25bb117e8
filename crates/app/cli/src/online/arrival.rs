//! The first requests: the game of a link, a new one, or one with anyone.

use std::time::Duration;

use gebeta_client::{Address, ClientError};
use gebeta_protocol::{
    ApiToken, Code, CreateRequest, JoinRequest, MatchId, MatchView, OpenSeed, PairRequest, PlayerName,
    SeatSecret, Ticket,
};
use gebeta_tui::{NetworkEvent, OnlineError, OnlineGoal, OnlineRequest, game_of};

use super::diagnosis::{diagnose_first, passes};
use super::seat_file::Seat;
use super::worker::{End, OnlineWorker, Place, backoff};

/// How often something is asked before it is given up.
const ATTEMPTS: usize = 5;

/// The link of a game, which anyone may open.
pub(super) fn link(address: &Address, game: MatchId) -> String {
    format!("{address}g/{game}")
}

/// The token of the account to play for, if the environment has one. It is not on the command line, where others see it.
fn token() -> Result<Option<ApiToken>, OnlineError> {
    match std::env::var("GEBETA_TOKEN") {
        Ok(token) => token.trim().parse().map(Some).map_err(|_| OnlineError::Refused(Code::SignedOut)),
        Err(_) => Ok(None),
    }
}

/// Bytes from the system's source of randomness.
pub(super) fn random<const N: usize>() -> Result<[u8; N], OnlineError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| OnlineError::NotKept(error.to_string()))?;
    Ok(bytes)
}

/// Finds the place that is wanted.
pub(super) fn arrive(worker: &mut OnlineWorker, request: &OnlineRequest) -> Result<Place, End> {
    let address: Address = request.place.parse().map_err(|_| OnlineError::BadAddress)?;
    // Only who makes or takes a seat says for whom; the seat's secret is enough after that.
    let account = match token()? {
        Some(token) => address.clone().with_token(token),
        None => address.clone(),
    };
    let name = || request.name.parse::<PlayerName>().map_err(|_| OnlineError::BadName);
    let secret = SeatSecret::new(random()?);
    let ticket: Ticket = match &request.goal {
        OnlineGoal::New { rules, clock, seat, opponent } => {
            let opponent = match opponent {
                Some(bot) => Some(bot.parse().map_err(|_| OnlineError::Refused(Code::BadBot))?),
                None => None,
            };
            let request = CreateRequest {
                rules: rules.clone(),
                clock: *clock,
                seat: *seat,
                listed: false,
                name: name()?,
                secret,
                opponent,
            };
            insist(worker, &address, || account.post("/api/games", &request))?
        }
        OnlineGoal::Pair { rules, clock } => {
            let request = PairRequest { rules: rules.clone(), clock: *clock, name: name()?, secret };
            insist(worker, &address, || account.post("/api/pair", &request))?
        }
        OnlineGoal::Watch => {
            let game = game_of(&request.place).ok_or(OnlineError::NoGame)?;
            look(worker, &address, game)?;
            return Ok(Place { address, game, seat: None, is_full: false });
        }
        OnlineGoal::Play => {
            let game = game_of(&request.place).ok_or(OnlineError::NoGame)?;
            if let Some(seat) = own_seat(&address, game, &request.place)? {
                return Ok(Place { address, game, seat: Some(seat), is_full: false });
            }
            let view = look(worker, &address, game)?;
            if view.names.len() > 1 || view.ended.is_some() {
                return Ok(Place { address, game, seat: None, is_full: true });
            }
            let request = JoinRequest { name: name()?, secret };
            let path = format!("/api/games/{game}/join");
            match insist(worker, &address, || account.post(&path, &request)) {
                // Another player was quicker.
                Err(End::Failed(OnlineError::Refused(Code::SeatTaken))) => {
                    return Ok(Place { address, game, seat: None, is_full: true });
                }
                ticket => ticket?,
            }
        }
    };
    let seed = OpenSeed::new(random()?);
    let seat = Seat { address: address.clone(), game: ticket.game, secret: ticket.secret, seed };
    keep(&seat)?;
    Ok(Place { address, game: ticket.game, seat: Some(seat), is_full: false })
}

/// Keeps a seat in the user's folder.
pub(super) fn keep(seat: &Seat) -> Result<(), OnlineError> {
    seat.keep().map_err(|failure| OnlineError::NotKept(failure.sentence().to_owned()))
}

/// The seat one has at a game: kept here, or brought along behind the `#` of the link.
fn own_seat(address: &Address, game: MatchId, link: &str) -> Result<Option<Seat>, OnlineError> {
    if let Some(seat) = Seat::kept(address, game) {
        return Ok(Some(seat));
    }
    let fragment = link.split_once('#').map_or("", |(_, fragment)| fragment);
    let secret = fragment.split(|c: char| !c.is_ascii_alphanumeric()).find_map(|word| word.parse().ok());
    let Some(secret) = secret else { return Ok(None) };
    let seat = Seat { address: address.clone(), game, secret, seed: OpenSeed::new(random()?) };
    keep(&seat)?;
    Ok(Some(seat))
}

/// The game at a glance: whether it is there, and whether a seat is free.
fn look(worker: &mut OnlineWorker, address: &Address, game: MatchId) -> Result<MatchView, End> {
    let path = format!("/api/games/{game}");
    insist(worker, address, || {
        let text = address.get(&path)?;
        serde_json::from_str(&text).map_err(|_| ClientError::Strange("its answer"))
    })
}

/// Asks until there is an answer; every request may be sent again.
fn insist<T>(
    worker: &mut OnlineWorker,
    address: &Address,
    ask: impl Fn() -> Result<T, ClientError>,
) -> Result<T, End> {
    let mut backoff = backoff()?;
    let mut attempt = 1;
    loop {
        let failure = match ask() {
            Ok(answer) => return Ok(answer),
            Err(failure) => failure,
        };
        let error = diagnose_first(address, &failure, attempt == ATTEMPTS);
        // No answer at the first attempt means a wrong address; later it means a server that restarts.
        let hopeless =
            matches!(error, OnlineError::UnknownHost(_) | OnlineError::NobodyThere(_)) && attempt == 1;
        if hopeless || !passes(&error) || attempt == ATTEMPTS {
            return Err(error.into());
        }
        attempt += 1;
        worker.say(NetworkEvent::Retrying)?;
        worker.pause(Duration::from_millis(backoff.next_wait()))?;
    }
}
