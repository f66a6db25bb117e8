//! Shows how a scene came about: runs its acts one after the other, and can be skipped at any moment.
//!
//! A timer, not the end of an animation, decides when an act is over, because hidden pages do not animate. The
//! scene itself is never touched: what moves here is only the picture of it.

use std::time::Duration;

use gebeta_rules::senet::{Position, Roll, Square};
use gebeta_rules::{AnyPly, AppliedMove, Chance, Game, Player, Steps};
use gebeta_session::{Input, Scene};
use leptos::leptos_dom::helpers::{AnimationFrameRequestHandle, TimeoutHandle};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Animation, Element, HtmlElement};

use super::board_context::{BoardContext, sticks_of};
use super::frames::{self, Point};
use super::motion::{Act, acts};
use super::toss;
use super::typed;
use crate::platform::animation::{Timing, animate};
use crate::platform::settings::{Speed, speed};

/// What is under way.
#[derive(Default)]
struct Running {
    animations: Vec<Animation>,
    timers: Vec<TimeoutHandle>,
    start: Option<AnimationFrameRequestHandle>,
}

impl Drop for Running {
    fn drop(&mut self) {
        for animation in &self.animations {
            animation.cancel();
        }
        for timer in &self.timers {
            timer.clear();
        }
        if let Some(start) = &self.start {
            start.cancel();
        }
    }
}

/// Moves the pieces of a board.
#[derive(Clone, Copy)]
pub(super) struct Animator {
    context: BoardContext,
    board: NodeRef<leptos::html::Div>,
    running: StoredValue<Option<Running>, LocalStorage>,
}

impl Animator {
    /// Follows the scenes of `context` on `board`, until the board goes away.
    pub(super) fn new(context: BoardContext, board: NodeRef<leptos::html::Div>) -> Self {
        let animator = Self { context, board, running: StoredValue::new_local(None) };
        Effect::new(move |before: Option<Scene>| {
            let scene = context.props.scene.get();
            if before.as_ref().is_none_or(|before| before.serial != scene.serial) {
                untrack(|| animator.show(&scene, before.as_ref()));
            }
            scene
        });
        on_cleanup(move || animator.running.set_value(None));
        animator
    }

    /// Ends at once what is under way, and says whether anything was.
    pub(super) fn settle(self) -> bool {
        let was_busy = self.context.busy.get_untracked();
        if was_busy {
            self.finish();
        }
        was_busy
    }

    fn show(self, scene: &Scene, before: Option<&Scene>) {
        self.running.set_value(None);
        self.context.refusal.set(String::new());
        let acts = plan(scene, before);
        let factor = match speed() {
            Speed::Off => None,
            Speed::Fast => Some(0.5),
            Speed::Normal => Some(1.0),
            Speed::Slow => Some(2.0),
        };
        match factor {
            Some(factor) if !acts.is_empty() => self.start(scene, acts, factor),
            _ => {
                // A scene that is not animated has one sound.
                if let Some((_, cue)) = acts.iter().flat_map(Act::cues).last() {
                    self.context.cue(cue);
                }
                self.finish();
            }
        }
    }

    /// Shows the board as it was, and lets the acts begin with the next frame.
    fn start(self, scene: &Scene, acts: Vec<Act>, factor: f64) {
        let context = self.context;
        context.busy.set(true);
        context.pointed.set(None);
        if let Some(before) = position_before(scene) {
            context.shown.set(*before);
        }
        if acts.first() == Some(&Act::Tumble) {
            context.value.set(None);
        }
        if let Some(sticks) = sticks_of(scene) {
            context.faces.set(sticks);
        }
        let (mover, roll) = thrown_in(scene);
        // The pieces must stand where they stood before they are measured.
        let start = request_animation_frame_with_handle(move || {
            let mut running = Running::default();
            let mut clock = 0.0;
            for act in acts {
                let length = f64::from(act.millis()) * factor;
                let moment = Moment { delay: clock, length };
                running.animations.extend(self.perform(&act, moment));
                for (share, cue) in act.cues() {
                    running.timers.extend(at(clock + length * share, move || context.cue(cue)));
                }
                running.timers.extend(at(clock, move || self.begin_act(&act)));
                clock += length;
                running.timers.extend(at(clock, move || self.count(mover, roll)));
            }
            running.timers.extend(at(clock, move || self.finish()));
            self.running.set_value(Some(running));
        });
        self.running.set_value(Some(Running {
            animations: Vec::new(),
            timers: Vec::new(),
            start: start.ok(),
        }));
    }

