use serde::{Deserialize, Deserializer};

/// Reads what has no fields: `deny_unknown_fields` does not see them in variants without any.
pub(crate) fn nothing<'de, D: Deserializer<'de>>(from: D) -> Result<(), D::Error> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Nothing {}
    Nothing::deserialize(from).map(|Nothing {}| ())
}
