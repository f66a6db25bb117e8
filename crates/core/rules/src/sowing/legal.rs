//! Which moves are legal (law 2.1).

use super::sow::{Choice, Sown, sow};
use super::sower::Sower;
use super::{Board, Direction, Feed, Heading, Hole, IllegalMove, Lone, Move, Position, Reach, Slam, Stuck};
use crate::Player;

/// A move that the stones on the board make possible, and why the rules refuse it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub choice: Choice,
    pub refusal: Option<IllegalMove>,
}

impl Candidate {
    fn refuse_if(&mut self, condition: bool, refusal: IllegalMove) {
        if condition && self.refusal.is_none() {
            self.refusal = Some(refusal);
        }
    }
}

impl Position {
    /// The legal sowing moves of `mover`, by index.
    pub(super) fn sowing_moves(&self, mover: Player) -> impl Iterator<Item = Move> {
        self.candidates(mover).into_iter().filter(|candidate| candidate.refusal.is_none()).map(|c| c.mv)
    }

    /// Whether `mover` has a legal sowing move.
    pub(super) fn can_move(&self, mover: Player) -> bool {
        let mut candidates = self.allowed_by_counts(mover);
        candidates.retain(|candidate| candidate.refusal.is_none());
        // Forbidden slams never take the last move away, and no feeding is asked for where the opponent has stones.
        if self.law().feed != Feed::No && !self.is_fed(self.board(), !mover) {
            return self.sowing_moves(mover).next().is_some();
        }
        candidates.iter().any(|candidate| self.try_out(mover, candidate.choice).is_some())
    }

    /// Every pit of `mover` with stones, in each direction it may be sown, with what the rules say of it.
    pub(super) fn candidates(&self, mover: Player) -> Vec<Candidate> {
        let mut candidates = self.allowed_by_counts(mover);
        self.refuse_by_result(mover, &mut candidates);
        candidates
    }

    /// The steps 1 to 6 of the law, which need not play the move.
    fn allowed_by_counts(&self, mover: Player) -> Vec<Candidate> {
        let law = self.law();
        let board = self.board();
        let is_peaceful = self.is_peaceful();
        let mut candidates = Vec::with_capacity(usize::from(board.side()));
        for hole in board.occupied(mover) {
            let Some((_, pit)) = board.pit_at(hole) else { continue };
            let (headings, is_chosen) = self.headings(pit.number(), board.stones(hole));
            for heading in headings.iter().copied() {
                let mv = Move::Sow(pit, is_chosen.then_some(heading));
                let choice = Choice { origin: hole, heading, is_peaceful };
                candidates.push(Candidate { mv, choice, refusal: None });
            }
        }
        let stones = |candidate: &Candidate| board.stones(candidate.choice.origin);
        if self.is_opening() && !law.opening.is_empty() {
            for candidate in &mut candidates {
                let number = board.pit_at(candidate.choice.origin).map_or(0, |(_, pit)| pit.number());
                candidate.refuse_if(!law.opening.contains(number), IllegalMove::Opening);
            }
        }
        let still = u16::from(law.still);
        if still > 0 && !is_peaceful {
            refuse_unless_last(&mut candidates, |c| stones(c) == still, IllegalMove::Still);
        }
        match law.lone {
            Lone::Never => {
                for candidate in &mut candidates {
                    candidate.refuse_if(stones(candidate) == 1, IllegalMove::Lone);
                }
            }
            Lone::Last | Lone::LastToEmpty => {
                refuse_unless_last(&mut candidates, |c| stones(c) == 1, IllegalMove::Lone);
            }
            Lone::Free | Lone::ToEmpty => {}
        }
        if matches!(law.lone, Lone::ToEmpty | Lone::LastToEmpty) {
            for candidate in &mut candidates {
                let is_blocked = stones(candidate) == 1 && !self.leads_to_empty(mover, candidate.choice);
                candidate.refuse_if(is_blocked, IllegalMove::Lone);
            }
        }
        if law.reach == Reach::AcrossOrEmpty {
            for candidate in &mut candidates {
                let is_short = !self.reaches(mover, candidate.choice);
                candidate.refuse_if(is_short, IllegalMove::Reach);
            }
        }
        candidates
    }

