use std::time::Duration;

use gebeta_rules::mancala::{Board, Hole, Move, Size, Step};
use gebeta_rules::{AnyPly, AnyPosition, Player};
use gebeta_session::{Input, Scene};
use leptos::html::Div;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use super::flyer::Flyers;
use super::geometry::{Geometry, Rect};
use super::heap::{Heap, Laying};
use super::sowing;
use super::stone::Stone;
use super::stones::Stones;
use super::timeline::{Act, Moment, Pace, plan};
use crate::platform::settings;
use crate::sound::cue::Cue;

/// What the eye sees of the stones, which may be behind the position: the model comes first, the picture after.
#[derive(Clone, Copy)]
pub(super) struct Animator {
    /// The stones seen in each hole, by its index.
    heaps: StoredValue<Vec<RwSignal<Vec<Stone>>>>,
    /// Pits whose stones are about to be taken.
    glow: RwSignal<Vec<Hole>>,
    /// Holes whose counts changed at once, and which of two equal flashes to show, so that each begins anew.
    flash: RwSignal<(Vec<usize>, bool)>,
    /// Who has just won another turn, and with which scene.
    again: RwSignal<Option<(Player, u64)>>,
    /// Whether a move is being shown.
    busy: RwSignal<bool>,
    /// Where the last stone of the last move fell.
    landed: RwSignal<Option<Hole>>,
    pub(super) laying: Laying,
    /// What flies over the board.
    pub(super) layer: NodeRef<Div>,
    geometry: Memo<Geometry>,
    inner: StoredValue<Inner, LocalStorage>,
    cues: Option<Callback<Cue>>,
    on_input: Callback<Input>,
}

/// What changes while a move is shown.
struct Inner {
    stones: Stones,
    scene: Option<Scene>,
    run: Option<Run>,
    flyers: Flyers,
}

/// A move that is being shown.
struct Run {
    plan: std::vec::IntoIter<Moment>,
    /// By the page's clock.
    began: f64,
    timer: Option<TimeoutHandle>,
}

/// Two rows of the most pits, and the stores.
const HOLES: usize = 2 * (Size::MAX as usize + 1);

impl Animator {
    pub(super) fn new(geometry: Memo<Geometry>, on_input: Callback<Input>) -> Self {
        let animator = Self {
            heaps: StoredValue::new((0..HOLES).map(|_| RwSignal::new(Vec::new())).collect()),
            glow: RwSignal::new(Vec::new()),
            flash: RwSignal::new((Vec::new(), false)),
            again: RwSignal::new(None),
            busy: RwSignal::new(false),
            landed: RwSignal::new(None),
            laying: laying(),
            layer: NodeRef::new(),
            geometry,
            inner: StoredValue::new_local(Inner {
                stones: Stones::default(),
                scene: None,
                run: None,
                flyers: Flyers::default(),
            }),
            cues: use_context(),
            on_input,
        };
        on_cleanup(move || {
            let timer = animator.inner.try_update_value(|inner| inner.run.take().and_then(|run| run.timer));
            if let Some(Some(timer)) = timer {
                timer.clear();
            }
        });
        animator
    }

    /// The stones seen in `hole`.
    pub(super) fn heap(self, hole: Hole) -> RwSignal<Vec<Stone>> {
        self.heaps.with_value(|heaps| heaps[hole.index()])
    }

    pub(super) fn glows(self, hole: Hole) -> bool {
        self.glow.with(|holes| holes.contains(&hole))
    }

