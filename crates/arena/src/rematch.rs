use gebeta_protocol::{Event, SeatWish, Setup};
use gebeta_rules::Player;

use crate::begin::start_without_chance;
use crate::{Decision, Match, Stage, Vault};
use gebeta_protocol::{Logged, MatchId};

/// The game that follows a finished one: who was Player 1 is Player 2, and the same secrets open the seats. Who was B is A
/// now, so the events say so too. None unless the game is over and both had come to it.
pub fn rematch(game: &Match, vault: &Vault, id: MatchId) -> Option<Decision> {
    let Stage::Over(_) = game.stage() else { return None };
    let (a, b) = (game.names().a.clone()?, game.names().b.clone()?);
    // The new A was B; where B sat is where the other sits now.
    let seat = match game.player_of(gebeta_protocol::Side::A) {
        Some(Player::One) => SeatWish::One,
        Some(Player::Two) => SeatWish::Two,
        None => game.setup().seat,
    };
    let setup = Setup { seat, listed: false, ..game.setup().clone() };
    let created = Event::Created { setup, name: b };
    let first = Logged { seq: 1, at: 0, by: None, mid: None, what: created.clone() };
    let next = Match::new(id, &first).ok()?;
    let mut events = vec![created, Event::Joined { name: a }];
    events.extend(start_without_chance(&next));
    Some(Decision { events, vault: Some(vault.swapped()) })
}
