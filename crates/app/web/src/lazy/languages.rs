//! The languages other than English, as parts of the program.
// Loading may fail; what was loaded cannot.
#![allow(clippy::unnecessary_wraps)]

use gebeta_i18n::{Language, Texts};
use wasm_split_helpers::{SplitLoaderError, wasm_split};

/// Loads a language, unless it is known.
pub(crate) async fn learn(language: Language) -> Result<(), SplitLoaderError> {
    match language {
        Language::En => {}
        Language::Am => language.teach(amharic().await?),
        Language::Ar => language.teach(arabic().await?),
    }
    Ok(())
}

#[wasm_split(amharic, fallible)]
fn amharic() -> Result<Texts, SplitLoaderError> {
    Ok(gebeta_i18n::amharic())
}

#[wasm_split(arabic, fallible)]
fn arabic() -> Result<Texts, SplitLoaderError> {
    Ok(gebeta_i18n::arabic())
}
