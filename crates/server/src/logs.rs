//! What the server tells about itself while it runs: lines on standard error, for people or as JSON. Secrets have types
//! whose `Debug` shows nothing, and neither bodies nor headers are ever told.

use ::metrics::counter;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

use crate::metrics::REQUESTS;

/// How it is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// A line for people.
    Text,
    /// A line of JSON.
    Json,
}

/// The variable that says how much is told: `info`, `debug`, or a filter of `tracing`.
pub const LEVEL: &str = "GEBETA_LOG";

/// Begins to tell, once for the whole program; later calls change nothing.
pub fn start(format: LogFormat) {
    start_with(format, EnvFilter::try_from_env(LEVEL).unwrap_or_else(|_| EnvFilter::new("info")));
}

/// Begins to tell, as lines for people, only what keeps the server from starting or lets it end: for whoever starts it by hand
/// and has asked for no log.
pub fn start_quiet() {
    start_with(LogFormat::Text, EnvFilter::new("off,gebeta_server::serve=warn"));
}

fn start_with(format: LogFormat, filter: EnvFilter) {
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_span_events(FmtSpan::NONE)
        .with_writer(std::io::stderr);
    let _ = match format {
        LogFormat::Text => lines.with_ansi(false).try_init(),
        LogFormat::Json => lines.json().flatten_event(true).try_init(),
    };
}

/// Tells of a request and its answer: what was asked and how it ended, never what was in it.
pub(crate) async fn note(request: Request, next: Next) -> Response {
    let began = std::time::Instant::now();
    let method = request.method().clone();
    let path = request.uri().path().to_owned();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    counter!(REQUESTS, "status" => status.to_string()).increment(1);
    let ms = began.elapsed().as_millis() as u64;
    if status >= 500 {
        tracing::warn!(%method, path, status, ms, "request");
    } else {
        tracing::debug!(%method, path, status, ms, "request");
    }
    response
}
