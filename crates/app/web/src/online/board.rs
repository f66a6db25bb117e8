use gebeta_protocol::Action;
use gebeta_rules::{AnyPly, Chance, senet};
use gebeta_session::{mancala_refusal, senet_refusal};
use leptos::prelude::*;

use super::online_session::OnlineSession;
use crate::board::either::{mancala_scene, senet_scene};
use crate::board::mancala::{self as stones, MancalaBoard};
use crate::board::senet::{self as pieces, MoveList, SenetBoard};
use crate::platform::language::language_now;

/// The board of a game between two far apart, with stones.
#[component]
pub(super) fn Stones(room: OnlineSession, turned: RwSignal<bool>) -> impl IntoView {
    let scene = Memo::new(move |before: Option<&stones::Scene>| {
        room.scene
            .get()
            .and_then(|scene| mancala_scene(&scene))
            .or_else(|| before.cloned())
            .expect("mancala is played")
    });
    let chosen = move || match room.chosen() {
        Some(AnyPly::Mancala(mv)) => Some(mv),
        _ => None,
    };
    let last = move || match room.last() {
        Some((player, AnyPly::Mancala(mv))) => Some((player, mv)),
        _ => None,
    };
    view! {
        <div class="board-place">
            <MancalaBoard
                scene=scene
                names=Signal::derive(move || room.names())
                active=Signal::derive(move || room.may_choose())
                chosen=Signal::derive(chosen)
                last=Signal::derive(last)
                turned=turned
                on_choose=Callback::new(move |mv| room.choose(AnyPly::Mancala(mv)))
                on_refused=Callback::new(move |(_, illegal)| room.refuse(mancala_refusal(language_now(), illegal)))
                on_settled=Callback::new(move |serial| room.settle(serial))
            />
        </div>
    }
}

/// The same with pieces and sticks.
#[component]
pub(super) fn Pieces(room: OnlineSession, turned: RwSignal<bool>) -> impl IntoView {
    let scene = Memo::new(move |before: Option<&pieces::Scene>| {
        room.scene
            .get()
            .and_then(|scene| senet_scene(&scene))
            .or_else(|| before.cloned())
            .expect("senet is played")
    });
    let chosen = Signal::derive(move || match room.chosen() {
        Some(AnyPly::Senet(_, mv)) => Some(mv),
        _ => None,
    });
    let last = move || match room.last() {
        Some((player, AnyPly::Senet(_, mv))) => Some((player, mv)),
        _ => None,
    };
    let choose = Callback::new(move |mv: senet::Move| {
        if let Some(roll) = scene.with_untracked(|scene| scene.position.thrown()) {
            room.choose(AnyPly::Senet(roll, mv));
        }
    });
    // The list does not give the throw away before the sticks lie still.
    let listed = Signal::derive(move || room.may_choose() && room.is_settled());
    let may_throw = Signal::derive(move || room.may_throw());
    let pointed = RwSignal::new(None);
    view! {
        <div class="board-place with-list">
            <SenetBoard
                scene=scene
                names=Signal::derive(move || room.names())
                active=Signal::derive(move || room.may_choose())
                may_throw=may_throw
                chosen=chosen
                last=Signal::derive(last)
                turned=turned
                pointed=pointed
                on_throw=Callback::new(move |()| room.act(Action::Throw))
                on_choose=choose
                on_refused=Callback::new(move |(_, illegal)| room.refuse(senet_refusal(language_now(), illegal)))
                on_settled=Callback::new(move |serial| room.settle(serial))
            />
            <MoveList scene active=listed may_throw chosen pointed on_choose=choose />
        </div>
    }
}