    /// `a` or `b` if the count of `hole` shall flash.
    pub(super) fn flashes(self, hole: Hole) -> Option<&'static str> {
        self.flash.with(|(holes, odd)| holes.contains(&hole.index()).then_some(if *odd { "a" } else { "b" }))
    }

    /// `a` or `b` if `player` has just won another turn: two equal signs, so that each begins anew.
    pub(super) fn moves_again(self, player: Player) -> Option<&'static str> {
        let (_, serial) = self.again.get().filter(|again| again.0 == player)?;
        Some(if serial % 2 == 0 { "a" } else { "b" })
    }

    /// Whether a move is being shown.
    pub(super) fn is_busy(self) -> bool {
        self.inner.with_value(|inner| inner.run.is_some())
    }

    /// Where the stones of `hole` lie. In rows and columns they have the whole hollow, and the score lies over them.
    pub(super) fn area(self, geometry: &Geometry, board: &Board, hole: Hole) -> Rect {
        match self.laying {
            Laying::Rows => geometry.bowl(board, hole),
            Laying::Natural => geometry.heap(board, hole),
        }
    }

    /// Whether nothing moves; followed by what waits for the last stone.
    pub(super) fn is_still(self) -> bool {
        !self.busy.get()
    }

    /// Whether the last stone of the last move fell into `hole`.
    pub(super) fn has_landed_in(self, hole: Hole) -> bool {
        self.landed.get() == Some(hole)
    }

    /// Shows `scene`: a move that is new is seen to happen, anything else is there at once.
    pub(super) fn show(self, scene: Scene) {
        self.skip();
        let seen = self.inner.with_value(|inner| inner.scene.as_ref().map(|scene| scene.serial));
        let is_new = seen.is_some_and(|serial| serial != scene.serial);
        let pace = Pace::of(settings::speed());
        let plan = match (scene.played.as_ref().and_then(sowing), pace) {
            (Some((before, steps)), Some(pace)) if is_new => {
                self.settle(before);
                plan(before, steps, pace)
            }
            _ => Vec::new(),
        };
        let is_still = plan.is_empty();
        self.forget_landing(&scene);
        if is_still {
            let changed = board_of(&scene).map(|board| self.settle(board)).unwrap_or_default();
            if is_new {
                self.flash.update(|(holes, odd)| (*holes, *odd) = (changed, !*odd));
            }
        }
        self.inner.update_value(|inner| {
            inner.scene = Some(scene);
            inner.run = Some(Run { plan: plan.into_iter(), began: now(), timer: None });
        });
        self.again.set(None);
        if is_still {
            if is_new {
                self.play_short_cues();
            }
            self.finish(is_new);
        } else {
            self.busy.set(true);
            self.flash.update(|flash| flash.0.clear());
            self.tick();
        }
    }

    /// The mark of the last landing goes with the next move. A move that was only shown and is now played keeps its own.
    fn forget_landing(self, scene: &Scene) {
        let is_same = self.inner.with_value(|inner| {
            let before = inner.scene.as_ref();
            scene.played.is_none() && before.and_then(board_of) == board_of(scene)
        });
        if !is_same {
            self.landed.set(None);
        }
    }

    /// Goes to the end of the move that is being shown, and says whether there was one.
    pub(super) fn skip(self) -> bool {
        let busy = self.is_busy();
        if busy {
            self.finish(false);
        }
        busy
    }

    /// Everything that is due happens; the rest waits for its time.
    fn tick(self) {
        loop {
            let next = self.inner.try_update_value(|inner| {
                let run = inner.run.as_mut()?;
                let wait = run.began + run.plan.as_slice().first()?.at - now();
                if wait > 1.0 { Some(Err(wait)) } else { run.plan.next().map(Ok) }
            });
            match next.flatten() {
                Some(Ok(moment)) => self.act(&moment.act),
                Some(Err(wait)) => {
                    let wait = Duration::from_millis(wait as u64);
                    let timer = set_timeout_with_handle(move || self.tick(), wait).ok();
                    self.inner.update_value(|inner| {
                        if let Some(run) = &mut inner.run {
                            run.timer = timer;
                        }
                    });
                    return;
                }
                None => return self.finish(true),
            }
        }
    }

    /// The picture catches up with the position.
    fn finish(self, is_heard: bool) {
        let ended = self.inner.try_update_value(|inner| {
            if let Some(timer) = inner.run.take().and_then(|run| run.timer) {
                timer.clear();
            }
            inner.flyers.clear();
            inner.scene.clone()
        });
        let Some(Some(scene)) = ended else { return };
        if let Some(board) = board_of(&scene) {
            self.settle(board);
        }
        self.glow.set(Vec::new());
        if let Some(hole) = landing(&scene) {
            self.landed.set(Some(hole));
        }
        self.busy.set(false);
        if let Some(mover) = extra_turn(&scene) {
            self.again.set(Some((mover, scene.serial)));
            if is_heard {
                self.cue(Cue::ExtraTurn);
            }
        }
        self.on_input.run(Input::Settled(scene.serial));
    }

    /// Puts every stone in its place, and returns the holes whose counts changed.
    fn settle(self, board: &Board) -> Vec<usize> {
        self.inner.update_value(|inner| inner.stones.settle(board));
        holes(board).into_iter().filter(|&hole| self.refresh(hole)).map(Hole::index).collect()
    }

    /// Shows what lies in `hole` now; says whether the count is another one.
    fn refresh(self, hole: Hole) -> bool {
        let stones = self.inner.with_value(|inner| inner.stones.of(hole).to_vec());
        let heap = self.heap(hole);
        let (is_other, is_more) = heap.with_untracked(|seen| (*seen != stones, seen.len() != stones.len()));
        if is_other {
            heap.set(stones);
        }
        is_more
    }

    fn act(self, act: &Act) {
        let Some(board) = self.board() else { return };
        let geometry = self.geometry.get_untracked();
        let place = |hole: Hole, stones: &[Stone]| {
            let area = self.area(&geometry, &board, hole);
            let heap = Heap::of(stones, area, board.pit_at(hole).is_some(), geometry.stone, self.laying);
            let (x, y) = area.centre();
            let places: Vec<(f64, f64)> =
                heap.places.iter().map(|place| (x + place.0, y + place.1)).collect();
            (heap.size, places)
        };
        let layer = self.layer.get_untracked();
        self.inner.update_value(|inner| {
            if let (Some(layer), Act::Lift { hole } | Act::Carry { from: hole, .. }) = (&layer, act) {
                let lying = inner.stones.of(*hole);
                let (size, places) = place(*hole, lying);
                inner.flyers.rise(layer, lying, &places, size);
            }
            let stones = inner.stones.act(act);
            match *act {
                Act::Throw { to, span } | Act::Carry { to, span, .. } => {
                    let mut there = inner.stones.of(to).to_vec();
                    let already = there.len();
                    there.extend(&stones);
                    let (size, places) = place(to, &there);
                    for (&stone, &target) in stones.iter().zip(&places[already..]) {
                        inner.flyers.fly(stone, target, size, span);
                    }
                }
                Act::Land { .. } | Act::Arrive { .. } => inner.flyers.land(&stones),
                Act::Lift { .. } | Act::Glow { .. } | Act::Dim => {}
            }
        });
        self.show_act(act);
    }

    /// Updates the signals and plays the sound of an act.
    fn show_act(self, act: &Act) {
        match act {
            Act::Lift { hole } => {
                self.refresh(*hole);
                self.cue(Cue::Lift);
            }
            Act::Land { hole } => {
                self.refresh(*hole);
                let fill = self.heap(*hole).with_untracked(Vec::len) as u16;
                self.cue(Cue::Drop { fill });
            }
            Act::Carry { from: hole, .. } | Act::Arrive { hole } => {
                self.refresh(*hole);
            }
            Act::Glow { holes, cue } => {
                self.glow.set(holes.clone());
                self.cue(*cue);
            }
            Act::Dim => self.glow.set(Vec::new()),
            Act::Throw { .. } => {}
        }
    }

    /// Plays the sounds of a move that is not animated: those of its first and last step.
    fn play_short_cues(self) {
        let steps = self.inner.with_value(|inner| {
            let played = inner.scene.as_ref().and_then(|scene| scene.played.as_ref());
            let steps = played.and_then(sowing).map(|(_, steps)| steps).unwrap_or_default();
            [steps.first().copied(), steps.last().copied()]
        });
        for step in steps.into_iter().flatten() {
            self.cue(match step {
                Step::Lift { .. } => Cue::Lift,
                Step::Drop { hole } => Cue::Drop { fill: self.heap(hole).with_untracked(Vec::len) as u16 },
                Step::Capture { .. } => Cue::Capture,
                Step::Sweep { .. } => Cue::Sweep,
                Step::Turn => Cue::Turn,
            });
        }
    }

    fn board(self) -> Option<Board> {
        self.inner.with_value(|inner| inner.scene.as_ref().and_then(board_of).copied())
    }

    fn cue(self, cue: Cue) {
        if let Some(cues) = self.cues {
            cues.run(cue);
        }
    }
}

