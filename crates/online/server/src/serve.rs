use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::serve::{Listener, ListenerExt as _};
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::Instant;

use gebeta_match::random_id;
use gebeta_store::accounts::Accounts;
use gebeta_store::online::{FolderLock, LockError, OpenError, PostgresLogs, PostgresNotifier, SqliteLogs};
use gebeta_store::ports::{Bus, MatchStore};

use crate::accounts::AccountService;
use crate::cluster::{ClusterEvents, NatsBus, NoBus};
use crate::config::ServerSettings;
use crate::games::GameService;
use crate::http::limited_listener::{ConnectionLimits, LimitedListener};
use crate::http::{allowed_hosts, connections};
use crate::telemetry::metrics;
use crate::{App, OsChance, ServeError, SystemTime, Tasks, Time as _, app, limits, open_files};

/// Where the online games are stored.
#[derive(Clone, Debug)]
pub enum StoreLocation {
    /// In a SQLite file in this folder, which no other server uses meanwhile.
    Folder(PathBuf),
    /// The same, but if another server uses the folder, there are no online games.
    FolderIfFree(PathBuf),
    /// In the PostgreSQL database with this address.
    Postgres(String),
}

/// An opened store, and the lock on its folder.
struct OpenedStore {
    store: Arc<dyn MatchStore>,
    accounts: Arc<dyn Accounts>,
    /// Notifications between nodes by PostgreSQL, used without NATS.
    notifier: Option<Arc<PostgresLogs>>,
    /// The SQLite file, whose disk may fail.
    file: Option<Arc<SqliteLogs>>,
    time: SystemTime,
    /// How far the time of the games is ahead of the clock.
    ahead: Option<Duration>,
    _lock: Option<FolderLock>,
}

impl StoreLocation {
    /// Opens the store; a database that does not answer is retried for as long as `wait`.
    async fn open(
        &self,
        wait: Duration,
        reset_clock: bool,
        tasks: &Tasks,
    ) -> Result<Option<OpenedStore>, ServeError> {
        Ok(match self {
            Self::Folder(folder) => Some(OpenedStore::in_folder(folder, reset_clock).await?),
            Self::FolderIfFree(folder) => match OpenedStore::in_folder(folder, reset_clock).await {
                Err(ServeError::Locked(LockError::Taken(_))) => None,
                kept => Some(kept?),
            },
            Self::Postgres(url) => {
                let store = Arc::new(open_patiently(url, wait).await?);
                let (notifier, accounts) = (Some(Arc::clone(&store)), Arc::clone(&store) as _);
                if reset_clock {
                    store.reset_time().await?;
                }
                // The database's clock counts: those of several nodes may differ.
                let (now, clock) = (store.time().await?, store.clock().await?);
                let (time, ahead) = (SystemTime::starting_at(now), ahead(now, clock));
                tasks.spawn("clock", keep_time(Arc::clone(&store), time.clone()));
                Some(OpenedStore { accounts, store, notifier, file: None, time, ahead, _lock: None })
            }
        })
    }
}

impl OpenedStore {
    async fn in_folder(folder: &Path, reset_clock: bool) -> Result<Self, ServeError> {
        make_folder(folder).map_err(LockError::from)?;
        let lock = FolderLock::take(folder)?;
        let store = Arc::new(SqliteLogs::open(&folder.join("online.db")).await?);
        let clock = SystemTime::new().now();
        if reset_clock {
            store.reset_time(clock).await?;
        }
        let now = store.time(clock).await?;
        let (time, ahead) = (SystemTime::starting_at(now), ahead(now, clock));
        let file = Some(Arc::clone(&store));
        Ok(Self {
            accounts: Arc::clone(&store) as _,
            store,
            notifier: None,
            file,
            time,
            ahead,
            _lock: Some(lock),
        })
    }
}

/// Connects to PostgreSQL, with retries: machines that start together start in any order.
async fn open_patiently(url: &str, wait: Duration) -> Result<PostgresLogs, OpenError> {
    const SHORTEST: Duration = Duration::from_millis(250);
    const LONGEST: Duration = Duration::from_secs(5);
    let began = Instant::now();
    let mut pause = SHORTEST;
    loop {
        let fault = match PostgresLogs::open(url).await {
            Err(fault) if fault.is_passing() && began.elapsed() < wait => fault,
            opened => return opened,
        };
        let left = wait.saturating_sub(began.elapsed());
        tracing::warn!(%fault, left_s = left.as_secs(), "PostgreSQL does not answer yet; retrying");
        tokio::time::sleep(pause.min(left)).await;
        pause = (pause * 2).min(LONGEST);
    }
}

