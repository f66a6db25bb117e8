use gebeta_i18n::Language;
use leptos::prelude::*;

use super::tree::Tree;
use crate::platform::language::say;

/// All lines that were tried, the first in a row and the others below where they branch off.
#[component]
pub(super) fn Variations(tree: RwSignal<Tree>) -> impl IntoView {
    let lines = move || tree.with(|tree| line(tree, Tree::ROOT));
    let at_start = move || tree.with(|tree| (tree.here() == Tree::ROOT).then_some("true"));
    let on_start = move |_| tree.update(|tree| tree.go(Tree::ROOT));
    view! {
        <h2>{say(Language::analysis_variations)}</h2>
        <div class="variations" dir="ltr" data-test="variations">
            <button class="move" aria-current=at_start on:click=on_start>{say(Language::analysis_start)}</button>
            {move || lines().into_iter().map(|part| show(part, tree)).collect_view()}
        </div>
    }
}

/// A piece of the drawing: a move, or the lines beside it.
#[derive(Clone, Debug, PartialEq)]
enum Part {
    Move { node: usize, text: String, here: bool },
    Aside(Vec<Part>),
}

/// The first line from `node` on; other moves stand aside behind the move they replace.
fn line(tree: &Tree, node: usize) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut node = node;
    loop {
        let children: Vec<_> = tree.children(node).collect();
        let Some((&first, others)) = children.split_first() else { return parts };
        parts.push(step(tree, first));
        for &other in others {
            let mut aside = vec![step(tree, other)];
            aside.extend(line(tree, other));
            parts.push(Part::Aside(aside));
        }
        node = first;
    }
}

fn step(tree: &Tree, node: usize) -> Part {
    let text = tree.ply(node).map(|ply| ply.to_string()).unwrap_or_default();
    Part::Move { node, text, here: tree.here() == node }
}

fn show(part: Part, tree: RwSignal<Tree>) -> AnyView {
    match part {
        Part::Move { node, text, here } => view! {
            <button class="move" aria-current=here.then_some("true") on:click=move |_| tree.update(|tree| tree.go(node))>
                {text}
            </button>
        }
        .into_any(),
        Part::Aside(parts) => {
            let parts = parts.into_iter().map(|part| show(part, tree)).collect_view();
            view! { <span class="aside">{parts}</span> }.into_any()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::{AnyRules, GameKind, mancala};

    fn written(parts: &[Part]) -> String {
        let one = |part: &Part| match part {
            Part::Move { text, here, .. } => format!("{text}{}", if *here { "*" } else { "" }),
            Part::Aside(parts) => format!("({})", written(parts)),
        };
        parts.iter().map(one).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn other_lines_stand_beside_the_first() {
        let rules = AnyRules::Mancala(mancala::Rules::GEBETA);
        let mut tree = Tree::new(rules, rules.start());
        let play = |tree: &mut Tree, text: &str| {
            assert!(tree.play(AnyRules::default_of(GameKind::Mancala).ply(text).unwrap()));
        };
        play(&mut tree, "3");
        play(&mut tree, "6");
        tree.back();
        play(&mut tree, "1");
        play(&mut tree, "1");
        assert_eq!(written(&line(&tree, Tree::ROOT)), "3 6 (1 1*)");
    }
}
