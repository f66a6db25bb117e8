use gebeta_i18n::Language;
use gebeta_rules::{PositionError, mancala, senet};

/// Everything that keeps a text from being a position, sentence by sentence.
pub(crate) fn fault_sentences(language: Language, error: &PositionError) -> Vec<String> {
    match error {
        PositionError::MancalaText(_) | PositionError::SenetText(_) => {
            vec![language.setup_not_written().to_owned()]
        }
        PositionError::SowingSetup(error) => vec![error.to_string()],
        PositionError::MancalaSetup(faults) => {
            faults.0.iter().map(|fault| of_stones(language, fault)).collect()
        }
        PositionError::SenetSetup(faults) => {
            faults.0.iter().map(|fault| of_pieces(language, fault)).collect()
        }
    }
}

fn of_stones(language: Language, fault: &mancala::SetupError) -> String {
    use mancala::SetupError;
    match fault {
        SetupError::Pits { given, expected } => language.setup_pits(given, expected),
        SetupError::NoStones => language.setup_no_stones().to_owned(),
        SetupError::TooManyStones(_) => language.setup_many_stones().to_owned(),
        SetupError::NotOver => language.setup_not_over().to_owned(),
        SetupError::NoPie => language.setup_no_pie().to_owned(),
    }
}

fn of_pieces(language: Language, fault: &senet::SetupError) -> String {
    use senet::SetupError;
    match fault {
        SetupError::Unequal { white, black } => language.setup_unequal(white, black),
        SetupError::Pieces { given, expected } => language.setup_pieces(given, expected),
        SetupError::InWater => language.setup_water().to_owned(),
        SetupError::Roll(roll) => language.setup_roll(roll),
        SetupError::TwoWinners => language.setup_two_winners().to_owned(),
        SetupError::NotOver => language.setup_not_over().to_owned(),
    }
}
