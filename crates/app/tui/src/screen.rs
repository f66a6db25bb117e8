//! The screens: what each holds and what keys do there.

pub mod game;
pub(crate) mod games;
pub(crate) mod home;
pub(crate) mod narration;
pub mod online;
pub mod online_form;
pub(crate) mod page;
pub(crate) mod picker;
pub(crate) mod play_board;
pub(crate) mod replay;
pub(crate) mod review;
pub(crate) mod scroll;
pub(crate) mod settings;
pub mod setup;
pub(crate) mod statistics;

/// One screen.
#[derive(Debug)]
pub enum Screen {
    /// Where everything begins.
    Home(home::Home),
    /// What people agree on before a game.
    Setup(Box<setup::Setup>),
    /// A list to choose from.
    Picker(picker::Picker),
    /// A game.
    Game(Box<game::Game>),
    /// The form for an online game.
    OnlineForm(Box<online_form::OnlineForm>),
    /// An online game.
    Online(Box<online::Online>),
    /// Text to read: the rules, about the games.
    Page(page::Page),
    /// The kept games.
    Games(games::Games),
    /// A stored game, step by step.
    Replay(Box<replay::Replay>),
    /// What each move of a game was worth.
    Review(Box<review::ReviewScreen>),
    /// How one has played.
    Statistics(statistics::StatisticsScreen),
    /// The settings.
    Settings(settings::SettingsScreen),
}
