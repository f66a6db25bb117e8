//! What cargo knows of this workspace.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde_json::Value;

use crate::process::{cargo, output_of};

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    // Set while cargo runs us; the folder we were built in serves a binary started by hand.
    let ours = std::env::var("CARGO_MANIFEST_DIR").unwrap_or_else(|_| env!("CARGO_MANIFEST_DIR").to_owned());
    Path::new(&ours).ancestors().nth(2).map(Path::to_owned).unwrap_or_default()
}

/// The members of the workspace and the folder it builds in.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) packages: Vec<Package>,
    pub(crate) target: PathBuf,
}

/// A member of the workspace.
#[derive(Debug, Default)]
pub(crate) struct Package {
    pub(crate) name: String,
    pub(crate) manifest: PathBuf,
    pub(crate) dependencies: Vec<Dependency>,
}

/// A crate that a member asks for.
#[derive(Debug)]
pub(crate) struct Dependency {
    pub(crate) name: String,
    pub(crate) kind: Kind,
}

/// What a dependency is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Normal,
    Build,
    Dev,
}

impl Workspace {
    /// Asks `cargo metadata`.
    pub(crate) fn read() -> Result<Self> {
        let text = output_of(&mut cargo(&["metadata", "--format-version", "1", "--no-deps"]))?;
        let metadata: Value = serde_json::from_str(&text)?;
        Self::from_metadata(&metadata).context("`cargo metadata` answered in another form")
    }

    fn from_metadata(metadata: &Value) -> Option<Self> {
        let packages = metadata["packages"].as_array()?.iter().map(package).collect::<Option<_>>()?;
        Some(Self { packages, target: metadata["target_directory"].as_str()?.into() })
    }
}

fn package(package: &Value) -> Option<Package> {
    Some(Package {
        name: package["name"].as_str()?.to_owned(),
        manifest: package["manifest_path"].as_str()?.into(),
        dependencies: package["dependencies"].as_array()?.iter().map(dependency).collect::<Option<_>>()?,
    })
}

fn dependency(dependency: &Value) -> Option<Dependency> {
    let kind = match dependency["kind"].as_str() {
        None => Kind::Normal,
        Some("build") => Kind::Build,
        Some("dev") => Kind::Dev,
        Some(_) => return None,
    };
    Some(Dependency { name: dependency["name"].as_str()?.to_owned(), kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_form_of_cargo_metadata_is_known() {
        let metadata = serde_json::json!({
            "packages": [{
                "name": "a",
                "manifest_path": "a/Cargo.toml",
                "dependencies": [{ "name": "b", "kind": null }, { "name": "c", "kind": "dev" }],
            }],
            "target_directory": "target",
        });
        let workspace = Workspace::from_metadata(&metadata).unwrap();
        let kinds = workspace.packages[0].dependencies.iter().map(|dependency| dependency.kind);
        assert_eq!(kinds.collect::<Vec<_>>(), [Kind::Normal, Kind::Dev]);
        assert!(Workspace::from_metadata(&serde_json::json!({ "packages": [] })).is_none());
    }
}
