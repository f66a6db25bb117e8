use crossterm::event::{KeyCode, KeyEvent};

use gebeta_i18n::Language;
use gebeta_rules::GameKind;

use super::Screen;
use super::games::Games;
use super::online_form::OnlineForm;
use super::page::{Page, Subject};
use super::settings::SettingsScreen;
use super::setup::Setup;
use super::statistics::StatisticsScreen;
use crate::{Effect, Model};

/// The home screen.
#[derive(Debug, Default)]
pub struct Home {
    /// The chosen line.
    pub cursor: usize,
}

/// What the home screen leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum HomeItem {
    Continue,
    Play(GameKind),
    Online,
    Games,
    Statistics,
    Rules,
    Settings,
    About,
    Quit,
}

/// The lines of the home screen.
pub(crate) fn items(model: &Model) -> Vec<HomeItem> {
    let going_on = (!model.unfinished.is_empty()).then_some(HomeItem::Continue);
    let rest = [
        HomeItem::Play(GameKind::Mancala),
        HomeItem::Play(GameKind::Senet),
        HomeItem::Online,
        HomeItem::Games,
        HomeItem::Statistics,
        HomeItem::Rules,
        HomeItem::Settings,
        HomeItem::About,
        HomeItem::Quit,
    ];
    going_on.into_iter().chain(rest).collect()
}

impl HomeItem {
    pub(crate) fn label(self, l: Language) -> &'static str {
        match self {
            Self::Continue => l.home_continue(),
            Self::Play(GameKind::Mancala) => l.home_play_mancala(),
            Self::Play(GameKind::Senet) => l.home_play_senet(),
            Self::Online => l.term_online(),
            Self::Games => l.home_games(),
            Self::Statistics => l.statistics(),
            Self::Rules => l.rules(),
            Self::Settings => l.settings(),
            Self::About => l.about(),
            Self::Quit => l.home_quit(),
        }
    }
}

/// A key on the home screen.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let items = items(model);
    let Screen::Home(home) = model.screen_mut() else { return Vec::new() };
    home.cursor = home.cursor.min(items.len() - 1);
    match key.code {
        KeyCode::Up | KeyCode::Char('k') => home.cursor = (home.cursor + items.len() - 1) % items.len(),
        KeyCode::Down | KeyCode::Char('j') | KeyCode::Tab => home.cursor = (home.cursor + 1) % items.len(),
        KeyCode::Home => home.cursor = 0,
        KeyCode::End => home.cursor = items.len() - 1,
        KeyCode::Enter | KeyCode::Char(' ') => {
            let item = items[home.cursor];
            return enter(model, item);
        }
        KeyCode::Char('c') => return enter(model, HomeItem::Continue),
        KeyCode::Char('m') => return enter(model, HomeItem::Play(GameKind::Mancala)),
        KeyCode::Char('s') => return enter(model, HomeItem::Play(GameKind::Senet)),
        KeyCode::Char('o') => return enter(model, HomeItem::Online),
        KeyCode::Char('q') | KeyCode::Esc => return vec![Effect::Quit(None)],
        _ => {}
    }
    Vec::new()
}

/// A line of the home screen was clicked.
pub(crate) fn click(model: &mut Model, row: usize) -> Vec<Effect> {
    match items(model).get(row) {
        Some(item) => {
            if let Screen::Home(home) = model.screen_mut() {
                home.cursor = row;
            }
            enter(model, *item)
        }
        None => Vec::new(),
    }
}

fn enter(model: &mut Model, item: HomeItem) -> Vec<Effect> {
    let screen = match item {
        HomeItem::Continue => {
            let Some(waiting) = model.unfinished.first().cloned() else { return Vec::new() };
            return model.resume(waiting.record, Some(waiting.path));
        }
        HomeItem::Play(kind) => {
            let plan = model.usual_plan(kind);
            Screen::Setup(Box::new(Setup::new(plan, model)))
        }
        HomeItem::Online => {
            let form = OnlineForm::new(model, None, None);
            model.screens.push(Screen::OnlineForm(Box::new(form)));
            return vec![Effect::LatestLink];
        }
        HomeItem::Games => {
            model.screens.push(Screen::Games(Games::default()));
            return vec![Effect::ListUnfinished, Effect::ListGames];
        }
        HomeItem::Statistics => {
            model.screens.push(Screen::Statistics(StatisticsScreen::default()));
            return vec![Effect::ListGames];
        }
        HomeItem::Rules => Screen::Page(Page::new(Subject::Rules(model.rule_sets[0].clone()))),
        HomeItem::Settings => Screen::Settings(SettingsScreen::new(model.settings.clone())),
        HomeItem::About => Screen::Page(Page::new(Subject::About)),
        HomeItem::Quit => return vec![Effect::Quit(None)],
    };
    model.screens.push(screen);
    Vec::new()
}
