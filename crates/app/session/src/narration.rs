//! Moves, refusals and results as sentences, the same in every front end.

mod sowing;

use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_rules::{
    AnyConflictError, AnyPosition, AppliedMove, ByPlayer, Coin, Outcome, Player, PlyError, Steps, mancala,
    senet, sowing::Wins,
};

use crate::{NameError, SetupError, coin_side};

/// Whether a sentence about a player is said to this player: a person whom the page calls "you".
fn is_you(language: Language, who: &str) -> bool {
    who == language.you()
}

/// What happened, sentence by sentence. A player who is called "you" is addressed.
pub fn narrate(language: Language, played: &AppliedMove, names: &ByPlayer<String>) -> Vec<String> {
    let who = names[played.mover].as_str();
    let mut sentences = match (&played.before, &played.steps) {
        (AnyPosition::Mancala(before), Steps::Mancala(steps)) => {
            let mut sentences = narrate_sowing(language, before, steps, who);
            sentences.extend(uncounted(language, &played.after));
            sentences
        }
        (AnyPosition::Sowing(before), Steps::Sowing(steps)) => {
            let mut sentences = sowing::narrate(language, before, steps, played.mover, names);
            sentences.extend(uncounted(language, &played.after));
            sentences
        }
        (_, Steps::Senet(steps)) => vec![stepping(language, steps, who)],
        (_, Steps::Mancala(_) | Steps::Sowing(_)) => Vec::new(),
    };
    if played.again() {
        sentences.push(match (&played.steps, &played.after) {
            (_, AnyPosition::Sowing(after)) if sowing::has_passed(after, played.mover) => {
                match names[!played.mover].as_str() {
                    other if is_you(language, other) => language.you_pass().to_owned(),
                    other => language.passes(other),
                }
            }
            (Steps::Mancala(_) | Steps::Sowing(_), _) if is_you(language, who) => {
                language.you_move_again().to_owned()
            }
            (Steps::Mancala(_) | Steps::Sowing(_), _) => language.extra_turn(who),
            (Steps::Senet(_), _) if is_you(language, who) => language.you_throw_again().to_owned(),
            (Steps::Senet(_), _) => language.throws_again(who),
        });
    }
    sentences
}

fn narrate_sowing(
    language: Language,
    before: &mancala::Position,
    steps: &[mancala::Step],
    who: &str,
) -> Vec<String> {
    use mancala::Step;
    let (board, is_you) = (before.board(), is_you(language, who));
    let mut sentences = Vec::new();
    let mut lifts = 0;
    let (mut captured, mut swept) = (0, 0);
    for step in steps {
        match *step {
            Step::Lift { hole, stones } => {
                let pit = board.pit_at(hole).map_or(0, |(_, pit)| pit.number());
                if lifts == 0 {
                    let stones = usize::from(stones);
                    sentences.push(if is_you {
                        language.you_sow(stones, pit)
                    } else {
                        language.sows(who, stones, pit)
                    });
                }
                lifts += 1;
            }
            Step::Capture { stones, .. } => captured += usize::from(stones),
            Step::Sweep { stones, .. } => swept += usize::from(stones),
            Step::Turn if is_you => sentences.push(language.you_swap_sides().to_owned()),
            Step::Turn => sentences.push(language.swaps_sides(who)),
            Step::Drop { .. } => {}
        }
    }
    if lifts > 1 {
        sentences.push(language.relay_laps(lifts - 1));
    }
    if captured > 0 {
        sentences.push(if is_you {
            language.you_capture(captured)
        } else {
            language.captures(who, captured)
        });
    }
    if swept > 0 {
        sentences.push(language.swept(swept));
    }
    sentences
}

/// How many stones of a finished game lie in no store and count for nobody; none where there are none.
pub fn uncounted(language: Language, position: &AnyPosition) -> Option<String> {
    position.outcome()?;
    let left = match position {
        AnyPosition::Mancala(position) => position.board().in_pits(),
        AnyPosition::Sowing(position) => position.board().in_pits(),
        AnyPosition::Senet(_) => return None,
    };
    (left > 0).then(|| language.uncounted(left as usize))
}

