//! Playable lessons: real positions on the real board, one thing to learn at a time.

mod lesson;
mod script;

use gebeta_engine::{Bot, Level};
use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, ByPlayer, GameKind};
use gebeta_session::{GameSetup, Input, PlayerKind};
use leptos::html::Button;
use leptos::prelude::*;

use crate::board::either::EitherBoard;
use crate::board::props::{BoardProps, MoveLabel};
use crate::platform::language::{language, say};
use crate::platform::settings::settings;
use crate::route::Route;
use crate::session::Session;
use lesson::Lesson;

/// The lesson of a game, from its first step to the first game.
#[component]
pub(crate) fn LearnScreen(game: GameKind) -> impl IntoView {
    let lesson = RwSignal::new(Lesson::begin(game));
    let settled = RwSignal::new(0);
    let title = match game {
        GameKind::Mancala => Language::tutor_title_mancala,
        GameKind::Senet => Language::tutor_title_senet,
    };
    let over = Memo::new(move |_| lesson.with(Lesson::is_over));
    let body = move || {
        if over.get() {
            view! { <Farewell game lesson /> }.into_any()
        } else {
            view! {
                <Task lesson />
                <div class="lesson-board">
                    <EitherBoard props=board_props(lesson, settled) />
                </div>
                <Answer lesson settled />
            }
            .into_any()
        }
    };
    view! {
        <div class="page lesson" data-test="lesson">
            <h1>{say(title)}</h1>
            {body}
        </div>
    }
}

/// How far the player has come, and what to do now.
#[component]
fn Task(lesson: RwSignal<Lesson>) -> impl IntoView {
    let progress = Memo::new(move |_| lesson.with(Lesson::progress));
    let step_text = move || {
        let (step, steps) = progress.get();
        language().tutor_step(step, steps)
    };
    let dots = move || {
        let (step, steps) = progress.get();
        (1..=steps)
            .map(|dot| view! { <span class:past={dot < step} class:now={dot == step}></span> })
            .collect_view()
    };
    view! {
        <div class="lesson-head">
            <p class="lesson-step dim" data-test="lesson-step">{step_text}</p>
            <div class="lesson-dots" aria-hidden="true">{dots}</div>
        </div>
        <p class="lesson-task" role="status" data-test="lesson-task">{move || lesson.with(|lesson| lesson.task(language()))}</p>
    }
}

/// The answer to the last try, and the way on.
#[component]
fn Answer(lesson: RwSignal<Lesson>, settled: RwSignal<u64>) -> impl IntoView {
    let next = NodeRef::<Button>::new();
    // The answer is shown after the animation.
    let done =
        Memo::new(move |_| lesson.with(|lesson| lesson.is_done() && settled.get() >= lesson.scene.serial));
    let words = move || {
        let waits = lesson.with(Lesson::is_done) && !done.get();
        if waits { String::new() } else { lesson.with(|lesson| lesson.answer(language())) }
    };
    Effect::new(move |_| {
        if let (true, Some(button)) = (done.get(), next.get()) {
            // A button that is gone needs no focus.
            let _ = button.focus();
        }
    });
    view! {
        <div class="lesson-answer" class:done=done>
            <p role="status" data-test="lesson-answer">{words}</p>
            <div class="row center">
                <Show when=move || done.get()>
                    <button class="button quiet" on:click=move |_| lesson.update(Lesson::again)>{say(Language::tutor_again)}</button>
                    <button class="button primary" node_ref=next data-test="lesson-next" on:click=move |_| lesson.update(Lesson::next)>
                        {say(Language::next)}
                    </button>
                </Show>
            </div>
        </div>
    }
}

/// The end of the lesson: off to the first game.
#[component]
fn Farewell(game: GameKind, lesson: RwSignal<Lesson>) -> impl IntoView {
    let session = Session::here();
    let settings = settings();
    let confirms = move || settings.with_untracked(|settings| settings.confirm);
    let about = match game {
        GameKind::Mancala => Language::tutor_over_mancala,
        GameKind::Senet => Language::tutor_over_senet,
    };
    let (other, other_name): (_, fn(Language) -> &'static str) = match game {
        GameKind::Mancala => (GameKind::Senet, Language::tutor_title_senet),
        GameKind::Senet => (GameKind::Mancala, Language::tutor_title_mancala),
    };
    view! {
        <div class="lesson-over" data-test="lesson-over">
            <p class="verdict">{say(Language::tutor_over)}</p>
            <p>{say(about)}</p>
            <button class="button primary big" data-test="first-game" on:click=move |_| session.begin(&first_game(game, confirms()))>
                {say(Language::tutor_first_game)}
            </button>
            <div class="row center">
                <button class="button quiet" on:click=move |_| lesson.set(Lesson::begin(game))>{say(Language::tutor_restart)}</button>
                <a class="button quiet" href=Route::Learn(other).href()>{say(other_name)}</a>
                <a class="button quiet" href=Route::Rules(None).href()>{say(Language::rules)}</a>
            </div>
        </div>
    }
}

/// A game against the kindest of the computers.
fn first_game(game: GameKind, confirm: bool) -> GameSetup {
    let kindest = Level::all().next().unwrap_or(Level::USUAL);
    let mut setup = GameSetup { confirm, ..GameSetup::usual(game, language()) };
    setup.player_kinds.two = PlayerKind::Bot(Bot::Level(kindest));
    setup
}

fn names() -> ByPlayer<String> {
    ByPlayer { one: language().you().to_owned(), two: language().computer().to_owned() }
}

/// The board of a lesson.
fn board_props(lesson: RwSignal<Lesson>, settled: RwSignal<u64>) -> BoardProps {
    let on_input = move |input| match input {
        Input::Choose(ply) => lesson.update(|lesson| lesson.choose(ply)),
        Input::Throw => lesson.update(Lesson::throw),
        Input::Settled(serial) => settled.set(serial),
        _ => {}
    };
    // The texts name pits by their numbers.
    let marks = move || {
        let marked = lesson.with(|lesson| if lesson.may_choose() { lesson.marked() } else { Vec::new() });
        let mark = |ply: AnyPly| MoveLabel {
            ply,
            text: match ply {
                AnyPly::Mancala(_) | AnyPly::Sowing(_) => ply.to_string(),
                AnyPly::Senet(..) => language().tutor_here().to_owned(),
            },
            is_best: lesson.with(|lesson| lesson.points_to(ply)),
            is_exact: false,
        };
        marked.into_iter().map(mark).collect()
    };
    BoardProps {
        may_choose: Signal::derive(move || lesson.with(Lesson::may_choose)),
        may_throw: Signal::derive(move || lesson.with(Lesson::may_throw)),
        labels: Signal::derive(marks),
        on_input: Callback::new(on_input),
        on_refused: Callback::new(move |why| lesson.update(|lesson| lesson.refuse(why))),
        ..BoardProps::showing(
            Memo::new(move |_| lesson.with(|lesson| lesson.scene.clone())),
            Signal::derive(names),
        )
    }
}
