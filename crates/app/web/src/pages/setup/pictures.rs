//! A small picture of what is special about each rule set.

use gebeta_rules::{AnyRules, RuleSet};

/// Two pits of a side and the store.
const SIDE: &str = r#"<circle cx="18" cy="28" r="10" class="a-pit"/><circle cx="46" cy="28" r="10" class="a-pit"/><rect x="68" y="6" width="18" height="34" rx="9" class="a-store"/>"#;

/// The picture, as SVG; a set of the player's own has that of its game.
pub(super) fn of(set: &RuleSet) -> String {
    let drawing = match (set.name.as_str(), &set.rules) {
        ("capture", _) => {
            r#"<circle cx="46" cy="10" r="9" class="a-pit"/><circle cx="46" cy="34" r="9" class="a-pit"/><rect x="68" y="6" width="18" height="34" rx="9" class="a-store"/><circle cx="43" cy="8" r="3.5" class="a-stone"/><circle cx="49" cy="12" r="3.5" class="a-stone"/><circle cx="46" cy="34" r="3.5" class="a-stone"/><path d="M54 8Q64 4 74 14m-6-1 6 1 1-6" class="way"/>"#.to_owned()
        }
        ("avalanche", _) => {
            r#"<circle cx="16" cy="30" r="9" class="a-pit"/><circle cx="40" cy="30" r="9" class="a-pit"/><circle cx="64" cy="30" r="9" class="a-pit"/><circle cx="86" cy="30" r="9" class="a-pit"/><path d="M16 20Q28 4 39 18M41 18Q52 4 63 18M65 18Q76 4 86 18m-6-3 6 3 1-7" class="way"/>"#.to_owned()
        }
        ("tainted", _) => format!(
            r#"{SIDE}<path d="M11 21l14 14m0-14-14 14" class="cross"/><path d="M2 24Q18 2 44 17m-7 1 7-1-2-7" class="way"/>"#
        ),
        ("empty-capture", _) => format!(
            r#"{SIDE}<circle cx="46" cy="28" r="3.5" class="a-stone"/><path d="M48 22Q58 4 74 14m-7 0 7 0 0-7" class="way"/>"#
        ),
        ("assignment", _) => format!(
            r#"{}<circle cx="27" cy="23" r="6" class="a-white"/><path d="M36 23H88m-6-5 6 5-6 5" class="way"/>"#,
            squares(3)
        ),
        ("five-piece", _) => format!("{}{}", squares(5), pieces(1, 3, "a-black")),
        (_, AnyRules::Senet(rules)) => {
            let count = usize::from(rules.pieces.get()).min(7);
            let row: String = (0..count)
                .map(|place| {
                    let class = if place % 2 == 0 { "a-white" } else { "a-black" };
                    format!(r#"<circle cx="{}" cy="23" r="5" class="{class}"/>"#, 9 + 13 * place)
                })
                .collect();
            format!(r#"<rect x="1" y="14" width="94" height="18" rx="3" class="a-square"/>{row}"#)
        }
        (_, AnyRules::Mancala(_) | AnyRules::Sowing(_)) => format!(
            r#"{SIDE}<circle cx="43" cy="26" r="3.5" class="a-stone"/><circle cx="49" cy="30" r="3.5" class="a-stone"/><circle cx="77" cy="24" r="3.5" class="a-stone"/><path d="M46 16Q58 0 76 12m-7-1 7 1 1-7" class="way"/>"#
        ),
    };
    format!(r#"<svg viewBox="0 0 96 46">{drawing}</svg>"#)
}

fn squares(count: usize) -> String {
    (0..count)
        .map(|place| {
            format!(r#"<rect x="{}" y="14" width="17" height="18" rx="2" class="a-square"/>"#, 1 + 18 * place)
        })
        .collect()
}

fn pieces(from: usize, count: usize, class: &str) -> String {
    (from..from + count)
        .map(|place| format!(r#"<circle cx="{}" cy="23" r="6" class="{class}"/>"#, 9 + 18 * place))
        .collect()
}
