use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, Player, Record};
use gebeta_session::{Announcement, Input, Scene};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::board::either::EitherBoard;
use crate::board::props::BoardProps;
use crate::components::announcements::{Announcer, Log};
use crate::components::drawer::Sharing;
use crate::components::form::{Choice, label};
use crate::components::move_list::Sheet;
use crate::components::step_buttons::{Step, StepTo};
use crate::platform::archive;
use crate::platform::language::{language, language_now, say};
use crate::platform::settings::settings;
use crate::platform::share;
use crate::platform::theme::speed_name;
use crate::platform::timer;
use crate::route::Route;
use crate::session::Session;

/// An archived game, step by step.
#[component]
pub(crate) fn ReplayScreen(id: String) -> impl IntoView {
    let record = RwSignal::new(None::<Option<Record>>);
    let wanted = id.clone();
    spawn_local_scoped(async move {
        let kept = archive::game(&wanted).await.ok().flatten();
        record.set(Some(kept.map(|kept| kept.record)));
    });
    move || match record.get() {
        None => view! { <p class="page dim">{say(Language::loading)}</p> }.into_any(),
        Some(None) => view! { <Gone text=Language::games_gone /> }.into_any(),
        Some(Some(record)) => {
            let title = Language::replay;
            view! { <Projector record title review=Some(id.clone()) /> }.into_any()
        }
    }
}

/// A game that came in an address.
#[component]
pub(crate) fn SharedScreen(text: String) -> impl IntoView {
    match share::decode(language_now(), &text) {
        None => view! { <Gone text=Language::shared_bad /> }.into_any(),
        Some(record) => {
            let title =
                if record.plies().is_empty() { Language::shared_position } else { Language::shared_title };
            view! { <Projector record title review=None /> }.into_any()
        }
    }
}

#[component]
fn Gone(text: fn(Language) -> &'static str) -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(Language::not_found_title)}</h1>
            <p>{say(text)}</p>
            <a class="button primary" href=Route::Games.href()>{say(Language::home_games)}</a>
        </div>
    }
}

/// Shows a record: forth and back, by itself, or to any place at once.
#[component]
fn Projector(record: Record, title: fn(Language) -> &'static str, review: Option<String>) -> impl IntoView {
    let session = Session::here();
    let names = ByPlayer::from_fn(|player: Player| record.players[player].name.clone());
    let names_signal = Signal::stored(names.clone());
    let last = record.plies().len();
    let place = RwSignal::new(0_usize);
    let playing = RwSignal::new(false);
    // Who pauses and goes on starts another run; the one before it must not go on as well.
    let run = StoredValue::new(0_u32);
    let settled = RwSignal::new(0_u64);
    let record = StoredValue::new(record);
    let start = record.with_value(|record| *record.start());
    let scene = RwSignal::new(Scene { serial: 1, ..Scene::still(start, None) });
    let log = Log::new();
    let go = move |to: usize| {
        let (from, to) = (place.get_untracked(), to.min(last));
        let reached = to.checked_sub(1).and_then(|ply| record.with_value(|record| record.applied(ply)));
        let announcement = Announcement::Place { place: to, plies: last, last: reached };
        log.say(names_signal.with_untracked(|names| announcement.sentences(language_now(), names)));
        let (position, played) = record.with_value(|record| {
            let played = (to == from + 1).then(|| record.applied(from)).flatten();
            (record.positions()[to], played)
        });
        place.set(to);
        scene.update(|scene| {
            *scene = Scene { serial: scene.serial + 1, played, ..Scene::still(position, None) };
        });
    };
    let play = move |_| {
        if playing.get_untracked() {
            playing.set(false);
            return;
        }
        playing.set(true);
        run.update_value(|run| *run += 1);
        let this_run = run.get_value();
        if place.get_untracked() == last {
            go(0);
        }
        spawn_local_scoped(async move {
            const BETWEEN: u32 = 350;
            loop {
                timer::sleep(BETWEEN).await;
                // The screen may be gone by now.
                let (Some(true), Some(now)) = (playing.try_get_untracked(), place.try_get_untracked()) else {
                    return;
                };
                if run.get_value() != this_run {
                    return;
                }
                if settled.get_untracked() < scene.with_untracked(|scene| scene.serial) && now > 0 {
                    continue;
                }
                go(now + 1);
                // At once: who goes back to the start now is not carried on.
                if now + 1 >= last {
                    playing.set(false);
                    return;
                }
            }
        });
    };
    let last_ply = Signal::derive(move || {
        let place = place.get().checked_sub(1)?;
        record.with_value(|record| record.moves().nth(place))
    });
    let on_input = move |input| {
        if let Input::Settled(serial) = input {
            settled.set(serial);
        }
    };
    let props = BoardProps {
        last: last_ply,
        on_input: Callback::new(on_input),
        ..BoardProps::showing(scene, names_signal)
    };
    let settings = settings();
    let jump = move |event| go(event_target_value(&event).parse().unwrap_or(0));
    let play_on = move |_| {
        let mut game = record.get_value();
        game.take_back_to(place.get_untracked());
        session.resume(game);
    };
    let analyse = move || {
        let mut game = record.get_value();
        game.take_back_to(place.get());
        Route::Analysis(Some(share::encode(&game))).href()
    };
    let here = move || (place.get(), last);
    let place_text = move || language().replay_place(place.get(), last);
    view! {
        <div class="game replay">
            <div class="game-main">
                <h1 class="replay-title">{say(title)}": "{move || language().versus(&names.one, &names.two)}</h1>
                <div class="board-place">
                    <EitherBoard props />
                </div>
                <p class="information">{place_text}</p>
                <div class="replay-bar" dir="ltr">
                    <button class="button primary" aria-pressed=move || playing.get().to_string() on:click=play>
                        {move || if playing.get() { language().pause() } else { language().replay_play() }}
                    </button>
                    <StepTo step=Step::Back place=here on_look=go />
                    <input type="range" min="0" max=last aria-label=say(Language::replay_jump) aria-valuetext=place_text prop:value=place on:input=jump />
                    <StepTo step=Step::On place=here on_look=go />
                </div>
            </div>
            <aside class="moves">
                <h2>{say(Language::moves_title)}</h2>
                <Sheet record=move || Some(record.get_value()) place=here on_look=go />
                <Choice
                    id="replay-speed"
                    label=label(Language::replay_speed)
                    value=Signal::derive(move || settings.with(|settings| settings.speed))
                    text=Callback::new(|speed| speed_name(language(), speed).to_owned())
                    on_change=Callback::new(move |speed| settings.update(|settings| settings.speed = speed))
                />
                <div class="row">
                    <button class="button" on:click=play_on>{say(Language::play_on)}</button>
                    <a class="button" data-test="analyse" href=analyse>{say(Language::analysis)}</a>
                    {review.map(|id| view! { <a class="button" href=Route::Review(id).href()>{say(Language::review)}</a> })}
                </div>
                <Sharing game=Signal::derive(move || Some((record.get_value(), place.get()))) />
            </aside>
            <Announcer log=log />
        </div>
    }
}
