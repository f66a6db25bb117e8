use gebeta_fairness::Role;
use gebeta_protocol::{
    Action, BySide, Code, Ending, Event, Hash, OpenSeed, Outcome, Seat, Seeds, Side, TimeControl, limits,
};
use gebeta_rules::{Player, senet};

use crate::begin::chosen;
use crate::envelopes::{NO_SEED, key, role, rules_hash, seal, seal_of};
use crate::{Chance, Match, ServerSecrets, Stage, hash_of, random_id};

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
    if let (Stage::Over(_), Action::Rematch) = (game.stage(), action) {
        return offer_rematch(game, side);
    }
    if let Stage::Over(_) = game.stage() {
        return Err(Code::Over);
    }
    let ends = matches!(action, Action::Resign | Action::Abort | Action::Claim | Action::Flag);
    if game.revision() >= limits::EVENTS && !ends {
        return Err(Code::TooLong);
    }
    let asker = Requester { game, vault, side, now: moment.now };
    match action {
        Action::Seal { seal } => asker.seal(*seal, chance),
        Action::Open { seed } => asker.open(*seed),
        Action::Throw => asker.throw(),
        Action::Play { mv } => asker.play(mv),
        Action::Resign => {
            let winner = !asker.player()?;
            Ok(end(vault, Ending::Resigned, Some(Outcome::win(winner))))
        }
        Action::OfferDraw => asker.offer_draw(),
        Action::AcceptDraw => {
            asker.offered(game.draw_offer())?;
            Ok(end(vault, Ending::Agreed, Some(Outcome::Draw)))
        }
        Action::DeclineDraw => asker.offered(game.draw_offer()).map(|()| Event::DrawDeclined.into()),
        Action::AskTakeback => asker.ask_takeback(),
        Action::AcceptTakeback => {
            asker.offered(game.takeback())?;
            let plies = takeback(game, !side).ok_or(Code::NoTakeback)?;
            Ok(Event::TakenBack { plies }.into())
        }
        Action::DeclineTakeback => asker.offered(game.takeback()).map(|()| Event::TakebackDeclined.into()),
        Action::Abort => asker.abort(),
        Action::Claim => asker.claim(moment),
        Action::Flag => asker.flag(),
        Action::Rematch => Err(Code::NotStarted),
    }
}

/// The end of a game, with the server's envelope opened if it was sealed.
pub(crate) fn end(vault: &ServerSecrets, how: Ending, outcome: Option<Outcome>) -> Decision {
    Event::Ended { how, outcome, seed: vault.server }.into()
}

/// A player who wants something, and the game it is about.
struct Requester<'a> {
    game: &'a Match,
    vault: &'a ServerSecrets,
    side: Side,
    now: u64,
}

