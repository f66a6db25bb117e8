//! Where to play online: a server or a link, and what for.

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_protocol::{PlayerName, SeatWish, TimeControl};
use gebeta_rules::RuleSet;

use super::Screen;
use super::online::Online;
use crate::input::Line;
use crate::network::game_of;
use crate::options::cycled;
use crate::{Effect, Model, OnlineError, OnlineGoal, OnlineRequest};

/// The form for an online game.
#[derive(Debug)]
pub struct OnlineForm {
    /// The address or link.
    pub place: Line,
    /// What one is called.
    pub name: Line,
    /// What is wanted of a server.
    pub purpose: Purpose,
    /// By which rules.
    pub rule_set: RuleSet,
    /// With how much time.
    pub clock: TimeControl,
    /// On which seat.
    pub seat: SeatWish,
    /// Against which computer player; none for a person.
    pub opponent: Option<String>,
    /// The chosen line.
    pub cursor: usize,
    /// What is wrong.
    pub fault: Option<(Row, OnlineError)>,
}

/// What is wanted of a server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A new game.
    New,
    /// A game with anyone who wants the same.
    Pair,
}

/// A line of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// The address or link.
    Place,
    /// What one is called.
    Name,
    /// What is wanted.
    Purpose,
    /// By which rules.
    RuleSet,
    /// With how much time.
    Clock,
    /// On which seat.
    Seat,
    /// Against whom.
    Opponent,
    /// There.
    Go,
    /// There, only to look.
    Watch,
}

/// Where people usually find a server of their own.
const USUAL_PLACE: &str = "http://localhost:8040";

impl OnlineForm {
    pub(crate) fn new(model: &Model, place: Option<&str>, name: Option<&str>) -> Self {
        let name = name.unwrap_or(&model.settings.name);
        let mut screen = Self {
            place: Line::new(place.unwrap_or(USUAL_PLACE)),
            name: Line::new(name),
            purpose: Purpose::New,
            rule_set: model.rule_sets[0].clone(),
            clock: TimeControl::None,
            seat: SeatWish::Coin,
            opponent: None,
            cursor: 0,
            fault: None,
        };
        // With the address known, the name is what is missing.
        if place.is_some() {
            screen.cursor = screen.rows().iter().position(|row| *row == Row::Name).unwrap_or(0);
        }
        screen
    }

    /// The lines, in order: a link says already what the game is.
    pub fn rows(&self) -> Vec<Row> {
        if game_of(&self.place.text).is_some() {
            return vec![Row::Place, Row::Name, Row::Go, Row::Watch];
        }
        let mut rows = vec![Row::Place, Row::Name, Row::Purpose, Row::RuleSet, Row::Clock];
        if self.purpose == Purpose::New {
            rows.extend([Row::Seat, Row::Opponent]);
        }
        rows.push(Row::Go);
        rows
    }

    /// The chosen line.
    pub fn row(&self) -> Row {
        let rows = self.rows();
        rows[self.cursor.min(rows.len() - 1)]
    }

    /// The text that is being typed.
    fn line(&mut self) -> Option<&mut Line> {
        match self.row() {
            Row::Place => Some(&mut self.place),
            Row::Name => Some(&mut self.name),
            _ => None,
        }
    }

    fn request(&self, watch: bool) -> OnlineRequest {
        let (clock, is_link) = (self.clock, game_of(&self.place.text).is_some());
        let goal = match self.purpose {
            _ if is_link && watch => OnlineGoal::Watch,
            _ if is_link => OnlineGoal::Play,
            Purpose::Pair => OnlineGoal::Pair { rules: rules_text(&self.rule_set), clock },
            Purpose::New => OnlineGoal::New {
                rules: rules_text(&self.rule_set),
                clock,
                seat: self.seat,
                opponent: self.opponent.clone(),
            },
        };
        OnlineRequest {
            place: self.place.text.trim().to_owned(),
            goal,
            name: self.name.text.trim().to_owned(),
        }
    }
}

/// The rules as a server expects them: the name of shipped ones, the file of others.
pub fn rules_text(set: &RuleSet) -> String {
    let shipped = gebeta_rules::Preset::named(&set.name).is_some_and(|preset| preset.rules == set.rules);
    if shipped { set.name.clone() } else { set.to_toml() }
}

