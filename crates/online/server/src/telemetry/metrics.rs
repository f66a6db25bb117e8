//! Metrics in the text format of Prometheus, on a separate listener.

use std::net::SocketAddr;
use std::sync::OnceLock;
use std::time::Duration;

use ::metrics::{Unit, describe_counter, describe_gauge, describe_histogram, gauge};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};
use tokio::net::TcpListener;

use crate::games::GameService;
use crate::games::searches::Pool;
use crate::{ServeError, Tasks};

/// Open sockets.
pub(crate) const SOCKETS: &str = "gebeta_sockets";
/// Live games.
pub(crate) const GAMES: &str = "gebeta_live_games";
/// Stored moves.
pub(crate) const MOVES: &str = "gebeta_moves_total";
/// The time to store events.
pub(crate) const APPEND: &str = "gebeta_append_seconds";
/// Refused decisions, by code.
pub(crate) const NACKS: &str = "gebeta_nacks_total";
/// Stored games that cannot be read, each counted once.
pub(crate) const DAMAGED: &str = "gebeta_damaged_games_total";
/// Players whose clients claim to have seen more of a game than is stored.
pub(crate) const AHEAD: &str = "gebeta_clients_ahead_total";
/// Games that have ended.
pub(crate) const ENDED: &str = "gebeta_games_ended_total";
/// Attempts to sign in, by result.
pub(crate) const LOGINS: &str = "gebeta_logins_total";
/// Responses, by status.
pub(crate) const REQUESTS: &str = "gebeta_requests_total";

/// Background tasks that have panicked, by name.
pub(crate) const PANICS: &str = "gebeta_task_panics_total";
/// Running searches, by pool.
pub(crate) const SEARCHES: &str = "gebeta_searches";
/// The age of the oldest running search, by pool.
pub(crate) const OLDEST_SEARCH: &str = "gebeta_oldest_search_seconds";

/// A commit takes some milliseconds on a good disk; seconds are an outage.
const BUCKETS: [f64; 12] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.25, 0.5, 1.0, 2.0];
/// How often samples are moved into their buckets, so that they do not accumulate without scrapes.
const UPKEEP: Duration = Duration::from_secs(5);

/// Installs the recorder, once for the process.
fn handle() -> Option<&'static PrometheusHandle> {
    static HANDLE: OnceLock<Option<PrometheusHandle>> = OnceLock::new();
    let start = || {
        let builder =
            PrometheusBuilder::new().set_buckets_for_metric(Matcher::Full(APPEND.to_owned()), &BUCKETS);
        let handle = builder.ok()?.install_recorder().ok()?;
        describe_gauge!(SOCKETS, "open sockets");
        describe_gauge!(GAMES, "games in memory");
        describe_counter!(MOVES, "stored moves");
        describe_histogram!(APPEND, Unit::Seconds, "time to store events");
        describe_counter!(NACKS, "refused decisions by code");
        describe_counter!(DAMAGED, "stored games that cannot be read");
        describe_counter!(AHEAD, "players whose clients claim to have seen more of a game than is stored");
        describe_counter!(ENDED, "games that have ended");
        describe_counter!(LOGINS, "attempts to sign in by result");
        describe_counter!(REQUESTS, "answers by status");
        describe_counter!(PANICS, "background tasks that have panicked by name");
        describe_gauge!(SEARCHES, "running searches by pool");
        describe_gauge!(OLDEST_SEARCH, Unit::Seconds, "age of the oldest running search by pool");
        Some(handle)
    };
    HANDLE.get_or_init(start).as_ref()
}

/// Serves the metrics at `address`.
///
/// # Errors
/// The address cannot be used.
pub(crate) async fn listen(
    address: SocketAddr,
    online: Option<GameService>,
    tasks: &Tasks,
) -> Result<SocketAddr, ServeError> {
    let listener =
        TcpListener::bind(address).await.map_err(|cause| ServeError::CannotListen { address, cause })?;
    let address = listener.local_addr()?;
    let Some(handle) = handle() else { return Ok(address) };
    let told = move || {
        let online = online.clone();
        async move {
            if let Some(online) = online {
                let load = online.load();
                gauge!(SOCKETS).set(load.sockets as f64);
                gauge!(GAMES).set(load.games as f64);
                for pool in Pool::ALL {
                    let busy = online.busy(pool);
                    gauge!(SEARCHES, "pool" => pool.word()).set(busy.searches as f64);
                    gauge!(OLDEST_SEARCH, "pool" => pool.word()).set(busy.oldest.as_secs_f64());
                }
            }
            ([(CONTENT_TYPE, "text/plain; version=0.0.4")], handle.render()).into_response()
        }
    };
    let app = Router::new().route("/metrics", get(told));
    tasks.spawn("metrics upkeep", async move {
        loop {
            tokio::time::sleep(UPKEEP).await;
            handle.run_upkeep();
        }
    });
    tasks.spawn("metrics", async move {
        if let Err(error) = axum::serve(listener, app).await {
            tracing::error!(cause = %error, "the metrics listener has failed");
        }
    });
    Ok(address)
}
