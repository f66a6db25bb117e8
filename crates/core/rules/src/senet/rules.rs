use std::num::NonZeroU8;

use crate::Keyword;

use super::{Roll, RollSet, Square, SquareSet};

/// Pieces per side: 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Pieces(NonZeroU8);

impl Pieces {
    /// The most pieces a side can have: two sides of ten fill two rows.
    pub const MAX: u8 = 10;

    /// A number of pieces, or none when it is not in `1..=10`.
    pub const fn new(n: u8) -> Option<Self> {
        match NonZeroU8::new(n) {
            Some(n) if n.get() <= Self::MAX => Some(Self(n)),
            _ => None,
        }
    }

    /// The number.
    #[inline]
    pub const fn get(self) -> u8 {
        self.0.get()
    }

    const fn constant(n: u8) -> Self {
        match Self::new(n) {
            Some(pieces) => pieces,
            None => panic!("a preset has 1 to 10 pieces"),
        }
    }
}

/// What a throw without a dark stick counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NoDark {
    /// Five, in all presets.
    Five,
    /// Six.
    Six,
}

impl NoDark {
    /// The roll.
    #[inline]
    pub const fn roll(self) -> Roll {
        Roll::constant(match self {
            Self::Five => 5,
            Self::Six => 6,
        })
    }

    /// Every roll the sticks can show with how many of the 16 ways show it.
    #[inline]
    pub const fn throws(self) -> &'static [(Roll, u32)] {
        const fn table(no_dark: u8) -> [(Roll, u32); 5] {
            let [one, two, three, four] =
                [Roll::constant(1), Roll::constant(2), Roll::constant(3), Roll::constant(4)];
            [(one, 4), (two, 6), (three, 4), (four, 1), (Roll::constant(no_dark), 1)]
        }
        match self {
            Self::Five => const { &table(5) },
            Self::Six => const { &table(6) },
        }
    }

    fn shows(self, roll: Roll) -> bool {
        self.throws().iter().any(|&(shown, _)| shown == roll)
    }
}

/// What happens when a roll of `extra_throw` has no legal move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Forfeit {
    /// The turn is over.
    EndsTurn,
    /// The player throws again all the same.
    ThrowsAgain,
}

impl Keyword for Forfeit {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("ends-turn", Self::EndsTurn), ("throws-again", Self::ThrowsAgain)];
}

/// Which pieces stand safe beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protect {
    /// None.
    None,
    /// A piece with a neighbor of its own color cannot be swapped.
    Pair,
}

impl Keyword for Protect {
    const KEYWORDS: &'static [(&'static str, Self)] = &[("none", Self::None), ("pair", Self::Pair)];
}

/// How many pieces in a row stop an opponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Block {
    /// No row does.
    Never,
    /// Two or more.
    Two,
    /// Three or more.
    Three,
}

impl Block {
    /// The length as a rule file writes it, 0 for never.
    pub const fn length(self) -> u8 {
        match self {
            Self::Never => 0,
            Self::Two => 2,
            Self::Three => 3,
        }
    }
}

/// Whether the House of Happiness must be hit exactly.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// No piece passes 26 without landing on it.
    Exact,
    /// Pieces may fall into the Water or reach the last houses from further back.
    Free,
}

impl Keyword for Gate {
    const KEYWORDS: &'static [(&'static str, Self)] = &[("exact", Self::Exact), ("free", Self::Free)];
}

/// Where the Water sends a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Water {
    /// To the rebirth square.
    Rebirth,
    /// To the lowest empty square.
    Start,
}

impl Keyword for Water {
    const KEYWORDS: &'static [(&'static str, Self)] = &[("rebirth", Self::Rebirth), ("start", Self::Start)];
}

/// What a piece on 28 to 30 does when the roll does not bear it off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WrongRoll {
    /// It cannot move.
    Stay,
    /// It may go back to the rebirth square.
    MayReturn,
    /// Pieces on 28 and 29 must be moved, off or back; one on 30 stays.
    MustReturn,
}

impl Keyword for WrongRoll {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("stay", Self::Stay), ("may-return", Self::MayReturn), ("must-return", Self::MustReturn)];
}

/// The rolls that bear off from the last three houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Exits {
    /// From 28.
    pub three_truths: RollSet,
    /// From 29.
    pub re_atoum: RollSet,
    /// From 30.
    pub horus: RollSet,
}

impl Exits {
    /// The house squares with the rolls that leave them.
    pub const fn by_square(&self) -> [(Square, RollSet); 3] {
        [
            (Square::THREE_TRUTHS, self.three_truths),
            (Square::RE_ATOUM, self.re_atoum),
            (Square::HORUS, self.horus),
        ]
    }
}

/// A whole rule set (rules 2.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Pieces per side.
    pub pieces: Pieces,
    /// What a throw without a dark stick counts.
    pub no_dark: NoDark,
    /// The rolls after which the player throws again.
    pub extra_throw: RollSet,
    /// What happens when such a roll cannot be played.
    pub forfeit: Forfeit,
    /// Whether pairs are safe.
    pub protect: Protect,
    /// Whether rows cannot be passed.
    pub block: Block,
    /// Squares whose pieces cannot be swapped.
    pub safe: SquareSet,
    /// Whether 26 must be hit exactly.
    pub gate: Gate,
    /// Where 27 sends a piece.
    pub water: Water,
    /// The rolls that bear off from 28, 29 and 30.
    pub exits: Exits,
    /// What other rolls do there.
    pub wrong_roll: WrongRoll,
    /// Whether a player without another move may go back.
    pub backward: bool,
}

