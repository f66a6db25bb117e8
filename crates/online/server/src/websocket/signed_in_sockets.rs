use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::watch;

use gebeta_protocol::{AccountId, ClusterEvent, Hash};

/// The sockets of who is signed in, so that they can be closed when they sign out.
#[derive(Debug, Default)]
pub(crate) struct SignedInSockets(Mutex<Vec<SignedInSocket>>);

/// One such socket.
#[derive(Debug)]
struct SignedInSocket {
    /// What is kept of the session's secret.
    session: Hash,
    account: AccountId,
    gone: watch::Sender<bool>,
}

/// What a socket has of it.
#[derive(Clone, Debug)]
pub(crate) struct SignedIn {
    /// Turns true when its session is no more.
    gone: watch::Receiver<bool>,
    account: AccountId,
}

impl SignedIn {
    /// Whose session it is.
    pub(crate) const fn account(&self) -> AccountId {
        self.account
    }

    /// Comes back when the session is no more.
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

    /// A socket comes with a session that was found good; none if the account has `most` already.
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

    /// Closes the sockets of who has signed out.
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
    async fn only_who_signs_out_is_closed_and_who_has_gone_is_forgotten() {
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
