use std::fmt;

use gebeta_rules::{GameKind, Keyword};
use leptos::ev;
use leptos::prelude::*;

/// A screen with an address of its own: what stands behind the `#`, so that any static host can serve it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Route {
    Home,
    /// What is agreed on before a game.
    Setup(GameKind),
    /// The coin toss.
    Toss,
    /// The game in progress.
    Game,
    /// The rules of a rule set, or of the current game.
    Rules(Option<String>),
    /// A playable lesson.
    Learn(GameKind),
    /// The puzzle of the day.
    Puzzle,
    /// Kept games.
    Games,
    /// An archived game, step by step.
    Replay(String),
    /// What its moves were worth.
    Review(String),
    /// A board to try things on; the text says with what to begin.
    Analysis(Option<String>),
    /// A whole game or a position in the address itself.
    Shared(String),
    /// Where people far apart find each other.
    Online,
    /// A game between them.
    OnlineGame(String),
    /// Signing in, and one's own account.
    Account,
    /// The public profile of a player.
    Player(String),
    Statistics,
    Settings,
    About,
    /// No such screen.
    Lost,
}

impl Route {
    /// Reads the part of the address behind the `#`, as people read it.
    pub(crate) fn parse(hash: &str) -> Self {
        let path = hash.trim_start_matches('#').trim_start_matches('/');
        let (head, rest) = match path.split_once('/') {
            Some((head, rest)) => (head, Some(rest.to_owned()).filter(|rest| !rest.is_empty())),
            None => (path, None),
        };
        let game = rest.as_deref().map_or(Ok(GameKind::Mancala), GameKind::from_keyword);
        match (head, rest, game) {
            ("", None, _) => Self::Home,
            ("setup", _, Ok(game)) => Self::Setup(game),
            ("toss", None, _) => Self::Toss,
            ("game", None, _) => Self::Game,
            ("rules", name, _) => Self::Rules(name),
            ("learn", _, Ok(game)) => Self::Learn(game),
            ("puzzle", None, _) => Self::Puzzle,
            ("games", None, _) => Self::Games,
            ("replay", Some(id), _) => Self::Replay(id),
            ("review", Some(id), _) => Self::Review(id),
            ("analysis", start, _) => Self::Analysis(start),
            ("g", Some(text), _) => Self::Shared(text),
            ("online", None, _) => Self::Online,
            ("online", Some(id), _) => Self::OnlineGame(id),
            ("account", None, _) => Self::Account,
            ("player", Some(name), _) => Self::Player(name),
            ("statistics", None, _) => Self::Statistics,
            ("settings", None, _) => Self::Settings,
            ("about", None, _) => Self::About,
            _ => Self::Lost,
        }
    }

    /// The address, for links: names in it may have any letters.
    pub(crate) fn href(&self) -> String {
        format!("#{}", js_sys::encode_uri(&self.to_string()))
    }

    /// Goes there; the back button comes back.
    pub(crate) fn go(&self) {
        // A window without a location has no screens to go to.
        let _ = window().location().set_hash(&self.href());
    }

    /// Goes there instead of here: the back button skips this screen.
    pub(crate) fn replace(&self) {
        let _ = window().location().replace(&self.href());
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (head, rest) = match self {
            Self::Home => ("", None),
            Self::Setup(game) => ("setup", Some(game.word())),
            Self::Toss => ("toss", None),
            Self::Game => ("game", None),
            Self::Rules(name) => ("rules", name.as_deref()),
            Self::Learn(game) => ("learn", Some(game.word())),
            Self::Puzzle => ("puzzle", None),
            Self::Games => ("games", None),
            Self::Replay(id) => ("replay", Some(id.as_str())),
            Self::Review(id) => ("review", Some(id.as_str())),
            Self::Analysis(start) => ("analysis", start.as_deref()),
            Self::Shared(text) => ("g", Some(text.as_str())),
            Self::Online => ("online", None),
            Self::OnlineGame(id) => ("online", Some(id.as_str())),
            Self::Account => ("account", None),
            Self::Player(name) => ("player", Some(name.as_str())),
            Self::Statistics => ("statistics", None),
            Self::Settings => ("settings", None),
            Self::About => ("about", None),
            Self::Lost => ("lost", None),
        };
        write!(f, "/{head}")?;
        rest.map_or(Ok(()), |rest| write!(f, "/{rest}"))
    }
}

/// Whether the server knows no page at this address: it then hands out the program with a base, which it has nowhere else.
fn is_unknown() -> bool {
    document().query_selector("base").is_ok_and(|base| base.is_some())
}

/// Whether it was to be the page of an online game.
pub(crate) fn is_unknown_game() -> bool {
    is_unknown() && window().location().pathname().is_ok_and(|path| path.starts_with("/g/"))
}

/// The screen the address names, followed as it changes.
pub(crate) fn current() -> ReadSignal<Route> {
    let here = || {
        let hash = window().location().hash().unwrap_or_default();
        if hash.is_empty() && is_unknown() {
            return Route::Lost;
        }
        // A typed address may contain no valid escape; then it is taken as it stands.
        let read = js_sys::decode_uri_component(&hash).map_or(hash, String::from);
        Route::parse(&read)
    };
    let (route, set_route) = signal(here());
    let listener = window_event_listener(ev::hashchange, move |_| set_route.set(here()));
    on_cleanup(move || listener.remove());
    route
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_address_leads_back_to_its_screen() {
        let routes = [
            Route::Home,
            Route::Setup(GameKind::Senet),
            Route::Toss,
            Route::Game,
            Route::Rules(None),
            Route::Rules(Some("tainted".to_owned())),
            Route::Rules(Some("የእኔ rules, 100 %/2".to_owned())),
            Route::Learn(GameKind::Mancala),
            Route::Puzzle,
            Route::Games,
            Route::Replay("12".to_owned()),
            Route::Review("12".to_owned()),
            Route::Analysis(None),
            Route::Analysis(Some("senet/a/b".to_owned())),
            Route::Shared("mancala/x".to_owned()),
            Route::Online,
            Route::OnlineGame("00112233445566778899".to_owned()),
            Route::Account,
            Route::Player("አበበ".to_owned()),
            Route::Statistics,
            Route::Settings,
            Route::About,
        ];
        for route in routes {
            assert_eq!(Route::parse(&format!("#{route}")), route);
        }
        assert_eq!(Route::parse(""), Route::Home);
        assert_eq!(Route::parse("#/nowhere"), Route::Lost);
        assert_eq!(Route::parse("#/setup/chess"), Route::Lost);
    }
}
