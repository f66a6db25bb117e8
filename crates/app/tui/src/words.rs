//! What servers and networks say, as sentences.

use gebeta_i18n::Language;
use gebeta_protocol::Code;
use gebeta_session::server_refusal;

use crate::OnlineError;

/// Why a server refuses, in the words of every front end, except where those speak of pages and tabs.
pub fn refused(l: Language, code: Code) -> String {
    match code {
        Code::Version => l.term_online_code_version().to_owned(),
        Code::Replaced => l.term_online_code_replaced().to_owned(),
        Code::SignedOut => l.term_online_code_token().to_owned(),
        other => server_refusal(l, other),
    }
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
