//! Any bytes as what somebody says to the engine.
#![no_main]

use gebeta_cli::engine::{Flow, Session};

libfuzzer_sys::fuzz_target!(|input: &[u8]| {
    let mut session = Session::new();
    gebeta_testkit::fuzz::engine_line(input, &mut |line| {
        let mut answer = Vec::new();
        // The answer is always wanted now, so that no search takes long.
        let flow = session.line(line, &|| true, &mut answer).expect("a vector takes every answer");
        (flow == Flow::Continue).then(|| String::from_utf8(answer).expect("answers are text"))
    });
});
