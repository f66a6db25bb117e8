use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, Player};

use crate::PlayerKind;

/// The most characters a name may have.
pub const LONGEST_NAME: usize = 40;

/// What is wrong with a player's name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// There is none.
    #[error("a player's name is empty")]
    Empty,
    /// The other player is called the same.
    #[error("both players have the same name")]
    Equal,
    /// It would not fit anywhere.
    #[error("a name has at most {LONGEST_NAME} characters")]
    TooLong,
}

/// The name without what cannot be seen: control characters, marks that turn the direction of text, space around it.
pub fn clean_name(name: &str) -> String {
    let visible = |c: &char| {
        !c.is_control()
            && !matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    name.chars().filter(visible).collect::<String>().trim().to_owned()
}

/// What is wrong with each name.
pub fn name_faults(names: &ByPlayer<String>) -> ByPlayer<Option<NameError>> {
    let clean = ByPlayer::from_fn(|player| clean_name(&names[player]));
    let equal = clean.one.to_lowercase() == clean.two.to_lowercase();
    ByPlayer::from_fn(|player| {
        if clean[player].is_empty() {
            Some(NameError::Empty)
        } else if clean[player].chars().count() > LONGEST_NAME {
            Some(NameError::TooLong)
        } else if equal && player == Player::Two {
            Some(NameError::Equal)
        } else {
            None
        }
    })
}

/// What a player is called when nobody says otherwise: a person who plays a computer is "you".
pub fn usual_name(language: Language, player_kinds: ByPlayer<PlayerKind>, player: Player) -> String {
    match (player_kinds[player], player_kinds[!player]) {
        (PlayerKind::Human, PlayerKind::Bot(_)) => language.you().to_owned(),
        _ => spectator_name(language, player_kinds, player),
    }
}

/// The same for texts that address nobody, such as those that scripts read.
pub fn spectator_name(language: Language, player_kinds: ByPlayer<PlayerKind>, player: Player) -> String {
    match (player_kinds[player], player_kinds[!player]) {
        (PlayerKind::Human, _) => match player {
            Player::One => language.player_1().to_owned(),
            Player::Two => language.player_2().to_owned(),
        },
        (PlayerKind::Bot(_), PlayerKind::Human) => language.computer().to_owned(),
        (PlayerKind::Bot(_), PlayerKind::Bot(_)) => format!("{} {player}", language.computer()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_person_alone_with_a_computer_is_you() {
        let bot = PlayerKind::Bot(gebeta_engine::Bot::Random);
        let names = |language, one, two| {
            let kinds = ByPlayer { one, two };
            Player::BOTH.map(|player| usual_name(language, kinds, player))
        };
        assert_eq!(names(Language::En, PlayerKind::Human, bot), ["You", "Computer"]);
        assert_eq!(names(Language::En, bot, PlayerKind::Human), ["Computer", "You"]);
        assert_eq!(names(Language::En, PlayerKind::Human, PlayerKind::Human), ["Player 1", "Player 2"]);
        assert_eq!(names(Language::En, bot, bot), ["Computer 1", "Computer 2"]);
        for language in Language::ALL {
            assert_eq!(names(language, PlayerKind::Human, bot)[0], language.you());
        }
    }

    #[test]
    fn names_must_be_there_and_differ() {
        let faults = |one: &str, two: &str| {
            let faults = name_faults(&ByPlayer { one: one.to_owned(), two: two.to_owned() });
            (faults.one, faults.two)
        };
        assert_eq!(faults("Abebe", "ኣዲስ"), (None, None));
        assert_eq!(faults(" ", "ኣዲስ"), (Some(NameError::Empty), None));
        assert_eq!(faults("\u{1b}", "\u{202e}"), (Some(NameError::Empty), Some(NameError::Empty)));
        assert_eq!(faults("Sara", " sara"), (None, Some(NameError::Equal)));
        assert_eq!(faults(&"x".repeat(41), "y"), (Some(NameError::TooLong), None));
    }
}
