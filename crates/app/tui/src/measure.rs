use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use gebeta_rules::GameKind;

use crate::look::Surroundings;
use crate::{Message, Model, Settings, Start, update, view};

/// Draws `frames` frames of a game in progress, of both games in turn, each from the model to the cells of a screen;
/// the answer is how many cells were drawn. For benchmarks.
pub fn draw_frames(width: u16, height: u16, frames: usize) -> usize {
    let area = Rect::new(0, 0, width, height);
    let models = [GameKind::Mancala, GameKind::Senet].map(|kind| {
        let surroundings = Surroundings {
            term: "xterm-256color".to_owned(),
            locale: "C.UTF-8".to_owned(),
            ..Surroundings::default()
        };
        let mut model = Model::new(Settings::default(), surroundings, Vec::new(), 1);
        let plan = model.usual_plan(kind);
        drop(model.start(Start::Play(Box::new(plan))));
        for now in 0..20 {
            drop(update(&mut model, 500 * now, Message::Key(crossterm::event::KeyCode::Enter.into())));
        }
        model
    });
    let mut drawn = 0;
    for frame in 0..frames {
        let mut buffer = Buffer::empty(area);
        drop(view::draw(&models[frame % 2], area, &mut buffer));
        drawn += buffer.content().iter().filter(|cell| cell.symbol() != " ").count();
    }
    drawn
}
