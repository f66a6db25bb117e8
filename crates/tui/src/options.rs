//! Every option of the rules as a line that can be read, turned and explained.

use gebeta_rules::mancala::{Capture, Difficulty, End, First, Leftovers, Size, Sowing};
use gebeta_rules::senet::{
    Block, Forfeit, Gate, NoDark, Pieces, Protect, Roll, RollSet, Square, SquareSet, Water, WrongRoll,
};
use gebeta_rules::{AnyRules, GameKind, Word};
use gebeta_words::Language;

/// One option of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rule {
    /// Stones by name.
    Difficulty,
    /// Pits per side.
    Pits,
    /// Stones per pit.
    Stones,
    /// Single or relay.
    Sowing,
    /// Whether the chosen pit is left out.
    SkipOrigin,
    /// What a last stone in an empty pit takes.
    Capture,
    /// Whether coming home gives another turn.
    ExtraTurn,
    /// When the game is over.
    End,
    /// Whose the stones are that are left.
    Leftovers,
    /// Who begins.
    First,
    /// Whether the second player may take over.
    Pie,
    /// Pieces per side.
    Pieces,
    /// What no dark side counts.
    NoDark,
    /// Rolls that give another throw.
    ExtraThrow,
    /// What becomes of it when the roll cannot be played.
    Forfeit,
    /// Whether pairs are safe.
    Protect,
    /// How long a wall must be.
    Block,
    /// Safe squares.
    Safe,
    /// Whether 26 must be hit.
    Gate,
    /// Where the Water sends a piece.
    Water,
    /// Rolls that bear off from this square.
    Exits(u8),
    /// What another roll does there.
    WrongRoll,
    /// Whether one must go back.
    Backward,
}

/// The options of a game, in the order of the set-up.
pub(crate) const fn rules_of(game: GameKind) -> &'static [Rule] {
    match game {
        GameKind::Mancala => &[
            Rule::Difficulty,
            Rule::Pits,
            Rule::Stones,
            Rule::First,
            Rule::Sowing,
            Rule::SkipOrigin,
            Rule::Capture,
            Rule::ExtraTurn,
            Rule::End,
            Rule::Leftovers,
            Rule::Pie,
        ],
        GameKind::Senet => &[
            Rule::Pieces,
            Rule::NoDark,
            Rule::ExtraThrow,
            Rule::Forfeit,
            Rule::Protect,
            Rule::Block,
            Rule::Safe,
            Rule::Gate,
            Rule::Water,
            Rule::Exits(28),
            Rule::Exits(29),
            Rule::Exits(30),
            Rule::WrongRoll,
            Rule::Backward,
        ],
    }
}

impl Rule {
    /// What it is called.
    pub fn label(self, l: Language) -> String {
        match self {
            Self::Difficulty => l.opt_difficulty(),
            Self::Pits => l.opt_pits(),
            Self::Stones => l.opt_stones(),
            Self::Sowing => l.opt_sowing(),
            Self::SkipOrigin => l.opt_skip_origin(),
            Self::Capture => l.opt_capture(),
            Self::ExtraTurn => l.opt_extra_turn(),
            Self::End => l.opt_end(),
            Self::Leftovers => l.opt_leftovers(),
            Self::First => l.opt_first(),
            Self::Pie => l.opt_pie(),
            Self::Pieces => l.opt_pieces(),
            Self::NoDark => l.opt_no_dark(),
            Self::ExtraThrow => l.opt_extra_throw(),
            Self::Forfeit => l.opt_forfeit(),
            Self::Protect => l.opt_protect(),
            Self::Block => l.opt_block(),
            Self::Safe => l.opt_safe(),
            Self::Gate => l.opt_gate(),
            Self::Water => l.opt_water(),
            Self::Exits(square) => return l.opt_exits(square),
            Self::WrongRoll => l.opt_wrong_roll(),
            Self::Backward => l.opt_backward(),
        }
        .to_owned()
    }

    /// How it is set.
    pub fn value(self, rules: &AnyRules, l: Language) -> String {
        match rules {
            AnyRules::Mancala(rules) => self.mancala_value(rules, l),
            AnyRules::Senet(rules) => self.senet_value(rules, l),
        }
    }

