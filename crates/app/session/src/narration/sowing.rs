//! Moves, refusals and endings of the sowing family as sentences.

use gebeta_i18n::Language;
use gebeta_rules::sowing::{Ending, IllegalMove, Position, Step, Stuck};
use gebeta_rules::{ByPlayer, Game as _, Player};

use super::is_you;

/// What a move did, sentence by sentence.
pub(super) fn narrate(
    language: Language,
    before: &Position,
    steps: &[Step],
    mover: Player,
    names: &ByPlayer<String>,
) -> Vec<String> {
    let board = before.board();
    let who = names[mover].as_str();
    let is_you = is_you(language, who);
    let number = |hole| board.pit_at(hole).map_or(0, |(_, pit)| pit.number());
    let mut sentences = Vec::new();
    let (mut laps, mut captured, mut given, mut resown, mut swept) = (0, 0, 0, 0, 0);
    for step in steps {
        match *step {
            Step::Lift { hole, stones } => {
                if laps == 0 {
                    let (stones, pit) = (usize::from(stones), number(hole));
                    sentences.push(if is_you {
                        language.you_sow(stones, pit)
                    } else {
                        language.sows(who, stones, pit)
                    });
                }
                laps += 1;
            }
            Step::Take { stones, player, .. } if player == mover => captured += usize::from(stones),
            Step::Take { stones, .. } => given += usize::from(stones),
            Step::Hand { stones, .. } => {
                resown += usize::from(stones);
                laps += 1;
            }
            Step::Sweep { stones, .. } => swept += usize::from(stones),
            Step::Mark { hole, .. } if is_you => sentences.push(language.you_mark_pit(number(hole))),
            Step::Mark { hole, .. } => sentences.push(language.marks_pit(who, number(hole))),
            Step::Turn if is_you => sentences.push(language.you_swap_sides().to_owned()),
            Step::Turn => sentences.push(language.swaps_sides(who)),
            Step::Drop { .. } | Step::Shift { .. } => {}
        }
    }
    if laps > 1 {
        sentences.push(language.relay_laps(laps - 1));
    }
    if captured > 0 && is_you {
        sentences.push(language.you_capture(captured));
    } else if captured > 0 {
        sentences.push(language.captures(who, captured));
    }
    if resown > 0 {
        sentences.push(language.sown_again(resown));
    }
    if given > 0 {
        let other = names[!mover].as_str();
        sentences.push(if super::is_you(language, other) {
            language.stones_go_to_you(given)
        } else {
            language.stones_go_to(given, other)
        });
    }
    if swept > 0 {
        sentences.push(language.swept(swept));
    }
    sentences
}

/// Why a move is refused.
pub(super) fn refusal(language: Language, illegal: IllegalMove) -> String {
    match illegal {
        IllegalMove::GameOver => language.illegal_game_over().to_owned(),
        IllegalMove::NoSuchPit { pit, pits } => language.illegal_no_such_pit(pit, pits),
        IllegalMove::EmptyPit(pit) => language.illegal_empty_pit(pit),
        IllegalMove::Marked(pit) => language.illegal_marked(pit),
        IllegalMove::Direction(pit) => language.illegal_direction(pit),
        IllegalMove::NoDirection => language.illegal_no_direction().to_owned(),
        IllegalMove::NoSwap => language.illegal_no_swap().to_owned(),
        IllegalMove::Bonus => language.illegal_bonus().to_owned(),
        IllegalMove::NoBonus => language.illegal_no_bonus().to_owned(),
        IllegalMove::Opening => language.illegal_opening().to_owned(),
        IllegalMove::Still => language.illegal_still().to_owned(),
        IllegalMove::Lone => language.illegal_lone().to_owned(),
        IllegalMove::Reach => language.illegal_reach().to_owned(),
        IllegalMove::Endless => language.illegal_endless().to_owned(),
        IllegalMove::Slam => language.illegal_slam().to_owned(),
        IllegalMove::Feed => language.illegal_feed().to_owned(),
    }
}

/// Why the game is over; none while it goes on.
pub(super) fn end_reason(language: Language, after: &Position, names: &ByPlayer<String>) -> Option<String> {
    let winner = after.outcome()?.winner();
    let told = |player: Player, yours: &'static str, theirs: fn(Language, &str) -> String| {
        let who = names[player].as_str();
        if is_you(language, who) { yours.to_owned() } else { theirs(language, who) }
    };
    Some(match after.ending()? {
        Ending::Few => language.ended_few().to_owned(),
        Ending::Repeat => language.ended_repeated().to_owned(),
        Ending::Majority => {
            told(winner?, language.ended_your_majority(), |language, who| language.ended_majority(who))
        }
        Ending::Emptied(player) => {
            told(player, language.ended_you_emptied(), |language, who| language.ended_emptied(who))
        }
        Ending::SideEmpty(player) => {
            told(player, language.ended_your_side_empty(), |language, who| language.ended_side_empty(who))
        }
        Ending::Stuck(player) => {
            told(player, language.ended_you_stuck(), |language, who| language.ended_stuck(who))
        }
    })
}

/// Whether the turn came back to the mover because the other player cannot move.
pub(super) fn has_passed(after: &Position, mover: Player) -> bool {
    after.law().stuck == Stuck::Passes && after.bonus() == 0 && after.is_stuck(!mover)
}
