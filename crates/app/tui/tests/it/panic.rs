//! A panic in any thread gives the terminal back before it is told. This test starts itself anew, in a terminal, as
//! the program that panics.

use crate::broken;

/// The program; nothing when run as an ordinary test.
#[test]
fn the_program() {
    broken::program();
}

#[test]
fn a_panic_in_any_thread_gives_the_terminal_back() {
    let again = ["--exact", "panic::the_program", "--nocapture"];
    for (place, words) in [("storage", "the books burn"), ("engine_worker", "this must not be known")] {
        broken::check(place, &again, "", words);
    }
}
