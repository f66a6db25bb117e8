//! The boards of both games: what is drawn, animated and clicked.

pub(crate) mod either;
pub(crate) mod mancala;
pub(crate) mod props;
pub(crate) mod senet;
