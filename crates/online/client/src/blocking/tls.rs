use std::sync::Arc;

use rustls::crypto::{CryptoProvider, ring};
use rustls::pki_types::CertificateDer;
use rustls::{ClientConfig, RootCertStore};

pub(super) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// The certificates that the system trusts; `SSL_CERT_FILE` and `SSL_CERT_DIR` name others.
pub(super) fn roots() -> Vec<CertificateDer<'static>> {
    // One that cannot be read is not trusted. That there is none at all is found when a server shows its own.
    rustls_native_certs::load_native_certs().certs
}

pub(super) fn config() -> Result<ClientConfig, rustls::Error> {
    let mut trusted = RootCertStore::empty();
    trusted.add_parsable_certificates(roots());
    let builder = ClientConfig::builder_with_provider(provider()).with_safe_default_protocol_versions()?;
    Ok(builder.with_root_certificates(trusted).with_no_client_auth())
}
