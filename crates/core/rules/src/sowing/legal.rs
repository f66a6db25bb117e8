//! Which moves are legal (law 2.1).

use super::sow::{Choice, Sown, sow};
use super::sower::Sower;
use super::{
    Board, Direction, Feed, Heading, Hole, IllegalMove, Lone, Move, Pit, Position, Reach, Slam, Stuck,
};
use crate::Player;

/// Pits of a side with a direction each: places from 0, a bit each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Choices {
    left: u64,
    right: u64,
}

impl Choices {
    const fn is_empty(self) -> bool {
        self.left | self.right == 0
    }

    pub(super) const fn contains(self, place: u8, heading: Heading) -> bool {
        let places = match heading {
            Heading::Left => self.left,
            Heading::Right => self.right,
        };
        places >> place & 1 == 1
    }

    const fn insert(&mut self, place: u8, heading: Heading) {
        match heading {
            Heading::Left => self.left |= 1 << place,
            Heading::Right => self.right |= 1 << place,
        }
    }

    /// Those at the given places.
    const fn at(self, places: u64) -> Self {
        Self { left: self.left & places, right: self.right & places }
    }

    const fn among(self, other: Self) -> Self {
        Self { left: self.left & other.left, right: self.right & other.right }
    }

    const fn without(self, other: Self) -> Self {
        Self { left: self.left & !other.left, right: self.right & !other.right }
    }

    /// All by place, left before right.
    #[inline]
    pub(super) fn iter(mut self) -> impl Iterator<Item = (u8, Heading)> {
        std::iter::from_fn(move || {
            let places = self.left | self.right;
            if places == 0 {
                return None;
            }
            let lowest = places & places.wrapping_neg();
            let heading = if self.left & lowest == 0 { Heading::Right } else { Heading::Left };
            match heading {
                Heading::Left => self.left &= !lowest,
                Heading::Right => self.right &= !lowest,
            }
            Some((lowest.trailing_zeros() as u8, heading))
        })
    }
}

/// What playing each of some choices would do.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    endless: Choices,
    slams: Choices,
    /// Moves that leave the opponent nothing to play with.
    starving: Choices,
}

impl Position {
    /// The legal sowing moves of `mover`, by index.
    #[inline]
    pub(super) fn sowing_moves(&self, mover: Player) -> impl Iterator<Item = Move> {
        self.legal_choices(mover, |_, _| ())
            .iter()
            .filter_map(|(place, heading)| self.move_of(place, heading))
    }

    /// Whether `mover` has a legal sowing move.
    #[inline]
    pub(super) fn can_move(&self, mover: Player) -> bool {
        let choices = self.allowed_by_counts(mover, |_, _| ());
        // Forbidden slams never take the last move away, and no feeding is asked for where the opponent has stones.
        if self.law().feed != Feed::No && !self.is_fed(self.board(), !mover) {
            return !self.allowed_by_result(mover, choices, |_, _| ()).is_empty();
        }
        if !self.law().may_be_endless() {
            return !choices.is_empty();
        }
        choices.iter().any(|(place, heading)| self.try_out(mover, place, heading).is_some())
    }

    /// The legal choices of `mover`. `refused` receives those that each rule excludes.
    pub(super) fn legal_choices(
        &self,
        mover: Player,
        mut refused: impl FnMut(Choices, IllegalMove),
    ) -> Choices {
        let choices = self.allowed_by_counts(mover, &mut refused);
        self.allowed_by_result(mover, choices, refused)
    }

    /// Why the choice of this pit and direction is refused; none if it is legal.
    pub(super) fn refusal(&self, mover: Player, pit: Pit, heading: Heading) -> Option<IllegalMove> {
        let mut refusal = None;
        self.legal_choices(mover, |choices, reason| {
            if choices.contains(pit.number() - 1, heading) {
                refusal = Some(reason);
            }
        });
        refusal
    }

    /// How the choice of a place and a direction is written.
    #[inline]
    pub(super) fn move_of(&self, place: u8, heading: Heading) -> Option<Move> {
        let pit = Pit::new(place + 1)?;
        let is_chosen = match self.law().direction {
            Direction::Either => true,
            Direction::Split => self.is_middle(pit.number()),
            Direction::Ccw | Direction::Cw | Direction::Parity => false,
        };
        Some(Move::Sow(pit, is_chosen.then_some(heading)))
    }

