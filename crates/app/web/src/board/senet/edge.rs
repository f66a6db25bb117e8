use gebeta_rules::senet::Move;
use gebeta_rules::{Game, Player};
use leptos::prelude::*;

use super::board_context::BoardContext;
use super::pieces;
use crate::platform::language::language;

/// The row at the edge where the pieces stand that a player has brought off.
#[component]
pub(super) fn Edge(context: BoardContext, player: Player) -> impl IntoView {
    let all = Memo::new(move |_| context.shown.with(|position| position.rules().pieces.get()));
    let off = Memo::new(move |_| context.shown.with(|position| position.exited(player)));
    let is_turn = move || context.shown.with(Game::to_move) == Some(player);
    let leaving = move || {
        let leaves = matches!(context.preview(), Some((mover, Move::Exit { .. })) if mover == player);
        leaves && !context.busy.get()
    };
    let name = move || context.props.names.with(|names| names[player].clone());
    let slots = move || {
        (0..all.get())
            .map(|slot| {
                let class = format!("slot {}", pieces::class(player));
                view! {
                    <span
                        class=class
                        class:filled=move || slot < off.get()
                        class:next=move || leaving() && slot == off.get()
                        data-slot=format!("{player}-{slot}")
                    >
                        {pieces::piece(player).view("piece-art")}
                    </span>
                }
            })
            .collect_view()
    };
    view! {
        <div class="senet-edge" class:to-move=is_turn>
            <span class="slots" aria-hidden="true">{slots}</span>
            <span class="unseen">{move || language().senet_off_of(name(), off.get(), all.get())}</span>
        </div>
    }
}
