//! What `gebeta serve` is told: by flags, then by the environment (`GEBETA_SERVE_..`), then by the part `[serve]` of the
//! configuration file.

use std::ffi::OsString;
use std::path::Path;

use clap::ValueEnum;
use gebeta_server::config::{IpNetworkError, OriginError, Quotas};
use toml_edit::{Document, Item, TableLike, Value};

use crate::args::{LogArg, ServeArgs};
use crate::{CliError, atomic_file, config};

/// The name of the part.
const PART: &str = config::SERVE_TABLE;
/// What is inside: `[serve.limits]`.
const LIMITS: &str = "limits";

/// How the variables of the environment begin; the key of the file follows, `GEBETA_SERVE_LISTEN`.
const VARIABLES: &str = "GEBETA_SERVE_";

/// The flags, below them the environment, and below that the file's part `[serve]`.
///
/// # Errors
/// Unlike a game, a server does not start with half of what it was told: anything wrong there is an error.
pub(crate) fn complete(args: &ServeArgs) -> Result<ServeArgs, CliError> {
    let mut args = args.clone();
    let refuse_variable =
        |(name, fault): (String, String)| CliError::usage("bad-setting", format!("{name}: {fault}"));
    let limits = environment(&mut args, std::env::vars_os()).map_err(refuse_variable)?;
    if let Some(path) = config::path().filter(|path| path.exists()) {
        let text = atomic_file::read(&path, config::MAX_FILE_BYTES)?;
        read(&text, &mut args).map_err(|(line, fault)| refuse(&path, line, &fault))?;
    }
    for (name, key, item) in limits {
        limit(&mut args.limits, &key, &item).map_err(|fault| refuse_variable((name, fault)))?;
    }
    Ok(args)
}

/// A variable that sets a limit: its name, the name of the limit, and the value.
type LimitVariable = (String, String, Item);

/// Fills what no flag has said from the variables, and gives the limits back, which count for more than the file's. The error
/// has the name of its variable.
fn environment(
    args: &mut ServeArgs,
    variables: impl Iterator<Item = (OsString, OsString)>,
) -> Result<Vec<LimitVariable>, (String, String)> {
    let mut limits = Vec::new();
    let mut ours: Vec<(String, OsString)> = variables
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value)))
        .filter(|(name, value)| name.starts_with(VARIABLES) && !value.is_empty())
        .collect();
    ours.sort();
    for (name, value) in ours {
        let key = name[VARIABLES.len()..].to_ascii_lowercase();
        let Ok(value) = value.into_string() else { return Err((name, "it is no text".to_owned())) };
        let value = value.trim();
        let number = value.parse::<i64>().map(toml_edit::Value::from);
        match key.strip_prefix(LIMITS).and_then(|rest| rest.strip_prefix('_')) {
            Some(limit) => {
                let item = Item::Value(number.unwrap_or_else(|_| value.into()));
                limits.push((name, limit.to_owned(), item));
            }
            None => {
                let item = match &*key {
                    // As a list of the file, with commas or spaces between.
                    "origin" | "trusted_proxy" => {
                        let parts = value.split([',', ' ']).filter(|part| !part.is_empty());
                        parts.collect::<toml_edit::Array>().into()
                    }
                    "db_wait" => number.unwrap_or_else(|_| value.into()),
                    _ => value.into(),
                };
                set(args, &key, &Item::Value(item)).map_err(|fault| (name, fault))?;
            }
        }
    }
    Ok(limits)
}

fn refuse(path: &Path, line: usize, fault: &str) -> CliError {
    CliError::failed("bad-config", format!("{}, line {line}: {fault}", path.display()))
}

/// Fills what no flag has said; the error has its line.
fn read(text: &str, args: &mut ServeArgs) -> Result<(), (usize, String)> {
    let document = Document::parse(text)
        .map_err(|error| (config::line_of(text, error.span()), error.message().to_owned()))?;
    let Some(part) = document.get(PART) else { return Ok(()) };
    let Some(part) = part.as_table() else {
        return Err((config::line_of(text, part.span()), format!("{PART} is a part of its own: [{PART}]")));
    };
    for (key, item) in part {
        match item.as_table_like() {
            Some(limits) if key == LIMITS => {
                for (key, item) in limits.iter() {
                    limit(&mut args.limits, key, item)
                        .map_err(|fault| (line(text, limits, key, item), fault))?;
                }
            }
            _ => set(args, key, item).map_err(|fault| (line(text, part, key, item), fault))?,
        }
    }
    Ok(())
}

