//! Online games in words, the same in every front end: refusals, endings, names, clocks, the connection.

use gebeta_client::{Down, Failed, Status};
use gebeta_i18n::Language;
use gebeta_match::{Match, Over};
use gebeta_protocol::{Code, Ending, Outcome, Password, Phrase, Side, TimeControl};
use gebeta_rules::{ByPlayer, Player};

use crate::narration::winning;
use crate::{PlayerKind, end_reason, verdict};

/// Why the server refuses.
pub fn server_refusal(l: Language, code: Code) -> String {
    match code {
        Code::Stale | Code::Ahead => l.online_stale(),
        Code::Illegal => l.online_illegal(),
        Code::NotYourTurn => l.online_not_your_turn(),
        Code::ThrowFirst => l.illegal_no_roll(),
        Code::Over => l.illegal_game_over(),
        Code::Offered => l.online_offered(),
        Code::TooManyOffers => l.online_enough_offers(),
        Code::NoDraws => l.online_no_draws(),
        Code::NoTakeback => l.online_no_takeback(),
        Code::TooLate => l.online_too_late(),
        Code::NotGone => l.online_not_gone(),
        Code::NoTime => l.online_no_time(),
        Code::SeatTaken => l.online_seat_taken(),
        Code::SameName => l.fault_names_equal(),
        Code::NotFound => l.online_no_such_game(),
        Code::NotAPlayer => l.online_watchers(),
        Code::BadRules | Code::BadBot => l.online_bad_rules(),
        Code::BadClock => l.online_bad_clock(),
        Code::TooMany => l.online_many_open(),
        Code::Rate => l.online_too_often(),
        Code::Replaced => l.online_replaced(),
        Code::Full | Code::Slow => l.online_full(),
        Code::Unavailable | Code::Restarting => l.online_unavailable(),
        Code::Damaged => l.online_damaged(),
        Code::Version => l.online_old_page(),
        Code::NameTaken => l.account_taken(),
        Code::WrongLogin => l.account_wrong(),
        Code::SignedOut => l.account_ended(),
        Code::BadPassword => return l.account_password_bad(Password::LEAST),
        other => return l.online_refused(other.word()),
    }
    .to_owned()
}

/// How the connection is, where people should know; none while it works or is being made.
pub fn connection_text(l: Language, status: Status) -> Option<String> {
    Some(match status {
        Status::Connecting | Status::Up => return None,
        Status::Down(Down::Offline) => l.online_offline().to_owned(),
        Status::Down(Down::Refused(Code::Restarting)) => l.online_restarting().to_owned(),
        Status::Down(Down::Refused(Code::Rate | Code::Full | Code::Slow)) => l.online_busy().to_owned(),
        Status::Down(Down::Lost | Down::Refused(_)) => l.online_cut().to_owned(),
        Status::Failed(Failed::Refused(code)) => server_refusal(l, code),
        Status::Failed(Failed::Unreadable) => server_refusal(l, Code::Version),
        Status::Failed(Failed::Untrusted(broken)) => l.online_untrusted(broken),
    })
}

/// What players may say to each other.
pub fn phrase_text(l: Language, phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => l.phrase_hello(),
        Phrase::GoodLuck => l.phrase_good_luck(),
        Phrase::WellPlayed => l.phrase_well_played(),
        Phrase::ThankYou => l.phrase_thank_you(),
        Phrase::Oops => l.phrase_oops(),
        Phrase::OneMoment => l.phrase_one_moment(),
        Phrase::Bye => l.phrase_bye(),
    }
}

/// What a side is called, a computer by its name in the language; none while the seat is free.
pub fn side_name(l: Language, game: &Match, side: Side) -> Option<String> {
    let bot = game.bots()[side].as_ref();
    let kind = bot.and_then(|bot| PlayerKind::named(game.record().rules.game(), bot.as_str()).ok());
    kind.map(|kind| kind.name(l)).or_else(|| game.names()[side].as_ref().map(ToString::to_string))
}

/// What both players of the board are called, as far as it is known who sits where.
pub fn player_names(l: Language, game: &Match) -> ByPlayer<String> {
    ByPlayer::from_fn(|player| {
        let side = game.side_of(player);
        side.and_then(|side| side_name(l, game, side)).unwrap_or_default()
    })
}

