//! `cargo xtask test`: every check that a change must pass.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail};

use crate::e2e::{self, Subject};
use crate::process::{cargo, command, run as run_command, succeeds};
use crate::web::{self, Purpose};
use crate::{debian, deny, process, tidy, wasm, workspace};

/// How a step ended, unless it failed.
enum Done {
    Passed,
    /// It could not be tried, for this reason. Only [`Done::skipped`] makes it.
    Skipped(String),
}

impl Done {
    /// A step that cannot be tried here for `reason`. In CI that is a failure: nothing passes there without its tools.
    fn skipped(reason: String) -> Result<Self> {
        if process::is_ci() {
            bail!("{reason}; in CI nothing is skipped");
        }
        Ok(Self::Skipped(reason))
    }
}

/// What earlier steps have made for later ones.
#[derive(Default)]
struct Made {
    /// The build of the bundle that runs beside earlier steps, with all it prints.
    bundling: Option<JoinHandle<Result<String>>>,
    /// The folder of the browser's bundle, if it could be built.
    bundle: Option<PathBuf>,
    /// Whether the tests have built the program with that bundle inside.
    has_program: bool,
}

impl Made {
    /// Cargo with `args`, for a program with the bundle inside where there is one.
    fn cargo(&self, args: &[&str]) -> Command {
        let mut cargo = cargo(args);
        if let Some(bundle) = &self.bundle {
            cargo.env(web::FOLDER_VARIABLE, bundle);
        }
        cargo
    }
}

type Step = (&'static str, fn(&mut Made) -> Result<Done>);

/// The steps of a whole run. Cheap steps come first, so that simple mistakes are reported early.
const STEPS: [Step; 10] = [
    ("tools", tools),
    ("format", format),
    ("tidy", tidy_up),
    ("deny", dependencies),
    (CLIPPY, clippy),
    (BUNDLE, bundle),
    ("tests", tests),
    ("docs", docs),
    ("wasm", build_for_wasm),
    ("browser", browser),
];

/// Steps that run only when they are named. `check` is for other compilers than the pinned one, whose lints differ.
const BY_NAME: [Step; 1] = [("check", check)];

/// The step that makes what the step `browser` tests.
const BUNDLE: &str = "bundle";

/// The step beside which the bundle is built.
const CLIPPY: &str = "clippy";

/// Runs the steps that `names` lists, or all of them, and stops at the first that fails.
pub(crate) fn run(names: &[&str]) -> Result<()> {
    if let ["help" | "--help" | "-h"] = names {
        println!("cargo xtask test [STEP ..]: all steps, or those that are named\n\n{}", known_steps());
        return Ok(());
    }
    let steps = chosen(names)?;
    let began = Instant::now();
    let mut summary = Vec::new();
    let mut failure = None;
    let mut made = Made::default();
    for (index, (name, step)) in steps.iter().enumerate() {
        // The bundle takes one core for most of its time, clippy the other.
        if *name == CLIPPY && steps[index..].iter().any(|(name, _)| *name == BUNDLE) {
            made.bundling = start_bundle()?;
        }
        println!("==> {name}");
        let started = Instant::now();
        let outcome = step(&mut made);
        let told = told(&outcome, started.elapsed());
        println!("    {told}\n");
        summary.push(format!("{name:>8}  {told}"));
        if let Err(error) = outcome {
            failure = Some(error.context(format!("step `{name}` failed")));
            if let Some(bundling) = made.bundling.take() {
                println!("    waiting for the build of the bundle to end");
                // The failure of this step is reported, whatever became of the bundle.
                let _ = bundling.join();
            }
            break;
        }
    }
    println!("==> summary\n{}\n   total  {:.1} s", summary.join("\n"), began.elapsed().as_secs_f64());
    failure.map_or(Ok(()), Err)
}

/// The steps with these names in the order of a whole run, with what they need; the steps of a whole run if no name is given.
fn chosen(names: &[&str]) -> Result<Vec<Step>> {
    if names.is_empty() {
        return Ok(STEPS.to_vec());
    }
    let all = || STEPS.into_iter().chain(BY_NAME);
    if let Some(unknown) = names.iter().find(|name| !all().any(|(known, _)| known == **name)) {
        bail!("there is no step `{unknown}`\n{}", known_steps());
    }
    let needs_bundle = names.contains(&"browser");
    Ok(all().filter(|(name, _)| names.contains(name) || (needs_bundle && *name == BUNDLE)).collect())
}

/// The names of all steps, in two lines.
fn known_steps() -> String {
    let names = |steps: &[Step]| steps.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(" ");
    format!("steps: {}\nonly when named: {}", names(&STEPS), names(&BY_NAME))
}

fn told(outcome: &Result<Done>, time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match outcome {
        Ok(Done::Passed) => format!("passed in {seconds:.1} s"),
        Ok(Done::Skipped(reason)) => format!("skipped: {reason}"),
        Err(_) => format!("FAILED after {seconds:.1} s"),
    }
}

/// rustup brings both components by itself where `rust-toolchain.toml` is obeyed; elsewhere we ask.
fn tools(_: &mut Made) -> Result<Done> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        let works = || succeeds(&mut cargo(&[tool, "--version"]));
        let fetch = || succeeds(&mut command("rustup", &["component", "add", component]));
        let can_be_had = works() || (fetch() && works());
        if !can_be_had {
            bail!("install the Rust component {component}: it is missing and rustup could not add it");
        }
    }
    let missing = debian::fetch_services();
    if !missing.is_empty() {
        return Done::skipped(format!("there is no {}, and nothing is tried on it", missing.join(", ")));
    }
    Ok(Done::Passed)
}

