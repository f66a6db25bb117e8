//! The keys of a game that are not for the board, the list of all keys, and the board in words.

use gebeta_i18n::Language;
use gebeta_rules::{AnyPosition, ByPlayer, GameKind, Player};
use gebeta_session::{Input, turn_text};
use leptos::prelude::*;

use crate::board::props::{hear_keys, keys_are_free};
use crate::components::dialog::{Card, focused};
use crate::components::hint::HintState;
use crate::lazy::screens::LazyScreens;
use crate::platform::language::{language, say};
use crate::session::Session;

/// Does what the keys of a game on this device ask for, wherever the focus is.
#[component]
pub(super) fn Keys(
    game: GameKind,
    turned: RwSignal<bool>,
    hints: HintState,
    is_more: RwSignal<bool>,
) -> impl IntoView {
    let session = Session::here();
    let rest = LazyScreens::here().rest();
    let (is_read, is_listed) = (RwSignal::new(false), RwSignal::new(false));
    Effect::new(move |_| {
        // The words are loaded with the first wish.
        let Some(rest) = is_read.get().then(|| rest.get()).flatten() else { return };
        is_read.set(false);
        untrack(|| {
            let position = session.told(|told| told.decision().copied()).flatten();
            session
                .log()
                .say(position.map(|it| (rest.read_board)(&it, &session.names())).unwrap_or_default());
        });
    });
    hear_keys(move |event| {
        if !keys_are_free(&event) {
            return;
        }
        match event.key().to_ascii_lowercase().as_str() {
            "u" => session.handle(Input::Undo),
            "h" => hints.request(),
            "e" => hints.switch_bar(),
            "f" if game == GameKind::Mancala => turned.update(|turned| *turned = !*turned),
            "m" => is_more.update(|is_more| *is_more = !*is_more),
            "b" => is_read.set(true),
            "?" => is_listed.set(true),
            _ => return,
        }
        event.prevent_default();
    });
    let close = Callback::new(move |()| is_listed.set(false));
    move || is_listed.get().then(|| rest.view(|rest| (rest.key_list)(game, close)))
}

/// A key, and what it does.
type KeyRow = (&'static str, fn(Language) -> &'static str);

/// Every key of a game, on a card.
#[component]
pub(crate) fn KeyList(
    game: GameKind,
    /// Whether it is a game on this device, with hints and undo.
    is_local: bool,
    on_close: Callback<()>,
) -> impl IntoView {
    let own: &[KeyRow] = match game {
        GameKind::Mancala => &[("1 – 9, 0, -, =", Language::keys_pits), ("F", Language::flip_board)],
        GameKind::Senet => &[("R", Language::throw_sticks), ("1 – 9", Language::keys_moves)],
    };
    let local: &[KeyRow] = if is_local {
        &[
            ("U", Language::undo),
            ("H", Language::hint),
            ("E", Language::evaluation),
            ("M", Language::keys_more),
        ]
    } else {
        &[]
    };
    let shared: &[KeyRow] =
        &[("← → ↑ ↓", Language::keys_walk), ("B", Language::keys_read), ("?", Language::keys_list)];
    let rows = own.iter().chain(local).chain(shared).map(|&(key, about)| {
        view! { <div><dt><kbd>{key}</kbd></dt><dd>{say(about)}</dd></div> }
    });
    view! {
        <Card title="keys-title" test="keys" on_close>
            <h2 id="keys-title">{say(Language::keys_title)}</h2>
            <dl class="key-list" dir="ltr">{rows.collect_view()}</dl>
            <button class="button primary" node_ref=focused() on:click=move |_| on_close.run(())>{say(Language::close)}</button>
        </Card>
    }
}

/// The board, the score and whose turn it is, in sentences.
pub(crate) fn read_board(position: &AnyPosition, names: &ByPlayer<String>) -> Vec<String> {
    let words = language();
    let row = |player: Player| {
        let who = &names[player];
        match position {
            AnyPosition::Mancala(position) => {
                let board = position.board();
                let pits: Vec<_> =
                    board.holes_of(player).map(|hole| board.stones(hole).to_string()).collect();
                words.read_pits(who, pits.join(" "), board.score(player))
            }
            AnyPosition::Sowing(position) => {
                let board = position.board();
                let pits: Vec<_> =
                    board.holes_of(player).map(|hole| board.stones(hole).to_string()).collect();
                words.read_pits(who, pits.join(" "), board.score(player))
            }
            AnyPosition::Senet(position) => {
                let squares: Vec<_> =
                    position.board().pieces(player).map(|square| square.to_string()).collect();
                words.read_pieces(who, squares.join(" "), position.exited(player))
            }
        }
    };
    let turn = position.to_move().map(|player| turn_text(words, &names[player]));
    Player::BOTH.map(row).into_iter().chain(turn).collect()
}
