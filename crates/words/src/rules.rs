//! The rules of any rule set in words, made from its options, so that a player's own rule file has a true page too.

use std::fmt::Display;

use gebeta_rules::senet::{Block, Exits, Forfeit, Gate, House, Protect, RollSet, Water, WrongRoll};
use gebeta_rules::{AnyRules, mancala, senet};

use crate::Language;

/// A piece of the explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paragraph {
    /// What it is about.
    pub topic: Topic,
    /// The same in words.
    pub heading: &'static str,
    /// A few sentences.
    pub text: String,
}

/// What a paragraph is about, for those who put a picture beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Topic {
    /// What lies on the table.
    Board,
    /// How to win.
    Aim,
    /// How stones are sown.
    Move,
    /// How a sowing goes on.
    Relay,
    /// A last stone in the own store.
    ExtraTurn,
    /// What is taken, and when.
    Captures,
    /// When the game is over and who has won.
    End,
    /// Who moves first.
    Begin,
    /// What a throw counts.
    Sticks,
    /// How pieces go.
    Moving,
    /// Who throws again.
    ExtraThrow,
    /// Who cannot be swapped or passed.
    Safety,
    /// The squares with a meaning.
    Houses,
    /// How pieces get off the board.
    Leaving,
    /// What happens when nothing can move.
    NoMove,
}

impl Topic {
    fn heading(self, language: Language) -> &'static str {
        match self {
            Self::Board => language.rules_board(),
            Self::Aim => language.rules_aim(),
            Self::Move => language.rules_move(),
            Self::Relay => language.rules_relay(),
            Self::ExtraTurn => language.rules_extra_turn(),
            Self::Captures => language.rules_captures(),
            Self::End => language.rules_end(),
            Self::Begin => language.rules_begin(),
            Self::Sticks => language.rules_sticks(),
            Self::Moving => language.rules_moving(),
            Self::ExtraThrow => language.rules_extra_throw(),
            Self::Safety => language.rules_safety(),
            Self::Houses => language.rules_houses(),
            Self::Leaving => language.rules_leaving(),
            Self::NoMove => language.rules_no_move(),
        }
    }
}

/// The rules in words: what the board is, how a move goes, how the game ends.
pub fn explain(language: Language, rules: &AnyRules) -> Vec<Paragraph> {
    let topics = match rules {
        AnyRules::Mancala(rules) => explain_mancala(language, rules),
        AnyRules::Senet(rules) => explain_senet(language, rules),
    };
    topics
        .into_iter()
        .map(|(topic, sentences)| Paragraph {
            topic,
            heading: topic.heading(language),
            text: sentences.join(" "),
        })
        .collect()
}

/// The name and the line about a shipped rule set; none for a name that is not shipped.
pub fn ruleset(language: Language, name: &str) -> Option<(&'static str, &'static str)> {
    Some(match name {
        "gebeta" => (language.ruleset_gebeta(), language.ruleset_gebeta_about()),
        "capture" => (language.ruleset_capture(), language.ruleset_capture_about()),
        "avalanche" => (language.ruleset_avalanche(), language.ruleset_avalanche_about()),
        "tainted" => (language.ruleset_tainted(), language.ruleset_tainted_about()),
        "empty-capture" => (language.ruleset_empty_capture(), language.ruleset_empty_capture_about()),
        "classic" => (language.ruleset_classic(), language.ruleset_classic_about()),
        "assignment" => (language.ruleset_assignment(), language.ruleset_assignment_about()),
        "kendall" => (language.ruleset_kendall(), language.ruleset_kendall_about()),
        _ => return None,
    })
}

fn explain_mancala(language: Language, rules: &mancala::Rules) -> Vec<(Topic, Vec<String>)> {
    use mancala::{Capture, End, First, Leftovers, Sowing};

    let law = &rules.law;
    let board = vec![
        language.rule_pits(usize::from(rules.pits.get())),
        language.rule_stones(usize::from(rules.stones.get())),
    ];
    let origin = if law.skip_origin { language.rule_skip_origin() } else { language.rule_reach_origin() };
    let mut topics = vec![(Topic::Board, board), (Topic::Aim, said(&[language.rule_mancala_aim()]))];
    match law.sowing {
        Sowing::Single => {
            topics.push((Topic::Move, said(&[language.rule_sow(), origin, language.rule_single()])));
        }
        Sowing::Relay => {
            topics.push((Topic::Move, said(&[language.rule_sow(), origin])));
            topics.push((Topic::Relay, said(&[language.rule_relay()])));
        }
    }
    let extra = if law.extra_turn { language.rule_extra_turn_yes() } else { language.rule_extra_turn_no() };
    topics.push((Topic::ExtraTurn, said(&[extra])));
    let taken = match law.capture {
        Capture::None => None,
        Capture::Opposite => Some(language.rule_capture_opposite()),
        Capture::OppositeAlways => Some(language.rule_capture_opposite_always()),
        Capture::OppositeOnly => Some(language.rule_capture_opposite_only()),
    };
    let captures = match taken {
        None => said(&[language.rule_capture_none()]),
        Some(taken) => said(&[language.rule_capture_when(), taken, language.rule_capture_no_extra()]),
    };
    topics.push((Topic::Captures, captures));
    let end = match law.end {
        End::SideEmpty => language.rule_end_side_empty(),
        End::Majority => language.rule_end_majority(),
    };
    let left = match law.leftovers {
        Leftovers::OwnSide => language.rule_leftovers_own_side(),
        Leftovers::Uncounted => language.rule_leftovers_uncounted(),
    };
    topics.push((Topic::End, said(&[end, left, language.rule_more_stones_win()])));
    let mut begin = said(&[match rules.first {
        First::Player1 => language.rule_first_player1(),
        First::Player2 => language.rule_first_player2(),
        First::Coin => language.rule_first_coin(),
    }]);
    if rules.pie {
        begin.push(language.rule_pie().to_owned());
    }
    topics.push((Topic::Begin, begin));
    topics
}

