//! `gebeta serve`: the games in the browser of whoever can reach this machine.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use gebeta_engine::Tablebases;
use gebeta_rules::Coded;
use gebeta_server::config::ServerSettings;
use gebeta_server::telemetry::logging;
use gebeta_server::{App, RuleFolder, ServeError, Served, StoreLocation, WebBundle};

use crate::args::ServeArgs;
use crate::rules::RuleCatalog;
use crate::tablebase::Tables;
use crate::{CliError, Console, folders, serve_check, serve_config};

/// Where to listen if nobody says: for this machine alone.
pub(crate) const HERE: SocketAddr = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), 8040);

/// Serves until it is told to stop.
pub(crate) fn run(args: &ServeArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    if args.check {
        return serve_check::run(args, console);
    }
    let args = &serve_config::complete(args)?;
    let site = site(args)?;
    let rules = RuleFolder::new(RuleCatalog::open().folder().map(ToOwned::to_owned));
    let place = place(args)?;
    let settings = settings(args, Some(Arc::new(Tables::default()) as _));
    match args.log {
        Some(format) => logging::start(format.into()),
        None => logging::start_quiet(),
    }
    let app = App { site, rules, online: None, accounts: None };
    let listen = args.listen.unwrap_or(HERE);
    gebeta_server::serve(listen, app, place.as_ref(), settings, |served| {
        let Served { address, online, metrics, ahead } = served;
        let address = url(address);
        writeln!(console.out, "Gebeta is at {address} (Ctrl-C ends it)")?;
        if let Some(metrics) = metrics {
            writeln!(console.out, "Metrics are at {}metrics", url(metrics))?;
        }
        if !online {
            writeln!(
                console.out,
                "Online games are not available: another server uses their folder, or there is no place to store them."
            )?;
        }
        if let Some(ahead) = ahead {
            writeln!(
                console.out,
                "The time of the games is {} ahead of the clock: a server has run here with a clock that was wrong. It goes on \
                 from there; `gebeta serve --reset-clock` sets it back (docs/hosting/deploy.md).",
                in_words(ahead)
            )?;
        }
        console.out.flush()?;
        if args.open && !open(&address) {
            writeln!(console.out, "No browser could be started; open the address yourself.")?;
            console.out.flush()?;
        }
        Ok(())
    })
}

/// The bundle that is served.
pub(crate) fn site(args: &ServeArgs) -> Result<WebBundle, CliError> {
    match &args.web {
        Some(folder) => WebBundle::folder(folder.clone()).ok_or_else(|| {
            CliError::failed(
                "no-bundle",
                format!("{} has no index.html; `cargo xtask web` makes one", folder.display()),
            )
        }),
        None => WebBundle::embedded().ok_or_else(|| {
            CliError::failed(
                "no-bundle",
                "this program was built without the browser's part; `cargo xtask play` builds both",
            )
        }),
    }
}

/// What the flags, the environment and the file say about games by a link.
pub(crate) fn settings(args: &ServeArgs, tables: Option<Arc<dyn Tablebases>>) -> ServerSettings {
    let wait = args.db_wait.map(|seconds| Duration::from_secs(seconds.into()));
    ServerSettings {
        origins: args.origin.iter().map(ToString::to_string).collect(),
        proxies: args.trusted_proxy.clone(),
        store_wait: wait.unwrap_or(ServerSettings::STORE_WAIT),
        metrics: args.metrics,
        nats: args.nats.clone(),
        tables,
        quotas: args.limits,
        reset_clock: args.reset_clock,
        ..ServerSettings::default()
    }
}

/// A length of time in days, hours or minutes.
fn in_words(time: Duration) -> String {
    let minutes = time.as_secs() / 60;
    match minutes {
        0..120 => format!("{minutes} minutes"),
        120..2880 => format!("{} hours", minutes / 60),
        _ => format!("{} days", minutes / 1440),
    }
}

/// Where the games by a link are kept: as asked, or in the user's data folder; none where the system has no such place.
pub(crate) fn place(args: &ServeArgs) -> Result<Option<StoreLocation>, CliError> {
    let Some(db) = &args.db else {
        return Ok(folders::data().map(|data| StoreLocation::FolderIfFree(data.join("server"))));
    };
    if db.starts_with("postgres://") || db.starts_with("postgresql://") {
        return Ok(Some(StoreLocation::Postgres(db.clone())));
    }
    match db.strip_prefix("sqlite:").filter(|folder| !folder.is_empty()) {
        Some(folder) => Ok(Some(StoreLocation::Folder(folder.into()))),
        None => Err(CliError::usage("bad-db", "--db takes sqlite:FOLDER or postgres://..")),
    }
}

impl From<ServeError> for CliError {
    fn from(failure: ServeError) -> Self {
        match failure {
            ServeError::Broken => Self::passing(failure.code(), failure.to_string()),
            _ => Self::failed(failure.code(), failure.to_string()),
        }
    }
}

/// Where a browser on this machine finds us.
fn url(address: SocketAddr) -> String {
    if address.ip().is_unspecified() {
        format!("http://localhost:{}/", address.port())
    } else {
        format!("http://{address}/")
    }
}

/// Asks the system for a browser, and says whether it tried.
fn open(address: &str) -> bool {
    let words: &[&str] = if cfg!(windows) {
        &["cmd", "/C", "start"]
    } else if cfg!(target_os = "macos") {
        &["open"]
    } else {
        &["xdg-open"]
    };
    let mut command = Command::new(words[0]);
    command.args(&words[1..]).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().is_ok()
}

#[cfg(test)]
mod tests {
    use super::{Duration, in_words, url};

    #[test]
    fn a_time_is_told_in_the_largest_fitting_unit() {
        for (seconds, expected) in [(61, "1 minutes"), (7200, "2 hours"), (864_000, "10 days")] {
            assert_eq!(in_words(Duration::from_secs(seconds)), expected);
        }
    }

    #[test]
    fn an_address_for_everybody_is_opened_as_this_machine() {
        for (address, expected) in [
            ("127.0.0.1:8040", "http://127.0.0.1:8040/"),
            ("0.0.0.0:80", "http://localhost:80/"),
            ("[::]:8040", "http://localhost:8040/"),
            ("[::1]:1", "http://[::1]:1/"),
        ] {
            assert_eq!(url(address.parse().unwrap()), expected);
        }
    }
}
