use std::fmt;
use std::num::NonZeroU8;

use crate::{Keyword, sowing};

/// Pits per side, or stones per pit: 1 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size(NonZeroU8);

impl Size {
    /// The largest size.
    pub const MAX: u8 = 12;

    /// A size, or none when `n` is not in `1..=12`.
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
            Some(size) => size,
            None => panic!("a preset's size is in 1..=12"),
        }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// How stones are sown (rules 1.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Sowing {
    /// One handful, then the move is over.
    Single,
    /// A last stone in an occupied pit picks the pit up and goes on: Avalanche.
    Relay,
}

impl Keyword for Sowing {
    const KEYWORDS: &'static [(&'static str, Self)] = &[("single", Self::Single), ("relay", Self::Relay)];
}

/// What happens when the last stone lands in an empty pit of the mover (rules 1.4). Relay games capture nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Capture {
    /// Nothing.
    None,
    /// An occupied opposite pit goes to the mover's store, and the landing stone with it.
    Opposite,
    /// The same, and the landing stone goes home even if the opposite pit is empty.
    OppositeAlways,
    /// Only the opposite stones go to the store, the landing stone stays.
    OppositeOnly,
}

impl Keyword for Capture {
    const KEYWORDS: &'static [(&'static str, Self)] = &[
        ("none", Self::None),
        ("opposite", Self::Opposite),
        ("opposite-always", Self::OppositeAlways),
        ("opposite-only", Self::OppositeOnly),
    ];
}

/// When the game is over (rules 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// All pits of either side are empty.
    SideEmpty,
    /// The same, or one store holds more than half of all stones.
    Majority,
}

impl Keyword for End {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("side-empty", Self::SideEmpty), ("majority", Self::Majority)];
}

/// Who gets the stones that are left in the pits when a side is empty (rules 1.5).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Leftovers {
    /// The player on whose side they are.
    OwnSide,
    /// Neither player.
    Uncounted,
}

impl Keyword for Leftovers {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("own-side", Self::OwnSide), ("uncounted", Self::Uncounted)];
}

/// Who makes the first move (rules 1.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum First {
    /// Player 1.
    Player1,
    /// Player 2.
    Player2,
    /// The winner of the coin toss.
    Coin,
}

impl Keyword for First {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("player1", Self::Player1), ("player2", Self::Player2), ("coin", Self::Coin)];
}

/// How a move changes the board and when the game ends: what a position must know of its rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct MoveRules {
    /// One handful or relays.
    pub sowing: Sowing,
    /// Whether the pit that started the move gets no stone in it.
    pub skip_origin: bool,
    /// What a last stone in an own empty pit takes.
    pub capture: Capture,
    /// Whether a last stone in the own store gives another move.
    pub extra_turn: bool,
    /// When the game is over.
    pub end: End,
    /// Whose the last stones are.
    pub leftovers: Leftovers,
}

impl MoveRules {
    /// The best known rules, also called Kalah.
    pub const GEBETA: Self = Self {
        sowing: Sowing::Single,
        skip_origin: false,
        capture: Capture::Opposite,
        extra_turn: true,
        end: End::SideEmpty,
        leftovers: Leftovers::OwnSide,
    };
    /// Relay sowing, no captures; leftover stones do not count.
    pub const AVALANCHE: Self = Self {
        sowing: Sowing::Relay,
        capture: Capture::None,
        leftovers: Leftovers::Uncounted,
        ..Self::GEBETA
    };
    /// The browser game's rules: the chosen pit stays empty for the move.
    pub const TAINTED: Self = Self { skip_origin: true, capture: Capture::OppositeOnly, ..Self::GEBETA };
    /// A last stone in an own empty pit always goes home: the rules of the published solutions.
    pub const EMPTY_CAPTURE: Self = Self { capture: Capture::OppositeAlways, ..Self::GEBETA };

    /// The same law with another [`Sowing`]. Relay games capture nothing, so captures are switched off with it.
    #[must_use]
    pub const fn with_sowing(self, sowing: Sowing) -> Self {
        let capture = match sowing {
            Sowing::Single => self.capture,
            Sowing::Relay => Capture::None,
        };
        Self { sowing, capture, ..self }
    }
}

