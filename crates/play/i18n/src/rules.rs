//! The rules of any rule set in words, made from its options, so that a player's own rule file has a true page too.

use std::fmt::Display;

use gebeta_rules::mancala::{Capture, Sowing};
use gebeta_rules::senet::{House, RollSet, Square};
use gebeta_rules::{AnyRules, Preset, mancala, senet};
#[cfg(feature = "family")]
use gebeta_rules::{Area, Length};

use crate::Language;

#[cfg(feature = "family")]
mod sowing;

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
    /// Which way round stones are sown.
    Direction,
    /// Pits that a player owns.
    Marks,
    /// What must be left to the opponent.
    Feeding,
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
            #[cfg(feature = "family")]
            Self::Direction => language.rules_direction(),
            #[cfg(feature = "family")]
            Self::Marks => language.rules_marks(),
            #[cfg(feature = "family")]
            Self::Feeding => language.rules_feeding(),
            #[cfg(not(feature = "family"))]
            Self::Direction | Self::Marks | Self::Feeding => "",
        }
    }
}

/// The rules in words: what the board is, how a move goes, how the game ends.
pub fn explain(language: Language, rules: &AnyRules) -> Vec<Paragraph> {
    let topics = match rules {
        AnyRules::Mancala(rules) => explain_mancala(language, rules),
        #[cfg(feature = "family")]
        AnyRules::Sowing(rules) => sowing::explain(language, rules),
        #[cfg(not(feature = "family"))]
        AnyRules::Sowing(_) => Vec::new(),
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
    Some(match Preset::current_name(name) {
        "gebeta" => (language.ruleset_gebeta(), language.ruleset_gebeta_about()),
        "capture" => (language.ruleset_capture(), language.ruleset_capture_about()),
        "avalanche" => (language.ruleset_avalanche(), language.ruleset_avalanche_about()),
        "tainted" => (language.ruleset_tainted(), language.ruleset_tainted_about()),
        "empty-capture" => (language.ruleset_empty_capture(), language.ruleset_empty_capture_about()),
        "classic" => (language.ruleset_classic(), language.ruleset_classic_about()),
        "assignment" => (language.ruleset_assignment(), language.ruleset_assignment_about()),
        "quick" => (language.ruleset_quick(), language.ruleset_quick_about()),
        "five-piece" => (language.ruleset_five_piece(), language.ruleset_five_piece_about()),
        _ => return None,
    })
}

/// What a family of games is called, by the key `family` of the shipped rule files; none for any other text.
#[cfg(feature = "family")]
pub fn kinship(language: Language, family: &str) -> Option<&'static str> {
    Some(match family {
        "two rows, one lap" => language.kin_one_lap(),
        "two rows, relay, no captures" => language.kin_relay(),
        "two rows, relay, facing pits" => language.kin_facing(),
        "two rows, relay, fours and owned pits" => language.kin_fours(),
        "two rows, relay from the next pit" => language.kin_next(),
        "three rows" => language.kin_three(),
        "four rows" => language.kin_four(),
        _ => return None,
    })
}

/// What a part of the world is called.
#[cfg(feature = "family")]
pub fn area(language: Language, area: Area) -> &'static str {
    match area {
        Area::HornOfAfrica => language.area_horn_of_africa(),
        Area::WestAfrica => language.area_west_africa(),
        Area::CentralAfrica => language.area_central_africa(),
        Area::EastAfrica => language.area_east_africa(),
        Area::SouthernAfrica => language.area_southern_africa(),
        Area::NorthAfrica => language.area_north_africa(),
        Area::CentralAsia => language.area_central_asia(),
        Area::SouthAsia => language.area_south_asia(),
        Area::SoutheastAsia => language.area_southeast_asia(),
        Area::Europe => language.area_europe(),
        Area::Americas => language.area_americas(),
        Area::Modern => language.area_modern(),
    }
}

/// How long a game lasts, in words.
#[cfg(feature = "family")]
pub fn length(language: Language, length: Length) -> &'static str {
    match length {
        Length::Short => language.length_short(),
        Length::Medium => language.length_medium(),
        Length::Long => language.length_long(),
    }
}

