use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Password, PlayerName};

/// A code that signs in once, for an owner who has lost the password: 80 random bits, written as four groups of four
/// letters and digits, without those that look alike. `Debug` does not show it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct RecoveryCode([u8; Self::BYTES]);

/// A text that is not a recovery code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be 16 letters and digits")]
pub struct RecoveryCodeError;

impl RecoveryCode {
    /// The bytes of one.
    pub const BYTES: usize = 10;
    /// Without I, L, O and U.
    const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    const BITS: usize = 5;
    const GROUP: usize = 4;

    /// These bytes.
    pub const fn new(bytes: [u8; Self::BYTES]) -> Self {
        Self(bytes)
    }

    /// The bytes.
    pub const fn bytes(&self) -> &[u8; Self::BYTES] {
        &self.0
    }

    /// The text that is shown to the owner, once.
    pub fn reveal(&self) -> String {
        let whole = self.0.iter().fold(0u128, |whole, byte| whole << 8 | u128::from(*byte));
        let count = Self::BYTES * 8 / Self::BITS;
        let mut text = String::new();
        for place in 0..count {
            if place > 0 && place % Self::GROUP == 0 {
                text.push('-');
            }
            let letter = whole >> (Self::BITS * (count - 1 - place)) & 31;
            text.push(char::from(Self::LETTERS[letter as usize]));
        }
        text
    }
}

impl FromStr for RecoveryCode {
    type Err = RecoveryCodeError;

    /// Reads it however it is typed: in lower case, with or without hyphens and spaces, O for 0, and I or L for 1.
    fn from_str(text: &str) -> Result<Self, RecoveryCodeError> {
        let (mut whole, mut count) = (0u128, 0);
        for letter in text.chars().filter(|letter| !matches!(letter, '-' | ' ')) {
            let letter = match letter.to_ascii_uppercase() {
                'O' => '0',
                'I' | 'L' => '1',
                other => other,
            };
            let value = Self::LETTERS.iter().position(|known| char::from(*known) == letter);
            whole = whole << Self::BITS | value.ok_or(RecoveryCodeError)? as u128;
            count += 1;
            if count * Self::BITS > Self::BYTES * 8 {
                return Err(RecoveryCodeError);
            }
        }
        if count * Self::BITS < Self::BYTES * 8 {
            return Err(RecoveryCodeError);
        }
        let mut bytes = [0; Self::BYTES];
        bytes.copy_from_slice(&whole.to_be_bytes()[16 - Self::BYTES..]);
        Ok(Self(bytes))
    }
}

impl fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecoveryCode(..)")
    }
}

impl Serialize for RecoveryCode {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.reveal())
    }
}

impl<'de> Deserialize<'de> for RecoveryCode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for RecoveryCode {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::Type::String)
            .pattern(Some("^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){3}$"))
            .into()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for RecoveryCode {}

/// Signs in with a recovery code and sets a new password: `POST /api/session/recovery`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Recovery {
    /// The name of the account.
    pub name: PlayerName,
    /// One of its recovery codes.
    pub code: RecoveryCode,
    /// The new password.
    pub new: Password,
}

/// New recovery codes in place of the old ones: the answer to `POST /api/account/recovery`. They are shown this once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct RecoveryCodes {
    /// Each is valid once.
    pub codes: Vec<RecoveryCode>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_read_however_it_is_typed_and_is_not_shown() {
        let code = RecoveryCode::new([0x00, 0x44, 0x32, 0x14, 0xc7, 0x42, 0x54, 0xb6, 0x35, 0xcf]);
        assert_eq!(code.reveal(), "0123-4567-89AB-CDEF");
        for text in
            ["0123-4567-89AB-CDEF", "0123456789abcdef", " o i23 4567-89ab cdef", "Ol23-4567-89ab-cdef"]
        {
            assert_eq!(text.parse(), Ok(code), "{text}");
        }
        for text in
            ["", "0123-4567-89AB-CDE", "0123-4567-89AB-CDEF0", "0123-4567-89AB-CDEU", "ሀ123-4567-89AB-CDEF"]
        {
            assert_eq!(text.parse::<RecoveryCode>(), Err(RecoveryCodeError), "{text}");
        }
        assert_eq!(format!("{code:?}"), "RecoveryCode(..)");
        assert_eq!(serde_json::to_string(&code).unwrap(), "\"0123-4567-89AB-CDEF\"");
    }
}
