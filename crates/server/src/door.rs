use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Instant, Sleep, sleep};

/// Lets people in, and out again whoever makes us wait: a request that trickles in, a body that never ends, a connection
/// that is kept for nothing.
#[derive(Debug)]
pub(crate) struct Door<L> {
    listener: L,
    patience: Duration,
}

impl<L> Door<L> {
    /// How long a connection may go without a word from us. An open game says something every 15 s.
    const PATIENCE: Duration = Duration::from_secs(20);

    pub(crate) const fn new(listener: L) -> Self {
        Self { listener, patience: Self::PATIENCE }
    }
}

/// Who is at the other end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Peer(pub(crate) SocketAddr);

impl<L: Listener<Addr = SocketAddr>> Connected<IncomingStream<'_, Door<L>>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Door<L>>) -> Self {
        Self(*stream.remote_addr())
    }
}

impl<L: Listener<Addr = SocketAddr>> Listener for Door<L> {
    type Io = Guest<L::Io>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Guest<L::Io>, SocketAddr) {
        let (stream, address) = self.listener.accept().await;
        let limit = Box::pin(sleep(self.patience));
        (Guest { stream, patience: self.patience, limit }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// A connection that ends when nothing has been written to it for too long.
#[derive(Debug)]
pub(crate) struct Guest<S> {
    stream: S,
    patience: Duration,
    limit: Pin<Box<Sleep>>,
}

impl<S> Guest<S> {
    /// What was written is a sign of life.
    fn wrote(&mut self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        if let Poll::Ready(Ok(_)) = written {
            self.limit.as_mut().reset(Instant::now() + self.patience);
        }
        written
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for Guest<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(context, buffer) {
            return Poll::Ready(read);
        }
        let late = || Err(io::Error::new(io::ErrorKind::TimedOut, "nothing was to be said for too long"));
        self.limit.as_mut().poll(context).map(|()| late())
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for Guest<S> {
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

    #[test]
    fn who_makes_us_wait_is_let_out_and_nobody_else() {
        const PATIENCE: Duration = Duration::from_millis(300);
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let address = runtime.block_on(async {
            let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
            let address = listener.local_addr().unwrap();
            let app = Router::new().route("/", get("here")).route("/", post(async |body: String| body));
            let door = Door { patience: PATIENCE, ..Door::new(listener) };
            tokio::spawn(async move { axum::serve(door, app).await });
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
        // Who asks again and again is welcome for as long.
        let mut quick = std::net::TcpStream::connect(address).unwrap();
        for _ in 0..5 {
            std::thread::sleep(PATIENCE / 2);
            quick.write_all(b"GET / HTTP/1.1\r\nhost: x\r\n\r\n").unwrap();
            let mut answer = [0; 1024];
            let read = quick.read(&mut answer).unwrap();
            assert!(answer[..read].ends_with(b"here"));
        }
    }
}
