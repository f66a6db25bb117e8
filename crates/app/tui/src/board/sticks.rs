use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use gebeta_rules::senet::Sticks;

use super::frame;
use crate::look::Look;

/// Draws the four sticks, each `height` tall with a column between them.
pub(crate) fn draw(sticks: Sticks, look: Look, area: Rect, buffer: &mut Buffer) {
    for (place, dark) in sticks.dark().into_iter().enumerate() {
        let x = area.x + 2 * place as u16;
        let style = if dark { look.wood().add_modifier(Modifier::BOLD) } else { look.stone(0) };
        for y in area.y..area.bottom() {
            frame::put(look.stick(dark), style, x, y, area.right().saturating_sub(x), buffer);
        }
    }
}

/// How the sticks lie while they still tumble: each comes to rest a little later than the one before.
pub(crate) fn tumbling(last: Sticks, elapsed: u64, whole: u64) -> Sticks {
    let bits = last.dark().into_iter().enumerate().fold(0, |bits, (place, dark)| {
        let rest = whole * (place as u64 + 1) / 4;
        let shown = if elapsed >= rest { dark } else { (elapsed / 70 + place as u64).is_multiple_of(2) };
        bits | u8::from(shown) << place
    });
    Sticks::from_bits(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sticks_come_to_rest_as_they_fell() {
        for bits in 0..16 {
            let sticks = Sticks::from_bits(bits);
            assert_eq!(tumbling(sticks, 600, 600), sticks);
            assert_eq!(tumbling(sticks, 150, 600).dark()[0], sticks.dark()[0], "the first rests first");
        }
    }
}
