use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

use super::rate_limits::ConnectionCounts;
use crate::config::{IpNetwork, ServerSettings};
use crate::limits;

/// Listener that limits connections in total and per address, and closes those to which nothing was written for 20 s: slow
/// requests, endless bodies, idle keep-alive.
#[derive(Debug)]
pub(crate) struct LimitedListener<L> {
    listener: L,
    patience: Duration,
    connection_limits: Arc<ConnectionLimits>,
}

impl<L> LimitedListener<L> {
    /// How long nothing may be written to a connection. A live socket gets a ping every 15 s.
    const PATIENCE: Duration = Duration::from_secs(20);

    pub(crate) fn new(listener: L, connection_limits: ConnectionLimits) -> Self {
        Self { listener, patience: Self::PATIENCE, connection_limits: Arc::new(connection_limits) }
    }
}

/// Counts connections: each has a cost before its first request.
#[derive(Debug)]
pub(crate) struct ConnectionLimits {
    each: ConnectionCounts,
    /// All clients come through these, so their addresses are not counted.
    proxies: Vec<IpNetwork>,
    most: usize,
    inside: AtomicUsize,
}

impl ConnectionLimits {
    /// Without limits.
    pub(crate) fn any() -> Self {
        Self {
            each: ConnectionCounts::new(u32::MAX),
            proxies: Vec::new(),
            most: usize::MAX,
            inside: AtomicUsize::new(0),
        }
    }

    /// Limits for these settings, and at most `files` connections, which the system allows.
    pub(crate) fn new(settings: &ServerSettings, files: Option<u64>) -> Self {
        let quotas = &settings.quotas;
        // A page loads its parts beside its socket, and closed connections are opened again.
        let wanted = quotas.sockets.saturating_add(quotas.sockets / 4).saturating_add(64) as usize;
        let files = files.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
        let most = files.saturating_sub(Self::OTHER_FILES).min(wanted);
        if most < wanted {
            tracing::warn!(
                files,
                wanted,
                "the system allows fewer open files than the connection limits need"
            );
        }
        let each = ConnectionCounts::new(quotas.sockets_per_address.saturating_mul(2));
        Self { each, proxies: settings.proxies.clone(), most, inside: AtomicUsize::new(0) }
    }

    /// Other open files: the database, NATS, the log.
    const OTHER_FILES: usize = 64;

    /// Counts a connection, if there is room.
    fn enter(self: &Arc<Self>, address: IpAddr) -> Option<Permit> {
        let is_proxy = self.proxies.iter().any(|network| network.contains(address));
        let counted = (!is_proxy).then_some(address);
        if counted.is_some_and(|address| !self.each.open(address)) {
            return None;
        }
        let place = Permit { connection_limits: Arc::clone(self), counted };
        // A connection beyond the limit drops its permit at once.
        (self.inside.fetch_add(1, Ordering::Relaxed) < self.most).then_some(place)
    }
}

/// A counted connection, until dropped.
#[derive(Debug)]
struct Permit {
    connection_limits: Arc<ConnectionLimits>,
    counted: Option<IpAddr>,
}

impl Drop for Permit {
    fn drop(&mut self) {
        self.connection_limits.inside.fetch_sub(1, Ordering::Relaxed);
        if let Some(address) = self.counted {
            self.connection_limits.each.close(address);
        }
    }
}

/// The address of a peer, and how much it may send.
#[derive(Clone, Debug)]
pub(crate) struct Peer(pub(crate) SocketAddr, pub(crate) ByteBudget);

/// How many bytes may arrive on a socket before they form a message. The WebSocket library accepts endless empty fragments
/// without reporting them.
#[derive(Clone, Debug)]
pub(crate) struct ByteBudget(Arc<AtomicUsize>);

/// Too many bytes arrived without a complete message.
#[derive(Clone, Copy, Debug, thiserror::Error)]
#[error("too many bytes without a complete message")]
pub(crate) struct FloodError;

impl ByteBudget {
    /// The longest message with each byte in its own frame, and the read buffer.
    const BYTES: usize = 7 * limits::MESSAGE_BYTES + limits::READ_BUFFER_BYTES;
    /// For requests, whose bodies are counted elsewhere.
    const ANY: usize = usize::MAX;

    /// Starts to count: a socket was opened, or a complete message has arrived.
    pub(crate) fn renew(&self) {
        self.0.store(Self::BYTES, Ordering::Relaxed);
    }

    fn spend(&self, bytes: usize) -> Result<(), FloodError> {
        match self.0.load(Ordering::Relaxed) {
            Self::ANY => Ok(()),
            left => {
                self.0.store(left.saturating_sub(bytes), Ordering::Relaxed);
                if bytes > left { Err(FloodError) } else { Ok(()) }
            }
        }
    }
}

impl Default for ByteBudget {
    fn default() -> Self {
        Self(Arc::new(AtomicUsize::new(Self::ANY)))
    }
}

