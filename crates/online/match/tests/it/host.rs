//! A server without network and disk: the write path in memory.
#![allow(clippy::needless_pass_by_value, reason = "a test reads better so")]

use gebeta_match::{Chance, Decision, Match, Moment, ServerSecrets, create, decide, game_of, join, tick};
use gebeta_protocol::{
    Action, Code, CreateRequest, Event, Hash, Logged, MatchId, MoveId, OpenSeed, SeatSecret, SeatWish, Side,
    TimeControl,
};
use gebeta_rules::{AnyPosition, Game as _};

/// Counts up: what nobody can foresee would make failures hard to repeat.
pub(crate) struct Counting(pub(crate) u8);

impl Chance for Counting {
    fn fill(&mut self, bytes: &mut [u8]) {
        self.0 = self.0.wrapping_add(1);
        bytes.fill(self.0);
    }
}

/// Of who makes a game.
pub(crate) const SECRET: SeatSecret = SeatSecret::new([1; 16]);

/// The game that is made with it.
pub(crate) fn id() -> MatchId {
    game_of(&SECRET)
}

pub(crate) struct Host {
    pub(crate) log: Vec<Logged>,
    pub(crate) game: Match,
    pub(crate) vault: ServerSecrets,
    pub(crate) moment: Moment,
    pub(crate) chance: Counting,
    next_mid: u128,
}

pub(crate) fn request(rules: &str, seat: SeatWish, clock: TimeControl) -> CreateRequest {
    CreateRequest {
        rules: rules.to_owned(),
        clock,
        seat,
        listed: false,
        name: "Abebe".parse().unwrap(),
        secret: SECRET,
        opponent: None,
    }
}

/// A player's seed.
pub(crate) fn seed(side: Side) -> OpenSeed {
    OpenSeed::new(if side == Side::A { [0xa1; 32] } else { [0xb2; 32] })
}

/// And its envelope.
pub(crate) fn seal(side: Side) -> Hash {
    let role = if side == Side::A { gebeta_fairness::Role::A } else { gebeta_fairness::Role::B };
    let seed = gebeta_fairness::Seed::new(*seed(side).bytes());
    Hash::new(*gebeta_fairness::commitment(role, &id().to_string(), &seed).bytes())
}

impl Host {
    /// A game with a free seat.
    pub(crate) fn new(request: &CreateRequest) -> Self {
        let Decision { events, vault } = create(request).unwrap();
        let first = Logged { seq: 1, at: 1000, by: Some(Side::A), mid: None, what: events[0].clone() };
        let moment = Moment { now: 1000, ..Moment::default() };
        let game = Match::new(id(), &first).unwrap();
        let mut host =
            Self { log: vec![first], game, vault: vault.unwrap(), moment, chance: Counting(0), next_mid: 0 };
        let further = Decision { events: events[1..].to_vec(), vault: None };
        host.commit(further, Some(Side::A), None);
        host
    }

    /// A game that both have come to, with its envelopes opened.
    pub(crate) fn started(rules: &str, seat: SeatWish, clock: TimeControl) -> Self {
        let mut host = Self::new(&request(rules, seat, clock));
        host.join();
        if host.game.to_move().is_none() {
            for side in Side::BOTH {
                host.act(side, Action::Seal { seal: Some(seal(side)) }).unwrap();
            }
            for side in Side::BOTH {
                host.act(side, Action::Open { seed: seed(side) }).unwrap();
            }
        }
        assert!(host.game.to_move().is_some());
        host
    }

    pub(crate) fn join(&mut self) {
        let joined = join(&self.game, &self.vault, "ሳራ".parse().unwrap(), &SeatSecret::new([2; 16])).unwrap();
        self.commit(joined, Some(Side::B), None);
    }

    /// What the write path does with a decision.
    pub(crate) fn commit(&mut self, decision: Decision, by: Option<Side>, mid: Option<MoveId>) {
        for (place, what) in decision.events.into_iter().enumerate() {
            let mid = mid.filter(|_| place == 0);
            let event = Logged { seq: self.game.revision() + 1, at: self.moment.now, by, mid, what };
            self.game.apply(&event).expect("what was decided can happen");
            self.log.push(event);
        }
        self.vault = decision.vault.unwrap_or(self.vault);
    }

    /// A message arrives: the answer is the event it became.
    pub(crate) fn submit(
        &mut self,
        side: Side,
        mid: MoveId,
        base: u64,
        action: &Action,
    ) -> Result<u64, Code> {
        if let Some((seq, by)) = self.game.done(&mid) {
            return if by == Some(side) { Ok(seq) } else { Err(Code::UsedId) };
        }
        let decision = decide(&self.game, &self.vault, side, base, action, &self.moment, &mut self.chance)?;
        let seq = self.game.revision() + 1;
        self.commit(decision, Some(side), Some(mid));
        Ok(seq)
    }

    /// A message of somebody who has seen everything.
    pub(crate) fn act(&mut self, side: Side, action: Action) -> Result<u64, Code> {
        self.next_mid += 1;
        let mid = MoveId::new(self.next_mid.to_be_bytes());
        self.submit(side, mid, self.game.revision(), &action)
    }

    pub(crate) fn tick(&mut self) -> bool {
        let Some(decision) = tick(&self.game, &self.vault, &self.moment, &mut self.chance) else {
            return false;
        };
        self.commit(decision, None, None);
        true
    }

    /// Who is to move does something sensible: throws, or plays the move that `pick` chooses.
    pub(crate) fn step(&mut self, pick: usize) -> Side {
        let side = self.game.side_to_move().unwrap();
        let action = next_action(&self.game, pick).unwrap();
        self.act(side, action).unwrap();
        side
    }

    pub(crate) fn ended(&self) -> Option<&Event> {
        self.log.iter().map(|event| &event.what).find(|event| matches!(event, Event::Ended { .. }))
    }
}

/// What who is to move may do: throw, or one of the legal moves.
pub(crate) fn next_action(game: &Match, pick: usize) -> Option<Action> {
    game.to_move()?;
    let mv = match game.position() {
        AnyPosition::Mancala(position) => nth(position.legal_moves().map(|mv| mv.to_string()), pick),
        AnyPosition::Sowing(position) => nth(position.legal_moves().map(|mv| mv.to_string()), pick),
        AnyPosition::Senet(_) if game.thrown().is_none() => return Some(Action::Throw),
        AnyPosition::Senet(position) => nth(position.legal_moves().map(|mv| mv.to_string()), pick),
    };
    Some(Action::Play { mv: mv? })
}

fn nth(moves: impl Iterator<Item = String>, pick: usize) -> Option<String> {
    let mut moves: Vec<String> = moves.collect();
    let place = pick % moves.len().max(1);
    (!moves.is_empty()).then(|| moves.swap_remove(place))
}
