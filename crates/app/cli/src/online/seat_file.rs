//! Seats at online games, stored so that a player can leave and come back.

use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::time::SystemTime;

use serde_json::{Value, json};

use gebeta_client::Address;
use gebeta_protocol::{MatchId, OpenSeed, SeatSecret};

use crate::{CliError, atomic_file, folders};

/// A seat; the secret in its file opens it.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) address: Address,
    pub(super) game: MatchId,
    pub(super) secret: SeatSecret,
    /// What is in the player's envelope.
    pub(super) seed: OpenSeed,
}

/// A file of a seat is short.
const MOST_BYTES: usize = 4096;

impl Seat {
    /// The seat at this game, if it was kept. One of another server is not shown to this one.
    pub(super) fn kept(address: &Address, game: MatchId) -> Option<Self> {
        let text = atomic_file::read(&path(game)?, MOST_BYTES).ok()?;
        Self::read(&text).filter(|seat| seat.game == game && seat.address == *address)
    }

    /// The seat that was kept last.
    pub(super) fn latest() -> Option<Self> {
        let entries = fs::read_dir(folder()?).ok()?.filter_map(Result::ok);
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())))
            .collect();
        files.sort_by(|a, b| b.cmp(a));
        files.iter().find_map(|(_, path)| Self::read(&atomic_file::read(path, MOST_BYTES).ok()?))
    }

    fn read(text: &str) -> Option<Self> {
        let value: Value = serde_json::from_str(text).ok()?;
        let field = |name: &str| value.get(name)?.as_str();
        Some(Self {
            address: field("server")?.parse().ok()?,
            game: field("game")?.parse().ok()?,
            secret: field("secret")?.parse().ok()?,
            seed: field("seed")?.parse().ok()?,
        })
    }

    /// Keeps it, for this user alone.
    pub(super) fn keep(&self) -> Result<(), CliError> {
        let path =
            path(self.game).ok_or_else(|| CliError::failed("no-folder", "there is no folder for it"))?;
        // Where the folder cannot be made, writing the file says why.
        let _ = fs::create_dir_all(atomic_file::folder_of(&path));
        let text = json!({
            "server": self.address.to_string(),
            "game": self.game.to_string(),
            "secret": self.secret.reveal(),
            "seed": self.seed.reveal(),
        });
        let mut file = atomic_file::private(&path)?;
        writeln!(file, "{text}").map_err(|error| atomic_file::not_saved(&path, &error))?;
        atomic_file::keep(file, &path).map(drop)
    }

    /// Forgets the seat at a game that is over.
    pub(super) fn forget(game: MatchId) {
        if let Some(path) = path(game) {
            // A file that stays opens a seat at which nothing can be done any more.
            let _ = fs::remove_file(path);
        }
    }
}

fn folder() -> Option<PathBuf> {
    folders::data().map(|folder| folder.join("online"))
}

fn path(game: MatchId) -> Option<PathBuf> {
    folder().map(|folder| folder.join(format!("{game}.json")))
}
