//! The review of a game: what every move was worth, and in Senet what the sticks did.

mod chart;
mod moves;
mod players;
mod retry;
mod verdict;

use gebeta_engine::{EngineBudget, Review};
use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, GameKind, Player, Record};
use gebeta_session::{Input, Scene};
use gebeta_worker::{Advice, Effort, WorkerError};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::app::focus_main;
use crate::board::either::EitherBoard;
use crate::board::props::BoardProps;
use crate::components::hint::{EvalBar, fault_text, labels};
use crate::components::step_buttons::{Step, StepTo};
use crate::platform::archive;
use crate::platform::engine_worker::EngineWorker;
use crate::platform::language::{language, say};
use crate::platform::share;
use crate::route::Route;
use crate::session::Session;

use chart::Chart;
use moves::Moves;
use players::Players;
use retry::{Retry, RetryRow};
use verdict::verdict;

/// Stands for the game in progress where an archived one has its id.
pub(crate) const NOW: &str = "now";

/// How the work stands.
#[derive(Clone, Debug, PartialEq)]
enum State {
    Working,
    Failed(WorkerError),
    Done(Review),
}

/// The review of an archived game, or of the one in progress: `#/review/ID`, `#/review/now`.
#[component]
pub(crate) fn ReviewScreen(id: String) -> impl IntoView {
    let record = RwSignal::new(None::<Option<Record>>);
    if id == NOW {
        record.set(Some(untrack(|| Session::here().record())));
    } else {
        spawn_local(async move {
            let kept = archive::game(&id).await.ok().flatten();
            let _ = record.try_set(Some(kept.map(|kept| kept.record)));
        });
    }
    on_cleanup(|| EngineWorker::adviser().stop());
    move || match record.get() {
        None => view! { <p class="page dim">{say(Language::loading)}</p> }.into_any(),
        Some(None) => {
            view! { <Nothing title=Language::not_found_title text=Language::games_gone /> }.into_any()
        }
        Some(Some(record)) if record.plies().is_empty() => {
            view! { <Nothing title=Language::review_title text=Language::review_none /> }.into_any()
        }
        Some(Some(record)) => view! { <ReviewBody record /> }.into_any(),
    }
}

#[component]
fn Nothing(title: fn(Language) -> &'static str, text: fn(Language) -> &'static str) -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(title)}</h1>
            <p>{say(text)}</p>
            <a class="button primary" href=Route::Games.href()>{say(Language::home_games)}</a>
        </div>
    }
}

/// How many positions a move is worth at the first look, and on request.
const fn nodes(game: GameKind, deep: bool) -> u64 {
    if deep { EngineBudget::for_review(game).nodes } else { EngineBudget::for_quick_review(game).nodes }
}

/// Why there is no review.
fn failure(language: Language, fault: &WorkerError) -> String {
    match fault.code.as_str() {
        "stopped" => language.review_failed().to_owned(),
        _ => fault_text(language, fault),
    }
}

/// How many moves have been looked at, and how many there are.
type Progress = RwSignal<(u32, u32)>;

fn look(record: Record, deep: bool, state: RwSignal<State>, progress: Progress) {
    progress.set((0, record.plies().len() as u32));
    state.set(State::Working);
    spawn_local(async move {
        let worker = EngineWorker::adviser();
        worker.stop();
        let effort = Effort { nodes: Some(nodes(record.rules.game(), deep)), ..Effort::default() };
        let count = move |done, total| {
            let _ = progress.try_set((done, total));
        };
        let review = worker.review(record, effort, count).await;
        let _ = state.try_set(match review {
            Ok(review) => State::Done(review),
            Err(fault) => State::Failed(fault),
        });
    });
}

#[component]
fn ReviewBody(record: Record) -> impl IntoView {
    let state = RwSignal::new(State::Working);
    let progress = Progress::new((0, 0));
    look(record.clone(), false, state, progress);
    let names = ByPlayer::from_fn(|player: Player| record.players[player].name.clone());
    let title = names.clone();
    let record = StoredValue::new(record);
    let again = Callback::new(move |()| look(record.get_value(), true, state, progress));
    // What had the focus may have gone with the state before.
    Effect::new(move |before: Option<()>| {
        state.track();
        if before.is_some() {
            request_animation_frame(|| {
                if document().active_element().is_none_or(|it| it.tag_name() == "BODY") {
                    focus_main();
                }
            });
        }
    });
    let body = move || {
        match state.get() {
        State::Working => {
            let total = progress.get_untracked().1;
            let working = move || {
                let (done, total) = progress.get();
                language().review_working(done, total)
            };
            view! {
                <div class="review-wait" role="status" data-test="review-progress">
                    <p>{working}</p>
                    <progress max=total.max(1) value=move || progress.get().0 aria-label=say(Language::review_title)></progress>
                    <button class="button" on:click=|_| EngineWorker::adviser().stop()>{say(Language::review_stop)}</button>
                </div>
            }
            .into_any()
        }
        State::Failed(fault) => view! {
            <div class="review-wait" role="alert">
                <p>{move || failure(language(), &fault)}</p>
                <button class="button primary" on:click=move |_| again.run(())>{say(Language::review_deeper)}</button>
            </div>
        }
        .into_any(),
        State::Done(review) => {
            view! { <Report record=record.get_value() review names=names.clone() again /> }.into_any()
        }
    }
    };
    view! {
        <div class="review">
            <h1>{say(Language::review_title)}": "{move || language().versus(&title.one, &title.two)}</h1>
            {body}
        </div>
    }
}

