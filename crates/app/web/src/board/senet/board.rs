use gebeta_i18n::Language;
use gebeta_rules::senet::{Move, Position, Rules, Square, Sticks};
use gebeta_rules::{AnyPly, Game, Keyword, Player};
use gebeta_session::{Input, move_text};
use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement};

use super::animator::Animator;
use super::board_context::{BoardContext, decision_memo, goal, legal};
use super::cell::{Cell, column, row};
use super::edge::Edge;
use super::keys::{Wish, wish};
use super::layout::{Hold, beside, squares};
use super::pieces;
use super::sticks::SticksPanel;
use super::{label, position_memo};
use crate::board::props::{BoardProps, hear_keys, is_for_board, keys_are_free};
use crate::platform::language::{language, say};
use crate::platform::settings::settings;

/// The whole board: the squares between the rows of pieces that have left it, and the sticks beside it.
#[component]
pub(crate) fn SenetBoard(
    props: BoardProps,
    /// The move that pointer or focus is on, shared with the list of moves.
    #[prop(optional)]
    pointed: Option<RwSignal<Option<Move>>>,
) -> impl IntoView {
    let turned = props.turned;
    let position_memo = position_memo(props.scene, |scene| &scene.position);
    let position = position_memo.get_untracked();
    let context = BoardContext {
        props,
        position: position_memo,
        decision: decision_memo(props.scene),
        on_cue: use_context(),
        shown: RwSignal::new(position),
        faces: RwSignal::new(Sticks::from_bits(0b0101)),
        value: RwSignal::new(None),
        last_throw: RwSignal::new(None),
        busy: RwSignal::new(false),
        pointed: pointed.unwrap_or_else(|| RwSignal::new(None)),
        asked: RwSignal::new(None),
        cursor: RwSignal::new(first_stop(&position)),
        ripple: RwSignal::new(None),
        refusal: RwSignal::new(String::new()),
    };
    let root = NodeRef::<Div>::new();
    let animator = Animator::new(context, root);
    hear_keys(move |event| {
        if props.listens && is_for_board(&event) {
            follow_key(&event, context, animator, root);
        }
    });
    let layout = move || settings().with(|settings| settings.layout.word());
    let top = move || if turned.get() { Player::One } else { Player::Two };

    view! {
        <div
            class="senet"
            dir="ltr"
            data-layout=layout
            node_ref=root
            on:keydown=move |event| follow_key(&event, context, animator, root)
            on:keyup=move |event| keep_space(&event, context)
            on:pointerdown=move |event| {
                // Squares and buttons handle their own taps.
                if square_of(event.target()).is_none() {
                    animator.settle();
                }
            }
        >
            <div class="senet-table">
                <div class="senet-play">
                    {move || view! { <Edge context player=top() /> }}
                    <div class="senet-frame">
                        <div class="senet-grid" role="group" aria-label=say(Language::senet_board)>
                            {squares().map(|square| view! { <Cell context animator square /> }).collect_view()}
                        </div>
                        <PathLine />
                        <PieceLayer context />
                        <Passing context />
                    </div>
                    {move || view! { <Edge context player=!top() /> }}
                    <Caption context />
                </div>
                <SticksPanel context animator />
            </div>
        </div>
    }
}

/// The square that the Tab key reaches first: the first piece of the player to move.
fn first_stop(position: &Position) -> Square {
    let player = position.to_move().unwrap_or(Player::One);
    position.board().pieces(player).next().unwrap_or(Square::REBIRTH)
}

/// The way the pieces go, drawn once lying and once standing; the page shows the one that fits.
#[component]
fn PathLine() -> impl IntoView {
    const LYING: &str = "M.3 .5H9.5A.5 .5 0 0 1 9.5 1.5H.5A.5 .5 0 0 0 .5 2.5H9.7";
    const STANDING: &str = "M.5 .3V9.5A.5 .5 0 0 0 1.5 9.5V.5A.5 .5 0 0 1 2.5 .5V9.7";
    view! {
        <svg class="senet-path lying" viewBox="0 0 10 3" preserveAspectRatio="none" aria-hidden="true">
            <path d=LYING />
        </svg>
        <svg class="senet-path standing" viewBox="0 0 3 10" preserveAspectRatio="none" aria-hidden="true">
            <path d=STANDING />
        </svg>
    }
}

/// The pieces, and what a move would look like.
#[component]
fn PieceLayer(context: BoardContext) -> impl IntoView {
    let standing = move || {
        context.shown.with(|position| {
            let of = |player| position.board().pieces(player).map(move |square| (player, square));
            Player::BOTH.into_iter().flat_map(of).collect::<Vec<_>>()
        })
    };
    let piece = move |(player, square): (Player, Square)| {
        let lifted = move || {
            let is_meant = context.preview().is_some_and(|it| it.1.from() == Some(square) && it.0 == player);
            is_meant && !context.busy.get()
        };
        view! {
            <span
                class=format!("piece {}", pieces::class(player))
                class:lifted=lifted
                data-piece=square.number()
                style:--c=column(square)
                style:--r=row(square)
            >
                {pieces::piece(player).view("piece-art")}
            </span>
        }
    };
    let ghost = move || {
        let (player, mv) = context.preview().filter(|_| !context.busy.get())?;
        let square = goal(mv)?;
        let class = format!("piece ghost {}", pieces::class(player));
        Some(view! {
            <span
                class=class
                style:--c=column(square)
                style:--r=row(square)
            >
                {pieces::piece(player).view("piece-art")}
            </span>
        })
    };
    let ripple = move || {
        let square = context.ripple.get()?;
        Some(view! {
            <span
                class="ripple"
                style:--c=column(square)
                style:--r=row(square)
            >
                <i></i><i></i><i></i>
            </span>
        })
    };
    view! {
        <div class="senet-pieces" aria-hidden="true">
            <For each=standing key=|piece| *piece children=piece />
            {ghost}
            {ripple}
        </div>
    }
}

