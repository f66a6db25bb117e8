use gebeta_i18n::Language;
use gebeta_rules::GameKind;
use gebeta_session::GameSetup;
use leptos::prelude::*;

use crate::board::either::Thumb;
use crate::platform::language::{language, language_now, say};
use crate::platform::rule_sets::is_served;
use crate::platform::settings::settings;
use crate::route::Route;
use crate::session::Session;

/// One tap to a game, and the ways to everything else.
#[component]
pub(crate) fn HomeScreen() -> impl IntoView {
    view! {
        <div class="page home">
            <header class="home-head">
                <h1>{say(Language::gebeta)}</h1>
                <p class="tagline">{say(Language::home_tagline)}</p>
            </header>
            <GoOn />
            <div class="home-games">
                <GameCard game=GameKind::Mancala />
                <GameCard game=GameKind::Senet />
            </div>
            <nav class="row home-links" aria-label=say(Language::more)>
                {is_served().then(|| view! { <a class="button" href=Route::Online.href()>{say(Language::online_title)}</a> })}
                <a class="button" href=Route::Games.href()>{say(Language::home_games)}</a>
                <a class="button" href=Route::Analysis(None).href()>{say(Language::home_analysis)}</a>
                <a class="button" href=Route::Statistics.href()>{say(Language::statistics)}</a>
                <a class="button" href=Route::Rules(None).href()>{say(Language::rules)}</a>
                <a class="button" href=Route::About.href()>{say(Language::about)}</a>
            </nav>
        </div>
    }
}

/// The way back to a game that is not over.
#[component]
fn GoOn() -> impl IntoView {
    let session = Session::here();
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
    view! { {going} }
}

#[component]
fn GameCard(game: GameKind) -> impl IntoView {
    let session = Session::here();
    let play = move |_| {
        let mut setup = GameSetup::usual(game, language_now());
        setup.confirm = settings().with_untracked(|settings| settings.confirm);
        session.begin(&setup);
    };
    let start = GameSetup::usual(game, Language::En).rule_set.rules.start();
    let [about, play_text, learn_text]: [fn(Language) -> &'static str; 3] = match game {
        GameKind::Mancala => {
            [Language::home_mancala_about, Language::home_play_mancala, Language::home_learn_mancala]
        }
        GameKind::Senet => {
            [Language::home_senet_about, Language::home_play_senet, Language::home_learn_senet]
        }
    };
    view! {
        <section class="home-game">
            <div class="home-picture" aria-hidden="true"><Thumb position=start /></div>
            <h2>{move || crate::app::game_name(game, language())}</h2>
            <p>{say(about)}</p>
            <div class="row">
                <button class="button primary big" on:click=play>{say(play_text)}</button>
                <a class="button" href=Route::Setup(game).href()>{say(Language::setup)}</a>
                <a class="button quiet" href=Route::Learn(game).href()>{say(learn_text)}</a>
            </div>
        </section>
    }
}