    fn mancala_value(self, rules: &gebeta_rules::mancala::Rules, l: Language) -> String {
        match self {
            Self::Difficulty => {
                let named =
                    Difficulty::WORDS.iter().find(|(_, difficulty)| difficulty.stones() == rules.stones);
                named.map_or("-", |(_, difficulty)| difficulty_name(*difficulty, l))
            }
            Self::Pits => return rules.pits.to_string(),
            Self::Stones => return rules.stones.to_string(),
            Self::Sowing => match rules.law.sowing {
                Sowing::Single => l.opt_sowing_single(),
                Sowing::Relay => l.opt_sowing_relay(),
            },
            Self::SkipOrigin => switch(rules.law.skip_origin, l),
            Self::Capture => match rules.law.capture {
                Capture::None => l.opt_capture_none(),
                Capture::Opposite => l.opt_capture_opposite(),
                Capture::OppositeAlways => l.opt_capture_opposite_always(),
                Capture::OppositeOnly => l.opt_capture_opposite_only(),
            },
            Self::ExtraTurn => switch(rules.law.extra_turn, l),
            Self::End => match rules.law.end {
                End::SideEmpty => l.opt_end_side_empty(),
                End::Majority => l.opt_end_majority(),
            },
            Self::Leftovers => match rules.law.leftovers {
                Leftovers::OwnSide => l.opt_leftovers_own_side(),
                Leftovers::Uncounted => l.opt_leftovers_uncounted(),
            },
            Self::First => match rules.first {
                First::Player1 => l.opt_first_player1(),
                First::Player2 => l.opt_first_player2(),
                First::Coin => l.opt_first_coin(),
            },
            Self::Pie => switch(rules.pie, l),
            _ => "",
        }
        .to_owned()
    }

    fn senet_value(self, rules: &gebeta_rules::senet::Rules, l: Language) -> String {
        match self {
            Self::Pieces => return rules.pieces.get().to_string(),
            Self::NoDark => return rules.no_dark.roll().to_string(),
            Self::ExtraThrow => return rolls(rules.extra_throw, l),
            Self::Forfeit => match rules.forfeit {
                Forfeit::EndsTurn => l.opt_forfeit_ends_turn(),
                Forfeit::ThrowsAgain => l.opt_forfeit_throws_again(),
            },
            Self::Protect => match rules.protect {
                Protect::None => l.opt_protect_none(),
                Protect::Pair => l.opt_protect_pair(),
            },
            Self::Block => match rules.block {
                Block::Never => l.opt_block_never(),
                Block::Two => l.opt_block_two(),
                Block::Three => l.opt_block_three(),
            },
            Self::Safe if rules.safe.is_empty() => l.none(),
            Self::Safe => return join(rules.safe.map(Square::number)),
            Self::Gate => match rules.gate {
                Gate::Exact => l.opt_gate_exact(),
                Gate::Free => l.opt_gate_free(),
            },
            Self::Water => match rules.water {
                Water::Rebirth => l.opt_water_rebirth(),
                Water::Start => l.opt_water_start(),
            },
            Self::Exits(square) => return rolls(exits(rules, square), l),
            Self::WrongRoll => match rules.wrong_roll {
                WrongRoll::Stay => l.opt_wrong_roll_stay(),
                WrongRoll::MayReturn => l.opt_wrong_roll_may_return(),
                WrongRoll::MustReturn => l.opt_wrong_roll_must_return(),
            },
            Self::Backward => switch(rules.backward, l),
            _ => "",
        }
        .to_owned()
    }

