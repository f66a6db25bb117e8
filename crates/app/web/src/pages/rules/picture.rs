//! Small boards beside the rules: positions before and after a move that is played by those very rules.

use gebeta_i18n::rules::Topic;
use gebeta_rules::mancala::{Capture, First};
use gebeta_rules::{AnyPosition, AnyRules, mancala};
use leptos::prelude::*;

use crate::board::either::Thumb;

/// The picture that goes with a paragraph, where there is one.
#[component]
pub(super) fn Picture(rules: AnyRules, topic: Topic) -> impl IntoView {
    let boards = shown(&rules, topic);
    (!boards.is_empty()).then(|| {
        let boards: Vec<_> = boards.into_iter().map(|position| view! { <Thumb position /> }).collect();
        view! { <figure class="rule-picture">{boards}</figure> }
    })
}

/// The positions to show: the start, or those before and after a move.
fn shown(rules: &AnyRules, topic: Topic) -> Vec<AnyPosition> {
    match (rules, topic) {
        (_, Topic::Board) => vec![rules.start()],
        (AnyRules::Mancala(rules), Topic::Move) => {
            let ours = mancala::Rules { first: First::Player1, pie: false, ..*rules };
            let [_, after] =
                move_on(&AnyRules::Mancala(ours), AnyPosition::Mancala(mancala::Position::start(&ours)), "1");
            after.into_iter().collect()
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

/// The position that `text` writes and the one after `mv`; nothing where these rules do not allow them.
fn before_and_after(rules: &AnyRules, text: &str, mv: &str) -> Vec<AnyPosition> {
    let Ok(position) = rules.fit(text).position(text) else { return Vec::new() };
    match move_on(rules, position, mv) {
        [before, Some(after)] => before.into_iter().chain([after]).collect(),
        _ => Vec::new(),
    }
}

fn move_on(rules: &AnyRules, position: AnyPosition, mv: &str) -> [Option<AnyPosition>; 2] {
    let ply = rules.ply(mv).ok();
    [Some(position), ply.and_then(|ply| position.play(ply).ok())]
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
                    assert_eq!(count(Topic::Move), 1);
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
        let shown: Vec<_> = boards.iter().map(ToString::to_string).collect();
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
