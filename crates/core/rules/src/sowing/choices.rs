//! The values of the keys that are written as words.

use crate::Keyword;

/// Declares an enumeration together with the words of its values.
macro_rules! choice {
    ($(#[$about:meta])* $name:ident { $($(#[$doc:meta])* $value:ident = $word:literal,)+ }) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$doc])* $value,)+
        }

        impl Keyword for $name {
            const KEYWORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$value),)+];
        }
    };
}

choice! {
    /// How many rows the board has (law 1.1).
    Rows {
        /// One row for each player.
        Two = "2",
        /// One row for each player and half of the middle row.
        Three = "3",
        /// Two rows for each player.
        Four = "4",
    }
}

choice! {
    /// Whether sowing passes through the own store (law 1.3).
    Stores {
        /// The own store gets a stone when the path passes it.
        Sown = "sown",
        /// Stores are beside the board and hold only what was captured.
        Aside = "aside",
    }
}

choice! {
    /// Where stones are sown to (law 1.1 and 2.1).
    Direction {
        /// Counter-clockwise.
        Ccw = "ccw",
        /// Clockwise: the same game on a mirrored board.
        Cw = "cw",
        /// Pits of the left half clockwise, the others counter-clockwise.
        Split = "split",
        /// The mover chooses.
        Either = "either",
        /// An even number of stones clockwise, an odd one counter-clockwise.
        Parity = "parity",
    }
}

choice! {
    /// When a pit with a single stone may be played (law 2.1).
    Lone {
        /// Always.
        Free = "free",
        /// Never.
        Never = "never",
        /// Only if no pit holds more.
        Last = "last",
        /// Only into an empty hole.
        ToEmpty = "to-empty",
        /// Only if no pit holds more, and only into an empty hole.
        LastToEmpty = "last-to-empty",
    }
}

choice! {
    /// How far a move must reach (law 2.1 and 2.4).
    Reach {
        /// Anywhere.
        Free = "free",
        /// Its first lap must cross to the opponent's side or end in an empty pit.
        AcrossOrEmpty = "across-or-empty",
        /// A move that stays at home and ends in an empty own pit gives another move; only moves that cross capture.
        Again = "again",
    }
}

choice! {
    /// Whether pits whose stones of the start have not been lifted are protected (law 1.5).
    Fresh {
        /// They are not.
        Free = "free",
        /// Nothing is captured from them.
        Safe = "safe",
    }
}

choice! {
    /// Whether a player must leave the opponent something to play with (law 2.1).
    Feed {
        /// No.
        No = "no",
        /// An opponent without stones must be given some.
        Hungry = "hungry",
        /// No move may leave the opponent without stones if another does not.
        Always = "always",
    }
}

choice! {
    /// What a last stone in an occupied pit does (law 2.4 g).
    Sowing {
        /// The move is over after one lap.
        Single = "single",
        /// The pit with the last stone is lifted and sown.
        Relay = "relay",
        /// The pit after the last stone is lifted and sown.
        RelayNext = "relay-next",
    }
}

choice! {
    /// Where the first stone of a lap goes (law 2.2).
    FirstStone {
        /// Into the next hole.
        Next = "next",
        /// Back into the lifted pit, if there are two or more.
        Origin = "origin",
    }
}

choice! {
    /// Which pit a lap passes over (law 2.3).
    SkipOrigin {
        /// None.
        No = "false",
        /// The pit that the move began with.
        Move = "true",
        /// The pit that this lap was lifted from.
        Lap = "lap",
    }
}

choice! {
    /// Who gets a pit that reaches the passing count (law 2.3).
    TakeBy {
        /// The player on whose side the pit lies.
        Owner = "owner",
        /// The mover.
        Sower = "sower",
    }
}

choice! {
    /// Who gets a pit that reaches the passing count with the last stone of a lap (law 2.4 e).
    Receiver {
        /// The mover.
        Sower = "sower",
        /// The player on whose side the pit lies.
        Owner = "owner",
        /// Neither.
        Nobody = "nobody",
    }
}

