/// An error with a short name that never changes, for programs that read our answers.
///
/// The sentence (`Display`) is for people and may improve; the code is part of the protocol.
pub trait Coded {
    /// Lower case words joined by hyphens, such as `illegal-move`.
    fn code(&self) -> &'static str;
}
