//! What servers and networks say, as sentences.

use gebeta_i18n::Language;
use gebeta_protocol::Code;

use crate::OnlineError;

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
pub fn online_error(l: Language, error: &OnlineError) -> String {
    match error {
        OnlineError::BadAddress => l.term_online_trouble_address().to_owned(),
        OnlineError::NoGame => l.term_online_trouble_no_game().to_owned(),
        OnlineError::BadName => l.term_online_trouble_name().to_owned(),
        OnlineError::UnknownHost(host) => l.term_online_trouble_unknown_host(host),
        OnlineError::NobodyThere(host) => l.term_online_trouble_nobody(host),
        OnlineError::Silent => l.term_online_trouble_silent().to_owned(),
        OnlineError::NoTls(host) => l.term_online_trouble_no_tls(host),
        OnlineError::NotGebeta(host) => l.term_online_trouble_not_gebeta(host),
        OnlineError::Refused(code) => refused(l, *code),
        OnlineError::Strange => l.term_online_trouble_strange().to_owned(),
        OnlineError::NotKept(why) => l.term_online_trouble_not_kept(why),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_words_in_every_language() {
        for l in [Language::En, Language::Am, Language::Ar] {
            for code in Code::ALL {
                assert!(!refused(l, *code).is_empty());
            }
        }
    }
}
