//! What a last stone captures or marks (law 2.4 b to g, and 2.5).

use super::sow::Step;
use super::sower::{Next, Sower};
use super::{
    AfterCapture, CaptureDepth, CaptureFrom, CaptureOn, Gap, Hole, HoleSet, MarkKeeps, Reach, Run, Side,
    Slam, Sowing,
};
use crate::mancala::Capture;
use crate::{Player, StepObserver};

impl<W: StepObserver<Step>> Sower<'_, W> {
    /// A last stone in a marked pit (law 2.4 b).
    pub(super) fn raid(&mut self, hole: Hole, owner: Player, stones: u16) {
        let taken = u16::from(self.law.raid).min(stones);
        if owner != self.mover && taken > 0 && !self.is_peaceful {
            self.has_captured = true;
            self.take(hole, taken, self.mover);
        }
    }

    /// Whether the last stone marks its pit for the mover (law 2.4 c).
    #[inline]
    pub(super) fn may_mark(&self, hole: Hole, stones: u16) -> bool {
        let law = self.law;
        if law.mark == 0 || stones != law.mark.into() || self.is_peaceful || self.is_protected(hole) {
            return false;
        }
        let Some((side, pit)) = self.board.pit_at(hole) else { return false };
        let allowed = if side == self.mover { law.mark_own } else { law.mark_enemy };
        let has_room = law.mark_max == 0 || self.board.marks[self.mover].len() < law.mark_max.into();
        let is_mirrored = || {
            let mut marks = self.board.marks[!self.mover].iter();
            marks.any(|mark| self.board.pit_at(mark).is_some_and(|(_, other)| other == pit))
        };
        allowed.contains(pit.number()) && has_room && (law.mark_mirror || !is_mirrored())
    }

    /// Marks `hole` for the mover.
    pub(super) fn mark(&mut self, hole: Hole) {
        self.board.marks[self.mover].insert(hole);
        self.watch.step(Step::Mark { hole, player: self.mover });
        if self.law.mark_keeps == MarkKeeps::Store {
            self.take(hole, self.board.stones(hole), self.mover);
        }
    }

    /// A last stone with which the pit reaches a number that is captured (law 2.4 d).
    #[inline]
    pub(super) fn capture_by_count(&mut self, hole: Hole) -> Option<Next> {
        if self.law.take.is_empty() || self.is_peaceful || !self.is_taken(hole) {
            return None;
        }
        let mut taken = HoleList::new(hole);
        let heading = match self.law.take_run {
            Run::None => None,
            Run::Back => Some(self.heading.reversed()),
            Run::Ahead => Some(self.heading),
        };
        if let Some(heading) = heading {
            let mut at = hole;
            while let Some(next) = self.next_pit(at, heading)
                && self.is_taken(next)
                && taken.push(next)
            {
                at = next;
            }
        }
        Some(if self.capture_all(&taken) { self.after_capture(hole) } else { Next::OVER })
    }

    /// Whether a capture by count takes this pit.
    #[inline]
    fn is_taken(&self, hole: Hole) -> bool {
        let is_on_side = match self.law.take_side {
            Side::Opponent => self.board.is_pit_of(!self.mover, hole),
            Side::Own => self.board.is_pit_of(self.mover, hole),
            Side::Any => true,
        };
        is_on_side && self.law.take.contains(self.board.stones(hole)) && self.is_open_to_capture(hole)
    }

    /// Captures these pits, unless that is a slam that captures nothing, and says whether it did.
    fn capture_all(&mut self, taken: &HoleList) -> bool {
        if self.law.slam != Slam::Legal && self.law.sowing == Sowing::Single && self.takes_all(taken) {
            self.is_slam = true;
            if self.law.slam == Slam::NoCapture {
                return false;
            }
        }
        for hole in taken.iter() {
            self.take_all(hole, self.mover);
        }
        true
    }

    /// Whether these pits are all that the opponent could still play (law 2.5).
    fn takes_all(&self, taken: &HoleList) -> bool {
        let mut occupied = self.board.occupied(!self.mover).peekable();
        occupied.peek().is_some() && occupied.all(|hole| taken.contains(hole))
    }

    /// A last stone in a pit that faces stones of the opponent (law 2.4 f).
    #[inline]
    pub(super) fn capture_across(&mut self, hole: Hole, stones: u16) -> Option<Next> {
        let law = self.law;
        if law.capture == Capture::None || self.is_peaceful || !self.board.faces_opponent(hole) {
            return None;
        }
        let is_own = self.board.is_pit_of(self.mover, hole);
        let is_filled_right = match law.capture_on {
            CaptureOn::Empty => stones == 1,
            CaptureOn::Occupied => stones > 1,
            CaptureOn::Any => true,
        };
        let is_on_side = is_own || law.capture_from == CaptureFrom::Any;
        if !is_filled_right || !is_on_side || (law.reach == Reach::Again && !self.has_crossed) {
            return None;
        }
        if is_own && self.mark_pair(hole) {
            return Some(Next::OVER);
        }
        let Some(targets) = self.targets(hole) else {
            if law.capture == Capture::OppositeAlways {
                self.take_all(hole, self.mover);
            }
            return None;
        };
        if law.after_capture == AfterCapture::Resow {
            return Some(Next::Hand(hole, self.take_in_hand(&targets)));
        }
        let mut taken = targets;
        if matches!(law.capture, Capture::Opposite | Capture::OppositeAlways) {
            taken.push(hole);
        }
        if law.capture_all {
            self.add_all_of_needed_count(&mut taken);
        }
        if law.capture_run {
            self.add_run(hole, &mut taken);
        }
        Some(if self.capture_all(&taken) { self.after_capture(hole) } else { Next::OVER })
    }

    /// Marks the landing pit and the one that faces it, if that holds the right number.
    fn mark_pair(&mut self, hole: Hole) -> bool {
        let (opposite, player) = (self.board.opposite(hole), self.mover);
        let pair = u16::from(self.law.mark_pair);
        if pair == 0 || self.board.stones(opposite) != pair || self.board.is_marked(opposite) {
            return false;
        }
        self.board.transfer(opposite, hole, 1);
        self.watch.step(Step::Shift { from: opposite, to: hole });
        for hole in [hole, opposite] {
            self.board.marks[player].insert(hole);
            self.watch.step(Step::Mark { hole, player });
        }
        true
    }

    /// The pits that a last stone in `hole` captures across the board; none if there is nothing.
    fn targets(&self, hole: Hole) -> Option<HoleList> {
        let front = self.board.opposite(hole);
        let needs = self.law.capture_needs;
        let is_needed =
            |count: u16| u8::try_from(count).is_ok_and(|count| count < 64 && needs.contains(count));
        let holds_stones = |pit: Hole| self.board.stones(pit) > 0 && self.is_open_to_capture(pit);
        if !holds_stones(front) || !(needs.is_empty() || is_needed(self.board.stones(front))) {
            return None;
        }
        let mut targets = HoleList::new(front);
        if let Some(back) = self.board.behind_opposite(hole) {
            match (self.law.capture_depth, holds_stones(back)) {
                (CaptureDepth::Both, false) => return None,
                (CaptureDepth::Both | CaptureDepth::FrontBack, true) => {
                    targets.push(back);
                }
                (CaptureDepth::Front, _) | (CaptureDepth::FrontBack, false) => {}
            }
        }
        Some(targets)
    }

    /// Takes the stones of these pits into the hand and counts them.
    fn take_in_hand(&mut self, targets: &HoleList) -> u16 {
        self.has_captured = true;
        targets
            .iter()
            .map(|hole| {
                let stones = self.board.lift(hole);
                self.watch.step(Step::Hand { hole, stones });
                stones
            })
            .sum()
    }

    /// Adds every unmarked pit of the opponent that holds a number of `capture_needs`.
    fn add_all_of_needed_count(&self, taken: &mut HoleList) {
        let needs = self.law.capture_needs;
        for pit in self.board.occupied(!self.mover) {
            if u8::try_from(self.board.stones(pit)).is_ok_and(|count| count < 64 && needs.contains(count)) {
                taken.push(pit);
            }
        }
    }

    /// Adds what the next pits face, as long as they are empty and face something.
    fn add_run(&self, hole: Hole, taken: &mut HoleList) {
        let is_own = self.board.is_pit_of(self.mover, hole);
        let mut at = hole;
        while let Some(next) = self.next_pit(at, self.heading)
            && self.board.is_pit_of(self.mover, next) == is_own
            && !self.passes_store(at, next)
            && self.board.stones(next) == 0
            && !self.board.is_marked(next)
            && let Some(targets) = self.targets(next)
        {
            if !targets.iter().all(|target| taken.push(target)) {
                return;
            }
            at = next;
        }
    }

    /// Whether the way from one pit to the next leads past a store, so that it leaves the side.
    fn passes_store(&self, from: Hole, to: Hole) -> bool {
        let is_forward = to > from;
        is_forward != (self.heading == super::Heading::Right)
    }

    /// A lap has ended in `hole` before the empty pit `gap`: what lies behind it is captured (law 2.4 g).
    pub(super) fn capture_over_gap(&mut self, hole: Hole, mut gap: Hole) -> Option<Next> {
        if self.law.gap == Gap::None {
            return None;
        }
        let mut has_taken = false;
        while let Some(pit) = self.next_pit(gap, self.heading)
            && self.board.stones(gap) == 0
            && self.board.stones(pit) > 0
            && !self.board.is_marked(pit)
        {
            has_taken = true;
            self.take_all(pit, self.mover);
            if self.law.gap_opposite && self.board.faces_opponent(pit) {
                let opposite = self.board.opposite(pit);
                if self.board.stones(opposite) > 0 {
                    self.take_all(opposite, self.mover);
                }
            }
            match self.next_pit(pit, self.heading) {
                Some(next) if self.law.gap == Gap::Run => gap = next,
                _ => break,
            }
        }
        has_taken.then(|| self.after_capture(hole))
    }
}

/// Some holes in order, each once.
struct HoleList {
    holes: [Hole; 2 * super::MoveRules::MAX_SIDE],
    len: usize,
    set: HoleSet,
}

impl HoleList {
    fn new(first: Hole) -> Self {
        let mut list =
            Self { holes: [first; 2 * super::MoveRules::MAX_SIDE], len: 0, set: HoleSet::default() };
        list.push(first);
        list
    }

    /// Adds `hole` and says whether it was not there yet.
    fn push(&mut self, hole: Hole) -> bool {
        if self.set.contains(hole) {
            return false;
        }
        self.set.insert(hole);
        self.holes[self.len] = hole;
        self.len += 1;
        true
    }

    const fn contains(&self, hole: Hole) -> bool {
        self.set.contains(hole)
    }

    fn iter(&self) -> impl Iterator<Item = Hole> {
        self.holes[..self.len].iter().copied()
    }
}
