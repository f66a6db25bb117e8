//! Recovery codes: for owners who have lost their password. They are shown once and stored as digests.

use std::net::IpAddr;

use axum::http::HeaderMap;

use gebeta_fairness::Digest;
use gebeta_match::random_id;
use gebeta_protocol::{AccountId, Code, Password, PlayerName, Recovery, RecoveryCode, RecoveryCodes};
use gebeta_store::accounts::{Account, recovery_digest};

use super::AccountService;
use super::sign_in::{check_new_password, count_login};
use crate::game_error::GameError;
use crate::store_timeouts::in_time;
use crate::{OsChance, limits};

/// As many new codes as an account has.
pub(crate) fn draw() -> Vec<RecoveryCode> {
    (0..limits::RECOVERY_CODES).map(|_| RecoveryCode::new(random_id(&mut OsChance))).collect()
}

/// The digests that are stored of codes.
pub(crate) fn digests(account: AccountId, codes: &[RecoveryCode]) -> Vec<Digest> {
    codes.iter().map(|code| recovery_digest(account, code)).collect()
}

impl AccountService {
    /// Replaces the recovery codes of an account.
    ///
    /// # Errors
    /// The password is not confirmed.
    pub(crate) async fn renew_recovery_codes(
        &self,
        headers: &HeaderMap,
        account: &Account,
        password: Password,
    ) -> Result<RecoveryCodes, GameError> {
        self.confirm(headers, account, password).await?;
        let codes = draw();
        in_time(self.store().set_recovery(account.id, digests(account.id, &codes))).await?;
        tracing::info!(account = %account.id, "new recovery codes");
        Ok(RecoveryCodes { codes })
    }

    /// Uses up a recovery code and sets a new password, ends all sessions and revokes all tokens.
    ///
    /// # Errors
    /// The new password is bad, there were too many attempts, or the name or the code is wrong.
    pub(crate) async fn recover(
        &self,
        Recovery { name, code, new }: Recovery,
        address: IpAddr,
    ) -> Result<Account, GameError> {
        check_new_password(&new, &name)?;
        let recovered = if self.may_recover(&name, address) {
            self.use_recovery_code(name, code, new).await
        } else {
            Err(Code::Rate.into())
        };
        count_login(&recovered);
        let account = recovered?;
        self.tell_signed_out_everywhere(account.id);
        tracing::info!(account = %account.id, "recovered");
        Ok(account)
    }

    async fn use_recovery_code(
        &self,
        name: PlayerName,
        code: RecoveryCode,
        new: Password,
    ) -> Result<Account, GameError> {
        let (account, _) = in_time(self.store().find(name)).await?.ok_or(Code::WrongLogin)?;
        let digest = recovery_digest(account.id, &code);
        // A wrong code costs no password hash.
        if !in_time(self.store().has_recovery(account.id, digest)).await? {
            return Err(Code::WrongLogin.into());
        }
        let new = self.hasher().hash(new).await?;
        let is_done = in_time(self.store().recover(account.id, digest, new)).await?;
        if is_done { Ok(account) } else { Err(Code::WrongLogin.into()) }
    }
}