    /// The sticks lie still and count.
    fn count(self, mover: Option<Player>, roll: Option<Roll>) {
        self.context.value.set(roll);
        if let Some(throw) = mover.zip(roll) {
            self.context.last_throw.set(Some(throw));
        }
    }

    /// Shows the scene as it is.
    fn finish(self) {
        let context = self.context;
        let scene = context.props.scene.get_untracked();
        context.shown.set(context.position.get_untracked());
        if let Some(sticks) = sticks_of(&scene) {
            context.faces.set(sticks);
        }
        let (mover, roll) = thrown_in(&scene);
        self.count(mover, roll);
        context.value.set(context.decision.with_untracked(Chance::thrown));
        context.ripple.set(None);
        context.busy.set(false);
        self.running.set_value(None);
        context.props.on_input.run(Input::Settled(scene.serial));
    }

    /// What happens besides the movement when an act begins.
    fn begin_act(self, act: &Act) {
        match *act {
            Act::Sink { .. } => self.context.ripple.set(Some(Square::WATER)),
            Act::Rise { to, .. } => self.context.ripple.set(Some(to)),
            _ => {}
        }
    }

    /// The animations of an act; none of them where the page does not show what they need.
    fn perform(self, act: &Act, moment: Moment) -> Vec<Animation> {
        let fly = |piece: Square, frames: Vec<frames::Frame>, ease| {
            let element = self.find(&format!("[data-piece='{piece}']"))?;
            let _ = element.class_list().add_1("moving");
            let keyframes: Vec<_> = frames.iter().map(frames::Frame::keyframe).collect();
            animate(&element, &keyframes, Timing { delay: moment.delay, length: moment.length, ease })
        };
        let center = |square: Square| self.center(&format!("[data-square='{square}']"));
        let flights = match act {
            Act::Tumble => return self.tumble(moment),
            Act::Pass => return Vec::new(),
            Act::Glide { piece, way } => {
                let points: Option<Vec<_>> = way.iter().map(|&square| center(square)).collect();
                [points.and_then(|points| fly(*piece, frames::glide(&points), CARRIED)), None]
            }
            Act::Swap { from, to } => {
                let ends = center(*from).zip(center(*to));
                [
                    ends.and_then(|(from_point, to_point)| {
                        fly(*from, frames::arc(from_point, to_point, 0.35), CARRIED)
                    }),
                    ends.and_then(|(from_point, to_point)| {
                        fly(*to, frames::arc(to_point, from_point, 0.35), CARRIED)
                    }),
                ]
            }
            Act::Sink { piece } => {
                let ends = center(*piece).zip(center(Square::WATER));
                [ends.and_then(|(home, goal)| fly(*piece, frames::sink(home, goal), FALLING)), None]
            }
            Act::Rise { piece, to } => {
                let ends = center(*piece).zip(center(*to));
                [ends.and_then(|(home, goal)| fly(*piece, frames::rise(home, goal), RISING)), None]
            }
            Act::Back { from, to } => {
                let ends = center(*from).zip(center(*to));
                [ends.and_then(|(home, goal)| fly(*from, frames::arc(home, goal, 0.2), CARRIED)), None]
            }
            Act::Leave { player, from } => {
                let ends = center(*from).zip(self.next_slot(*player));
                [ends.and_then(|(home, goal)| fly(*from, frames::arc(home, goal, 0.15), CARRIED)), None]
            }
        };
        flights.into_iter().flatten().collect()
    }

    /// Four sticks that come to rest one after the other.
    fn tumble(self, moment: Moment) -> Vec<Animation> {
        let mut animations = Vec::new();
        let faces = self.context.faces.get_untracked().dark();
        for (place, dark) in faces.into_iter().enumerate() {
            let timing =
                Timing { delay: moment.delay, length: moment.length * toss::share(place), ease: RISING };
            for (part, keyframes) in [("toss", toss::flight(place)), ("turn", toss::turn(place, dark))] {
                let stick = self.find(&format!("[data-{part}='{place}']"));
                animations.extend(stick.and_then(|stick| animate(&stick, &keyframes, timing)));
            }
        }
        animations
    }

