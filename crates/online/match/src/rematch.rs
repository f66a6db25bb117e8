use gebeta_protocol::{BySide, Event, MatchId, SeatWish, Setup, Side};
use gebeta_rules::Player;

use crate::begin::{both_are_there, first, hashed_id};
use crate::{Decision, Match, ServerSecrets, Stage};

/// The id of the game that follows this one.
pub fn rematch_of(game: MatchId) -> MatchId {
    hashed_id(b"gebeta-rematch", game.bytes())
}

/// The game that follows a finished one: who was Player 1 is Player 2, and the same secrets open the seats. Who was B is A
/// now, so the events say so too. None unless the game is over and both had come to it.
pub fn rematch(game: &Match, vault: &ServerSecrets, id: MatchId) -> Option<Decision> {
    let Stage::Over(_) = game.stage() else { return None };
    let (a, b) = (game.names().a.clone()?, game.names().b.clone()?);
    // The new A was B; where B sat is where the other sits now.
    let seat = match game.player_of(Side::A) {
        Some(Player::One) => SeatWish::One,
        Some(Player::Two) => SeatWish::Two,
        None => game.setup().seat,
    };
    let setup = Setup { seat, listed: false, ..game.setup().clone() };
    let bots = BySide { a: game.bots().b.clone(), b: game.bots().a.clone() };
    let created = Event::Created { setup, name: b, bot: bots.a.clone() };
    let next = first(id, &created)?;
    let mut vault = vault.swapped();
    let mut events = vec![created, Event::Joined { name: a, bot: bots.b.clone() }];
    events.extend(both_are_there(&next, &bots, &mut vault));
    Some(Decision { events, vault: Some(vault) })
}
