//! Signing up, in and out, and what requires the password once more.

use std::net::IpAddr;

use ::metrics::counter;
use axum::http::HeaderMap;

use gebeta_match::random_id;
use gebeta_protocol::{
    AccountId, Code, Credentials, Password, PasswordChange, PlayerName, RecoveryCode, SessionSecret,
};
use gebeta_store::accounts::{Account, NewAccount, NewSession};

use super::authentication::session_digest;
use super::common_passwords::is_common;
use super::result_recorder::is_reserved;
use super::{AccountService, recovery};
use crate::game_error::GameError;
use crate::http::cookies;
use crate::store_timeouts::in_time;
use crate::telemetry::metrics::LOGINS;
use crate::{OsChance, limits};

/// Refuses a new password that is too short, too long, the name itself or among the first that attackers try.
pub(crate) fn check_new_password(password: &Password, name: &PlayerName) -> Result<(), Code> {
    if password.suits(name) && !is_common(password) { Ok(()) } else { Err(Code::BadPassword) }
}

/// Counts an attempt to sign in by its result.
pub(crate) fn count_login<T>(checked: &Result<T, GameError>) {
    let result = match checked {
        Ok(_) => "right",
        Err(GameError::Refused(Code::WrongLogin)) => "wrong",
        Err(_) => "unheard",
    };
    counter!(LOGINS, "result" => result).increment(1);
}

impl AccountService {
    /// Makes an account, and returns it with its recovery codes.
    ///
    /// # Errors
    /// The password is bad, the name is taken, the address signs up too often, or too many passwords are being hashed.
    pub(crate) async fn sign_up(
        &self,
        Credentials { name, password }: Credentials,
        address: IpAddr,
    ) -> Result<(Account, Vec<RecoveryCode>), GameError> {
        check_new_password(&password, &name)?;
        if !self.may_sign_up(address) {
            return Err(Code::Rate.into());
        }
        // Before the costly part; if another sign-up is quicker, the write below finds out.
        self.check_name_is_free(&name).await?;
        let password = self.hasher().hash(password).await?;
        let account = Account { id: AccountId::new(random_id(&mut OsChance)), name, created: self.now() };
        let codes = recovery::draw();
        let recovery = recovery::digests(account.id, &codes);
        let new = NewAccount { account: account.clone(), password, recovery };
        if !in_time(self.store().create(new)).await? {
            return Err(Code::NameTaken.into());
        }
        tracing::info!(account = %account.id, "signed up");
        Ok((account, codes))
    }

    /// Refuses a name that an account has, or that the game gives to players itself.
    async fn check_name_is_free(&self, name: &PlayerName) -> Result<(), GameError> {
        let is_taken = is_reserved(name) || in_time(self.store().find(name.clone())).await?.is_some();
        if is_taken { Err(Code::NameTaken.into()) } else { Ok(()) }
    }

    /// The name a player takes a seat with: the account's own, or for a guest one that no account has.
    ///
    /// # Errors
    /// A guest has the name of an account.
    pub(crate) async fn set_name(
        &self,
        account: Option<Account>,
        name: &mut PlayerName,
    ) -> Result<(), GameError> {
        match account {
            Some(account) => *name = account.name,
            None => self.check_name_is_free(name).await?,
        }
        Ok(())
    }

    /// The account with this name and password. The answer and the time it takes are the same whether the name or the password
    /// is wrong.
    ///
    /// # Errors
    /// The name or the password is wrong, there were too many attempts, or too many passwords are being hashed.
    pub(crate) async fn sign_in(
        &self,
        Credentials { name, password }: Credentials,
        headers: &HeaderMap,
        address: IpAddr,
    ) -> Result<Account, GameError> {
        let known = self.known_device(headers, &name).await;
        let checked = if self.may_sign_in(&name, address, known) {
            self.check_password(name, password).await
        } else {
            Err(Code::Rate.into())
        };
        count_login(&checked);
        let (account, _) = checked?;
        tracing::info!(account = %account.id, "signed in");
        Ok(account)
    }

