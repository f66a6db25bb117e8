use gebeta_session::{GameSession, OnlineSource, Scene};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::board::props::BoardProps;

/// What the board of an online game shows and reports. Every part of it is a memo: most messages of a server change nothing on
/// the board.
pub(super) fn board_props(session: OnlineSession, scene: Scene, turned: RwSignal<bool>) -> BoardProps {
    BoardProps {
        is_settled: Memo::new(move |_| session.is_settled()).into(),
        may_choose: Memo::new(move |_| session.allowed().choose).into(),
        may_throw: Memo::new(move |_| session.allowed().throw).into(),
        chosen: Memo::new(move |_| session.source(OnlineSource::chosen)).into(),
        last: Memo::new(move |_| session.with(GameSession::last)).into(),
        turned: turned.into(),
        listens: true,
        on_input: Callback::new(move |input| session.handle(input)),
        on_refused: Callback::new(move |why| session.refuse(why)),
        ..BoardProps::showing(
            Signal::derive(move || session.scene.get().unwrap_or_else(|| scene.clone())),
            Memo::new(move |_| session.names()),
        )
    }
}
