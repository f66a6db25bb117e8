use gebeta_rules::{AnyPly, Player, senet};
use gebeta_session::{Input, mancala_refusal, senet_refusal};
use leptos::prelude::*;

use crate::board::either::{mancala_scene, senet_scene};
use crate::board::mancala::{self as stones, MancalaBoard};
use crate::board::senet::{self as pieces, MoveList, SenetBoard};
use crate::components::hint::{HintState, mancala_labels, senet_labels};
use crate::platform::language::language_now;
use crate::session::Session;

/// The last move before the position that is looked at.
fn last_ply(session: Session) -> Option<(Player, AnyPly)> {
    session.with(|session| session.last()).flatten()
}

/// The board of the game in progress, with stones.
#[component]
pub(crate) fn Mancala(turned: RwSignal<bool>, hints: HintState) -> impl IntoView {
    let session = Session::here();
    let scene = Memo::new(move |before: Option<&stones::Scene>| {
        session
            .scene()
            .and_then(|scene| mancala_scene(&scene))
            .or_else(|| before.cloned())
            .expect("mancala is played")
    });
    let chosen = move || match session.trial() {
        Some(AnyPly::Mancala(mv)) => Some(mv),
        _ => None,
    };
    let last = move || match last_ply(session) {
        Some((player, AnyPly::Mancala(mv))) => Some((player, mv)),
        _ => None,
    };
    view! {
        <div class="board-place">
            <MancalaBoard
                scene=scene
                names=Signal::derive(move || session.names())
                active=Signal::derive(move || session.allowed().choose)
                chosen=Signal::derive(chosen)
                advice=Signal::derive(move || hints.marks().map(|advice| mancala_labels(&advice)).unwrap_or_default())
                last=Signal::derive(last)
                turned=turned
                on_choose=Callback::new(move |mv| session.handle(Input::Choose(AnyPly::Mancala(mv))))
                on_refused=Callback::new(move |(_, illegal)| session.refuse(mancala_refusal(language_now(), illegal)))
                on_settled=Callback::new(move |serial| session.handle(Input::Settled(serial)))
                on_clear=Callback::new(move |()| session.retract())
            />
        </div>
    }
}

/// The board of the game in progress, with pieces and sticks.
#[component]
pub(crate) fn Senet(turned: RwSignal<bool>, hints: HintState) -> impl IntoView {
    let session = Session::here();
    let scene = Memo::new(move |before: Option<&pieces::Scene>| {
        session
            .scene()
            .and_then(|scene| senet_scene(&scene))
            .or_else(|| before.cloned())
            .expect("senet is played")
    });
    let chosen = Signal::derive(move || match session.trial() {
        Some(AnyPly::Senet(_, mv)) => Some(mv),
        _ => None,
    });
    let last = move || match last_ply(session) {
        Some((player, AnyPly::Senet(_, mv))) => Some((player, mv)),
        _ => None,
    };
    let choose = Callback::new(move |mv: senet::Move| {
        if let Some(ply) = session.with(|session| session.game().stepping(mv)).flatten() {
            session.handle(Input::Choose(ply));
        }
    });
    let active = Signal::derive(move || session.allowed().choose);
    let may_throw = Signal::derive(move || session.allowed().throw);
    let advice =
        Signal::derive(move || hints.marks().map(|advice| senet_labels(&advice)).unwrap_or_default());
    // The list does not give the throw away before the sticks lie still.
    let listed = Signal::derive(move || session.allowed().choose && session.is_settled());
    let pointed = RwSignal::new(None);
    view! {
        <div class="board-place with-list">
            <SenetBoard
                scene=scene
                names=Signal::derive(move || session.names())
                active=active
                may_throw=may_throw
                chosen=chosen
                advice=advice
                last=Signal::derive(last)
                turned=turned
                pointed=pointed
                on_throw=Callback::new(move |()| session.handle(Input::Throw))
                on_choose=choose
                on_refused=Callback::new(move |(_, illegal)| session.refuse(senet_refusal(language_now(), illegal)))
                on_settled=Callback::new(move |serial| session.handle(Input::Settled(serial)))
                on_clear=Callback::new(move |()| session.retract())
            />
            <MoveList scene active=listed may_throw chosen advice pointed on_choose=choose />
        </div>
    }
}
