use gebeta_rules::senet::{Illegal, Move, Position, Rules, Square, Sticks};
use gebeta_rules::{ByPlayer, Game, Player, Word};
use gebeta_words::Language;
use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget, HtmlElement};

use super::cell::{Cell, column, row};
use super::desk::{Desk, goal, legal};
use super::edge::Edge;
use super::keys::{Wish, wish};
use super::layout::{Hold, beside, squares};
use super::pieces;
use super::stage::Stage;
use super::sticks::SticksPanel;
use super::{Advice, Scene, label};
use crate::language::{language, say};
use crate::settings::settings;

/// The whole table: the board between the rows of pieces that have left it, and the sticks beside it.
#[component]
pub(crate) fn SenetBoard(
    /// What to show, and how it came about.
    #[prop(into)]
    scene: Signal<Scene>,
    #[prop(into)] names: Signal<ByPlayer<String>>,
    /// Whether a person may choose among the legal moves of the scene.
    #[prop(into)]
    active: Signal<bool>,
    /// Whether a person is to throw the sticks now.
    #[prop(into)]
    may_throw: Signal<bool>,
    /// A move that is chosen and not yet committed.
    #[prop(optional, into)]
    chosen: Signal<Option<Move>>,
    #[prop(optional, into)] advice: Signal<Vec<Advice>>,
    /// Whether the board is turned round, for Player 2.
    #[prop(optional, into)]
    turned: Signal<bool>,
    /// The move before, to be marked.
    #[prop(optional, into)]
    last: Signal<Option<(Player, Move)>>,
    /// The move that pointer or focus is on, shared with the list of moves.
    #[prop(optional)]
    pointed: Option<RwSignal<Option<Move>>>,
    /// Whether the names stand beside the rows of pieces; a screen that shows them elsewhere does without.
    #[prop(optional)]
    named: bool,
    on_throw: Callback<()>,
    on_choose: Callback<Move>,
    on_refused: Callback<(Option<Square>, Illegal)>,
    /// Everything of the scene with this number has been shown.
    on_settled: Callback<u64>,
    /// The player gave up what was chosen.
    #[prop(optional, into)]
    on_clear: Option<Callback<()>>,
) -> impl IntoView {
    let position = scene.with_untracked(|scene| scene.position);
    let desk = Desk {
        scene,
        names,
        active,
        may_throw,
        chosen,
        advice,
        turned,
        last,
        on_throw,
        on_choose,
        on_refused,
        on_settled,
        on_clear,
        on_cue: use_context(),
        shown: RwSignal::new(position),
        faces: RwSignal::new(Sticks::from_bits(0b0101)),
        value: RwSignal::new(None),
        busy: RwSignal::new(false),
        pointed: pointed.unwrap_or_else(|| RwSignal::new(None)),
        asked: RwSignal::new(None),
        cursor: RwSignal::new(first_stop(&position)),
        ripple: RwSignal::new(None),
        refusal: RwSignal::new(String::new()),
    };
    let table = NodeRef::<Div>::new();
    let stage = Stage::new(desk, table);
    let layout = move || settings().with(|settings| settings.layout.word());
    let top = move || if turned.get() { Player::One } else { Player::Two };

    view! {
        <div
            class="senet"
            dir="ltr"
            data-layout=layout
            node_ref=table
            class:turned=turned
            on:keydown=move |event| follow_key(&event, desk, stage, table)
            on:keyup=move |event| keep_space(&event, desk)
            on:pointerdown=move |event| {
                // A tap on a square or a button is heard there.
                if square_of(event.target()).is_none() {
                    stage.settle();
                }
            }
        >
            <div class="senet-table">
                <div class="senet-play">
                    {move || view! { <Edge desk player=top() named /> }}
                    <div class="senet-frame">
                        <div class="senet-grid" role="group" aria-label=say(Language::senet_board)>
                            {squares().map(|square| view! { <Cell desk stage square /> }).collect_view()}
                        </div>
                        <PathLine desk />
                        <PieceLayer desk />
                        <Passing desk />
                    </div>
                    {move || view! { <Edge desk player=!top() named /> }}
                    <Caption desk />
                </div>
                <SticksPanel desk stage />
            </div>
        </div>
    }
}

/// The square that a tab reaches first: the first piece of whoever moves.
fn first_stop(position: &Position) -> Square {
    let player = position.to_move().unwrap_or(Player::One);
    position.board().pieces(player).next().unwrap_or(Square::REBIRTH)
}

/// The way the pieces go, drawn once lying and once standing; the page shows the one that fits.
#[component]
fn PathLine(desk: Desk) -> impl IntoView {
    const LYING: &str = "M.3 .5H9.5A.5 .5 0 0 1 9.5 1.5H.5A.5 .5 0 0 0 .5 2.5H9.7";
    const STANDING: &str = "M.5 .3V9.5A.5 .5 0 0 0 1.5 9.5V.5A.5 .5 0 0 1 2.5 .5V9.7";
    let flip =
        move |width: &str, height: &str| desk.turned.get().then(|| format!("rotate(180 {width} {height})"));
    view! {
        <svg class="senet-path lying" viewBox="0 0 10 3" preserveAspectRatio="none" aria-hidden="true">
            <path d=LYING transform=move || flip("5", "1.5") />
        </svg>
        <svg class="senet-path standing" viewBox="0 0 3 10" preserveAspectRatio="none" aria-hidden="true">
            <path d=STANDING transform=move || flip("1.5", "5") />
        </svg>
    }
}

