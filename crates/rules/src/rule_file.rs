//! Rule files (rules 3): a TOML table over a preset, read with all its faults at once.

mod reader;
mod writer;

use std::fmt;

use crate::{AnyRules, Coded, Faults, GameKind, Preset, RuleSet, mancala, senet};
use reader::Reader;

impl RuleSet {
    /// No honest rule file is larger; more is refused unread.
    pub const MAX_FILE_BYTES: usize = 64 * 1024;

    /// Reads a rule file; `stem` is its name where it states none.
    ///
    /// # Errors
    /// Every fault of the file, in the order of its lines.
    pub fn parse(text: &str, stem: &str) -> Result<Self, Faults<RuleFault>> {
        if text.len() > Self::MAX_FILE_BYTES {
            return Err(Faults(vec![RuleFault::whole_file(RuleProblem::TooLarge)]));
        }
        let mut reader = Reader::new(text);
        let base = reader.preset("base");
        let game = reader.required_choice("game").unwrap_or_else(|| match base {
            Some(preset) => preset.rules.game(),
            None => reader.likely_game(),
        });
        let name = reader.line_of_text("name", LONGEST_NAME).unwrap_or_else(|| presentable(stem));
        let about = reader.line_of_text("about", 200).unwrap_or_default();
        let base = match base {
            Some(preset) if preset.rules.game() == game => preset.rules,
            Some(preset) => {
                reader.fault("base", RuleProblem::BaseOfOtherGame { base: preset.name, game });
                AnyRules::default_of(game)
            }
            None => AnyRules::default_of(game),
        };
        let rules = match base {
            AnyRules::Mancala(base) => AnyRules::Mancala(read_mancala(&mut reader, &base)),
            AnyRules::Senet(base) => AnyRules::Senet(read_senet(&mut reader, &base)),
        };
        reader.refuse_unknown_keys(game);
        let faults = reader.into_faults();
        if faults.is_empty() { Ok(Self { name, about, rules }) } else { Err(Faults(faults)) }
    }
}

/// The most characters of a name.
const LONGEST_NAME: usize = 60;

/// A file's stem as a name: people call files anything.
fn presentable(stem: &str) -> String {
    let shown: String = stem.chars().filter(|&c| !is_hidden(c)).take(LONGEST_NAME).collect();
    if shown.trim().is_empty() { "unnamed".to_owned() } else { shown.trim().to_owned() }
}

fn read_mancala(reader: &mut Reader<'_>, base: &mancala::Rules) -> mancala::Rules {
    let law = base.law;
    let rules = mancala::Rules {
        pits: reader.number("pits", 1..=12).and_then(mancala::Size::new).unwrap_or(base.pits),
        stones: reader.number("stones", 1..=12).and_then(mancala::Size::new).unwrap_or(base.stones),
        law: mancala::Law {
            sowing: reader.choice("sowing").unwrap_or(law.sowing),
            skip_origin: reader.boolean("skip_origin").unwrap_or(law.skip_origin),
            capture: reader.choice("capture").unwrap_or(law.capture),
            extra_turn: reader.boolean("extra_turn").unwrap_or(law.extra_turn),
            end: reader.choice("end").unwrap_or(law.end),
            leftovers: reader.choice("leftovers").unwrap_or(law.leftovers),
        },
        first: reader.choice("first").unwrap_or(base.first),
        pie: reader.boolean("pie").unwrap_or(base.pie),
    };
    for conflict in rules.conflicts() {
        reader.conflict(conflict.keys(), RuleProblem::Mancala(conflict));
    }
    rules
}

fn read_senet(reader: &mut Reader<'_>, base: &senet::Rules) -> senet::Rules {
    let [three_truths, re_atoum, horus] = reader.exits("exits");
    let rules = senet::Rules {
        pieces: reader.number("pieces", 1..=10).and_then(senet::Pieces::new).unwrap_or(base.pieces),
        no_dark: reader
            .one_of("no_dark", &[(5, senet::NoDark::Five), (6, senet::NoDark::Six)])
            .unwrap_or(base.no_dark),
        extra_throw: reader.rolls("extra_throw").unwrap_or(base.extra_throw),
        forfeit: reader.choice("forfeit").unwrap_or(base.forfeit),
        protect: reader.choice("protect").unwrap_or(base.protect),
        block: reader
            .one_of("block", &[(0, senet::Block::Never), (2, senet::Block::Two), (3, senet::Block::Three)])
            .unwrap_or(base.block),
        safe: reader.squares("safe").unwrap_or(base.safe),
        gate: reader.choice("gate").unwrap_or(base.gate),
        water: reader.choice("water").unwrap_or(base.water),
        exits: senet::Exits {
            three_truths: three_truths.unwrap_or(base.exits.three_truths),
            re_atoum: re_atoum.unwrap_or(base.exits.re_atoum),
            horus: horus.unwrap_or(base.exits.horus),
        },
        wrong_roll: reader.choice("wrong_roll").unwrap_or(base.wrong_roll),
        backward: reader.boolean("backward").unwrap_or(base.backward),
    };
    for conflict in rules.conflicts() {
        reader.conflict(conflict.keys(), RuleProblem::Senet(conflict));
    }
    rules
}

