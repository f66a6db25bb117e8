mod living_board;

use gebeta_engine::{Bot, Level};
use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, GameKind};
use gebeta_session::{GameSetup, PlayerKind};
use leptos::prelude::*;

use crate::lazy::screens::LazyScreens;
use crate::online::has_seat;
use crate::platform::cover;
use crate::platform::language::{language, language_now, say};
use crate::platform::last_setup;
use crate::platform::rule_sets::is_served;
use crate::route::Route;
use crate::session::Session;
use living_board::LivingBoard;
pub(crate) use living_board::demonstration;

/// One press to a game: the board is the button, and below it are the other ways to play.
#[component]
pub(crate) fn HomeScreen() -> impl IntoView {
    let mancala = RwSignal::new(last_setup::load(GameKind::Mancala));
    let senet = RwSignal::new(last_setup::load(GameKind::Senet));
    view! {
        <div class="page home">
            <header class="home-head">
                <h1>{say(Language::gebeta)}</h1>
                <p class="tagline">{say(Language::home_tagline)}</p>
            </header>
            <div class="home-games">
                <section class="home-game">
                    <div class="hero">
                        <LivingBoard />
                        <PlayButton setup=mancala />
                    </div>
                    <GoOn />
                    <Choices setup=mancala />
                    <Ways game=GameKind::Mancala />
                </section>
                <section class="home-game home-senet">
                    <div class="hero">
                        <div inner_html=cover::picture(GameKind::Senet) aria-hidden="true"></div>
                        <PlayButton setup=senet />
                    </div>
                    <p class="home-about">{move || about_senet(&senet.get())}</p>
                    <Ways game=GameKind::Senet />
                </section>
            </div>
        </div>
    }
}

/// Begins a game by the set-up of the last one.
#[component]
fn PlayButton(setup: RwSignal<GameSetup>) -> impl IntoView {
    let session = Session::here();
    let text = move || match setup.with(GameSetup::game) {
        GameKind::Mancala => language().home_play_mancala(),
        GameKind::Senet => language().home_play_senet(),
    };
    view! {
        <button class="hero-play" type="button" on:click=move |_| session.begin(&setup.get_untracked())>
            <span class="button primary big">{text}</span>
        </button>
    }
}

/// A line about Senet, with how long the chosen game takes.
fn about_senet(setup: &GameSetup) -> String {
    let words = language();
    let is_quick = setup.rule_set.name == GameSetup::usual(GameKind::Senet, words).rule_set.name;
    let length = if is_quick { words.ruleset_quick_about() } else { "" };
    format!("{} {length}", words.home_senet_about())
}

/// The ways to a game of mancala: the computer with its level, a friend at this device, somebody elsewhere.
#[component]
fn Choices(setup: RwSignal<GameSetup>) -> impl IntoView {
    let session = Session::here();
    let level = move || match setup.with(GameSetup::opponent) {
        Some(Bot::Level(level)) => level,
        _ => Level::USUAL,
    };
    let seat = move |level: Level| {
        setup.update(|setup| setup.play_against(language_now(), Bot::Level(level)));
        last_setup::store(&setup.get_untracked());
    };
    let choose = move |event| {
        let chosen = event_target_value(&event).parse().ok().and_then(Level::new);
        seat(chosen.unwrap_or(Level::USUAL));
    };
    let play = move |_| {
        seat(untrack(level));
        session.begin(&setup.get_untracked());
    };
    let friend = move |_| {
        setup.update(|setup| {
            setup.seat(language_now(), |kinds| {
                *kinds = ByPlayer { one: PlayerKind::Human, two: PlayerKind::Human }
            });
        });
        last_setup::store(&setup.get_untracked());
    };
    let options = move || {
        let words = language();
        let option = |each: Level| {
            view! { <option value=each.get().to_string() selected=move || level() == each>{words.bot_level(each.get())}</option> }
        };
        Level::all().map(option).collect_view()
    };
    view! {
        <div class="choices">
            <div class="choice">
                <button class="button" type="button" data-test="play-computer" on:click=play>{say(Language::computer)}</button>
                <select aria-label=say(Language::home_level) data-test="level" on:change=choose>{options}</select>
            </div>
            <a class="button" data-test="play-friend" href=Route::Setup(GameKind::Mancala).href() on:click=friend>{say(Language::home_friend)}</a>
            {is_served().then(|| view! { <a class="button" data-test="play-online" href=Route::Online.href()>{say(Language::home_online)}</a> })}
        </div>
        <p class="home-about">{move || PlayerKind::Bot(Bot::Level(level())).about(language())}</p>
    }
}

/// To the set-up and the lesson of a game.
#[component]
fn Ways(game: GameKind) -> impl IntoView {
    let learn = match game {
        GameKind::Mancala => Language::home_learn_mancala,
        GameKind::Senet => Language::home_learn_senet,
    };
    view! {
        <p class="row home-ways">
            <a href=Route::Setup(game).href()>{say(Language::setup)}</a>
            <a href=Route::Learn(game).href()>{say(learn)}</a>
            {(game == GameKind::Mancala).then(|| view! { <a href=Route::Puzzle.href()>{say(Language::puzzle_title)}</a> })}
        </p>
    }
}

/// The way back to games that are not over, here and online.
#[component]
fn GoOn() -> impl IntoView {
    let session = Session::here();
    let library = LazyScreens::here();
    let going = move || {
        let record = session.record()?;
        if record.outcome().is_some() {
            return None;
        }
        let words = language();
        let game = crate::app::game_name(record.rules.game(), words);
        let about = words.home_continue_about(game, words.moves_count(record.plies().len()));
        Some(view! {
            <button class="go-on" on:click=move |_| session.enter()>
                <strong>{words.home_continue()}</strong>
                <span>{about}</span>
            </button>
        })
    };
    let online =
        move || (is_served() && has_seat()).then(|| library.rest().get().map(|rest| (rest.my_games)()));
    view! { {going} {online} }
}
