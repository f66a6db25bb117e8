use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::sync::Arc;

use rustls::pki_types::ServerName;
use rustls::{ClientConfig, ClientConnection, RootCertStore, StreamOwned};

use crate::Failure;

/// A connection to a server, in the clear or over TLS.
#[derive(Debug)]
pub(crate) enum Stream {
    Plain(TcpStream),
    Safe(Box<StreamOwned<ClientConnection, TcpStream>>),
}

impl Stream {
    /// TLS over a connection to the server of this name, whose certificate one that the system trusts has signed.
    pub(crate) fn safe(name: &str, stream: TcpStream) -> Result<Self, Failure> {
        let name = ServerName::try_from(name.to_owned()).map_err(|_| Failure::BadAddress)?;
        let mut roots = RootCertStore::empty();
        // One that cannot be read is not believed; that none could be is found when the server's is looked at.
        roots.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        let config = ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
            .with_safe_default_protocol_versions()
            .map_err(|error| Failure::Gone(error.to_string()))?
            .with_root_certificates(roots)
            .with_no_client_auth();
        let connection = ClientConnection::new(Arc::new(config), name);
        let connection = connection.map_err(|error| Failure::Gone(error.to_string()))?;
        Ok(Self::Safe(Box::new(StreamOwned::new(connection, stream))))
    }

    /// What lies underneath, for its timeouts.
    pub(crate) fn tcp(&self) -> &TcpStream {
        match self {
            Self::Plain(stream) => stream,
            Self::Safe(stream) => stream.get_ref(),
        }
    }
}

impl Read for Stream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = match self {
                Self::Plain(stream) => stream.read(buffer),
                Self::Safe(stream) => stream.read(buffer),
            };
            // A signal (a window that gets another size, a child that ends) is not the end of a connection.
            if !matches!(&read, Err(error) if error.kind() == io::ErrorKind::Interrupted) {
                return read;
            }
        }
    }
}

impl Write for Stream {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(stream) => stream.write(bytes),
            Self::Safe(stream) => stream.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(stream) => stream.flush(),
            Self::Safe(stream) => stream.flush(),
        }
    }
}