/// How a game ended, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndingText {
    /// Who won.
    pub verdict: String,
    /// Why it is over.
    pub reason: Option<String>,
}

/// Who won a game, and why it is over.
pub fn game_ending(l: Language, game: &Match, over: Over) -> EndingText {
    ending_text(l, game, over, &player_names(l, game))
}

/// The same with other names; a player who is called "you" is addressed.
pub fn ending_text(l: Language, game: &Match, over: Over, names: &ByPlayer<String>) -> EndingText {
    let loser = match over.outcome {
        Some(Outcome::One) => Some(Player::Two),
        Some(Outcome::Two) => Some(Player::One),
        Some(Outcome::Draw) | None => None,
    };
    let verdict = match (over.how, over.outcome, loser) {
        (Ending::Board, ..) => verdict(l, game.record().position(), names),
        (_, Some(Outcome::Draw), _) => l.draw().to_owned(),
        (_, _, Some(loser)) => winning(l, &names[!loser]),
        (_, _, None) => l.online_no_result().to_owned(),
    };
    let reason = match over.how {
        Ending::Board => {
            let record = game.record();
            let last = record.plies().len().checked_sub(1).and_then(|last| record.applied(last));
            last.and_then(|last| end_reason(l, &last, names))
        }
        how => off_board_reason(l, how, loser.map_or("", |loser| &names[loser])),
    };
    EndingText { verdict, reason }
}

/// Why a game is over that did not end on the board; `loser` is the player who lost by it, if one did.
pub fn off_board_reason(l: Language, how: Ending, loser: &str) -> Option<String> {
    let is_you = loser == l.you();
    Some(match how {
        Ending::Board => return None,
        Ending::Resigned if is_you => l.ended_you_resigned().to_owned(),
        Ending::Time if is_you => l.ended_your_time().to_owned(),
        Ending::Claimed if is_you => l.ended_you_left().to_owned(),
        Ending::Resigned => l.online_ended_resigned(loser),
        Ending::Agreed => l.online_ended_agreed().to_owned(),
        Ending::Time => l.online_ended_time(loser),
        Ending::Claimed => l.online_ended_claimed(loser),
        Ending::Aborted => l.online_ended_aborted().to_owned(),
        Ending::TooLong => l.online_ended_too_long().to_owned(),
    })
}

/// How much time the players have.
pub fn time_control_text(l: Language, clock: TimeControl) -> String {
    match clock {
        TimeControl::None => l.clock_none().to_owned(),
        TimeControl::Game { seconds, increment } => l.clock_game(minutes(seconds), increment),
        TimeControl::Move { seconds } => l.clock_move(seconds),
        TimeControl::Days { days } => l.clock_days(days as usize),
    }
}

/// Whole minutes, or tenths of them.
fn minutes(seconds: u32) -> String {
    let (whole, rest) = (seconds / 60, seconds % 60);
    if rest == 0 { whole.to_string() } else { format!("{:.1}", f64::from(seconds) / 60.0) }
}

/// What is left of a player's time, as on a clock: with tenths at the end, with days where there are any.
pub fn time_left_text(l: Language, milliseconds: u64) -> String {
    let seconds = milliseconds / 1000;
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours) {
        (0, 0) if seconds < 10 => format!("0:{seconds:02}.{}", milliseconds / 100 % 10),
        (0, 0) => format!("{minutes}:{:02}", seconds % 60),
        (0, _) => format!("{hours}:{minutes:02}:{:02}", seconds % 60),
        _ => l.clock_left_days(days, hours),
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
            assert_eq!(time_left_text(Language::En, milliseconds), shown);
        }
        let clock = TimeControl::Game { seconds: 90, increment: 2 };
        assert_eq!(time_control_text(Language::En, clock), "1.5 min + 2 s");
    }

    #[test]
    fn every_code_has_words_in_every_language() {
        for l in [Language::En, Language::Am, Language::Ar] {
            for code in Code::ALL {
                assert!(!server_refusal(l, *code).is_empty());
            }
        }
    }
}
