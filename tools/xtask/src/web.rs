//! `cargo xtask web`: everything a browser loads, in one folder that any file server can serve.

mod budget;
mod bundle;
mod hash;
mod optimize;
mod parts;
mod script;
mod words;

use std::path::PathBuf;

use anyhow::{Result, bail};

use crate::wasm::{self, Toolchain};
use crate::workspace::Workspace;

/// Tells the build of the server which bundle to take into the program.
pub(crate) const FOLDER_VARIABLE: &str = "GEBETA_WEB_DIR";

/// What the bundle is made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// Players: small, compressed, within its budgets.
    Release,
    /// Developers: quick to build.
    Development,
}

impl Purpose {
    /// The profile of cargo, which is also the name of its folder.
    const fn profile(self) -> &'static str {
        match self {
            Self::Release => "web",
            Self::Development => "web-dev",
        }
    }
}

/// Builds the bundle for the purpose that `args` name.
pub(crate) fn run(args: &[&str]) -> Result<()> {
    let purpose = match args {
        [] => Purpose::Release,
        ["--dev"] => Purpose::Development,
        [..] => bail!("`cargo xtask web` takes --dev or nothing"),
    };
    let folder = build(&wasm::toolchain()?, purpose)?;
    println!("the bundle is in {}", folder.display());
    Ok(())
}

/// Where the bundle is: not `web`, which is where cargo builds the tools of the profile of that name.
pub(crate) fn folder() -> Result<PathBuf> {
    Ok(Workspace::read()?.target.join("bundle"))
}

/// Builds the bundle and gives its folder, which holds nothing else.
pub(crate) fn build(toolchain: &Toolchain, purpose: Purpose) -> Result<PathBuf> {
    let target = Workspace::read()?.target;
    let parts = parts::build(toolchain, purpose, &target)?;
    let folder = folder()?;
    let bundle = bundle::Bundle::read(&parts)?;
    bundle.write(&folder)?;
    if purpose == Purpose::Release {
        parts::squeeze(&target, &bundle.paths(&folder))?;
        budget::check(&bundle, &folder)?;
    }
    Ok(folder)
}
