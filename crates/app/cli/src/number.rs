//! Numbers on the command line.

use std::fmt::Display;
use std::str::FromStr;

use clap::builder::TypedValueParser;

/// Reads a whole number from `low` to `high`.
pub(crate) fn whole<T>(low: T, high: T) -> impl TypedValueParser<Value = T>
where
    T: FromStr + Display + PartialOrd + Copy + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse::<T>().ok().filter(|number| (low..=high).contains(number));
        number.ok_or_else(|| format!("must be a whole number from {low} to {high}"))
    }
}

/// Reads any whole number from 0 on.
pub(crate) fn any(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("must be a whole number from 0 to {}", u64::MAX))
}