/// A whole rule set: the board, the law of moves, and who begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// Pits per side.
    pub pits: Size,
    /// Stones per pit at the start.
    pub stones: Size,
    /// How moves work.
    pub law: MoveRules,
    /// Who begins.
    pub first: First,
    /// Whether the second player may swap sides once, after the first turn.
    pub pie: bool,
}

impl Rules {
    /// `gebeta`, the default.
    pub const GEBETA: Self = Self {
        pits: Size::constant(6),
        stones: Size::constant(4),
        law: MoveRules::GEBETA,
        first: First::Player1,
        pie: false,
    };
    /// `capture`: Gebeta under the name that players of Avalanche know it by.
    pub const CAPTURE: Self = Self::GEBETA;
    /// `avalanche`.
    pub const AVALANCHE: Self = Self { law: MoveRules::AVALANCHE, ..Self::GEBETA };
    /// `tainted`.
    pub const TAINTED: Self = Self { law: MoveRules::TAINTED, first: First::Coin, ..Self::GEBETA };
    /// `empty-capture`.
    pub const EMPTY_CAPTURE: Self = Self { law: MoveRules::EMPTY_CAPTURE, ..Self::GEBETA };

    /// The same rules, if the law of the whole family says nothing that this small one does not know.
    pub fn like(rules: &sowing::Rules) -> Option<Self> {
        let law = &rules.law;
        let like = Self {
            pits: Size::new(law.pits)?,
            stones: Size::new(rules.stones)?,
            law: MoveRules {
                sowing: match law.sowing {
                    sowing::Sowing::Single => Sowing::Single,
                    sowing::Sowing::Relay => Sowing::Relay,
                    sowing::Sowing::RelayNext => return None,
                },
                skip_origin: law.skip_origin == sowing::SkipOrigin::Move,
                capture: law.capture,
                extra_turn: law.extra_turn,
                end: match law.end {
                    sowing::End::SideEmpty => End::SideEmpty,
                    sowing::End::Majority => End::Majority,
                    sowing::End::Stuck | sowing::End::StuckMajority => return None,
                },
                leftovers: match law.leftovers {
                    sowing::Leftovers::OwnSide => Leftovers::OwnSide,
                    sowing::Leftovers::Uncounted => Leftovers::Uncounted,
                    sowing::Leftovers::LastMover | sowing::Leftovers::EmptyPlayer => return None,
                },
            },
            first: rules.first,
            pie: rules.pie,
        };
        (like.conflicts().is_empty() && sowing::Rules::from(&like) == *rules).then_some(like)
    }

    /// The choices that contradict each other; a rule file may not make them.
    pub fn conflicts(&self) -> Vec<ConflictError> {
        if self.law.sowing == Sowing::Relay && self.law.capture != Capture::None {
            vec![ConflictError::RelayCaptures]
        } else {
            Vec::new()
        }
    }
}

/// Choices of a rule set that make no sense together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ConflictError {
    /// Relay games have no captures.
    #[error("relay sowing goes with capture = \"none\" only")]
    RelayCaptures,
}

impl ConflictError {
    /// The keys that quarrel, the one to change first.
    pub const fn keys(self) -> &'static [&'static str] {
        match self {
            Self::RelayCaptures => &["capture", "sowing"],
        }
    }
}

/// The difficulties of the browser game: each is a number of stones per pit (rules 1.7).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Difficulty {
    /// Three stones.
    Easy,
    /// Four stones.
    Normal,
    /// Five stones.
    Hard,
    /// Six stones.
    Expert,
}

impl Keyword for Difficulty {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("easy", Self::Easy), ("normal", Self::Normal), ("hard", Self::Hard), ("expert", Self::Expert)];
}

impl Difficulty {
    /// Stones per pit.
    pub const fn stones(self) -> Size {
        Size::constant(match self {
            Self::Easy => 3,
            Self::Normal => 4,
            Self::Hard => 5,
            Self::Expert => 6,
        })
    }
}
