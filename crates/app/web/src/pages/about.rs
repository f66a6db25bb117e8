use gebeta_i18n::Language;
use leptos::prelude::*;

use crate::platform::language::{language, say};
use crate::route::Route;

/// Where the games come from, and what this program is.
#[component]
pub(crate) fn AboutScreen() -> impl IntoView {
    view! {
        <article class="page narrow prose" data-test="about">
            <h1>{say(Language::about)}</h1>
            <p class="lead">{say(Language::about_lead)}</p>
            <h2>{say(Language::about_mancala_title)}</h2>
            <p>{say(Language::about_mancala_1)}</p>
            <p>{say(Language::about_mancala_2)}</p>
            <p>{say(Language::about_mancala_3)}</p>
            <p>{say(Language::about_mancala_4)}</p>
            <h2>{say(Language::about_senet_title)}</h2>
            <p>{say(Language::about_senet_1)}</p>
            <p>{say(Language::about_senet_2)}</p>
            <p>{say(Language::about_senet_3)}</p>
            <p>{say(Language::about_senet_4)}</p>
            <h2>{say(Language::about_program_title)}</h2>
            <p>{say(Language::about_program_1)}</p>
            <p>{say(Language::about_license)}</p>
            <p>{say(Language::about_credits)}</p>
            <p class="dim">{move || language().about_version(env!("CARGO_PKG_VERSION"))}</p>
            <div class="row">
                <a class="button" href=Route::Rules(None).href()>{say(Language::rules)}</a>
                <a class="button" href=Route::Home.href()>{say(Language::home)}</a>
            </div>
        </article>
    }
}
