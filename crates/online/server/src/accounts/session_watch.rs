//! Closes the sockets of ended sessions: at once on sign-out, otherwise by a periodic check.

use axum::http::HeaderMap;
use tokio::time::sleep;

use gebeta_fairness::Digest;
use gebeta_protocol::{AccountId, ClusterEvent, Code, Hash};

use super::AccountService;
use super::authentication::Credential;
use crate::game_error::GameError;
use crate::games::GameService;
use crate::limits;
use crate::store_timeouts::in_time;
use crate::websocket::signed_in_sockets::SignedIn;

fn hash(digest: Digest) -> Hash {
    Hash::new(*digest.bytes())
}

impl AccountService {
    /// Closes the sockets of a session, at every node.
    pub(crate) fn tell_signed_out(&self, session: Digest) {
        self.tell(ClusterEvent::SignedOut { session: hash(session) });
    }

    /// Closes the sockets of all sessions of an account, at every node.
    pub(crate) fn tell_signed_out_everywhere(&self, account: AccountId) {
        self.tell(ClusterEvent::SignedOutEverywhere { account });
    }

    fn tell(&self, event: ClusterEvent) {
        if let Some(online) = self.online() {
            online.sign_out(event);
        }
    }

    /// Registers a socket with its session or token, so that it is closed when that ends.
    ///
    /// # Errors
    /// The store does not answer, the token is invalid, or the account has too many sockets.
    pub(crate) async fn watch_session(&self, headers: &HeaderMap) -> Result<Option<SignedIn>, GameError> {
        let Some((pass, online)) = Credential::read(headers)?.zip(self.online()) else { return Ok(None) };
        let Some(account) = self.holder(&pass).await? else { return Ok(None) };
        let session = hash(pass.digest());
        let signed_in =
            online.signed_in_sockets().hold(session, account.id, self.quotas().sockets_per_account);
        let signed_in = signed_in.ok_or(Code::Rate)?;
        // The session may have ended between the first check and the registration.
        if self.holder(&pass).await?.is_none() {
            online.signed_in_sockets().close(ClusterEvent::SignedOut { session });
        }
        Ok(Some(signed_in))
    }
}

/// Checks the sessions of open sockets every second.
pub(crate) async fn recheck(service: AccountService, online: GameService) {
    loop {
        sleep(limits::LOOK).await;
        for part in online.signed_in_sockets().sessions().chunks(limits::SESSIONS_PER_LOOK) {
            let digests = part.iter().map(|session| Digest::new(*session.bytes())).collect();
            // While the store does not answer, sessions stay open.
            let Ok(good) = in_time(service.store().good_sessions(digests, service.now())).await else {
                break;
            };
            for &session in part {
                if !good.iter().any(|digest| digest.bytes() == session.bytes()) {
                    online.signed_in_sockets().close(ClusterEvent::SignedOut { session });
                }
            }
        }
    }
}
