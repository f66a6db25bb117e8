//! The puzzle of the day, and earlier ones for who wants more.

use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, ByPlayer, GameKind, Player};
use gebeta_session::{DailyStreak, Input, Puzzle, PuzzleAnswer, PuzzleAttempt, PuzzleKind, Scene};
use gebeta_worker::Place;
use leptos::prelude::*;

use crate::board::either::EitherBoard;
use crate::board::props::BoardProps;
use crate::platform::language::{language, say};
use crate::platform::share;
use crate::platform::storage::storage;
use crate::route::Route;

/// Where the streak stands.
const STREAK: &str = "gebeta.puzzle";

/// What is said to the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Told {
    Nothing,
    Wrong,
    Right,
    Solved,
    /// The answer was shown.
    Shown,
}

/// One puzzle for everybody, another one every day: `#/puzzle`.
#[component]
pub(crate) fn PuzzleScreen() -> impl IntoView {
    let today = today();
    let day = RwSignal::new(today);
    let streak = RwSignal::new(stored());
    let days = move || {
        let days = streak.get().on(today);
        (days > 0).then(|| language().puzzle_streak(days as usize))
    };
    let solved = Callback::new(move |()| {
        if day.get_untracked() == today {
            streak.update(|streak| *streak = streak.solved(today));
            if let Some(storage) = storage() {
                // Without space the streak lasts as long as the page.
                let _ = storage.set_item(STREAK, &streak.get_untracked().write());
            }
        }
    });
    let body = move || {
        let puzzle = Puzzle::of_day(day.get())?;
        Some(view! { <PuzzleBoard puzzle on_solved=solved /> })
    };
    view! {
        <div class="page puzzle" data-test="puzzle">
            <div class="puzzle-head">
                <h1>{say(Language::puzzle_title)}</h1>
                <p class="puzzle-streak" data-test="streak">{days}</p>
            </div>
            {body}
            <div class="row center">
                <button class="button quiet" data-test="earlier" on:click=move |_| day.update(|day| *day = day.saturating_sub(1))>{say(Language::puzzle_earlier)}</button>
                <Show when=move || day.get() != today>
                    <button class="button quiet" data-test="today" on:click=move |_| day.set(today)>{say(Language::puzzle_today)}</button>
                </Show>
            </div>
            <Show when=move || day.get() == today && streak.get().has(today)>
                <p class="dim center">{say(Language::puzzle_tomorrow)}</p>
            </Show>
        </div>
    }
}

#[component]
fn PuzzleBoard(puzzle: Puzzle, on_solved: Callback<()>) -> impl IntoView {
    let (rules, start, player) = (puzzle.rules, puzzle.position, puzzle.player());
    let task = {
        let puzzle = puzzle.clone();
        move || task_text(language(), &puzzle)
    };
    let attempt = RwSignal::new(PuzzleAttempt::new(puzzle));
    let told = RwSignal::new(Told::Nothing);
    let scene = RwSignal::new(Scene { serial: 1, ..Scene::still(start, None) });
    let choose = move |ply: AnyPly| {
        let played = attempt.with_untracked(|attempt| attempt.position().apply(ply).ok());
        let answer = attempt.try_update(|attempt| attempt.choose(ply));
        let (Some(played), Some(answer)) = (played, answer) else { return };
        told.set(match answer {
            PuzzleAnswer::Wrong => return told.set(Told::Wrong),
            PuzzleAnswer::Right => Told::Right,
            PuzzleAnswer::Solved => Told::Solved,
        });
        scene.update(|scene| {
            let after = played.after;
            *scene = Scene { serial: scene.serial + 1, played: Some(played), ..Scene::still(after, None) };
        });
        if answer == PuzzleAnswer::Solved {
            on_solved.run(());
        }
    };
    let give_up = move |_| {
        let line = attempt.with_untracked(|attempt| attempt.puzzle().line.clone());
        let mut shown = PuzzleAttempt::new(attempt.with_untracked(|attempt| attempt.puzzle().clone()));
        let mut last = None;
        for ply in line {
            last = shown.position().apply(ply).ok();
            shown.choose(ply);
        }
        let position = *shown.position();
        attempt.set(shown);
        told.set(Told::Shown);
        scene.update(|scene| {
            *scene = Scene { serial: scene.serial + 1, played: last, ..Scene::still(position, None) };
        });
    };
    let is_open = move || attempt.with(|attempt| attempt.next().is_some());
    let names = Signal::derive(move || {
        let mut names = ByPlayer::from_fn(|_| language().computer().to_owned());
        language().you().clone_into(&mut names[player]);
        names
    });
    let on_input = move |input| {
        if let Input::Choose(ply) = input {
            choose(ply);
        }
    };
    let is_turned = rules.game() == GameKind::Mancala && player == Player::Two;
    let props = BoardProps {
        may_choose: Signal::derive(is_open),
        turned: Signal::stored(is_turned),
        on_input: Callback::new(on_input),
        ..BoardProps::showing(scene, names)
    };
    let words = move || {
        let words = language();
        match told.get() {
            Told::Nothing => String::new(),
            Told::Wrong => words.puzzle_wrong().to_owned(),
            Told::Right => words.puzzle_right().to_owned(),
            Told::Solved => words.puzzle_solved().to_owned(),
            Told::Shown => attempt.with(|attempt| {
                attempt.puzzle().line.iter().map(ToString::to_string).collect::<Vec<_>>().join(" – ")
            }),
        }
    };
    let study = move || {
        let place = Place { rules, position: start };
        Route::Analysis(Some(share::encode(&share::game_from(&place, &names.get())))).href()
    };
    view! {
        <p class="lesson-task" data-test="task">{task}</p>
        <div class="board-place"><EitherBoard props /></div>
        <p class="puzzle-answer" class:done=move || told.get() == Told::Solved role="status" data-test="answer">{words}</p>
        <div class="row center">
            <Show when=is_open>
                <button class="button" data-test="give-up" on:click=give_up>{say(Language::review_answer)}</button>
            </Show>
            <a class="button quiet" href=study>{say(Language::analysis)}</a>
        </div>
    }
}

fn task_text(words: Language, puzzle: &Puzzle) -> String {
    match puzzle.kind {
        PuzzleKind::Win => words.puzzle_win().to_owned(),
        PuzzleKind::Draw => words.puzzle_draw().to_owned(),
        PuzzleKind::Capture => words.puzzle_capture().to_owned(),
        PuzzleKind::Chain => words.puzzle_chain(words.moves_count(puzzle.line.len())),
        PuzzleKind::Throw => match puzzle.line.first() {
            Some(AnyPly::Senet(roll, _)) => words.puzzle_throw(roll),
            _ => String::new(),
        },
    }
}

/// The day by the player's calendar, counted from 1970.
fn today() -> u32 {
    const MINUTE: f64 = 60_000.0;
    const DAY: f64 = 24.0 * 60.0 * MINUTE;
    let now = js_sys::Date::new_0();
    ((now.get_time() - now.get_timezone_offset() * MINUTE) / DAY) as u32
}

fn stored() -> DailyStreak {
    let text = storage().and_then(|storage| storage.get_item(STREAK).ok().flatten());
    DailyStreak::read(&text.unwrap_or_default())
}
