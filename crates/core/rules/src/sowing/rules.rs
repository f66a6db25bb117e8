use super::{
    AfterCapture, CaptureDepth, CaptureFrom, CaptureOn, Direction, End, Feed, FirstStone, Fresh, Gap,
    Leftovers, Lone, MarkKeeps, Reach, Receiver, RepeatRest, Rows, Run, Side, SkipOrigin, Slam, Sowing,
    Stores, Stuck, TakeBy, Wins,
};
use crate::mancala::{self, Capture, First};
use crate::options::NumberSet;

/// A set of pits of one side, by number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PitSet {
    /// No pit.
    None,
    /// Every pit.
    All,
    /// The pits with these numbers.
    Listed(NumberSet),
}

impl PitSet {
    /// Whether the pit with this number is one of them.
    pub const fn contains(self, number: u8) -> bool {
        match self {
            Self::None => false,
            Self::All => true,
            Self::Listed(set) => set.contains(number),
        }
    }
}

/// Numbers of stones that are captured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Counts {
    /// These numbers, each below 64.
    Listed(NumberSet),
    /// Every even number but zero.
    Even,
}

impl Counts {
    /// No number.
    pub const NONE: Self = Self::Listed(NumberSet::of(&[]));

    /// Whether there is no number.
    pub const fn is_empty(self) -> bool {
        match self {
            Self::Listed(set) => set.is_empty(),
            Self::Even => false,
        }
    }

    /// Whether `count` is one of them.
    #[inline]
    pub fn contains(self, count: u16) -> bool {
        match self {
            Self::Listed(set) => u8::try_from(count).is_ok_and(|count| count < 64 && set.contains(count)),
            Self::Even => count > 0 && count.is_multiple_of(2),
        }
    }
}

/// The counts of a side at the start of a game, in the order of its pits.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct StartCounts {
    counts: [u16; MoveRules::MAX_SIDE],
    len: u8,
}

impl StartCounts {
    /// No counts: every pit begins with the same number of stones.
    pub const NONE: Self = Self { counts: [0; MoveRules::MAX_SIDE], len: 0 };

    /// These counts; none if a side never has as many pits.
    pub fn new(counts: &[u16]) -> Option<Self> {
        let mut start = Self { len: u8::try_from(counts.len()).ok()?, ..Self::NONE };
        start.counts.get_mut(..counts.len())?.copy_from_slice(counts);
        Some(start)
    }

    /// The counts.
    pub fn counts(&self) -> &[u16] {
        &self.counts[..usize::from(self.len)]
    }
}

impl std::fmt::Debug for StartCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.counts().fmt(f)
    }
}

/// How a move changes the board and when the game ends: what a position must know of its rules.
#[expect(clippy::struct_excessive_bools, reason = "each is a key of its own")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveRules {
    /// `rows`
    pub rows: Rows,
    /// `pits`: how many pits a row has.
    pub pits: u8,
    /// `stores`
    pub stores: Stores,
    /// `direction`
    pub direction: Direction,
    /// `lone`
    pub lone: Lone,
    /// `still`: pits with so many stones are neither chosen nor sown into; 0 for none.
    pub still: u8,
    /// `reach`
    pub reach: Reach,
    /// `opening`: the pits from which the first move may be made; any if empty.
    pub opening: NumberSet,
    /// `peaceful`: in so many moves at the start nothing is captured.
    pub peaceful: u8,
    /// `fresh`
    pub fresh: Fresh,
    /// `feed`
    pub feed: Feed,
    /// `sowing`
    pub sowing: Sowing,
    /// `first_stone`
    pub first_stone: FirstStone,
    /// `skip_origin`
    pub skip_origin: SkipOrigin,
    /// `relay_turns`: every further lap goes the other way round.
    pub relay_turns: bool,
    /// `pass_take`: a pit that reaches so many stones during a lap is taken; 0 for none.
    pub pass_take: u8,
    /// `pass_take_by`
    pub pass_take_by: TakeBy,
    /// `pass_take_side`: `own`, or `any`.
    pub pass_take_side: Side,
    /// `last_take_by`
    pub last_take_by: Receiver,
    /// `mark`: a last stone that makes so many marks the pit for the mover; 0 for never.
    pub mark: u8,
    /// `mark_own`: which own pits can be marked.
    pub mark_own: PitSet,
    /// `mark_enemy`: which pits of the opponent can be marked.
    pub mark_enemy: PitSet,
    /// `mark_max`: the most marks of a player; 0 for any number.
    pub mark_max: u8,
    /// `mark_mirror`: whether both players may mark pits of the same number.
    pub mark_mirror: bool,
    /// `mark_keeps`
    pub mark_keeps: MarkKeeps,
    /// `mark_pair`: a facing pit with so many stones is marked together with the landing pit; 0 for never.
    pub mark_pair: u8,
    /// `raid`: the stones that a last stone in a marked pit of the opponent takes.
    pub raid: u8,
    /// `take`
    pub take: Counts,
    /// `take_side`
    pub take_side: Side,
    /// `take_run`
    pub take_run: Run,
    /// `capture`
    pub capture: Capture,
    /// `capture_from`
    pub capture_from: CaptureFrom,
    /// `capture_needs`: what a facing pit must hold; anything if empty.
    pub capture_needs: NumberSet,
    /// `capture_all`: every pit of the opponent that holds such a number is captured as well.
    pub capture_all: bool,
    /// `capture_run`: the capture goes on while the next pits are empty and face stones.
    pub capture_run: bool,
    /// `capture_on`
    pub capture_on: CaptureOn,
    /// `capture_depth`
    pub capture_depth: CaptureDepth,
    /// `gap`
    pub gap: Gap,
    /// `gap_opposite`: the pit that faces the one captured is captured as well.
    pub gap_opposite: bool,
    /// `slam`
    pub slam: Slam,
    /// `after_capture`
    pub after_capture: AfterCapture,
    /// `bonus`: after a capture the mover takes so many pits of the opponent by choice.
    pub bonus: u8,
    /// `extra_turn`: a last stone in the own store gives another move.
    pub extra_turn: bool,
    /// `end`
    pub end: End,
    /// `stuck`
    pub stuck: Stuck,
    /// `few`: the game ends when so many stones or fewer are left in the pits; 0 for never.
    pub few: u8,
    /// `repeat`: the game ends when a position stands for the n-th time; 0 for never.
    pub repeat: u8,
    /// `repeat_rest`
    pub repeat_rest: RepeatRest,
    /// `leftovers`
    pub leftovers: Leftovers,
    /// `wins`
    pub wins: Wins,
}

