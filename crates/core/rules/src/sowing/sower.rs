use super::sow::{Choice, EndlessError, Sown, Step};
use super::{
    AfterCapture, Board, FirstStone, Fresh, Heading, Hole, HoleSet, MarkKeeps, MoveRules, Reach, Receiver,
    Rows, Side, SkipOrigin, Sowing, Stores, TakeBy,
};
use crate::{Player, StepObserver};

/// The most laps of a move (law 2.6).
const MOST_LAPS: u32 = 1000;

/// A move while it is being played.
#[expect(clippy::struct_excessive_bools, reason = "each is another thing that has happened")]
pub(super) struct Sower<'a, W> {
    pub(super) board: &'a mut Board,
    pub(super) law: &'a MoveRules,
    pub(super) mover: Player,
    /// The pit that the move began with.
    origin: Hole,
    /// The direction of the current lap.
    pub(super) heading: Heading,
    pub(super) is_peaceful: bool,
    /// Whether a stone of this move has fallen on the opponent's side.
    pub(super) has_crossed: bool,
    pub(super) has_captured: bool,
    pub(super) is_slam: bool,
    pub(super) watch: &'a mut W,
}

/// How a move goes on after a lap.
pub(super) enum Next {
    /// It is over; the mover may have another one.
    Over {
        /// Whether that is so.
        again: bool,
    },
    /// The stones of this pit are lifted and sown.
    Lap(Hole),
    /// These stones are in the hand and are sown behind the hole.
    Hand(Hole, u16),
}

impl Next {
    pub(super) const OVER: Self = Self::Over { again: false };
}

impl<'a, W: StepObserver<Step>> Sower<'a, W> {
    #[inline]
    pub(super) fn new(
        board: &'a mut Board,
        law: &'a MoveRules,
        mover: Player,
        choice: Choice,
        watch: &'a mut W,
    ) -> Self {
        let Choice { origin, heading, is_peaceful } = choice;
        Self {
            board,
            law,
            mover,
            origin,
            heading,
            is_peaceful,
            has_crossed: false,
            has_captured: false,
            is_slam: false,
            watch,
        }
    }

    /// Plays the move to its end.
    pub(super) fn play(mut self) -> Result<Sown, EndlessError> {
        let mut next = Next::Lap(self.origin);
        let mut laps = 0;
        let again = loop {
            let (at, lifted) = match next {
                Next::Over { again } => break again,
                Next::Lap(hole) => (hole, None),
                Next::Hand(hole, stones) => (hole, Some(stones)),
            };
            laps += 1;
            if laps > MOST_LAPS && self.law.may_be_endless() {
                return Err(EndlessError);
            }
            if laps > 1 && self.law.relay_turns {
                self.heading = self.heading.reversed();
            }
            next = match self.lap(at, lifted) {
                Some(last) => self.landed(last),
                None => Next::OVER,
            };
        };
        let again = again || (self.has_captured && self.law.after_capture == AfterCapture::Again);
        Ok(Sown { again, captured: self.has_captured, is_slam: self.is_slam })
    }

    /// Sows the first lap and nothing more.
    pub(super) fn first_lap(&mut self) -> Option<Hole> {
        self.lap(self.origin, None)
    }

    /// Sows the stones of `from`, or those in the hand behind it, and gives the hole of the last one; none if every hole is
    /// passed over and the rest was laid down (law 2.2 and 2.3).
    #[inline]
    fn lap(&mut self, from: Hole, in_hand: Option<u16>) -> Option<Hole> {
        let mut at = from;
        let (mut hand, lifted_from) = match in_hand {
            Some(stones) => (stones, None),
            None => (self.lift(from), Some(from)),
        };
        if self.law.first_stone == FirstStone::Origin && lifted_from.is_some() && hand > 1 {
            self.drop_into(from);
            hand -= 1;
        }
        let passed = self.passed_over(lifted_from);
        while hand > 0 {
            let Some(hole) = self.next_open(at, passed) else {
                for _ in 0..hand {
                    self.drop_into(at);
                }
                return None;
            };
            at = hole;
            hand -= 1;
            self.drop_into(at);
            self.has_crossed |= self.board.is_pit_of(!self.mover, at);
            if self.law.mark_keeps == MarkKeeps::Store
                && let Some(owner) = self.board.mark_owner(at)
            {
                self.take(at, 1, owner);
            }
            if hand > 0
                && let Some(owner) = self.passing_count(at)
            {
                let taker = match self.law.pass_take_by {
                    TakeBy::Owner => owner,
                    TakeBy::Sower => self.mover,
                };
                self.take_all(at, taker);
            }
        }
        Some(at)
    }

