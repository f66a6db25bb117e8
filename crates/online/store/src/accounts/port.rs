use std::fmt;

use async_trait::async_trait;

use gebeta_fairness::Digest;
use gebeta_protocol::{
    AccountId, Export, LeaderboardEntry, MatchId, PlayerName, Profile, StatisticsLine, TokenId, TokenView,
};
use gebeta_rules::GameKind;

use super::{Account, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled};
use crate::ports::StoreError;

/// The store of accounts. What it reports as done is on the disk.
#[async_trait]
pub trait Accounts: Send + Sync + fmt::Debug {
    /// Stores a new account; false if its name, or one that looks like it, is taken.
    async fn create(&self, new: NewAccount) -> Result<bool, StoreError>;

    /// The account with this name, however it is written, and its password hash.
    async fn find(&self, name: PlayerName) -> Result<Option<(Account, String)>, StoreError>;

    /// Opens a session. The oldest sessions beyond `most` are closed.
    async fn open_session(&self, new: NewSession, most: usize) -> Result<(), StoreError>;

    /// The account of a session that is valid at `now`.
    async fn session(&self, digest: Digest, now: u64) -> Result<Option<Account>, StoreError>;

    /// Which of these sessions and tokens are valid at `now`.
    async fn good_sessions(&self, digests: Vec<Digest>, now: u64) -> Result<Vec<Digest>, StoreError>;

    /// Closes a session.
    async fn close_session(&self, digest: Digest) -> Result<(), StoreError>;

    /// Closes all sessions of an account.
    async fn close_sessions(&self, account: AccountId) -> Result<(), StoreError>;

    /// Stores a new password hash, closes all sessions and revokes all tokens; false if `old` is not the stored hash.
    async fn change_password(&self, account: AccountId, old: String, new: String)
    -> Result<bool, StoreError>;

    /// Replaces the recovery codes.
    async fn set_recovery(&self, account: AccountId, codes: Vec<Digest>) -> Result<(), StoreError>;

    /// Adds a recovery code.
    async fn add_recovery(&self, account: AccountId, code: Digest) -> Result<(), StoreError>;

    /// Whether an account has this recovery code.
    async fn has_recovery(&self, account: AccountId, code: Digest) -> Result<bool, StoreError>;

    /// Stores a new password hash, closes all sessions, revokes all tokens and deletes the recovery code that was used;
    /// false if the account has no such code.
    async fn recover(&self, account: AccountId, code: Digest, new: String) -> Result<bool, StoreError>;

    /// Stores a token; false if the account has `most` already.
    async fn add_token(&self, new: NewToken, most: usize) -> Result<bool, StoreError>;

    /// The account of a token.
    async fn token(&self, digest: Digest) -> Result<Option<Account>, StoreError>;

    /// The tokens of an account, the oldest first.
    async fn tokens(&self, account: AccountId) -> Result<Vec<TokenView>, StoreError>;

    /// Deletes a token; false if the account has no such token.
    async fn revoke(&self, account: AccountId, token: TokenId) -> Result<bool, StoreError>;

    /// Games of accounts without a result, after `after` in a fixed order.
    async fn unsettled(&self, after: Option<MatchId>, limit: usize) -> Result<Vec<MatchId>, StoreError>;

    /// Stores the result of a game and the new ratings, once however often it is called, all or nothing.
    async fn settle(&self, ended: Ended, limits: RatingLimits) -> Result<Settled, StoreError>;

    /// The public profile with the latest `limit` games that ended before `before`.
    async fn profile(&self, account: Account, before: u64, limit: usize) -> Result<Profile, StoreError>;

    /// The best `limit` players of a rule set after the first `skipped`, without provisional ratings.
    async fn leaderboard(
        &self,
        game: GameKind,
        rule_set: String,
        skipped: u64,
        limit: usize,
    ) -> Result<Vec<LeaderboardEntry>, StoreError>;

    /// Results by rule set and opponent; what was played most often comes first.
    async fn statistics(&self, account: AccountId) -> Result<Vec<StatisticsLine>, StoreError>;

    /// All stored data of an account.
    async fn export(&self, account: Account) -> Result<Export, StoreError>;

    /// Deletes an account, except its name in games, which [`erase`](Self::erase) removes.
    async fn delete(&self, account: AccountId) -> Result<(), StoreError>;

    /// Replaces the names of deleted accounts in some of their games by `nobody` and returns those games; none if there are
    /// none left.
    async fn erase(&self, nobody: PlayerName) -> Result<Option<Vec<MatchId>>, StoreError>;
}
