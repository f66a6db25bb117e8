use gebeta_i18n::Language;
use gebeta_rules::{GameKind, Keyword};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::{Element, MediaQueryList, MediaQueryListEvent};

use crate::components::icon::Mark;
use crate::components::languages::LanguageSwitch;
use crate::components::toast;
use crate::components::update::UpdateNotice;
use crate::lazy::boards::LazyBoards;
use crate::lazy::screens::LazyScreens;
use crate::pages::game::GameScreen;
use crate::pages::home::HomeScreen;
use crate::platform::account::Account;
use crate::platform::language::{language, say};
use crate::platform::rule_sets::is_served;
use crate::platform::settings::{Settings, Theme};
use crate::route::{self, Route};
use crate::session::Session;
use crate::sound::provider;

/// The whole program: one screen at a time below a quiet row of links.
#[component]
pub(crate) fn App() -> impl IntoView {
    let settings = Settings::stored();
    provide_context(settings);
    let route = route::current();
    provide_context(route);
    let session = Session::resumed();
    provide_context(session);
    Account::provide();
    let library = LazyScreens::new();
    provide_context(library);
    session.play_cues_with(provider::provide(settings, Signal::derive(move || session.game()), library));
    provide_context(LazyBoards::new());
    dress_page(settings);
    greet_screen_readers(route);

    view! {
        <a class="skip button" href="#main" on:click=|event| { event.prevent_default(); focus_main(); }>
            {say(Language::skip_to_content)}
        </a>
        <div class="app">
            <TopBar route />
            <UpdateNotice />
            <main id="main" tabindex="-1">
                {move || screen(&route.get(), library)}
            </main>
        </div>
        <div id=toast::PLACE class="toast" role="status"></div>
    }
}

fn screen(route: &Route, library: LazyScreens) -> AnyView {
    match route {
        Route::Home => view! { <HomeScreen /> }.into_any(),
        Route::Game => view! { <GameScreen /> }.into_any(),
        Route::Lost => view! { <Lost /> }.into_any(),
        other => library.view(other, || view! { <Lost /> }.into_any()),
    }
}

/// The name of a screen, for the title of the page.
fn title(route: &Route, language: Language) -> &'static str {
    match route {
        Route::Home => language.home(),
        Route::Setup(_) => language.setup(),
        Route::Toss => language.coin_title(),
        Route::Game | Route::Shared(_) => language.play(),
        Route::Rules(_) => language.rules(),
        Route::Learn(_) => language.learn(),
        Route::Puzzle => language.puzzle_title(),
        Route::Games => language.home_games(),
        Route::Replay(_) => language.replay(),
        Route::Review(_) => language.review(),
        Route::Analysis(_) => language.analysis(),
        Route::Online | Route::OnlineGame(_) => language.online_title(),
        Route::Account => language.account(),
        Route::Player(_) => language.profile_title(),
        Route::Statistics => language.statistics(),
        Route::Settings => language.settings(),
        Route::About => language.about(),
        Route::Lost => language.not_found_title(),
    }
}

#[component]
fn TopBar(route: ReadSignal<Route>) -> impl IntoView {
    let link = move |to: Route, text: fn(Language) -> &'static str| {
        let href = to.href();
        let current = move || (route.get() == to).then_some("page");
        view! { <a href=href aria-current=current>{say(text)}</a> }
    };
    let account = Account::here();
    let me = move || {
        let current = (route.get() == Route::Account).then_some("page");
        let name = account.name()?;
        let label = format!("{}: {name}", language().account());
        Some(
            view! { <a class="me" dir="auto" href=Route::Account.href() aria-current=current aria-label=label>{name}</a> },
        )
    };
    // On narrow screens the links unfold.
    let is_open = RwSignal::new(false);
    Effect::new(move |_| {
        route.track();
        is_open.set(false);
    });
    view! {
        <header class="top">
            <a class="mark" href=Route::Home.href()>
                <Mark />
                <span>{say(Language::gebeta)}</span>
            </a>
            {move || (route.get() == Route::Home).then(|| view! { <LanguageSwitch /> })}
            <button type="button" class="button quiet menu-button" aria-expanded=move || is_open.get().to_string() on:click=move |_| is_open.update(|open| *open = !*open)>
                {say(Language::menu)}
            </button>
            <nav class:open=is_open aria-label=say(Language::menu)>
                {link(Route::Learn(GameKind::Mancala), Language::learn)}
                {link(Route::Rules(None), Language::rules)}
                {is_served().then(|| link(Route::Online, Language::home_online))}
                {link(Route::Games, Language::games)}
                {link(Route::Analysis(None), Language::analysis)}
                {link(Route::Statistics, Language::statistics)}
                {link(Route::About, Language::about)}
                {link(Route::Settings, Language::settings)}
            </nav>
            {me}
        </header>
    }
}