    /// The steps 7 to 9 of the law, which ask what the move would do.
    fn refuse_by_result(&self, mover: Player, candidates: &mut [Candidate]) {
        let law = self.law();
        let was_fed = self.is_fed(self.board(), !mover);
        let asks_feeding = law.feed == Feed::Always || (law.feed == Feed::Hungry && !was_fed);
        let forbids_slams = law.slam == Slam::Forbidden;
        if !law.may_be_endless() && !forbids_slams && !asks_feeding {
            return;
        }
        let results: Vec<Option<(Board, Sown)>> = candidates
            .iter()
            .map(|candidate| candidate.refusal.is_none().then(|| self.try_out(mover, candidate.choice))?)
            .collect();
        for (candidate, result) in candidates.iter_mut().zip(&results) {
            candidate.refuse_if(result.is_none(), IllegalMove::Endless);
        }
        if forbids_slams {
            let is_slam = |result: &Option<(Board, Sown)>| result.is_some_and(|(_, sown)| sown.is_slam);
            refuse_some(candidates, &results, is_slam, IllegalMove::Slam);
        }
        if asks_feeding {
            let starves = |result: &Option<(Board, Sown)>| {
                result.is_some_and(|(board, _)| !self.is_fed(&board, !mover))
            };
            let keeps_all = law.feed == Feed::Always || law.stuck == Stuck::Passes;
            if keeps_all {
                refuse_some(candidates, &results, starves, IllegalMove::Feed);
            } else {
                for (candidate, result) in candidates.iter_mut().zip(&results) {
                    candidate.refuse_if(starves(result), IllegalMove::Feed);
                }
            }
        }
    }

    /// The directions in which a pit may be sown, left before right, and whether the mover chooses (law 2.1.4).
    pub(super) fn headings(&self, number: u8, stones: u16) -> (&'static [Heading], bool) {
        const BOTH: &[Heading] = &[Heading::Left, Heading::Right];
        const LEFT: &[Heading] = &[Heading::Left];
        const RIGHT: &[Heading] = &[Heading::Right];
        let pits = self.law().pits;
        match self.law().direction {
            Direction::Either => (BOTH, true),
            Direction::Split if !pits.is_multiple_of(2) && number == pits / 2 + 1 => (BOTH, true),
            Direction::Parity if stones.is_multiple_of(2) => (LEFT, false),
            Direction::Split if number <= pits / 2 => (LEFT, false),
            Direction::Ccw | Direction::Cw | Direction::Parity | Direction::Split => (RIGHT, false),
        }
    }

    /// The board after a move, and what the move did; none if it is endless.
    fn try_out(&self, mover: Player, choice: Choice) -> Option<(Board, Sown)> {
        let mut board = *self.board();
        let sown = sow(&mut board, self.law(), mover, choice, &mut ()).ok()?;
        Some((board, sown))
    }

    /// Whether `player` has a pit to play with on `board` (law 2.1.9).
    fn is_fed(&self, board: &Board, player: Player) -> bool {
        let least = if self.law().lone == Lone::Never { 2 } else { 1 };
        board.occupied(player).any(|hole| board.stones(hole) >= least)
    }

    /// Whether the next hole for a lone stone is empty.
    fn leads_to_empty(&self, mover: Player, choice: Choice) -> bool {
        let mut board = *self.board();
        board.lift(choice.origin);
        let next = Sower::new(&mut board, self.law(), mover, choice, &mut ())
            .next_hole(choice.origin, Some(choice.origin));
        next.is_none_or(|hole| board.stones(hole) == 0)
    }

    /// Whether the first lap, sown without captures, crosses to the opponent's side or ends in a pit that was empty.
    fn reaches(&self, mover: Player, choice: Choice) -> bool {
        let mut board = *self.board();
        let plain = super::MoveRules { pass_take: 0, ..*self.law() };
        let mut nobody = ();
        let mut sower = Sower::new(&mut board, &plain, mover, choice, &mut nobody);
        let last = sower.first_lap();
        let has_crossed = sower.has_crossed;
        has_crossed || last.is_some_and(|hole: Hole| !board.is_store(hole) && board.stones(hole) == 1)
    }
}

/// Refuses the moves of which `is_meant` is true, if another is left.
fn refuse_unless_last(
    candidates: &mut [Candidate],
    is_meant: impl Fn(&Candidate) -> bool,
    refusal: IllegalMove,
) {
    if candidates.iter().any(|candidate| candidate.refusal.is_none() && !is_meant(candidate)) {
        for candidate in candidates {
            candidate.refuse_if(is_meant(candidate), refusal);
        }
    }
}

/// Refuses the moves with a result of which `is_meant` is true, if another is left.
fn refuse_some<R>(
    candidates: &mut [Candidate],
    results: &[R],
    is_meant: impl Fn(&R) -> bool,
    refusal: IllegalMove,
) {
    let is_other = |(candidate, result): (&Candidate, &R)| candidate.refusal.is_none() && !is_meant(result);
    if candidates.iter().zip(results).any(is_other) {
        for (candidate, result) in candidates.iter_mut().zip(results) {
            candidate.refuse_if(is_meant(result), refusal);
        }
    }
}
