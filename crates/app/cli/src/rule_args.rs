//! The flags that choose and change rules, the same for every command.

use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser, ValueParser};

use gebeta_rules::mancala::{DIFFICULTY, First};
use gebeta_rules::options::{Kind, RuleOption, Value};
use gebeta_rules::{AnyPosition, AnyRules, GameKind, Keyword, RuleSet};

use crate::CliError;
use crate::number::whole;
use crate::play::FirstMover;
use crate::rules::RuleCatalog;

/// An option of the rules and the value that a flag gives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleFlag {
    option: &'static RuleOption,
    value: Value,
}

impl RuleFlag {
    /// The keys of options that can be set without a rule file.
    pub(crate) const KEYS: [&str; 6] = ["pits", "stones", "end", "first", "pie", "pieces"];

    /// The option with this key, which is one of some game.
    pub(crate) fn option(key: &str) -> Option<&'static RuleOption> {
        let mut games = GameKind::KEYWORDS.iter();
        games.find_map(|(_, game)| game.option(key)).or((key == DIFFICULTY.key).then_some(&DIFFICULTY))
    }

    pub(crate) fn new(key: &str, value: Value) -> Self {
        Self { option: Self::option(key).expect("a flag names an option"), value }
    }

    pub(crate) fn first(first: FirstMover) -> Self {
        let place = First::KEYWORDS.iter().position(|&(_, rule)| rule == first.rule());
        Self::new("first", Value::Choice(place.expect("every choice has a word")))
    }

    pub(crate) fn pie(pie: bool) -> Self {
        Self::new("pie", Value::Flag(pie))
    }

    /// Reads the value of an option that is a number or a word.
    pub(crate) fn parser(key: &'static str) -> ValueParser {
        let flag = move |value| Self::new(key, value);
        match Self::option(key).map(|option| option.kind) {
            Some(Kind::Number { low, high }) => {
                ValueParser::new(whole(low, high).map(move |number| flag(Value::Number(number))))
            }
            Some(Kind::Choice(words)) => {
                let known = move |word: String| words.find(&word).expect("clap let only known words pass");
                ValueParser::new(PossibleValuesParser::new(words.iter()).map(move |word| flag(known(word))))
            }
            _ => unreachable!("no flag takes a value of {key}"),
        }
    }
}

/// Reads one of a few words.
pub(crate) fn word<T: Keyword + Send + Sync>() -> impl TypedValueParser<Value = T> {
    PossibleValuesParser::new(T::KEYWORDS.iter().map(|(word, _)| *word))
        .map(|word| T::from_keyword(&word).expect("clap let only known words pass"))
}

/// The rules of a mancala game.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct MancalaRuleArgs {
    /// Rule set: a name of `gebeta rules list`, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Pits per side
    #[arg(long, value_name = "N", value_parser = RuleFlag::parser("pits"))]
    pub pits: Option<RuleFlag>,
    /// Stones per pit
    #[arg(long, value_name = "N", value_parser = RuleFlag::parser("stones"))]
    pub stones: Option<RuleFlag>,
    /// When the game ends: side-empty, or majority (also once a store holds more than half of the stones)
    #[arg(long, value_parser = RuleFlag::parser("end"))]
    pub end: Option<RuleFlag>,
}

/// The rules of a game of Senet.
#[derive(Args, Clone, Debug, Default, PartialEq, Eq)]
pub struct SenetRuleArgs {
    /// Rule set: a name of `gebeta rules list`, or a file
    #[arg(long, value_name = "NAME|FILE")]
    pub rules: Option<String>,
    /// Pieces per side
    #[arg(long, value_name = "N", value_parser = RuleFlag::parser("pieces"))]
    pub pieces: Option<RuleFlag>,
}

