use gebeta_rules::Player;
use gebeta_rules::mancala::{Board, Hole, Step};

use crate::platform::settings::Speed;
use crate::sound::cue::Cue;

/// How long things take, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pace {
    lift: f64,
    /// Between two stones of a handful.
    gap: f64,
    /// One stone's way through the air.
    flight: f64,
    glow: f64,
    carry: f64,
    /// No move takes longer: relays of hundreds of stones gather speed.
    longest: f64,
}

impl Pace {
    const FAST: Self =
        Self { lift: 70.0, gap: 80.0, flight: 130.0, glow: 120.0, carry: 180.0, longest: 4000.0 };
    const NORMAL: Self =
        Self { lift: 120.0, gap: 170.0, flight: 230.0, glow: 200.0, carry: 300.0, longest: 8000.0 };
    const SLOW: Self =
        Self { lift: 200.0, gap: 300.0, flight: 400.0, glow: 350.0, carry: 500.0, longest: 14_000.0 };
    /// So many stones of one move travel at leisure; relays that go on gather speed.
    const AT_LEISURE: usize = 16;

    /// None if nothing shall move.
    pub(super) fn of(speed: Speed) -> Option<Self> {
        match speed {
            Speed::Off => None,
            Speed::Fast => Some(Self::FAST),
            Speed::Normal => Some(Self::NORMAL),
            Speed::Slow => Some(Self::SLOW),
        }
    }

    /// From the take-off of this stone of a move to the next one.
    fn gap_after(self, stone: usize) -> f64 {
        let hurried = stone.saturating_sub(Self::AT_LEISURE) as f64;
        self.gap * (1.0 - 0.03 * hurried).max(0.4)
    }
}

/// What is seen to happen.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Act {
    /// All stones of a pit rise into the hand.
    Lift { hole: Hole },
    /// The next stone of the hand takes off.
    Throw { to: Hole, span: f64 },
    /// A thrown stone comes down.
    Land { hole: Hole },
    /// Pits light up, because their stones are about to be taken, and a sound is played.
    Glow { holes: Vec<Hole>, cue: Cue },
    /// All stones of a pit take off together.
    Carry { from: Hole, to: Hole, span: f64 },
    /// All stones that are on their way to `hole` come down.
    Arrive { hole: Hole },
    /// The light goes out.
    Dim,
}

/// An act and when it happens, in milliseconds from the start.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Moment {
    pub(super) at: f64,
    pub(super) act: Act,
}

/// What is seen of a move, in order: a picture of the rules' own steps.
pub(super) fn plan(before: &Board, steps: &[Step], pace: Pace) -> Vec<Moment> {
    let mut draft = Draft { pace, now: 0.0, down: 0.0, sown: 0, moments: Vec::new() };
    let mut rest = steps;
    while let Some(&step) = rest.first() {
        match step {
            Step::Lift { hole, .. } => draft.lift(hole),
            Step::Drop { hole } => draft.drop(hole),
            Step::Capture { .. } | Step::Sweep { .. } => {
                let together = rest.iter().take_while(|&&next| same_kind(step, next)).count();
                draft.take(&rest[..together]);
                rest = &rest[together..];
                continue;
            }
            Step::Turn => draft.turn(before),
        }
        rest = &rest[1..];
    }
    draft.finish()
}

fn same_kind(a: Step, b: Step) -> bool {
    std::mem::discriminant(&a) == std::mem::discriminant(&b)
}

struct Draft {
    pace: Pace,
    now: f64,
    /// When the last stone in the air comes down.
    down: f64,
    /// How many stones have been sown.
    sown: usize,
    moments: Vec<Moment>,
}

impl Draft {
    fn push(&mut self, at: f64, act: Act) {
        self.moments.push(Moment { at, act });
    }

    fn lift(&mut self, hole: Hole) {
        let at = self.now.max(self.down);
        self.push(at, Act::Lift { hole });
        self.now = at + self.pace.lift;
    }

    fn drop(&mut self, to: Hole) {
        let at = self.now;
        self.push(at, Act::Throw { to, span: self.pace.flight });
        self.down = at + self.pace.flight;
        self.push(self.down, Act::Land { hole: to });
        self.sown += 1;
        self.now = at + self.pace.gap_after(self.sown);
    }

    /// Captures or sweeps: light on all of them, then they fly home.
    fn take(&mut self, steps: &[Step]) {
        let ways: Vec<(Hole, Hole)> = steps
            .iter()
            .filter_map(|&step| match step {
                Step::Capture { hole, store, .. } | Step::Sweep { hole, store, .. } => Some((hole, store)),
                Step::Lift { .. } | Step::Drop { .. } | Step::Turn => None,
            })
            .collect();
        let cue = if matches!(steps.first(), Some(Step::Capture { .. })) { Cue::Capture } else { Cue::Sweep };
        let at = self.now.max(self.down);
        self.push(at, Act::Glow { holes: ways.iter().map(|way| way.0).collect(), cue });
        self.carry(at + self.pace.glow, &ways, self.pace.carry);
        self.push(self.down, Act::Dim);
    }

    /// The swap: everything goes to where the other player had it.
    fn turn(&mut self, board: &Board) {
        let holes = |player| board.holes_of(player).chain([board.store_of(player)]);
        let there = holes(Player::One).zip(holes(Player::Two));
        let ways: Vec<(Hole, Hole)> = there.flat_map(|(a, b)| [(a, b), (b, a)]).collect();
        let at = self.now.max(self.down);
        self.push(at, Act::Glow { holes: Vec::new(), cue: Cue::Turn });
        self.carry(at, &ways, 2.0 * self.pace.carry);
    }

