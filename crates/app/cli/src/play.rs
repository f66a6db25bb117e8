//! Games on this device in plain lines, so that a pipe can play them.

pub(crate) mod board_text;
pub(crate) mod menu;
mod new_game;
mod plain_game;
mod seats;
mod words;

use std::path::Path;

use gebeta_rules::mancala::First;
use gebeta_rules::{GameKind, Keyword, Player};

use crate::args::{MancalaArgs, SenetArgs, SettingArgs};
use crate::{CliError, Console};
pub(crate) use new_game::{NewGame, fresh_seed, record, with_depth};
use plain_game::PlainGame;
pub(crate) use seats::Naming;

/// `gebeta mancala` in plain lines.
pub(crate) fn mancala(
    args: &MancalaArgs,
    settings: &SettingArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    PlainGame::open(&NewGame::mancala(args), &args.play, args.verbose, settings, console)?.run()
}

/// `gebeta senet` in plain lines.
pub(crate) fn senet(
    args: &SenetArgs,
    settings: &SettingArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let play = with_depth(&args.play, args.depth)?;
    PlainGame::open(&NewGame::senet(args), &play, args.verbose, settings, console)?.run()
}

/// The command that resumes a game from its file, or the game that was left last.
pub(crate) fn resume_command(game: GameKind, file: Option<&Path>) -> String {
    match file {
        Some(path) => format!("gebeta {game} --resume {}", quoted(path)),
        None => format!("gebeta {game} --resume"),
    }
}

/// A path as a shell takes it.
pub(crate) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+@:,%".contains(c);
    if path.chars().all(is_plain) { path } else { format!("'{}'", path.replace('\'', "'\\''")) }
}

/// Who begins, as `--first` says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstMover {
    /// This player.
    Player(Player),
    /// The winner of the toss.
    Coin,
}

impl FirstMover {
    /// The rule that says the same.
    pub(crate) const fn rule(self) -> First {
        match self {
            Self::Player(Player::One) => First::Player1,
            Self::Player(Player::Two) => First::Player2,
            Self::Coin => First::Coin,
        }
    }
}

impl Keyword for FirstMover {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("p1", Self::Player(Player::One)), ("p2", Self::Player(Player::Two)), ("coin", Self::Coin)];
}
