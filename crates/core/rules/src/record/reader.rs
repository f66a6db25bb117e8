use std::collections::HashSet;
use std::str::FromStr;

use super::{Coin, CoinSide, Record, RecordError, RecordErrorKind, Seat, writer};
use crate::{AnyRules, ByPlayer, GameKind, Keyword, Outcome, Player, RuleSet};

impl FromStr for Record {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Self, RecordError> {
        let mut lines = Lines::new(text);
        if text.len() > Self::MAX_FILE_BYTES {
            return Err(lines.problem(RecordErrorKind::TooLarge));
        }
        let header = Header::read(&mut lines)?;
        let mut record = header.begin(&lines)?;
        let counted_and_reached = read_turns(&mut record, &mut lines)?;
        check_end(&record, counted_and_reached, &lines)?;
        let written = header.tag("Result");
        let reached = writer::result(&record);
        match written {
            Some((_, result)) if *result == reached => {}
            Some((_, result)) if outcome(result).is_some_and(|outcome| record.decide(outcome)) => {}
            Some((line, _)) => {
                return Err(RecordError { line: *line, problem: RecordErrorKind::Result { reached } });
            }
            None => return Err(lines.problem(RecordErrorKind::MissingTag("Result"))),
        }
        if lines.next().is_some() {
            return Err(lines.problem(RecordErrorKind::Trailing));
        }
        Ok(record)
    }
}

/// The lines that say something, with their numbers.
struct Lines<'a> {
    rest: std::iter::Enumerate<std::str::Lines<'a>>,
    /// The number of the last line handed out, from 1.
    number: usize,
}

impl<'a> Lines<'a> {
    fn new(text: &'a str) -> Self {
        Self { rest: text.lines().enumerate(), number: 1 }
    }

    fn problem(&self, problem: RecordErrorKind) -> RecordError {
        RecordError { line: self.number, problem }
    }

    fn peek(&self) -> Option<&'a str> {
        self.rest.clone().map(|(_, line)| line.trim()).find(|line| !line.is_empty())
    }
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        loop {
            let (index, line) = self.rest.next()?;
            self.number = index + 1;
            if !line.trim().is_empty() {
                return Some(line.trim());
            }
        }
    }
}

/// The tags of a record: name, line and text.
struct Header {
    tags: Vec<(String, (usize, String))>,
}

impl Header {
    fn read(lines: &mut Lines<'_>) -> Result<Self, RecordError> {
        let mut tags: Vec<(String, (usize, String))> = Vec::new();
        // A set, because a hostile file has hundreds of thousands of tags.
        let mut seen = HashSet::new();
        while lines.peek().is_some_and(|line| line.starts_with('[')) {
            let line = lines.next().unwrap_or_default();
            let (name, text) = parse_tag(line).ok_or_else(|| lines.problem(RecordErrorKind::Tag))?;
            if tags.is_empty() {
                check_version(&name, &text).map_err(|problem| lines.problem(problem))?;
            }
            if name != "Rule" && !seen.insert(name.clone()) {
                return Err(lines.problem(RecordErrorKind::SecondTag(name)));
            }
            tags.push((name, (lines.number, text)));
        }
        if tags.is_empty() {
            return Err(lines.problem(RecordErrorKind::NotARecord));
        }
        Ok(Self { tags })
    }

