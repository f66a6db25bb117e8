use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_rules::{GameKind, Player, RuleSet};
use gebeta_session::plan_fault;

use gebeta_i18n::rules::ruleset;

use super::canvas::Canvas;
use super::lists;
use crate::board::{mancala, senet};
use crate::options;
use crate::scene::Scene;
use crate::setup::{Row, Setup};
use crate::{Animation, Target};

pub(super) fn draw(canvas: &mut Canvas<'_>, setup: &Setup, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let game = match setup.plan.game() {
        GameKind::Mancala => l.mancala(),
        GameKind::Senet => l.senet(),
    };
    // The line of the rule set may be out of view, and what it says is worth knowing.
    let rules = value(canvas, setup, Row::RuleSet);
    canvas.title(l.setup(), &format!("{game}{}{rules}", look.dot()), area);
    let picture = area.width >= 110;
    let list_width = if picture { (area.width * 2 / 5).clamp(64, 72) } else { area.width };
    let about_lines = if area.height >= 20 { 3 } else { 2 };
    let list = Rect::new(area.x, area.y + 2, list_width, area.height.saturating_sub(4 + about_lines));
    // On a small screen no line stays empty.
    let list = if area.height < 16 { Rect { y: area.y + 1, height: list.height + 2, ..list } } else { list };
    let rows = setup.rows();
    let first = lists::first_row(setup.cursor, rows.len(), list.height);
    for (place, row) in rows.iter().enumerate().skip(first).take(usize::from(list.height)) {
        let line = Rect::new(list.x + 1, list.y + (place - first) as u16, list.width.saturating_sub(2), 1);
        draw_row(canvas, setup, place, *row, line);
    }
    lists::scroll_marks(canvas, first, rows.len(), list);
    let about =
        Rect::new(area.x + 1, area.bottom() - 1 - about_lines, area.width.saturating_sub(2), about_lines);
    draw_about(canvas, setup, about);
    if picture {
        let right = Rect::new(
            area.x + list_width + 2,
            area.y + 3,
            area.width - list_width - 4,
            area.height.saturating_sub(8),
        );
        draw_picture(canvas, setup, right);
    }
    let arrows = if look.ascii { "<>" } else { "←→" };
    let mut actions = vec![
        ("F5", KeyCode::F(5), l.setup_start().to_owned()),
        (arrows, KeyCode::Right, l.term_change().to_owned()),
        ("?", KeyCode::Char('?'), l.rules().to_owned()),
        ("Esc", KeyCode::Esc, l.back().to_owned()),
    ];
    if matches!(setup.row(), Row::Seat(_)) {
        actions.insert(1, ("Enter", KeyCode::Enter, l.term_choose().to_owned()));
    }
    canvas.actions(&actions, Rect { y: area.bottom() - 1, height: 1, ..area });
}

fn draw_row(canvas: &mut Canvas<'_>, setup: &Setup, place: usize, row: Row, line: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let chosen = place == setup.cursor;
    let faulty = setup.fault(row).is_some();
    if row == Row::Start {
        let label = format!("{}{}", if chosen { look.pointer() } else { "  " }, l.setup_start());
        let style = if chosen { look.selected() } else { look.title() };
        canvas.text(&format!("{label}  "), style.add_modifier(Modifier::BOLD), line.x, line.y, line.width);
        return canvas.hits.add(line, Target::Row(place));
    }
    let (label, value) = (label(canvas, row), value(canvas, setup, row));
    lists::row(canvas, place, &label, &value, chosen, faulty, line);
}

fn label(canvas: &Canvas<'_>, row: Row) -> String {
    let l = canvas.l;
    let seat = |player| match player {
        Player::One => l.player_1(),
        Player::Two => l.player_2(),
    };
    match row {
        Row::Start => l.setup_start().to_owned(),
        Row::Game => l.setup_game().to_owned(),
        Row::RuleSet => l.setup_rules().to_owned(),
        Row::Seat(player) => seat(player).to_owned(),
        Row::Name(_) => format!("  {}", l.setup_name()),
        Row::Rule(option) => l.option_label(option),
        Row::Confirm => l.confirm_moves().to_owned(),
        Row::Animation => l.animation().to_owned(),
        Row::Delay => l.delay().to_owned(),
    }
}

