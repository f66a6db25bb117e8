use gebeta_rules::mancala::{Hole, Move, Position};
use gebeta_rules::{Game, Player};
use gebeta_session::{Input, Scene};
use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{Element, HtmlElement};

use super::animator::Animator;
use super::board_context::BoardContext;
use super::geometry::Geometry;
use super::grain::Grain;
use super::hole::{PitCell, StoreCell, px};
use super::keys;
use super::position_memo;
use super::size::size_of;
use crate::board::props::{BoardProps, hear_keys, is_for_board};
use crate::platform::language::language;
use crate::platform::settings::{Layout, settings};

/// A mancala board that can be played on: with a mouse, a finger, the keyboard or a screen reader.
#[component]
pub(crate) fn MancalaBoard(props: BoardProps) -> impl IntoView {
    let BoardProps { scene, turned, .. } = props;
    let position = position_memo(scene, |scene| &scene.position);
    let area = NodeRef::<Div>::new();
    let size = size_of(area);
    let pits = Memo::new(move |_| position.with(|position| position.board().pits().get()));
    let near = Memo::new(move |_| if turned.get() { Player::Two } else { Player::One });
    let tall = orientation(size, pits);
    let geometry = Memo::new(move |_| {
        let (w, h) = size.get();
        Geometry::fit(w, h, pits.get(), tall.get(), near.get())
    });
    let animator = Animator::new(geometry, props.on_input);
    let decision = position_memo(scene, Scene::decision);
    let told = Memo::new(move |before: Option<&Position>| {
        let now = decision.get();
        let is_still = animator.is_still() && props.is_settled.get();
        before.copied().filter(|_| !is_still).unwrap_or(now)
    });
    let hovered = RwSignal::new(None::<Hole>);
    let focused = RwSignal::new(None::<Hole>);
    let context = BoardContext {
        props,
        position,
        decision,
        told,
        near,
        geometry,
        animator,
        hovered,
        focused,
        roving: RwSignal::new(None),
        refusal: RwSignal::new(String::new()),
        has_skipped: StoredValue::new(false),
        preview: BoardContext::preview_of(props, position, move || hovered.get().or_else(|| focused.get())),
    };
    Effect::new(move |_| {
        let scene = scene.get();
        untrack(|| {
            context.refusal.set(String::new());
            context.offer_focus();
            animator.show(scene);
        });
    });
    hear_keys(move |event| {
        if props.listens && is_for_board(&event) {
            context.key(&event, area);
        }
        // A key that no element takes skips the animation.
        if document().active_element().is_none_or(|it| it.tag_name() == "BODY") {
            animator.skip();
        }
    });
    let on_key = move |event: KeyboardEvent| context.key(&event, area);
    let hint = move || {
        let refusal = context.refusal.get();
        let preview = context.preview.get();
        if refusal.is_empty() {
            preview.and_then(|preview| context.words_of(&preview)).unwrap_or_default()
        } else {
            refusal
        }
    };
    view! {
        // Stones travel counter-clockwise in every language.
        <div class="mancala" dir="ltr" class:tall=move || geometry.with(|it| it.tall) class:numbered=move || settings().with(|settings| settings.numbers) style:--pits=move || pits.get().to_string()>
            <div class="area" node_ref=area on:keydown=on_key on:pointerdown=move |_| context.touch()>
                <div
                    class="plank"
                    style:--plank-w=move || px(geometry.with(|it| it.w))
                    style:--plank-h=move || px(geometry.with(|it| it.h))
                    style:--bowl-w=move || px(geometry.with(Geometry::pit_width))
                    style:--bowl-h=move || px(geometry.with(Geometry::pit_height))
                    style:--room=move || px(size.get().0)
                    style:--count=move || px(geometry.with(|it| it.count))
                >
                    <Grain />
                    <Rows context pits />
                    <div class="sky" node_ref=animator.layer aria-hidden="true"></div>
                    <p class="hint" class:refused=move || !context.refusal.with(String::is_empty) dir="auto" aria-hidden="true">
                        {hint}
                    </p>
                </div>
            </div>
            <p class="unseen" role="status" dir="auto">{move || context.refusal.get()}</p>
        </div>
    }
}

/// What the shape of the board depends on beside its room: the number of pits, the wish of the player, the width of the window
/// and whether it is upright.
type Shape = (u8, Layout, i32, bool);