    /// What the present setting does.
    pub fn about(self, rules: &AnyRules, l: Language) -> &'static str {
        match rules {
            AnyRules::Mancala(rules) => match self {
                Self::Difficulty => l.opt_difficulty_about(),
                Self::Pits => l.opt_pits_about(),
                Self::Stones => l.opt_stones_about(),
                Self::Sowing => match rules.law.sowing {
                    Sowing::Single => l.opt_sowing_single_about(),
                    Sowing::Relay => l.opt_sowing_relay_about(),
                },
                Self::SkipOrigin => l.opt_skip_origin_about(),
                Self::Capture => match rules.law.capture {
                    Capture::None => l.opt_capture_none_about(),
                    Capture::Opposite => l.opt_capture_opposite_about(),
                    Capture::OppositeAlways => l.opt_capture_opposite_always_about(),
                    Capture::OppositeOnly => l.opt_capture_opposite_only_about(),
                },
                Self::ExtraTurn => l.opt_extra_turn_about(),
                Self::End => match rules.law.end {
                    End::SideEmpty => l.opt_end_side_empty_about(),
                    End::Majority => l.opt_end_majority_about(),
                },
                Self::Leftovers => match rules.law.leftovers {
                    Leftovers::OwnSide => l.opt_leftovers_own_side_about(),
                    Leftovers::Uncounted => l.opt_leftovers_uncounted_about(),
                },
                Self::First => l.opt_first_about(),
                Self::Pie => l.opt_pie_about(),
                _ => "",
            },
            AnyRules::Senet(rules) => match self {
                Self::Pieces => l.opt_pieces_about(),
                Self::NoDark => l.opt_no_dark_about(),
                Self::ExtraThrow | Self::Forfeit => l.opt_extra_throw_about(),
                Self::Protect => match rules.protect {
                    Protect::None => l.opt_protect_none_about(),
                    Protect::Pair => l.opt_protect_pair_about(),
                },
                Self::Block => l.opt_block_about(),
                Self::Safe => l.opt_safe_about(),
                Self::Gate => match rules.gate {
                    Gate::Exact => l.opt_gate_exact_about(),
                    Gate::Free => l.opt_gate_free_about(),
                },
                Self::Water => l.opt_water_about(),
                Self::Exits(_) | Self::WrongRoll => match rules.wrong_roll {
                    WrongRoll::Stay => l.opt_wrong_roll_stay_about(),
                    WrongRoll::MayReturn => l.opt_wrong_roll_may_return_about(),
                    WrongRoll::MustReturn => l.opt_wrong_roll_must_return_about(),
                },
                Self::Backward => l.opt_backward_about(),
                _ => "",
            },
        }
    }

    /// The next setting, or the one before.
    pub fn turn(self, rules: &mut AnyRules, on: bool) {
        match rules {
            AnyRules::Mancala(rules) => match self {
                Self::Difficulty => {
                    let there = Difficulty::WORDS.iter().position(|(_, d)| d.stones() == rules.stones);
                    let next = next_in(Difficulty::WORDS.len(), there.unwrap_or(0), on);
                    rules.stones = Difficulty::WORDS[next].1.stones();
                }
                Self::Pits => rules.pits = size(rules.pits, on),
                Self::Stones => rules.stones = size(rules.stones, on),
                Self::Sowing => rules.law = rules.law.with_sowing(word(rules.law.sowing, on)),
                Self::SkipOrigin => rules.law.skip_origin ^= true,
                Self::Capture => rules.law.capture = word(rules.law.capture, on),
                Self::ExtraTurn => rules.law.extra_turn ^= true,
                Self::End => rules.law.end = word(rules.law.end, on),
                Self::Leftovers => rules.law.leftovers = word(rules.law.leftovers, on),
                Self::First => rules.first = word(rules.first, on),
                Self::Pie => rules.pie ^= true,
                _ => {}
            },
            AnyRules::Senet(rules) => match self {
                Self::Pieces => {
                    let next =
                        next_in(usize::from(Pieces::MAX), usize::from(rules.pieces.get()) - 1, on) as u8 + 1;
                    rules.pieces = Pieces::new(next).unwrap_or(rules.pieces);
                }
                Self::NoDark => {
                    *rules = rules.with_no_dark(match rules.no_dark {
                        NoDark::Five => NoDark::Six,
                        NoDark::Six => NoDark::Five,
                    });
                }
                Self::ExtraThrow => rules.extra_throw = cycled(rules.extra_throw, &extra_throws(), on),
                Self::Forfeit => rules.forfeit = word(rules.forfeit, on),
                Self::Protect => rules.protect = word(rules.protect, on),
                Self::Block => {
                    rules.block = cycled(rules.block, &[Block::Never, Block::Two, Block::Three], on);
                }
                Self::Safe => rules.safe = cycled(rules.safe, &safe_squares(), on),
                Self::Gate => rules.gate = word(rules.gate, on),
                Self::Water => rules.water = word(rules.water, on),
                Self::Exits(square) => {
                    let choices = [roll_set(&[31 - square]), RollSet::ANY];
                    set_exits(rules, square, cycled(exits(rules, square), &choices, on));
                }
                Self::WrongRoll => rules.wrong_roll = word(rules.wrong_roll, on),
                Self::Backward => rules.backward ^= true,
                _ => {}
            },
        }
    }

    /// A digit typed at this option: the number itself, or a roll that is put in or taken out.
    pub fn digit(self, rules: &mut AnyRules, digit: u8) {
        match rules {
            AnyRules::Mancala(rules) => match (self, Size::new(digit)) {
                (Self::Pits, Some(size)) => rules.pits = size,
                (Self::Stones, Some(size)) => rules.stones = size,
                _ => {}
            },
            AnyRules::Senet(rules) => match (self, Roll::new(digit), Pieces::new(digit)) {
                (Self::Pieces, _, Some(pieces)) => rules.pieces = pieces,
                (Self::ExtraThrow, Some(roll), _) => rules.extra_throw = toggled(rules.extra_throw, roll),
                (Self::Exits(square), Some(roll), _) => {
                    set_exits(rules, square, toggled(exits(rules, square), roll));
                }
                _ => {}
            },
        }
    }
}

