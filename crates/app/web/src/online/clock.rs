//! Clocks in words and figures.

use gebeta_i18n::Language;
use gebeta_protocol::TimeControl;

/// How much time there is.
pub(super) fn text(words: Language, clock: TimeControl) -> String {
    match clock {
        TimeControl::None => words.clock_none().to_owned(),
        TimeControl::Game { seconds, increment } => words.clock_game(minutes(seconds), increment),
        TimeControl::Move { seconds } => words.clock_move(seconds),
        TimeControl::Days { days } => words.clock_days(days as usize),
    }
}

/// Whole minutes, or half ones.
fn minutes(seconds: u32) -> String {
    let (whole, rest) = (seconds / 60, seconds % 60);
    if rest == 0 { whole.to_string() } else { format!("{:.1}", f64::from(seconds) / 60.0) }
}

/// What is left, as on a clock: with tenths at the end, with days where there are any.
pub(super) fn left(words: Language, milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) if seconds < 10 => format!("0:{seconds:02}.{}", milliseconds / 100 % 10),
        (0, 0) => format!("{minutes}:{:02}", seconds % 60),
        (0, _) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        _ => words.clock_left_days(days, hours),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_shows_what_is_worth_knowing() {
        for (milliseconds, shown) in [
            (0, "0:00.0"),
            (9_949, "0:09.9"),
            (10_000, "0:10"),
            (61_000, "1:01"),
            (3_600_000, "1:00:00"),
            (2 * 86_400_000 + 3 * 3_600_000, "2 d 3 h"),
        ] {
            assert_eq!(left(Language::En, milliseconds), shown);
        }
        let clock = TimeControl::Game { seconds: 90, increment: 2 };
        assert_eq!(text(Language::En, clock), "1.5 min + 2 s");
    }
}