    fn carry(&mut self, at: f64, ways: &[(Hole, Hole)], span: f64) {
        for &(from, to) in ways {
            self.push(at, Act::Carry { from, to, span });
        }
        self.down = at + span;
        self.now = self.down;
        for &(_, hole) in ways {
            self.push(self.down, Act::Arrive { hole });
        }
    }

    /// Brings everything into order and keeps it within the longest time.
    fn finish(mut self) -> Vec<Moment> {
        // Stones come down while others take off; at the same time things stay in the order of the steps.
        self.moments.sort_by(|a, b| a.at.total_cmp(&b.at));
        let (all, longest) = (self.now.max(self.down), self.pace.longest);
        if all > longest {
            // The first third as ever, so that one sees how it begins.
            let calm = longest / 3.0;
            let hurry = (longest - calm) / (all - calm);
            let warp = |at: f64| if at <= calm { at } else { calm + (at - calm) * hurry };
            for Moment { at, act } in &mut self.moments {
                if let Act::Throw { span, .. } | Act::Carry { span, .. } = act {
                    *span = warp(*at + *span) - warp(*at);
                }
                *at = warp(*at);
            }
        }
        self.moments
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::mancala::stones::Stones;
    use gebeta_rules::Game;
    use gebeta_rules::mancala::{Move, MoveRules, Position, Rules, Size};

    const SPEEDS: [Speed; 3] = [Speed::Fast, Speed::Normal, Speed::Slow];

    /// Plays a game with every `skip`-th legal move and looks at each move's plan.
    fn check_game(rules: &Rules, skip: usize, mut check: impl FnMut(&Position, &Position, &[Moment])) {
        let mut position = Position::start(rules);
        for ply in 0..200 {
            let moves: Vec<Move> = position.legal_moves().collect();
            let Some(&mv) = moves.get((ply * skip) % moves.len().max(1)) else { return };
            let (before, mut steps) = (position, Vec::new());
            position.play_unchecked(mv, &mut steps);
            for speed in SPEEDS {
                check(&before, &position, &plan(before.board(), &steps, Pace::of(speed).unwrap()));
            }
        }
    }

    fn every_game(mut check: impl FnMut(&Position, &Position, &[Moment])) {
        let laws = [MoveRules::GEBETA, MoveRules::AVALANCHE, MoveRules::TAINTED, MoveRules::EMPTY_CAPTURE];
        for (law, size) in laws.into_iter().flat_map(|law| [1, 2, 6, 12].map(|size| (law, size))) {
            let size = Size::new(size).unwrap();
            let rules = Rules { law, pits: size, stones: size, pie: true, ..Rules::GEBETA };
            for skip in [0, 1, 3, 5] {
                check_game(&rules, skip, &mut check);
            }
        }
    }

    #[test]
    fn the_plan_of_a_move_ends_in_the_position_after_it() {
        every_game(|before, after, plan| {
            let mut stones = Stones::default();
            stones.settle(before.board());
            for moment in plan {
                stones.act(&moment.act);
            }
            assert_eq!(stones.counts(), after.board().counts());
        });
    }

    #[test]
    fn a_plan_is_in_order_and_never_too_long() {
        every_game(|_, _, plan| {
            assert!(plan.is_sorted_by(|a, b| a.at <= b.at));
            assert!(plan.iter().all(|moment| moment.at >= 0.0 && moment.at <= 14_000.1));
        });
    }

    #[test]
    fn a_short_move_keeps_the_promised_times() {
        let position = Position::start(&Rules::GEBETA);
        let (mut after, mut steps) = (position, Vec::new());
        after.play_unchecked("3".parse().unwrap(), &mut steps);
        let throws = |speed| -> Vec<f64> {
            let plan = plan(position.board(), &steps, Pace::of(speed).unwrap());
            plan.iter()
                .filter(|moment| matches!(moment.act, Act::Throw { .. }))
                .map(|moment| moment.at)
                .collect()
        };
        assert_eq!(throws(Speed::Normal), [120.0, 290.0, 460.0, 630.0]);
        assert_eq!(throws(Speed::Fast), [70.0, 150.0, 230.0, 310.0]);
        assert_eq!(throws(Speed::Slow), [200.0, 500.0, 800.0, 1100.0]);
        assert_eq!(Pace::of(Speed::Off), None);
    }

    #[test]
    fn a_long_relay_gathers_speed() {
        let gap = |stone| Pace::NORMAL.gap_after(stone);
        assert!((gap(1) - 170.0).abs() < 0.01 && (gap(16) - 170.0).abs() < 0.01);
        assert!(gap(20) < gap(16) && gap(40) < gap(20) && gap(200) >= 68.0);
    }

    #[test]
    fn a_capture_lights_both_pits_before_their_stones_fly() {
        let board = Board::from_counts(&[1, 0, 4, 4, 4, 4, 0, 4, 4, 4, 4, 5, 4, 0]).unwrap();
        let [landing, across] = [(Player::One, 2), (Player::Two, 5)]
            .map(|(player, pit)| board.hole_of(player, gebeta_rules::mancala::Pit::new(pit).unwrap()));
        let store = board.store_of(Player::One);
        let steps = [(landing, 1), (across, 5)].map(|(hole, stones)| Step::Capture { hole, store, stones });
        let acts: Vec<(f64, Act)> =
            plan(&board, &steps, Pace::NORMAL).into_iter().map(|moment| (moment.at, moment.act)).collect();
        assert_eq!(
            acts,
            [
                (0.0, Act::Glow { holes: vec![landing, across], cue: Cue::Capture }),
                (200.0, Act::Carry { from: landing, to: store, span: 300.0 }),
                (200.0, Act::Carry { from: across, to: store, span: 300.0 }),
                (500.0, Act::Arrive { hole: store }),
                (500.0, Act::Arrive { hole: store }),
                (500.0, Act::Dim),
            ]
        );
    }
}
