use std::fmt;

use async_trait::async_trait;

use gebeta_fairness::Digest;
use gebeta_protocol::{AccountId, Export, MatchId, PlayerName, Profile, StatisticsLine, TokenId, TokenView};

use super::{Account, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled};
use crate::ports::StoreError;

/// Where accounts are. Whatever it says is done, is on the disk.
#[async_trait]
pub trait Accounts: Send + Sync + fmt::Debug {
    /// Keeps a new account; false if its name is taken, or looks like one that is.
    async fn create(&self, new: NewAccount) -> Result<bool, StoreError>;

    /// The account with this name, however it is written, and what is kept of its password.
    async fn find(&self, name: PlayerName) -> Result<Option<(Account, String)>, StoreError>;

    /// Somebody has signed in. The oldest sessions beyond `most` are forgotten.
    async fn open_session(&self, new: NewSession, most: usize) -> Result<(), StoreError>;

    /// Who is signed in by this session at the time `now`.
    async fn session(&self, digest: Digest, now: u64) -> Result<Option<Account>, StoreError>;

    /// Which of these sessions and tokens are good at the time `now`.
    async fn good_sessions(&self, digests: Vec<Digest>, now: u64) -> Result<Vec<Digest>, StoreError>;

    /// Signs out.
    async fn close_session(&self, digest: Digest) -> Result<(), StoreError>;

    /// Signs out everywhere.
    async fn close_sessions(&self, account: AccountId) -> Result<(), StoreError>;

    /// Keeps another password, signs out everywhere and revokes all tokens; false if `old` is no longer what is kept.
    async fn change_password(&self, account: AccountId, old: String, new: String)
    -> Result<bool, StoreError>;

    /// Keeps these recovery codes instead of those there were.
    async fn set_recovery(&self, account: AccountId, codes: Vec<Digest>) -> Result<(), StoreError>;

    /// Keeps one more recovery code.
    async fn add_recovery(&self, account: AccountId, code: Digest) -> Result<(), StoreError>;

    /// Whether an account has this recovery code.
    async fn has_recovery(&self, account: AccountId, code: Digest) -> Result<bool, StoreError>;

    /// Keeps another password, signs out everywhere, revokes all tokens and forgets the recovery code it was done with; false
    /// if the account has no such code.
    async fn recover(&self, account: AccountId, code: Digest, new: String) -> Result<bool, StoreError>;

    /// Keeps a token; false if the account has `most` already.
    async fn add_token(&self, new: NewToken, most: usize) -> Result<bool, StoreError>;

    /// For whom this token speaks.
    async fn token(&self, digest: Digest) -> Result<Option<Account>, StoreError>;

    /// The tokens of an account, the oldest first.
    async fn tokens(&self, account: AccountId) -> Result<Vec<TokenView>, StoreError>;

    /// Forgets a token; false if the account has no such token.
    async fn revoke(&self, account: AccountId, token: TokenId) -> Result<bool, StoreError>;

    /// Games with accounts whose result is not written, after `after` in a fixed order.
    async fn unsettled(&self, after: Option<MatchId>, limit: usize) -> Result<Vec<MatchId>, StoreError>;

    /// Writes the result of a game and the ratings that follow, once however often it is asked, all of it or nothing.
    async fn settle(&self, ended: Ended, limits: RatingLimits) -> Result<Settled, StoreError>;

    /// What everybody may know: the latest `limit` games that ended before `before`.
    async fn profile(&self, account: Account, before: u64, limit: usize) -> Result<Profile, StoreError>;

    /// How an account has fared, by rule set and opponent; what was played most often comes first.
    async fn statistics(&self, account: AccountId) -> Result<Vec<StatisticsLine>, StoreError>;

    /// Everything that is kept of an account.
    async fn export(&self, account: Account) -> Result<Export, StoreError>;

    /// Forgets an account, but for its name in games, which [`erase`](Self::erase) takes out.
    async fn delete(&self, account: AccountId) -> Result<(), StoreError>;

    /// Takes the names of deleted accounts out of some of their games, and says out of which; none if there are none left.
    async fn erase(&self, nobody: PlayerName) -> Result<Option<Vec<MatchId>>, StoreError>;
}