/// A key at the form.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Screen::OnlineForm(screen) = model.screen_mut() else { return Vec::new() };
    let rows = screen.rows().len();
    screen.cursor = screen.cursor.min(rows - 1);
    screen.fault = None;
    match key.code {
        KeyCode::Up | KeyCode::BackTab => screen.cursor = (screen.cursor + rows - 1) % rows,
        KeyCode::Down | KeyCode::Tab => screen.cursor = (screen.cursor + 1) % rows,
        KeyCode::Esc => model.leave(),
        KeyCode::F(5) => return go(model, false),
        code => match (screen.row(), code) {
            (Row::Go, KeyCode::Enter | KeyCode::Char(' ')) => return go(model, false),
            (Row::Watch, KeyCode::Enter | KeyCode::Char(' ')) => return go(model, true),
            (Row::Place | Row::Name, KeyCode::Enter) => screen.cursor = (screen.cursor + 1) % rows,
            (Row::Place | Row::Name, _) => {
                if let Some(line) = screen.line() {
                    line.key(key);
                }
            }
            (_, KeyCode::Char('q')) => model.leave(),
            (row, KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ' | '+')) => turn(model, row, true),
            (row, KeyCode::Left | KeyCode::Char('-')) => turn(model, row, false),
            _ => {}
        },
    }
    Vec::new()
}

/// A line was clicked.
pub(crate) fn click(model: &mut Model, place: usize, turned: Option<bool>) -> Vec<Effect> {
    let Screen::OnlineForm(screen) = model.screen_mut() else { return Vec::new() };
    let Some(row) = screen.rows().get(place).copied() else { return Vec::new() };
    screen.cursor = place;
    match (row, turned) {
        (Row::Go, _) => return go(model, false),
        (Row::Watch, _) => return go(model, true),
        (_, Some(on)) => turn(model, row, on),
        _ => {}
    }
    Vec::new()
}

/// Goes there, if what was filled in makes sense.
fn go(model: &mut Model, watch: bool) -> Vec<Effect> {
    let Screen::OnlineForm(screen) = model.screen_mut() else { return Vec::new() };
    let place = screen.place.text.trim();
    let fault = if !["http://", "https://"].iter().any(|scheme| place.starts_with(scheme)) {
        Some((Row::Place, OnlineError::BadAddress))
    } else if !watch && screen.name.text.trim().parse::<PlayerName>().is_err() {
        Some((Row::Name, OnlineError::BadName))
    } else {
        None
    };
    if let Some((row, error)) = fault {
        screen.cursor = screen.rows().iter().position(|other| *other == row).unwrap_or(0);
        screen.fault = Some((row, error));
        return Vec::new();
    }
    let request = screen.request(watch);
    model.go_online(request)
}

/// Sets a line to its next value, or the one before.
fn turn(model: &mut Model, row: Row, on: bool) {
    let sets = model.rule_sets.clone();
    let Screen::OnlineForm(screen) = model.screen_mut() else { return };
    match row {
        Row::Purpose => screen.purpose = cycled(screen.purpose, &[Purpose::New, Purpose::Pair], on),
        Row::RuleSet => {
            screen.rule_set = cycled(screen.rule_set.clone(), &sets, on);
            screen.opponent = None;
        }
        Row::Clock => screen.clock = cycled(screen.clock, &TimeControl::OFFERED, on),
        Row::Seat => {
            let seats = [SeatWish::Coin, SeatWish::One, SeatWish::Two];
            screen.seat = cycled(screen.seat, &seats, on);
        }
        Row::Opponent => {
            let all = opponents(&screen.rule_set);
            screen.opponent = cycled(screen.opponent.clone(), &all, on);
        }
        Row::Place | Row::Name | Row::Go | Row::Watch => {}
    }
}

/// A person with the link, and the computer players of a game that have no depth to choose.
fn opponents(set: &RuleSet) -> Vec<Option<String>> {
    let kind = set.rules.game();
    let plain = gebeta_engine::Bot::names(kind).iter().map(|name| (*name).to_owned());
    [None].into_iter().chain(plain.map(Some)).collect()
}

impl Model {
    /// Goes to a server.
    pub(crate) fn go_online(&mut self, request: OnlineRequest) -> Vec<Effect> {
        let ticket = self.ticket();
        self.screens.retain(|screen| !matches!(screen, Screen::Online(_)));
        self.screens.push(Screen::Online(Box::new(Online::new(ticket, request.clone()))));
        vec![Effect::GoOnline(ticket, request)]
    }
}
