//! `cargo xtask schema`: a real server is asked everything that its own description of the API allows, and much that it does
//! not, by schemathesis.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::process::{cargo, command, run as run_command, succeeds};
use crate::workspace::Workspace;

/// All default checks, but for what a schema cannot say. A reason for each exception:
const CHECKS: &str = r#"# A request of the right form may still mean nothing (422): rules, a position, a record, a password too easy to guess.
[checks.positive_data_acceptance]
expected-statuses = ["2xx", "401", "403", "404", "409", "422"]

# The API takes a cookie or a token. The check breaks one of them and leaves the other, which still holds.
[checks.ignored_auth]
enabled = false

# Exactly one of `position` and `record` is wanted.
[[operations]]
include-name = "POST /api/analyse"
checks.positive_data_acceptance.enabled = false

# Which letters the name of a player or of a token may have, no pattern says.
[[operations]]
include-name = ["POST /api/account", "POST /api/games", "POST /api/games/{game}/join", "POST /api/pair", "POST /api/session", "POST /api/session/recovery"]
checks.positive_data_acceptance.enabled = false

# The cookie comes from the command line, so the wrong one that a check makes up is never sent.
[[operations]]
include-name = ["GET /api/account/export", "GET /api/tokens"]
checks.negative_data_rejection.enabled = false

# Both reasons.
[[operations]]
include-name = "POST /api/tokens"
checks.positive_data_acceptance.enabled = false
checks.negative_data_rejection.enabled = false

# A session may try ten passwords in a quarter of an hour.
[[operations]]
include-name = ["POST /api/account/recovery", "POST /api/account/password"]
checks.positive_data_acceptance.enabled = false
"#;
/// The default number of generated requests for each operation.
const EXAMPLES: u32 = 40;
/// Rate limits are off: they would refuse its requests.
const CONFIG: &str = "[serve.limits]\nnew_games = 1000000\nnew_games_per_account = 1000000\nquestions = 1000000\n\
    account_reads = 1000000\nsign_ups = 1000000\nlogins_per_name = 1000000\nlogins_per_address = 1000000\n\
    wrong_secrets = 1000000\npictures = 1000000\nopen_games_per_address = 1000000\n\
    open_games_per_account = 1000000\n";
/// What would leave the client without an account, or signed out; and the WebSocket, which needs headers that no schema gives.
const LEFT_OUT: [&str; 4] =
    ["DELETE /api/account", "DELETE /api/session", "DELETE /api/sessions", "GET /api/games/{game}/socket"];

/// Builds the program, starts it on a port of this machine, and runs schemathesis against it: as a program that has a token,
/// and as a page with a signed-in user. Each may do what the other may not.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let examples = match args {
        [] => EXAMPLES,
        [number] => number.parse().context("schema takes the number of requests for each operation")?,
        _ => bail!("schema takes the number of requests for each operation and nothing else"),
    };
    run_command(&mut cargo(&["build", "--quiet", "--workspace", "--bin", "gebeta"]))?;
    let target = Workspace::read()?.target;
    let schemathesis = install(&target)?;
    let folder = target.join("schema");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("schemathesis.toml"), CHECKS)?;
    let server = Server::start(&target.join("debug/gebeta"), &folder)?;
    let cookie = server.sign_up()?;
    let token = server.token(&cookie)?;
    let origin = format!("Origin: http://{}", server.host);
    for headers in [&[token][..], &[cookie, origin]] {
        let mut test = command(&schemathesis.display().to_string(), &["--config-file", "schemathesis.toml"]);
        test.args(["run", &format!("http://{}/api/openapi.json", server.host)]);
        test.args(["-n", &examples.to_string()]);
        test.args(headers.iter().flat_map(|header| ["-H", header]));
        test.args(LEFT_OUT.iter().flat_map(|name| ["--exclude-name", name]));
        // It keeps notes where it runs.
        run_command(test.current_dir(&folder))?;
        if server.get("/readyz", "")? != "ready\n" {
            bail!("the server is not ready any more");
        }
        let headers: String = headers.iter().map(|header| format!("{header}\r\n")).collect();
        if !server.get("/api/account", &headers)?.contains("\"Schema\"") {
            bail!("signed out on the way: who is not signed in is refused too early to say anything");
        }
    }
    println!(
        "schema: {examples} requests for each operation, all default checks of schemathesis passed but for the written exceptions"
    );
    Ok(())
}

/// schemathesis in a folder of the target directory, installed if it is missing.
fn install(target: &Path) -> Result<PathBuf> {
    let folder = target.join("schemathesis");
    let program = folder.join("bin/schemathesis");
    if !succeeds(&mut command(&program.display().to_string(), &["--version"])) {
        let place = folder.display().to_string();
        run_command(&mut command("python3", &["-m", "venv", &place]))?;
        let pip = folder.join("bin/pip").display().to_string();
        run_command(&mut command(&pip, &["install", "--quiet", "schemathesis>=4,<5"]))?;
    }
    Ok(program)
}

/// `gebeta serve` as a process.
struct Server {
    child: Child,
    host: String,
}

impl Server {
    fn start(program: &Path, folder: &Path) -> Result<Self> {
        fs::create_dir_all(folder.join("web"))?;
        fs::create_dir_all(folder.join("config/gebeta"))?;
        fs::write(folder.join("web/index.html"), "the page")?;
        fs::write(folder.join("config/gebeta/config.toml"), CONFIG)?;
        let mut serve = Command::new(program);
        serve.args(["serve", "--listen", "127.0.0.1:0", "--web", "web", "--db", "sqlite:games"]);
        serve.current_dir(folder).env("XDG_CONFIG_HOME", folder.join("config")).env("HOME", folder);
        let mut child = serve.stdin(Stdio::null()).stdout(Stdio::piped()).spawn()?;
        let mut told = String::new();
        BufReader::new(child.stdout.take().context("stdout is piped")?).read_line(&mut told)?;
        let host = told.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        let host = host.with_context(|| format!("the server told no address: {told}"))?.to_owned();
        Ok(Self { child, host })
    }

    /// The header that a page sends where a new account is signed in.
    fn sign_up(&self) -> Result<String> {
        let account = r#"{"name":"Schema","password":"a long and quiet one"}"#;
        let (head, _) = self.ask("POST", "/api/account", "", account)?;
        let cookies = head.lines().filter_map(|line| line.strip_prefix("set-cookie: "));
        let session =
            cookies.filter_map(|cookie| cookie.split(';').next()).find(|cookie| cookie.starts_with("sid="));
        Ok(format!("Cookie: {}", session.context("no session")?))
    }

    /// The header that a program of this account sends.
    fn token(&self, cookie: &str) -> Result<String> {
        let made = self.ask("POST", "/api/tokens", &format!("{cookie}\r\n"), r#"{"label":"schema"}"#)?.1;
        let made: Value = serde_json::from_str(&made)?;
        Ok(format!("Authorization: Bearer {}", made["token"].as_str().context("no token")?))
    }

    fn get(&self, path: &str, headers: &str) -> Result<String> {
        Ok(self.ask("GET", path, headers, "")?.1)
    }

    /// Head and body of the answer.
    fn ask(&self, method: &str, path: &str, headers: &str, body: &str) -> Result<(String, String)> {
        let mut stream = TcpStream::connect(&self.host)?;
        let (host, length) = (&self.host, body.len());
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\nconnection: close\r\n\
             content-type: application/json\r\ncontent-length: {length}\r\n{headers}\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer)?;
        let (head, body) = answer.split_once("\r\n\r\n").context("half an answer")?;
        Ok((head.to_owned(), body.to_owned()))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
