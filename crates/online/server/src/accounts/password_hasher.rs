use std::sync::{Arc, Mutex, PoisonError};

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::{Algorithm, Argon2, Block, Params, RECOMMENDED_SALT_LEN, Version};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;

use gebeta_protocol::{Code, Password};

use crate::limits;

/// Hashes passwords with Argon2id, a few at a time: each takes 19 MiB and a core for a while.
#[derive(Debug)]
pub(crate) struct PasswordHasher {
    slots: Arc<Semaphore>,
    memory: Arc<MemoryPool>,
    queue: Arc<Semaphore>,
    /// A hash that no password has. It is verified for unknown names, so that they take as long as known ones.
    nobody: String,
}

impl PasswordHasher {
    /// The OWASP recommendation: 19 MiB, two passes, one lane.
    const MEMORY_KIB: u32 = 19_456;
    const PASSES: u32 = 2;
    const LANES: u32 = 1;

    pub(crate) fn new() -> Self {
        let memory = Arc::<MemoryPool>::default();
        let nobody = memory.with_blocks(|blocks| hash(&random::<32>(), blocks));
        Self {
            slots: Arc::new(Semaphore::new(limits::HASHING)),
            queue: Arc::new(Semaphore::new(limits::HASHING + limits::HASHES_WAITING)),
            memory,
            nobody,
        }
    }

    /// The hash of a password.
    ///
    /// # Errors
    /// Too many requests wait.
    pub(crate) async fn hash(&self, password: Password) -> Result<String, Code> {
        self.in_turn(move |blocks| hash(password.reveal(), blocks)).await
    }

    /// Whether `hash` is a hash of `password`. Without a `hash` it is false, after the same time.
    ///
    /// # Errors
    /// Too many requests wait.
    pub(crate) async fn verify(&self, password: Password, hash: Option<String>) -> Result<bool, Code> {
        let is_known = hash.is_some();
        let hash = hash.unwrap_or_else(|| self.nobody.clone());
        self.in_turn(move |blocks| is_hash_of(password.reveal(), &hash, blocks) && is_known).await
    }

    async fn in_turn<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut [Block]) -> T + Send + 'static,
    ) -> Result<T, Code> {
        let place = Arc::clone(&self.queue).try_acquire_owned().map_err(|_| Code::Full)?;
        let slot = Arc::clone(&self.slots).acquire_owned().await.map_err(|_| Code::Unavailable)?;
        let memory = Arc::clone(&self.memory);
        // A caller that stops waiting frees its place only when the work is done.
        let done = spawn_blocking(move || {
            let done = memory.with_blocks(work);
            drop((place, slot));
            done
        });
        done.await.map_err(|error| {
            tracing::error!(cause = %error, "hashing a password panicked");
            Code::Unavailable
        })
    }
}

/// The working memory of hashes. It is reused: the allocator keeps what each thread has freed, so a flood of sign-ins would
/// leave 19 MiB in every thread of the pool.
#[derive(Debug, Default)]
struct MemoryPool(Mutex<Vec<Vec<Block>>>);

impl MemoryPool {
    /// Lends the blocks for one hash. There are as many sets as hashes were ever computed at once.
    fn with_blocks<T>(&self, work: impl FnOnce(&mut [Block]) -> T) -> T {
        let unused = self.free().pop();
        let mut blocks = unused.unwrap_or_else(|| vec![Block::new(); params().block_count()]);
        let done = work(&mut blocks);
        self.free().push(blocks);
        done
    }

    fn free(&self) -> std::sync::MutexGuard<'_, Vec<Vec<Block>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn params() -> Params {
    let params = Params::new(PasswordHasher::MEMORY_KIB, PasswordHasher::PASSES, PasswordHasher::LANES, None);
    params.expect("the parameters are within the bounds")
}

fn random<const BYTES: usize>() -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).expect("the system has randomness once it runs");
    bytes
}

