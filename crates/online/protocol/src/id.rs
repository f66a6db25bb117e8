use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A text that is not an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("must be {0} hexadecimal digits in small letters")]
pub struct IdError(usize);

fn read<const N: usize>(text: &str) -> Result<[u8; N], IdError> {
    let digit = |c: u8| match c {
        b'0'..=b'9' => Some(c - b'0'),
        b'a'..=b'f' => Some(c - b'a' + 10),
        _ => None,
    };
    let mut bytes = [0; N];
    if text.len() != 2 * N {
        return Err(IdError(2 * N));
    }
    for (byte, pair) in bytes.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte =
            digit(pair[0]).zip(digit(pair[1])).map(|(high, low)| high << 4 | low).ok_or(IdError(2 * N))?;
    }
    Ok(bytes)
}

fn write(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Bytes that are written as hexadecimal digits.
macro_rules! id {
    ($(#[$about:meta])* $name:ident, $bytes:literal) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name([u8; $bytes]);

        impl $name {
            /// These bytes.
            pub const fn new(bytes: [u8; $bytes]) -> Self {
                Self(bytes)
            }

            /// The bytes.
            pub const fn bytes(&self) -> &[u8; $bytes] {
                &self.0
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                utoipa::openapi::ObjectBuilder::new()
                    .schema_type(utoipa::openapi::Type::String)
                    .pattern(Some(format!("^[0-9a-f]{{{}}}$", 2 * $bytes)))
                    .into()
            }
        }

        #[cfg(feature = "schema")]
        impl utoipa::ToSchema for $name {}

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                read(text).map(Self)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&write(&self.0))
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                String::deserialize(deserializer)?.parse().map_err(serde::de::Error::custom)
            }
        }
    };
}

/// Ids that everyone may see.
macro_rules! shown {
    ($name:ident) => {
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&write(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(self, f)
            }
        }
    };
}

/// Secrets that no log may show; they are revealed explicitly.
macro_rules! hidden {
    ($name:ident) => {
        impl $name {
            /// The hexadecimal digits of the secret.
            pub fn reveal(&self) -> String {
                write(&self.0)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(concat!(stringify!($name), "(..)"))
            }
        }
    };
}

id! {
    /// The id of a game, for players and watchers alike.
    MatchId, 10
}
shown!(MatchId);

id! {
    /// Made once for each decision of a client and sent again until it is acknowledged: the decision takes effect at most
    /// once.
    MoveId, 16
}
shown!(MoveId);

id! {
    /// A hash: a commitment, or of a position.
    Hash, 32
}
shown!(Hash);

id! {
    /// The secret of a seat. It is in no log, no export and no watcher's view.
    SeatSecret, 16
}
hidden!(SeatSecret);

id! {
    /// A revealed seed.
    OpenSeed, 32
}
hidden!(OpenSeed);

id! {
    /// The internal id of an account; people use its name.
    AccountId, 16
}
shown!(AccountId);

id! {
    /// The secret of a session, in a cookie.
    SessionSecret, 32
}
hidden!(SessionSecret);

id! {
    /// The token of a program.
    ApiToken, 32
}
hidden!(ApiToken);

id! {
    /// The id of a token, to revoke it by.
    TokenId, 8
}
shown!(TokenId);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_read_as_they_are_written() {
        let id = MatchId::new([0, 1, 2, 0xff, 4, 5, 6, 7, 8, 9]);
        assert_eq!(id.to_string(), "000102ff040506070809");
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in [
            "",
            "000102FF040506070809",
            "000102ff04050607080",
            "000102ff04050607080g",
            "0001/2ff040506070809",
        ] {
            assert_eq!(bad.parse::<MatchId>(), Err(IdError(20)), "{bad}");
        }
    }

    #[test]
    fn secrets_are_not_shown() {
        let shown = format!("{:?} {:?}", SeatSecret::new([7; 16]), OpenSeed::new([7; 32]));
        assert_eq!(shown, "SeatSecret(..) OpenSeed(..)");
    }
}