impl Rules {
    /// `classic`, the default.
    pub const CLASSIC: Self = Self {
        pieces: Pieces::constant(7),
        no_dark: NoDark::Five,
        extra_throw: RollSet::NONE,
        forfeit: Forfeit::EndsTurn,
        protect: Protect::None,
        block: Block::Never,
        safe: SquareSet::EMPTY,
        gate: Gate::Exact,
        water: Water::Rebirth,
        exits: Exits {
            three_truths: RollSet::constant(&[3]),
            re_atoum: RollSet::constant(&[2]),
            horus: RollSet::ANY,
        },
        wrong_roll: WrongRoll::MayReturn,
        backward: false,
    };
    /// `assignment`: pieces on 28 and 29 must leave at once.
    pub const ASSIGNMENT: Self = Self { wrong_roll: WrongRoll::MustReturn, ..Self::CLASSIC };
    /// `quick`: `classic` with fewer pieces, for about ten minutes.
    pub const QUICK: Self = Self { pieces: Pieces::constant(4), ..Self::CLASSIC };
    /// `five-piece`, called `kendall` before: a mixture of popular web versions, not what Timothy Kendall published in 1979.
    pub const FIVE_PIECE: Self = Self {
        pieces: Pieces::constant(5),
        extra_throw: RollSet::constant(&[1, 4, 5]),
        protect: Protect::Pair,
        block: Block::Three,
        exits: Exits { horus: RollSet::constant(&[1]), ..Self::CLASSIC.exits },
        wrong_roll: WrongRoll::Stay,
        backward: true,
        ..Self::CLASSIC
    };

    /// The same rules with another [`NoDark`]: where they name the roll that the sticks no longer show, they name the one
    /// that is shown instead. [`RollSet::ANY`] stays what it is.
    #[must_use]
    pub fn with_no_dark(mut self, no_dark: NoDark) -> Self {
        let (old, new) = (self.no_dark.roll(), no_dark.roll());
        let exits = &mut self.exits;
        for rolls in [&mut self.extra_throw, &mut exits.three_truths, &mut exits.re_atoum, &mut exits.horus] {
            if *rolls != RollSet::ANY {
                *rolls = rolls.iter().map(|roll| if roll == old { new } else { roll }).collect();
            }
        }
        self.no_dark = no_dark;
        self
    }

    /// The choices that contradict each other or could keep a game from ending; a rule file may not make them.
    pub fn conflicts(&self) -> Vec<ConflictError> {
        let mut conflicts = Vec::new();
        let shown = self.no_dark.throws();
        for roll in self.extra_throw.iter().filter(|&roll| !self.no_dark.shows(roll)) {
            conflicts.push(ConflictError::ExtraThrowNeverShown(roll));
        }
        if self.forfeit == Forfeit::ThrowsAgain
            && shown.iter().all(|&(roll, _)| self.extra_throw.contains(roll))
        {
            conflicts.push(ConflictError::EndlessTurn);
        }
        for (square, rolls) in self.exits.by_square() {
            let limited = rolls != RollSet::ANY;
            for roll in rolls.iter().filter(|&roll| limited && !self.no_dark.shows(roll)) {
                conflicts.push(ConflictError::ExitNeverShown { square, roll });
            }
            let nothing_moves_it = match self.wrong_roll {
                WrongRoll::Stay => true,
                WrongRoll::MustReturn => square == Square::HORUS,
                WrongRoll::MayReturn => false,
            };
            if rolls.is_empty() && nothing_moves_it {
                conflicts.push(ConflictError::Stuck(square));
            }
        }
        conflicts
    }
}

/// Choices of a rule set that make no sense together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConflictError {
    /// An extra throw for a roll that never comes.
    #[error("extra_throw holds {0}, which the sticks cannot show with this no_dark")]
    ExtraThrowNeverShown(Roll),
    /// A turn that could go on for ever.
    #[error("forfeit = \"throws-again\" needs a roll that is not in extra_throw, or a turn may never end")]
    EndlessTurn,
    /// An exit with a roll that never comes.
    #[error("exits from {square} hold {roll}, which the sticks cannot show with this no_dark")]
    ExitNeverShown {
        /// The house.
        square: Square,
        /// The roll.
        roll: Roll,
    },
    /// A piece that nothing could ever move again.
    #[error("no roll bears off from {0} and nothing else moves a piece there, so a game may never end")]
    Stuck(Square),
}

impl ConflictError {
    /// The keys that quarrel, the one to change first.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::ExtraThrowNeverShown(_) => &["extra_throw", "no_dark"],
            Self::EndlessTurn => &["forfeit", "extra_throw", "no_dark"],
            Self::ExitNeverShown { .. } => &["exits", "no_dark"],
            Self::Stuck(_) => &["exits", "wrong_roll"],
        }
    }

    /// The house, where the first of the keys has a value for each.
    pub(crate) const fn part(self) -> Option<u8> {
        match self {
            Self::ExtraThrowNeverShown(_) | Self::EndlessTurn => None,
            Self::ExitNeverShown { square, .. } | Self::Stuck(square) => Some(square.number()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_name_the_roll_that_is_shown_instead_and_come_back_as_they_were() {
        for rules in [Rules::CLASSIC, Rules::ASSIGNMENT, Rules::FIVE_PIECE] {
            let six = rules.with_no_dark(NoDark::Six);
            assert_eq!(six.conflicts(), []);
            assert_eq!(six.exits.horus, rules.exits.horus);
            assert_eq!(six.with_no_dark(NoDark::Five), rules);
        }
        let kendall = Rules::FIVE_PIECE.with_no_dark(NoDark::Six);
        assert_eq!(kendall.extra_throw, RollSet::constant(&[1, 4, 6]));
    }
}
