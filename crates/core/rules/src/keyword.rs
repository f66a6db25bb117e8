use crate::nearest;

/// A choice that is written as one of a few words, in rule files and on the command line.
pub trait Keyword: Copy + PartialEq + 'static {
    /// Every choice with its word.
    const KEYWORDS: &'static [(&'static str, Self)];

    /// The word for this choice.
    fn word(self) -> &'static str {
        let (word, _) =
            Self::KEYWORDS.iter().find(|(_, choice)| *choice == self).expect("every choice has a word");
        word
    }

    /// The choice for a word.
    fn from_keyword(word: &str) -> Result<Self, KeywordError> {
        let known = Self::KEYWORDS.iter().map(|(word, _)| *word);
        Self::KEYWORDS
            .iter()
            .find(|(known, _)| *known == word)
            .map(|&(_, choice)| choice)
            .ok_or_else(|| KeywordError { nearest: nearest(word, known.clone()), known: known.collect() })
    }
}

/// A word that names none of the choices.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be one of {}{}", known.join(", "), nearest.map(|word| format!(" (did you mean {word}?)")).unwrap_or_default())]
pub struct KeywordError {
    /// The words there are.
    pub known: Vec<&'static str>,
    /// The one that was probably meant.
    pub nearest: Option<&'static str>,
}