fn format(_: &mut Made) -> Result<Done> {
    run_command(&mut cargo(&["fmt", "--all", "--check"]))?;
    // The fuzz targets are a workspace of their own, which cargo would have to resolve first.
    let targets = tidy::rust_files(&workspace::root().join("fuzz/fuzz_targets"))?;
    run_command(command("rustfmt", &["--check", "--edition", "2024"]).args(targets))?;
    Ok(Done::Passed)
}

fn tidy_up(_: &mut Made) -> Result<Done> {
    tidy::run()?;
    Ok(Done::Passed)
}

fn dependencies(_: &mut Made) -> Result<Done> {
    deny::run()?;
    Ok(Done::Passed)
}

fn clippy(_: &mut Made) -> Result<Done> {
    run_command(&mut cargo(&["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]))?;
    // The small program, without server and full screen.
    let small = ["--package", "gebeta-cli", "--no-default-features"];
    run_command(cargo(&["clippy"]).args(small).args(["--", "-D", "warnings"]))?;
    Ok(Done::Passed)
}

/// Compiles everything, with any compiler.
fn check(_: &mut Made) -> Result<Done> {
    run_command(&mut cargo(&["check", "--workspace", "--all-targets", "--locked"]))?;
    Ok(Done::Passed)
}

/// Starts the build of the bundle in a process of its own, whose output is printed when it is done; `None` if the tools are
/// missing, which the step `bundle` reports.
fn start_bundle() -> Result<Option<JoinHandle<Result<String>>>> {
    if wasm::toolchain().is_err() {
        return Ok(None);
    }
    let mut build = Command::new(std::env::current_exe()?);
    build.arg("web").current_dir(workspace::root()).stdin(Stdio::null());
    Ok(Some(std::thread::spawn(move || process::transcript_of(&mut build))))
}

/// Takes the bundle that was built beside clippy, or builds it.
fn bundle(made: &mut Made) -> Result<Done> {
    match (made.bundling.take(), wasm::toolchain()) {
        (Some(bundling), _) => {
            let transcript = bundling.join().map_err(|_| anyhow!("the build of the bundle panicked"))??;
            print!("{transcript}");
            made.bundle = Some(web::folder()?);
        }
        (None, Ok(toolchain)) => made.bundle = Some(web::build(&toolchain, Purpose::Release)?),
        (None, Err(missing)) => return Done::skipped(missing.to_string()),
    }
    Ok(Done::Passed)
}

fn tests(made: &mut Made) -> Result<Done> {
    run_command(&mut made.cargo(&["test", "--workspace", "--no-fail-fast"]))?;
    made.has_program = true;
    Ok(Done::Passed)
}

fn docs(made: &mut Made) -> Result<Done> {
    let mut doc = made.cargo(&["doc", "--workspace", "--no-deps", "--quiet"]);
    run_command(doc.env("RUSTDOCFLAGS", "-D warnings"))?;
    Ok(Done::Passed)
}

fn build_for_wasm(_: &mut Made) -> Result<Done> {
    match wasm::toolchain() {
        Ok(toolchain) => wasm::check(&toolchain).map(|()| Done::Passed),
        Err(missing) => Done::skipped(missing.to_string()),
    }
}

/// Uses the program that the tests were run with, or builds one.
fn browser(made: &mut Made) -> Result<Done> {
    let Some(bundle) = made.bundle.clone() else {
        return Done::skipped("there is no bundle".to_owned());
    };
    match e2e::browser() {
        Ok(browser) => {
            if !made.has_program {
                run_command(&mut made.cargo(&["build", "--package", "gebeta-cli", "--bin", "gebeta"]))?;
            }
            let subject = Subject { bundle, program: Subject::built()?, is_embedded: true };
            e2e::test_quickly(&subject, &browser)?;
            Ok(Done::Passed)
        }
        Err(missing) => Done::skipped(missing.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(names: &[&str]) -> Vec<&'static str> {
        chosen(names).unwrap().into_iter().map(|(name, _)| name).collect()
    }

    #[test]
    fn without_names_every_step_of_a_whole_run_is_run() {
        assert_eq!(names(&[]), STEPS.map(|(name, _)| name));
    }

    #[test]
    fn named_steps_are_run_in_the_order_of_a_whole_run_with_what_they_need() {
        assert_eq!(names(&["tidy", "format"]), ["format", "tidy"]);
        assert_eq!(names(&["browser"]), ["bundle", "browser"]);
        assert_eq!(names(&["check"]), ["check"]);
    }

    #[test]
    fn an_unknown_step_is_refused_with_the_known_ones() {
        let refusal = chosen(&["format", "fmt"]).unwrap_err().to_string();
        assert!(refusal.starts_with("there is no step `fmt`\nsteps: tools format tidy "), "{refusal}");
        assert!(refusal.ends_with("only when named: check"), "{refusal}");
    }
}