/// How far the time `now` of the games is ahead of `clock`, if that is more than the usual difference: a server has run
/// with a wrong clock, and the time of the games never goes back.
fn ahead(now: u64, clock: u64) -> Option<Duration> {
    const USUAL: Duration = Duration::from_mins(1);
    let ahead = Duration::from_millis(now.saturating_sub(clock));
    (ahead > USUAL).then_some(ahead)
}

/// Follows the database's clock: after the machine was suspended its own clock is behind, and players against opponents at
/// another node would be charged for it.
async fn keep_time(store: Arc<PostgresLogs>, time: SystemTime) {
    loop {
        tokio::time::sleep(limits::BEAT).await;
        // If the database does not answer, the next round will do.
        if let Ok(Ok(now)) = tokio::time::timeout(limits::STORE, store.time()).await {
            time.put_forward(now);
        }
    }
}

/// Makes the folder, readable by its owner alone.
fn make_folder(folder: &Path) -> io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.recursive(true).create(folder)
}

/// Returns when the disk of the SQLite file has failed.
async fn broken(file: Option<Arc<SqliteLogs>>) {
    match file {
        Some(logs) => logs.broken().await,
        None => std::future::pending().await,
    }
}

/// What a started server reports.
#[derive(Clone, Copy, Debug)]
pub struct Served {
    /// The address it listens at.
    pub address: SocketAddr,
    /// Whether there are online games.
    pub online: bool,
    /// The address of the metrics, if they are served.
    pub metrics: Option<SocketAddr>,
    /// How far the time of the games is ahead of the clock, if it is much.
    pub ahead: Option<Duration>,
}

/// Answers connections at `listener` with `app` until `shutdown`; requests under way are finished.
pub async fn run(
    listener: TcpListener,
    app: Router,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    let listener = LimitedListener::new(at_once(listener), ConnectionLimits::any());
    run_behind(listener, app, shutdown).await
}

/// Disables Nagle's algorithm, so that acknowledgements are not delayed. A failure is ignored.
fn at_once(listener: TcpListener) -> impl Listener<Addr = SocketAddr> {
    listener.tap_io(|stream| drop(stream.set_nodelay(true)))
}

/// The same with any kind of listener.
pub async fn run_on<L: Listener<Addr = SocketAddr>>(
    listener: L,
    app: Router,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    run_behind(LimitedListener::new(listener, ConnectionLimits::any()), app, shutdown).await
}

async fn run_behind<L: Listener<Addr = SocketAddr>>(
    listener: LimitedListener<L>,
    app: Router,
    shutdown: impl Future<Output = ()> + Send + 'static,
) -> io::Result<()> {
    connections::serve(listener, app, shutdown).await;
    Ok(())
}

