//! Who asks: by the cookie of a browser, or the token of a program.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use gebeta_fairness::Digest;
use gebeta_protocol::{ApiToken, Code, SessionSecret};
use gebeta_store::accounts::Account;

use super::AccountService;
use crate::game_error::GameError;
use crate::http::cookies;
use crate::store_timeouts::in_time;

/// What is kept of a session's secret.
pub(crate) fn session_digest(secret: &SessionSecret) -> Digest {
    Digest::of(&[b"gebeta-session", secret.bytes()])
}

/// What is kept of a token.
pub(crate) fn token_digest(token: &ApiToken) -> Digest {
    Digest::of(&[b"gebeta-token", token.bytes()])
}

/// What somebody brings to be known by: what is kept of it.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Credential {
    /// A program's token.
    Token(Digest),
    /// The cookie of a browser.
    Session(Digest),
}

impl Credential {
    /// What a request brings; none for a guest.
    ///
    /// # Errors
    /// Something that is no token is in a token's place.
    pub(crate) fn read(headers: &HeaderMap) -> Result<Option<Self>, Code> {
        let Some(value) = headers.get(AUTHORIZATION) else {
            return Ok(cookies::read_session(headers).map(|secret| Self::Session(session_digest(&secret))));
        };
        let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
        let token: ApiToken = token.and_then(|token| token.parse().ok()).ok_or(Code::SignedOut)?;
        Ok(Some(Self::Token(token_digest(&token))))
    }

    /// What is kept of it.
    pub(crate) const fn digest(self) -> Digest {
        match self {
            Self::Token(digest) | Self::Session(digest) => digest,
        }
    }
}

impl AccountService {
    /// Who asks; none for a guest.
    ///
    /// # Errors
    /// A token that opens nothing is a mistake that is told; a cookie that has had its time is a guest's.
    pub(crate) async fn who(&self, headers: &HeaderMap) -> Result<Option<Account>, GameError> {
        Ok(match Credential::read(headers)? {
            Some(pass) => self.holder(&pass).await?,
            None => None,
        })
    }

    /// Whose pass it is; none for a session that has had its time.
    ///
    /// # Errors
    /// A token opens nothing.
    pub(crate) async fn holder(&self, pass: &Credential) -> Result<Option<Account>, GameError> {
        Ok(match pass {
            Credential::Token(digest) => {
                Some(in_time(self.store().token(*digest)).await?.ok_or(Code::SignedOut)?)
            }
            Credential::Session(digest) => in_time(self.store().session(*digest, self.now())).await?,
        })
    }

    /// Who asks, where guests have nothing to ask.
    ///
    /// # Errors
    /// A guest.
    pub(crate) async fn signed_in(&self, headers: &HeaderMap) -> Result<Account, GameError> {
        self.who(headers).await?.ok_or_else(|| Code::SignedOut.into())
    }

    /// Who asks with a browser. A program's token plays for an account and does not rule over it: who has found one could
    /// make more of them, and stay when it is revoked.
    ///
    /// # Errors
    /// A guest, or a program.
    pub(crate) async fn in_person(&self, headers: &HeaderMap) -> Result<Account, GameError> {
        match Credential::read(headers)? {
            Some(pass @ Credential::Session(_)) => {
                self.holder(&pass).await?.ok_or_else(|| Code::SignedOut.into())
            }
            Some(Credential::Token(_)) | None => Err(Code::SignedOut.into()),
        }
    }
}
