//! Which crate may use which: the arrows of ARCHITECTURE.md.

use super::Violation;
use crate::workspace::{Kind, Package};

/// Each crate with those right below it; what these use, it may use too.
const BELOW: [(&str, &[&str]); 21] = [
    ("gebeta-rules", &[]),
    ("gebeta-search", &["gebeta-rules"]),
    ("gebeta-solver", &["gebeta-search"]),
    ("gebeta-engine", &["gebeta-solver"]),
    ("gebeta-i18n", &["gebeta-rules"]),
    ("gebeta-session", &["gebeta-engine", "gebeta-i18n", "gebeta-client"]),
    ("gebeta-protocol", &["gebeta-rules"]),
    ("gebeta-fairness", &["gebeta-rules"]),
    ("gebeta-match", &["gebeta-fairness", "gebeta-protocol"]),
    ("gebeta-client", &["gebeta-match"]),
    ("gebeta-load", &["gebeta-client"]),
    ("gebeta-render", &["gebeta-rules"]),
    ("gebeta-store", &["gebeta-match"]),
    ("gebeta-server", &["gebeta-store", "gebeta-client", "gebeta-render", "gebeta-engine", "gebeta-i18n"]),
    ("gebeta-worker", &["gebeta-engine"]),
    ("gebeta-web", &["gebeta-session", "gebeta-worker", "gebeta-client"]),
    ("gebeta-tui", &["gebeta-session", "gebeta-match"]),
    ("gebeta-cli", &["gebeta-server", "gebeta-tui", "gebeta-client"]),
    (TESTKIT, &["gebeta-rules"]),
    ("xtask", &[]),
    ("xtask-bundle", &[]),
];

/// The crate that only tests may use.
const TESTKIT: &str = "gebeta-testkit";

/// Crates from outside that only some of ours know. sqlx: the server's store, and the history of one user in the terminal
/// program.
const KEPT: [(&str, &[&str]); 4] = [
    ("axum", &["gebeta-server"]),
    ("sqlx", &["gebeta-store", "gebeta-cli"]),
    ("leptos", &["gebeta-web"]),
    ("ratatui", &["gebeta-tui"]),
];

/// What the rules may not ask for: they draw no random number.
const RANDOM: [&str; 4] = ["rand", "rand_chacha", "rand_core", "getrandom"];

/// Looks at every dependency of every member.
pub(super) fn check(packages: &[Package]) -> Vec<Violation> {
    packages.iter().flat_map(violations_of).collect()
}

fn violations_of(package: &Package) -> Vec<Violation> {
    let user = package.name.as_str();
    let violation = |words| Violation { place: user.to_owned(), words };
    let Some(allowed) = all_below(user) else {
        return vec![violation("is not in the table of crates in tools/xtask/src/tidy/layers.rs".to_owned())];
    };
    let mut violations = Vec::new();
    for dependency in &package.dependencies {
        let used = dependency.name.as_str();
        let keepers = KEPT.iter().find(|(kept, _)| *kept == used).map(|(_, keepers)| *keepers);
        if used == TESTKIT {
            if dependency.kind != Kind::Dev {
                violations.push(violation(format!("uses {used}, which is for tests only")));
            }
        } else if all_below(used).is_some() && !allowed.contains(&used) {
            violations.push(violation(format!("uses {used}, which does not stand below it")));
        } else if let Some(keepers) = keepers.filter(|keepers| !keepers.contains(&user)) {
            violations.push(violation(format!("uses {used}, which only {} may", keepers.join(" and "))));
        } else if user == "gebeta-rules" && RANDOM.contains(&used) {
            violations.push(violation(format!("uses {used}, but the rules draw no random number")));
        }
    }
    violations
}

/// Everything a crate of ours may use; none for a crate that is not ours.
fn all_below(name: &str) -> Option<Vec<&'static str>> {
    let (_, direct) = BELOW.iter().find(|(user, _)| *user == name)?;
    let further = direct.iter().filter_map(|name| all_below(name)).flatten();
    Some(direct.iter().copied().chain(further).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspace::Dependency;

    /// The violations of a crate that uses `name` as `kind`.
    #[track_caller]
    fn check_arrow(user: &str, name: &str, kind: Kind, expected: &[&str]) {
        let dependencies = vec![Dependency { name: name.to_owned(), kind }];
        let package = Package { name: user.to_owned(), dependencies, ..Package::default() };
        let told: Vec<_> = check(&[package]).iter().map(ToString::to_string).collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn arrows_point_down() {
        check_arrow("gebeta-engine", "gebeta-rules", Kind::Normal, &[]);
        check_arrow("gebeta-cli", "gebeta-engine", Kind::Normal, &[]);
        check_arrow("gebeta-server", "gebeta-protocol", Kind::Normal, &[]);
        check_arrow(
            "gebeta-rules",
            "gebeta-search",
            Kind::Normal,
            &["gebeta-rules: uses gebeta-search, which does not stand below it"],
        );
        check_arrow(
            "gebeta-protocol",
            "gebeta-engine",
            Kind::Dev,
            &["gebeta-protocol: uses gebeta-engine, which does not stand below it"],
        );
    }

    #[test]
    fn the_testkit_is_for_tests() {
        check_arrow("gebeta-rules", TESTKIT, Kind::Dev, &[]);
        check_arrow(
            "gebeta-cli",
            TESTKIT,
            Kind::Normal,
            &["gebeta-cli: uses gebeta-testkit, which is for tests only"],
        );
    }

    #[test]
    fn the_rules_draw_no_random_number() {
        check_arrow("gebeta-engine", "rand", Kind::Normal, &[]);
        check_arrow(
            "gebeta-rules",
            "rand",
            Kind::Normal,
            &["gebeta-rules: uses rand, but the rules draw no random number"],
        );
    }

    #[test]
    fn some_crates_are_known_in_one_place_only() {
        check_arrow("gebeta-server", "axum", Kind::Normal, &[]);
        check_arrow(
            "gebeta-match",
            "axum",
            Kind::Normal,
            &["gebeta-match: uses axum, which only gebeta-server may"],
        );
        check_arrow("gebeta-cli", "sqlx", Kind::Normal, &[]);
        check_arrow(
            "gebeta-server",
            "sqlx",
            Kind::Normal,
            &["gebeta-server: uses sqlx, which only gebeta-store and gebeta-cli may"],
        );
    }

    #[test]
    fn a_new_crate_must_find_its_place() {
        check_arrow(
            "gebeta-sound",
            "rodio",
            Kind::Normal,
            &["gebeta-sound: is not in the table of crates in tools/xtask/src/tidy/layers.rs"],
        );
    }

    #[test]
    fn every_crate_of_the_table_stands_in_it() {
        for (name, below) in BELOW {
            assert!(below.iter().all(|used| all_below(used).is_some()), "{name}");
        }
    }
}