fn value(canvas: &Canvas<'_>, setup: &Setup, row: Row) -> String {
    let (l, plan) = (canvas.l, &setup.plan);
    match row {
        Row::Start => String::new(),
        Row::Game => match plan.game() {
            GameKind::Mancala => l.mancala().to_owned(),
            GameKind::Senet => l.senet().to_owned(),
        },
        Row::RuleSet if setup.is_changed() => l.online_changed(rule_set_name(&setup.base.name, l)),
        Row::RuleSet => rule_set_name(&setup.base.name, l),
        Row::Seat(player) => plan.player_kinds[player].name(l),
        Row::Name(player) => {
            let cursor = if setup.row() == row { "_" } else { "" };
            format!("{}{cursor}", plan.names[player])
        }
        Row::Rule(option) => options::value(option, &plan.rule_set.rules, l),
        Row::Confirm => if plan.confirm { l.on() } else { l.off() }.to_owned(),
        Row::Animation => animation_name(canvas.model.settings.animation, l).to_owned(),
        Row::Delay => delay_name(canvas.model.settings.delay, l),
    }
}

/// A pause in seconds.
pub(super) fn delay_name(millis: u32, l: gebeta_i18n::Language) -> String {
    l.delay_seconds(format!("{:.1}", f64::from(millis) / 1000.0))
}

pub(super) fn animation_name(animation: Animation, l: gebeta_i18n::Language) -> &'static str {
    match animation {
        Animation::Off => l.animation_off(),
        Animation::Fast => l.animation_fast(),
        Animation::Normal => l.animation_normal(),
        Animation::Slow => l.animation_slow(),
    }
}

/// What a rule set is called in the player's language; a user's own keeps its name.
pub(super) fn rule_set_name(name: &str, l: gebeta_i18n::Language) -> String {
    let (base, is_changed) = RuleSet::base_name(name);
    let mut shown = ruleset(l, base).map_or(base, |(known, _)| known).to_owned();
    if is_changed {
        shown.push(RuleSet::CHANGED);
    }
    shown
}

/// What is said about a shipped rule set.
pub(super) fn rule_set_about(name: &str, l: gebeta_i18n::Language) -> Option<&'static str> {
    ruleset(l, RuleSet::base_name(name).0).map(|(_, about)| about)
}

/// What the chosen line means, or what is wrong with it.
fn draw_about(canvas: &mut Canvas<'_>, setup: &Setup, area: Rect) {
    let (l, look, row) = (canvas.l, canvas.look, setup.row());
    if let Some(fault) = setup.fault(row) {
        canvas.wrapped(&plan_fault(l, fault), look.danger(), area);
        return;
    }
    let about = match row {
        Row::Start | Row::RuleSet => {
            let name = &setup.base.name;
            rule_set_about(name, l).map_or_else(|| setup.base.about.clone(), str::to_owned)
        }
        Row::Game => match setup.plan.game() {
            GameKind::Mancala => l.home_mancala_about().to_owned(),
            GameKind::Senet => l.home_senet_about().to_owned(),
        },
        Row::Seat(player) => setup.plan.player_kinds[player].about(l).to_owned(),
        Row::Rule(option) => options::about(option, &setup.plan.rule_set.rules, l).to_owned(),
        Row::Confirm => l.confirm_moves_about().to_owned(),
        Row::Animation => l.settings_animation_about().to_owned(),
        Row::Name(_) | Row::Delay => String::new(),
    };
    canvas.wrapped(&about, look.dim(), area);
}

/// The board these rules make.
fn draw_picture(canvas: &mut Canvas<'_>, setup: &Setup, area: Rect) {
    let look = canvas.look;
    match Scene::of(&setup.plan.rule_set.rules.start()) {
        Scene::Mancala(stones) => {
            let places = mancala::wide(area, &stones.table);
            mancala::draw(&stones, &mancala::Marks::default(), &places, look, canvas.buffer);
        }
        Scene::Senet(pieces) => {
            let grid = senet::Grid::of(area);
            senet::draw(&pieces, &senet::Marks::default(), &grid, look, canvas.buffer);
        }
    }
}