#[component]
fn Lost() -> impl IntoView {
    view! {
        <div class="page narrow">
            <h1>{say(Language::not_found_title)}</h1>
            <p>{say(if route::is_unknown_game() { Language::online_no_such_game } else { Language::not_found_text })}</p>
            <a class="button primary" href=Route::Home.href()>{say(Language::home)}</a>
        </div>
    }
}

/// Keeps the page's language, direction, theme and speed as the settings say; `static/dress.js` does so before.
fn dress_page(settings: RwSignal<Settings>) {
    let dark = system_says("(prefers-color-scheme: dark)");
    let strong = system_says("(prefers-contrast: more)");
    Effect::new(move |_| {
        let language = language();
        let (theme, speed) = settings.with(|settings| (settings.theme, settings.speed));
        let theme = match theme {
            Theme::Auto if strong.get() => Theme::Contrast,
            Theme::Auto if dark.get() => Theme::Night,
            Theme::Auto => Theme::Acacia,
            theme => theme,
        };
        if let Some(html) = document().document_element() {
            let attributes = [
                ("lang", language.code()),
                ("dir", language.direction().code()),
                ("data-theme", theme.word()),
                ("data-speed", speed.word()),
            ];
            for (name, value) in attributes {
                // The attributes are ours and well formed.
                let _ = html.set_attribute(name, value);
            }
        }
    });
}

/// Whether the system asks for something, such as dark colors, as it changes.
fn system_says(query: &str) -> RwSignal<bool> {
    let query = window().match_media(query).ok().flatten();
    let yes = RwSignal::new(query.as_ref().is_some_and(MediaQueryList::matches));
    if let Some(query) = query {
        let changed = Closure::<dyn FnMut(MediaQueryListEvent)>::new(move |event: MediaQueryListEvent| {
            yes.set(event.matches());
        });
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        // The page listens as long as it is there.
        changed.forget();
    }
    yes
}

/// A new screen gets its title and, unless something on it took it already, the focus.
fn greet_screen_readers(route: ReadSignal<Route>) {
    Effect::new(move |before: Option<()>| {
        let title = title(&route.get(), language());
        document().set_title(&format!("{title} · {}", language().gebeta()));
        if before.is_some() {
            request_animation_frame(|| {
                // A link above the screen has done its work: who used it wants to read on below.
                let on_screen = |element: Element| element.closest("#main *").ok().flatten().is_some();
                let taken = document().active_element().is_some_and(on_screen);
                if !taken {
                    focus_main();
                }
                window().scroll_to_with_x_and_y(0.0, 0.0);
            });
        }
    });
}

/// Brings the focus to the screen, to whatever is read first.
pub(crate) fn focus_main() {
    let main = document().get_element_by_id("main");
    if let Some(main) = main.and_then(|main| main.dyn_into::<web_sys::HtmlElement>().ok()) {
        let _ = main.focus();
    }
}

/// Which game a person would go on with: the one the words are about.
pub(crate) fn game_name(game: GameKind, language: Language) -> &'static str {
    match game {
        GameKind::Mancala => language.mancala(),
        GameKind::Senet => language.senet(),
    }
}
