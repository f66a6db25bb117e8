//! Every input kept in `fuzz/corpus` goes through the checks of its fuzz target; those of the engine do in `cli`.

use gebeta_testkit::fuzz;

#[test]
fn positions_keep_their_properties() {
    fuzz::replay("position", fuzz::position);
}

#[test]
fn records_keep_their_properties() {
    fuzz::replay("record", fuzz::record);
}

#[test]
fn rule_files_keep_their_properties() {
    fuzz::replay("rule_file", fuzz::rule_file);
}

#[test]
fn games_of_others_keep_their_properties() {
    fuzz::replay("foreign", fuzz::foreign);
}