fn switch(on: bool, l: Language) -> &'static str {
    if on { l.yes() } else { l.no() }
}

fn difficulty_name(difficulty: Difficulty, l: Language) -> &'static str {
    match difficulty {
        Difficulty::Easy => l.difficulty_easy(),
        Difficulty::Normal => l.difficulty_normal(),
        Difficulty::Hard => l.difficulty_hard(),
        Difficulty::Expert => l.difficulty_expert(),
    }
}

fn rolls(set: RollSet, l: Language) -> String {
    if set == RollSet::ANY {
        l.any().to_owned()
    } else if set.is_empty() {
        l.none().to_owned()
    } else {
        join(set.iter().map(Roll::get))
    }
}

fn join(numbers: impl Iterator<Item = u8>) -> String {
    numbers.map(|number| number.to_string()).collect::<Vec<_>>().join(" ")
}

fn exits(rules: &gebeta_rules::senet::Rules, square: u8) -> RollSet {
    match square {
        28 => rules.exits.three_truths,
        29 => rules.exits.re_atoum,
        _ => rules.exits.horus,
    }
}

fn set_exits(rules: &mut gebeta_rules::senet::Rules, square: u8, set: RollSet) {
    match square {
        28 => rules.exits.three_truths = set,
        29 => rules.exits.re_atoum = set,
        _ => rules.exits.horus = set,
    }
}

fn toggled(set: RollSet, roll: Roll) -> RollSet {
    let others = set.iter().filter(|other| *other != roll);
    if set.contains(roll) { others.collect() } else { others.chain([roll]).collect() }
}

fn roll_set(values: &[u8]) -> RollSet {
    values.iter().filter_map(|value| Roll::new(*value)).collect()
}

fn extra_throws() -> [RollSet; 4] {
    [RollSet::NONE, roll_set(&[1, 4, 5]), roll_set(&[1, 4, 6]), roll_set(&[4, 5])]
}

fn safe_squares() -> [SquareSet; 4] {
    [
        SquareSet::EMPTY,
        SquareSet::of(&[Square::HAPPINESS]),
        SquareSet::of(&[Square::REBIRTH, Square::HAPPINESS]),
        SquareSet::of(&[Square::HAPPINESS, Square::THREE_TRUTHS, Square::RE_ATOUM]),
    ]
}

fn size(size: Size, on: bool) -> Size {
    let next = next_in(usize::from(Size::MAX), usize::from(size.get()) - 1, on) as u8 + 1;
    Size::new(next).unwrap_or(size)
}