/// Says in the middle of the board that a player passes.
#[component]
fn Passing(context: BoardContext) -> impl IntoView {
    let who = move || {
        let passed = context.props.scene.with(|scene| {
            let played = scene.played.as_ref()?;
            matches!(played.ply, AnyPly::Senet(_, Move::Pass)).then_some(played.mover)
        })?;
        Some(language().passes(&context.props.names.get()[passed]))
    };
    view! { {move || who().map(|words| view! { <p class="senet-pass" aria-hidden="true">{words}</p> })} }
}

/// The line below the board: what the house or the move is about that pointer or focus is on.
#[component]
fn Caption(context: BoardContext) -> impl IntoView {
    let words = move || {
        let language = language();
        if context.refusal.with(|refusal| !refusal.is_empty()) {
            return context.refusal.get();
        }
        if let Some(mv) = context.regarded() {
            return move_text(language, mv);
        }
        let house = context.asked.get().and_then(Square::house);
        house.map_or_else(String::new, |house| {
            let rules: Rules = context.shown.with(|position| *position.rules());
            format!("{}. {}", label::house(language, house), label::about(language, house, &rules))
        })
    };
    view! {
        <p class="senet-caption" class:refused=move || !context.refusal.with(String::is_empty) dir="auto" aria-hidden="true">{words}</p>
        <p class="unseen" role="status">{move || context.refusal.get()}</p>
    }
}

/// The square an event happened on.
fn square_of(target: Option<EventTarget>) -> Option<Square> {
    let cell = target?.dyn_into::<Element>().ok()?.closest("[data-square]").ok().flatten()?;
    cell.get_attribute("data-square")?.parse().ok().and_then(Square::new)
}

/// Does what a key asks for.
fn follow_key(event: &KeyboardEvent, context: BoardContext, animator: Animator, root: NodeRef<Div>) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
        return;
    }
    let on_square = square_of(event.target());
    // A button that has the focus does its own pressing, and takes its own arrows.
    let is_free = on_square.is_some() || keys_are_free(event);
    let may_throw = context.props.may_throw.get_untracked() && is_free;
    let Some(wish) = wish(&event.key(), may_throw) else { return };
    let here = context.cursor.get_untracked();
    let next = match wish {
        Wish::Throw => {
            animator.settle();
            context.throw();
            None
        }
        Wish::Clear => {
            if !animator.settle() && context.props.scene.with_untracked(|scene| scene.is_trial) {
                context.props.on_input.run(Input::Undo);
            }
            None
        }
        Wish::Play(place) => {
            animator.settle();
            context.play_listed(place);
            None
        }
        Wish::Go(arrow) if is_free => Some(beside(here, arrow, hold(root)).unwrap_or(here)),
        Wish::First => squares().next(),
        Wish::Last => squares().last(),
        Wish::NextPiece => movable(context).find(|&square| square > here).or_else(|| movable(context).next()),
        Wish::PreviousPiece => {
            movable(context).filter(|&square| square < here).last().or_else(|| movable(context).last())
        }
        Wish::Go(_) => return,
    };
    event.prevent_default();
    if let Some(square) = next {
        focus_square(root, square);
    }
}

/// A space that threw does not press the square as well when it is let go.
fn keep_space(event: &KeyboardEvent, context: BoardContext) {
    let throws = event.key() == " " && square_of(event.target()).is_some();
    if throws && (context.props.may_throw.get_untracked() || context.busy.get_untracked()) {
        event.prevent_default();
    }
}

/// The squares of the pieces that can move.
fn movable(context: BoardContext) -> impl Iterator<Item = Square> {
    let moves = context.decision.with_untracked(legal);
    moves.into_iter().filter_map(Move::from)
}

fn focus_square(root: NodeRef<Div>, square: Square) {
    let selector = format!("[data-square='{square}']");
    let cell = root.get_untracked().and_then(|root| root.query_selector(&selector).ok().flatten());
    if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
        // The square follows its focus by itself.
        let _ = cell.focus();
    }
}

/// How the page shows the board just now.
fn hold(root: NodeRef<Div>) -> Hold {
    let grid = root.get_untracked().and_then(|root| root.query_selector(".senet-grid").ok().flatten());
    let upright = grid.is_some_and(|grid| {
        let rect = grid.get_bounding_client_rect();
        rect.height() > rect.width()
    });
    Hold { upright }
}
