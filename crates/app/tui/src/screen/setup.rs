//! What people agree on before a game: every option on one page.

use crossterm::event::{KeyCode, KeyEvent};

use gebeta_rules::{ByPlayer, GameKind, Player, RuleOption, RuleSet};
use gebeta_session::{GameSetup, PlayerKind, SetupError, usual_name};

use super::Screen;
use super::page::{Page, Subject};
use super::picker::{Goal, Picker};
use super::settings::{delay, seats};
use crate::input::Line;
use crate::options::{self, cycled, options_of, word};
use crate::{Effect, Model};

/// The set-up of a game.
#[derive(Debug)]
pub struct Setup {
    /// What is planned so far.
    pub plan: GameSetup,
    /// The rule set as it was chosen, before it was changed.
    pub base: RuleSet,
    /// The chosen line.
    pub cursor: usize,
}

/// A line of the set-up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Begins the game.
    Start,
    /// Which game.
    Game,
    /// Which rule set.
    RuleSet,
    /// Who plays a seat.
    Seat(Player),
    /// What they are called.
    Name(Player),
    /// An option of the rules.
    Rule(&'static RuleOption),
    /// Whether moves are confirmed.
    Confirm,
    /// How quickly things move.
    Animation,
    /// How long the computer waits.
    Delay,
}

impl Setup {
    pub(crate) fn new(plan: GameSetup, model: &Model) -> Self {
        let known = model.rule_sets.iter().find(|set| set.name == plan.rule_set.name);
        let base = known.unwrap_or(&plan.rule_set).clone();
        Self { plan, base, cursor: 0 }
    }

    /// The lines, in order.
    pub fn rows(&self) -> Vec<Row> {
        let mut rows = vec![Row::Start, Row::Game, Row::RuleSet];
        for player in Player::BOTH {
            rows.extend([Row::Seat(player), Row::Name(player)]);
        }
        rows.extend([Row::Confirm, Row::Animation, Row::Delay]);
        rows.extend(options_of(&self.plan.rule_set.rules).into_iter().map(Row::Rule));
        rows
    }

    /// What is wrong at a line.
    pub fn fault(&self, row: Row) -> Option<SetupError> {
        self.plan.faults().into_iter().find(|fault| match (fault, row) {
            (SetupError::Name(player, _), Row::Name(other)) => *player == other,
            (SetupError::Conflict(conflict), Row::Rule(option)) => conflict.is_about(option),
            _ => false,
        })
    }

    /// Whether a rule was changed.
    pub fn is_changed(&self) -> bool {
        self.plan.rule_set.rules != self.base.rules
    }

    /// The chosen line.
    pub fn row(&self) -> Row {
        let rows = self.rows();
        rows[self.cursor.min(rows.len() - 1)]
    }
}

/// A key at the set-up.
pub(crate) fn key(model: &mut Model, key: KeyEvent) -> Vec<Effect> {
    let Screen::Setup(setup) = model.screen_mut() else { return Vec::new() };
    let (rows, row) = (setup.rows().len(), setup.row());
    let is_name = matches!(row, Row::Name(_));
    match key.code {
        KeyCode::Up | KeyCode::BackTab => setup.cursor = (setup.cursor + rows - 1) % rows,
        KeyCode::Down | KeyCode::Tab => setup.cursor = (setup.cursor + 1) % rows,
        KeyCode::Char('k') if !is_name => setup.cursor = (setup.cursor + rows - 1) % rows,
        KeyCode::Char('j') if !is_name => setup.cursor = (setup.cursor + 1) % rows,
        KeyCode::Home => setup.cursor = 0,
        KeyCode::End => setup.cursor = rows - 1,
        KeyCode::PageDown => setup.cursor = (setup.cursor + 8).min(rows - 1),
        KeyCode::PageUp => setup.cursor = setup.cursor.saturating_sub(8),
        KeyCode::Esc => model.leave(),
        KeyCode::F(5) => return start(model),
        _ => match (row, key.code) {
            (Row::Name(player), _) => {
                let mut line = Line::new(&setup.plan.names[player]);
                if key.code == KeyCode::Enter {
                    setup.cursor = (setup.cursor + 1) % rows;
                } else if line.key(key) {
                    setup.plan.names[player] = line.text;
                }
            }
            (Row::Start, KeyCode::Enter | KeyCode::Char(' ')) => return start(model),
            (_, KeyCode::Char('?')) => {
                let set = setup.plan.rule_set.clone();
                model.screens.push(Screen::Page(Page::new(Subject::Rules(set))));
            }
            (_, KeyCode::Char('q')) => model.leave(),
            (Row::Seat(player), KeyCode::Enter) => {
                let (game, present) = (setup.plan.game(), setup.plan.player_kinds[player].to_string());
                let picker = Picker::players(Goal::Seat(player), game, &present, model);
                model.screens.push(Screen::Picker(picker));
            }
            (Row::RuleSet, KeyCode::Enter) => {
                let (game, present) = (setup.plan.game(), setup.base.name.clone());
                let picker = Picker::rule_sets(game, &present, model);
                model.screens.push(Screen::Picker(picker));
            }
            (Row::Rule(option), KeyCode::Char(c @ '0'..='9')) => {
                options::digit(option, &mut setup.plan.rule_set.rules, c as u8 - b'0');
            }
            (_, KeyCode::Right | KeyCode::Enter | KeyCode::Char(' ' | '+')) => turn(model, row, true),
            (_, KeyCode::Left | KeyCode::Char('-')) => turn(model, row, false),
            _ => {}
        },
    }
    Vec::new()
}