    /// The account and its password hash, if the password is right.
    async fn check_password(
        &self,
        name: PlayerName,
        password: Password,
    ) -> Result<(Account, String), GameError> {
        if !password.is_sensible() {
            return Err(Code::WrongLogin.into());
        }
        let found = in_time(self.store().find(name)).await?;
        let hash = found.as_ref().map(|(_, hash)| hash.clone());
        let is_right = self.hasher().verify(password, hash).await?;
        found.filter(|_| is_right).ok_or_else(|| Code::WrongLogin.into())
    }

    /// Checks the password of an account that is signed in once more: a page left open is not enough. Attempts are counted by
    /// session, so attempts with the name elsewhere do not keep the owner from it. Returns the password hash.
    ///
    /// # Errors
    /// There is no session, there were too many attempts, or the password is wrong.
    pub(crate) async fn confirm(
        &self,
        headers: &HeaderMap,
        account: &Account,
        password: Password,
    ) -> Result<String, GameError> {
        let session = cookies::read_session(headers).ok_or(Code::SignedOut)?;
        if !self.may_confirm(session_digest(&session)) {
            return Err(Code::Rate.into());
        }
        Ok(self.check_password(account.name.clone(), password).await?.1)
    }

    /// Changes the password, ends all sessions and revokes all tokens: an attacker who knew the old password may have made some.
    ///
    /// # Errors
    /// The new password is bad, or the old one is not confirmed.
    pub(crate) async fn change_password(
        &self,
        headers: &HeaderMap,
        account: &Account,
        PasswordChange { password, new }: PasswordChange,
    ) -> Result<(), GameError> {
        check_new_password(&new, &account.name)?;
        let old_hash = self.confirm(headers, account, password).await?;
        let new_hash = self.hasher().hash(new).await?;
        if !in_time(self.store().change_password(account.id, old_hash, new_hash)).await? {
            return Err(Code::WrongLogin.into());
        }
        self.tell_signed_out_everywhere(account.id);
        tracing::info!(account = %account.id, "password changed");
        Ok(())
    }

    /// Opens a session, after closing the one the browser has.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn open_session(
        &self,
        headers: &HeaderMap,
        account: AccountId,
    ) -> Result<SessionSecret, GameError> {
        self.sign_out(headers).await?;
        let secret = SessionSecret::new(random_id(&mut OsChance));
        let created = self.now();
        let expires = created + limits::SESSION.as_millis() as u64;
        let new = NewSession { digest: session_digest(&secret), account, created, expires };
        in_time(self.store().open_session(new, limits::SESSIONS_PER_ACCOUNT)).await?;
        Ok(secret)
    }

    /// Ends the session of a browser, if it has one.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn sign_out(&self, headers: &HeaderMap) -> Result<(), GameError> {
        if let Some(secret) = cookies::read_session(headers) {
            let session = session_digest(&secret);
            in_time(self.store().close_session(session)).await?;
            self.tell_signed_out(session);
        }
        Ok(())
    }

    /// Ends all sessions of an account.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn sign_out_everywhere(&self, account: AccountId) -> Result<(), GameError> {
        in_time(self.store().close_sessions(account)).await?;
        self.tell_signed_out_everywhere(account);
        tracing::info!(%account, "signed out everywhere");
        Ok(())
    }

    /// Deletes an account.
    ///
    /// # Errors
    /// The password is not confirmed.
    pub(crate) async fn delete(
        &self,
        headers: &HeaderMap,
        account: &Account,
        password: Password,
    ) -> Result<(), GameError> {
        self.confirm(headers, account, password).await?;
        in_time(self.store().delete(account.id)).await?;
        self.tell_signed_out_everywhere(account.id);
        tracing::info!(account = %account.id, "deleted");
        self.erase_names();
        Ok(())
    }
}
