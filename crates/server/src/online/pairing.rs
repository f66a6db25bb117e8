//! Quick pairing: the first open game that fits, or a new one. Two who come at the same moment both find none and make one
//! each, at whichever nodes; so who has made one looks again.

use gebeta_protocol::{Code, CreateRequest, MatchId, PairRequest, SeatWish, Ticket};

use super::Online;
use super::inbox::Inbox;
use super::routes::take_seat;

/// The seat of who looks for an opponent.
pub(super) async fn pair(online: &Online, request: &PairRequest) -> Result<Ticket, Code> {
    // Asked again, because the answer was lost.
    match (online.hall.made(&request.secret).await?, online.hall.joined(&request.secret).await?) {
        (Some(own), Some(other)) => return choose(online, own, other).await,
        (Some(only), None) | (None, Some(only)) => return Ok(only),
        (None, None) => {}
    }
    if let Some(ticket) = join(online, request, None).await? {
        return Ok(ticket);
    }
    let PairRequest { rules, clock, name, secret } = request.clone();
    let made =
        CreateRequest { rules, clock, seat: SeatWish::Coin, listed: true, name, secret, opponent: None };
    let own = online.hall.create(&made).await?;
    match join(online, request, Some(own.game)).await? {
        Some(other) => choose(online, own, other).await,
        None => Ok(own),
    }
}

/// Takes the free seat of the first open game that fits and is not `own`; none if there is none.
async fn join(online: &Online, request: &PairRequest, own: Option<MatchId>) -> Result<Option<Ticket>, Code> {
    let PairRequest { rules, clock, name, secret } = request;
    for open in online.hall.open_games().await? {
        if open.rule_set != *rules || open.clock != *clock || own == Some(open.game) {
            continue;
        }
        match take_seat(online, open.game, name.clone(), *secret).await {
            Ok(ticket) => return Ok(Some(ticket)),
            // Whether we sit there is not known, or we sit elsewhere: who asks again will be told.
            Err(Code::Unavailable | Code::UsedId) => return Err(Code::Unavailable),
            // Somebody was quicker; then it is the next one.
            Err(_) => {}
        }
    }
    Ok(None)
}

/// Who has a seat at two games keeps one. If nobody has come to the own one, it is called off. If somebody has, it may be the
/// very player whose game was joined, who has the same two games to choose from: both take the one with the smaller id. Asked
/// again, the choice is the same.
async fn choose(online: &Online, own: Ticket, other: Ticket) -> Result<Ticket, Code> {
    let call_off = async |ticket: &Ticket, if_open| {
        let side = ticket.side;
        online.hall.ask(ticket.game, |answer| Inbox::CallOff { side, if_open, answer }).await
    };
    if call_off(&own, true).await? {
        return Ok(other);
    }
    let (kept, left) = if own.game < other.game { (own, other) } else { (other, own) };
    // The other player may have done so already.
    let _ = call_off(&left, false).await;
    Ok(kept)
}
