//! Moves that have no place on the board, and get a button.

use gebeta_rules::{AnyPly, AnyPosition, Chance, Game, mancala, senet};
use gebeta_words::Language;
use leptos::prelude::*;

use super::controls::focus_board;
use crate::language::say;

/// The buttons of those that may be played in `position`; there is none where nobody is to choose.
#[component]
pub(crate) fn OffBoard(position: Signal<Option<AnyPosition>>, on_choose: Callback<AnyPly>) -> impl IntoView {
    type Wanted = fn(&AnyPosition) -> Option<AnyPly>;
    let button =
        move |class: &'static str, name: &'static str, text: fn(Language) -> &'static str, wanted: Wanted| {
            let ply = Memo::new(move |_| position.with(|position| position.as_ref().and_then(wanted)));
            let press = move |_| {
                if let Some(ply) = ply.get_untracked() {
                    on_choose.run(ply);
                    focus_board();
                }
            };
            view! {
                <Show when=move || ply.with(Option::is_some)>
                    <button class=class data-test=name on:click=press>{say(text)}</button>
                </Show>
            }
        };
    view! {
        {button("button primary", "pass", Language::pass, forced_pass)}
        {button("button", "swap", Language::swap_sides, pie_swap)}
    }
}

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
