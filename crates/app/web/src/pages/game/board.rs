use gebeta_session::{GameSession, Scene};
use leptos::prelude::*;

use crate::board::props::BoardProps;
use crate::components::hint::{HintState, labels};
use crate::session::Session;

/// What the board of the game in progress shows and reports.
pub(super) fn board_props(scene: Scene, turned: RwSignal<bool>, hints: HintState) -> BoardProps {
    let session = Session::here();
    BoardProps {
        is_settled: Signal::derive(move || session.is_settled()),
        may_choose: Signal::derive(move || session.allowed().choose),
        may_throw: Signal::derive(move || session.allowed().throw),
        chosen: Signal::derive(move || session.trial()),
        last: Signal::derive(move || session.with(GameSession::last).flatten()),
        labels: Signal::derive(move || hints.marks().as_ref().map(labels).unwrap_or_default()),
        turned: turned.into(),
        listens: true,
        on_input: Callback::new(move |input| session.handle(input)),
        on_refused: Callback::new(move |why| session.refuse(why)),
        ..BoardProps::showing(
            Signal::derive(move || session.scene().unwrap_or_else(|| scene.clone())),
            Signal::derive(move || session.names()),
        )
    }
}