/// The rules of either game, for commands that take both.
#[derive(Args, Clone, Debug, Default)]
pub struct AnyRuleArgs {
    /// Rules of the board and its stones
    #[command(flatten)]
    pub mancala: MancalaRuleArgs,
    /// Who moves first (mancala); with `coin` Player 1, as no coin is tossed here
    #[arg(long, value_parser = word::<FirstMover>(), conflicts_with = "position")]
    pub first: Option<FirstMover>,
    /// Let the second player swap sides after the first turn (mancala)
    #[arg(long)]
    pub pie: bool,
    /// Pieces per side (senet)
    #[arg(long, value_name = "N", value_parser = RuleFlag::parser("pieces"))]
    pub pieces: Option<RuleFlag>,
}

/// What the flags change in a rule set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Overrides {
    /// The rule set they name.
    pub(crate) rules: Option<String>,
    /// What they change in it.
    pub(crate) flags: Vec<RuleFlag>,
}

impl From<&MancalaRuleArgs> for Overrides {
    fn from(args: &MancalaRuleArgs) -> Self {
        let flags = [args.pits, args.stones, args.end];
        Self { rules: args.rules.clone(), flags: flags.into_iter().flatten().collect() }
    }
}

impl From<&SenetRuleArgs> for Overrides {
    fn from(args: &SenetRuleArgs) -> Self {
        Self { rules: args.rules.clone(), flags: args.pieces.into_iter().collect() }
    }
}

impl From<&AnyRuleArgs> for Overrides {
    fn from(args: &AnyRuleArgs) -> Self {
        let rest = [args.first.map(RuleFlag::first), args.pie.then(|| RuleFlag::pie(true)), args.pieces];
        Self::from(&args.mancala).with(rest)
    }
}

impl Overrides {
    /// These and more, as far as they are given.
    pub(crate) fn with(mut self, flags: impl IntoIterator<Item = Option<RuleFlag>>) -> Self {
        self.flags.extend(flags.into_iter().flatten());
        self
    }

    /// Whether they say how large the board is, by naming the rules or one by one.
    pub(crate) fn says_size(&self) -> bool {
        let is_size = |flag: &RuleFlag| ["pits", "pieces"].contains(&flag.option.key);
        self.rules.is_some() || self.flags.iter().any(is_size)
    }

    /// The rule set these flags ask for.
    pub(crate) fn rule_set(&self, game: GameKind, book: &RuleCatalog) -> Result<RuleSet, CliError> {
        self.changed(self.base(game, book)?)
    }

    /// The rule set they name, as it is written.
    pub(crate) fn base(&self, game: GameKind, book: &RuleCatalog) -> Result<RuleSet, CliError> {
        match &self.rules {
            Some(wanted) => book.find(game, wanted),
            None => Ok(default_rule_set(game)),
        }
    }

    /// A rule set with what they change in it.
    pub(crate) fn changed(&self, mut set: RuleSet) -> Result<RuleSet, CliError> {
        for RuleFlag { option, value } in &self.flags {
            if option.game != set.rules.game() {
                // A rule of the other game is a mistake, not a wish.
                let words = format!("{} is no rule of {}", option.key, set.rules.game());
                return Err(CliError::usage("other-game", words));
            }
            option.set(&mut set.rules, *value);
        }
        Ok(set)
    }

    /// A position of `set`: the start, or the one in `text`. Where the flags say neither the rules nor the size,
    /// the position does.
    pub(crate) fn position(&self, set: &mut RuleSet, text: Option<&str>) -> Result<AnyPosition, CliError> {
        let Some(text) = text else { return Ok(set.rules.start()) };
        if !self.says_size() {
            set.rules = set.rules.fit(text);
        }
        set.rules.position(text).map_err(|error| CliError::bad_value(&error))
    }
}

fn default_rule_set(game: GameKind) -> RuleSet {
    let preset = gebeta_rules::PRESETS.iter().find(|preset| preset.rules == AnyRules::default_of(game));
    preset.expect("each game has a default preset").rule_set()
}
