//! Configuration: settings, quotas, origins and proxies; and the limits that are fixed.

pub(crate) mod check;
mod ip_network;
pub mod limits;
mod origin;
mod quotas;
mod settings;

pub use ip_network::{IpNetwork, IpNetworkError};
pub use origin::{Origin, OriginError};
pub use quotas::Quotas;
pub use settings::ServerSettings;
