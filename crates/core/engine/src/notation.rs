//! How serde writes the types of `gebeta-rules` and `gebeta-search`, which do not depend on serde: plies in their notation,
//! the others by their words and numbers. For `#[serde(with = "crate::notation")]`.

use gebeta_rules::{AnyPly, AnyRules, ByPlayer, Family, GameKind, Keyword, Outcome, Player, sowing};
use gebeta_search::Nodes;
use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A type with a form that serde can write.
pub trait Notation: Sized {
    /// What is written.
    type Form: Serialize + DeserializeOwned;

    /// The value as it is written.
    fn to_form(&self) -> Self::Form;

    /// The value that was written so; none if there is no such value.
    fn from_form(form: Self::Form) -> Option<Self>;
}

/// Writes the form of a value.
pub fn serialize<T: Notation, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    value.to_form().serialize(serializer)
}

/// Reads what [`serialize`] wrote.
pub fn deserialize<'de, T: Notation, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let form = T::Form::deserialize(deserializer)?;
    T::from_form(form).ok_or_else(|| D::Error::custom("not a value of this type"))
}

/// What stands before a move of the sowing family.
const SOWING: &str = "sow ";

/// `3`, `sow 3` or `2:13-15`: only plies of Senet contain a colon, and those of the sowing family beyond games like Kalah have a
/// word before them, because both write their moves alike.
impl Notation for AnyPly {
    type Form = String;

    fn to_form(&self) -> String {
        match self {
            Self::Sowing(mv) => format!("{SOWING}{mv}"),
            Self::Mancala(_) | Self::Senet(..) => self.to_string(),
        }
    }

    fn from_form(text: String) -> Option<Self> {
        if let Some(mv) = text.strip_prefix(SOWING) {
            return Family::new(mv.parse::<sowing::Move>().ok()?).map(Self::Sowing);
        }
        let kind = if text.contains(':') { GameKind::Senet } else { GameKind::Mancala };
        AnyRules::default_of(kind).ply(&text).ok()
    }
}

/// `mancala` or `senet`.
impl Notation for GameKind {
    type Form = String;

    fn to_form(&self) -> String {
        self.word().to_owned()
    }

    fn from_form(word: String) -> Option<Self> {
        Self::from_keyword(&word).ok()
    }
}

/// 1 or 2.
impl Notation for Player {
    type Form = u8;

    fn to_form(&self) -> u8 {
        match self {
            Self::One => 1,
            Self::Two => 2,
        }
    }

    fn from_form(number: u8) -> Option<Self> {
        Self::BOTH.into_iter().find(|player| player.to_form() == number)
    }
}

/// The winner; 0 for a draw.
impl Notation for Outcome {
    type Form = u8;

    fn to_form(&self) -> u8 {
        self.winner().map_or(0, |winner| winner.to_form())
    }

    fn from_form(number: u8) -> Option<Self> {
        if number == 0 { Some(Self::Draw) } else { Player::from_form(number).map(Self::Win) }
    }
}

/// Player 1's, then Player 2's.
impl<T: Copy + Serialize + DeserializeOwned> Notation for ByPlayer<T> {
    type Form = (T, T);

    fn to_form(&self) -> (T, T) {
        (self.one, self.two)
    }

    fn from_form((one, two): (T, T)) -> Option<Self> {
        Some(Self { one, two })
    }
}

/// Maximizing, minimizing, chance.
impl Notation for Nodes {
    type Form = (u64, u64, u64);

    fn to_form(&self) -> (u64, u64, u64) {
        (self.max, self.min, self.chance)
    }

    fn from_form((max, min, chance): (u64, u64, u64)) -> Option<Self> {
        Some(Self { max, min, chance })
    }
}

/// A move with its value.
impl<T: Notation> Notation for (T, f64) {
    type Form = (T::Form, f64);

    fn to_form(&self) -> Self::Form {
        (self.0.to_form(), self.1)
    }

    fn from_form((form, value): Self::Form) -> Option<Self> {
        Some((T::from_form(form)?, value))
    }
}

impl<T: Notation> Notation for Vec<T> {
    type Form = Vec<T::Form>;

    fn to_form(&self) -> Self::Form {
        self.iter().map(T::to_form).collect()
    }

    fn from_form(forms: Self::Form) -> Option<Self> {
        forms.into_iter().map(T::from_form).collect()
    }
}

impl<T: Notation> Notation for Option<T> {
    type Form = Option<T::Form>;

    fn to_form(&self) -> Self::Form {
        self.as_ref().map(T::to_form)
    }

    fn from_form(form: Self::Form) -> Option<Self> {
        form.map_or(Some(None), |form| T::from_form(form).map(Some))
    }
}