fn explain_mancala(language: Language, rules: &mancala::Rules) -> Vec<(Topic, Vec<String>)> {
    let of_option = sentences(language, AnyRules::Mancala(*rules));
    let board = vec![
        language.rule_pits(usize::from(rules.pits.get())),
        language.rule_stones(usize::from(rules.stones.get())),
    ];
    let mut moves = said(&[language.rule_sow(), of_option("skip_origin")]);
    let sowing = said(&[of_option("sowing")]);
    let relay = match rules.law.sowing {
        Sowing::Single => {
            moves.extend(sowing);
            None
        }
        Sowing::Relay => Some((Topic::Relay, sowing)),
    };
    let captures = match rules.law.capture {
        Capture::None => said(&[of_option("capture")]),
        _ => said(&[language.rule_capture_when(), of_option("capture"), language.rule_capture_no_extra()]),
    };
    let end = said(&[of_option("end"), of_option("leftovers"), language.rule_more_stones_win()]);
    let mut topics =
        vec![(Topic::Board, board), (Topic::Aim, said(&[language.rule_mancala_aim()])), (Topic::Move, moves)];
    topics.extend(relay);
    topics.extend([
        (Topic::ExtraTurn, said(&[of_option("extra_turn")])),
        (Topic::Captures, captures),
        (Topic::End, end),
        (Topic::Begin, said(&[of_option("first"), of_option("pie")])),
    ]);
    topics
}

fn explain_senet(language: Language, rules: &senet::Rules) -> Vec<(Topic, Vec<String>)> {
    let of_option = sentences(language, AnyRules::Senet(*rules));
    let none = rules.no_dark.roll();
    let sticks = vec![language.rule_sticks(none), language.rule_sticks_odds(none)];
    let board =
        vec![language.rule_senet_path().to_owned(), language.rule_pieces(usize::from(rules.pieces.get()))];
    let extra_throw = if rules.extra_throw.is_empty() {
        said(&[language.rule_one_throw()])
    } else {
        let rolls = language.rule_extra_throw_after(either(language, rules.extra_throw.iter()));
        vec![rolls, of_option("forfeit").to_owned()]
    };
    let safe = (!rules.safe.is_empty()).then(|| language.rule_safe_squares(both(language, rules.safe)));
    let safety = said(&[of_option("protect")]).into_iter().chain(safe).chain(said(&[of_option("block")]));
    let mut leaving = said(&[language.rule_exit_26()]);
    leaving.extend(rules.exits.by_square().map(|(square, rolls)| exit(language, square, rolls)));
    leaving.push(of_option("wrong_roll").to_owned());
    vec![
        (Topic::Board, board),
        (Topic::Aim, said(&[language.rule_senet_aim()])),
        (Topic::Sticks, sticks),
        (Topic::Moving, said(&[language.rule_forward()])),
        (Topic::ExtraThrow, extra_throw),
        (Topic::Safety, safety.collect()),
        (Topic::Houses, said(&[language.rule_rebirth(), of_option("gate"), of_option("water")])),
        (Topic::Leaving, leaving),
        (Topic::NoMove, said(&[of_option("backward")])),
    ]
}

/// What is said of an option as the rules set it; nothing where that needs no words.
fn sentences(language: Language, rules: AnyRules) -> impl Fn(&str) -> &'static str {
    move |key| language.option_sentence(key, &rules).unwrap_or_default()
}

/// The rolls that bear off from a house.
fn exit(language: Language, square: Square, rolls: RollSet) -> String {
    let house = square.house().map_or("", |square| house(language, square));
    if rolls == RollSet::ANY {
        language.rule_exit_any(square, house)
    } else if rolls.is_empty() {
        language.rule_exit_never(square, house)
    } else {
        language.rule_exit_with(square, house, either(language, rolls.iter()))
    }
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

/// The sentences that there are.
fn said(sentences: &[&str]) -> Vec<String> {
    sentences.iter().filter(|sentence| !sentence.is_empty()).map(|&sentence| sentence.to_owned()).collect()
}

#[cfg(test)]
mod tests;
