//! Whatever is pressed and however the window changes, the screens stay whole.

use crossterm::event::KeyCode;

use gebeta_tui::{Message, Start};

use crate::harness::TuiHarness;

const KEYS: &str = "\r\r\r\r\r 11223344556670uurrhhtvV?[]nwxSKmsq<>^_~`ሳ";

fn code(c: char) -> KeyCode {
    match c {
        '\r' => KeyCode::Enter,
        '<' => KeyCode::Left,
        '>' => KeyCode::Right,
        '^' => KeyCode::Up,
        '_' => KeyCode::Down,
        '~' => KeyCode::F(5),
        '`' => KeyCode::Esc,
        c => KeyCode::Char(c),
    }
}

#[test]
fn ten_thousand_random_keys_clicks_and_sizes() {
    let keys: Vec<char> = KEYS.chars().collect();
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state as usize % below
    };
    let mut tui = TuiHarness::new(Start::Home);
    tui.thoughtless = true;
    let mut seen = std::collections::HashSet::new();
    for press in 0..10_000 {
        tui.key(code(keys[random(keys.len())]));
        tui.wait(random(60) as u64);
        seen.insert(std::mem::discriminant(tui.model.screen()));
        if press % 10 == 0 {
            tui.size = (1 + random(180) as u16, 1 + random(60) as u16);
            let (_, hits) = tui.buffer();
            let targets: Vec<_> = hits.iter().collect();
            if !targets.is_empty() {
                tui.message(Message::Click(targets[random(targets.len())].1));
            }
        }
    }
    assert!(seen.len() >= 8, "only {} screens were seen", seen.len());
}
