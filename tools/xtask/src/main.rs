//! The chores of the workspace; `cargo xtask help` lists them.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a chore talks to the person who runs it")]

mod chaos;
mod deny;
mod e2e;
mod fuzz;
mod load;
mod play;
mod release;
mod schema;
mod test;
mod tidy;
mod wasm;
mod web;

mod debian;
mod node;
mod process;
mod workspace;

use std::process::ExitCode;

use anyhow::Result;

const HELP: &str = "\
Chores of the workspace:

  cargo xtask test [STEP ..]                   format, lints, tidy, dependencies, tests, docs, wasm, browser: all that CI runs,
                                               or only these steps (`cargo xtask test --help` lists them)
  cargo xtask play                             build the game and open it in the browser
  cargo xtask play COMMAND ..                  build the program and run that command of it
  cargo xtask web [--dev]                      build what browsers load; --dev sooner, larger
  cargo xtask e2e [--dev] [FILTER]             test in a real browser, all or what FILTER names
  cargo xtask e2e [--dev] gallery [FOLDER]     take pictures of every screen, into target/gallery or FOLDER
  cargo xtask e2e [--dev] film                 record the moving picture of the README, into target/film
  cargo xtask release VERSION [--dry-run]      set the version, date the changelog, build this system's archive and its
                                               checksums; publishes nothing
  cargo xtask release --archive                build the archive and its checksums of the version that is set
  cargo xtask tidy                             check what ARCHITECTURE.md promises, and where documents point
  cargo xtask deny                             check the licenses and sources of dependencies, and advisories, by cargo-deny
  cargo xtask fuzz [--seconds N] [TARGET]      feed random input to the readers, each for N seconds (60)
  cargo xtask chaos [--full] [ROW [COUNT]]     let everything fail that a server depends on, while games are played; prints a
                                               table. Quick by default; --full takes about an hour and ends by itself
  cargo xtask load [--quick | --db URL [RATE]] load a server: sockets, moves, watchers, troublemakers; prints a table. With
                                               --db only moves, on that PostgreSQL
  cargo xtask schema [COUNT]                   ask a real server whatever its OpenAPI document allows, by schemathesis
  cargo xtask wasm                             check that rules, search and bots build for browsers
";

/// The exit code for a command line that is not understood.
const USAGE: u8 = 2;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    run(&args).unwrap_or_else(|error| {
        eprintln!("error: {error:#}");
        ExitCode::FAILURE
    })
}

fn run(args: &[&str]) -> Result<ExitCode> {
    match args {
        ["test", steps @ ..] => test::run(steps)?,
        ["play", args @ ..] => return play::run(args),
        ["deny"] => deny::run()?,
        ["tidy"] => tidy::run()?,
        ["e2e", args @ ..] => e2e::run(args)?,
        ["fuzz", args @ ..] => fuzz::run(args)?,
        ["load", args @ ..] => load::run(args)?,
        ["release", args @ ..] => release::run(args)?,
        ["schema", args @ ..] => schema::run(args)?,
        ["chaos", args @ ..] => chaos::run(args)?,
        ["wasm"] => wasm::run()?,
        ["web", args @ ..] => web::run(args)?,
        [] | ["help" | "--help" | "-h"] => print!("{HELP}"),
        [..] => {
            eprint!("error: `{}` is no chore\n\n{HELP}", args.join(" "));
            return Ok(ExitCode::from(USAGE));
        }
    }
    Ok(ExitCode::SUCCESS)
}