/// Whether the move that a computer player has chosen is proved; none for players that do not promise to say so.
pub fn proof_of_move(language: Language, bot: Bot, exact: bool, depth: u32, who: &str) -> Option<String> {
    matches!(bot, Bot::Perfect { .. })
        .then(|| if exact { language.move_proved(who) } else { language.move_estimated(who, depth) })
}

fn stepping(language: Language, steps: &[senet::Step], who: &str) -> String {
    use senet::Step;
    if is_you(language, who) {
        return own_stepping(language, steps);
    }
    match steps {
        [] => language.passes(who),
        [Step::Move { from, to, .. }, ..] if to < from => language.piece_backward(who, from, to),
        [Step::Move { from, to, .. }, ..] => language.piece_moves(who, from, to),
        [Step::Swap { from, to, .. }, ..] => language.piece_swaps(who, from, to),
        [Step::Water { .. }, Step::Return { to, .. }, ..] => language.piece_drowns(who, to),
        [Step::Water { .. }, ..] => language.house_water().to_owned(),
        [Step::Return { from, to, .. }, ..] => language.piece_returns(who, from, to),
        [Step::Exit { from, .. }, ..] => language.piece_exits(who, from),
    }
}

fn own_stepping(language: Language, steps: &[senet::Step]) -> String {
    use senet::Step;
    match steps {
        [] => language.you_pass().to_owned(),
        [Step::Move { from, to, .. }, ..] if to < from => language.you_go_back(from, to),
        [Step::Move { from, to, .. }, ..] => language.you_move(from, to),
        [Step::Swap { from, to, .. }, ..] => language.you_swap(from, to),
        [Step::Water { .. }, Step::Return { to, .. }, ..] => language.you_drown(to),
        [Step::Water { .. }, ..] => language.house_water().to_owned(),
        [Step::Return { from, to, .. }, ..] => language.you_return(from, to),
        [Step::Exit { from, .. }, ..] => language.you_exit(from),
    }
}

/// A throw.
pub(crate) fn throwing(language: Language, who: &str, roll: senet::Roll) -> String {
    if is_you(language, who) { language.you_throw(roll) } else { language.throws(who, roll) }
}

/// Whose turn it is.
pub fn turn_text(language: Language, who: &str) -> String {
    if is_you(language, who) { language.your_turn().to_owned() } else { language.turn_of(who) }
}

/// Who begins, as the coin says if there was one.
pub fn beginning(language: Language, coin: Option<Coin>, who: &str) -> String {
    match (coin.map(|coin| coin_side(language, coin.fell)), is_you(language, who)) {
        (Some(side), true) => language.coin_shows_you(side),
        (Some(side), false) => language.coin_shows(side, who),
        (None, true) => language.you_begin().to_owned(),
        (None, false) => language.begins(who),
    }
}

/// Who has won.
pub fn winning(language: Language, who: &str) -> String {
    if is_you(language, who) { language.you_win().to_owned() } else { language.wins(who) }
}

/// Where the last stone of a move would land.
pub fn landing_text(language: Language, pit: mancala::Pit, who: &str) -> String {
    if is_you(language, who) { language.lands_in_your_pit(pit) } else { language.lands_in_pit(pit, who) }
}

/// A pit in words.
pub fn pit_text(language: Language, pit: mancala::Pit, stones: usize, who: &str) -> String {
    let stones = language.stones_count(stones);
    if is_you(language, who) {
        language.your_pit_name(pit, stones)
    } else {
        language.pit_name(pit, stones, who)
    }
}

/// A store in words.
pub fn store_text(language: Language, stones: usize, who: &str) -> String {
    let stones = language.stones_count(stones);
    if is_you(language, who) { language.your_store_name(stones) } else { language.store_name(who, stones) }
}

/// A move of Senet as the list of legal moves names it.
pub fn move_text(language: Language, mv: senet::Move) -> String {
    use senet::Move;
    match mv {
        Move::Step { from, to } => language.move_step(from, to),
        Move::Swap { from, to } => language.move_swap(from, to),
        Move::Drown { from, to } => language.move_drown(from, to),
        Move::Return { from, to } => language.move_return(from, to),
        Move::Exit { from } => language.move_exit(from),
        Move::Pass => language.pass().to_owned(),
    }
}

