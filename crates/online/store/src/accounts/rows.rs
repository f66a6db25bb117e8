use gebeta_fairness::Digest;
use gebeta_match::{Match, Stage, is_shipped};
use gebeta_protocol::{
    AccountId, BySide, Ending, GameResult, MatchId, Outcome, PlayerName, Side, TokenId, Unrated,
};
use gebeta_rules::{GameKind, Player};

use super::glicko2::Score;

/// An account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Account {
    /// The internal id.
    pub id: AccountId,
    /// The public name.
    pub name: PlayerName,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// An account that is not stored yet.
#[derive(Clone, Debug)]
pub struct NewAccount {
    /// The account.
    pub account: Account,
    /// The password hash: a PHC string.
    pub password: String,
    /// The digests of the recovery codes.
    pub recovery: Vec<Digest>,
}

/// A session to open.
#[derive(Clone, Copy, Debug)]
pub struct NewSession {
    /// The digest of its secret.
    pub digest: Digest,
    /// The account.
    pub account: AccountId,
    /// When, in milliseconds since 1970.
    pub created: u64,
    /// When it expires.
    pub expires: u64,
}

/// A token to store.
#[derive(Clone, Debug)]
pub struct NewToken {
    /// The public id.
    pub id: TokenId,
    /// The digest of the token.
    pub digest: Digest,
    /// The account.
    pub account: AccountId,
    /// The label its owner chose.
    pub label: PlayerName,
    /// When it was made, in milliseconds since 1970.
    pub created: u64,
}

/// A finished game, as far as accounts are concerned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The game.
    pub game: MatchId,
    /// When it ended, in milliseconds since 1970.
    pub at: u64,
    /// Which game.
    pub kind: GameKind,
    /// The name of the rules.
    pub rule_set: String,
    /// The names of the players.
    pub names: BySide<PlayerName>,
    /// The result for side A; none if the game does not count.
    pub result: Option<GameResult>,
    /// How it ended.
    pub how: Ending,
    /// Stones in the store, or pieces off the board.
    pub scores: BySide<u16>,
    /// How many plies it had.
    pub plies: u32,
    /// Why no ratings follow from it, whichever accounts played; none if they do.
    pub unrated: Option<Unrated>,
}

/// How many games between the same two accounts are rated in 24 hours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RatingLimits {
    /// If the seats were taken from different networks.
    pub per_pair: u32,
    /// If both were taken from one.
    pub per_pair_of_one_network: u32,
}

/// The result of recording a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Settled {
    /// It is recorded now.
    Now {
        /// Whether ratings have changed.
        rated: bool,
    },
    /// It had been recorded before, or no account has played it. Nothing was changed.
    Before,
}

impl Ended {
    /// The result of a match; none before its end, or if it had no second player.
    ///
    /// Ratings follow only from shipped rule sets, from verifiable chance (without any player's seed the server alone would
    /// have thrown), and from games in which both players have moved.
    pub fn of(game: &Match, at: u64) -> Option<Self> {
        let Stage::Over(over) = game.stage() else { return None };
        let names = BySide { a: game.names().a.clone()?, b: game.names().b.clone()? };
        let record = game.record();
        let result = over.outcome.zip(game.player_of(Side::A)).map(|(outcome, a)| match (outcome, a) {
            (Outcome::Draw, _) => GameResult::Drawn,
            (Outcome::One, Player::One) | (Outcome::Two, Player::Two) => GameResult::Won,
            (Outcome::One, Player::Two) | (Outcome::Two, Player::One) => GameResult::Lost,
        });
        let score = |side| game.player_of(side).map_or(0, |player| game.position().score(player));
        let rule_set = game.setup().rule_set.clone();
        let is_shipped = is_shipped(&rule_set, &record.rules);
        let seals = game.envelopes().seals;
        let has_chance = seals.a.is_some() || seals.b.is_some();
        let is_provable = [seals.a, seals.b].iter().flatten().any(|(_, own)| *own);
        let has_moved = |side| record.moves().any(|(player, _)| Some(player) == game.player_of(side));
        let unrated = if !is_shipped {
            Some(Unrated::CustomRules)
        } else if has_chance && !is_provable {
            Some(Unrated::Unproved)
        } else if !has_moved(Side::A) || !has_moved(Side::B) {
            Some(Unrated::NotPlayed)
        } else {
            None
        };
        Some(Self {
            game: game.id(),
            at,
            kind: record.rules.game(),
            rule_set,
            names,
            result,
            how: over.how,
            scores: BySide { a: score(Side::A), b: score(Side::B) },
            plies: record.plies().len() as u32,
            unrated,
        })
    }
}

/// The opponent's result.
pub(super) const fn turned(result: GameResult) -> GameResult {
    match result {
        GameResult::Won => GameResult::Lost,
        GameResult::Lost => GameResult::Won,
        GameResult::Drawn => GameResult::Drawn,
    }
}

pub(super) const fn score(result: GameResult) -> Score {
    match result {
        GameResult::Won => Score::Won,
        GameResult::Lost => Score::Lost,
        GameResult::Drawn => Score::Drawn,
    }
}
