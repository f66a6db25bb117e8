use std::io;
use std::net::SocketAddr;
use std::time::Duration;

use axum::serve::Listener;
use serde::Serialize;
use serde::de::DeserializeOwned;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::time::timeout;
use turmoil::net::{TcpListener, TcpStream};

use gebeta_protocol::{Code, ErrorBody};

/// Where servers listen.
pub(super) const PORT: u16 = 80;
/// How long a client waits for anything.
pub(super) const PATIENCE: Duration = Duration::from_secs(2);

/// The listener of a simulated node.
pub(super) struct SimulatedListener(pub(super) TcpListener);

impl Listener for SimulatedListener {
    type Io = TcpStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (TcpStream, SocketAddr) {
        loop {
            if let Ok(accepted) = self.0.accept().await {
                return accepted;
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A connection, if there is one soon.
pub(super) async fn connect(server: &str) -> Option<TcpStream> {
    timeout(PATIENCE, TcpStream::connect((server, PORT))).await.ok()?.ok()
}

/// Asks a server; none if it does not answer, or not to the end.
pub(super) async fn post<T: DeserializeOwned>(
    server: &str,
    path: &str,
    body: &impl Serialize,
) -> Option<Result<T, Code>> {
    let body = serde_json::to_string(body).unwrap();
    let head = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
    ask(server, &format!("POST {path}"), &head, &body).await
}

/// The same without a body.
pub(super) async fn get<T: DeserializeOwned>(server: &str, path: &str) -> Option<Result<T, Code>> {
    ask(server, &format!("GET {path}"), "", "").await
}

async fn ask<T: DeserializeOwned>(
    server: &str,
    what: &str,
    head: &str,
    body: &str,
) -> Option<Result<T, Code>> {
    let request = format!("{what} HTTP/1.1\r\nhost: {server}\r\nconnection: close\r\n{head}\r\n{body}");
    let mut stream = connect(server).await?;
    timeout(PATIENCE, stream.write_all(request.as_bytes())).await.ok()?.ok()?;
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await.ok()?.ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    if head.starts_with("HTTP/1.1 200 ") {
        serde_json::from_str(body).ok().map(Ok)
    } else {
        serde_json::from_str(body).ok().map(|problem: ErrorBody| Err(problem.code))
    }
}
