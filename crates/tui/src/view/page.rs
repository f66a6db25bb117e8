use crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use gebeta_rules::{AnyRules, GameKind, RuleSet};
use gebeta_rules::senet::Square;

use super::canvas::{Canvas, wrap};
use super::setup::{rule_set_about, rule_set_name};
use crate::options::rules_of;
use crate::screen::page::{Page, Subject};

/// A line of text and how it looks.
type Line = (String, Style);

pub(super) fn draw(canvas: &mut Canvas<'_>, page: &Page, area: Rect) {
    let (l, look) = (canvas.l, canvas.look);
    let width = area.width.saturating_sub(4).min(84);
    let (title, lines) = match &page.subject {
        Subject::Rules(set) => (format!("{}{}{}", l.rules(), look.dot(), rule_set_name(&set.name, l)), rules(canvas, set)),
        Subject::About => (l.about().to_owned(), about(canvas)),
        Subject::Keys => (l.term_keys().to_owned(), keys(canvas)),
    };
    canvas.title(&title, "", area);
    let wrapped: Vec<Line> = lines
        .iter()
        .flat_map(|(text, style)| wrap(&look.write(text), usize::from(width)).into_iter().map(|line| (line, *style)))
        .collect();
    let text = Rect::new(area.x + 2, area.y + 2, width, area.height.saturating_sub(4));
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

/// The rules of a rule set: what it is about, how the game goes, then each option as it is set.
fn rules(canvas: &Canvas<'_>, set: &RuleSet) -> Vec<Line> {
    let (l, look) = (canvas.l, canvas.look);
    let head = look.accent().add_modifier(Modifier::BOLD);
    let about = rule_set_about(&set.name, l).map_or_else(|| set.about.clone(), str::to_owned);
    let mut lines = vec![(about, look.text().add_modifier(Modifier::BOLD)), (String::new(), look.text())];
    let game = set.rules.game();
    let intro = match game {
        GameKind::Mancala => vec![l.term_mancala_rules_1(), l.term_mancala_rules_2(), l.term_mancala_rules_3()],
        GameKind::Senet => vec![l.term_senet_rules_1(), l.term_senet_rules_2(), l.term_senet_rules_3()],
    };
    for paragraph in intro {
        lines.extend([(paragraph.to_owned(), look.text()), (String::new(), look.text())]);
    }
    for rule in rules_of(game) {
        lines.push((format!("{}: {}", rule.label(l), rule.value(&set.rules, l)), head));
        lines.push((rule.about(&set.rules, l).to_owned(), look.dim()));
    }
    if let AnyRules::Senet(_) = set.rules {
        lines.push((String::new(), look.text()));
        for number in 1..=Square::LAST {
            if let Some(house) = Square::new(number).and_then(Square::house) {
                lines.push((format!("{} {number}  {}", look.house_sign(house), house_name(house, l)), look.house()));
            }
        }
    }
    lines
}

fn house_name(house: gebeta_rules::senet::House, l: gebeta_words::Language) -> &'static str {
    use gebeta_rules::senet::House;
    match house {
        House::Rebirth => l.house_rebirth(),
        House::Happiness => l.house_happiness(),
        House::Water => l.house_water(),
        House::ThreeTruths => l.house_three_truths(),
        House::ReAtoum => l.house_re_atoum(),
        House::Horus => l.house_horus(),
    }
}

fn about(canvas: &Canvas<'_>) -> Vec<Line> {
    let (l, look) = (canvas.l, canvas.look);
    let head = look.accent().add_modifier(Modifier::BOLD);
    let parts = [
        (l.mancala(), [l.term_about_mancala_1(), l.term_about_mancala_2()]),
        (l.senet(), [l.term_about_senet_1(), l.term_about_senet_2()]),
        (l.gebeta(), [l.term_about_program_1(), l.term_about_program_2()]),
    ];
    let mut lines = Vec::new();
    for (title, paragraphs) in parts {
        lines.push((title.to_owned(), head));
        for paragraph in paragraphs {
            lines.extend([(paragraph.to_owned(), look.text()), (String::new(), look.text())]);
        }
    }
    lines
}

fn keys(canvas: &Canvas<'_>) -> Vec<Line> {
    let (l, look) = (canvas.l, canvas.look);
    let list = [
        ("Enter", l.term_key_enter()),
        ("1-9 0", l.term_key_digits()),
        ("< >  ^ v", l.term_key_arrows()),
        ("u  r", l.term_key_undo()),
        ("h", l.hint()),
        ("x", l.swap_sides()),
        ("[  ]", l.term_key_history()),
        ("v", l.term_verbose()),
        ("V", l.term_layout()),
        ("S", l.save()),
        ("?", l.rules()),
        ("q Esc", l.term_key_leave()),
        ("Ctrl-C", l.term_key_quit()),
    ];
    list.into_iter().map(|(key, words)| (format!("{key}  -  {words}"), look.text())).collect()
}
