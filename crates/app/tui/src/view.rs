//! The screens as they are drawn: a function of the model alone.

mod canvas;
mod choice;
mod game;
mod home;
mod lists;
mod online;
mod online_form;
mod over;
mod page;
mod panel;
mod picker;
mod review;
mod setup;
mod statistics;
mod thought;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};

use canvas::Canvas;

use crate::screen::Screen;
use crate::{Model, Target};

/// The smallest terminal there is room on.
pub const SMALLEST: (u16, u16) = (40, 12);

/// What can be clicked, and where.
#[derive(Clone, Debug, Default)]
pub struct Hits {
    areas: Vec<(Rect, Target)>,
}

impl Hits {
    /// What is there; the last drawn lies on top.
    pub fn at(&self, place: Position) -> Option<Target> {
        self.areas.iter().rev().find(|(area, _)| area.contains(place)).map(|(_, target)| *target)
    }

    /// Every place with its target.
    pub fn iter(&self) -> impl Iterator<Item = (Rect, Target)> {
        self.areas.iter().copied()
    }

    pub(crate) fn add(&mut self, area: Rect, target: Target) {
        if !area.is_empty() {
            self.areas.push((area, target));
        }
    }

    pub(crate) fn clear(&mut self) {
        self.areas.clear();
    }
}

/// Draws the present screen and says what can be clicked on it.
pub fn draw(model: &Model, area: Rect, buffer: &mut Buffer) -> Hits {
    buffer.set_style(area, model.look.text());
    let mut canvas = Canvas::new(model, buffer);
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        too_small(&mut canvas, area);
        return canvas.hits;
    }
    match model.screen() {
        Screen::Home(home) => home::draw(&mut canvas, home, area),
        Screen::Setup(setup) => setup::draw(&mut canvas, setup, area),
        Screen::Picker(picker) => picker::draw(&mut canvas, picker, area),
        Screen::Game(game) => game::draw(&mut canvas, game, area),
        Screen::OnlineForm(screen) => online_form::draw(&mut canvas, screen, area),
        Screen::Online(online) => online::draw(&mut canvas, online, area),
        Screen::Page(page) => page::draw(&mut canvas, page, area),
        Screen::Games(games) => lists::games(&mut canvas, games, area),
        Screen::Settings(screen) => lists::settings(&mut canvas, screen, area),
        Screen::Replay(replay) => game::replay(&mut canvas, replay, area),
        Screen::Review(screen) => review::draw(&mut canvas, screen, area),
        Screen::Statistics(screen) => statistics::draw(&mut canvas, screen, area),
    }
    // These have no line of their own for what is to be said.
    if let Screen::Setup(_)
    | Screen::OnlineForm(_)
    | Screen::Page(_)
    | Screen::Replay(_)
    | Screen::Review(_) = model.screen()
    {
        let line = Rect { y: area.bottom() - 2, height: 1, ..area };
        canvas.notice(model.notice.as_deref(), line);
    }
    canvas.hits
}

/// How far the present text can be scrolled: its first line when the last one is in view.
pub(crate) fn furthest(model: &Model) -> u16 {
    let area = Rect::new(0, 0, model.size.0, model.size.1);
    let lines = match model.screen() {
        Screen::Page(page) => page::furthest(model, page, area),
        Screen::Statistics(screen) => statistics::furthest(model, screen, area),
        _ => 0,
    };
    u16::try_from(lines).unwrap_or(u16::MAX)
}

/// Whether something changes without a key being pressed, so that a frame must follow soon.
pub fn is_moving(model: &Model) -> bool {
    match model.screen() {
        Screen::Game(game) => game.moves_by_itself(model.now),
        Screen::Online(online) => online.moves_by_itself(model.now),
        Screen::Replay(replay) => replay.playing || replay.motion.is_some(),
        Screen::Review(screen) => screen.review.is_none(),
        _ => false,
    }
}

fn too_small(canvas: &mut Canvas<'_>, area: Rect) {
    let text = canvas.l.term_too_small(SMALLEST.0, SMALLEST.1);
    let found = format!("{} x {}", area.width, area.height);
    let middle = area.y + area.height / 2;
    canvas.wrapped(
        &text,
        canvas.look.accent(),
        Rect { y: middle.saturating_sub(1), height: area.height.min(3), ..area },
    );
    if area.height > 3 {
        canvas.center(&found, canvas.look.dim(), area, area.bottom() - 1);
    }
}
