//! The log of the server: lines on standard error, as text or as JSON. A line that is written while a request is answered or a
//! message of a game is handled names that request (span `request`) or game (span `game`). Secrets have types whose `Debug`
//! shows nothing, and neither bodies nor headers are logged.

use ::metrics::counter;
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::Response;
use tracing::Instrument as _;
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::format::FmtSpan;

use gebeta_match::random_id;

use super::metrics::REQUESTS;
use crate::OsChance;

/// The format of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    /// Text for people.
    Text,
    /// One JSON object per line.
    Json,
}

/// The environment variable for the level: `info`, `debug`, or a filter of `tracing`.
pub const LEVEL: &str = "GEBETA_LOG";

/// Starts the log of the whole program; later calls change nothing.
pub fn start(format: LogFormat) {
    start_with(format, EnvFilter::try_from_env(LEVEL).unwrap_or_else(|_| EnvFilter::new("info")));
}

/// Logs, as text, only what prevents the start or ends the server: for people who start it by hand without a log option.
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

/// Answers a request inside a span with a random id, and logs how it ended, without its content.
pub(crate) async fn note(request: Request, next: Next) -> Response {
    let id = u64::from_be_bytes(random_id(&mut OsChance));
    let path = request.uri().path();
    let span = tracing::info_span!("request", id = format!("{id:016x}"), method = %request.method(), path);
    answer(request, next).instrument(span).await
}

async fn answer(request: Request, next: Next) -> Response {
    let began = std::time::Instant::now();
    let response = next.run(request).await;
    let status = response.status().as_u16();
    counter!(REQUESTS, "status" => status.to_string()).increment(1);
    let ms = began.elapsed().as_millis() as u64;
    if status >= 500 {
        tracing::warn!(status, ms, "request failed");
    } else {
        tracing::debug!(status, ms, "request answered");
    }
    response
}
