//! What servers and networks say, as sentences.

use gebeta_i18n::Language;
use gebeta_match::Over;
use gebeta_protocol::{Code, Ending, Outcome, Phrase, TimeControl};
use gebeta_session::verdict;

use crate::Trouble;
use crate::online::{Online, Proof};

/// A phrase that players say to each other.
pub fn phrase(l: Language, phrase: Phrase) -> &'static str {
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

/// Why a server refuses.
pub fn refused(l: Language, code: Code) -> String {
    match code {
        Code::NotFound => l.term_online_code_not_found(),
        Code::SeatTaken => l.term_online_code_seat_taken(),
        Code::SameName => l.fault_names_equal(),
        Code::Restarting => l.term_online_code_restarting(),
        Code::Unavailable => l.term_online_code_unavailable(),
        Code::Damaged => l.online_damaged(),
        Code::TooMany => l.online_many_open(),
        Code::Rate => l.term_online_code_rate(),
        Code::Full | Code::Slow => l.term_online_code_full(),
        Code::Version => l.term_online_code_version(),
        Code::BadRules => l.term_online_code_bad_rules(),
        Code::BadClock => l.term_online_code_bad_clock(),
        Code::Stale => l.term_online_code_stale(),
        Code::NoTakeback => l.term_online_code_no_takeback(),
        Code::NoDraws => l.online_no_draws(),
        Code::Offered => l.term_online_code_offered(),
        Code::TooManyOffers => l.term_online_code_too_many(),
        Code::TooLate => l.term_online_code_too_late(),
        Code::NotGone => l.term_online_code_not_gone(),
        Code::NoTime => l.term_online_code_no_time(),
        Code::Over => l.illegal_game_over(),
        Code::ThrowFirst => l.illegal_no_roll(),
        other => return l.term_online_code_other(other.word()),
    }
    .to_owned()
}

/// What is wrong with the network.
pub fn trouble(l: Language, trouble: &Trouble) -> String {
    match trouble {
        Trouble::BadAddress => l.term_online_trouble_address().to_owned(),
        Trouble::NoGame => l.term_online_trouble_no_game().to_owned(),
        Trouble::NameError => l.term_online_trouble_name().to_owned(),
        Trouble::UnknownHost(host) => l.term_online_trouble_unknown_host(host),
        Trouble::NobodyThere(host) => l.term_online_trouble_nobody(host),
        Trouble::Silent => l.term_online_trouble_silent().to_owned(),
        Trouble::NotGebeta(host) => l.term_online_trouble_not_gebeta(host),
        Trouble::Refused(code) => refused(l, *code),
        Trouble::Strange => l.term_online_trouble_strange().to_owned(),
        Trouble::NotKept(why) => l.term_online_trouble_not_kept(why),
    }
}

/// Why a game is over, in a sentence; who won where the board says it.
pub fn ending(l: Language, online: &Online, over: Over) -> String {
    let names = online.names();
    let loser = match over.outcome {
        Some(Outcome::One) => &names.two,
        Some(Outcome::Two) => &names.one,
        Some(Outcome::Draw) | None => "",
    };
    match over.how {
        Ending::Board => {
            let position = online.game.as_ref().map(|game| game.record().position());
            position.map(|position| verdict(l, position, &names)).unwrap_or_default()
        }
        Ending::Resigned => l.term_online_how_resigned(loser),
        Ending::Agreed => l.term_online_how_agreed().to_owned(),
        Ending::Time => l.online_ended_time(loser),
        Ending::Claimed => l.term_online_how_claimed(loser),
        Ending::Aborted => l.term_online_how_aborted().to_owned(),
        Ending::TooLong => l.term_online_how_too_long().to_owned(),
    }
}

/// Who won a game that did not end on the board; [`ending`] says why. Nobody where it is a draw or does not count.
pub fn winner(l: Language, online: &Online, over: Over) -> Option<String> {
    let names = online.names();
    match (over.how, over.outcome?) {
        (Ending::Board, _) | (_, Outcome::Draw) => None,
        (_, Outcome::One) => Some(l.wins(&names.one)),
        (_, Outcome::Two) => Some(l.wins(&names.two)),
    }
}

/// What the envelopes prove; nothing where there were none.
pub fn proven(l: Language, proof: &Proof) -> Option<String> {
    match proof {
        Proof::NoChance => None,
        Proof::Matches { throws: 0 } => Some(l.term_online_fair_coin().to_owned()),
        Proof::Matches { throws } => Some(l.term_online_fair(*throws)),
        Proof::NotProvable => Some(l.term_online_not_provable().to_owned()),
        Proof::Broken(why) => Some(l.term_online_unfair(why)),
    }
}

/// How much time there is.
pub fn clock(l: Language, clock: TimeControl) -> String {
    match clock {
        TimeControl::None => l.clock_none().to_owned(),
        TimeControl::Game { seconds, increment } => {
            // Half a minute is 0.5, a whole one has no point.
            let minutes = f64::from(seconds) / 60.0;
            l.clock_game(minutes, increment)
        }
        TimeControl::Move { seconds } => l.clock_move(seconds),
        TimeControl::Days { days } => l.clock_days(days as usize),
    }
}

/// What is left of somebody's time: `4:05`, or days and hours where there are days.
pub fn time_left(millis: u64) -> String {
    let seconds = millis.div_ceil(1000);
    let (minutes, hours) = (seconds / 60, seconds / 3600);
    match hours {
        0 => format!("{minutes}:{:02}", seconds % 60),
        1..48 => format!("{hours}:{:02}:{:02}", minutes % 60, seconds % 60),
        _ => format!("{}d {}h", hours / 24, hours % 24),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_is_read_as_on_a_clock() {
        for (millis, shown) in [
            (0, "0:00"),
            (1, "0:01"),
            (59_001, "1:00"),
            (305_000, "5:05"),
            (3_600_000, "1:00:00"),
            (3 * 24 * 3_600_000, "3d 0h"),
        ] {
            assert_eq!(time_left(millis), shown);
        }
    }

    #[test]
    fn every_code_has_words_in_every_language() {
        for l in [Language::En, Language::Am, Language::Ar] {
            for code in Code::ALL {
                assert!(!refused(l, *code).is_empty());
            }
        }
    }
}