    fn lift(&mut self, hole: Hole) -> u16 {
        let stones = self.board.lift(hole);
        self.board.fresh.remove(hole);
        self.watch.step(Step::Lift { hole, stones });
        stones
    }

    #[inline]
    fn drop_into(&mut self, hole: Hole) {
        self.board.put(hole, 1);
        self.watch.step(Step::Drop { hole });
    }

    /// The owner of a pit that has just reached the passing count and may be taken for it (law 2.3).
    #[inline]
    fn passing_count(&self, hole: Hole) -> Option<Player> {
        let law = self.law;
        if law.pass_take == 0 || self.board.stones(hole) != law.pass_take.into() || self.is_peaceful {
            return None;
        }
        let (owner, _) = self.board.pit_at(hole)?;
        let is_on_side = law.pass_take_side != Side::Own || owner == self.mover;
        (is_on_side && self.is_open_to_capture(hole)).then_some(owner)
    }

    /// Whether a pit is neither marked nor protected because it is fresh.
    #[inline]
    pub(super) fn is_open_to_capture(&self, hole: Hole) -> bool {
        !self.board.is_marked(hole) && !self.is_protected(hole)
    }

    #[inline]
    pub(super) fn is_protected(&self, hole: Hole) -> bool {
        self.law.fresh == Fresh::Safe && self.board.fresh.contains(hole)
    }

    /// Moves `stones` of `hole` to the store of `player`.
    pub(super) fn take(&mut self, hole: Hole, stones: u16, player: Player) {
        self.board.transfer(hole, self.board.store_of(player), stones);
        self.watch.step(Step::Take { hole, stones, player });
    }

    /// Moves all stones of `hole` to the store of `player`; a capture if that is the mover.
    pub(super) fn take_all(&mut self, hole: Hole, player: Player) {
        self.has_captured |= player == self.mover;
        self.take(hole, self.board.stones(hole), player);
    }

    /// The hole that gets the next stone; none if all are passed over.
    pub(super) fn next_hole(&self, at: Hole, lifted_from: Option<Hole>) -> Option<Hole> {
        self.next_open(at, self.passed_over(lifted_from))
    }

    /// The hole after `at` that is neither one of `passed` nor lies still; none if there is none.
    #[inline]
    fn next_open(&self, at: Hole, passed: HoleSet) -> Option<Hole> {
        let (first, len) = self.ring();
        let mut place = at.index() - first;
        for _ in 0..len {
            place = advance(place, len, self.heading);
            let hole = Hole::new(first + place);
            if !passed.contains(hole) && (self.law.still == 0 || !self.lies_still(hole)) {
                return Some(hole);
            }
        }
        None
    }

    /// The first index of the ring in which the mover sows, and how many holes it has (law 1.3).
    #[inline]
    fn ring(&self) -> (usize, usize) {
        let side = usize::from(self.board.side());
        match self.law.rows {
            Rows::Two | Rows::Three => (0, 2 * side + 2),
            Rows::Four if self.mover == Player::One => (0, side),
            Rows::Four => (side + 1, side),
        }
    }

    /// The holes that a lap passes over whatever they hold (law 1.3 and 2.3).
    #[inline]
    fn passed_over(&self, lifted_from: Option<Hole>) -> HoleSet {
        let mut passed = self.board.closed;
        passed.insert(self.board.store_of(!self.mover));
        if self.law.stores == Stores::Aside {
            passed.insert(self.board.store_of(self.mover));
        }
        match (self.law.skip_origin, lifted_from) {
            (SkipOrigin::Move, _) => passed.insert(self.origin),
            (SkipOrigin::Lap, Some(hole)) => passed.insert(hole),
            (SkipOrigin::Lap, None) | (SkipOrigin::No, _) => {}
        }
        passed
    }

