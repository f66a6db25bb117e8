use std::collections::HashSet;
use std::time::Duration;

use gebeta_rules::options::Kind;
use gebeta_rules::{Coded, GameKind, Keyword, nearest};

use crate::CliError;
use crate::args::Switch;
use crate::rule_args::{Overrides, RuleFlag};

/// One line of the protocol, understood.
#[derive(Debug)]
pub(super) enum Command<'a> {
    Hello,
    IsReady,
    NewGame { game: GameKind, overrides: Overrides },
    Position { position: Option<&'a str>, moves: Vec<&'a str> },
    Moves,
    Show,
    SetBot(&'a str),
    Go(Go),
    Stop,
    Quit,
    Nothing,
}

/// How long to think.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Go {
    /// As far as the bot would by itself.
    Free,
    Depth(u32),
    Nodes(u64),
    Time(Duration),
    Perfect,
}

/// Why a line is refused.
#[derive(Debug, thiserror::Error)]
#[error("{words}")]
pub(super) struct Refusal {
    code: &'static str,
    words: String,
}

impl Refusal {
    pub(super) fn new(code: &'static str, words: impl Into<String>) -> Self {
        Self { code, words: words.into() }
    }

    pub(super) fn from_coded(error: &(impl Coded + std::fmt::Display)) -> Self {
        Self::new(error.code(), error.to_string())
    }

    pub(super) fn from_failure(failure: &CliError) -> Self {
        Self::new(failure.code(), failure.sentence())
    }
}

impl Coded for Refusal {
    fn code(&self) -> &'static str {
        self.code
    }
}

const COMMANDS: [&str; 10] =
    ["ugi", "isready", "newgame", "position", "moves", "show", "setoption", "go", "stop", "quit"];

impl<'a> Command<'a> {
    pub(super) fn parse(line: &'a str) -> Result<Self, Refusal> {
        let (head, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let rest = rest.trim();
        let alone = |command| {
            if rest.is_empty() {
                Ok(command)
            } else {
                Err(Refusal::new("bad-command", format!("{head} stands alone on its line")))
            }
        };
        match head {
            "" => Ok(Self::Nothing),
            "ugi" => alone(Self::Hello),
            "isready" => alone(Self::IsReady),
            "moves" => alone(Self::Moves),
            "show" => alone(Self::Show),
            "stop" => alone(Self::Stop),
            "quit" => alone(Self::Quit),
            "newgame" => parse_new_game(rest),
            "position" => parse_position(rest),
            "setoption" => match rest.split_once(char::is_whitespace) {
                Some(("bot", name)) => Ok(Self::SetBot(name.trim())),
                _ => Err(Refusal::new("unknown-option", "the only option is: setoption bot NAME")),
            },
            "go" => parse_go(rest).map(Self::Go),
            _ => {
                let hint = nearest(head, COMMANDS).map(|near| format!("; did you mean {near}?"));
                let words = format!("there is no command {:?}{}", shown(head), hint.unwrap_or_default());
                Err(Refusal::new("unknown-command", words))
            }
        }
    }
}

/// `newgame GAME [rules NAME|FILE] [pits N] [stones N] [end WORD] [first WORD] [pie on|off] [pieces N]`.
fn parse_new_game(rest: &str) -> Result<Command<'_>, Refusal> {
    let mut words = rest.split_whitespace();
    let game =
        words.next().ok_or_else(|| Refusal::new("bad-command", "newgame needs a game: mancala or senet"))?;
    let game = GameKind::from_keyword(game)
        .map_err(|error| Refusal::new("unknown-game", format!("the game {error}")))?;
    let mut overrides = Overrides::default();
    let mut seen = HashSet::new();
    while let Some(key) = words.next() {
        let value =
            words.next().ok_or_else(|| Refusal::new("bad-command", format!("{key} needs a value")))?;
        if !seen.insert(key) {
            return Err(Refusal::new("bad-command", format!("{} is said twice", shown(key))));
        }
        if key == "rules" {
            overrides.rules = Some(value.to_owned());
        } else {
            overrides.flags.push(parse_option(key, value)?);
        }
    }
    Ok(Command::NewGame { game, overrides })
}

/// An option of the rules, as far as `newgame` knows it.
fn parse_option(key: &str, value: &str) -> Result<RuleFlag, Refusal> {
    let option = RuleFlag::option(key).filter(|_| RuleFlag::KEYS.contains(&key));
    match (key, option.map(|option| option.kind)) {
        ("first", _) => word_of(key, value).map(RuleFlag::first),
        ("pie", _) => word_of::<Switch>(key, value).map(|switch| RuleFlag::pie(switch == Switch::On)),
        (_, Some(kind @ Kind::Number { low, high })) => {
            let number = value.parse().ok().and_then(|number| kind.number(number));
            let number = number.map(|number| RuleFlag::new(key, number));
            number
                .ok_or_else(|| Refusal::new("bad-number", format!("{key} is a number from {low} to {high}")))
        }
        (_, Some(Kind::Choice(words))) => {
            let unknown = || Refusal::new("bad-command", format!("{key} {}", words.unknown(value)));
            words.find(value).map(|word| RuleFlag::new(key, word)).ok_or_else(unknown)
        }
        _ => {
            let words = format!(
                "newgame knows rules, pits, stones, end, first, pie and pieces, not {:?}",
                shown(key)
            );
            Err(Refusal::new("bad-command", words))
        }
    }
}

/// So much of a word that was typed as is told again.
fn shown(word: &str) -> String {
    word.chars().take(40).collect()
}

/// One of a few words.
fn word_of<T: Keyword>(key: &str, value: &str) -> Result<T, Refusal> {
    T::from_keyword(value).map_err(|error| Refusal::new("bad-command", format!("{key} {error}")))
}

/// `position start|POS [moves M..]`.
fn parse_position(rest: &str) -> Result<Command<'_>, Refusal> {
    let stands_alone = |&(at, word): &(usize, &str)| {
        let behind = &rest[at + word.len()..];
        rest[..at].ends_with(char::is_whitespace)
            && (behind.is_empty() || behind.starts_with(char::is_whitespace))
    };
    let (position, moves) = match rest.match_indices("moves").find(stands_alone) {
        Some((at, word)) => (&rest[..at], &rest[at + word.len()..]),
        None => (rest, ""),
    };
    let position = match position.trim() {
        "" => return Err(Refusal::new("bad-command", "position needs start or a position")),
        "start" => None,
        text => Some(text),
    };
    Ok(Command::Position { position, moves: moves.split_whitespace().collect() })
}

fn parse_go(rest: &str) -> Result<Go, Refusal> {
    let usage = || Refusal::new("bad-command", "go takes depth N, nodes N, movetime MS or perfect");
    let (kind, number) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let number = |least: u64, most: u64| {
        let number = number.trim().parse().ok().filter(|n| (least..=most).contains(n));
        number.ok_or_else(|| {
            Refusal::new("bad-number", format!("go {kind} takes a number from {least} to {most}"))
        })
    };
    match kind {
        "" => Ok(Go::Free),
        "depth" => Ok(Go::Depth(number(1, 100)? as u32)),
        "nodes" => Ok(Go::Nodes(number(1, u64::MAX)?)),
        "movetime" => Ok(Go::Time(Duration::from_millis(number(1, 86_400_000)?))),
        "perfect" if rest == "perfect" => Ok(Go::Perfect),
        _ => Err(usage()),
    }
}
