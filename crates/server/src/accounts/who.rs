//! Who asks: by the cookie of a browser, or the token of a program.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use gebeta_fair::Digest;
use gebeta_protocol::{ApiToken, Code, SessionSecret};
use gebeta_store::accounts::Account;

use super::{Desk, cookie};
use crate::patience::in_time;

/// What is kept of a session's secret.
pub(super) fn session_digest(secret: &SessionSecret) -> Digest {
    Digest::of(&[b"gebeta-session", secret.bytes()])
}

/// What is kept of a token.
pub(super) fn token_digest(token: &ApiToken) -> Digest {
    Digest::of(&[b"gebeta-token", token.bytes()])
}

impl Desk {
    /// Who asks; none for a guest.
    ///
    /// # Errors
    /// A token that opens nothing is a mistake that is told; a cookie that has had its time is a guest's.
    pub(super) async fn who(&self, headers: &HeaderMap) -> Result<Option<Account>, Code> {
        if let Some(value) = headers.get(AUTHORIZATION) {
            let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
            let token: ApiToken = token.and_then(|token| token.parse().ok()).ok_or(Code::SignedOut)?;
            let account = in_time(self.accounts().token(token_digest(&token))).await?;
            return account.map(Some).ok_or(Code::SignedOut);
        }
        match cookie::read(headers) {
            Some(secret) => Ok(in_time(self.accounts().session(session_digest(&secret), self.now())).await?),
            None => Ok(None),
        }
    }

    /// Who asks, where guests have nothing to ask.
    ///
    /// # Errors
    /// A guest.
    pub(super) async fn signed_in(&self, headers: &HeaderMap) -> Result<Account, Code> {
        self.who(headers).await?.ok_or(Code::SignedOut)
    }
}
