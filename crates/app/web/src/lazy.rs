//! Modules of the program that are downloaded when they are first needed.

pub(crate) mod boards;
pub(crate) mod languages;
pub(crate) mod module;
pub(crate) mod records;
pub(crate) mod screens;