/// The pieces, and what a move would look like.
#[component]
fn PieceLayer(desk: Desk) -> impl IntoView {
    let standing = move || {
        desk.shown.with(|position| {
            let of = |player| position.board().pieces(player).map(move |square| (player, square));
            Player::BOTH.into_iter().flat_map(of).collect::<Vec<_>>()
        })
    };
    let piece = move |(player, square): (Player, Square)| {
        let lifted = move || {
            let is_meant = desk.preview().is_some_and(|it| it.1.from() == Some(square) && it.0 == player);
            is_meant && !desk.busy.get()
        };
        view! {
            <span
                class=format!("piece {}", pieces::class(player))
                class:lifted=lifted
                data-piece=square.number()
                style:--c=move || column(square, desk.turned.get())
                style:--r=move || row(square, desk.turned.get())
            >
                {pieces::piece(player).view("piece-art")}
            </span>
        }
    };
    let ghost = move || {
        let (player, mv) = desk.preview().filter(|_| !desk.busy.get())?;
        let square = goal(mv)?;
        let class = format!("piece ghost {}", pieces::class(player));
        Some(view! {
            <span
                class=class
                style:--c=column(square, desk.turned.get())
                style:--r=row(square, desk.turned.get())
            >
                {pieces::piece(player).view("piece-art")}
            </span>
        })
    };
    let ripple = move || {
        let square = desk.ripple.get()?;
        Some(view! {
            <span
                class="ripple"
                style:--c=column(square, desk.turned.get())
                style:--r=row(square, desk.turned.get())
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

/// Says in the middle of the board that nobody could move.
#[component]
fn Passing(desk: Desk) -> impl IntoView {
    let who = move || {
        let played = desk.scene.get().played.filter(|played| played.mv == Move::Pass)?;
        Some(language().passes(&desk.names.get()[played.mover]))
    };
    view! { {move || who().map(|words| view! { <p class="senet-pass" aria-hidden="true">{words}</p> })} }
}

/// The line below the board: what the house or the move is about that pointer or focus is on.
#[component]
fn Caption(desk: Desk) -> impl IntoView {
    let words = move || {
        let language = language();
        if desk.refusal.with(|refusal| !refusal.is_empty()) {
            return desk.refusal.get();
        }
        if let Some(mv) = desk.regarded() {
            return label::mv(language, mv);
        }
        let house = desk.asked.get().and_then(Square::house);
        house.map_or_else(String::new, |house| {
            let rules: Rules = desk.shown.with(|position| *position.rules());
            format!("{}. {}", label::house(language, house), label::about(language, house, &rules))
        })
    };
    view! {
        <p class="senet-caption" class:refused=move || !desk.refusal.with(String::is_empty) dir="auto" aria-hidden="true">{words}</p>
        <p class="unseen" role="status">{move || desk.refusal.get()}</p>
    }
}

/// The square an event happened on.
fn square_of(target: Option<EventTarget>) -> Option<Square> {
    let cell = target?.dyn_into::<Element>().ok()?.closest("[data-square]").ok().flatten()?;
    cell.get_attribute("data-square")?.parse().ok().and_then(Square::new)
}

/// Does what a key asks for.
fn follow_key(event: &KeyboardEvent, desk: Desk, stage: Stage, table: NodeRef<Div>) {
    if event.ctrl_key() || event.meta_key() || event.alt_key() || event.default_prevented() {
        return;
    }
    let on_square = square_of(event.target());
    // A button that has the focus does its own pressing.
    let may_throw = desk.may_throw.get_untracked() && on_square.is_some();
    let Some(wish) = wish(&event.key(), may_throw) else { return };
    let here = desk.cursor.get_untracked();
    let next = match wish {
        Wish::Throw => {
            stage.settle();
            desk.throw();
            None
        }
        Wish::Clear => {
            if let (false, Some(clear)) = (stage.settle(), desk.on_clear) {
                clear.run(());
            }
            None
        }
        Wish::Play(place) => {
            stage.settle();
            desk.play_listed(place);
            None
        }
        Wish::Go(arrow) if on_square.is_some() => {
            Some(beside(here, arrow, hold(desk, table)).unwrap_or(here))
        }
        Wish::First => squares().next(),
        Wish::Last => squares().last(),
        Wish::NextPiece => movable(desk).find(|&square| square > here).or_else(|| movable(desk).next()),
        Wish::PreviousPiece => {
            movable(desk).filter(|&square| square < here).last().or_else(|| movable(desk).last())
        }
        Wish::Go(_) => return,
    };
    event.prevent_default();
    if let Some(square) = next {
        focus_square(table, square);
    }
}

/// A space that threw does not press the square as well when it is let go.
fn keep_space(event: &KeyboardEvent, desk: Desk) {
    let throws = event.key() == " " && square_of(event.target()).is_some();
    if throws && (desk.may_throw.get_untracked() || desk.busy.get_untracked()) {
        event.prevent_default();
    }
}

/// The squares of the pieces that can move.
fn movable(desk: Desk) -> impl Iterator<Item = Square> {
    let moves = desk.scene.with_untracked(|scene| legal(scene.decision()));
    moves.into_iter().filter_map(Move::from)
}

fn focus_square(table: NodeRef<Div>, square: Square) {
    let selector = format!("[data-square='{square}']");
    let cell = table.get_untracked().and_then(|table| table.query_selector(&selector).ok().flatten());
    if let Some(cell) = cell.and_then(|cell| cell.dyn_into::<HtmlElement>().ok()) {
        // The square follows its focus by itself.
        let _ = cell.focus();
    }
}

/// How the page shows the board just now.
fn hold(desk: Desk, table: NodeRef<Div>) -> Hold {
    let grid = table.get_untracked().and_then(|table| table.query_selector(".senet-grid").ok().flatten());
    let upright = grid.is_some_and(|grid| {
        let rect = grid.get_bounding_client_rect();
        rect.height() > rect.width()
    });
    Hold { turned: desk.turned.get_untracked(), upright }
}
