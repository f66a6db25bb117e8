//! The generated tables and methods; the texts themselves stand in `text/`.
#![allow(clippy::all, clippy::pedantic)]

use std::fmt::Display;

use crate::Language;
use crate::fill::{Texts, Value};

include!(concat!(env!("OUT_DIR"), "/texts.rs"));
