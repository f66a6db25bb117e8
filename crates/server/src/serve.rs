use std::future::Future;
use std::io;
use std::net::SocketAddr;

use axum::Router;
use tokio::net::TcpListener;

use crate::{App, ServeFailure, app};

/// Lets `app` answer whoever comes to `listener`, until `shutdown`; requests under way are answered to the end.
pub async fn run(
    listener: TcpListener,
    app: Router,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    axum::serve(listener, app).with_graceful_shutdown(shutdown).await
}

/// Serves at `address` until somebody asks the program to stop, and tells `ready` the address once it listens.
///
/// # Errors
/// The address cannot be had, or the system fails.
pub fn serve<E>(
    address: SocketAddr,
    what: App,
    ready: impl FnOnce(SocketAddr) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<ServeFailure>,
{
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    runtime.map_err(ServeFailure::from)?.block_on(async {
        let listener = TcpListener::bind(address).await.map_err(|cause| match cause.kind() {
            io::ErrorKind::AddrInUse => ServeFailure::AddressInUse(address),
            _ => ServeFailure::CannotListen { address, cause },
        })?;
        // Before anybody hears of the address and might ask us to stop.
        let stop = stop()?;
        ready(listener.local_addr().map_err(ServeFailure::from)?)?;
        run(listener, app(what), stop).await.map_err(|error| ServeFailure::from(error).into())
    })
}

/// Ends when the program is asked to: Ctrl-C, or what the system sends.
#[cfg(unix)]
fn stop() -> Result<impl Future<Output = ()> + Send, ServeFailure> {
    use std::task::Poll;

    use tokio::signal::unix::{SignalKind, signal};

    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(std::future::poll_fn(move |context| {
        let stops = interrupt.poll_recv(context).is_ready() || terminate.poll_recv(context).is_ready();
        if stops { Poll::Ready(()) } else { Poll::Pending }
    }))
}

#[cfg(not(unix))]
fn stop() -> Result<impl Future<Output = ()> + Send, ServeFailure> {
    Ok(async {
        // Without a Ctrl-C to wait for, the window is closed instead.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}