/// Serves at `address` until the process is asked to stop, and calls `ready` once it listens.
///
/// # Errors
/// The address or the store cannot be used, or the system fails.
pub fn serve<E>(
    address: SocketAddr,
    what: App,
    logs: Option<&StoreLocation>,
    settings: ServerSettings,
    ready: impl FnOnce(Served) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<ServeError>,
{
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.map_err(ServeError::from)?;
    let served = runtime.block_on(async {
        // Before the address is announced, so that a signal is never missed.
        let stop = stop()?;
        serve_until(stop, address, what, logs, settings, ready).await
    });
    end(runtime);
    served
}

/// How much of [`limits::SHUTDOWN`] is for work on blocking threads: hashing passwords, drawing pictures.
const LAST_WORK: Duration = Duration::from_millis(200);

/// Ends without waiting for endless work: a runtime that is merely dropped waits forever.
fn end(runtime: tokio::runtime::Runtime) {
    runtime.shutdown_timeout(LAST_WORK);
}

/// The same until `stop`.
async fn serve_until<E>(
    stop: impl Future<Output = ()> + Send + 'static,
    address: SocketAddr,
    what: App,
    logs: Option<&StoreLocation>,
    settings: ServerSettings,
    ready: impl FnOnce(Served) -> Result<(), E>,
) -> Result<(), E>
where
    E: From<ServeError>,
{
    let listener = TcpListener::bind(address).await.map_err(|cause| match cause.kind() {
        io::ErrorKind::AddrInUse => ServeError::AddressInUse(address),
        _ => ServeError::CannotListen { address, cause },
    })?;
    let address = listener.local_addr().map_err(ServeError::from)?;
    let tasks = Tasks::default();
    let mut stop = Box::pin(stop);
    let kept = match logs {
        Some(logs) => tokio::select! {
            kept = logs.open(settings.store_wait, settings.reset_clock, &tasks) => kept?,
            // The wait for a database can be interrupted.
            () = &mut stop => return Ok(()),
        },
        None => None,
    };
    let ahead = kept.as_ref().and_then(|kept| kept.ahead);
    if let Some(ahead) = ahead {
        let seconds = ahead.as_secs();
        tracing::warn!(seconds, "clock_ahead: the time of the games is ahead of the system's clock");
    }
    let notifier = kept.as_ref().and_then(|kept| kept.notifier.as_deref());
    let (bus, cluster_events) = bus(settings.nats.as_deref(), notifier, &tasks)?;
    let wanted = settings.metrics;
    let origins: Arc<[String]> = settings.origins.clone().into();
    let listener =
        LimitedListener::new(at_once(listener), ConnectionLimits::new(&settings, open_files::allow_most()));
    let (online, accounts) = kept
        .as_ref()
        .map(|kept| {
            let time = Arc::new(kept.time.clone());
            let logs = Arc::clone(&kept.store);
            let service = AccountService::open(
                Arc::clone(&kept.accounts),
                Arc::clone(&logs),
                Arc::clone(&time) as _,
                &settings,
                tasks.clone(),
            );
            let finished = Some(service.finished_games());
            (GameService::new(logs, bus, time, settings, finished, tasks.clone()), service)
        })
        .unzip();
    if let Some((online, cluster_events)) = online.as_ref().zip(cluster_events) {
        online.listen(cluster_events);
    }
    let metrics = match wanted {
        Some(metrics) => Some(metrics::listen(metrics, online.clone(), &tasks).await?),
        None => None,
    };
    tracing::info!(%address, online = online.is_some(), "serving");
    ready(Served { address, online: online.is_some(), metrics, ahead })?;
    let file = kept.as_ref().and_then(|kept| kept.file.clone());
    let closing = tasks.clone();
    let has_failed = Arc::new(AtomicBool::new(false));
    let fails = Arc::clone(&has_failed);
    let stopped = Arc::new(Notify::new());
    let asked = Arc::clone(&stopped);
    let sockets = online.clone();
    let app = app(App { online, accounts, ..what }).layer(from_fn_with_state(origins, allowed_hosts::check));
    let serving = run_behind(listener, app, async move {
        tokio::select! {
            () = stop => {}
            () = broken(file) => {
                tracing::error!("the disk of the games fails; only a restart finds out what is on it");
                fails.store(true, Ordering::Relaxed);
            }
        }
        // Players are told before their sockets are closed.
        closing.close();
        asked.notify_one();
    });
    let all = async {
        let served = serving.await;
        // Sockets are no longer requests of the server, and still have to be told.
        if let Some(online) = sockets {
            online.emptied().await;
        }
        tasks.stop().await;
        if let Some(file) = kept.as_ref().and_then(|kept| kept.file.as_ref()) {
            file.close().await;
        }
        served
    };
    // Clients that do not close their connections do not delay the shutdown: all acknowledged moves are stored.
    let patience = async {
        stopped.notified().await;
        tokio::time::sleep(limits::SHUTDOWN.saturating_sub(LAST_WORK)).await;
    };
    let served = tokio::select! {
        served = all => served.map_err(ServeError::from),
        () = patience => {
            tracing::info!(tasks = tasks.count(), "the shutdown timed out; some tasks have not ended");
            Ok(())
        }
    };
    if has_failed.load(Ordering::Relaxed) {
        return Err(ServeError::Broken.into());
    }
    served.map_err(E::from)
}

/// The bus between nodes: NATS, else notifications of PostgreSQL, else none. Call it inside a tokio runtime.
///
/// # Errors
/// The address of NATS is invalid.
pub fn bus(
    nats: Option<&str>,
    postgres: Option<&PostgresLogs>,
    tasks: &Tasks,
) -> Result<(Arc<dyn Bus>, Option<ClusterEvents>), ServeError> {
    Ok(match (nats, postgres) {
        (Some(url), _) => {
            let (bus, cluster_events) = NatsBus::start(url, tasks)?;
            (Arc::new(bus), Some(cluster_events))
        }
        (None, Some(logs)) => {
            let name = u128::from_be_bytes(random_id(&mut OsChance));
            let (notifier, cluster_events, work) = PostgresNotifier::new(logs, name);
            tasks.spawn("postgres notifications", work);
            (Arc::new(notifier), Some(cluster_events))
        }
        (None, None) => (Arc::new(NoBus), None),
    })
}

/// Returns on Ctrl-C or the termination signal of the system.
#[cfg(unix)]
fn stop() -> Result<impl Future<Output = ()> + Send, ServeError> {
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
fn stop() -> Result<impl Future<Output = ()> + Send, ServeError> {
    Ok(async {
        // Without Ctrl-C the window is closed instead.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    })
}

#[cfg(test)]
mod tests {
    use gebeta_client::{Address, draw_secret};
    use gebeta_protocol::{ClientMessage, CreateRequest, PROTOCOL, SeatWish, TimeControl};
    use tokio::sync::oneshot;
    use tungstenite::{Message, WebSocket};

    use super::*;
    use crate::config::Quotas;
    use crate::{RuleFolder, WebBundle};

    type Socket = WebSocket<std::net::TcpStream>;

    #[test]
    fn work_that_does_not_end_does_not_keep_the_server() {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let (begun, begins) = std::sync::mpsc::channel();
        let (finish, finished) = std::sync::mpsc::channel::<()>();
        runtime.spawn_blocking(move || {
            begun.send(()).unwrap();
            // It ends with the test.
            let _ = finished.recv();
        });
        begins.recv().unwrap();
        let began = std::time::Instant::now();
        end(runtime);
        assert!(began.elapsed() < limits::SHUTDOWN, "{:?}", began.elapsed());
        drop(finish);
    }

    fn request() -> CreateRequest {
        CreateRequest {
            rules: "gebeta".to_owned(),
            clock: TimeControl::None,
            seat: SeatWish::One,
            listed: false,
            name: "Abebe".parse().unwrap(),
            secret: draw_secret(),
            opponent: None,
        }
    }

    fn open(address: SocketAddr, path: &str) -> Socket {
        let stream = std::net::TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(2 * limits::SHUTDOWN)).unwrap();
        tungstenite::client(format!("ws://{address}{path}"), stream).unwrap().0
    }

    fn close_code(socket: &mut Socket) -> Option<u16> {
        loop {
            match socket.read() {
                Ok(Message::Close(frame)) => return frame.map(|frame| frame.code.into()),
                Ok(_) => {}
                Err(_) => return None,
            }
        }
    }

    #[test]
    fn a_stopping_server_tells_every_socket() {
        const SOCKETS: usize = 200;
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("index.html"), "the page").unwrap();
        let site = WebBundle::folder(folder.path().to_owned()).unwrap();
        let app = App { site, rules: RuleFolder::default(), online: None, accounts: None };
        let logs = StoreLocation::Folder(folder.path().join("games"));
        let quotas = Quotas { sockets_per_address: SOCKETS as u32, ..Quotas::default() };
        let settings = ServerSettings { quotas, ..ServerSettings::default() };
        let (told, tell) = std::sync::mpsc::channel();
        let (stop, stopped) = oneshot::channel::<()>();
        let server = std::thread::spawn(move || {
            let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
            runtime.unwrap().block_on(async move {
                let stopped = async move { drop(stopped.await) };
                let address = ([127, 0, 0, 1], 0).into();
                serve_until(stopped, address, app, Some(&logs), settings, |served| {
                    told.send(served.address).unwrap();
                    Ok::<(), ServeError>(())
                })
                .await
            })
        });
        let address = tell.recv().unwrap();
        let games: Address = format!("http://{address}/").parse().unwrap();
        let game = games.create(&request()).unwrap().game;
        let path = format!("/api/games/{game}/socket");
        let mut sockets: Vec<Socket> = (0..SOCKETS).map(|_| open(address, &path)).collect();
        // Half of them watch, the others have not sent `hello` yet.
        for socket in &mut sockets[..SOCKETS / 2] {
            let hello = ClientMessage::Hello { proto: PROTOCOL, since: 0, secret: None };
            socket.send(Message::text(serde_json::to_string(&hello).unwrap())).unwrap();
            assert!(socket.read().unwrap().is_text(), "welcome");
        }
        stop.send(()).unwrap();
        let closed: Vec<Option<u16>> = sockets.iter_mut().map(close_code).collect();
        assert_eq!(closed, [Some(1012); SOCKETS]);
        server.join().unwrap().unwrap();
    }
}
