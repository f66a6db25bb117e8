//! Every input kept in `fuzz/corpus` goes through the laws of its fuzz target.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use gebeta_testkit::fuzz;

/// Replays the inputs of `target` and names those that break `law`.
#[track_caller]
fn replay(target: &str, law: fn(&[u8])) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(files.len() >= 10, "the corpus of {target} has only {} inputs", files.len());
    let breaks = |file: &&_| {
        let input = fs::read(file).unwrap();
        catch_unwind(|| law(&input)).is_err()
    };
    let broken: Vec<_> = files.iter().filter(breaks).collect();
    assert!(broken.is_empty(), "a law is broken by {broken:?}");
}

#[test]
fn positions_keep_their_laws() {
    replay("position", fuzz::position);
}

#[test]
fn records_keep_their_laws() {
    replay("record", fuzz::record);
}

#[test]
fn rule_files_keep_their_laws() {
    replay("rule_file", fuzz::rule_file);
}