fn explain_senet(language: Language, rules: &senet::Rules) -> Vec<(Topic, Vec<String>)> {
    let none = rules.no_dark.roll();
    let sticks = vec![language.rule_sticks(none), language.rule_sticks_odds(none)];
    let board =
        vec![language.rule_senet_path().to_owned(), language.rule_pieces(usize::from(rules.pieces.get()))];
    let gate = match rules.gate {
        Gate::Exact => language.rule_gate_exact(),
        Gate::Free => language.rule_gate_free(),
    };
    let water = match rules.water {
        Water::Rebirth => language.rule_water_rebirth(),
        Water::Start => language.rule_water_start(),
    };
    let nothing = if rules.backward { language.rule_backward() } else { language.rule_pass() };
    vec![
        (Topic::Board, board),
        (Topic::Aim, said(&[language.rule_senet_aim()])),
        (Topic::Sticks, sticks),
        (Topic::Moving, said(&[language.rule_forward()])),
        (Topic::ExtraThrow, extra_throws(language, rules)),
        (Topic::Safety, safety(language, rules)),
        (Topic::Houses, said(&[language.rule_rebirth(), gate, water])),
        (Topic::Leaving, leaving(language, &rules.exits, rules.wrong_roll)),
        (Topic::NoMove, said(&[nothing])),
    ]
}

fn extra_throws(language: Language, rules: &senet::Rules) -> Vec<String> {
    if rules.extra_throw.is_empty() {
        return said(&[language.rule_one_throw()]);
    }
    let forfeit = match rules.forfeit {
        Forfeit::EndsTurn => language.rule_forfeit_ends(),
        Forfeit::ThrowsAgain => language.rule_forfeit_again(),
    };
    vec![language.rule_extra_throw_after(either(language, rules.extra_throw.iter())), forfeit.to_owned()]
}

fn safety(language: Language, rules: &senet::Rules) -> Vec<String> {
    let pairs = match rules.protect {
        Protect::None => language.rule_protect_none(),
        Protect::Pair => language.rule_protect_pair(),
    };
    let walls = match rules.block {
        Block::Never => language.rule_block_never(),
        Block::Two => language.rule_block_two(),
        Block::Three => language.rule_block_three(),
    };
    let mut sentences = said(&[pairs, walls]);
    if !rules.safe.is_empty() {
        let squares = language.rule_safe_squares(both(language, rules.safe));
        sentences.insert(1, squares);
    }
    sentences
}

fn leaving(language: Language, exits: &Exits, wrong_roll: WrongRoll) -> Vec<String> {
    let mut sentences = said(&[language.rule_exit_26()]);
    for (square, rolls) in exits.by_square() {
        let house = square.house().map_or("", |square| house(language, square));
        sentences.push(if rolls == RollSet::ANY {
            language.rule_exit_any(square, house)
        } else if rolls.is_empty() {
            language.rule_exit_never(square, house)
        } else {
            language.rule_exit_with(square, house, either(language, rolls.iter()))
        });
    }
    sentences.push(
        match wrong_roll {
            WrongRoll::Stay => language.rule_wrong_stay(),
            WrongRoll::MayReturn => language.rule_wrong_may_return(),
            WrongRoll::MustReturn => language.rule_wrong_must_return(),
        }
        .to_owned(),
    );
    sentences
}

/// The name of a house.
pub fn house(language: Language, house: House) -> &'static str {
    match house {
        House::Rebirth => language.house_rebirth(),
        House::Happiness => language.house_happiness(),
        House::Water => language.house_water(),
        House::ThreeTruths => language.house_three_truths(),
        House::ReAtoum => language.house_re_atoum(),
        House::Horus => language.house_horus(),
    }
}

/// `1, 4 or 5`.
fn either(language: Language, items: impl Iterator<Item = impl Display>) -> String {
    listed(language, items, |a, b| language.rule_or(a, b))
}

/// `15, 25 and 26`.
fn both(language: Language, items: impl Iterator<Item = impl Display>) -> String {
    listed(language, items, |a, b| language.list_two(a, b))
}

/// The items with commas, the last two joined by `last`.
fn listed(
    language: Language,
    items: impl Iterator<Item = impl Display>,
    last: impl Fn(String, String) -> String,
) -> String {
    let mut items: Vec<_> = items.map(|item| item.to_string()).collect();
    let end = items.pop().unwrap_or_default();
    match items.into_iter().reduce(|a, b| language.list_more(a, b)) {
        Some(before) => last(before, end),
        None => end,
    }
}

fn said(sentences: &[&str]) -> Vec<String> {
    sentences.iter().map(|&sentence| sentence.to_owned()).collect()
}

#[cfg(test)]
mod tests;