/// The board at one place of the game, with everything the review says about it.
#[component]
fn Report(record: Record, review: Review, names: ByPlayer<String>, again: Callback<()>) -> impl IntoView {
    let last = record.plies().len();
    // The move that is looked at; behind the last one stands the end of the game.
    let place = RwSignal::new(review.worst().first().copied().unwrap_or(last));
    let game = review.game;
    let review = StoredValue::new(review);
    let record = StoredValue::new(record);
    let serial = StoredValue::new(0_u64);
    let scene = Memo::new(move |_| {
        let place = place.get();
        serial.update_value(|serial| *serial += 1);
        let position = record.with_value(|record| before(record, place));
        Scene { serial: serial.get_value(), ..Scene::still(position, None) }
    });
    let advice = Signal::derive(move || {
        let place = place.get();
        review.with_value(|review| best_of(review, place))
    });
    let played = Signal::derive(move || {
        let place = place.get().checked_sub(1)?;
        record.with_value(|record| record.moves().nth(place))
    });
    let worth = Signal::derive(move || {
        let place = place.get();
        let worth =
            review.with_value(|review| review.moves.get(place).map_or(review.last, |judged| judged.before));
        Some((game, worth))
    });
    let names = Signal::stored(names);
    let retry = Retry::new(review, place);
    let best = move || advice.get().filter(|_| !retry.is_trying());
    let on_input = move |input| {
        if let Input::Choose(ply) = input {
            retry.choose(ply);
        }
    };
    let props = BoardProps {
        last: played,
        may_choose: Signal::derive(move || retry.is_trying()),
        labels: Signal::derive(move || best().as_ref().map(labels).unwrap_or_default()),
        on_input: Callback::new(on_input),
        ..BoardProps::showing(scene, names)
    };
    let words = move || {
        let place = place.get();
        if retry.is_trying() {
            return String::new();
        }
        review.with_value(|review| verdict(language(), review, place))
    };
    let go = move |to: usize| place.set(to.min(last));
    let here = move || (place.get(), last);
    let study = move || {
        let mut line = record.get_value();
        line.take_back_to(place.get());
        Route::Analysis(Some(share::encode(&line))).href()
    };
    view! {
        <div class="review-main">
            <div class="board-place">
                <EitherBoard props />
            </div>
            <EvalBar worth names />
            <p class="review-words" role="status" data-test="verdict">{words}</p>
            <RetryRow retry names />
            <Chart review names place />
            <div class="replay-bar" dir="ltr">
                <StepTo step=Step::Back place=here on_look=go />
                <input
                    type="range"
                    min="0"
                    max=last
                    aria-label=say(Language::moves_title)
                    aria-valuetext=move || language().review_place(place.get(), last)
                    prop:value=place
                    on:input=move |event| go(event_target_value(&event).parse().unwrap_or(0))
                />
                <StepTo step=Step::On place=here on_look=go />
            </div>
        </div>
        <aside class="review-side">
            <Players review names />
            <Moves review names place />
            <div class="row">
                <a class="button" href=study>{say(Language::analysis)}</a>
                <button class="button quiet" on:click=move |_| again.run(())>{say(Language::review_deeper)}</button>
            </div>
        </aside>
    }
}

/// The position in which the move at `place` was chosen, in Senet with its roll.
fn before(record: &Record, place: usize) -> AnyPosition {
    let position = record.positions()[place.min(record.plies().len())];
    let played = record.applied(place);
    played.map_or(position, |played| played.before)
}

/// The best moves of a place as advice: the board marks them.
fn best_of(review: &Review, place: usize) -> Option<Advice> {
    let judged = review.moves.get(place)?;
    let hint = |mv: AnyPly, loss: f64| gebeta_engine::Hint {
        mv,
        value: judged.best_value - loss,
        loss,
        exact: judged.exact,
    };
    let mut moves: Vec<_> = judged.best.iter().map(|&mv| hint(mv, 0.0)).collect();
    if !judged.best.contains(&judged.played) {
        moves.push(hint(judged.played, judged.loss));
    }
    let hints = gebeta_engine::Hints { moves, pv: Vec::new(), depth: 0, nodes: 0 };
    Some(Advice { game: review.game, evaluation: judged.before, hints: vec![hints] })
}
