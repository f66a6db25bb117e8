//! CHANGELOG.md, in the form of Keep a Changelog: sections by version, newest first, what is not released yet on top.

use std::time::{SystemTime, UNIX_EPOCH};

use anyhow::{Context, Result, bail};
use semver::Version;

const UNRELEASED: &str = "## Unreleased";

/// The changelog with what was unreleased under `version` and `date`, and an empty section for what comes next.
pub(super) fn release(changelog: &str, version: &Version, date: &str) -> Result<String> {
    if section(changelog, version).is_some() {
        bail!("CHANGELOG.md has a section `{}` already", heading(version));
    }
    let (before, rest) = changelog
        .split_once(&format!("\n{UNRELEASED}\n"))
        .with_context(|| format!("CHANGELOG.md has no section `{UNRELEASED}`"))?;
    let entries = rest.split("\n## ").next().unwrap_or_default();
    if !entries.lines().any(|line| line.starts_with("- ")) {
        bail!("the section `{UNRELEASED}` of CHANGELOG.md is empty: there is nothing to release");
    }
    Ok(format!("{before}\n{UNRELEASED}\n\n{} - {date}\n{rest}", heading(version)))
}

/// The section of a version, with its heading.
pub(super) fn section<'a>(changelog: &'a str, version: &Version) -> Option<&'a str> {
    let heading = heading(version);
    let starts = changelog.match_indices(&heading).map(|(start, _)| start);
    let mut own = starts.filter(|&start| start == 0 || changelog[..start].ends_with('\n'));
    let start = own.find(|start| changelog[start + heading.len()..].starts_with([' ', '\n']))?;
    let end = changelog[start..].find("\n## ").map_or(changelog.len(), |length| start + length);
    Some(changelog[start..end].trim_end())
}

fn heading(version: &Version) -> String {
    format!("## {version}")
}

/// The date of today in UTC, as `2026-11-18`.
pub(super) fn today() -> Result<String> {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).context("the clock is before 1970")?.as_secs();
    Ok(date(seconds / 86_400))
}

/// The date that many days after the first of January 1970.
fn date(mut days: u64) -> String {
    let is_leap =
        |year: u64| year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    let mut year = 1970;
    while days >= 365 + u64::from(is_leap(year)) {
        days -= 365 + u64::from(is_leap(year));
        year += 1;
    }
    let february = 28 + u64::from(is_leap(year));
    let mut month = 1;
    for length in [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30] {
        if days < length {
            break;
        }
        days -= length;
        month += 1;
    }
    format!("{year}-{month:02}-{:02}", days + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHANGELOG: &str = "# Changelog\n\nIntroduction.\n\n## Unreleased\n\n### Added\n\n- A board.\n\n\
                             ## 0.1.0 - 2026-01-02\n\n### Fixed\n\n- A stone.\n";

    #[test]
    fn what_was_unreleased_gets_a_version_and_a_date() {
        let released = release(CHANGELOG, &Version::new(0, 2, 0), "2026-11-18").unwrap();
        assert_eq!(
            released,
            CHANGELOG
                .replace("## Unreleased\n\n### Added", "## Unreleased\n\n## 0.2.0 - 2026-11-18\n\n### Added")
        );
        assert_eq!(
            section(&released, &Version::new(0, 2, 0)),
            Some("## 0.2.0 - 2026-11-18\n\n### Added\n\n- A board.")
        );
        assert_eq!(
            section(&released, &Version::new(0, 1, 0)),
            Some("## 0.1.0 - 2026-01-02\n\n### Fixed\n\n- A stone.")
        );
    }

    #[test]
    fn a_section_is_found_by_its_whole_version() {
        assert_eq!(section("## 0.1.0-rc.1 - 2026-01-01\n", &Version::new(0, 1, 0)), None);
        assert_eq!(section("See ## 0.1.0 there.\n", &Version::new(0, 1, 0)), None);
    }

    #[test]
    fn nothing_is_released_twice_or_empty() {
        let refusal = |changelog: &str, version: Version| {
            release(changelog, &version, "2026-11-18").unwrap_err().to_string()
        };
        assert_eq!(
            refusal(CHANGELOG, Version::new(0, 1, 0)),
            "CHANGELOG.md has a section `## 0.1.0` already"
        );
        let released = release(CHANGELOG, &Version::new(0, 2, 0), "2026-11-18").unwrap();
        let empty = "the section `## Unreleased` of CHANGELOG.md is empty: there is nothing to release";
        assert_eq!(refusal(&released, Version::new(0, 3, 0)), empty);
        assert_eq!(
            refusal("# Changelog\n", Version::new(0, 3, 0)),
            "CHANGELOG.md has no section `## Unreleased`"
        );
    }

    #[test]
    fn dates_follow_the_calendar() {
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (364, "1970-12-31"),
            (365, "1971-01-01"),
            (11_016, "2000-02-29"),
            (19_782, "2024-02-29"),
            (19_783, "2024-03-01"),
            (20_775, "2026-11-18"),
        ] {
            assert_eq!(date(days), expected, "{days}");
        }
    }
}