impl<L: Listener<Addr = SocketAddr>> Listener for LimitedListener<L> {
    type Io = IdleTimeoutStream<L::Io>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (IdleTimeoutStream<L::Io>, SocketAddr) {
        loop {
            let (stream, address) = self.listener.accept().await;
            if let Some(place) = self.connection_limits.enter(address.ip()) {
                let limit = Box::pin(sleep(self.patience));
                let (patience, allowance) = (self.patience, ByteBudget::default());
                return (IdleTimeoutStream { stream, patience, limit, allowance, _place: place }, address);
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that fails when nothing was written to it for too long, or when its byte budget is exceeded.
#[derive(Debug)]
pub(crate) struct IdleTimeoutStream<S> {
    stream: S,
    patience: Duration,
    limit: Pin<Box<Sleep>>,
    allowance: ByteBudget,
    _place: Permit,
}

impl<S> IdleTimeoutStream<S> {
    /// Its byte budget, shared with the handler of a WebSocket.
    pub(crate) fn allowance(&self) -> ByteBudget {
        self.allowance.clone()
    }

    /// A write resets the timeout.
    fn wrote(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(_)) = written {
            self.limit.as_mut().reset(Instant::now() + self.patience);
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for IdleTimeoutStream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            let spent = self.allowance.spend(buffer.filled().len() - before).map_err(io::Error::other);
            return Poll::Ready(read.and(spent));
        }
        let late = || Err(io::Error::new(io::ErrorKind::TimedOut, "nothing was written for too long"));
        self.limit.as_mut().poll(context).map(|()| late())
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for IdleTimeoutStream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.wrote(written)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        let written = Pin::new(&mut self.stream).poll_write_vectored(context, slices);
        self.wrote(written)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read, Write};

    use axum::Router;
    use axum::routing::{get, post};
    use tokio::net::TcpListener;

    use super::*;
    use crate::config::Quotas;
    use crate::http::connections;

    #[test]
    fn slow_connections_are_closed_and_active_ones_stay() {
        const PATIENCE: Duration = Duration::from_millis(300);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let address = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let app = Router::new().route("/", get("here")).route("/", post(async |body: String| body));
            let listener = LimitedListener {
                patience: PATIENCE,
                ..LimitedListener::new(listener, ConnectionLimits::any())
            };
            tokio::spawn(connections::serve(listener, app, std::future::pending()));
            address
        });
        // A request that trickles in: its head, or its body.
        let body = "POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 99\r\ncontent-type: text/plain\r\n\r\n";
        for start in ["GET / HTTP/1.1\r\nhost: x\r\n", body] {
            let mut slow = std::net::TcpStream::connect(address).unwrap();
            slow.set_read_timeout(Some(Duration::from_millis(50))).unwrap();
            slow.write_all(start.as_bytes()).unwrap();
            let began = std::time::Instant::now();
            loop {
                let _ = slow.write_all(b"a");
                match slow.read(&mut [0; 64]) {
                    Ok(0) => break,
                    Err(error) if error.kind() == io::ErrorKind::ConnectionReset => break,
                    _ => assert!(began.elapsed() < 10 * PATIENCE, "still there"),
                }
            }
            assert!(began.elapsed() >= PATIENCE / 2, "{:?}", began.elapsed());
        }
        // A client that keeps asking is not closed.
        let mut quick = std::net::TcpStream::connect(address).unwrap();
        for _ in 0..5 {
            std::thread::sleep(PATIENCE / 2);
            quick.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
            let mut answer = [0; 1024];
            let read = quick.read(&mut answer).unwrap();
            assert!(answer[..read].ends_with(b"here"));
        }
    }

    #[test]
    fn connections_are_limited_per_address_except_those_of_proxies() {
        let [one, other, proxy] = ["192.0.2.1", "192.0.2.2", "10.9.8.7"].map(|text| text.parse().unwrap());
        let quotas = Quotas { sockets: 48, sockets_per_address: 10, ..Quotas::default() };
        let settings = ServerSettings {
            quotas,
            proxies: vec!["10.0.0.0/8".parse().unwrap()],
            ..ServerSettings::default()
        };
        let connection_limits = Arc::new(ConnectionLimits::new(&settings, None));
        let come =
            |address, times| (0..times).filter_map(|_| connection_limits.enter(address)).collect::<Vec<_>>();
        let many = come(one, 100);
        assert_eq!((many.len(), come(other, 1).len()), (20, 1));
        let all = come(proxy, 1000);
        assert_eq!(many.len() + all.len(), 48 + 12 + 64);
        assert_eq!(come(other, 1).len(), 0, "there is no room left");
        drop(many);
        assert_eq!(come(one, 100).len(), 20, "places are given back");
        assert_eq!(
            ConnectionLimits::new(&settings, Some(100)).most,
            36,
            "and no more than the system allows"
        );
    }

    #[test]
    fn a_connection_beyond_the_limit_is_closed_at_once() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let quotas = Quotas { sockets_per_address: 1, ..Quotas::default() };
        let connection_limits =
            ConnectionLimits::new(&ServerSettings { quotas, ..ServerSettings::default() }, None);
        let address = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let app = Router::new().route("/", get("here"));
            tokio::spawn(connections::serve(
                LimitedListener::new(listener, connection_limits),
                app,
                std::future::pending(),
            ));
            address
        });
        let ask = || {
            let mut stream = std::net::TcpStream::connect(address).unwrap();
            let _ = stream.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n");
            let heard = stream.read(&mut [0; 64]).unwrap_or(0);
            (heard > 0).then_some(stream)
        };
        let two = [ask().unwrap(), ask().unwrap()];
        assert!(ask().is_none());
        drop(two);
        let began = std::time::Instant::now();
        while ask().is_none() {
            assert!(began.elapsed() < Duration::from_secs(10), "places are given back");
        }
    }
}