choice! {
    /// On which side captures by count are made (law 2.4 d).
    Side {
        /// The opponent's.
        Opponent = "opponent",
        /// The mover's.
        Own = "own",
        /// Either.
        Any = "any",
    }
}

choice! {
    /// Whether a capture by count goes on in the neighboring pits (law 2.4 d).
    Run {
        /// It does not.
        None = "none",
        /// Against the direction of sowing.
        Back = "back",
        /// In the direction of sowing.
        Ahead = "ahead",
    }
}

choice! {
    /// Where the stones of a marked pit are (law 2.3 and 2.4 c).
    MarkKeeps {
        /// In the pit until the game ends.
        Pit = "pit",
        /// In the store of its owner.
        Store = "store",
    }
}

choice! {
    /// From which side a capture across the board is made (law 2.4 f).
    CaptureFrom {
        /// The mover's.
        Own = "own",
        /// Either.
        Any = "any",
    }
}

choice! {
    /// What the landing pit held before a capture across the board (law 2.4 f).
    CaptureOn {
        /// Nothing.
        Empty = "empty",
        /// At least one stone.
        Occupied = "occupied",
        /// Any number.
        Any = "any",
    }
}

choice! {
    /// How much a capture takes on a board of four rows (law 2.4 f).
    CaptureDepth {
        /// The front pit and what lies behind it.
        FrontBack = "front-back",
        /// The front pit only.
        Front = "front",
        /// Both, and only if both hold stones.
        Both = "both",
    }
}

choice! {
    /// What a lap that ends before an empty pit captures (law 2.4 g).
    Gap {
        /// Nothing.
        None = "none",
        /// The pit after the empty one.
        One = "one",
        /// The same, and so on while empty and occupied pits alternate.
        Run = "run",
    }
}

choice! {
    /// What becomes of a capture that takes all the opponent has (law 2.5).
    Slam {
        /// It stands.
        Legal = "legal",
        /// The move stands without the capture.
        NoCapture = "no-capture",
        /// The move may not be played if another may.
        Forbidden = "forbidden",
    }
}

choice! {
    /// What follows a capture (law 2.4 i).
    AfterCapture {
        /// The move is over.
        Ends = "ends",
        /// The mover has another move.
        Again = "again",
        /// Sowing goes on from the landing pit or the next one.
        Onward = "onward",
        /// The captured stones are sown from the hole after the landing pit.
        Resow = "resow",
    }
}

choice! {
    /// When the game is over (law 2.7).
    End {
        /// A side is empty.
        SideEmpty = "side-empty",
        /// A side is empty, or a player has more than half of the stones.
        Majority = "majority",
        /// The player to move has no legal move.
        Stuck = "stuck",
        /// The same, or a player has more than half of the stones.
        StuckMajority = "stuck-majority",
    }
}

choice! {
    /// What happens to a player without a legal move (law 2.7).
    Stuck {
        /// The game is over.
        Ends = "ends",
        /// The other player moves instead.
        Passes = "passes",
    }
}

choice! {
    /// Who gets the stones on the board when a repeated position ends the game (law 2.8).
    RepeatRest {
        /// The player on whose side they are.
        OwnSide = "own-side",
        /// Neither player.
        Uncounted = "uncounted",
    }
}

choice! {
    /// Who gets the stones that are left in the pits at the end (law 2.8).
    Leftovers {
        /// The player on whose side they are.
        OwnSide = "own-side",
        /// Neither player.
        Uncounted = "uncounted",
        /// The player who made the last move.
        LastMover = "last-mover",
        /// The player whose side is empty, if exactly one is; otherwise as for `own-side`.
        EmptyPlayer = "empty-player",
    }
}

choice! {
    /// Who wins (law 2.8).
    Wins {
        /// The player with more stones.
        Most = "most",
        /// The player who made the last move.
        LastMover = "last-mover",
        /// The player whose side is empty.
        Emptied = "emptied",
    }
}
