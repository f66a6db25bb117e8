//! What squares, houses and moves are called, for eyes and ears.

use gebeta_i18n::Language;
use gebeta_rules::senet::{Gate, House, Move, Position, RollSet, Rules, Square, Water};
use gebeta_rules::{ByPlayer, Chance, Player};

/// What is known of a square when it is named.
#[derive(Clone, Debug)]
pub(super) struct Facts<'a> {
    pub(super) square: Square,
    pub(super) position: &'a Position,
    pub(super) names: &'a ByPlayer<String>,
    /// The person who is to choose, if one is.
    pub(super) chooser: Option<Player>,
    /// What the piece on it can do.
    pub(super) mv: Option<Move>,
    pub(super) is_chosen: bool,
    /// What the move is worth.
    pub(super) advice: Option<&'a str>,
}

/// `Square 15, House of Rebirth, your piece, can move to 18`.
pub(super) fn square(language: Language, facts: &Facts<'_>) -> String {
    let Facts { square, position, names, chooser, mv, is_chosen, advice } = *facts;
    let mut parts = Vec::new();
    parts.extend(square.house().map(|house| self::house(language, house).to_owned()));
    parts.push(match position.board().piece_at(square) {
        None => language.senet_empty().to_owned(),
        owner if owner == chooser => language.senet_your_piece().to_owned(),
        Some(owner) if names[owner] == language.you() => language.senet_your_piece().to_owned(),
        Some(owner) => language.senet_piece_of(&names[owner]),
    });
    parts.extend(mv.and_then(|mv| ability(language, mv)));
    if is_chosen {
        parts.push(language.senet_chosen().to_owned());
    }
    parts.extend(advice.map(str::to_owned));
    join(language, language.square(square), parts)
}

/// What a piece can do.
fn ability(language: Language, mv: Move) -> Option<String> {
    Some(match mv {
        Move::Step { to, .. } => language.senet_can_step(to),
        Move::Swap { to, .. } => language.senet_can_swap(to),
        Move::Drown { to, .. } => language.senet_can_drown(to),
        Move::Return { to, .. } => language.senet_can_return(to),
        Move::Exit { .. } => language.senet_can_exit().to_owned(),
        Move::Pass => return None,
    })
}

/// The name of a house.
pub(super) fn house(language: Language, house: House) -> &'static str {
    match house {
        House::Rebirth => language.house_rebirth(),
        House::Happiness => language.house_happiness(),
        House::Water => language.house_water(),
        House::ThreeTruths => language.house_three_truths(),
        House::ReAtoum => language.house_re_atoum(),
        House::Horus => language.house_horus(),
    }
}

/// What a house does under these rules, in one line.
pub(super) fn about(language: Language, house: House, rules: &Rules) -> String {
    let exits = match house {
        House::Rebirth => return language.senet_about_rebirth().to_owned(),
        House::Happiness => {
            return match rules.gate {
                Gate::Exact => language.senet_about_happiness(),
                Gate::Free => language.senet_about_happiness_free(),
            }
            .to_owned();
        }
        House::Water => {
            return match rules.water {
                Water::Rebirth => language.senet_about_water(),
                Water::Start => language.senet_about_water_start(),
            }
            .to_owned();
        }
        House::ThreeTruths => rules.exits.three_truths,
        House::ReAtoum => rules.exits.re_atoum,
        House::Horus => rules.exits.horus,
    };
    exit_words(language, exits, rules)
}

/// Which rolls take a piece off.
fn exit_words(language: Language, exits: RollSet, rules: &Rules) -> String {
    let shown = Position::start(rules).throws();
    let mut rolls = shown.iter().map(|&(roll, _)| roll).filter(|&roll| exits.contains(roll)).peekable();
    if shown.iter().all(|&(roll, _)| exits.contains(roll)) {
        return language.senet_about_exit_any().to_owned();
    }
    let Some(first) = rolls.next() else { return language.senet_about_exit_none().to_owned() };
    let list = rolls.fold(first.to_string(), |list, roll| language.senet_or(list, roll));
    language.senet_about_exit(list)
}

/// Puts parts into one line.
pub(super) fn join(language: Language, first: String, rest: impl IntoIterator<Item = String>) -> String {
    rest.into_iter().fold(first, |line, part| language.senet_join(line, part))
}

#[cfg(test)]
mod tests {
    use gebeta_rules::senet::Roll;

    use super::*;

    const EN: Language = Language::En;

    #[test]
    fn a_square_says_all_that_is_to_be_seen_on_it() {
        let names = ByPlayer { one: "Ada".to_owned(), two: "Ben".to_owned() };
        let position = super::super::position("........../....WB..../.......... w 0/0 3");
        let check = |number: u8, chooser, mv: Option<Move>, expected: &str| {
            let square = Square::new(number).unwrap();
            let facts = Facts {
                square,
                position: &position,
                names: &names,
                chooser,
                mv,
                is_chosen: false,
                advice: None,
            };
            assert_eq!(super::square(EN, &facts), expected);
        };
        let to = Square::new(18).unwrap();
        let step = Move::Step { from: Square::REBIRTH, to };
        check(15, Some(Player::One), Some(step), "Square 15, House of Rebirth, your piece, can move to 18");
        check(15, None, None, "Square 15, House of Rebirth, piece of Ada");
        check(16, Some(Player::One), None, "Square 16, piece of Ben");
        check(3, None, None, "Square 3, empty");
    }

    #[test]
    fn houses_tell_what_the_rules_make_of_them() {
        let kendall = Rules::FIVE_PIECE;
        assert_eq!(about(EN, House::ThreeTruths, &kendall), "A 3 takes a piece off the board.");
        assert_eq!(about(EN, House::Horus, &kendall), "A 1 takes a piece off the board.");
        assert_eq!(about(EN, House::Horus, &Rules::CLASSIC), "Any throw takes a piece off the board.");
        let mut rules = Rules::CLASSIC;
        rules.exits.re_atoum = [2, 4].into_iter().filter_map(Roll::new).collect();
        assert_eq!(about(EN, House::ReAtoum, &rules), "A 2 or 4 takes a piece off the board.");
        rules.exits.re_atoum = RollSet::NONE;
        assert_eq!(about(EN, House::ReAtoum, &rules), "No throw takes a piece off from here.");
    }
}
