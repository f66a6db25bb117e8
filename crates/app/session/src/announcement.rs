use gebeta_i18n::Language;
use gebeta_rules::senet::Roll;
use gebeta_rules::{AppliedMove, ByPlayer, Coin, CoinSide, Player};

use crate::narration::{beginning, throwing};
use crate::{narrate, turn_text, verdict};

/// Something that has happened in a game and can be said in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Announcement {
    /// The coin was tossed.
    Coin(Coin),
    /// The sticks were thrown.
    Throw {
        /// Who threw.
        player: Player,
        /// What they count.
        roll: Roll,
        /// Whether no move is possible with them.
        must_pass: bool,
    },
    /// A move was played, or played again.
    Move(AppliedMove),
    /// A move is shown and waits to be committed.
    Trial(AppliedMove),
    /// Moves were taken back.
    TakenBack {
        /// Who is to move now.
        next: Option<Player>,
    },
    /// An earlier position is looked at.
    Place {
        /// The ply it is before.
        place: usize,
        /// How many plies there are.
        plies: usize,
        /// The move that led there.
        last: Option<AppliedMove>,
    },
}

impl Announcement {
    /// What has happened, sentence by sentence.
    pub fn sentences(&self, l: Language, names: &ByPlayer<String>) -> Vec<String> {
        match self {
            Self::Coin(coin) => vec![beginning(l, Some(*coin), &names[coin.first()])],
            Self::Throw { player, roll, .. } => vec![throwing(l, &names[*player], *roll)],
            Self::Move(played) => happened(l, played, names),
            Self::Trial(played) => narrate(l, played, names),
            Self::TakenBack { next } => {
                let turn = next.map(|next| turn_text(l, &names[next]));
                [l.taken_back().to_owned()].into_iter().chain(turn).collect()
            }
            Self::Place { place, plies, last } => {
                let told = last.iter().flat_map(|last| happened(l, last, names));
                [l.replay_place(*place, *plies)].into_iter().chain(told).collect()
            }
        }
    }
}

/// What a move did, and how the game ended if it did.
fn happened(l: Language, played: &AppliedMove, names: &ByPlayer<String>) -> Vec<String> {
    let mut sentences = narrate(l, played, names);
    if played.after.outcome().is_some() {
        sentences.push(verdict(l, &played.after, names));
    }
    sentences
}

/// What a side of the coin is called.
pub fn coin_side(l: Language, side: CoinSide) -> &'static str {
    match side {
        CoinSide::Heads => l.heads(),
        CoinSide::Tails => l.tails(),
    }
}