/// Why a mancala move is refused.
pub fn mancala_refusal(language: Language, illegal: mancala::IllegalMove) -> String {
    use mancala::IllegalMove;
    match illegal {
        IllegalMove::GameOver => language.illegal_game_over().to_owned(),
        IllegalMove::NoSuchPit { pit, pits } => language.illegal_no_such_pit(pit, pits),
        IllegalMove::EmptyPit(pit) => language.illegal_empty_pit(pit),
        IllegalMove::NoSwap => language.illegal_no_swap().to_owned(),
    }
}

/// Why a Senet move is refused.
pub fn senet_refusal(language: Language, illegal: senet::IllegalMove) -> String {
    use senet::IllegalMove;
    match illegal {
        IllegalMove::GameOver => language.illegal_game_over().to_owned(),
        IllegalMove::NoRoll => language.illegal_no_roll().to_owned(),
        IllegalMove::MustMove => language.illegal_must_move().to_owned(),
        IllegalMove::NotYours(square) => language.illegal_not_yours(square),
        IllegalMove::OtherMove { legal } => language.illegal_other_move(move_text(language, legal)),
        IllegalMove::HouseFirst => language.illegal_house_first().to_owned(),
        IllegalMove::OwnPiece(square) => language.illegal_own_piece(square),
        IllegalMove::Guarded(square) => language.illegal_guarded(square),
        IllegalMove::Blocked(square) => language.illegal_blocked(square),
        IllegalMove::PastHappiness(square) => language.illegal_past_happiness(square),
        IllegalMove::PastHorus(square) => language.illegal_past_horus(square),
        IllegalMove::WrongRoll { from, roll } => language.illegal_wrong_roll(roll, from),
    }
}

/// Why a ply is refused.
pub fn refusal(language: Language, error: &PlyError) -> String {
    match error {
        PlyError::MancalaMove(illegal) => mancala_refusal(language, *illegal),
        PlyError::SowingMove(illegal) => sowing::refusal(language, *illegal),
        PlyError::SenetMove(illegal) => senet_refusal(language, *illegal),
        // Only text from elsewhere can be wrong in these ways; its reader is a programmer or a file.
        other => other.to_string(),
    }
}

/// What is wrong with a plan.
pub fn plan_fault(language: Language, fault: SetupError) -> String {
    match fault {
        SetupError::Name(_, NameError::Empty) => language.fault_name_empty().to_owned(),
        SetupError::Name(_, NameError::Equal) => language.fault_names_equal().to_owned(),
        SetupError::Name(_, NameError::TooLong) => language.fault_name_long(crate::LONGEST_NAME),
        SetupError::Conflict(conflict) => rule_conflict(language, conflict),
    }
}

/// Why rules do not go together.
pub fn rule_conflict(language: Language, conflict: AnyConflictError) -> String {
    use senet::ConflictError;
    match conflict {
        AnyConflictError::Mancala(mancala::ConflictError::RelayCaptures) => {
            language.fault_relay_captures().to_owned()
        }
        // Every key of the family can contradict others; the rule file names them in English.
        AnyConflictError::Sowing(conflict) => conflict.to_string(),
        AnyConflictError::Senet(conflict) => match conflict {
            ConflictError::ExtraThrowNeverShown(roll) => language.fault_extra_throw_never(roll),
            ConflictError::EndlessTurn => language.fault_endless_turn().to_owned(),
            ConflictError::ExitNeverShown { square, roll } => language.fault_exit_never(roll, square),
            ConflictError::Stuck(square) => language.fault_stuck(square),
        },
    }
}

