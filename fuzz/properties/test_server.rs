#![allow(dead_code, reason = "each law uses its part")]

use std::io;
use std::net::SocketAddr;
use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, Response};
use axum::serve::Listener;
use tempfile::TempDir;
use tokio::io::{DuplexStream, duplex};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::mpsc;
use tower::ServiceExt as _;

use gebeta_protocol::Ticket;
use gebeta_server::SystemTime;
use gebeta_server::accounts::AccountService;
use gebeta_server::cluster::NoBus;
use gebeta_server::config::{Quotas, ServerSettings};
use gebeta_server::games::GameService;
use gebeta_server::{App, RuleFolder, Tasks, WebBundle, app, run_on};
use gebeta_store::online::SqliteLogs;

/// A server without a network, with one game, in a folder that goes with the process.
pub(crate) struct TestServer {
    pub(crate) runtime: Runtime,
    pub(crate) game: Ticket,
    router: Router,
    connections: mpsc::Sender<DuplexStream>,
    _folder: TempDir,
}

/// The one of this process.
pub(crate) fn server() -> &'static TestServer {
    static SERVER: OnceLock<TestServer> = OnceLock::new();
    SERVER.get_or_init(TestServer::open)
}

const GAME: &str = r#"{"rules":"gebeta","clock":{"kind":"none"},"seat":"one","listed":false,"name":"Abebe","secret":"abababababababababababababababab"}"#;

impl TestServer {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        std::fs::write(folder.path().join("index.html"), "the page").expect("the folder is ours");
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a thread");
        let tasks = Tasks::default();
        let (connections, accepted) = mpsc::channel(1);
        let (router, game) = runtime.block_on(async {
            let logs = SqliteLogs::open(&folder.path().join("online.db")).await.expect("a new database");
            // Whoever tries everything asks often.
            let quotas = Quotas { questions: u32::MAX, ..Quotas::default() };
            let (logs, settings) = (Arc::new(logs), ServerSettings { quotas, ..ServerSettings::default() });
            let (bus, time) = (Arc::new(NoBus), Arc::new(SystemTime::new()));
            let accounts = AccountService::open(
                Arc::clone(&logs) as _,
                Arc::clone(&logs) as _,
                Arc::clone(&time) as _,
                &settings,
                tasks.clone(),
            );
            let finished = Some(accounts.finished_games());
            let online = GameService::new(logs, bus, time, settings, finished, tasks);
            let site = WebBundle::folder(folder.path().to_owned()).expect("there is a page");
            let router = app(App {
                site,
                rules: RuleFolder::default(),
                online: Some(online),
                accounts: Some(accounts),
            });
            let create = Request::post("/api/games").header("content-type", "application/json");
            let create = create.body(Body::from(GAME)).expect("a request");
            let made = router.clone().oneshot(create).await.expect("a router always answers");
            let made = to_bytes(made.into_body(), 4096).await.expect("a short answer");
            (router, serde_json::from_slice(&made).expect("a game was made"))
        });
        runtime.spawn(run_on(LimitedListener(accepted), router.clone(), std::future::pending()));
        Self { runtime, game, router, connections, _folder: folder }
    }

    pub(crate) fn answer(&self, request: Request<Body>) -> Response<Body> {
        let answer = self.runtime.block_on(self.router.clone().oneshot(request));
        answer.expect("a router always answers")
    }

    /// The other end of a new connection.
    pub(crate) async fn connect(&self) -> DuplexStream {
        let (ours, theirs) = duplex(1024);
        self.connections.send(theirs).await.expect("the server is there");
        ours
    }
}

/// Accepts connections from inside this process.
struct LimitedListener(mpsc::Receiver<DuplexStream>);

impl Listener for LimitedListener {
    type Io = DuplexStream;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (DuplexStream, SocketAddr) {
        match self.0.recv().await {
            Some(guest) => (guest, SocketAddr::from(([127, 0, 0, 1], 1))),
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(SocketAddr::from(([127, 0, 0, 1], 1)))
    }
}
