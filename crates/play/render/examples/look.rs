//! Writes a picture to look at, of a start or of a position in its notation:
//! `cargo run -p gebeta-render --example look -- senet > board.png`.

use std::error::Error;
use std::io::{self, Write};

use gebeta_rules::{AnyPosition, mancala, senet};

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (family, position) = (words.next(), words.next());
    let position = match (family.as_deref(), position) {
        (Some("senet"), None) => AnyPosition::Senet(senet::Position::start(&senet::Rules::CLASSIC)),
        (Some("senet"), Some(text)) => {
            AnyPosition::Senet(text.parse::<senet::Setup>()?.position(&senet::Rules::CLASSIC)?)
        }
        (_, None) => AnyPosition::Mancala(mancala::Position::start(&mancala::Rules::GEBETA)),
        (_, Some(text)) => {
            AnyPosition::Mancala(text.parse::<mancala::Setup>()?.position(&mancala::Rules::GEBETA)?)
        }
    };
    io::stdout().write_all(&gebeta_render::png(&position))?;
    Ok(())
}
