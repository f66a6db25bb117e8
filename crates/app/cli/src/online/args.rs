use clap::Args;

use gebeta_protocol::{SeatWish, TimeControl};

use crate::args::SettingArgs;

/// Flags of `gebeta online`.
#[derive(Args, Clone, Debug)]
#[command(after_help = "Examples:
  gebeta online http://localhost:8040 --new --rules classic --name Abebe
      create a game of Senet and get its link
  gebeta online http://localhost:8040 --pair --clock 3+2 --name Abebe
      play anybody who wants the same game
  gebeta online LINK --name Sara
      take the free seat, or resume at yours

In plain lines, type the number of a pit or of a move, an empty line to throw or pass, or resign,
draw, takeback, accept, decline, claim, abort, say 1 .. say 7, rematch, quit.
Your seat is stored: the same link resumes the game.
To play under the name of an account, put a token of the server into GEBETA_TOKEN.")]
#[allow(clippy::struct_excessive_bools, reason = "each is a separate flag")]
pub struct OnlineArgs {
    /// The link of a game, or the address of a server
    #[arg(value_name = "URL")]
    pub url: String,
    /// Create a new game there
    #[arg(long, conflicts_with_all = ["pair", "watch"])]
    pub new: bool,
    /// Play anybody who wants the same game
    #[arg(long, conflicts_with = "watch")]
    pub pair: bool,
    /// Only watch
    #[arg(long)]
    pub watch: bool,
    /// Your name [default: the setting `name`]
    #[arg(long, value_name = "NAME")]
    pub name: Option<String>,
    /// The rules of a new game: a rule set or a rule file
    #[arg(long, value_name = "NAME|FILE", default_value = "gebeta")]
    pub rules: String,
    /// Clock of a new game: none, MINUTES+SECONDS, move:SECONDS or days:DAYS
    #[arg(long, value_name = "CLOCK", default_value = "none", value_parser = clock)]
    pub clock: TimeControl,
    /// Your seat in a new game: p1, p2 or coin
    #[arg(long, value_name = "SEAT", default_value = "coin", value_parser = seat)]
    pub seat: SeatWish,
    /// A computer player on the other seat of a new game, such as level3
    #[arg(long, value_name = "BOT", requires = "new")]
    pub opponent: Option<String>,
    /// Use plain lines instead of the full screen
    #[arg(long)]
    pub plain: bool,
    /// Settings for this run.
    #[command(flatten)]
    pub settings: SettingArgs,
}

/// Reads a clock as people write it.
fn clock(text: &str) -> Result<TimeControl, String> {
    let number = |text: &str| text.parse::<u32>().ok();
    let clock = match text.split_once(['+', ':']) {
        None if text == "none" => Some(TimeControl::None),
        Some(("move", seconds)) => number(seconds).map(|seconds| TimeControl::Move { seconds }),
        Some(("days", days)) => number(days).map(|days| TimeControl::Days { days }),
        Some((minutes, increment)) if text.contains('+') => number(minutes)
            .and_then(|minutes| minutes.checked_mul(60))
            .zip(number(increment))
            .map(|(seconds, increment)| TimeControl::Game { seconds, increment }),
        _ => None,
    };
    clock
        .filter(|clock| clock.is_sensible())
        .ok_or_else(|| "a clock is none, MINUTES+SECONDS, move:SECONDS or days:DAYS".to_owned())
}

fn seat(text: &str) -> Result<SeatWish, String> {
    match text {
        "p1" => Ok(SeatWish::One),
        "p2" => Ok(SeatWish::Two),
        "coin" => Ok(SeatWish::Coin),
        _ => Err("a seat is p1, p2 or coin".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_are_read_as_people_write_them() {
        for (text, expected) in [
            ("none", TimeControl::None),
            ("5+3", TimeControl::Game { seconds: 300, increment: 3 }),
            ("move:30", TimeControl::Move { seconds: 30 }),
            ("days:3", TimeControl::Days { days: 3 }),
        ] {
            assert_eq!(clock(text), Ok(expected), "{text}");
        }
        for bad in ["", "5", "5:3", "0+0", "move:1", "days:0", "99999999999+1", "71582789+1", "+", "move:"] {
            assert!(clock(bad).is_err(), "{bad}");
        }
    }
}
