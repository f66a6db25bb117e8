//! A board to try things on: any position, all variations, and an engine that thinks along.

mod lines;
mod start;
mod tree;
mod variations;

use std::cell::RefCell;

use gebeta_i18n::Language;
use gebeta_rules::senet::Roll;
use gebeta_rules::{AnyPly, AnyPosition, Chance, Game, GameKind};
use gebeta_session::{Announcement, Input, Scene};
use gebeta_worker::Place;
use leptos::prelude::*;

use crate::board::either::EitherBoard;
use crate::board::props::BoardProps;
use crate::components::announcements::{Announcer, Log};
use crate::components::hint::{EvalBar, labels, plain_names};
use crate::components::press_button::Press;
use crate::components::sharing::CopyButton;
use crate::components::step_buttons::{Step, StepButton};
use crate::pages::editor::Editor;
use crate::pages::game::OffBoard;
use crate::platform::language::{language, language_now, say};
use crate::platform::share;
use crate::session::Session;

use lines::{Engine, Lines};
use start::Start;
use tree::Tree;
use variations::Variations;

thread_local! {
    /// What was tried when the screen was left, and what it had begun with: who comes back goes on with it.
    static LEFT: RefCell<Option<(String, Tree)>> = const { RefCell::new(None) };
}

/// The analysis board: `#/analysis`, `#/analysis/senet`, or with a whole game behind it.
#[component]
pub(crate) fn AnalysisScreen(start: Option<String>) -> impl IntoView {
    let origin = start.clone().unwrap_or_else(|| {
        untrack(|| Session::here().record()).map_or_else(String::new, |game| game.to_string())
    });
    let left = LEFT.take().filter(|(before, _)| *before == origin).map(|(_, tree)| tree);
    let tree = RwSignal::new(left.unwrap_or_else(|| start::tree(start.as_deref())));
    on_cleanup(move || LEFT.set(tree.try_get_untracked().map(|tree| (origin, tree))));
    // Another game needs another board.
    let game = Memo::new(move |_| tree.with(|tree| tree.rules.game()));
    move || {
        let game = game.get();
        view! { <AnalysisBoard tree game /> }
    }
}

