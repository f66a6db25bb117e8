//! Every conversation kept in `fuzz/corpus/engine_line` goes through the law of its fuzz target.

use gebeta_cli::engine::{Flow, Session};
use gebeta_testkit::fuzz;

#[test]
fn conversations_keep_their_law() {
    fuzz::replay("engine_line", |input| {
        let mut session = Session::new();
        fuzz::engine_line(input, &mut |line| {
            let mut answer = Vec::new();
            // The answer is always wanted now, so that no search takes long.
            let flow = session.line(line, &|| true, &mut answer).expect("a vector takes every answer");
            (flow == Flow::Continue).then(|| String::from_utf8(answer).expect("answers are text"))
        });
    });
}
