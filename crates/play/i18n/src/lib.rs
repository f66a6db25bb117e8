//! Everything the game says, in English, Amharic and Arabic.
//!
//! The texts stand in `text/LANGUAGE/AREA.txt`, and each is a method of [`Language`]:
//!
//! ```
//! use gebeta_i18n::Language;
//!
//! assert_eq!(Language::En.yes(), "Yes");
//! assert_eq!(Language::En.captures("Sara", 1), "Sara captures 1 stone.");
//! assert_eq!(Language::En.captures("Sara", 7), "Sara captures 7 stones.");
//! ```

mod fill;
mod foreign;
mod language;
mod options;
mod phrase;
mod plural;
pub mod rules;
mod texts;

pub use fill::without_isolates;
pub use foreign::{Texts, amharic, arabic};
pub use language::{Direction, Language};
