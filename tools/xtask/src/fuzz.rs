//! `cargo xtask fuzz`: random input for everything that reads untrusted text.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::process::{cargo, command, run as run_command, succeeds};
use crate::{tidy, workspace};

/// How long each target runs unless the command line says otherwise.
const SECONDS: u32 = 60;

/// An input that takes longer than this is a finding, in seconds.
const SLOW_INPUT: u32 = 10;

/// What was asked for.
#[derive(Debug, PartialEq, Eq)]
struct Request<'a> {
    seconds: u32,
    target: Option<&'a str>,
}

/// Runs the targets that `args` ask for and fails if one has found something.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let request = Request::parse(args)?;
    let targets = chosen(&targets()?, request.target)?;
    if !succeeds(&mut cargo(&["fuzz", "--version"])) {
        run_command(&mut cargo(&["install", "cargo-fuzz", "--locked"]))?;
    }
    let mut findings = Vec::new();
    let mut summary = Vec::new();
    for target in targets {
        println!("==> {target}, {} s", request.seconds);
        let (clean, told) = fuzz(&target, request.seconds)?;
        summary.push(format!("{target:>12}  {}", if clean { &told } else { "FINDING, see above" }));
        if !clean {
            findings.push(target);
        }
    }
    println!("==> summary\n{}", summary.join("\n"));
    if !findings.is_empty() {
        bail!("findings in {}; the inputs lie in fuzz/artifacts", findings.join(", "));
    }
    Ok(())
}

impl<'a> Request<'a> {
    fn parse(args: &[&'a str]) -> Result<Self> {
        let mut request = Self { seconds: SECONDS, target: None };
        let mut args = args.iter();
        while let Some(&arg) = args.next() {
            if arg == "--seconds" {
                let seconds = args.next().and_then(|text| text.parse().ok()).filter(|&seconds| seconds > 0);
                request.seconds = seconds.context("--seconds takes a number of seconds, 1 or more")?;
            } else if arg.starts_with('-') || request.target.is_some() {
                bail!("`{arg}` is not understood; it is `cargo xtask fuzz [--seconds N] [TARGET]`");
            } else {
                request.target = Some(arg);
            }
        }
        Ok(request)
    }
}

/// The names of all targets.
fn targets() -> Result<Vec<String>> {
    let files = tidy::rust_files(&workspace::root().join("fuzz/fuzz_targets"))?;
    Ok(files.iter().filter_map(|file| Some(file.file_stem()?.to_str()?.to_owned())).collect())
}

fn chosen(all: &[String], wanted: Option<&str>) -> Result<Vec<String>> {
    let Some(wanted) = wanted else { return Ok(all.to_vec()) };
    if !all.iter().any(|target| target == wanted) {
        bail!("there is no fuzz target `{wanted}`; there are {}", all.join(", "));
    }
    Ok(vec![wanted.to_owned()])
}

/// Runs one target; says whether it found nothing, and what libFuzzer said last.
fn fuzz(target: &str, seconds: u32) -> Result<(bool, String)> {
    let root = workspace::root();
    // New inputs go to the first folder; the second, which git keeps, is only read.
    let scratch = Path::new("fuzz/target/corpus").join(target);
    std::fs::create_dir_all(root.join(&scratch))?;
    let mut fuzz = fuzzing_cargo();
    // Without unsafe code there is nothing for a sanitizer to see, and it would halve the speed.
    fuzz.args(["fuzz", "run", "--sanitizer", "none", target]);
    fuzz.arg(scratch).arg(Path::new("fuzz/corpus").join(target));
    fuzz.args(["--", &format!("-max_total_time={seconds}"), &format!("-timeout={SLOW_INPUT}")]);
    let mut child = fuzz.stderr(Stdio::piped()).spawn().context("cannot start `cargo fuzz`")?;
    let told = child.stderr.take().context("stderr is piped")?;
    let mut last = "nothing was run".to_owned();
    for line in BufReader::new(told).split(b'\n') {
        let line = String::from_utf8_lossy(&line?).into_owned();
        if line.starts_with("Done ") {
            last.clone_from(&line);
        }
        if !is_chatter(&line) {
            eprintln!("{line}");
        }
    }
    Ok((child.wait()?.success(), last))
}

/// Cargo with a compiler that knows the flags fuzzing needs: nightly, or ours persuaded.
fn fuzzing_cargo() -> Command {
    let mut cargo = command("cargo", &[]);
    if succeeds(&mut command("rustup", &["run", "nightly", "rustc", "--version"])) {
        cargo.env("RUSTUP_TOOLCHAIN", "nightly");
    } else {
        cargo.env("RUSTC_BOOTSTRAP", "1");
    }
    cargo
}

/// Whether libFuzzer only tells of its progress (`#4096  NEW cov: ..`) or of the words it has learned.
fn is_chatter(line: &str) -> bool {
    let learned = line.starts_with('"') && line.contains("# Uses:");
    learned || line.starts_with('#') || line.trim_start().starts_with("NEW_FUNC")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_seconds_and_a_target() {
        let parse = |args: &[&'static str]| Request::parse(args).ok();
        assert_eq!(parse(&[]), Some(Request { seconds: 60, target: None }));
        assert_eq!(
            parse(&["--seconds", "5", "record"]),
            Some(Request { seconds: 5, target: Some("record") })
        );
        assert_eq!(parse(&["record"]), Some(Request { seconds: 60, target: Some("record") }));
        for wrong in [&["--seconds"][..], &["--seconds", "x"], &["--seconds", "0"], &["a", "b"], &["--jobs"]]
        {
            assert_eq!(parse(wrong), None, "{wrong:?}");
        }
    }

    #[test]
    fn an_unknown_target_is_refused_with_the_known_ones() {
        let all = ["position".to_owned(), "record".to_owned()];
        assert_eq!(chosen(&all, None).unwrap().len(), 2);
        assert_eq!(chosen(&all, Some("record")).unwrap(), ["record"]);
        let refusal = chosen(&all, Some("recrod")).unwrap_err().to_string();
        assert_eq!(refusal, "there is no fuzz target `recrod`; there are position, record");
    }

    #[test]
    fn progress_is_chatter_and_results_are_not() {
        assert!(is_chatter("#4096\tNEW    cov: 12 ft: 13"));
        assert!(is_chatter(r#""\001\000" # Uses: 12"#));
        assert!(!is_chatter("Done 81 runs in 2 second(s)"));
        assert!(!is_chatter("thread '<unnamed>' panicked at src/lib.rs:1"));
    }
}