/// A line was clicked.
pub(crate) fn click(model: &mut Model, place: usize, turned: Option<bool>) -> Vec<Effect> {
    let Screen::Setup(setup) = model.screen_mut() else { return Vec::new() };
    let Some(row) = setup.rows().get(place).copied() else { return Vec::new() };
    setup.cursor = place;
    match (row, turned) {
        (Row::Start, _) => return start(model),
        (Row::Name(_), _) | (_, None) => {}
        (row, Some(on)) => turn(model, row, on),
    }
    Vec::new()
}

fn start(model: &mut Model) -> Vec<Effect> {
    let Screen::Setup(setup) = model.screen_mut() else { return Vec::new() };
    let first_fault = setup.rows().iter().position(|row| setup.fault(*row).is_some());
    if let Some(place) = first_fault {
        setup.cursor = place;
        return Vec::new();
    }
    let mut plan = setup.plan.clone();
    plan.rule_set = plan.rule_set.changed_from(&setup.base);
    model.begin(&plan)
}

/// Sets a line to its next value, or the one before.
fn turn(model: &mut Model, row: Row, on: bool) {
    match row {
        Row::Animation => model.settings.animation = word(model.settings.animation, on),
        Row::Delay => model.settings.delay = delay(model.settings.delay, on),
        Row::Game => turn_game(model),
        _ => {}
    }
    let kind = match model.screen() {
        Screen::Setup(setup) => setup.plan.game(),
        _ => return,
    };
    if let (Row::Seat(player), Screen::Setup(setup)) = (row, model.screen()) {
        let next = cycled(setup.plan.player_kinds[player].to_string(), &seats(kind), on);
        return seat(model, player, &next);
    }
    let sets: Vec<RuleSet> = model.sets_of(kind).cloned().collect();
    let Screen::Setup(setup) = model.screen_mut() else { return };
    match row {
        Row::RuleSet => {
            setup.base = cycled(setup.base.clone(), &sets, on);
            setup.plan.rule_set = setup.base.clone();
        }
        Row::Rule(option) => options::turn(option, &mut setup.plan.rule_set.rules, on),
        Row::Confirm => setup.plan.confirm ^= true,
        Row::Start | Row::Game | Row::Seat(_) | Row::Name(_) | Row::Animation | Row::Delay => {}
    }
}

/// Plays by the rule set with this name.
pub(crate) fn play_by(model: &mut Model, name: &str) {
    let Some(set) = model.rule_sets.iter().find(|set| set.name == name).cloned() else { return };
    let Screen::Setup(setup) = model.screen_mut() else { return };
    setup.plan.rule_set = set.clone();
    setup.base = set;
}

/// Lets the player with this word play a seat of the set-up.
pub(crate) fn seat(model: &mut Model, player: Player, word: &str) {
    let (language, name) = (model.language, model.settings.name.clone());
    let Screen::Setup(setup) = model.screen_mut() else { return };
    let plan = &mut setup.plan;
    let usual = |player_kinds: ByPlayer<PlayerKind>| {
        ByPlayer::from_fn(|player| match (player, name.is_empty()) {
            (Player::One, false) if player_kinds.one == PlayerKind::Human => name.clone(),
            _ => usual_name(language, player_kinds, player),
        })
    };
    let before = usual(plan.player_kinds);
    let kind = PlayerKind::named(plan.game(), word).unwrap_or(PlayerKind::Human);
    plan.player_kinds[player] = kind;
    let after = ByPlayer::from_fn(|player| usual_name(language, plan.player_kinds, player));
    for player in Player::BOTH {
        // A default name follows the kind of player; one that was typed stays.
        let unchosen = plan.names[player] == before[player];
        if unchosen && (before[player] != name || plan.player_kinds[player] != PlayerKind::Human) {
            plan.names[player].clone_from(&after[player]);
        }
    }
}

fn turn_game(model: &mut Model) {
    let Screen::Setup(setup) = model.screen() else { return };
    let other = match setup.plan.game() {
        GameKind::Mancala => GameKind::Senet,
        GameKind::Senet => GameKind::Mancala,
    };
    let cursor = setup.cursor;
    let plan = model.usual_plan(other);
    let mut setup = Setup::new(plan, model);
    setup.cursor = cursor;
    *model.screen_mut() = Screen::Setup(Box::new(setup));
}
