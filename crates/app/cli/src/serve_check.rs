//! `gebeta serve --check`: whether a server could start with these settings, and what it would serve.

use gebeta_rules::Coded as _;
use gebeta_server::config::Quotas;
use serde_json::{Value, json};

use crate::args::ServeArgs;
use crate::serve::{HERE, place, settings, site};
use crate::{CliError, Console, serve_config};

/// One thing that was looked at: what it is called, and what was found or is wrong.
type Line = (&'static str, Result<String, (&'static str, String)>);

/// Looks at everything, prints what was found, and fails if a server could not start.
pub(crate) fn run(args: &ServeArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    let (lines, told) = match serve_config::complete(args) {
        Ok(args) => (look(&args)?, shown(&args)),
        Err(failure) => (vec![("settings", Err(of(&failure)))], Value::Null),
    };
    let wrong = lines.iter().filter(|(_, found)| found.is_err()).count();
    if args.json {
        let checks: Vec<Value> = lines.iter().map(as_json).collect();
        writeln!(console.out, "{}", json!({ "ok": wrong == 0, "checks": checks, "settings": told }))?;
    } else {
        for (what, found) in &lines {
            match found {
                Ok(found) => writeln!(console.out, "{what:<14} ok      {found}")?,
                Err((code, why)) => writeln!(console.out, "{what:<14} WRONG   error[{code}]: {why}")?,
            }
        }
        for (key, value) in told.as_object().into_iter().flatten().filter(|(_, value)| !value.is_null()) {
            writeln!(console.out, "{key:<14} is      {}", plain(value))?;
        }
    }
    console.out.flush()?;
    match wrong {
        0 => Ok(()),
        1 => Err(CliError::usage("check-failed", "a server could not start so: one thing is wrong")),
        _ => Err(CliError::usage(
            "check-failed",
            format!("a server could not start so: {wrong} things are wrong"),
        )),
    }
}

fn of(failure: &CliError) -> (&'static str, String) {
    (failure.code(), failure.sentence().to_owned())
}

fn look(args: &ServeArgs) -> Result<Vec<Line>, CliError> {
    let page = match &args.web {
        Some(folder) => format!("the folder {}", folder.display()),
        None => "inside the program".to_owned(),
    };
    let mut lines: Vec<Line> = vec![("page", site(args).map(|_| page).map_err(|failure| of(&failure)))];
    let logs = match place(args) {
        Ok(logs) => logs,
        Err(failure) => {
            lines.push(("db", Err(of(&failure))));
            None
        }
    };
    let is_placed = lines.len() == 1;
    let checked = gebeta_server::check(args.listen.unwrap_or(HERE), logs.as_ref(), &settings(args, None))?;
    for (what, found) in checked.into_iter().filter(|(what, _)| is_placed || *what != "db") {
        lines.push((
            what,
            found.map(|found| found.0).map_err(|failure| (failure.code(), failure.to_string())),
        ));
    }
    Ok(lines)
}

fn as_json((what, found): &Line) -> Value {
    match found {
        Ok(found) => json!({ "what": what, "ok": true, "found": found }),
        Err((code, why)) => json!({ "what": what, "ok": false, "code": code, "problem": why }),
    }
}

/// The settings that hold, without passwords; of the limits only those that were changed.
fn shown(args: &ServeArgs) -> Value {
    let texts = |texts: Vec<String>| if texts.is_empty() { Value::Null } else { json!(texts) };
    let (mut limits, mut usual) = (args.limits, Quotas::default());
    let mut changed = serde_json::Map::new();
    for name in Quotas::NAMES {
        if let (Some(limit), Some(usual)) = (limits.named(name), usual.named(name))
            && limit != usual
        {
            changed.insert((*name).to_owned(), json!(limit));
        }
    }
    json!({
        "db": args.db.as_deref().map(without_password),
        "nats": args.nats.as_deref().map(without_password),
        "origin": texts(args.origin.iter().map(ToString::to_string).collect()),
        "trusted_proxy": texts(args.trusted_proxy.iter().map(ToString::to_string).collect()),
        "db_wait": args.db_wait,
        "limits": if changed.is_empty() { Value::Null } else { changed.into() },
    })
}

/// An address without who asks there and with which password.
fn without_password(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let rest = rest.split('?').next().unwrap_or_default();
    let place = rest.rsplit_once('@').map_or(rest, |(_, place)| place);
    format!("{scheme}://{place}")
}

fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Array(list) => list.iter().map(plain).collect::<Vec<_>>().join(" "),
        Value::Object(map) => {
            map.iter().map(|(key, value)| format!("{key} {value}")).collect::<Vec<_>>().join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_password;

    #[test]
    fn no_password_is_shown() {
        for (url, shown) in [
            ("postgres://gebeta:se@cret@host:5432/games?sslpassword=x", "postgres://host:5432/games"),
            ("postgres://%2Frun/games", "postgres://%2Frun/games"),
            ("nats://token@host", "nats://host"),
            ("sqlite:/data", "sqlite:/data"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
