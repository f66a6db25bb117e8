use serde::{Deserialize, Deserializer};

/// Reads a variant without fields: `deny_unknown_fields` does not check those.
pub(crate) fn no_fields<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct NoFields {}
    NoFields::deserialize(from).map(|NoFields {}| ())
}