    /// The steps 1 to 6 of the law, which need not play the move.
    #[inline]
    pub(super) fn allowed_by_counts(
        &self,
        mover: Player,
        mut refused: impl FnMut(Choices, IllegalMove),
    ) -> Choices {
        let law = self.law();
        let board = self.board();
        let is_peaceful = self.is_peaceful();
        let occupied = board.occupied_places(mover);
        let mut choices = self.headed(mover, occupied);
        let stones = |place: u8| board.stones(board.hole_at(mover, place));
        let holding = |number: u16| places_where(occupied, |place| stones(place) == number);
        let mut refuse = |choices: Choices, taken: Choices, reason: IllegalMove| {
            if !taken.is_empty() {
                refused(taken, reason);
            }
            choices.without(taken)
        };
        if self.is_opening() && !law.opening.is_empty() {
            let others = places_where(occupied, |place| !law.opening.contains(place + 1));
            choices = refuse(choices, choices.at(others), IllegalMove::Opening);
        }
        if law.still > 0 && !is_peaceful {
            let still = choices.at(holding(law.still.into()));
            if still != choices {
                choices = refuse(choices, still, IllegalMove::Still);
            }
        }
        if law.lone == Lone::Free && law.reach != Reach::AcrossOrEmpty {
            return choices;
        }
        let lone = choices.at(holding(1));
        match law.lone {
            Lone::Never => choices = refuse(choices, lone, IllegalMove::Lone),
            Lone::Last | Lone::LastToEmpty if lone != choices => {
                choices = refuse(choices, lone, IllegalMove::Lone);
            }
            Lone::Free | Lone::Last | Lone::ToEmpty | Lone::LastToEmpty => {}
        }
        if matches!(law.lone, Lone::ToEmpty | Lone::LastToEmpty) {
            let lone = choices.at(holding(1));
            let blocked = those(lone, |place, heading| !self.leads_to_empty(mover, place, heading));
            choices = refuse(choices, blocked, IllegalMove::Lone);
        }
        if law.reach == Reach::AcrossOrEmpty {
            let short = those(choices, |place, heading| !self.reaches(mover, place, heading));
            choices = refuse(choices, short, IllegalMove::Reach);
        }
        choices
    }

    /// The steps 7 to 9 of the law, which ask what the move would do.
    #[inline]
    fn allowed_by_result(
        &self,
        mover: Player,
        choices: Choices,
        refused: impl FnMut(Choices, IllegalMove),
    ) -> Choices {
        if !self.asks_for_results(mover) {
            return choices;
        }
        let mut results = Results::default();
        for (place, heading) in choices.iter() {
            let result = self.try_out(mover, place, heading);
            self.note(
                &mut results,
                mover,
                (place, heading),
                result.as_ref().map(|(board, sown)| (board, *sown)),
            );
        }
        self.narrowed(mover, choices, &results, refused)
    }

    /// Whether it matters for the legality of moves of `mover` what they would do.
    #[inline]
    pub(super) fn asks_for_results(&self, mover: Player) -> bool {
        let law = self.law();
        law.may_be_endless() || law.slam == Slam::Forbidden || self.asks_feeding(mover)
    }

    /// Whether moves of `mover` have to feed the opponent now.
    fn asks_feeding(&self, mover: Player) -> bool {
        match self.law().feed {
            Feed::No => false,
            Feed::Hungry => !self.is_fed(self.board(), !mover),
            Feed::Always => true,
        }
    }

    /// Notes what a choice would do: the board after it; none if it is endless.
    #[inline]
    pub(super) fn note(
        &self,
        results: &mut Results,
        mover: Player,
        (place, heading): (u8, Heading),
        result: Option<(&Board, Sown)>,
    ) {
        match result {
            None => results.endless.insert(place, heading),
            Some((board, sown)) => {
                if sown.is_slam {
                    results.slams.insert(place, heading);
                }
                if self.law().feed != Feed::No && !self.is_fed(board, !mover) {
                    results.starving.insert(place, heading);
                }
            }
        }
    }

    /// The choices that are left when it is known what each of them would do.
    pub(super) fn narrowed(
        &self,
        mover: Player,
        mut choices: Choices,
        results: &Results,
        mut refused: impl FnMut(Choices, IllegalMove),
    ) -> Choices {
        let law = self.law();
        let mut refuse = |meant: Choices, reason: IllegalMove| {
            let taken = meant.among(choices);
            if !taken.is_empty() {
                refused(taken, reason);
                choices = choices.without(taken);
            }
            choices
        };
        let mut left = refuse(results.endless, IllegalMove::Endless);
        if law.slam == Slam::Forbidden && !left.without(results.slams).is_empty() {
            left = refuse(results.slams, IllegalMove::Slam);
        }
        if self.asks_feeding(mover) {
            let keeps_all = law.feed == Feed::Always || law.stuck == Stuck::Passes;
            if !keeps_all || !left.without(results.starving).is_empty() {
                left = refuse(results.starving, IllegalMove::Feed);
            }
        }
        left
    }

