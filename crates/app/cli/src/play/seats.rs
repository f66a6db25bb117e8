use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, GameKind, Player, Seat};
use gebeta_session::{NameError, PlayerKind, clean_name, name_faults, spectator_name};

use crate::CliError;

/// What players are called where no flag says so.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Naming<'a> {
    pub(crate) language: Language,
    /// What the settings call the person who plays; empty for the usual name.
    pub(crate) person: &'a str,
    /// What to call players whom nothing names.
    pub(crate) usual: fn(Language, ByPlayer<PlayerKind>, Player) -> String,
}

impl Naming<'_> {
    /// In plain lines, which are the same for everybody.
    pub(crate) const PLAIN: Self = Self { language: Language::En, person: "", usual: spectator_name };

    fn names(self, player_kinds: ByPlayer<PlayerKind>) -> ByPlayer<String> {
        let usual = ByPlayer::from_fn(|player| (self.usual)(self.language, player_kinds, player));
        let mut names = usual.clone();
        let person = Player::BOTH.into_iter().find(|player| player_kinds[*player] == PlayerKind::Human);
        if let Some(player) = person.filter(|_| !self.person.is_empty()) {
            self.person.clone_into(&mut names[player]);
        }
        // A person called Computer is Player 1 against a computer.
        if name_faults(&names) == ByPlayer::default() { names } else { usual }
    }
}

/// Reads `human` or a bot's name.
pub(crate) fn player(game: GameKind, name: &str) -> Result<PlayerKind, CliError> {
    PlayerKind::named(game, name).map_err(|error| {
        let others = CliError::bad_value(&error);
        if gebeta_rules::nearest(name, [PlayerKind::HUMAN]).is_some() {
            return CliError::usage(others.code(), format!("{error} or {}", PlayerKind::HUMAN));
        }
        others
    })
}

/// The seats of a game with their names: those given, or the usual ones.
pub(crate) fn seats(
    player_kinds: ByPlayer<PlayerKind>,
    names: Option<&str>,
    naming: Naming<'_>,
) -> Result<ByPlayer<Seat>, CliError> {
    let names = match names {
        Some(names) => given_names(names)?,
        None => naming.names(player_kinds),
    };
    Ok(ByPlayer::from_fn(|player| Seat {
        name: names[player].clone(),
        kind: player_kinds[player].to_string(),
    }))
}

/// Two names with a comma between them; what cannot be seen is dropped, empty or equal names are refused.
fn given_names(text: &str) -> Result<ByPlayer<String>, CliError> {
    let refused = |why: String| CliError::usage("bad-names", why);
    let names: Vec<String> = text.split(',').map(clean_name).collect();
    let [one, two] = names.as_slice() else {
        return Err(refused("--names takes two names with a comma between them".to_owned()));
    };
    let names = ByPlayer { one: one.clone(), two: two.clone() };
    let faults = name_faults(&names);
    match faults.one.or(faults.two) {
        None => Ok(names),
        Some(NameError::Equal) => Err(refused(format!("both players are called {one}"))),
        Some(fault) => Err(refused(fault.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_must_be_there_and_differ() {
        let names = |text| given_names(text).map(|names| (names.one, names.two)).map_err(|e| e.to_string());
        assert_eq!(names(" Abebe , ኣዲስ\u{7}"), Ok(("Abebe".to_owned(), "ኣዲስ".to_owned())));
        assert_eq!(
            names("A\u{202e}b,C\u{2066}"),
            Ok(("Ab".to_owned(), "C".to_owned())),
            "nothing turns text"
        );
        for bad in ["", "A", "A,", ",B", "A,a", "A,B,C", "\u{1b},B", "\u{202e},B"] {
            assert!(names(bad).unwrap_err().starts_with("error[bad-names]"), "{bad:?}");
        }
    }

    #[test]
    fn a_person_is_called_as_the_settings_say_on_either_seat() {
        let bot = player(GameKind::Mancala, "random").unwrap();
        let names = |one, two, person| {
            let naming = Naming { language: Language::Am, person, usual: spectator_name };
            let seats = seats(ByPlayer { one, two }, None, naming).unwrap();
            (seats.one.name, seats.two.name)
        };
        let (computer, second) = (Language::Am.computer().to_owned(), Language::Am.player_2().to_owned());
        assert_eq!(names(PlayerKind::Human, bot, "Sara"), ("Sara".to_owned(), computer.clone()));
        assert_eq!(names(bot, PlayerKind::Human, "Sara"), (computer.clone(), "Sara".to_owned()));
        assert_eq!(names(PlayerKind::Human, PlayerKind::Human, "Sara"), ("Sara".to_owned(), second));
        assert_ne!(names(PlayerKind::Human, bot, &computer).0, computer, "no two have one name");
    }
}
