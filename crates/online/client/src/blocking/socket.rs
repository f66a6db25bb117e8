use std::fmt;
use std::io::{self, Cursor, ErrorKind, Read, Write};
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::Duration;

use rustls::pki_types::ServerName;
use rustls::{ClientConnection, StreamOwned};
use tungstenite::client::client_with_config;
use tungstenite::protocol::WebSocketConfig;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Error, HandshakeError, Message, WebSocket};

use gebeta_protocol::{ClientMessage, MatchId};

use super::tls;
use crate::{Address, ClientError};

/// A WebSocket at a game. A thread of its own reads from the network, so that the owner can wait for messages together with
/// other things. Dropping it closes it.
pub struct Socket {
    socket: WebSocket<MaybeTlsStream<Pipe>>,
    wait_ms: Arc<AtomicU64>,
}

impl fmt::Debug for Socket {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Socket").finish_non_exhaustive()
    }
}

/// What has come on a socket.
#[derive(Debug)]
pub enum Received {
    /// A message.
    Text(String),
    /// A part of the WebSocket protocol itself.
    Control,
    /// The server closes it with this code.
    Closed(Option<u16>),
}

impl Socket {
    const PATIENCE: Duration = Duration::from_secs(10);

    /// Opens a socket. The reading thread calls `wake` whenever there may be something to [`read`](Self::read).
    ///
    /// # Errors
    /// The server is not there, or does not want to.
    pub fn open(
        address: &Address,
        game: MatchId,
        wake: impl Fn() + Send + 'static,
    ) -> Result<Self, ClientError> {
        let tcp = connect(address.host())?;
        let wait_ms = Arc::new(AtomicU64::new(Self::PATIENCE.as_millis() as u64));
        let pipe = Pipe::start(tcp, Arc::clone(&wait_ms), wake)?;
        let stream = match address.tls_name() {
            Some(name) => {
                let name = ServerName::try_from(name).map_err(|_| ClientError::BadAddress)?;
                let failed = |error: rustls::Error| ClientError::Gone(error.to_string());
                let config = Arc::new(tls::config().map_err(failed)?);
                let tls = ClientConnection::new(config, name).map_err(failed)?;
                MaybeTlsStream::Rustls(StreamOwned::new(tls, pipe))
            }
            None => MaybeTlsStream::Plain(pipe),
        };
        // What lies underneath is encrypted or not; the handshake is the same.
        let url = format!("ws://{}{}", address.host(), address.path(&format!("/api/games/{game}/socket")));
        let config = WebSocketConfig::default().read_buffer_size(Pipe::CHUNK);
        let (socket, _) = client_with_config(url, stream, Some(config)).map_err(|error| match error {
            HandshakeError::Failure(error) => ClientError::from(error),
            HandshakeError::Interrupted(_) => ClientError::Gone("no answer in time".to_owned()),
        })?;
        Ok(Self { socket, wait_ms })
    }

    /// What comes next, waiting no longer than `at_most`; none if nothing came.
    ///
    /// # Errors
    /// The connection is gone.
    pub fn read(&mut self, at_most: Duration) -> Result<Option<Received>, ClientError> {
        self.wait_ms.store(at_most.as_millis() as u64, Ordering::Relaxed);
        match self.socket.read() {
            Ok(Message::Text(text)) => Ok(Some(Received::Text(text.to_string()))),
            Ok(Message::Close(frame)) => Ok(Some(Received::Closed(frame.map(|frame| frame.code.into())))),
            Ok(_) => Ok(Some(Received::Control)),
            Err(Error::Io(error)) if error.kind() == ErrorKind::WouldBlock => Ok(None),
            Err(error) => Err(error.into()),
        }
    }

    /// Sends a message.
    ///
    /// # Errors
    /// The connection is gone.
    pub fn send(&mut self, message: &ClientMessage) -> Result<(), ClientError> {
        let text = serde_json::to_string(message).map_err(|_| ClientError::Strange("the message"))?;
        self.send_raw(Message::text(text))
    }

    /// Sends anything at all.
    ///
    /// # Errors
    /// The connection is gone.
    pub fn send_raw(&mut self, message: Message) -> Result<(), ClientError> {
        Ok(self.socket.send(message)?)
    }
}

fn connect(host: &str) -> Result<TcpStream, ClientError> {
    let mut failure = ClientError::BadAddress;
    for address in host.to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, Socket::PATIENCE) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_write_timeout(Some(Socket::PATIENCE))?;
                return Ok(stream);
            }
            Err(error) => failure = error.into(),
        }
    }
    Err(failure)
}

/// A TCP connection whose reads wait for a thread that reads, for as long as they may.
struct Pipe {
    tcp: TcpStream,
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Cursor<Vec<u8>>,
    wait_ms: Arc<AtomicU64>,
}

impl Pipe {
    const CHUNK: usize = 4096;
    const STACK: usize = 64 * 1024;

    fn start(tcp: TcpStream, wait_ms: Arc<AtomicU64>, wake: impl Fn() + Send + 'static) -> io::Result<Self> {
        // The thread is at most one chunk ahead, so a server that sends without end is slowed down by TCP.
        let (sender, chunks) = sync_channel(1);
        let source = tcp.try_clone()?;
        let reader = move || {
            read_all(source, &sender, &wake);
            drop(sender);
            wake();
        };
        thread::Builder::new().name("socket".to_owned()).stack_size(Self::STACK).spawn(reader)?;
        Ok(Self { tcp, chunks, chunk: Cursor::default(), wait_ms })
    }
}

/// Passes on what comes until nothing more does, or is wanted.
fn read_all(mut source: TcpStream, sender: &SyncSender<io::Result<Vec<u8>>>, wake: &impl Fn()) {
    let mut buffer = [0; Pipe::CHUNK];
    loop {
        let chunk = match source.read(&mut buffer) {
            Ok(0) => return,
            // A signal (a resized window, a child that ends) is not the end of a connection.
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            read => read.map(|bytes| buffer[..bytes].to_vec()),
        };
        let is_end = chunk.is_err();
        if sender.send(chunk).is_err() || is_end {
            return;
        }
        wake();
    }
}

impl Read for Pipe {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.chunk.position() == self.chunk.get_ref().len() as u64 {
            let wait = Duration::from_millis(self.wait_ms.load(Ordering::Relaxed));
            match self.chunks.recv_timeout(wait) {
                Ok(chunk) => self.chunk = Cursor::new(chunk?),
                Err(RecvTimeoutError::Timeout) => return Err(ErrorKind::WouldBlock.into()),
                Err(RecvTimeoutError::Disconnected) => return Ok(0),
            }
        }
        self.chunk.read(buffer)
    }
}

impl Write for Pipe {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.tcp.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.tcp.flush()
    }
}

impl Drop for Pipe {
    fn drop(&mut self) {
        // It ends the thread that reads.
        let _ = self.tcp.shutdown(Shutdown::Both);
    }
}
