//! Small boards beside the rules: positions before and after a move that is played by those very rules.

use gebeta_i18n::rules::Topic;
use gebeta_rules::mancala::{Capture, First};
use gebeta_rules::{AnyPosition, AnyRules, AppliedMove, mancala};
use leptos::prelude::*;

use crate::board::either::{MoveThumb, Thumb};

/// The picture that goes with a paragraph, where there is one.
#[component]
pub(super) fn Picture(rules: AnyRules, topic: Topic) -> impl IntoView {
    let boards = shown(&rules, topic);
    (!boards.is_empty()).then(|| {
        let boards: Vec<_> = boards
            .into_iter()
            .map(|shown| match shown {
                Shown::Position(position) => view! { <Thumb position /> }.into_any(),
                Shown::Move(played) => view! { <MoveThumb played=*played /> }.into_any(),
            })
            .collect();
        view! { <figure class="rule-picture">{boards}</figure> }
    })
}

/// What a picture shows.
#[derive(Clone, Debug)]
enum Shown {
    Position(AnyPosition),
    /// The position before a move, with arrows for the move.
    Move(Box<AppliedMove>),
}

/// The positions to show: the start, or those before and after a move.
fn shown(rules: &AnyRules, topic: Topic) -> Vec<Shown> {
    match (rules, topic) {
        (_, Topic::Board) => vec![Shown::Position(rules.start())],
        (AnyRules::Mancala(rules), Topic::Move) => {
            let ours = mancala::Rules { first: First::Player1, pie: false, ..*rules };
            let start = AnyPosition::Mancala(mancala::Position::start(&ours));
            move_and_after(&AnyRules::Mancala(ours), start, "1")
        }
        (AnyRules::Mancala(mancala), Topic::Captures) if mancala.law.capture != Capture::None => {
            before_and_after(rules, &before_capture(mancala.pits.get()), "1")
        }
        (AnyRules::Senet(_), Topic::Moving) => {
            before_and_after(rules, "........../.W.B....../.......... w 0/0 2", "2:12x14")
        }
        _ => Vec::new(),
    }
}

/// The position that `text` writes with the move `mv`, and the one after it; nothing where these rules do not allow them.
fn before_and_after(rules: &AnyRules, text: &str, mv: &str) -> Vec<Shown> {
    rules.fit(text).position(text).map_or_else(|_| Vec::new(), |position| move_and_after(rules, position, mv))
}

fn move_and_after(rules: &AnyRules, position: AnyPosition, mv: &str) -> Vec<Shown> {
    let played = rules.ply(mv).ok().and_then(|ply| position.apply(ply).ok());
    let Some(played) = played else { return Vec::new() };
    let after = Shown::Position(played.after);
    vec![Shown::Move(Box::new(played)), after]
}

/// A position in which pit 1 captures what lies across pit 2. Boards with fewer than three pits have none that goes on.
fn before_capture(pits: u8) -> String {
    let pits = usize::from(pits);
    let (mut near, mut far) = (vec![2; pits], vec![1; pits]);
    if pits > 2 {
        (near[0], near[1], far[pits - 2]) = (1, 0, 4);
    }
    let holes = near.into_iter().chain([3]).chain(far).chain([3]);
    let counts: Vec<_> = holes.map(|stones: u8| stones.to_string()).collect();
    format!("{} 1", counts.join(","))
}

#[cfg(test)]
mod tests {
    use gebeta_rules::PRESETS;

    use super::*;

    #[test]
    fn pictures_show_what_the_rules_say() {
        for preset in &PRESETS {
            let count = |topic| shown(&preset.rules, topic).len();
            assert_eq!(count(Topic::Board), 1, "{}", preset.name);
            match preset.rules {
                AnyRules::Mancala(rules) => {
                    assert_eq!(count(Topic::Move), 2);
                    assert_eq!(
                        count(Topic::Captures) == 2,
                        rules.law.capture != Capture::None,
                        "{}",
                        preset.name
                    );
                }
                AnyRules::Sowing(_) => {}
                AnyRules::Senet(_) => assert_eq!(count(Topic::Moving), 2),
            }
        }
    }

    #[test]
    fn a_capture_is_seen_in_the_store() {
        let boards = shown(&AnyRules::Mancala(mancala::Rules::GEBETA), Topic::Captures);
        let position = |shown: &Shown| match shown {
            Shown::Position(position) => position.to_string(),
            Shown::Move(played) => played.before.to_string(),
        };
        let shown: Vec<_> = boards.iter().map(position).collect();
        assert_eq!(shown, ["1,0,2,2,2,2,3,1,1,1,1,4,1,3 1", "0,0,2,2,2,2,8,1,1,1,1,0,1,3 2"]);
    }

    #[test]
    fn every_size_of_board_has_its_pictures() {
        for pits in (1..=12).filter_map(mancala::Size::new) {
            let rules = AnyRules::Mancala(mancala::Rules { pits, ..mancala::Rules::GEBETA });
            assert_eq!(shown(&rules, Topic::Board).len(), 1);
            let captures = shown(&rules, Topic::Captures).len();
            assert!(captures == 2 || pits.get() < 3, "{pits}");
        }
    }
}