#[component]
fn AnalysisBoard(tree: RwSignal<Tree>, game: GameKind) -> impl IntoView {
    /// What the sticks show at a place of the tree where nothing has been thrown.
    type Thrown = Option<(usize, Roll)>;
    let thrown = RwSignal::new(None as Thrown);
    let editing = RwSignal::new(false);
    let serial = StoredValue::new(0_u64);
    let position = Memo::new(move |_| {
        let roll = thrown.get();
        tree.with(|tree| {
            with_roll(tree.position(), roll.filter(|(node, _)| *node == tree.here()).map(|(_, roll)| roll))
        })
    });
    let scene = Memo::new(move |before: Option<&Scene>| {
        serial.update_value(|serial| *serial += 1);
        let position = position.get();
        // A move that was just played is seen; other steps are taken at once.
        let played = tree.with_untracked(|tree| {
            let from = before.map(|scene| scene.position)?;
            let played = tree.before().apply(tree.last()?).ok()?;
            (played.before == from && played.after == position).then_some(played)
        });
        Scene { serial: serial.get_value(), played, ..Scene::still(position, None) }
    });
    let place =
        Signal::derive(move || Place { rules: tree.with(|tree| tree.rules), position: position.get() });
    let engine = Engine::new(place);
    let names = Signal::derive(move || plain_names(language(), game));
    let last = Signal::derive(move || tree.with(|tree| Some((tree.before().to_move()?, tree.last()?))));
    let choose = Callback::new(move |ply: AnyPly| {
        tree.update(|tree| {
            tree.play(ply);
        });
    });
    let log = Log::new();
    let refused = RwSignal::new(String::new());
    // Every step in the tree is announced to screen readers.
    Effect::new(move |before: Option<()>| {
        let last = tree.with(|tree| tree.before().apply(tree.last()?).ok());
        refused.set(String::new());
        if before.is_some() {
            let words = language_now();
            let start = || vec![words.analysis_start().to_owned()];
            let sentences = |last| Announcement::Move(last).sentences(words, &names.get_untracked());
            log.say(last.map_or_else(start, sentences));
        }
    });
    let cast = move |roll: Roll| {
        log.say([language_now().sticks_show(roll)]);
        thrown.set(Some((tree.with_untracked(Tree::here), roll)));
    };
    let throw = move || {
        let sticks = gebeta_rules::senet::Sticks::from_bits((js_sys::Math::random() * 16.0) as u8);
        if let AnyPosition::Senet(position) = position.get_untracked() {
            cast(sticks.roll(position.rules().no_dark));
        }
    };
    let on_input = move |input| match input {
        Input::Choose(ply) => choose.run(ply),
        Input::Throw => throw(),
        _ => {}
    };
    let waits_for_throw = move || match position.get() {
        AnyPosition::Senet(position) => position.thrown().is_none() && position.to_move().is_some(),
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => false,
    };
    let props = BoardProps {
        may_choose: Signal::stored(true),
        may_throw: Signal::derive(waits_for_throw),
        last,
        labels: Signal::derive(move || engine.advice().as_ref().map(labels).unwrap_or_default()),
        on_input: Callback::new(on_input),
        on_refused: Callback::new(move |why| refused.set(why)),
        ..BoardProps::showing(scene, names)
    };
    let rolls = move || {
        let AnyPosition::Senet(now) = position.get() else { return None };
        let from = tree.with(Tree::position);
        let AnyPosition::Senet(from) = from else { return None };
        if from.thrown().is_some() || from.to_move().is_none() {
            return None;
        }
        let button = |&(roll, _): &(Roll, u32)| {
            let pressed = (now.thrown() == Some(roll)).to_string();
            view! { <button class="button" aria-pressed=pressed on:click=move |_| cast(roll)>{roll.to_string()}</button> }
        };
        let buttons = from.throws().iter().map(button).collect_view();
        Some(view! {
            <div class="row pick" role="group" aria-label=say(Language::analysis_throw) data-test="rolls">
                <span class="label">{say(Language::analysis_throw)}</span>
                {buttons}
            </div>
        })
    };
    let has_begun = Signal::derive(move || tree.with(Tree::here) != Tree::ROOT);
    let worth = Signal::derive(move || engine.advice().map(|advice| (advice.game, advice.evaluation)));
    let written = Signal::derive(move || Some(position.get().to_string()));
    let link = Signal::derive(move || Some(share::link(&share::game_from(&place.get(), &names.get()))));
    let use_place = Callback::new(move |place: Place| {
        editing.set(false);
        tree.set(Tree::new(place.rules, place.position));
    });
    view! {
        <div class="review analysis">
            <h1>{say(Language::analysis)}</h1>
            <div class="review-main">
                {move || if editing.get() {
                    view! { <Editor place=place.get_untracked() on_use=use_place on_cancel=Callback::new(move |()| editing.set(false)) /> }.into_any()
                } else {
                    view! {
                        <div class="board-place">
                            <EitherBoard props />
                        </div>
                        <EvalBar worth names />
                        <p class="refusal" role="status" data-test="refused">{refused}</p>
                        {rolls}
                        <div class="controls">
                            <OffBoard position=move || Some(position.get()) on_choose=move |ply| choose.run(ply) />
                            <StepButton step=Step::Back can=has_begun on_press=move |()| tree.update(Tree::back) />
                            <StepButton step=Step::On can=Signal::derive(move || tree.with(Tree::has_more)) on_press=move |()| tree.update(Tree::on) />
                            <button class="button" data-test="edit" on:click=move |_| editing.set(true)>{say(Language::editor)}</button>
                            <CopyButton label=Language::analysis_copy name="copy-position" text=written />
                            <CopyButton label=Language::share_place name="share-place" text=link />
                            <Press class="button quiet" name="cut" can=has_begun on_press=move |()| tree.update(Tree::cut)>{say(Language::analysis_cut)}</Press>
                        </div>
                    }
                    .into_any()
                }}
            </div>
            <aside class="review-side">
                <Lines engine on_choose=choose />
                <Variations tree />
                <Start tree />
            </aside>
            <Announcer log />
        </div>
    }
}

/// A position with a roll, where one can be thrown.
fn with_roll(position: AnyPosition, roll: Option<Roll>) -> AnyPosition {
    roll.and_then(|roll| position.cast(roll).ok()).unwrap_or(position)
}
