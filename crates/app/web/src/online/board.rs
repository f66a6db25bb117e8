use gebeta_protocol::Action;
use gebeta_session::{Input, Scene};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::board::props::BoardProps;

/// What the board of an online game shows and reports.
pub(super) fn board_props(room: OnlineSession, scene: Scene, turned: RwSignal<bool>) -> BoardProps {
    let on_input = move |input| match input {
        Input::Choose(ply) => room.choose(ply),
        Input::Throw => room.act(Action::Throw),
        Input::Settled(serial) => room.settle(serial),
        _ => {}
    };
    BoardProps {
        is_settled: Signal::derive(move || room.is_settled()),
        may_choose: Signal::derive(move || room.may_choose()),
        may_throw: Signal::derive(move || room.may_throw()),
        chosen: Signal::derive(move || room.chosen()),
        last: Signal::derive(move || room.last()),
        turned: turned.into(),
        on_input: Callback::new(on_input),
        on_refused: Callback::new(move |why| room.refuse(why)),
        ..BoardProps::showing(
            Signal::derive(move || room.scene.get().unwrap_or_else(|| scene.clone())),
            Signal::derive(move || room.names()),
        )
    }
}