/// Whether the board stands. That is decided once for a window, and again only when the window is turned or gets another width:
/// nothing that comes and goes beside the board turns it round.
fn orientation(size: RwSignal<(f64, f64)>, pits: Memo<u8>) -> Memo<bool> {
    let layout = Memo::new(move |_| settings().with(|settings| settings.layout));
    let decided = StoredValue::new(None::<(Shape, bool)>);
    Memo::new(move |_| {
        let (w, h) = size.get();
        let of_window =
            |side: Result<JsValue, JsValue>| side.ok().and_then(|side| side.as_f64()).unwrap_or(0.0);
        let (width, height) = (of_window(window().inner_width()), of_window(window().inner_height()));
        let shape = (pits.get(), layout.get(), width as i32, height > width);
        let known = decided.get_value().filter(|(before, _)| *before == shape);
        let stands = known.map_or_else(|| Geometry::stands(w, h, shape.0, shape.1), |(_, stands)| stands);
        if w > 0.0 && h > 0.0 {
            decided.set_value(Some((shape, stands)));
        }
        stands
    })
}

/// Both rows of pits, the far one first, and the stores.
#[component]
fn Rows(context: BoardContext, pits: Memo<u8>) -> impl IntoView {
    move || {
        // Cells are made anew for a board of another size only.
        pits.track();
        let board = context.position.with_untracked(|position| *position.board());
        let grid = NodeRef::<Div>::new();
        // From the other chair they are read from the other end. Where they are drawn the geometry says.
        Effect::new(move |before: Option<Player>| {
            let near = context.near.get();
            if let (Some(grid), true) = (grid.get(), before.unwrap_or(Player::One) != near) {
                read_backwards(&grid);
            }
            near
        });
        let row = move |player: Player| {
            let mut holes: Vec<Hole> = board.holes_of(player).collect();
            if player == Player::Two {
                holes.reverse();
            }
            let cells: Vec<_> =
                holes.into_iter().map(|hole| view! { <PitCell context board hole /> }).collect();
            view! { <div role="row">{cells}</div> }
        };
        let store = move |player: Player| view! { <StoreCell context board hole=board.store_of(player) /> };
        view! {
            {store(Player::Two)}
            <div role="grid" aria-label=move || language().board_name() node_ref=grid>
                {row(Player::Two)} {row(Player::One)}
            </div>
            {store(Player::One)}
        }
    }
}

/// Turns the order of the rows round, and of the cells in them.
fn read_backwards(element: &Element) {
    let children = element.children();
    for index in 0..children.length() {
        if let Some(child) = children.item(index) {
            if index > 0 {
                element.prepend_with_node_1(&child).expect("a child can be the first");
            }
            if child.get_attribute("role").is_some_and(|role| role == "row") {
                read_backwards(&child);
            }
        }
    }
}

impl BoardContext {
    /// Lets the Tab key reach a pit that can be played, unless the player is on the board already.
    fn offer_focus(self) {
        let decision = self.decision.get_untracked();
        let board = decision.board();
        let here = self.roving.get_untracked();
        let is_there = here.is_some_and(|hole| board.pit_at(hole).is_some());
        if is_there && self.focused.get_untracked().is_some() {
            return;
        }
        let first = decision.to_move().zip(decision.moves().find_map(|mv| match mv {
            Move::Sow(pit) => Some(pit),
            Move::Swap => None,
        }));
        let hole = first
            .map(|(mover, pit)| board.hole_of(mover, pit))
            .or_else(|| board.holes_of(Player::One).next());
        self.roving.set(hole);
    }

    fn key(self, event: &KeyboardEvent, area: NodeRef<Div>) {
        if event.ctrl_key() || event.alt_key() || event.meta_key() || event.default_prevented() {
            return;
        }
        let key = event.key();
        let board = self.position.with_untracked(|position| *position.board());
        if let Some(pit) = keys::pit_of(&key) {
            event.prevent_default();
            self.choose(None, pit);
        } else if key == "Escape" {
            let was_busy = self.skip();
            self.refusal.set(String::new());
            if !was_busy && self.props.scene.with_untracked(|scene| scene.is_trial) {
                self.props.on_input.run(Input::Undo);
            }
        } else if let Some(from) = self.roving.get_untracked().and_then(|hole| board.pit_at(hole)) {
            let (near, tall) = (self.near.get_untracked(), self.geometry.with_untracked(|it| it.tall));
            if let Some(there) = keys::walk(&key, from, board.pits().get(), near, tall) {
                event.prevent_default();
                // The first arrow leads to the board, the next ones walk over it.
                let (owner, pit) = if self.focused.get_untracked().is_some() { there } else { from };
                focus(area, board.hole_of(owner, pit));
            }
        }
    }
}

/// Brings the focus to the button of `hole`.
fn focus(area: NodeRef<Div>, hole: Hole) {
    let button = area
        .get_untracked()
        .and_then(|area| area.query_selector(&format!("button[data-hole='{}']", hole.index())).ok().flatten())
        .and_then(|button| button.dyn_into::<HtmlElement>().ok());
    if let Some(button) = button {
        // A button that has just gone cannot take the focus.
        let _ = button.focus();
    }
}