/// The board of a scene of mancala.
const fn board_of(scene: &Scene) -> Option<&Board> {
    match &scene.position {
        AnyPosition::Mancala(position) => Some(position.board()),
        AnyPosition::Sowing(_) | AnyPosition::Senet(_) => None,
    }
}

/// How stones are laid in the theme of the page.
pub(super) fn laying() -> Laying {
    let theme = document().document_element().and_then(|html| html.get_attribute("data-theme"));
    if theme.as_deref() == Some("classic") { Laying::Rows } else { Laying::Natural }
}

/// Where the last stone of the move fell that led to a scene.
fn landing(scene: &Scene) -> Option<Hole> {
    let (_, steps) = scene.played.as_ref().and_then(sowing)?;
    steps.iter().rev().find_map(|step| match *step {
        Step::Drop { hole } => Some(hole),
        _ => None,
    })
}

/// Who moves again after the move that led to a scene.
fn extra_turn(scene: &Scene) -> Option<Player> {
    let played = scene.played.as_ref().filter(|played| played.again())?;
    matches!(played.ply, AnyPly::Mancala(Move::Sow(_))).then_some(played.mover)
}

/// Every hole along the sowing direction.
pub(super) fn holes(board: &Board) -> Vec<Hole> {
    let side = |player| board.holes_of(player).chain([board.store_of(player)]);
    side(Player::One).chain(side(Player::Two)).collect()
}

/// The page's clock, in milliseconds.
fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}
