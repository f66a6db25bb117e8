use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::pin;

use axum::Router;
use axum::body::Body;
use axum::extract::{ConnectInfo, Request};
use axum::response::Response;
use axum::serve::Listener;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;
use tower::ServiceExt as _;

use super::limited_listener::{IdleTimeoutStream, LimitedListener, Peer};
use crate::limits;

/// Accepts connections at `listener` and answers their requests with `app` until `shutdown`, then finishes the requests under way.
///
/// `axum::serve` does the same, but lets a request head that never ends fill 400 KB of memory for each connection.
pub(crate) async fn serve<L: Listener<Addr = SocketAddr>>(
    mut listener: LimitedListener<L>,
    app: Router,
    shutdown: impl Future<Output = ()>,
) {
    let mut shutdown = pin!(shutdown);
    let closing = CancellationToken::new();
    let connections = TaskTracker::new();
    loop {
        tokio::select! {
            () = &mut shutdown => break,
            (stream, address) = listener.accept() => {
                let peer = Peer(address, stream.allowance());
                connections.spawn(answer(stream, peer, app.clone(), closing.clone()));
            }
        }
    }
    drop(listener);
    closing.cancel();
    connections.close();
    connections.wait().await;
}

/// Answers the requests of one connection; after `closing` the one under way is the last.
async fn answer<S>(stream: IdleTimeoutStream<S>, peer: Peer, app: Router, closing: CancellationToken)
where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
{
    let service = service_fn(move |mut request: Request<Incoming>| {
        request.extensions_mut().insert(ConnectInfo(peer.clone()));
        let app = app.clone();
        async move {
            Ok::<Response<Body>, Infallible>(
                app.oneshot(request.map(Body::new)).await.unwrap_or_else(|never| match never {}),
            )
        }
    });
    let connection = http1::Builder::new()
        .max_buf_size(limits::HEAD_BYTES)
        .max_header_size(limits::HEAD_BYTES)
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    let mut connection = pin!(connection);
    tokio::select! {
        // An error belongs to the client's connection and ends with it.
        _ = connection.as_mut() => {}
        () = closing.cancelled() => {
            connection.as_mut().graceful_shutdown();
            let _ = connection.await;
        }
    }
}
