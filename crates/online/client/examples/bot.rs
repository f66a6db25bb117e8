//! A program that plays for an account: `cargo run -p gebeta-client --example bot -- URL TOKEN RULES`.

use gebeta_client::{Address, ClientError, GameClient, draw_secret};
use gebeta_match::{Match, Stage};
use gebeta_protocol::{Action, PairRequest, TimeControl};
use gebeta_rules::AnyPosition;

/// Plays one game against anybody, the first legal move each time, and says how it ended.
pub(crate) fn play(server: Address, rules: &str) -> Result<String, ClientError> {
    let name = "Bot".parse().map_err(|_| ClientError::Strange("a name"))?; // the account's own name is taken instead
    let request =
        PairRequest { rules: rules.to_owned(), clock: TimeControl::None, name, secret: draw_secret() };
    let ticket = server.pair(&request)?;
    let mut me = GameClient::player(server, &ticket);
    me.connect()?;
    loop {
        let Some(game) = me.game() else {
            me.hear()?;
            continue;
        };
        let revision = game.revision();
        if let Stage::Over(over) = game.stage() {
            return Ok(format!("{}: {:?}", over.how.word(), over.outcome));
        }
        if game.side_to_move() == me.side() && game.side_to_move().is_some() {
            me.act(decide(game))?; // on the server's disk when this comes back
        } else if !me.tend_envelopes()? {
            me.wait_long(|game| game.revision() > revision)?; // people take their time
        }
    }
}

fn decide(game: &Match) -> Action {
    if matches!(game.position(), AnyPosition::Senet(_)) && game.thrown().is_none() {
        return Action::Throw;
    }
    let first = game.position().legal_plies().first().map(|ply| ply.mv().to_string());
    first.map_or(Action::Resign, |mv| Action::Play { mv })
}

#[allow(dead_code, clippy::print_stdout, reason = "a test plays without it")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [url, token, rules] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("URL TOKEN RULES".into());
    };
    println!("{}", play(url.parse::<Address>()?.with_token(token.parse()?), rules)?);
    Ok(())
}