fn line(text: &str, part: &dyn TableLike, key: &str, item: &Item) -> usize {
    config::line_of(text, part.key(key).and_then(toml_edit::Key::span).or_else(|| item.span()))
}

/// One of the limits.
fn limit(limits: &mut Quotas, key: &str, item: &Item) -> Result<(), String> {
    let Some(limit) = limits.named(key) else {
        return Err(format!("there is no limit {key}; there are {}", Quotas::NAMES.join(", ")));
    };
    let number = item.as_integer().and_then(|number| u32::try_from(number).ok()).filter(|number| *number > 0);
    *limit = number.ok_or_else(|| format!("{key} is a whole number from 1 on"))?;
    Ok(())
}

fn set(args: &mut ServeArgs, key: &str, item: &Item) -> Result<(), String> {
    match key {
        "listen" => fill(&mut args.listen, address(key, item)?),
        "metrics" => fill(&mut args.metrics, address(key, item)?),
        "db" => fill(&mut args.db, text(key, item)?),
        "nats" => fill(&mut args.nats, text(key, item)?),
        "log" => {
            let format = LogArg::from_str(&text(key, item)?, false);
            fill(&mut args.log, format.map_err(|_| format!("{key} is \"text\" or \"json\""))?);
        }
        "db_wait" => {
            let seconds = item.as_integer().and_then(|seconds| u32::try_from(seconds).ok());
            fill(&mut args.db_wait, seconds.ok_or_else(|| format!("{key} is a number of seconds"))?);
        }
        "origin" => {
            for origin in texts(key, item)? {
                args.origin.push(origin.parse().map_err(|bad: OriginError| bad.to_string())?);
            }
        }
        "trusted_proxy" => {
            for proxy in texts(key, item)? {
                args.trusted_proxy.push(proxy.parse().map_err(|bad: IpNetworkError| bad.to_string())?);
            }
        }
        LIMITS => return Err(format!("{key} is a part of its own: [{PART}.{LIMITS}]")),
        _ => return Err(format!("there is no setting {PART}.{key}")),
    }
    Ok(())
}

/// A flag counts for more.
fn fill<T>(place: &mut Option<T>, value: T) {
    place.get_or_insert(value);
}

fn address(key: &str, item: &Item) -> Result<std::net::SocketAddr, String> {
    text(key, item)?
        .parse()
        .map_err(|_| format!("{key} is an address with a port, such as \"127.0.0.1:8040\""))
}

fn text(key: &str, item: &Item) -> Result<String, String> {
    item.as_str().map(ToOwned::to_owned).ok_or_else(|| format!("{key} is a text"))
}

