//! Moves that have no place on the board, and get a button.

use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, AnyPosition, Chance, Game, mancala, senet};
use leptos::prelude::*;

use super::controls::focus_board;
use crate::platform::language::say;

/// The buttons of those that may be played in `position`; there is none where no move is to be chosen.
#[component]
pub(crate) fn OffBoard(
    position: impl Fn() -> Option<AnyPosition> + Copy + Send + Sync + 'static,
    on_choose: impl Fn(AnyPly) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let ply = move |wanted: Wanted| position().and_then(|position| wanted(&position));
    let press = move |wanted: Wanted| {
        if let Some(ply) = untrack(|| ply(wanted)) {
            on_choose(ply);
            focus_board();
        }
    };
    view! {
        <Show when=move || ply(forced_pass).is_some()>
            <button class="button primary" data-test="pass" on:click=move |_| press(forced_pass)>{say(Language::pass)}</button>
        </Show>
        <Show when=move || ply(pie_swap).is_some()>
            <button class="button" data-test="swap" on:click=move |_| press(pie_swap)>{say(Language::swap_sides)}</button>
        </Show>
    }
}

/// Finds a move of one kind.
type Wanted = fn(&AnyPosition) -> Option<AnyPly>;

/// The pass, where nothing else can be played.
fn forced_pass(position: &AnyPosition) -> Option<AnyPly> {
    let AnyPosition::Senet(position) = position else { return None };
    let roll = position.thrown()?;
    position.legal_moves().eq([senet::Move::Pass]).then_some(AnyPly::Senet(roll, senet::Move::Pass))
}

/// The swap of the pie rule, where it may be played.
fn pie_swap(position: &AnyPosition) -> Option<AnyPly> {
    let AnyPosition::Mancala(position) = position else { return None };
    position.check(mancala::Move::Swap).is_ok().then_some(AnyPly::Mancala(mancala::Move::Swap))
}
