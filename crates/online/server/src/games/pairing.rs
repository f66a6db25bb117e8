//! Quick pairing: joins the first open game that fits, or makes one.
//!
//! Invariants: a ticket is always for a live game; a player gives up a first seat before taking a second; a game that
//! another player has joined is not given up. On one node, requests are handled one at a time. Requests that reach
//! different nodes at the same moment may both find no game and both make one; so after making a game the node looks again,
//! and moves the player to the other game after aborting the own one, which fails if an opponent has joined it. A player
//! who comes too late there starts again with the next secret, which is derived from the first.

use std::time::Duration;

use tokio::time::{sleep, timeout};

use gebeta_fairness::Digest;
use gebeta_match::{Match, Stage, shipped_pairing_key};
use gebeta_protocol::{
    Code, CreateRequest, Hash, JoinRequest, MatchId, PairRequest, SeatSecret, SeatWish, Side, Ticket,
};
use gebeta_rules::Preset;
use gebeta_store::ports::SeatOwner;

use super::GameService;
use super::messages::GameMessage;
use crate::game_error::GameError;
use crate::limits;
use crate::store_timeouts::{self, events_since, in_time};

/// How many times a request starts again.
const ROUNDS: usize = 16;
/// How many times the owner of the smallest id looks whether others join before joining theirs: they may have looked before
/// this game was visible.
const LOOKS: usize = 5;
/// How many open games one query returns: enough if several requests take them at the same moment.
const CANDIDATES: usize = 32;
/// The pause between two queries.
const PAUSE: Duration = Duration::from_millis(60);

/// Finds an opponent.
pub(crate) async fn pair(
    online: &GameService,
    mut request: PairRequest,
    owner: SeatOwner,
) -> Result<Ticket, GameError> {
    // A custom rule file may call itself anything, so only shipped rule sets are paired by name.
    if Preset::named(&request.rules).is_none() {
        return Err(Code::BadRules.into());
    }
    for _ in 0..ROUNDS {
        if let Some(ticket) = attempt(online, &request, owner).await? {
            return Ok(ticket);
        }
        request.secret = next(&request.secret);
    }
    Err(Code::Unavailable.into())
}

/// The secret after this one has been used up.
fn next(secret: &SeatSecret) -> SeatSecret {
    let digest = Digest::of(&[b"gebeta-pair-again", secret.bytes()]);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest.bytes()[..16]);
    SeatSecret::new(bytes)
}

/// The seat at a live game that this secret opens, or a new one; none if the secret is used up.
async fn attempt(
    online: &GameService,
    request: &PairRequest,
    owner: SeatOwner,
) -> Result<Option<Ticket>, GameError> {
    // One request at a time; a request that waits too long is answered with `unavailable`, and the client repeats it.
    let turn = timeout(limits::STORE, online.pairing.acquire()).await.map_err(|_| {
        tracing::warn!("too many pairing requests wait");
        Code::Unavailable
    })?;
    let made = online.registry.made(&request.secret).await?;
    let joined = online.registry.joined(&request.secret).await?;
    let (stage, other_stage) = (stage(online, made.as_ref()).await?, stage(online, joined.as_ref()).await?);
    // Most requests are new; the others repeat one whose answer was lost.
    let own = match (made, joined) {
        (Some(own), Some(other)) if lives(stage) && lives(other_stage) => {
            return choose(online, own, other).await.map(Some);
        }
        (_, Some(other)) if lives(other_stage) => return Ok(Some(other)),
        (Some(own), None) if stage == Some(Stage::Waiting) => own,
        (Some(own), _) if lives(stage) => return Ok(Some(own)),
        (Some(_), _) | (_, Some(_)) => return Ok(None),
        (None, None) => {
            if let Some(ticket) = join(online, request, owner).await? {
                return Ok(Some(ticket));
            }
            let PairRequest { rules, clock, name, secret } = request.clone();
            let seat = SeatWish::Coin;
            let made = CreateRequest { rules, clock, seat, listed: true, name, secret, opponent: None };
            online.registry.create(&made, owner).await?
        }
    };
    drop(turn);
    if online.store.is_shared() { look_again(online, request, owner, own).await } else { Ok(Some(own)) }
}

