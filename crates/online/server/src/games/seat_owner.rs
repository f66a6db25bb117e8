//! The account and network that a request takes a seat for. They are determined before the seat exists and stored with it.

use std::net::IpAddr;

use gebeta_fairness::Digest;
use gebeta_protocol::{AccountId, Hash};
use gebeta_store::ports::SeatOwner;

use super::GameService;
use crate::game_error::GameError;
use crate::http::rate_limits::network;
use crate::store_timeouts::in_time;

impl GameService {
    /// Who takes a seat: the account, and a hash of the network that the request comes from.
    ///
    /// # Errors
    /// The store does not answer.
    pub(crate) async fn seat_owner(
        &self,
        account: Option<AccountId>,
        address: IpAddr,
    ) -> Result<SeatOwner, GameError> {
        let key = self.key.get_or_try_init(|| in_time(self.store.key())).await?;
        Ok(SeatOwner { account, network: Some(network_hash(*key, address)) })
    }
}

/// The stored form of a network: without the key it cannot be traced back.
fn network_hash(key: Hash, address: IpAddr) -> Hash {
    let network = network(address).to_string();
    Hash::new(*Digest::of(&[b"gebeta-network", key.bytes(), network.as_bytes()]).bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_network_has_one_hash_for_each_key() {
        let hash = |key: u8, address: &str| network_hash(Hash::new([key; 32]), address.parse().unwrap());
        assert_eq!(hash(1, "2001:db8::1"), hash(1, "2001:db8::ffff"), "neighbors");
        assert_eq!(hash(1, "192.0.2.1"), hash(1, "::ffff:192.0.2.1"));
        assert_ne!(hash(1, "192.0.2.1"), hash(1, "192.0.2.2"));
        assert_ne!(hash(1, "192.0.2.1"), hash(2, "192.0.2.1"));
    }
}