impl Requester<'_> {
    /// The asker's player of the board.
    fn player(&self) -> Result<Player, Code> {
        match self.game.stage() {
            Stage::Playing => self.game.player_of(self.side).ok_or(Code::NotStarted),
            _ => Err(Code::NotStarted),
        }
    }

    /// Whether it is the asker's turn, and there is time.
    fn turn(&self) -> Result<Player, Code> {
        let player = self.player()?;
        if self.game.to_move() != Some(player) {
            return Err(Code::NotYourTurn);
        }
        match self.game.clock().deadline() {
            Some(deadline) if self.now > deadline => Err(Code::NoTime),
            _ => Ok(player),
        }
    }

    /// Whether the other has made an offer.
    fn offered(&self, offer: Option<Side>) -> Result<(), Code> {
        self.player()?;
        if offer == Some(!self.side) { Ok(()) } else { Err(Code::NoOffer) }
    }

    /// Whether another offer may be made.
    fn may_offer(&self, offer: Option<Side>) -> Result<(), Code> {
        self.player()?;
        match offer {
            Some(_) => Err(Code::Offered),
            None if self.game.offers() >= limits::OFFERS_PER_PLY => Err(Code::TooManyOffers),
            None => Ok(()),
        }
    }

    fn seal(&self, given: Option<Hash>, chance: &mut dyn Chance) -> Result<Decision, Code> {
        self.sealing()?;
        if self.game.envelopes().seals[self.side].is_some() {
            return Err(Code::Started);
        }
        Ok(sealed(self.game, self.vault, self.side, given, chance))
    }

    fn open(&self, given: OpenSeed) -> Result<Decision, Code> {
        self.sealing()?;
        let envelopes = self.game.envelopes();
        let Some((sealed, _)) = envelopes.seals[self.side].filter(|_| envelopes.server.is_some()) else {
            return Err(Code::NotStarted);
        };
        if envelopes.opened[self.side] {
            return Err(Code::Started);
        }
        if seal_of(self.game.id(), self.side, given) != sealed {
            return Err(Code::WrongSeed);
        }
        Ok(opened(self.game, self.vault, self.side, given))
    }

    fn sealing(&self) -> Result<(), Code> {
        match self.game.stage() {
            Stage::Waiting => Err(Code::NotStarted),
            Stage::Sealing => Ok(()),
            Stage::Playing | Stage::Over(_) => Err(Code::Started),
        }
    }

    fn throw(&self) -> Result<Decision, Code> {
        self.turn()?;
        if self.game.no_dark().is_none() {
            return Err(Code::NoSticks);
        }
        if self.game.thrown().is_some() {
            return Err(Code::Thrown);
        }
        let n = self.game.throws();
        let seeds = self.game.envelopes().seeds.as_ref().zip(self.vault.server);
        let (seeds, server) = seeds.ok_or(Code::NotStarted)?;
        Ok(Event::Thrown { n, sticks: bits(key(self.game, seeds, server).throw(n)) }.into())
    }

    fn play(&self, mv: &str) -> Result<Decision, Code> {
        self.turn()?;
        if self.game.no_dark().is_some() && self.game.thrown().is_none() {
            return Err(Code::ThrowFirst);
        }
        let ply = Some(mv).filter(|mv| mv.len() <= limits::MOVE_BYTES).and_then(|mv| self.game.ply(mv));
        let next =
            self.game.record().position().play(ply.ok_or(Code::Illegal)?).map_err(|_| Code::Illegal)?;
        let mut decision = Decision::from(Event::Played { mv: mv.to_owned(), hash: hash_of(&next) });
        if let Some(outcome) = next.outcome() {
            decision.events.extend(end(self.vault, Ending::Board, Some(outcome.into())).events);
        } else if self.game.record().plies().len() + 1 >= limits::PLIES {
            decision.events.extend(end(self.vault, Ending::TooLong, None).events);
        }
        Ok(decision)
    }

    fn offer_draw(&self) -> Result<Decision, Code> {
        self.may_offer(self.game.draw_offer())?;
        if self.game.no_dark().is_some() {
            return Err(Code::NoDraws);
        }
        Ok(Event::DrawOffered { side: self.side }.into())
    }

    fn ask_takeback(&self) -> Result<Decision, Code> {
        self.may_offer(self.game.takeback())?;
        takeback(self.game, self.side).ok_or(Code::NoTakeback)?;
        Ok(Event::TakebackAsked { side: self.side }.into())
    }

    fn abort(&self) -> Result<Decision, Code> {
        if self.game.may_abort() { Ok(end(self.vault, Ending::Aborted, None)) } else { Err(Code::TooLate) }
    }

    fn claim(&self, moment: &Moment) -> Result<Decision, Code> {
        let player = self.player()?;
        // Who has days for a move may sleep.
        let has_days = matches!(self.game.setup().clock, TimeControl::Days { .. });
        if has_days || self.game.to_move() != Some(!player) {
            return Err(Code::NotGone);
        }
        // Who was away too may just be the first to come back.
        let alone = moment.away[!self.side].map(|left| left.max(moment.here[self.side].unwrap_or(left)));
        match alone {
            Some(since) if self.now.saturating_sub(since) >= limits::CLAIM_MS => {
                Ok(end(self.vault, Ending::Claimed, Some(Outcome::win(player))))
            }
            _ => Err(Code::NotGone),
        }
    }

    fn flag(&self) -> Result<Decision, Code> {
        self.player()?;
        flagged(self.game, self.vault, self.now).ok_or(Code::TimeLeft)
    }
}

/// The end of a game in which somebody has no time left.
pub(crate) fn flagged(game: &Match, vault: &ServerSecrets, now: u64) -> Option<Decision> {
    let loser = game.clock().runs_for()?;
    let is_over = game.clock().deadline().is_some_and(|deadline| now > deadline);
    is_over.then(|| end(vault, Ending::Time, Some(Outcome::win(!loser))))
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

/// How many plies remain when `side` takes back the last move of its own; none if there is none, or a throw would go too.
fn takeback(game: &Match, side: Side) -> Option<u32> {
    let player = game.player_of(side)?;
    let movers: Vec<Player> = game.record().moves().map(|(mover, _)| mover).collect();
    let last = movers.iter().rposition(|&mover| mover == player)?;
    let throws_since = game.no_dark().is_some() && (last + 1 != movers.len() || game.thrown().is_some());
    (!throws_since).then_some(last as u32)
}

/// After the end: one offers, and when the other does too the game is made by whoever runs it ([`crate::rematch`]).
fn offer_rematch(game: &Match, side: Side) -> Result<Decision, Code> {
    if game.names()[Side::B].is_none() {
        return Err(Code::NotStarted);
    }
    match (game.rematch(), game.rematch_offer()) {
        (Some(_), _) => Err(Code::Started),
        (None, None) => Ok(Event::RematchOffered { side }.into()),
        (None, Some(_)) => Err(Code::Offered),
    }
}
