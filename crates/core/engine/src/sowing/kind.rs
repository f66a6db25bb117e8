use gebeta_rules::Keyword;
use gebeta_rules::sowing::{MoveRules, Rows, Sowing, Stores, Wins};

/// Rule sets that are played alike: each kind has weights of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One lap, captures by the number of stones: oware, bohnenspiel.
    Count,
    /// One lap with pits to own: togyzkumalak.
    Tuz,
    /// One lap that fills the own store: mangala.
    Store,
    /// Who runs out of stones has won: waurie.
    Emptied,
    /// Relays that fill the own store: congkak.
    StoreRelay,
    /// Relays with captures across the board: ayoayo.
    Relay,
    /// Relays that capture by the number of stones: lahemay waladat.
    RelayCount,
    /// Relays that take pits of four: rio kadalis.
    Fours,
    /// Relays with pits to own: gabata.
    Marks,
    /// Relays from the next pit: pallanguzhi.
    Next,
    /// Four rows: hus.
    FourRows,
}

impl Keyword for Kind {
    const KEYWORDS: &'static [(&'static str, Self)] = &[
        ("count", Self::Count),
        ("tuz", Self::Tuz),
        ("store", Self::Store),
        ("emptied", Self::Emptied),
        ("store-relay", Self::StoreRelay),
        ("relay", Self::Relay),
        ("relay-count", Self::RelayCount),
        ("fours", Self::Fours),
        ("marks", Self::Marks),
        ("next", Self::Next),
        ("four-rows", Self::FourRows),
    ];
}

impl Kind {
    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        Self::KEYWORDS.iter().map(|&(_, kind)| kind)
    }

    /// The kind of game that this law makes.
    pub fn of(law: &MoveRules) -> Self {
        let has_marks = law.mark > 0 || law.mark_pair > 0;
        match (law.rows, law.sowing) {
            (Rows::Four, _) => Self::FourRows,
            _ if law.wins == Wins::Emptied => Self::Emptied,
            (_, Sowing::RelayNext) => Self::Next,
            (_, Sowing::Single) if has_marks => Self::Tuz,
            (_, Sowing::Single) if law.stores == Stores::Sown => Self::Store,
            (_, Sowing::Single) => Self::Count,
            _ if has_marks => Self::Marks,
            _ if law.stores == Stores::Sown => Self::StoreRelay,
            _ if law.pass_take > 0 => Self::Fours,
            _ if !law.take.is_empty() => Self::RelayCount,
            _ => Self::Relay,
        }
    }
}