    /// The middle of the first free place at the edge.
    fn next_slot(self, player: Player) -> Option<Point> {
        let off = self.context.shown.with_untracked(|position| position.exited(player));
        self.center(&format!("[data-slot='{player}-{off}']"))
    }

    fn find(self, selector: &str) -> Option<HtmlElement> {
        let board = self.board.get_untracked()?;
        let element: Element = board.query_selector(selector).ok().flatten()?;
        element.dyn_into().ok()
    }

    fn center(self, selector: &str) -> Option<Point> {
        let rect = self.find(selector)?.get_bounding_client_rect();
        Some(Point { x: rect.left() + rect.width() / 2.0, y: rect.top() + rect.height() / 2.0 })
    }
}

/// How pieces gain and lose speed.
const CARRIED: &str = "ease-in-out";
const FALLING: &str = "ease-in";
const RISING: &str = "ease-out";

/// When an act happens, in milliseconds.
#[derive(Clone, Copy)]
struct Moment {
    delay: f64,
    length: f64,
}

/// Does `what` after so many milliseconds.
fn at(millis: f64, what: impl FnOnce() + 'static) -> Option<TimeoutHandle> {
    set_timeout_with_handle(what, Duration::from_millis(millis as u64)).ok()
}

/// What is to be seen on the way from one scene to the next.
fn plan(scene: &Scene, before: Option<&Scene>) -> Vec<Act> {
    let moves = scene.played.as_ref().map(acts_of).unwrap_or_default();
    let known = before.and_then(|before| typed(&before.position)).zip(position_before(scene));
    let is_new_throw = known.is_some_and(|(before, thrown_in)| {
        thrown_in.thrown().is_some()
            && before.thrown().is_none()
            && before.board() == thrown_in.board()
            && scene.sticks.is_some()
    });
    is_new_throw.then_some(Act::Tumble).into_iter().chain(moves).collect()
}

/// Who has thrown what in a scene.
fn thrown_in(scene: &Scene) -> (Option<Player>, Option<Roll>) {
    let roll = match scene.played.as_ref().map(|played| played.ply) {
        Some(AnyPly::Senet(roll, _)) => Some(roll),
        _ => typed(&scene.position).and_then(Chance::thrown),
    };
    (position_before(scene).and_then(Game::to_move), roll)
}

/// The position that the animation of a scene begins with.
fn position_before(scene: &Scene) -> Option<&Position> {
    typed(scene.played.as_ref().map_or(&scene.position, |played| &played.before))
}

fn acts_of(played: &AppliedMove) -> Vec<Act> {
    match &played.steps {
        Steps::Senet(steps) => acts(steps),
        Steps::Mancala(_) | Steps::Sowing(_) => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use gebeta_rules::senet::{Roll, Rules, Sticks};
    use gebeta_rules::{AnyPosition, Game};

    use super::*;

    const TWO: Sticks = Sticks::from_bits(0b0110);

    fn scene(serial: u64, position: Position, sticks: Option<Sticks>) -> Scene {
        Scene { serial, ..Scene::still(AnyPosition::Senet(position), sticks) }
    }

    #[test]
    fn only_a_throw_that_was_not_there_tumbles() {
        let start = Position::start(&Rules::CLASSIC);
        let thrown = start.cast(Roll::new(2).unwrap());
        let resting = scene(1, start, None);
        assert_eq!(plan(&scene(2, thrown, Some(TWO)), Some(&resting)), [Act::Tumble]);
        assert_eq!(plan(&scene(2, thrown, None), Some(&resting)), []);
        assert_eq!(plan(&scene(3, thrown, Some(TWO)), Some(&scene(2, thrown, Some(TWO)))), []);
        assert_eq!(plan(&scene(1, thrown, Some(TWO)), None), []);
    }

    #[test]
    fn a_turn_in_one_scene_throws_and_moves() {
        let start = Position::start(&Rules::CLASSIC);
        let before = start.cast(Roll::new(1).unwrap());
        let ply = AnyPly::Senet(before.thrown().unwrap(), before.legal_moves().next().unwrap());
        let played = AnyPosition::Senet(before).apply(ply).unwrap();
        let whole = Scene { serial: 2, sticks: Some(TWO), ..Scene::of(played) };
        assert_eq!(plan(&whole, Some(&scene(1, start, None))).len(), 2);
        assert_eq!(plan(&whole, Some(&scene(1, before, Some(TWO)))).len(), 1);
    }
}
