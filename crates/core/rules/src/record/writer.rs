use std::fmt;

use super::Record;
use crate::{Keyword, Player};

/// The whole record, ready for a file.
impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        tag(f, "Gebeta", &Self::VERSION.to_string())?;
        tag(f, "Game", self.rules.game().word())?;
        tag(f, "Rules", &self.rule_set)?;
        for line in self.rules.lines() {
            // TOML reads both kinds of quotes; these need no escape inside a tag.
            tag(f, "Rule", &line.replace('"', "'"))?;
        }
        for player in Player::BOTH {
            tag(f, &format!("Player{player}"), &self.players[player].name)?;
            tag(f, &format!("Seat{player}"), &self.players[player].kind)?;
        }
        if let Some(coin) = self.coin {
            tag(f, "Coin", &format!("{} {}", coin.called.word(), coin.fell.word()))?;
        }
        if let Some(seed) = self.seed {
            tag(f, "Seed", &seed.to_string())?;
        }
        tag(f, "Start", &self.start.to_string())?;
        tag(f, "Result", &result(self))?;
        for (name, text) in &self.notes {
            tag(f, name, text)?;
        }
        let mut last_mover = None;
        for (player, ply) in self.moves() {
            if last_mover == Some(player) {
                write!(f, " {ply}")?;
            } else {
                write!(f, "\np{player} {ply}")?;
            }
            last_mover = Some(player);
        }
        write!(f, "\nend {} {}\n", self.plies().len(), self.position())
    }
}

/// `p1`, `p2`, `draw`, or `*` while the game goes on.
pub(super) fn result(record: &Record) -> String {
    record.outcome().or(record.decided).map_or_else(|| "*".to_owned(), |outcome| outcome.to_string())
}

/// A tag on a line of its own.
pub(crate) fn tag(f: &mut dyn fmt::Write, name: &str, text: &str) -> fmt::Result {
    // A tag is one line, whatever the name contains.
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    let text = text.replace('\\', "\\\\").replace('"', "\\\"");
    writeln!(f, "[{name} \"{text}\"]")
}
