//! How many cores a command uses.

use std::num::NonZero;
use std::thread::available_parallelism;

use clap::builder::{RangedU64ValueParser, TypedValueParser};

/// Reads a number of cores. More than this is a slip of the finger, and no system starts a hundred thousand threads.
pub(crate) fn number() -> impl TypedValueParser<Value = NonZero<usize>> {
    RangedU64ValueParser::<usize>::new()
        .range(1..=256)
        .map(|number| NonZero::new(number).expect("clap let no zero pass"))
}

/// As many as were asked for, or all.
pub(crate) fn or_all(asked: Option<NonZero<usize>>) -> NonZero<usize> {
    asked.or_else(|| available_parallelism().ok()).unwrap_or(NonZero::<usize>::MIN)
}
