use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{Extensions, HeaderMap, StatusCode};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use tokio::task::spawn_blocking;

use gebeta_protocol::Code;

use super::api_error::ApiError;
use super::{allowed_methods, api, assets, connection_close, error_pages, pages, routes, security_headers};
use crate::accounts::{self, AccountService};
use crate::games::GameService;
use crate::telemetry::logging;
use crate::{RuleFolder, WebBundle};

/// What the server hands out.
#[derive(Clone, Debug)]
pub struct App {
    /// The bundle.
    pub site: WebBundle,
    /// The rule files.
    pub rules: RuleFolder,
    /// The games by a link; none for a server of files.
    pub online: Option<GameService>,
    /// The accounts; none where games by a link know only guests.
    pub accounts: Option<AccountService>,
}

/// Everything the server answers.
pub fn app(app: App) -> Router {
    let mut online = app.online.clone().map(routes::games::routes).unwrap_or_default();
    if let Some(service) = &app.accounts {
        online = online.layer(from_fn_with_state(service.clone(), accounts::identify));
    }
    if let Some(games) = &app.online {
        // Around all that looks into the store or reads a body.
        online = routes::games::guarded(online, games);
    }
    if let Some(service) = app.accounts.clone() {
        if let Some(games) = &app.online {
            service.serve_for(games);
        }
        online = online.merge(routes::accounts::routes(service));
    }
    let files = Router::new()
        .route("/healthz", get("ok\n"))
        .route("/verify", get(pages::verify::page))
        .route("/api/rules", get(rules))
        .route("/", get(page))
        .route("/{*name}", get(file))
        // Whatever the method: there is nothing that could be asked in another way.
        .route("/api/{*name}", any(async || ApiError(Code::NotFound)))
        .with_state(app);
    let all = files.merge(online).merge(api::routes());
    all.layer(from_fn(allowed_methods::check))
        .layer(from_fn(connection_close::close))
        .layer(from_fn(error_pages::fit))
        .layer(from_fn(security_headers::add))
        .layer(from_fn(logging::note))
}

async fn page(app: State<App>, request: HeaderMap) -> Response {
    file(app, Path(String::new()), request).await
}

async fn file(State(app): State<App>, Path(name): Path<String>, request: HeaderMap) -> Response {
    blocking(move || assets::answer(&app.site, &name, &request)).await
}

async fn rules(State(app): State<App>, headers: HeaderMap, extensions: Extensions) -> Response {
    if app.online.as_ref().is_some_and(|online| !online.may_question(&extensions, &headers)) {
        return ApiError(Code::Rate).into_response();
    }
    blocking(move || {
        let told = [(CONTENT_TYPE, "application/json"), (CACHE_CONTROL, "no-store")];
        (told, app.rules.json()).into_response()
    })
    .await
}

/// Reads files where nobody else waits for them.
async fn blocking(work: impl FnOnce() -> Response + Send + 'static) -> Response {
    spawn_blocking(work).await.unwrap_or_else(|error| {
        tracing::error!(cause = %error, "a file was not read");
        StatusCode::INTERNAL_SERVER_ERROR.into_response()
    })
}
