//! How many cores a command uses.

use std::num::NonZero;
use std::thread::available_parallelism;

use clap::builder::TypedValueParser;

use crate::number::whole;

/// Reads a number of cores. More than this is a slip of the finger, and no system starts a hundred thousand threads.
pub(crate) fn number() -> impl TypedValueParser<Value = NonZero<usize>> {
    whole::<usize>(1, 256).map(|number| NonZero::new(number).expect("no zero passes"))
}

/// As many as were asked for, or all.
pub(crate) fn or_all(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    asked.or_else(|| available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}
