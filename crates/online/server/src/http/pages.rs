//! Pages for people that are not part of the bundle.

pub(crate) mod picture_cache;
pub(crate) mod preview;
pub(crate) mod verify;
