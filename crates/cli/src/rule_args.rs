//! The flags that choose and change rules, the same for every command.

use clap::Args;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;

use gebeta_rules::mancala::{Difficulty, End, Size};
use gebeta_rules::senet::Pieces;
use gebeta_rules::{AnyPosition, AnyRules, GameKind, RuleSet, Word};

use crate::Failure;
use crate::play::FirstMover;
use crate::rulebook::Rulebook;

/// Reads one of a few words.
pub(crate) fn word<T: Word + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::WORDS.iter().map(|(word, _)| *word))
        .map(|word| T::from_word(&word).expect("clap let only known words pass"))
}

/// The rules of a mancala game.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct MancalaRuleArgs {
    /// Rule set: a name of `gebeta rules list`, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Pits per side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=12))]
    pub pits: Option<u8>,
    /// Stones per pit
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=12))]
    pub stones: Option<u8>,
    /// When the game is over: a side is empty, or also when a store holds most stones
    #[arg(long, value_parser = word::<End>())]
    pub end: Option<End>,
}

/// The rules of a game of Senet.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct SenetRuleArgs {
    /// Rule set: a name of `gebeta rules list`, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Pieces per side
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub pieces: Option<u8>,
}

/// The rules of either game, for commands that take both.
#[derive(Args, Clone, Debug, Default)]
pub struct AnyRuleArgs {
    /// Rules of the board and its stones
    #[command(flatten)]
    pub mancala: MancalaRuleArgs,
    /// Who begins (mancala); nobody tosses a coin here, so with `coin` Player 1 does
    #[arg(long, value_parser = word::<FirstMover>(), conflicts_with = "position")]
    pub first: Option<FirstMover>,
    /// Let the second player swap sides after the first turn (mancala)
    #[arg(long)]
    pub pie: bool,
    /// Pieces per side (senet)
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=10))]
    pub pieces: Option<u8>,
}

/// What the flags change in a rule set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Overrides {
    pub(crate) rules: Option<String>,
    pub(crate) pits: Option<u8>,
    pub(crate) stones: Option<u8>,
    pub(crate) end: Option<End>,
    pub(crate) first: Option<FirstMover>,
    pub(crate) pie: Option<bool>,
    pub(crate) pieces: Option<u8>,
}

impl From<&MancalaRuleArgs> for Overrides {
    fn from(args: &MancalaRuleArgs) -> Self {
        let MancalaRuleArgs { rules, pits, stones, end } = args.clone();
        Self { rules, pits, stones, end, ..Self::default() }
    }
}

impl From<&SenetRuleArgs> for Overrides {
    fn from(args: &SenetRuleArgs) -> Self {
        let SenetRuleArgs { rules, pieces } = args.clone();
        Self { rules, pieces, ..Self::default() }
    }
}

impl From<&AnyRuleArgs> for Overrides {
    fn from(args: &AnyRuleArgs) -> Self {
        let pie = args.pie.then_some(true);
        Self { first: args.first, pie, pieces: args.pieces, ..Self::from(&args.mancala) }
    }
}

impl Overrides {
    /// The difficulty's stones, where no number of stones is given.
    pub(crate) fn with_difficulty(mut self, difficulty: Option<Difficulty>) -> Self {
        self.stones = self.stones.or(difficulty.map(|difficulty| difficulty.stones().get()));
        self
    }

    /// The rule set these flags ask for.
    pub(crate) fn rule_set(&self, game: GameKind, book: &Rulebook) -> Result<RuleSet, Failure> {
        self.changed(self.base(game, book)?)
    }

    /// The rule set they name, as it is written.
    pub(crate) fn base(&self, game: GameKind, book: &Rulebook) -> Result<RuleSet, Failure> {
        match &self.rules {
            Some(wanted) => book.find(game, wanted),
            None => Ok(default_rule_set(game)),
        }
    }

    /// A rule set with what they change in it.
    pub(crate) fn changed(&self, mut set: RuleSet) -> Result<RuleSet, Failure> {
        let game = set.rules.game();
        match &mut set.rules {
            AnyRules::Mancala(rules) => {
                refuse("pieces", self.pieces.is_some(), game)?;
                rules.pits = self.pits.and_then(Size::new).unwrap_or(rules.pits);
                rules.stones = self.stones.and_then(Size::new).unwrap_or(rules.stones);
                rules.law.end = self.end.unwrap_or(rules.law.end);
                rules.first = self.first.map_or(rules.first, FirstMover::rule);
                rules.pie = self.pie.unwrap_or(rules.pie);
            }
            AnyRules::Senet(rules) => {
                refuse("pits", self.pits.is_some(), game)?;
                refuse("stones", self.stones.is_some(), game)?;
                refuse("end", self.end.is_some(), game)?;
                refuse("first", self.first.is_some(), game)?;
                refuse("pie", self.pie.is_some(), game)?;
                rules.pieces = self.pieces.and_then(Pieces::new).unwrap_or(rules.pieces);
            }
        }
        Ok(set)
    }

    /// A position of `set`: the start, or the one in `text`. Where the flags say neither the rules nor the size,
    /// the position does.
    pub(crate) fn position(&self, set: &mut RuleSet, text: Option<&str>) -> Result<AnyPosition, Failure> {
        let Some(text) = text else { return Ok(set.rules.start()) };
        if self.rules.is_none() && self.pits.is_none() && self.pieces.is_none() {
            set.rules = set.rules.fit(text);
        }
        set.rules.position(text).map_err(|error| Failure::bad_value(&error))
    }
}

/// A rule of the other game is a mistake, not a wish.
fn refuse(rule: &str, given: bool, game: GameKind) -> Result<(), Failure> {
    if given { Err(Failure::usage("other-game", format!("{rule} is no rule of {game}"))) } else { Ok(()) }
}

fn default_rule_set(game: GameKind) -> RuleSet {
    let preset = gebeta_rules::PRESETS.iter().find(|preset| preset.rules == AnyRules::default_of(game));
    preset.expect("each game has a default preset").rule_set()
}