/// Keeps the new game, or moves to one that was made at another node. The larger id moves first: if both moved at once,
/// both would find an aborted game.
async fn look_again(
    online: &GameService,
    request: &PairRequest,
    owner: SeatOwner,
    own: Ticket,
) -> Result<Option<Ticket>, GameError> {
    for look in 0..LOOKS {
        let open = fitting(online, request, Some(own.game)).await?;
        let is_open = open.contains(&own.game);
        if is_open && open.len() == 1 {
            return Ok(Some(own));
        }
        if !is_open || open.iter().any(|&game| game < own.game) {
            break;
        }
        if look + 1 < LOOKS {
            sleep(PAUSE).await;
        }
    }
    if call_off(online, &own, true).await? {
        return join(online, request, owner).await;
    }
    let own = Some(own);
    // An opponent has joined, unless the same request was also sent to another node.
    Ok(if lives(stage(online, own.as_ref()).await?) { own } else { None })
}

/// Open games with the wanted rules and clock, without those of a player with the same name, except `own`.
async fn fitting(
    online: &GameService,
    request: &PairRequest,
    own: Option<MatchId>,
) -> Result<Vec<MatchId>, GameError> {
    let key = shipped_pairing_key(&request.rules, request.clock).ok_or(Code::BadRules)?;
    let (mut open, name) = (online.registry.open_games(Some(key), CANDIDATES).await?, request.name.key());
    open.retain(|open| open.name.key() != name || Some(open.game) == own);
    Ok(open.into_iter().map(|open| open.game).collect())
}

/// Takes the free seat of the first open game that fits; none if there is none.
async fn join(
    online: &GameService,
    request: &PairRequest,
    owner: SeatOwner,
) -> Result<Option<Ticket>, GameError> {
    for game in fitting(online, request, None).await? {
        let seat = JoinRequest { name: request.name.clone(), secret: request.secret };
        match online.registry.join(game, seat, owner).await {
            Ok(ticket) => return Ok(Some(ticket)),
            Err(error) => match error.code() {
                // The seat may have been taken without an answer; the repeated request finds out.
                Code::Unavailable => return Err(error),
                // The secret has a seat elsewhere.
                Code::UsedId => return Err(Code::Unavailable.into()),
                // Another player was quicker; try the next game.
                _ => {}
            },
        }
    }
    Ok(None)
}

/// Decides between two seats of a player whose request reached two nodes. The own game is aborted if it has no opponent. If
/// its opponent is the creator of the joined game, both players have the same two games and both keep the one with the
/// smaller id. If the opponent is a third player, the own game is left to those two. A repeated request gets the same
/// answer.
async fn choose(online: &GameService, own: Ticket, other: Ticket) -> Result<Ticket, GameError> {
    if call_off(online, &own, true).await? {
        return Ok(other);
    }
    let (guest, host) = (key(online, own.game, Side::B).await?, key(online, other.game, Side::A).await?);
    let (kept, left) = if own.game < other.game { (own, other) } else { (other, own) };
    if guest.is_some() && guest == host {
        // The other player may have aborted it already.
        let _ = call_off(online, &left, false).await;
    }
    Ok(kept)
}

/// The key of a seat's secret.
async fn key(online: &GameService, game: MatchId, side: Side) -> Result<Option<Hash>, GameError> {
    let stored = in_time(online.store.load(game)).await?;
    Ok(stored.and_then(|stored| stored.secrets.key_of(side)))
}

async fn call_off(online: &GameService, ticket: &Ticket, if_open: bool) -> Result<bool, GameError> {
    let side = ticket.side;
    online.registry.ask(ticket.game, |answer| GameMessage::CallOff { side, if_open, answer }).await
}

/// The stage of a game as stored: this node may not know yet what another one has written.
async fn stage(online: &GameService, ticket: Option<&Ticket>) -> Result<Option<Stage>, GameError> {
    let Some(&Ticket { game, .. }) = ticket else { return Ok(None) };
    let events = events_since(&*online.store, game, 0).await.inspect_err(store_timeouts::log)?;
    match Match::fold(game, &events) {
        Ok(game) => Ok(Some(game.stage())),
        Err(error) => {
            online.registry.damaged(game, error);
            Err(Code::Unavailable.into())
        }
    }
}

fn lives(stage: Option<Stage>) -> bool {
    stage.is_some_and(|stage| !matches!(stage, Stage::Over(_)))
}
