//! The screens with an address of their own, except online play.

pub(crate) mod about;
pub(crate) mod analysis;
pub(crate) mod editor;
pub(crate) mod game;
pub(crate) mod home;
pub(crate) mod puzzle;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod rules;
pub(crate) mod saved_games;
pub(crate) mod settings;
pub(crate) mod setup;
pub(crate) mod statistics;
pub(crate) mod toss;
pub(crate) mod tutorial;