    /// Whether an opponent's pit holds the number that is passed over (law 2.3).
    fn lies_still(&self, hole: Hole) -> bool {
        !self.is_peaceful
            && self.board.stones(hole) == self.law.still.into()
            && self.board.is_pit_of(!self.mover, hole)
    }

    /// The pit after `hole` in the direction of `heading`; stores and closed pits are left out.
    pub(super) fn next_pit(&self, hole: Hole, heading: Heading) -> Option<Hole> {
        let (first, len) = self.ring();
        let mut place = hole.index() - first;
        for _ in 0..len {
            place = advance(place, len, heading);
            let hole = Hole::new(first + place);
            if !self.board.is_store(hole) && !self.board.closed.contains(hole) {
                return Some(hole);
            }
        }
        None
    }

    /// The last stone of a lap lies in `hole`: the first rule that applies decides (law 2.4).
    #[inline]
    fn landed(&mut self, hole: Hole) -> Next {
        let stones = self.board.stones(hole);
        if self.board.is_store(hole) {
            return Next::Over { again: self.law.extra_turn };
        }
        if let Some(owner) = self.board.mark_owner(hole) {
            self.raid(hole, owner, stones);
            return Next::OVER;
        }
        if self.may_mark(hole, stones) {
            self.mark(hole);
            return Next::OVER;
        }
        if let Some(next) = self.capture_by_count(hole) {
            return next;
        }
        if let Some(next) = self.last_passing_count(hole) {
            return next;
        }
        if let Some(next) = self.capture_across(hole, stones) {
            return next;
        }
        if let Some(next) = self.relay(hole, stones) {
            return next;
        }
        let stayed_home = !self.has_crossed && stones == 1 && self.board.is_pit_of(self.mover, hole);
        Next::Over { again: self.law.reach == Reach::Again && stayed_home }
    }

    /// A last stone with which the pit reaches the passing count (law 2.4 e).
    fn last_passing_count(&mut self, hole: Hole) -> Option<Next> {
        let owner = self.passing_count(hole)?;
        match self.law.last_take_by {
            Receiver::Nobody => None,
            Receiver::Sower => {
                self.take_all(hole, self.mover);
                Some(self.after_capture(hole))
            }
            Receiver::Owner => {
                self.take_all(hole, owner);
                (self.law.sowing != Sowing::RelayNext).then_some(Next::OVER)
            }
        }
    }

    /// Begins another lap if the rules say so (law 2.4 g).
    fn relay(&mut self, hole: Hole, stones: u16) -> Option<Next> {
        match self.law.sowing {
            Sowing::Single => None,
            Sowing::Relay => (stones > 1).then_some(Next::Lap(hole)),
            Sowing::RelayNext => {
                let next = self.next_pit(hole, self.heading)?;
                if self.board.stones(next) > 0 {
                    return (!self.board.is_marked(next)).then_some(Next::Lap(next));
                }
                self.capture_over_gap(hole, next)
            }
        }
    }

    /// What follows a capture that was made from `hole` (law 2.4 i).
    pub(super) fn after_capture(&self, hole: Hole) -> Next {
        if self.law.after_capture != AfterCapture::Onward {
            return Next::OVER;
        }
        let is_playable = |pit: &Hole| self.board.stones(*pit) > 0 && !self.board.is_marked(*pit);
        let next = Some(hole).filter(is_playable).or_else(|| self.next_pit(hole, self.heading));
        next.filter(is_playable).map_or(Next::OVER, Next::Lap)
    }
}

/// The place after `place` on a ring of `len` places.
#[inline]
const fn advance(place: usize, len: usize, heading: Heading) -> usize {
    match heading {
        Heading::Right if place + 1 == len => 0,
        Heading::Right => place + 1,
        Heading::Left if place == 0 => len - 1,
        Heading::Left => place - 1,
    }
}
