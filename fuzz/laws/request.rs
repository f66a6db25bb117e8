//! What must hold for every request that comes from strangers: its path, its cookie, its origin, its body.

use std::sync::{Arc, OnceLock};

use axum::Router;
use axum::body::Body;
use axum::http::header::{CONTENT_TYPE, COOKIE, ORIGIN};
use axum::http::{HeaderValue, Method, Request, StatusCode, Uri};
use tempfile::TempDir;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::watch;
use tower::ServiceExt as _;

use gebeta_server::accounts::Desk;
use gebeta_server::online::{NoBus, Online, Settings, SystemTime};
use gebeta_server::{App, RuleFolder, Site, app};
use gebeta_store::online::SqliteLogs;

/// The first line is the path, then come a cookie, an origin and a body. Whatever they are, asked or posted, there is an
/// answer, and it is no fault of ours.
pub(crate) fn request(input: &[u8]) {
    let mut parts = input.splitn(4, |byte| *byte == b'\n');
    let mut next = || parts.next().unwrap_or_default();
    let (path, cookie, origin, body) = (next(), next(), next(), next());
    let Ok(uri) = Uri::try_from(path) else { return };
    for method in [Method::GET, Method::POST, Method::PUT] {
        let mut request = Request::new(Body::from(body.to_vec()));
        *request.method_mut() = method.clone();
        *request.uri_mut() = uri.clone();
        let headers = request.headers_mut();
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        for (name, value) in [(COOKIE, cookie), (ORIGIN, origin)] {
            if let (false, Ok(value)) = (value.is_empty(), HeaderValue::from_bytes(value)) {
                headers.insert(name, value);
            }
        }
        let status = house().answer(request);
        let ours = status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE;
        assert!(!ours, "{method} {uri} is answered by {status}");
    }
}

/// A server without a socket, with its games in a folder that goes with the process.
struct House {
    runtime: Runtime,
    router: Router,
    _folder: TempDir,
    _closing: watch::Sender<bool>,
}

fn house() -> &'static House {
    static HOUSE: OnceLock<House> = OnceLock::new();
    HOUSE.get_or_init(House::open)
}

impl House {
    fn open() -> Self {
        let folder = tempfile::tempdir().expect("there is room for a folder");
        std::fs::write(folder.path().join("index.html"), "the page").expect("the folder is ours");
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build().expect("a thread");
        let (closes, closing) = watch::channel(false);
        let router = runtime.block_on(async {
            let logs = SqliteLogs::open(&folder.path().join("online.db")).await.expect("a new database");
            let (logs, settings) = (Arc::new(logs), Settings::default());
            let (bus, time) = (Arc::new(NoBus), Arc::new(SystemTime::new()));
            let desk =
                Desk::open(Arc::clone(&logs) as _, Arc::clone(&logs) as _, Arc::clone(&time) as _, &settings);
            let online = Online::new(desk.watch(logs), bus, time, settings, closing);
            let site = Site::folder(folder.path().to_owned()).expect("there is a page");
            app(App { site, rules: RuleFolder::default(), online: Some(online), accounts: Some(desk) })
        });
        Self { runtime, router, _folder: folder, _closing: closes }
    }

    fn answer(&self, request: Request<Body>) -> StatusCode {
        let answer = self.runtime.block_on(self.router.clone().oneshot(request));
        answer.expect("a router always answers").status()
    }
}
