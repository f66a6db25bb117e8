//! Worths, moves and faults as people read them.

use gebeta_engine::{Hint, Hints};
use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, GameKind, mancala};
use gebeta_session::move_text;
use gebeta_worker::{Advice, WorkerError};

use crate::board::props::MoveLabel;

/// A worth with its sign: stones ahead, or a probability to win. An estimate stands behind a wave.
pub(crate) fn worth_text(game: GameKind, value: f64, exact: bool) -> String {
    let about = if exact { "" } else { "≈" };
    match game {
        GameKind::Mancala => format!("{about}{}", signed(value)),
        GameKind::Senet => format!("{about}{}", percent(value)),
    }
}

/// What was lost or won, without the wave.
pub(crate) fn loss_text(game: GameKind, value: f64) -> String {
    match game {
        GameKind::Mancala => tenths(value),
        GameKind::Senet => format!("{} %", tenths(100.0 * value)),
    }
}

/// What a move lost, unless it is too little to be written.
pub(crate) fn shown_loss(game: GameKind, value: f64) -> Option<String> {
    let nothing = loss_text(game, 0.0);
    Some(loss_text(game, value)).filter(|text| value > 0.0 && *text != nothing)
}

/// The same with a sign.
pub(crate) fn gain_text(game: GameKind, value: f64) -> String {
    let sign = if value < 0.0 { "−" } else { "+" };
    format!("{sign}{}", loss_text(game, value.abs()))
}

fn signed(value: f64) -> String {
    let text = tenths(value.abs());
    match value {
        _ if text == "0" => text,
        value if value < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

fn percent(value: f64) -> String {
    format!("{} %", (100.0 * value).round() as i32)
}

/// Rounded to one digit, which is left out where it is a nought.
fn tenths(value: f64) -> String {
    let tenths = (10.0 * value).round() as i64;
    if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, (tenths % 10).abs())
    }
}

/// Player 1's part of everything, 0 to 1: what a bar or a graph shows.
pub(crate) fn share(game: GameKind, value: f64) -> f64 {
    /// So many stones ahead fill three quarters of the half.
    const STONES: f64 = 12.0;
    match game {
        GameKind::Mancala => 0.5 + 0.5 * (value / STONES).tanh(),
        GameKind::Senet => value.clamp(0.0, 1.0),
    }
}

/// A move as a part of a sentence.
pub(crate) fn ply_name(language: Language, ply: AnyPly) -> String {
    match ply {
        AnyPly::Mancala(mancala::Move::Sow(pit)) => language.a_pit(pit),
        other => ply_text(language, other),
    }
}

/// A move in words short enough for a list.
pub(crate) fn ply_text(language: Language, ply: AnyPly) -> String {
    match ply {
        AnyPly::Mancala(mancala::Move::Swap) => language.swap_sides().to_owned(),
        AnyPly::Mancala(mv) => mv.to_string(),
        AnyPly::Sowing(mv) => mv.to_string(),
        AnyPly::Senet(_, mv) => move_text(language, mv),
    }
}

/// The worth of each move, as the board shows it.
pub(crate) fn labels(advice: &Advice) -> Vec<MoveLabel> {
    let label = |hint: &Hint<AnyPly>| MoveLabel {
        ply: hint.mv,
        text: worth_text(advice.game, hint.value, hint.exact),
        is_best: hint.loss < Hints::<AnyPly>::EQUAL,
        is_exact: hint.exact,
    };
    advice.now().map(|hints| hints.moves.iter().map(label).collect()).unwrap_or_default()
}

/// Why there is no answer, in the language of the page.
pub(crate) fn fault_text(language: Language, fault: &WorkerError) -> String {
    match fault.code.as_str() {
        "no-worker" | "no-nets" => language.no_thinking().to_owned(),
        "game-over" => language.illegal_game_over().to_owned(),
        "no-roll" => language.illegal_no_roll().to_owned(),
        code => language.thinking_failed(code),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worths_are_short_and_signed() {
        let stones = |value, exact| worth_text(GameKind::Mancala, value, exact);
        assert_eq!(stones(3.0, true), "+3");
        assert_eq!(stones(-2.54, false), "≈−2.5");
        assert_eq!(stones(-0.04, true), "0");
        assert_eq!(worth_text(GameKind::Senet, 0.543, false), "≈54 %");
        assert_eq!(loss_text(GameKind::Senet, 0.0321), "3.2 %");
        assert_eq!(gain_text(GameKind::Mancala, -1.5), "−1.5");
        assert_eq!(shown_loss(GameKind::Senet, 0.0321).as_deref(), Some("3.2 %"));
        assert_eq!(shown_loss(GameKind::Senet, 0.0003), None);
    }

    #[test]
    fn a_bar_is_even_for_an_even_game() {
        assert!((share(GameKind::Mancala, 0.0) - 0.5).abs() < 1e-9);
        assert!(share(GameKind::Mancala, 48.0) < 1.0 && share(GameKind::Mancala, -48.0) > 0.0);
        assert!((share(GameKind::Senet, 0.7) - 0.7).abs() < 1e-9);
    }
}
