use gebeta_fairness::Role;
use gebeta_protocol::{
    Action, BySide, Code, Ending, Event, Hash, OpenSeed, Outcome, Seat, Seeds, Side, limits,
};
use gebeta_rules::senet;

use crate::begin::chosen;
use crate::check::{check, loser_on_time, plies_after_takeback};
use crate::envelopes::{NO_SEED, key, role, rules_hash, seal, seal_of};
use crate::{Chance, Match, ServerSecrets, hash_of, random_id};

/// What is to happen: events for the log, and the vault if it changes with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// In order.
    pub events: Vec<Event>,
    /// What only the server knows from now on.
    pub vault: Option<ServerSecrets>,
}

impl From<Event> for Decision {
    fn from(event: Event) -> Self {
        Self { events: vec![event], vault: None }
    }
}

/// What a decision needs to know of the world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// In milliseconds since 1970.
    pub now: u64,
    /// Since when each side is there; none for who is away.
    pub here: BySide<Option<u64>>,
    /// Since when each side is away; none for who is there.
    pub away: BySide<Option<u64>>,
    /// When the last outage was over: before, nobody could be expected to do anything.
    pub up: u64,
}

/// What happens when `side`, who has seen `base` events, wants `action`.
///
/// # Errors
/// Why it is refused. Nothing has changed.
pub fn decide(
    game: &Match,
    vault: &ServerSecrets,
    side: Side,
    base: u64,
    action: &Action,
    moment: &Moment,
    chance: &mut dyn Chance,
) -> Result<Decision, Code> {
    if base > game.revision() {
        return Err(Code::Ahead);
    }
    if base < game.board_revision() && action.needs_the_board() {
        return Err(Code::Stale);
    }
    check(game, side, action, moment)?;
    let player = game.player_of(side).ok_or(Code::NotStarted);
    match action {
        Action::Seal { seal } => Ok(sealed(game, vault, side, *seal, chance)),
        Action::Open { seed } => open(game, vault, side, *seed),
        Action::Throw => throw(game, vault),
        Action::Play { mv } => play(game, vault, mv),
        Action::Resign => Ok(end(vault, Ending::Resigned, Some(Outcome::win(!player?)))),
        Action::OfferDraw => Ok(Event::DrawOffered { side }.into()),
        Action::AcceptDraw => Ok(end(vault, Ending::Agreed, Some(Outcome::Draw))),
        Action::DeclineDraw => Ok(Event::DrawDeclined.into()),
        Action::AskTakeback => Ok(Event::TakebackAsked { side }.into()),
        Action::AcceptTakeback => {
            let plies = plies_after_takeback(game, !side).ok_or(Code::NoTakeback)?;
            Ok(Event::TakenBack { plies }.into())
        }
        Action::DeclineTakeback => Ok(Event::TakebackDeclined.into()),
        Action::Abort => Ok(end(vault, Ending::Aborted, None)),
        Action::Claim => Ok(end(vault, Ending::Claimed, Some(Outcome::win(player?)))),
        Action::Flag => flagged(game, vault, moment.now).ok_or(Code::TimeLeft),
        Action::Rematch => Ok(Event::RematchOffered { side }.into()),
    }
}

/// The end of a game, with the server's envelope opened if it was sealed.
pub(crate) fn end(vault: &ServerSecrets, how: Ending, outcome: Option<Outcome>) -> Decision {
    Event::Ended { how, outcome, seed: vault.server }.into()
}

fn open(game: &Match, vault: &ServerSecrets, side: Side, given: OpenSeed) -> Result<Decision, Code> {
    let sealed = game.envelopes().seals[side].map(|(sealed, _)| sealed);
    if sealed != Some(seal_of(game.id(), side, given)) {
        return Err(Code::WrongSeed);
    }
    Ok(opened(game, vault, side, given))
}

fn throw(game: &Match, vault: &ServerSecrets) -> Result<Decision, Code> {
    let n = game.throws();
    let seeds = game.envelopes().seeds.as_ref().zip(vault.server);
    let (seeds, server) = seeds.ok_or(Code::NotStarted)?;
    Ok(Event::Thrown { n, sticks: bits(key(game, seeds, server).throw(n)) }.into())
}

fn play(game: &Match, vault: &ServerSecrets, mv: &str) -> Result<Decision, Code> {
    let ply = Some(mv).filter(|mv| mv.len() <= limits::MOVE_BYTES).and_then(|mv| game.ply(mv));
    let next = game.record().preview(ply.ok_or(Code::Illegal)?).map_err(|_| Code::Illegal)?.after;
    let mut decision = Decision::from(Event::Played { mv: mv.to_owned(), hash: hash_of(&next) });
    if let Some(outcome) = next.outcome() {
        decision.events.extend(end(vault, Ending::Board, Some(outcome.into())).events);
    } else if game.record().plies().len() + 1 >= limits::PLIES {
        decision.events.extend(end(vault, Ending::TooLong, None).events);
    }
    Ok(decision)
}

/// The end of a game in which a player has no time left.
pub(crate) fn flagged(game: &Match, vault: &ServerSecrets, now: u64) -> Option<Decision> {
    let loser = loser_on_time(game, now)?;
    Some(end(vault, Ending::Time, Some(Outcome::win(!loser))))
}

/// An envelope is shown; when both players' are there, the server draws its seed and seals it.
pub(crate) fn sealed(
    game: &Match,
    vault: &ServerSecrets,
    side: Side,
    given: Option<Hash>,
    chance: &mut dyn Chance,
) -> Decision {
    let id = game.id().to_string();
    let shown = given.unwrap_or_else(|| seal(role(side), &id, NO_SEED));
    let mut events = vec![Event::Sealed { side, seal: shown, own: given.is_some() }];
    let mut vault = *vault;
    if given.is_none() {
        vault.opened[side] = Some(NO_SEED);
    }
    if game.envelopes().seals[!side].is_some() {
        let drawn = OpenSeed::new(random_id(chance));
        vault.server = Some(drawn);
        let rules = rules_hash(&game.record().rules);
        events.push(Event::ServerSealed { seal: seal(Role::Server, &id, drawn), rules, chain: None });
        // Who has no envelope has nothing to open.
        let waits = Side::BOTH.into_iter().any(|side| vault.opened[side].is_none());
        if !waits {
            events.extend(start(game, &vault));
        }
    }
    Decision { events, vault: Some(vault) }
}

/// A seed is handed in; when both are there, the game begins.
pub(crate) fn opened(game: &Match, vault: &ServerSecrets, side: Side, given: OpenSeed) -> Decision {
    let mut vault = *vault;
    vault.opened[side] = Some(given);
    let mut events = vec![Event::Opened { side }];
    events.extend(start(game, &vault));
    Decision { events, vault: Some(vault) }
}

/// The beginning of a game with chance, once both seeds are there.
fn start(game: &Match, vault: &ServerSecrets) -> Option<Event> {
    let seeds = Seeds { a: vault.opened.a?, b: vault.opened.b? };
    let key = key(game, &seeds, vault.server?);
    let by_choice = chosen(game.setup().seat);
    let a: Seat = match by_choice {
        Some(player) => player.into(),
        None if key.coin_is_a() => Seat::One,
        None => Seat::Two,
    };
    let first = game.record().rules.wants_coin().then(|| key.toss().first().into());
    Some(Event::Started { a, coin: by_choice.is_none(), first, seeds: Some(seeds) })
}

/// The four sticks as bits.
pub(crate) fn bits(sticks: senet::Sticks) -> u8 {
    sticks.dark().iter().rev().fold(0, |bits, &dark| bits << 1 | u8::from(dark))
}
