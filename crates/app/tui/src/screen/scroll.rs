use crossterm::event::KeyCode;

/// Where a text begins that is longer than the screen: the line that is shown first.
///
/// `furthest` is the first line when the last one is in view; scrolling stops there, or the first keys back would seem dead.
pub(crate) fn scrolled(scroll: u16, code: KeyCode, furthest: u16) -> Option<u16> {
    let next = match code {
        KeyCode::Up | KeyCode::Char('k') => scroll.min(furthest).saturating_sub(1),
        KeyCode::Down | KeyCode::Char('j') => scroll.saturating_add(1),
        KeyCode::PageUp => scroll.min(furthest).saturating_sub(10),
        KeyCode::PageDown | KeyCode::Char(' ') => scroll.saturating_add(10),
        KeyCode::Home => 0,
        KeyCode::End => furthest,
        _ => return None,
    };
    Some(next.min(furthest))
}