/// The hash of a password with a new salt, in the PHC string format.
fn hash(password: &[u8], blocks: &mut [Block]) -> String {
    const BOUNDS: &str = "lengths are within the bounds of the format";
    let salt = random::<RECOMMENDED_SALT_LEN>();
    let mut out = [0; Params::DEFAULT_OUTPUT_LEN];
    let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params());
    argon2.hash_password_into_with_memory(password, &salt, &mut out, blocks).expect(BOUNDS);
    let hash = PasswordHash {
        algorithm: Algorithm::Argon2id.ident(),
        version: Some(Version::V0x13.into()),
        params: ParamsString::try_from(&params()).expect(BOUNDS),
        salt: Some(Salt::new(&salt).expect(BOUNDS)),
        hash: Some(Output::new(&out).expect(BOUNDS)),
    };
    hash.to_string()
}

/// Whether `hash` is a hash of `password`. False if it cannot be read.
fn is_hash_of(password: &[u8], hash: &str, blocks: &mut [Block]) -> bool {
    let output = || {
        let hash = PasswordHash::new(hash).ok()?;
        let algorithm = Algorithm::try_from(hash.algorithm.as_str()).ok()?;
        let version = Version::try_from(hash.version?).ok()?;
        let argon2 = Argon2::new(algorithm, version, Params::try_from(&hash).ok()?);
        let (salt, expected) = (hash.salt?, hash.hash?);
        let mut out = vec![0; expected.len()];
        argon2.hash_password_into_with_memory(password, &salt, &mut out, blocks).ok()?;
        // Outputs are compared in constant time.
        Some(Output::new(&out).ok()? == expected)
    };
    output().unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _};

    use super::*;

    #[tokio::test]
    async fn a_password_is_known_again_and_no_other() {
        let hasher = PasswordHasher::new();
        let hash = hasher.hash(Password::new("correct horse")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        for (password, hash, expected) in [
            ("correct horse", Some(hash.clone()), true),
            ("correct hors", Some(hash.clone()), false),
            ("correct horse", Some("nonsense".to_owned()), false),
            ("correct horse", None, false),
        ] {
            assert_eq!(hasher.verify(Password::new(password), hash).await, Ok(expected), "{password}");
        }
        assert_ne!(hash, hasher.hash(Password::new("correct horse")).await.unwrap(), "salted");
    }

    #[test]
    fn a_hash_of_an_earlier_version_of_the_program_is_known() {
        // Made by `PasswordHasher::hash_password` of the crate, with the same parameters.
        let argon2 = Argon2::new(Algorithm::Argon2id, Version::V0x13, params());
        let made = argon2.hash_password(b"correct horse").unwrap().to_string();
        let memory = MemoryPool::default();
        assert!(memory.with_blocks(|blocks| is_hash_of(b"correct horse", &made, blocks)));
        assert!(!memory.with_blocks(|blocks| is_hash_of(b"correct hors", &made, blocks)));
        let ours = memory.with_blocks(|blocks| hash(b"correct horse", blocks));
        assert!(argon2.verify_password(b"correct horse", ours.as_str()).is_ok());
    }

    #[tokio::test]
    async fn a_flood_of_sign_ins_takes_no_more_memory_than_the_hashes_computed_at_once() {
        let hasher = PasswordHasher::new();
        let flood = (0..12).map(|_| hasher.verify(Password::new("correct horse"), None));
        let answers = futures_util::future::join_all(flood).await;
        assert!(answers.iter().all(|answer| *answer == Ok(false)), "{answers:?}");
        let sets = hasher.memory.free().len();
        assert!((1..=limits::HASHING).contains(&sets), "{sets}");
    }

    #[tokio::test]
    async fn a_full_queue_of_hashes_refuses() {
        let hasher = PasswordHasher::new();
        let all = limits::HASHING + limits::HASHES_WAITING;
        let queue = Arc::clone(&hasher.queue).try_acquire_many_owned(all as u32).unwrap();
        assert_eq!(hasher.verify(Password::new("x"), None).await, Err(Code::Full));
        drop(queue);
        assert_eq!(hasher.verify(Password::new("x"), None).await, Ok(false));
    }
}
