use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use gebeta_rules::senet::Square;
use gebeta_rules::{AnyRules, RuleSet};

use gebeta_i18n::rules::{explain, house as house_name};

use super::canvas::{Canvas, wrap};
use super::setup::{rule_set_about, rule_set_name};
use crate::Model;
use crate::options::{self, options_of};
use crate::screen::Screen;
use crate::screen::page::{Page, Subject};

/// A line of text and how it looks.
type Line = (String, Style);

pub(super) fn draw(canvas: &mut Canvas<'_>, page: &Page, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let title = match &page.subject {
        Subject::Rules(set) => format!("{}{}{}", l.rules(), look.dot(), rule_set_name(&set.name, l)),
        Subject::About => l.about().to_owned(),
        Subject::Keys => l.term_keys().to_owned(),
    };
    canvas.title(&title, "", area);
    let text = text_area(area);
    let wrapped = lines(canvas.model, page, text.width);
    let last = wrapped.len().saturating_sub(usize::from(text.height));
    let first = usize::from(page.scroll).min(last);
    for ((line, style), y) in wrapped.iter().skip(first).zip(text.y..text.bottom()) {
        canvas.wrapped_line(line, *style, Rect { y, height: 1, ..text });
    }
    super::lists::scroll_marks(canvas, first, wrapped.len(), Rect { width: area.width, x: area.x, ..text });
    let (arrows, sides) = if look.ascii { ("^v", "<>") } else { ("↑↓", "←→") };
    let mut actions = vec![(arrows, KeyCode::Down, l.term_scroll().to_owned())];
    if matches!(page.subject, Subject::Rules(_)) {
        actions.push((sides, KeyCode::Right, l.setup_rules().to_owned()));
    }
    actions.push(("Esc", KeyCode::Esc, l.back().to_owned()));
    canvas.actions(&actions, Rect { y: area.bottom() - 1, height: 1, ..area });
}

/// Where the text stands.
fn text_area(area: Rect) -> Rect {
    Rect::new(area.x + 2, area.y + 2, area.width.saturating_sub(4).min(84), area.height.saturating_sub(4))
}

/// The first line that is shown when the last one is in view.
pub(super) fn furthest(model: &Model, page: &Page, area: Rect) -> usize {
    let text = text_area(area);
    lines(model, page, text.width).len().saturating_sub(usize::from(text.height))
}

/// The whole text in lines of this width.
fn lines(model: &Model, page: &Page, width: u16) -> Vec<Line> {
    let lines = match &page.subject {
        Subject::Rules(set) => rules(model, set),
        Subject::About => about(model),
        Subject::Keys => return keys(model, width),
    };
    let wrapped = |(text, style): (String, Style)| {
        wrap(&model.look.write(&text), usize::from(width)).into_iter().map(move |line| (line, style))
    };
    lines.into_iter().flat_map(wrapped).collect()
}

/// The rules of a rule set: what it is about, how the game goes, then each option as it is set.
fn rules(model: &Model, set: &RuleSet) -> Vec<Line> {
    let (l, look) = (model.language, model.look);
    let head = look.accent().add_modifier(Modifier::BOLD);
    let about = rule_set_about(&set.name, l).map_or_else(|| set.about.clone(), str::to_owned);
    let empty = (String::new(), look.text());
    let mut lines = vec![(about, look.text().add_modifier(Modifier::BOLD)), empty.clone()];
    for paragraph in explain(l, &set.rules) {
        lines.extend([(paragraph.heading.to_owned(), head), (paragraph.text, look.text()), empty.clone()]);
    }
    if let AnyRules::Senet(_) = set.rules {
        for number in 1..=Square::LAST {
            if let Some(house) = Square::new(number).and_then(Square::house) {
                lines.push((
                    format!("{} {number}  {}", look.house_sign(house), house_name(l, house)),
                    look.house(),
                ));
            }
        }
        lines.push(empty);
    }
    lines.push((l.setup_advanced().to_owned(), head));
    for option in options_of(&set.rules) {
        let value = options::value(option, &set.rules, l);
        lines.push((format!("{}: {value}", l.option_label(option)), look.dim()));
    }
    lines
}

fn about(model: &Model) -> Vec<Line> {
    let (l, look) = (model.language, model.look);
    let head = look.accent().add_modifier(Modifier::BOLD);
    let mancala = [l.about_mancala_1(), l.about_mancala_2(), l.about_mancala_3(), l.about_mancala_4()];
    let senet = [l.about_senet_1(), l.about_senet_2(), l.about_senet_3(), l.about_senet_4()];
    let program = [l.about_program_1(), l.about_license(), l.about_credits()];
    let parts = [
        (l.about_mancala_title(), &mancala[..]),
        (l.about_senet_title(), &senet[..]),
        (l.about_program_title(), &program[..]),
    ];
    let mut lines = vec![(l.about_lead().to_owned(), look.text().add_modifier(Modifier::BOLD))];
    for (title, paragraphs) in parts {
        lines.extend([(String::new(), look.text()), (title.to_owned(), head)]);
        for paragraph in paragraphs {
            lines.extend([((*paragraph).to_owned(), look.text()), (String::new(), look.text())]);
        }
    }
    lines.push((l.about_version(env!("CARGO_PKG_VERSION")), look.dim()));
    lines
}

/// The keys in one column, what they do in another.
fn keys(model: &Model, width: u16) -> Vec<Line> {
    const COLUMN: usize = 12;
    let (l, look) = (model.language, model.look);
    let is_online = model.screens.iter().any(|screen| matches!(screen, Screen::Online(_)));
    let mut list = vec![
        ("Enter", l.term_key_enter()),
        ("1-9 0", l.term_key_digits()),
        (if look.ascii { "arrows" } else { "← → ↑ ↓" }, l.term_key_arrows()),
        ("x", l.swap_sides()),
        ("[ ]", l.term_key_history()),
        ("V", l.term_layout()),
        ("S", l.save()),
        ("?", l.rules()),
    ];
    if is_online {
        list.extend([("m g d u c a", l.term_key_online()), ("y n", l.term_key_answer())]);
    } else {
        list.extend([
            ("u r", l.term_key_undo()),
            ("h", l.hint()),
            ("p", l.term_key_pause()),
            ("v", l.term_verbose()),
            ("n w b", l.term_key_over()),
        ]);
    }
    list.extend([("q Esc", l.term_key_leave()), ("Ctrl-C", l.term_key_quit())]);
    let room = usize::from(width).saturating_sub(COLUMN + 1);
    let lines = list.into_iter().flat_map(|(key, words)| {
        let keys = std::iter::once(key).chain(std::iter::repeat(""));
        let wrapped = wrap(&look.write(words), room).into_iter().zip(keys);
        wrapped.map(|(words, key)| format!("{key:<COLUMN$} {words}")).collect::<Vec<_>>()
    });
    lines.map(|line| (line, look.text())).collect()
}
