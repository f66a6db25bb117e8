use std::error::Error;

use gebeta_match::FoldError;
use gebeta_protocol::Code;
use gebeta_store::ports::StoreError;

/// Why a request to a game or an account failed. It keeps its cause; clients get only the [`code`](Self::code), which is
/// taken at the edge: in a response, a message of a socket or its close frame.
#[derive(Clone, Debug, thiserror::Error)]
pub(crate) enum GameError {
    /// The store failed.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The stored events do not form a game.
    #[error("the stored log of the game does not fold")]
    CorruptLog(#[from] FoldError),
    /// The rules of the game, of the protocol or of this server do not allow it, or not now.
    #[error("refused: {}", .0.word())]
    Refused(Code),
}

impl GameError {
    /// The code that clients get.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::Store(error) => error.into(),
            Self::CorruptLog(_) => Code::Damaged,
            Self::Refused(code) => *code,
        }
    }
}

impl From<Code> for GameError {
    fn from(code: Code) -> Self {
        Self::Refused(code)
    }
}

/// An error with all its causes, in one line for the log.
pub(crate) fn causes(error: &(dyn Error + 'static)) -> String {
    let mut line = error.to_string();
    for cause in std::iter::successors(error.source(), |&cause| cause.source()) {
        let text = cause.to_string();
        if !line.contains(&text) {
            line = format!("{line}: {text}");
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use gebeta_store::ports::StoreErrorKind;

    use super::*;

    #[test]
    fn a_client_learns_the_code_and_the_log_the_cause() {
        let damaged =
            StoreErrorKind::BadMatch.caused_by(StoreErrorKind::Corrupt.caused_by("page 7 has a bad sum"));
        for (error, code, line) in [
            (
                GameError::from(StoreErrorKind::Unavailable.caused_by("connection reset")),
                Code::Unavailable,
                "the store does not answer: connection reset",
            ),
            (
                damaged.into(),
                Code::Damaged,
                "a stored game cannot be read: the store is damaged or its disk fails: page 7 has a bad sum",
            ),
            (
                FoldError::Impossible(3).into(),
                Code::Damaged,
                "the stored log of the game does not fold: event 3 cannot follow what was before",
            ),
            (Code::Rate.into(), Code::Rate, "refused: rate"),
        ] {
            assert_eq!((error.code(), causes(&error).as_str()), (code, line));
        }
    }
}
