use std::fmt;

use gebeta_bots::Bot;
use gebeta_rules::{ByPlayer, GameKind, Player, Seat};

use crate::Failure;

/// Who moves for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mind {
    /// A person at this terminal.
    Human,
    /// A computer player.
    Bot(Bot),
}

impl Mind {
    /// Reads `human` or a bot's name.
    pub(crate) fn named(game: GameKind, name: &str) -> Result<Self, Failure> {
        if name == "human" {
            return Ok(Self::Human);
        }
        Bot::named(game, name).map(Self::Bot).map_err(|error| {
            let others = Failure::bad_value(&error);
            if gebeta_rules::nearest(name, ["human"]).is_some() {
                return Failure::usage(others.code(), format!("{error} or human"));
            }
            others
        })
    }
}

impl fmt::Display for Mind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human => f.write_str("human"),
            Self::Bot(bot) => bot.fmt(f),
        }
    }
}

/// The seats of a game with their names: those given, or what anybody would call them.
pub(crate) fn seats(minds: ByPlayer<Mind>, names: Option<&str>) -> Result<ByPlayer<Seat>, Failure> {
    let names = match names {
        Some(names) => given_names(names)?,
        None => ByPlayer::from_fn(|player| usual_name(minds, player)),
    };
    Ok(ByPlayer::from_fn(|player| Seat { name: names[player].clone(), kind: minds[player].to_string() }))
}

fn usual_name(minds: ByPlayer<Mind>, player: Player) -> String {
    match (minds[player], minds[!player]) {
        (Mind::Human, _) => format!("Player {player}"),
        (Mind::Bot(_), Mind::Human) => "Computer".to_owned(),
        (Mind::Bot(_), Mind::Bot(_)) => format!("Computer {player}"),
    }
}

/// Two names with a comma between them; control characters are dropped, empty or equal names refused.
fn given_names(text: &str) -> Result<ByPlayer<String>, Failure> {
    const LONGEST: usize = 40;
    let clean = |name: &str| name.chars().filter(|c| !c.is_control()).collect::<String>().trim().to_owned();
    let names: Vec<String> = text.split(',').map(clean).collect();
    let [one, two] = names.as_slice() else {
        return Err(Failure::usage("bad-names", "--names takes two names with a comma between them"));
    };
    if one.is_empty() || two.is_empty() {
        return Err(Failure::usage("bad-names", "a player's name is empty"));
    }
    if one.to_lowercase() == two.to_lowercase() {
        return Err(Failure::usage("bad-names", format!("both players are called {one}")));
    }
    if one.chars().count().max(two.chars().count()) > LONGEST {
        return Err(Failure::usage("bad-names", format!("a name has at most {LONGEST} characters")));
    }
    Ok(ByPlayer { one: one.clone(), two: two.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_must_be_there_and_differ() {
        let names = |text| given_names(text).map(|names| (names.one, names.two)).map_err(|e| e.to_string());
        assert_eq!(names(" Abebe , ኣዲስ\u{7}"), Ok(("Abebe".to_owned(), "ኣዲስ".to_owned())));
        for bad in ["", "A", "A,", ",B", "A,a", "A,B,C", "\u{1b},B"] {
            assert!(names(bad).unwrap_err().starts_with("error[bad-names]"), "{bad:?}");
        }
    }
}
