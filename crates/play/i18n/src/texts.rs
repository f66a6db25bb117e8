//! The generated tables and methods; the texts themselves stand in `text/`.
#![allow(clippy::all, clippy::pedantic)]

use std::fmt::Display;

use crate::Language;
use crate::fill::Value;
use crate::phrase::Phrase;

include!(concat!(env!("OUT_DIR"), "/texts.rs"));
