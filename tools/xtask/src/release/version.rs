//! The version of the workspace: one number for all crates.

use anyhow::{Context, Result, bail};
use semver::Version;

/// The table of the manifest that holds it.
const TABLE: &str = "[workspace.package]";

/// Reads a version as it is typed.
pub(super) fn parse(text: &str) -> Result<Version> {
    if text.starts_with(['v', 'V']) {
        bail!("`{text}` is not a version: leave out the `v`, which only the tag has");
    }
    let version: Version = text.parse().with_context(|| {
        format!("`{text}` is not a version: it is MAJOR.MINOR.PATCH, for example 0.2.0 or 0.2.0-rc.1")
    })?;
    if !version.build.is_empty() {
        bail!("`{text}` has build metadata (`+{}`), which releases do not have", version.build);
    }
    Ok(version)
}

/// Fails if the new version is older than the one that is set. The same version is released before it is raised for the first time.
pub(super) fn check_order(old: &Version, new: &Version) -> Result<()> {
    if new < old {
        bail!("{new} is older than {old}, the version of the workspace");
    }
    Ok(())
}

/// The version in the manifest of the workspace.
pub(super) fn of_workspace(manifest: &str) -> Result<Version> {
    let (_, line) = line(manifest)?;
    let text = line.split('"').nth(1).context("the version in Cargo.toml is not in quotes")?;
    parse(text)
}

/// The manifest with another version.
pub(super) fn set(manifest: &str, version: &Version) -> Result<String> {
    let (start, line) = line(manifest)?;
    let end = start + line.len();
    Ok(format!("{}version = \"{version}\"{}", &manifest[..start], &manifest[end..]))
}

/// Where the line with the version begins, and the line.
fn line(manifest: &str) -> Result<(usize, &str)> {
    let mut start = 0;
    let mut is_inside = false;
    for line in manifest.split_inclusive('\n') {
        let text = line.trim_end();
        if text.starts_with('[') {
            is_inside = text == TABLE;
        } else if is_inside && text.starts_with("version =") {
            return Ok((start, text));
        }
        start += line.len();
    }
    bail!("Cargo.toml has no `version` in {TABLE}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const MANIFEST: &str = "[workspace]\nversion = \"x\"\n\n[workspace.package]\nedition = \"2024\"\n\
                            version = \"0.1.0\"\n\n[workspace.dependencies]\nversion = \"9.9.9\"\n";

    #[test]
    fn the_version_of_the_workspace_is_found_and_set() {
        assert_eq!(of_workspace(MANIFEST).unwrap(), Version::new(0, 1, 0));
        let new = set(MANIFEST, &Version::new(0, 2, 0)).unwrap();
        assert_eq!(new, MANIFEST.replace("\"0.1.0\"", "\"0.2.0\""));
        let missing = of_workspace("[package]\nversion = \"0.1.0\"\n").unwrap_err().to_string();
        assert_eq!(missing, "Cargo.toml has no `version` in [workspace.package]");
    }

    #[test]
    fn versions_are_semantic() {
        assert_eq!(parse("1.2.3").unwrap(), Version::new(1, 2, 3));
        assert_eq!(parse("0.2.0-rc.1").unwrap().to_string(), "0.2.0-rc.1");
        for (wrong, words) in [
            ("v0.2.0", "leave out the `v`"),
            ("0.2", "MAJOR.MINOR.PATCH"),
            ("01.2.3", "MAJOR.MINOR.PATCH"),
            ("", "MAJOR.MINOR.PATCH"),
            ("0.2.0+linux", "build metadata (`+linux`)"),
        ] {
            let told = parse(wrong).unwrap_err().to_string();
            assert!(told.contains(words), "{wrong}: {told}");
        }
    }

    #[test]
    fn a_version_does_not_go_back() {
        let check = |old: &str, new: &str| check_order(&parse(old).unwrap(), &parse(new).unwrap());
        assert!(check("0.1.0", "0.1.0").is_ok());
        assert!(check("0.1.0-rc.1", "0.1.0").is_ok());
        let told = check("0.2.0", "0.2.0-rc.1").unwrap_err().to_string();
        assert_eq!(told, "0.2.0-rc.1 is older than 0.2.0, the version of the workspace");
    }
}
