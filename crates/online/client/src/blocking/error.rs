use gebeta_match::FoldError;
use gebeta_protocol::Code;

/// Why the server did not do it.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// It does not want to.
    #[error("the server refuses: {}", .0.word())]
    Refused(Code),
    /// It is not there, or has gone.
    #[error("the server does not answer: {0}")]
    Gone(String),
    /// It says something that we do not understand.
    #[error("the server says something strange: {0}")]
    Strange(&'static str),
    /// Its log contradicts itself or the rules, or the envelopes are not what was sealed.
    #[error("the server's log is not to be trusted: {0}")]
    FoldError(#[from] FoldError),
    /// The address is none.
    #[error("an address looks like http://localhost:8040/ or https://play.example/")]
    BadAddress,
}

impl From<std::io::Error> for ClientError {
    fn from(error: std::io::Error) -> Self {
        Self::Gone(error.to_string())
    }
}

impl From<tungstenite::Error> for ClientError {
    fn from(error: tungstenite::Error) -> Self {
        Self::Gone(error.to_string())
    }
}