/// The keys every rule file may have.
const COMMON_KEYS: [&str; 4] = ["game", "name", "about", "base"];
const MANCALA_KEYS: [&str; 10] =
    ["pits", "stones", "sowing", "skip_origin", "capture", "extra_turn", "end", "leftovers", "first", "pie"];
const SENET_KEYS: [&str; 12] = [
    "pieces",
    "no_dark",
    "extra_throw",
    "forfeit",
    "protect",
    "block",
    "safe",
    "gate",
    "water",
    "exits",
    "wrong_roll",
    "backward",
];

const fn keys_of(game: GameKind) -> &'static [&'static str] {
    match game {
        GameKind::Mancala => &MANCALA_KEYS,
        GameKind::Senet => &SENET_KEYS,
    }
}

/// One thing wrong with a rule file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleFault {
    /// The line, from 1; none if it is about the file as a whole.
    pub line: Option<usize>,
    /// The key it is about.
    pub key: Option<String>,
    /// What is wrong.
    pub problem: RuleProblem,
}

impl RuleFault {
    const fn whole_file(problem: RuleProblem) -> Self {
        Self { line: None, key: None, problem }
    }
}

impl fmt::Display for RuleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        if let Some(key) = &self.key {
            write!(f, "{key}: ")?;
        }
        self.problem.fmt(f)
    }
}

impl Coded for RuleFault {
    fn code(&self) -> &'static str {
        "bad-rules"
    }
}

/// What can be wrong in a rule file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleProblem {
    /// Nobody writes that much by hand.
    #[error("a rule file has at most 64 KiB")]
    TooLarge,
    /// Not TOML; the words are the parser's.
    #[error("{0}")]
    Syntax(String),
    /// A key that must be there is not.
    #[error("is missing; it says whose rules these are: \"mancala\" or \"senet\"")]
    Missing,
    /// A key of no game, or of the other one.
    #[error("is no rule of {game}{}", nearest.map(|key| format!(" (did you mean {key}?)")).unwrap_or_default())]
    UnknownKey {
        /// The game of the file.
        game: GameKind,
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// The value has another type.
    #[error("must be {0}")]
    Type(&'static str),
    /// The number is too small or too large.
    #[error("must be a number from {low} to {high}")]
    Range {
        /// The least.
        low: u8,
        /// The most.
        high: u8,
    },
    /// The number is none of the few allowed.
    #[error("must be {}", .0.iter().map(u8::to_string).collect::<Vec<_>>().join(" or "))]
    Numbers(Vec<u8>),
    /// The word is none of the few allowed.
    #[error(transparent)]
    Word(#[from] crate::UnknownWord),
    /// No preset has this name.
    #[error("is no shipped rule set; there are {}{}",
        crate::PRESETS.map(|preset| preset.name).join(", "),
        nearest.map(|name| format!(" (did you mean {name}?)")).unwrap_or_default())]
    UnknownBase {
        /// What was probably meant.
        nearest: Option<&'static str>,
    },
    /// The preset belongs to the other game.
    #[error("{base} is not a rule set of {game}")]
    BaseOfOtherGame {
        /// The preset.
        base: &'static str,
        /// The game of the file.
        game: GameKind,
    },
    /// The text cannot be shown on one line.
    #[error("must be one line of 1 to {0} characters")]
    OneLine(usize),
    /// Two rules that do not go together.
    #[error(transparent)]
    Mancala(mancala::Conflict),
    /// Two rules that do not go together.
    #[error(transparent)]
    Senet(senet::Conflict),
}

impl Preset {
    /// The names of all presets.
    pub fn names() -> impl Iterator<Item = &'static str> {
        crate::PRESETS.iter().map(|preset| preset.name)
    }
}

/// Whether a letter is not seen, or turns others round: whoever reads the text would take it for another.
pub fn is_hidden(letter: char) -> bool {
    letter.is_control()
        || matches!(
            letter,
            '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
                | '\u{ffa0}' | '\u{fff0}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}

#[cfg(test)]
mod tests;
