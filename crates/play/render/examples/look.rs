//! Writes a picture to look at, of the start of a shipped rule set or of a position in its notation:
//! `cargo run -p gebeta-render --features gebeta-rules/family --example look -- hus > board.png`.

use std::error::Error;
use std::io::{self, Write};

use gebeta_rules::Preset;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (name, position) = (words.next(), words.next());
    let preset = Preset::named(name.as_deref().unwrap_or("gebeta")).ok_or("there is no such rule set")?;
    let position = match position {
        None => preset.rules.start(),
        Some(text) => preset.rules.fit(&text).position(&text)?,
    };
    io::stdout().write_all(&gebeta_render::png(&position))?;
    Ok(())
}