impl MoveRules {
    /// The most pits of a side: two rows of 28.
    pub const MAX_SIDE: usize = 56;

    /// How many pits each side has (law 1.1).
    #[inline]
    pub const fn side(&self) -> u8 {
        match self.rows {
            Rows::Two => self.pits,
            Rows::Three => self.pits + self.pits / 2,
            Rows::Four => 2 * self.pits,
        }
    }

    /// Whether a move may have no end. Otherwise each time round leaves a stone in the mover's store (law 2.6).
    #[inline]
    pub(super) const fn may_be_endless(&self) -> bool {
        let one_way = matches!(self.direction, Direction::Ccw | Direction::Cw) && !self.relay_turns;
        let always_goes_home = matches!(self.stores, Stores::Sown) && one_way;
        !matches!(self.sowing, Sowing::Single) && !always_goes_home
    }

    /// The moves of the opening: only as long as these are not over does a position count its moves.
    #[inline]
    pub(super) fn opening_moves(&self) -> u8 {
        self.peaceful.max(u8::from(!self.opening.is_empty()))
    }
}

/// A whole rule set: the law of moves, the stones of the start, and who begins. [`Default`] is Kalah.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// How moves work.
    pub law: MoveRules,
    /// `stones`: how many stones each pit has at the start.
    pub stones: u8,
    /// `start`: the stones of a side at the start, instead of `stones`.
    pub start: StartCounts,
    /// `first`
    pub first: First,
    /// `pie`: whether the second player may swap sides once, after the first turn.
    pub pie: bool,
}

impl Default for Rules {
    fn default() -> Self {
        let law = MoveRules {
            rows: Rows::Two,
            pits: 6,
            stores: Stores::Sown,
            direction: Direction::Ccw,
            lone: Lone::Free,
            still: 0,
            reach: Reach::Free,
            opening: NumberSet::of(&[]),
            peaceful: 0,
            fresh: Fresh::Free,
            feed: Feed::No,
            sowing: Sowing::Single,
            first_stone: FirstStone::Next,
            skip_origin: SkipOrigin::No,
            relay_turns: false,
            pass_take: 0,
            pass_take_by: TakeBy::Owner,
            pass_take_side: Side::Any,
            last_take_by: Receiver::Sower,
            mark: 0,
            mark_own: PitSet::None,
            mark_enemy: PitSet::All,
            mark_max: 0,
            mark_mirror: true,
            mark_keeps: MarkKeeps::Pit,
            mark_pair: 0,
            raid: 0,
            take: Counts::NONE,
            take_side: Side::Opponent,
            take_run: Run::None,
            capture: Capture::Opposite,
            capture_from: CaptureFrom::Own,
            capture_needs: NumberSet::of(&[]),
            capture_all: false,
            capture_run: false,
            capture_on: CaptureOn::Empty,
            capture_depth: CaptureDepth::FrontBack,
            gap: Gap::None,
            gap_opposite: false,
            slam: Slam::Legal,
            after_capture: AfterCapture::Ends,
            bonus: 0,
            extra_turn: true,
            end: End::SideEmpty,
            stuck: Stuck::Ends,
            few: 0,
            repeat: 0,
            repeat_rest: RepeatRest::OwnSide,
            leftovers: Leftovers::OwnSide,
            wins: Wins::Most,
        };
        Self { law, stones: 4, start: StartCounts::NONE, first: First::Player1, pie: false }
    }
}

/// The rule sets of [`crate::mancala`] are those whose new keys have their defaults.
impl From<&mancala::Rules> for Rules {
    fn from(rules: &mancala::Rules) -> Self {
        let mancala::MoveRules { sowing, skip_origin, capture, extra_turn, end, leftovers } = rules.law;
        let default = Self::default();
        let law = MoveRules {
            pits: rules.pits.get(),
            sowing: match sowing {
                mancala::Sowing::Single => Sowing::Single,
                mancala::Sowing::Relay => Sowing::Relay,
            },
            skip_origin: if skip_origin { SkipOrigin::Move } else { SkipOrigin::No },
            capture,
            extra_turn,
            end: match end {
                mancala::End::SideEmpty => End::SideEmpty,
                mancala::End::Majority => End::Majority,
            },
            leftovers: match leftovers {
                mancala::Leftovers::OwnSide => Leftovers::OwnSide,
                mancala::Leftovers::Uncounted => Leftovers::Uncounted,
            },
            ..default.law
        };
        Self { law, stones: rules.stones.get(), first: rules.first, pie: rules.pie, ..default }
    }
}