/// One text or a list of them.
fn texts(key: &str, item: &Item) -> Result<Vec<String>, String> {
    let wrong = || format!("{key} is a text or a list of texts");
    match item.as_array() {
        Some(list) => {
            list.iter().map(|value: &Value| value.as_str().map(ToOwned::to_owned).ok_or_else(wrong)).collect()
        }
        None => Ok(vec![item.as_str().ok_or_else(wrong)?.to_owned()]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "delay = 0\n[serve]\nlisten = \"0.0.0.0:80\"\ndb = \"postgres://host/gebeta\"\nlog = \"json\"\n\
        origin = [\"https://a.example\", \"https://b.example\"]\ntrusted_proxy = \"10.0.0.1\"\n[serve.limits]\nnew_games = 5\n";

    #[test]
    fn the_file_says_what_no_flag_says() {
        let mut args = ServeArgs { db: Some("sqlite:here".to_owned()), ..ServeArgs::default() };
        read(FILE, &mut args).unwrap();
        assert_eq!(args.listen, Some("0.0.0.0:80".parse().unwrap()));
        assert_eq!((args.db.as_deref(), args.log), (Some("sqlite:here"), Some(LogArg::Json)));
        assert_eq!((args.origin.len(), args.trusted_proxy.len()), (2, 1));
        assert_eq!(args.limits, Quotas { new_games: 5, ..Quotas::default() });
        let networks = "[serve]\ntrusted_proxy = [\"10.0.0.0/8\", \"::1\"]\ndb_wait = 0\n";
        let mut args = ServeArgs::default();
        read(networks, &mut args).unwrap();
        assert_eq!((args.trusted_proxy.len(), args.db_wait), (2, Some(0)));
        let mut none = ServeArgs::default();
        read("delay = 0\n", &mut none).unwrap();
        assert_eq!(none.listen, None);
    }

    fn variables(list: &[(&str, &str)]) -> impl Iterator<Item = (OsString, OsString)> {
        list.iter()
            .map(|(name, value)| (OsString::from(name), OsString::from(value)))
            .collect::<Vec<_>>()
            .into_iter()
    }

    #[test]
    fn the_environment_counts_for_more_than_the_file_and_less_than_flags() {
        let mut args = ServeArgs { db: Some("sqlite:flag".to_owned()), ..ServeArgs::default() };
        let told = [
            ("GEBETA_SERVE_LISTEN", "0.0.0.0:8040"),
            ("GEBETA_SERVE_DB", "sqlite:environment"),
            ("GEBETA_SERVE_LOG", "text"),
            ("GEBETA_SERVE_DB_WAIT", "5"),
            ("GEBETA_SERVE_ORIGIN", "https://c.example, https://d.example"),
            ("GEBETA_SERVE_TRUSTED_PROXY", "10.0.0.0/8 ::1"),
            ("GEBETA_SERVE_NATS", "tls://bus:4222"),
            ("GEBETA_SERVE_METRICS", ""),
            ("GEBETA_SERVE_LIMITS_NEW_GAMES", "7"),
            ("GEBETA_LOG", "debug"),
            ("GEBETA_SERVICE_HOST", "10.0.0.9"),
        ];
        let limits = environment(&mut args, variables(&told)).unwrap();
        read(FILE, &mut args).unwrap();
        assert_eq!(args.listen, Some("0.0.0.0:8040".parse().unwrap()));
        assert_eq!((args.db.as_deref(), args.log), (Some("sqlite:flag"), Some(LogArg::Text)));
        assert_eq!(
            (args.db_wait, args.metrics, args.nats.as_deref()),
            (Some(5), None, Some("tls://bus:4222"))
        );
        assert_eq!((args.origin.len(), args.trusted_proxy.len()), (4, 3), "lists are added to");
        let limits: Vec<_> = limits.iter().map(|(_, key, item)| (key.as_str(), item.as_integer())).collect();
        assert_eq!(limits, [("new_games", Some(7))]);
    }

    #[test]
    fn a_variable_that_is_wrong_is_named() {
        for name in [
            ("GEBETA_SERVE_LISTEN", "localhost"),
            ("GEBETA_SERVE_LISTN", "127.0.0.1:1"),
            ("GEBETA_SERVE_ORIGIN", "play.example"),
            ("GEBETA_SERVE_TRUSTED_PROXY", "10.0.0.0/40"),
            ("GEBETA_SERVE_DB_WAIT", "-1"),
            ("GEBETA_SERVE_LOG", "loud"),
            ("GEBETA_SERVE_LIMITS", "5"),
        ] {
            let told = [("GEBETA_SERVE_DB", "sqlite:here"), name];
            assert_eq!(environment(&mut ServeArgs::default(), variables(&told)).unwrap_err().0, name.0);
        }
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, line) in [
            ("[serve]\nlisten = \"nowhere\"\n", 2),
            ("[serve]\n\nport = 1\n", 3),
            ("[serve]\nlog = \"loud\"\n", 2),
            ("[serve]\norigin = [1]\n", 2),
            ("[serve]\ntrusted_proxy = [\"me\"]\n", 2),
            ("[serve]\ntrusted_proxy = \"10.0.0.1/8\"\n", 2),
            ("[serve]\norigin = [\"https://a.example\",\n \"https://b.example/\"]\n", 2),
            ("[serve]\ndb_wait = \"long\"\n", 2),
            ("[serve.limits]\nsockets = 9\npings = 0\n", 3),
            ("[serve]\nlimits.sockets = \"many\"\n", 2),
            ("[serve]\nlimits = { sockets = 9, ships = 1 }\n", 2),
            ("[serve]\nlog = \"text\"\nlimits = 5\n", 3),
            ("delay = 1\nserve = 1\n", 2),
            ("[serve\n", 1),
        ] {
            assert_eq!(read(text, &mut ServeArgs::default()).unwrap_err().0, line, "{text}");
        }
    }
}
