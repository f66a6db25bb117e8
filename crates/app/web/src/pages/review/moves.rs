use gebeta_engine::{Review, ReviewedMove};
use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, GameKind, Keyword, Player};
use gebeta_session::{Round, rounds};
use leptos::prelude::*;

use super::verdict::{grade_name, grade_sign};
use crate::components::hint::shown_loss;
use crate::components::move_list::follow;
use crate::platform::language::{language, say};

/// Every move with its grade and what it lost; one is looked at.
#[component]
pub(super) fn Moves(
    review: StoredValue<Review>,
    names: Signal<ByPlayer<String>>,
    place: RwSignal<usize>,
) -> impl IntoView {
    let game = review.with_value(|review| review.game);
    let lines = review.with_value(|review| {
        let turn = |round: &Round, player: Player| {
            let moves = round[player].clone().map(|ply| item(game, ply, &review.moves[ply], place));
            view! { <span class="turn" role="group" aria-label=move || names.get()[player].clone()>{moves.collect_view()}</span> }
        };
        let rounds = rounds(review.moves.iter().map(|judged| judged.player)).into_iter().enumerate();
        let line = |(number, round): (usize, Round)| {
            view! { <li><span class="number">{number + 1}</span>{Player::BOTH.map(|player| turn(&round, player)).into_iter().collect_view()}</li> }
        };
        rounds.map(line).collect_view()
    });
    let list = NodeRef::new();
    follow(list, move || place.get());
    view! {
        <h2>{say(Language::moves_title)}</h2>
        <ol class="graded" node_ref=list data-test="graded">{lines}</ol>
    }
}

fn item(
    game: GameKind,
    number: usize,
    judged: &ReviewedMove,
    place: RwSignal<usize>,
) -> impl IntoView + use<> {
    let (grade, loss, exact, played) = (judged.grade, judged.loss, judged.exact, judged.played);
    let side = if judged.player == Player::One { "p1" } else { "p2" };
    let class = format!("graded-move {side} {}", grade.word());
    let shown = shown_loss(game, loss);
    let lost = shown.as_ref().map_or_else(String::new, |shown| format!("−{shown}"));
    let label = move || {
        let words = language();
        let lost = shown.as_ref().map_or_else(String::new, |shown| format!(", −{shown}"));
        let known = if exact { format!(", {}", words.analysis_proved()) } else { String::new() };
        format!("{}. {played}: {}{lost}{known}", number + 1, grade_name(words, grade))
    };
    let current = move || (place.get() == number).then_some("true");
    view! {
        <button class=class aria-current=current aria-label=label on:click=move |_| place.set(number)>
            <span class="played" dir="ltr">{played.to_string()}</span>
            <span class="grade-sign">{grade_sign(grade)}</span>
            <span class="loss" class:known=exact dir="ltr">{lost}</span>
        </button>
    }
}