/// What ended a game on the board, as its last move tells; none if it goes on, or ended without a reason worth telling.
pub fn end_reason(language: Language, last: &AppliedMove, names: &ByPlayer<String>) -> Option<String> {
    let winner = last.after.outcome()?.winner();
    match (&last.after, &last.steps) {
        (AnyPosition::Mancala(position), Steps::Mancala(steps)) => {
            let board = position.board();
            // The swept stones lay on the side that was not empty.
            let swept = steps.iter().find_map(|step| match *step {
                mancala::Step::Sweep { hole, .. } => board.pit_at(hole).map(|(owner, _)| owner),
                _ => None,
            });
            let empty = || Player::BOTH.into_iter().find(|&player| board.is_side_empty(player));
            match swept.map(|owner| !owner).or_else(empty) {
                Some(player) if is_you(language, &names[player]) => {
                    Some(language.ended_your_side_empty().to_owned())
                }
                Some(player) => Some(language.ended_side_empty(&names[player])),
                None => winner.map(|winner| match names[winner].as_str() {
                    who if is_you(language, who) => language.ended_your_majority().to_owned(),
                    who => language.ended_majority(who),
                }),
            }
        }
        (AnyPosition::Sowing(position), _) => sowing::end_reason(language, position, names),
        _ => winner.map(|winner| match names[winner].as_str() {
            who if is_you(language, who) => language.ended_your_all_off().to_owned(),
            who => language.ended_all_off(who),
        }),
    }
}

/// Who won, and by how much where stones are counted.
pub fn verdict(language: Language, position: &AnyPosition, names: &ByPlayer<String>) -> String {
    // Where the last mover wins, or the one with an empty side, the stones in the stores say nothing.
    let counts_stones = match position {
        AnyPosition::Mancala(_) => true,
        AnyPosition::Sowing(position) => position.law().wins == Wins::Most,
        AnyPosition::Senet(_) => false,
    };
    let score = |player: Player| counts_stones.then(|| position.score(player));
    match position.outcome() {
        None => String::new(),
        Some(Outcome::Draw) => language.draw().to_owned(),
        Some(Outcome::Win(winner)) => match (score(winner), score(!winner)) {
            (Some(most), Some(least)) if most > least => {
                let (who, lead) = (names[winner].as_str(), usize::from(most - least));
                if is_you(language, who) { language.you_win_by(lead) } else { language.wins_by(who, lead) }
            }
            _ => winning(language, &names[winner]),
        },
    }
}

#[cfg(test)]
mod tests {
    use gebeta_rules::{AnyRules, GameKind, Preset};

    use super::*;

    fn told(rules: AnyRules, position: &str, ply: &str) -> Option<String> {
        let before = rules.position(position).unwrap();
        let last = before.apply(rules.ply(ply).unwrap()).unwrap();
        let names = ByPlayer { one: "Sara".to_owned(), two: "Abebe".to_owned() };
        end_reason(Language::En, &last, &names).map(|told| gebeta_i18n::without_isolates(&told))
    }

    #[test]
    fn the_side_that_is_empty_is_told_although_the_other_is_swept() {
        let rules = AnyRules::default_of(GameKind::Mancala);
        let pits_of = |who: &str| Some(format!("{who}'s side is empty, so the game ends."));
        assert_eq!(told(rules, "0,0,0,0,0,1,20,1,0,0,0,0,0,26 1", "6"), pits_of("Sara"));
        assert_eq!(told(rules, "1,0,0,0,0,0,20,0,0,0,0,0,1,26 2", "6"), pits_of("Abebe"));
        let uncounted = Preset::named("avalanche").unwrap().rules;
        assert_eq!(told(uncounted, "1,0,0,0,0,0,20,0,0,0,0,0,1,26 2", "6"), pits_of("Abebe"));
        assert_eq!(told(rules, "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1", "1"), None, "it goes on");
    }

    #[test]
    fn the_person_at_the_device_is_addressed() {
        for (language, sown) in
            [(Language::En, "You sow 4 stones from pit 3."), (Language::Ar, "توزّع 4 أحجار من الحفرة 3.")]
        {
            let rules = AnyRules::default_of(GameKind::Mancala);
            let played = rules.start().apply(rules.ply("3").unwrap()).unwrap();
            let names = ByPlayer { one: language.you().to_owned(), two: language.computer().to_owned() };
            let told = narrate(language, &played, &names);
            assert_eq!(gebeta_i18n::without_isolates(&told[0]), sown);
            assert_eq!(told[1], language.you_move_again());
        }
    }
}
