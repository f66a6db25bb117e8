use std::fmt;

use gebeta_arena::{Pending, StoreFault};
use gebeta_fair::Digest;
use gebeta_protocol::{AccountId, Export, MatchId, PlayerName, Profile, StatisticsLine, TokenId, TokenView};

use super::{Account, Ended, NewAccount, NewSession, NewToken, RatingLimits, Settled};

/// What is asked of a store of accounts.
type Told<'a, T> = Pending<'a, Result<T, StoreFault>>;

/// Where accounts are. Whatever it says is done, is on the disk.
pub trait Accounts: Send + Sync + fmt::Debug {
    /// Keeps a new account; false if its name is taken, or looks like one that is.
    fn create(&self, new: NewAccount) -> Told<'_, bool>;

    /// The account with this name, however it is written, and what is kept of its password.
    fn find(&self, name: PlayerName) -> Told<'_, Option<(Account, String)>>;

    /// Somebody has signed in. The oldest sessions beyond `most` are forgotten.
    fn open_session(&self, new: NewSession, most: usize) -> Told<'_, ()>;

    /// Who is signed in by this session at the time `now`.
    fn session(&self, digest: Digest, now: u64) -> Told<'_, Option<Account>>;

    /// Which of these sessions and tokens are good at the time `now`.
    fn good_sessions(&self, digests: Vec<Digest>, now: u64) -> Told<'_, Vec<Digest>>;

    /// Signs out.
    fn close_session(&self, digest: Digest) -> Told<'_, ()>;

    /// Signs out everywhere.
    fn close_sessions(&self, account: AccountId) -> Told<'_, ()>;

    /// Keeps another password, signs out everywhere and revokes all tokens; false if `old` is no longer what is kept.
    fn change_password(&self, account: AccountId, old: String, new: String) -> Told<'_, bool>;

    /// Keeps these recovery codes instead of those there were.
    fn set_recovery(&self, account: AccountId, codes: Vec<Digest>) -> Told<'_, ()>;

    /// Keeps one more recovery code.
    fn add_recovery(&self, account: AccountId, code: Digest) -> Told<'_, ()>;

    /// Whether an account has this recovery code.
    fn has_recovery(&self, account: AccountId, code: Digest) -> Told<'_, bool>;

    /// Keeps another password, signs out everywhere, revokes all tokens and forgets the recovery code it was done with; false
    /// if the account has no such code.
    fn recover(&self, account: AccountId, code: Digest, new: String) -> Told<'_, bool>;

    /// Keeps a token; false if the account has `most` already.
    fn add_token(&self, new: NewToken, most: usize) -> Told<'_, bool>;

    /// For whom this token speaks.
    fn token(&self, digest: Digest) -> Told<'_, Option<Account>>;

    /// The tokens of an account, the oldest first.
    fn tokens(&self, account: AccountId) -> Told<'_, Vec<TokenView>>;

    /// Forgets a token; false if the account has no such token.
    fn revoke(&self, account: AccountId, token: TokenId) -> Told<'_, bool>;

    /// Games with accounts whose result is not written, after `after` in a fixed order.
    fn unsettled(&self, after: Option<MatchId>, limit: usize) -> Told<'_, Vec<MatchId>>;

    /// Writes the result of a game and the ratings that follow, once however often it is asked, all of it or nothing.
    fn settle(&self, ended: Ended, limits: RatingLimits) -> Told<'_, Settled>;

    /// What everybody may know: the latest `limit` games that ended before `before`.
    fn profile(&self, account: Account, before: u64, limit: usize) -> Told<'_, Profile>;

    /// How an account has fared, by rule set and opponent; what was played most often comes first.
    fn statistics(&self, account: AccountId) -> Told<'_, Vec<StatisticsLine>>;

    /// Everything that is kept of an account.
    fn export(&self, account: Account) -> Told<'_, Export>;

    /// Forgets an account, but for its name in games, which [`erase`](Self::erase) takes out.
    fn delete(&self, account: AccountId) -> Told<'_, ()>;

    /// Takes the names of deleted accounts out of some of their games, and says out of which; none if there are none left.
    fn erase(&self, nobody: PlayerName) -> Told<'_, Option<Vec<MatchId>>>;
}
