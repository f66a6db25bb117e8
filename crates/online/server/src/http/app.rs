use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::task::spawn_blocking;

use gebeta_protocol::Code;

use super::api_error::ApiError;
use super::extract::ApiState;
use super::routes::games::fresh;
use super::{allowed_methods, api, assets, connection_close, error_pages, pages, routes, security_headers};
use crate::accounts::AccountService;
use crate::games::GameService;
use crate::telemetry::logging;
use crate::{RuleFolder, WebBundle};

/// What a server consists of.
#[derive(Clone, Debug)]
pub struct App {
    /// The bundle.
    pub site: WebBundle,
    /// The rule files.
    pub rules: RuleFolder,
    /// The online games; none on a server that only serves the page.
    pub online: Option<GameService>,
    /// The accounts; none if there are only guests.
    pub accounts: Option<AccountService>,
}

/// The router of the whole server.
pub fn app(app: App) -> Router {
    let site = app.site.clone();
    let mut api = api::routes();
    let mut rule_files = Router::new().route("/api/rules", get(rules)).with_state(app.rules.clone());
    if let Some(games) = app.online.clone() {
        let checks = games.request_checks();
        rule_files = checks.clone().guard(rule_files);
        let routes = routes::games::routes(ApiState { games, accounts: app.accounts.clone() });
        api = api.merge(checks.guard(routes));
    }
    if let Some(accounts) = app.accounts.clone() {
        if let Some(games) = &app.online {
            accounts.serve_for(games);
        }
        api = api.merge(accounts.request_checks().guard(routes::accounts::routes(accounts)));
    }
    let files = Router::new()
        .route("/healthz", get("ok\n"))
        .route("/verify", get(pages::verify::page))
        .route("/", get(page))
        .route("/{*name}", get(file))
        // For any method: unknown paths are 404, not 405.
        .route("/api/{*name}", any(async || ApiError(Code::NotFound)))
        .with_state(app);
    let all = files.merge(rule_files).merge(api);
    all.layer(from_fn(allowed_methods::check))
        .layer(from_fn(connection_close::close))
        .layer(from_fn_with_state(site, error_pages::fit))
        .layer(from_fn(security_headers::add))
        .layer(from_fn(logging::note))
}

async fn page(app: State<App>, request: HeaderMap) -> Response {
    file(app, Path(String::new()), request).await
}

async fn file(State(app): State<App>, Path(name): Path<String>, request: HeaderMap) -> Response {
    blocking(move || assets::answer(&app.site, &name, &request)).await
}

async fn rules(State(rules): State<RuleFolder>) -> Response {
    blocking(move || ([(CONTENT_TYPE, "application/json")], fresh(rules.json())).into_response()).await
}

/// Reads files on a thread that may block.
pub(crate) async fn blocking(work: impl FnOnce() -> Response + Send + 'static) -> Response {
    spawn_blocking(work).await.unwrap_or_else(|error| {
        tracing::error!(cause = %error, "reading a file panicked");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    })
}