/// The neighbor of a word in its list.
pub(crate) fn word<T: Word>(now: T, on: bool) -> T {
    let there = T::WORDS.iter().position(|(_, choice)| *choice == now).unwrap_or(0);
    T::WORDS[next_in(T::WORDS.len(), there, on)].1
}

/// The neighbor of a choice in a list; the first where it is not in it.
pub(crate) fn cycled<T: Clone + PartialEq>(now: T, choices: &[T], on: bool) -> T {
    match choices.iter().position(|choice| *choice == now) {
        Some(there) => choices[next_in(choices.len(), there, on)].clone(),
        None => choices.first().cloned().unwrap_or(now),
    }
}

/// The next place in a ring of `len`, or the one before.
pub(crate) const fn next_in(len: usize, there: usize, on: bool) -> usize {
    if on { (there + 1) % len } else { (there + len - 1) % len }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn g11_every_option_of_the_rules_can_be_changed_and_is_explained() {
        for game in [GameKind::Mancala, GameKind::Senet] {
            let start = AnyRules::default_of(game);
            for rule in rules_of(game) {
                for language in Language::ALL {
                    assert!(!rule.label(language).is_empty() && !rule.value(&start, language).is_empty());
                    assert!(!rule.about(&start, language).is_empty(), "{rule:?}");
                }
                let mut rules = start;
                rule.turn(&mut rules, true);
                assert_ne!(rules, start, "{rule:?} does nothing");
                for _ in 0..100 {
                    rule.turn(&mut rules, false);
                    if rule.value(&rules, Language::En) == rule.value(&start, Language::En) {
                        break;
                    }
                }
                assert_eq!(
                    rule.value(&rules, Language::En),
                    rule.value(&start, Language::En),
                    "{rule:?} comes round again"
                );
            }
        }
    }

    #[test]
    fn w3_difficulty_sets_the_number_of_stones() {
        let mut rules = AnyRules::default_of(GameKind::Mancala);
        let mut seen = Vec::new();
        for _ in 0..4 {
            Rule::Difficulty.turn(&mut rules, true);
            seen.push((
                Rule::Difficulty.value(&rules, Language::En),
                Rule::Stones.value(&rules, Language::En),
            ));
        }
        let seen: Vec<_> = seen.iter().map(|(name, stones)| format!("{name} {stones}")).collect();
        assert_eq!(seen, ["Hard 5", "Expert 6", "Easy 3", "Normal 4"]);
    }

    /// As in the browser's set-up.
    #[test]
    fn m10_choosing_relay_sowing_switches_captures_off() {
        for start in [gebeta_rules::mancala::Rules::GEBETA, gebeta_rules::mancala::Rules::TAINTED] {
            let mut rules = AnyRules::Mancala(start);
            Rule::Sowing.turn(&mut rules, true);
            assert_eq!(Rule::Sowing.value(&rules, Language::En), Language::En.opt_sowing_relay());
            assert_eq!(Rule::Capture.value(&rules, Language::En), Language::En.opt_capture_none());
            let AnyRules::Mancala(relay) = rules else { panic!("mancala stays mancala") };
            assert_eq!(relay.conflicts(), []);
        }
    }

    #[test]
    fn a_throw_without_dark_sides_takes_the_rolls_along_that_named_it() {
        let mut rules = AnyRules::Senet(gebeta_rules::senet::Rules::KENDALL);
        Rule::NoDark.turn(&mut rules, true);
        assert_eq!(Rule::ExtraThrow.value(&rules, Language::En), "1 4 6");
    }

    #[test]
    fn a_digit_puts_a_roll_in_and_takes_it_out() {
        let mut rules = AnyRules::default_of(GameKind::Senet);
        Rule::ExtraThrow.digit(&mut rules, 4);
        assert_eq!(Rule::ExtraThrow.value(&rules, Language::En), "4");
        Rule::ExtraThrow.digit(&mut rules, 4);
        assert_eq!(rules, AnyRules::default_of(GameKind::Senet));
    }
}
