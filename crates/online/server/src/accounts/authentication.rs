//! The account of a request, by the cookie of a browser or the token of a program.

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;

use gebeta_fairness::Digest;
use gebeta_protocol::{ApiToken, Code, SessionSecret};
use gebeta_store::accounts::Account;

use super::AccountService;
use crate::game_error::GameError;
use crate::http::cookies;
use crate::store_timeouts::in_time;

/// The stored digest of a session's secret.
pub(crate) fn session_digest(secret: &SessionSecret) -> Digest {
    Digest::of(&[b"gebeta-session", secret.bytes()])
}

/// The stored digest of a token.
pub(crate) fn token_digest(token: &ApiToken) -> Digest {
    Digest::of(&[b"gebeta-token", token.bytes()])
}

/// What a request authenticates with, as the stored digest.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Credential {
    /// The token of a program.
    Token(Digest),
    /// The cookie of a browser.
    Session(Digest),
}

impl Credential {
    /// The credential of a request; none for a guest.
    ///
    /// # Errors
    /// The `Authorization` header has no valid token.
    pub(crate) fn read(headers: &HeaderMap) -> Result<Option<Self>, Code> {
        let Some(value) = headers.get(AUTHORIZATION) else {
            return Ok(cookies::read_session(headers).map(|secret| Self::Session(session_digest(&secret))));
        };
        let token = value.to_str().ok().and_then(|value| value.strip_prefix("Bearer "));
        let token: ApiToken = token.and_then(|token| token.parse().ok()).ok_or(Code::SignedOut)?;
        Ok(Some(Self::Token(token_digest(&token))))
    }

    /// The stored digest.
    pub(crate) const fn digest(self) -> Digest {
        match self {
            Self::Token(digest) | Self::Session(digest) => digest,
        }
    }
}

impl AccountService {
    /// The account of a request; none for a guest or an expired session.
    ///
    /// # Errors
    /// The token is invalid.
    pub(crate) async fn who(&self, headers: &HeaderMap) -> Result<Option<Account>, GameError> {
        Ok(match Credential::read(headers)? {
            Some(pass) => self.holder(&pass).await?,
            None => None,
        })
    }

    /// The account of a credential; none for an expired session.
    ///
    /// # Errors
    /// The token is invalid.
    pub(crate) async fn holder(&self, pass: &Credential) -> Result<Option<Account>, GameError> {
        Ok(match pass {
            Credential::Token(digest) => {
                Some(in_time(self.store().token(*digest)).await?.ok_or(Code::SignedOut)?)
            }
            Credential::Session(digest) => in_time(self.store().session(*digest, self.now())).await?,
        })
    }

    /// The account of a request.
    ///
    /// # Errors
    /// The request is a guest's.
    pub(crate) async fn signed_in(&self, headers: &HeaderMap) -> Result<Account, GameError> {
        self.who(headers).await?.ok_or_else(|| Code::SignedOut.into())
    }

    /// The account of a request with a session. A token plays for an account and does not manage it: a stolen one could
    /// otherwise make more tokens and survive its revocation.
    ///
    /// # Errors
    /// The request is a guest's, or has a token.
    pub(crate) async fn in_person(&self, headers: &HeaderMap) -> Result<Account, GameError> {
        match Credential::read(headers)? {
            Some(pass @ Credential::Session(_)) => {
                self.holder(&pass).await?.ok_or_else(|| Code::SignedOut.into())
            }
            Some(Credential::Token(_)) | None => Err(Code::SignedOut.into()),
        }
    }
}
