use gebeta_rules::GameKind;
use gebeta_session::Input;
use leptos::prelude::*;

use super::controls::{Controls, Side};
use super::keys::Keys;
use super::over::Over;
use crate::components::drawer::{LastSearch, Sharing};
use crate::components::hint::HintState;
use crate::components::move_list::Moves;
use crate::session::Session;

/// What a game on this device can do without for a moment: its buttons, its moves, its keys and the card at its end.
#[derive(Clone, Copy)]
pub(crate) struct Beside {
    pub(super) game: GameKind,
    pub(super) turned: RwSignal<bool>,
    pub(super) hints: HintState,
    /// Whether the card at the end was put away.
    pub(super) is_closed: RwSignal<bool>,
    /// Whether the moves are shown on a small screen.
    pub(super) is_more: RwSignal<bool>,
}

/// The row of buttons below the board.
pub(crate) fn controls(parts: Beside) -> AnyView {
    let Beside { turned, hints, is_closed, is_more, .. } = parts;
    view! { <Controls turned hints is_closed is_more /> }.into_any()
}

/// Shows all of it but the buttons.
pub(crate) fn beside(parts: Beside) -> AnyView {
    let Beside { game, turned, hints, is_closed, is_more } = parts;
    let session = Session::here();
    let looked = move || Some((session.record()?, session.place().0));
    view! {
        <Side is_more>
            <Moves
                record=move || session.told_record()
                place=move || {
                    // The list shows the current move again when it is opened.
                    is_more.track();
                    session.place()
                }
                on_look=move |place| session.handle(Input::LookAt(place))
            >
                <LastSearch session />
                <Sharing game=Signal::derive(looked) />
            </Moves>
        </Side>
        <Over is_closed />
        <Keys game turned hints is_more />
    }
    .into_any()
}
