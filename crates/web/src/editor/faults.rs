use gebeta_rules::{PositionError, mancala, senet};
use gebeta_words::Language;

/// Everything that keeps a text from being a position, sentence by sentence.
pub(crate) fn fault_sentences(language: Language, error: &PositionError) -> Vec<String> {
    match error {
        PositionError::MancalaText(_) | PositionError::SenetText(_) => {
            vec![language.setup_not_written().to_owned()]
        }
        PositionError::MancalaSetup(faults) => {
            faults.0.iter().map(|fault| of_stones(language, fault)).collect()
        }
        PositionError::SenetSetup(faults) => {
            faults.0.iter().map(|fault| of_pieces(language, fault)).collect()
        }
    }
}

fn of_stones(language: Language, fault: &mancala::SetupFault) -> String {
    use mancala::SetupFault;
    match fault {
        SetupFault::Pits { given, expected } => language.setup_pits(given, expected),
        SetupFault::NoStones => language.setup_no_stones().to_owned(),
        SetupFault::TooManyStones(_) => language.setup_many_stones().to_owned(),
        SetupFault::NotOver => language.setup_not_over().to_owned(),
        SetupFault::NoPie => language.setup_no_pie().to_owned(),
    }
}

fn of_pieces(language: Language, fault: &senet::SetupFault) -> String {
    use senet::SetupFault;
    match fault {
        SetupFault::Unequal { white, black } => language.setup_unequal(white, black),
        SetupFault::Pieces { given, expected } => language.setup_pieces(given, expected),
        SetupFault::InWater => language.setup_water().to_owned(),
        SetupFault::Roll(roll) => language.setup_roll(roll),
        SetupFault::TwoWinners => language.setup_two_winners().to_owned(),
        SetupFault::NotOver => language.setup_not_over().to_owned(),
    }
}
