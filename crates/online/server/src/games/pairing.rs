//! Quick pairing: the first open game that fits, or a new one.
//!
//! Whoever is told of a game is told of one that lives, so nobody ever takes a second seat before the first is given up, and
//! nobody gives up a seat at a game that somebody has come to. At one node one looks after the other. Two who come to different
//! nodes at the same moment both find none and make one each; so who has made one looks again, and goes to the other's after
//! calling the own one off, which fails if somebody has come to it. Who comes too late there begins again with the next secret,
//! which follows from the one they have drawn.

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

/// How often somebody begins again.
const ROUNDS: usize = 16;
/// How often who has the game that the others will come to looks whether they do, before going to theirs: they may have looked
/// before there was anything to see.
const LOOKS: usize = 5;
/// How many open games one look is for: enough where several others take them at the same moment.
const CANDIDATES: usize = 32;
/// How long between two looks.
const PAUSE: Duration = Duration::from_millis(60);

/// The seat of who looks for an opponent.
pub(crate) async fn pair(
    online: &GameService,
    mut request: PairRequest,
    owner: SeatOwner,
) -> Result<Ticket, GameError> {
    // A rule file could have the name of a shipped rule set.
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

/// The secret of who has used this one up.
fn next(secret: &SeatSecret) -> SeatSecret {
    let digest = Digest::of(&[b"gebeta-pair-again", secret.bytes()]);
    let mut bytes = [0; 16];
    bytes.copy_from_slice(&digest.bytes()[..16]);
    SeatSecret::new(bytes)
}

/// The seat at a living game that this secret opens, or a new one; none if it can open none any more.
async fn attempt(
    online: &GameService,
    request: &PairRequest,
    owner: SeatOwner,
) -> Result<Option<Ticket>, GameError> {
    // One after the other: who waits for long is told to ask again.
    let turn = timeout(limits::STORE, online.pairing.acquire()).await.map_err(|_| {
        tracing::warn!("too many wait to be paired");
        Code::Unavailable
    })?;
    let made = online.registry.made(&request.secret).await?;
    let joined = online.registry.joined(&request.secret).await?;
    let (stage, other_stage) = (stage(online, made.as_ref()).await?, stage(online, joined.as_ref()).await?);
    // Most ask for the first time; the others have lost the answer, or had none.
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

/// Who has made a game keeps it, or goes to one that somebody has made at another node. Those with the larger id go first: if
/// both went at once, both would come to a game that was called off.
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
    // Somebody has come, unless the same request has been sent to another node too.
    Ok(if lives(stage(online, own.as_ref()).await?) { own } else { None })
}

/// Some open games with the wanted rules and clock, and the own one; nobody plays their namesake.
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
                // Whether we sit there is not known: who asks again will be told.
                Code::Unavailable => return Err(error),
                // We sit elsewhere.
                Code::UsedId => return Err(Code::Unavailable.into()),
                // Somebody was quicker; then it is the next one.
                _ => {}
            },
        }
    }
    Ok(None)
}

/// Who has seats at two games, having sent the same request to two nodes, keeps one. If nobody has come to the own one, it is
/// called off. If the very player has whose game was joined, both have the same two games to choose from, and both take the
/// one with the smaller id. Somebody else may count on the own one, and so it is left to the two who sit there. Asked again,
/// the choice is the same.
async fn choose(online: &GameService, own: Ticket, other: Ticket) -> Result<Ticket, GameError> {
    if call_off(online, &own, true).await? {
        return Ok(other);
    }
    let (guest, host) = (key(online, own.game, Side::B).await?, key(online, other.game, Side::A).await?);
    let (kept, left) = if own.game < other.game { (own, other) } else { (other, own) };
    if guest.is_some() && guest == host {
        // The other player may have done so already.
        let _ = call_off(online, &left, false).await;
    }
    Ok(kept)
}

/// What the seat of `side` is found by.
async fn key(online: &GameService, game: MatchId, side: Side) -> Result<Option<Hash>, GameError> {
    let stored = in_time(online.store.load(game)).await?;
    Ok(stored.and_then(|stored| stored.secrets.key_of(side)))
}

async fn call_off(online: &GameService, ticket: &Ticket, if_open: bool) -> Result<bool, GameError> {
    let side = ticket.side;
    online.registry.ask(ticket.game, |answer| GameMessage::CallOff { side, if_open, answer }).await
}

/// How far a game is, as the store has it: what another node has written may not be known here yet.
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
