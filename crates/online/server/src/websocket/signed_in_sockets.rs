use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use gebeta_protocol::{AccountId, ClusterEvent, Hash};

/// The sockets that were opened with a session or token, to be closed when that ends.
#[derive(Debug, Default)]
pub(crate) struct SignedInSockets(Mutex<Vec<SignedInSocket>>);

/// One such socket.
#[derive(Debug)]
struct SignedInSocket {
    /// The digest of the session or token.
    session: Hash,
    account: AccountId,
    gone: watch::Sender<bool>,
}

/// The registration of a socket; dropping it ends the registration.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    /// Turns true when the session ends.
    gone: watch::Receiver<bool>,
    account: AccountId,
}

impl SignedIn {
    /// The account of the session.
    pub(crate) const fn account(&self) -> AccountId {
        self.account
    }

    /// Returns when the session ends.
    pub(crate) async fn ended(&mut self) {
        if self.gone.wait_for(|gone| *gone).await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl SignedInSockets {
    fn held(&self) -> MutexGuard<'_, Vec<SignedInSocket>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Registers a socket with a valid session; none if the account has `most` already.
    pub(crate) fn hold(&self, session: Hash, account: AccountId, most: u32) -> Option<SignedIn> {
        let (gone, signed_in) = watch::channel(false);
        let mut held = self.held();
        held.retain(|held| !held.gone.is_closed());
        if held.iter().filter(|held| held.account == account).count() >= most as usize {
            return None;
        }
        held.push(SignedInSocket { session, account, gone });
        Some(SignedIn { gone: signed_in, account })
    }

    /// Closes the sockets of ended sessions.
    pub(crate) fn close(&self, event: ClusterEvent) {
        let is_meant = |held: &SignedInSocket| match event {
            ClusterEvent::SignedOut { session } => held.session == session,
            ClusterEvent::SignedOutEverywhere { account } => held.account == account,
            _ => false,
        };
        self.held().retain(|held| {
            let is_meant = is_meant(held);
            if is_meant {
                let _ = held.gone.send(true);
            }
            !is_meant && !held.gone.is_closed()
        });
    }

    /// The sessions of all open sockets.
    pub(crate) fn sessions(&self) -> Vec<Hash> {
        let mut held = self.held();
        held.retain(|held| !held.gone.is_closed());
        let mut sessions: Vec<Hash> = held.iter().map(|held| held.session).collect();
        sessions.sort_unstable();
        sessions.dedup();
        sessions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_sockets_of_ended_sessions_are_closed_and_closed_ones_are_forgotten() {
        let signed_in_sockets = SignedInSockets::default();
        let hold = |session: u8, account: u8| {
            signed_in_sockets.hold(Hash::new([session; 32]), AccountId::new([account; 16]), 2).unwrap()
        };
        let (mut one, mut two, three) = (hold(1, 1), hold(2, 1), hold(3, 2));
        assert!(
            signed_in_sockets.hold(Hash::new([4; 32]), AccountId::new([1; 16]), 2).is_none(),
            "two are enough"
        );
        signed_in_sockets.close(ClusterEvent::SignedOut { session: Hash::new([1; 32]) });
        one.ended().await;
        assert!(!*two.gone.borrow() && !*three.gone.borrow());
        assert_eq!(signed_in_sockets.sessions(), [2, 3].map(|byte| Hash::new([byte; 32])));
        signed_in_sockets.close(ClusterEvent::SignedOutEverywhere { account: AccountId::new([1; 16]) });
        two.ended().await;
        drop(three);
        assert_eq!(signed_in_sockets.sessions(), []);
        assert_eq!(signed_in_sockets.held().len(), 0);
    }
}
