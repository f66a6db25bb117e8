use std::sync::Arc;

use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use argon2::{Algorithm, Argon2, Params, Version};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use gebeta_protocol::{Code, Password, limits};

/// Hashes passwords by argon2id, a few at a time: each takes 19 MiB and a core for a while.
#[derive(Debug)]
pub(super) struct Hasher {
    slots: Arc<Semaphore>,
    queue: Arc<Semaphore>,
    /// A hash that no password has: what is tried where there is no account, so that it takes as long.
    nobody: String,
}

impl Hasher {
    /// What OWASP asks for: 19 MiB, twice over, one lane.
    const MEMORY_KIB: u32 = 19_456;
    const PASSES: u32 = 2;
    const LANES: u32 = 1;

    pub(super) fn new() -> Self {
        let mut nobody = [0; 32];
        getrandom::fill(&mut nobody).expect("the system has randomness once it runs");
        Self {
            slots: Arc::new(Semaphore::new(limits::HASHING)),
            queue: Arc::new(Semaphore::new(limits::HASHING + limits::HASHES_WAITING)),
            nobody: hash(&nobody),
        }
    }

    /// What is kept of a password.
    ///
    /// # Errors
    /// Too many wait already.
    pub(super) async fn hash(&self, password: Password) -> Result<String, Code> {
        self.in_turn(move || hash(password.reveal())).await
    }

    /// Whether `password` is the one that `kept` was made of; without a `kept` it is not, which takes as long to say.
    ///
    /// # Errors
    /// Too many wait already.
    pub(super) async fn verify(&self, password: Password, kept: Option<String>) -> Result<bool, Code> {
        let is_known = kept.is_some();
        let kept = kept.unwrap_or_else(|| self.nobody.clone());
        self.in_turn(move || is_hash_of(password.reveal(), &kept) && is_known).await
    }

    async fn in_turn<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Code> {
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| Code::Full)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| Code::Unavailable)?;
        // Whoever stops waiting leaves the place only when the work is done.
        let done = spawn_blocking(move || {
            let done = work();
            drop((place, slot));
            done
        });
        done.await.map_err(|_| Code::Unavailable)
    }
}

fn argon2() -> Argon2<'static> {
    let params = Params::new(Hasher::MEMORY_KIB, Hasher::PASSES, Hasher::LANES, None);
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params.expect("the parameters are within the bounds"))
}

fn hash(password: &[u8]) -> String {
    let hash = argon2().hash_password(password);
    hash.expect("the system has memory and randomness").to_string()
}

fn is_hash_of(password: &[u8], kept: &str) -> bool {
    argon2().verify_password(password, kept).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let hasher = Hasher::new();
        let kept = hasher.hash(Password::new("correct horse")).await.unwrap();
        assert!(kept.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{kept}");
        for (password, kept, expected) in [
            ("correct horse", Some(kept.clone()), true),
            ("correct hors", Some(kept.clone()), false),
            ("correct horse", Some("nonsense".to_owned()), false),
            ("correct horse", None, false),
        ] {
            assert_eq!(hasher.verify(Password::new(password), kept).await, Ok(expected), "{password}");
        }
        assert_ne!(kept, hasher.hash(Password::new("correct horse")).await.unwrap(), "salted");
    }

    #[tokio::test]
    async fn who_comes_to_a_full_queue_is_sent_away() {
        let hasher = Hasher::new();
        let all = limits::HASHING + limits::HASHES_WAITING;
        let queue = Arc::clone(&hasher.queue).try_acquire_many_owned(all as u32).unwrap();
        assert_eq!(hasher.verify(Password::new("x"), None).await, Err(Code::Full));
        drop(queue);
        assert_eq!(hasher.verify(Password::new("x"), None).await, Ok(false));
    }
}
