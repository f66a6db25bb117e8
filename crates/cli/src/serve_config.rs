//! The part `[serve]` of the configuration file: what `gebeta serve` does where no flag says otherwise.

use std::path::Path;

use clap::ValueEnum;
use gebeta_server::online::Quotas;
use toml_edit::{Document, Item, TableLike, Value};

use crate::args::{LogArg, ServeArgs};
use crate::{Failure, atomic_file, config};

/// The name of the part.
pub(crate) const PART: &str = "serve";
/// What is inside: `[serve.limits]`.
const LIMITS: &str = "limits";

/// The flags, and below them the file's part `[serve]`.
///
/// # Errors
/// Unlike a game, a server does not start with half of what it was told: anything wrong in the part is an error.
pub(crate) fn complete(args: &ServeArgs) -> Result<ServeArgs, Failure> {
    let mut args = args.clone();
    if let Some(path) = config::path().filter(|path| path.exists()) {
        let text = atomic_file::read(&path, config::MAX_FILE_BYTES)?;
        read(&text, &mut args).map_err(|(line, fault)| refuse(&path, line, &fault))?;
    }
    Ok(args)
}

fn refuse(path: &Path, line: usize, fault: &str) -> Failure {
    Failure::failed("bad-config", format!("{}, line {line}: {fault}", path.display()))
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
        "origin" => args.origin.extend(texts(key, item)?),
        "trusted_proxy" => {
            for proxy in texts(key, item)? {
                args.trusted_proxy.push(proxy.parse().map_err(|_| format!("{proxy} is no IP address"))?);
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
    fn g15_the_file_says_what_no_flag_says() {
        let mut args = ServeArgs { db: Some("sqlite:here".to_owned()), ..ServeArgs::default() };
        read(FILE, &mut args).unwrap();
        assert_eq!(args.listen, Some("0.0.0.0:80".parse().unwrap()));
        assert_eq!((args.db.as_deref(), args.log), (Some("sqlite:here"), Some(LogArg::Json)));
        assert_eq!((args.origin.len(), args.trusted_proxy.len()), (2, 1));
        assert_eq!(args.limits, Quotas { new_games: 5, ..Quotas::default() });
        let mut none = ServeArgs::default();
        read("delay = 0\n", &mut none).unwrap();
        assert_eq!(none.listen, None);
    }

    #[test]
    fn g15_what_is_wrong_is_told_with_its_line() {
        for (text, line) in [
            ("[serve]\nlisten = \"nowhere\"\n", 2),
            ("[serve]\n\nport = 1\n", 3),
            ("[serve]\nlog = \"loud\"\n", 2),
            ("[serve]\norigin = [1]\n", 2),
            ("[serve]\ntrusted_proxy = [\"me\"]\n", 2),
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