    /// These places with the directions in which they may be sown (law 2.1.4).
    #[inline]
    fn headed(&self, mover: Player, places: u64) -> Choices {
        let law = self.law();
        match law.direction {
            Direction::Ccw | Direction::Cw => Choices { left: 0, right: places },
            Direction::Either => Choices { left: places, right: places },
            Direction::Split => {
                let half = law.pits / 2;
                let left = places & ((1 << (law.pits - half)) - 1);
                Choices { left, right: places & !((1 << half) - 1) }
            }
            Direction::Parity => {
                let board = self.board();
                let is_even = |place: u8| board.stones(board.hole_at(mover, place)).is_multiple_of(2);
                let left = places_where(places, is_even);
                Choices { left, right: places & !left }
            }
        }
    }

    /// Whether a pit is the middle one of an odd row.
    const fn is_middle(&self, number: u8) -> bool {
        let pits = self.law().pits;
        pits % 2 == 1 && number == pits / 2 + 1
    }

    /// The direction in which a pit with so many stones is sown; none where the mover chooses.
    #[inline]
    pub fn fixed_heading(&self, pit: Pit, stones: u16) -> Option<Heading> {
        self.heading_of(pit.number(), stones, None)
    }

    /// The direction of a move from this pit; none if `heading` is not one of those the rules leave (law 2.1.4).
    pub(super) fn heading_of(&self, number: u8, stones: u16, heading: Option<Heading>) -> Option<Heading> {
        let fixed = match self.law().direction {
            Direction::Either => return heading,
            Direction::Split if self.is_middle(number) => return heading,
            Direction::Split if number <= self.law().pits / 2 => Heading::Left,
            Direction::Parity if stones.is_multiple_of(2) => Heading::Left,
            Direction::Ccw | Direction::Cw | Direction::Parity | Direction::Split => Heading::Right,
        };
        heading.is_none().then_some(fixed)
    }

    /// What sowing from a place in a direction means.
    #[inline]
    pub(super) fn choice_at(&self, mover: Player, place: u8, heading: Heading) -> Choice {
        Choice { origin: self.board().hole_at(mover, place), heading, is_peaceful: self.is_peaceful() }
    }

    /// The board after a move, and what the move did; none if it is endless.
    #[inline]
    fn try_out(&self, mover: Player, place: u8, heading: Heading) -> Option<(Board, Sown)> {
        let mut board = *self.board();
        let choice = self.choice_at(mover, place, heading);
        let sown = sow(&mut board, self.law(), mover, choice, &mut ()).ok()?;
        Some((board, sown))
    }

    /// Whether `player` has a pit to play with on `board` (law 2.1.9).
    #[inline]
    fn is_fed(&self, board: &Board, player: Player) -> bool {
        if self.law().lone != Lone::Never {
            return board.occupied_places(player) != 0;
        }
        board.occupied(player).any(|hole| board.stones(hole) > 1)
    }

    /// Whether the next hole for a lone stone is empty.
    fn leads_to_empty(&self, mover: Player, place: u8, heading: Heading) -> bool {
        let mut board = *self.board();
        let choice = self.choice_at(mover, place, heading);
        board.lift(choice.origin);
        let next = Sower::new(&mut board, self.law(), mover, choice, &mut ())
            .next_hole(choice.origin, Some(choice.origin));
        next.is_none_or(|hole| board.stones(hole) == 0)
    }

    /// Whether the first lap, sown without captures, crosses to the opponent's side or ends in a pit that was empty.
    fn reaches(&self, mover: Player, place: u8, heading: Heading) -> bool {
        let mut board = *self.board();
        let plain = super::MoveRules { pass_take: 0, ..*self.law() };
        let mut nobody = ();
        let choice = self.choice_at(mover, place, heading);
        let mut sower = Sower::new(&mut board, &plain, mover, choice, &mut nobody);
        let last = sower.first_lap();
        let has_crossed = sower.has_crossed;
        has_crossed || last.is_some_and(|hole: Hole| !board.is_store(hole) && board.stones(hole) == 1)
    }
}

/// Those of the places of which `is_meant` is true.
#[inline]
fn places_where(places: u64, is_meant: impl Fn(u8) -> bool) -> u64 {
    let mut found = 0;
    let mut left = places;
    while left != 0 {
        let place = left.trailing_zeros() as u8;
        left &= left - 1;
        found |= u64::from(is_meant(place)) << place;
    }
    found
}

/// Those of the choices of which `is_meant` is true.
fn those(choices: Choices, is_meant: impl Fn(u8, Heading) -> bool) -> Choices {
    let mut found = Choices::default();
    for (place, heading) in choices.iter() {
        if is_meant(place, heading) {
            found.insert(place, heading);
        }
    }
    found
}
