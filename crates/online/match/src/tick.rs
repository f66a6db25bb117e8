//! What time brings.

use gebeta_protocol::{Ending, Event, Side, limits};

use crate::decide::{end, flagged, sealed};
use crate::{Chance, Decision, Match, Moment, Outage, ServerSecrets, Stage};

/// What happens at `moment` by itself: somebody's time is over, somebody who is there does not seal, or nobody has come back.
pub fn tick(
    game: &Match,
    vault: &ServerSecrets,
    moment: &Moment,
    chance: &mut dyn Chance,
) -> Option<Decision> {
    let due = match game.stage() {
        Stage::Playing => flagged(game, vault, moment.now),
        Stage::Sealing => Side::BOTH
            .into_iter()
            .find(|side| silent_until(game, *side, moment).is_some_and(|until| moment.now >= until))
            .map(|side| silent(game, vault, side, chance)),
        Stage::Waiting | Stage::Over(_) => None,
    };
    let is_abandoned = abandoned_at(game).is_some_and(|at| moment.now >= at);
    due.or_else(|| is_abandoned.then(|| end(vault, Ending::Aborted, None)))
}

/// What happens when a side that is there does not seal or open.
fn silent(game: &Match, vault: &ServerSecrets, side: Side, chance: &mut dyn Chance) -> Decision {
    if game.envelopes().seals[side].is_none() {
        sealed(game, vault, side, None, chance)
    } else {
        // Who has sealed a seed and keeps it to himself shall not choose between two games: there is none.
        end(vault, Ending::Aborted, None)
    }
}

/// When [`tick`] is worth asking again, in milliseconds since 1970.
pub fn next_tick(game: &Match, moment: &Moment) -> Option<u64> {
    let due = match game.stage() {
        Stage::Playing => game.clock().deadline().map(|deadline| deadline + 1),
        Stage::Sealing => Side::BOTH.into_iter().filter_map(|side| silent_until(game, side, moment)).min(),
        Stage::Waiting | Stage::Over(_) => None,
    };
    due.into_iter().chain(abandoned_at(game)).min()
}

/// When a game that has begun is given up, if nothing happens in it until then.
fn abandoned_at(game: &Match) -> Option<u64> {
    matches!(game.stage(), Stage::Sealing | Stage::Playing).then(|| game.at() + limits::ABANDONED_MS)
}

/// Until when a side that is there may be silent; none if nothing is expected of it. After an outage it has all of the time
/// again.
fn silent_until(game: &Match, side: Side, moment: &Moment) -> Option<u64> {
    let envelopes = game.envelopes();
    let seals = envelopes.seals[side].is_none();
    let opens = envelopes.server.is_some() && !envelopes.opened[side] && envelopes.seals[side]?.1;
    if !seals && !opens {
        return None;
    }
    Some(moment.here[side]?.max(game.since()).max(moment.up) + limits::SEAL_MS)
}

/// The event that gives the time of outages back to the player whose clock ran. None if there is nothing to give back yet.
/// The event records how far time was given back, so each part of an outage is given back once, even if the outage becomes
/// known in parts.
pub fn resume(game: &Match, outages: &[Outage], now: u64) -> Option<Decision> {
    let mover = game.side_of(game.clock().runs_for()?)?;
    let mut free_until = game.clock().runs_since()?.max(game.excused(mover));
    let mut outages = outages.to_vec();
    outages.sort_by_key(|outage| outage.began);
    let mut ms = 0;
    for Outage { began, ended, .. } in outages {
        let (began, ended) = (began.max(free_until), ended.min(now));
        ms += ended.saturating_sub(began);
        free_until = free_until.max(ended);
    }
    (ms > 0).then(|| Event::Resumed { ms, side: None, until: Some(free_until) }.into())
}

/// What to append when the server of a `side` was out while others lived: nobody is charged from then on until they were
/// `back`, but no longer than [`limits::CUT_OFF_MS`]. Their time ran since `charged`; they may have moved by now.
pub fn give_back(game: &Match, side: Side, outage: &Outage, charged: u64, back: u64) -> Option<Decision> {
    // Several servers may have noticed.
    let began = outage.began.max(charged).max(game.excused(side));
    let ended = outage.ended.min(outage.began.saturating_add(limits::CUT_OFF_MS)).min(back);
    let ms = ended.saturating_sub(began);
    (ms > 0 && game.stage() == Stage::Playing)
        .then(|| Event::Resumed { ms, side: Some(side), until: None }.into())
}