    fn tag(&self, name: &str) -> Option<&(usize, String)> {
        self.tags.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    fn required(&self, name: &'static str, lines: &Lines<'_>) -> Result<&(usize, String), RecordError> {
        self.tag(name).ok_or_else(|| lines.problem(RecordErrorKind::MissingTag(name)))
    }

    /// The game before its first move.
    fn begin(&self, lines: &Lines<'_>) -> Result<Record, RecordError> {
        let at = |line: usize, problem| RecordError { line, problem };
        let (game_line, game) = self.required("Game", lines)?;
        let game = GameKind::from_keyword(game).map_err(|_| {
            at(*game_line, RecordErrorKind::Value { tag: "Game", expected: "mancala or senet" })
        })?;
        let (_, rule_set) = self.required("Rules", lines)?;
        let rules = self.rules(game)?;
        let (start_line, start) = self.required("Start", lines)?;
        let start = rules.position(start).map_err(|error| at(*start_line, RecordErrorKind::Start(error)))?;
        let players = ByPlayer {
            one: self.seat("Player1", "Seat1", lines)?,
            two: self.seat("Player2", "Seat2", lines)?,
        };
        let mut record = Record::new(rule_set, rules, start, players);
        if let Some((line, toss)) = self.tag("Coin") {
            let coin = parse_coin(toss).ok_or_else(|| {
                at(*line, RecordErrorKind::Value { tag: "Coin", expected: "two words, each heads or tails" })
            })?;
            if start.to_move().is_some_and(|first| first != coin.first()) {
                return Err(at(*line, RecordErrorKind::CoinDisagrees(coin.first())));
            }
            record.coin = Some(coin);
        }
        if let Some((line, seed)) = self.tag("Seed") {
            record.seed = Some(seed.parse().map_err(|_| {
                at(*line, RecordErrorKind::Value { tag: "Seed", expected: "a whole number" })
            })?);
        }
        record.notes = self.notes();
        Ok(record)
    }

    fn rules(&self, game: GameKind) -> Result<AnyRules, RecordError> {
        let lines: Vec<_> =
            self.tags.iter().filter(|(name, _)| name == "Rule").map(|(_, value)| value).collect();
        let file = lines.iter().fold(format!("game = '{game}'\n"), |file, (_, rule)| file + rule + "\n");
        RuleSet::parse(&file, "record").map(|set| set.rules).map_err(|faults| {
            // The first line of the file is ours, the others are the tags in order.
            let place = faults.0.first().and_then(|fault| fault.line).unwrap_or(1).saturating_sub(2);
            let line = lines.get(place).map_or(1, |(line, _)| *line);
            RecordError { line, problem: RecordErrorKind::Rules(faults) }
        })
    }

    fn seat(&self, name: &'static str, kind: &'static str, lines: &Lines<'_>) -> Result<Seat, RecordError> {
        Ok(Seat {
            name: self.required(name, lines)?.1.clone(),
            kind: self.tag(kind).map_or_else(|| "human".to_owned(), |(_, kind)| kind.clone()),
        })
    }

    fn notes(&self) -> Vec<(String, String)> {
        let foreign = self.tags.iter().filter(|(name, _)| !is_record_tag(name));
        foreign.map(|(name, (_, text))| (name.clone(), text.clone())).collect()
    }
}

/// Whether this tag name is reserved by the format.
pub(crate) fn is_record_tag(name: &str) -> bool {
    const OURS: [&str; 12] = [
        "Gebeta", "Game", "Rules", "Rule", "Player1", "Seat1", "Player2", "Seat2", "Coin", "Seed", "Start",
        "Result",
    ];
    OURS.contains(&name)
}

fn check_version(name: &str, text: &str) -> Result<(), RecordErrorKind> {
    if name != "Gebeta" {
        return Err(RecordErrorKind::NotARecord);
    }
    match text.parse() {
        Ok(Record::VERSION) => Ok(()),
        Ok(version) if version > Record::VERSION => Err(RecordErrorKind::Newer(version)),
        _ => Err(RecordErrorKind::NotARecord),
    }
}

/// `[Name "text"]` with `\"` and `\\` inside the text.
pub(crate) fn parse_tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(' ')?;
    let quoted = rest.trim_start().strip_prefix('"')?.strip_suffix("\"]")?;
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let mut text = String::new();
    let mut chars = quoted.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => return None,
            '\\' => text.push(chars.next().filter(|c| matches!(c, '"' | '\\'))?),
            c if c.is_control() => return None,
            c => text.push(c),
        }
    }
    is_name.then(|| (name.to_owned(), text))
}

fn outcome(text: &str) -> Option<Outcome> {
    match text {
        "p1" => Some(Outcome::Win(Player::One)),
        "p2" => Some(Outcome::Win(Player::Two)),
        "draw" => Some(Outcome::Draw),
        _ => None,
    }
}

fn parse_coin(text: &str) -> Option<Coin> {
    let (called, fell) = text.split_once(' ')?;
    Some(Coin { called: CoinSide::from_keyword(called).ok()?, fell: CoinSide::from_keyword(fell).ok()? })
}

/// Plays the turns and hands back the words of the end line.
fn read_turns<'a>(record: &mut Record, lines: &mut Lines<'a>) -> Result<(&'a str, &'a str), RecordError> {
    while let Some(line) = lines.next() {
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        let mover = match head {
            "p1" => Player::One,
            "p2" => Player::Two,
            "end" => {
                return rest.split_once(' ').ok_or_else(|| lines.problem(RecordErrorKind::EndLine));
            }
            _ => return Err(lines.problem(RecordErrorKind::Turn)),
        };
        for text in rest.split_ascii_whitespace() {
            play_ply(record, mover, text).map_err(|problem| lines.problem(problem))?;
        }
    }
    Err(lines.problem(RecordErrorKind::CutOff(record.plies().len())))
}

fn play_ply(record: &mut Record, mover: Player, text: &str) -> Result<(), RecordErrorKind> {
    let ply = record.plies().len() + 1;
    if let Some(to_move) = record.position().to_move().filter(|&to_move| to_move != mover) {
        return Err(RecordErrorKind::OtherPlayer { ply, to_move });
    }
    record.rules.ply(text).and_then(|parsed| record.play(parsed)).map_err(|error| RecordErrorKind::Ply {
        ply,
        text: text.chars().take(40).collect(),
        error,
    })?;
    Ok(())
}

fn check_end(record: &Record, end: (&str, &str), lines: &Lines<'_>) -> Result<(), RecordError> {
    let (counted, position) = end;
    let counted: usize = counted.parse().map_err(|_| lines.problem(RecordErrorKind::EndLine))?;
    let found = record.plies().len();
    if counted != found {
        return Err(lines.problem(RecordErrorKind::Count { found, counted }));
    }
    let reached = record.position().to_string();
    if position.trim() != reached {
        return Err(lines.problem(RecordErrorKind::LastPosition { reached }));
    }
    Ok(())
}
