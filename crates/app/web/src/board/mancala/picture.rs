use std::fmt::Write;

use gebeta_rules::mancala::Position;
use gebeta_rules::{ByPlayer, Player};

use super::animator::holes;
use super::geometry::{Geometry, Rect};
use super::heap::{Heap, Laying};
use super::stone::Stone;
use super::stones::Stones;
use crate::platform::palette::Palette;

/// The height of a line with a player's name.
const LINE: f64 = 44.0;

/// A position as an SVG document of its own, with the players' names above and below unless they are empty.
pub(crate) fn picture(position: &Position, palette: &Palette, labels: &ByPlayer<String>) -> String {
    let board = position.board();
    let geometry = Geometry::fit(1000.0, 440.0, board.pits().get(), false, Player::One);
    let line = if Player::BOTH.iter().all(|&player| labels[player].is_empty()) { 0.0 } else { LINE };
    let (w, h) = (geometry.w, geometry.h + 2.0 * line);
    let mut stones = Stones::default();
    stones.settle(board);
    let mut svg = format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0} {h:.0}" width="{w:.0}" height="{h:.0}" role="img">"#
    );
    if line > 0.0 {
        let bg = palette.color("bg");
        put(&mut svg, format_args!(r#"<rect width="{w:.0}" height="{h:.0}" fill="{bg}"/>"#));
        for (player, y) in [(Player::Two, 0.68 * line), (Player::One, h - 0.32 * line)] {
            let (color, name) = (player_color(palette, player), escape(&labels[player]));
            put(
                &mut svg,
                format_args!(
                    r#"<text x="{:.0}" y="{y:.0}" fill="{color}" font-family="Georgia,serif" font-size="22" text-anchor="middle">{name}</text>"#,
                    w / 2.0
                ),
            );
        }
    }
    put(&mut svg, format_args!(r#"<g transform="translate(0 {line})">"#));
    let (wood, board_edge) = (palette.color("board"), palette.color("board-edge"));
    put(
        &mut svg,
        format_args!(
            r#"<rect x="2" y="2" width="{:.1}" height="{:.1}" rx="34" fill="{wood}" stroke="{board_edge}" stroke-width="4"/>"#,
            geometry.w - 4.0,
            geometry.h - 4.0
        ),
    );
    for hole in holes(board) {
        let bowl = geometry.bowl(board, hole);
        let stones = stones.of(hole);
        if board.pit_at(hole).is_some() {
            hollow(&mut svg, bowl, bowl.w.min(bowl.h) / 2.0, palette.color("pit"), palette);
            scatter(
                &mut svg,
                bowl,
                stones,
                &Heap::of(stones, bowl, true, geometry.stone, Laying::Rows),
                palette,
            );
            let middle = (bowl.centre().0, bowl.y + bowl.h + 0.72 * geometry.count);
            number(&mut svg, middle, 0.75 * geometry.count, stones.len(), palette.color("text"));
        } else {
            hollow(&mut svg, bowl, bowl.w / 2.2, palette.color("store"), palette);
            scatter(
                &mut svg,
                bowl,
                stones,
                &Heap::of(stones, bowl, false, geometry.stone, Laying::Rows),
                palette,
            );
            let owner = if hole == board.store_of(Player::One) { Player::One } else { Player::Two };
            score(&mut svg, bowl, stones.len(), player_color(palette, owner), palette);
        }
    }
    svg.push_str("</g></svg>");
    svg
}

fn hollow(svg: &mut String, bowl: Rect, round: f64, fill: &str, palette: &Palette) {
    let Rect { x, y, w, h } = bowl;
    let (board_edge, pit_deep) = (palette.color("board-edge"), palette.color("pit-deep"));
    put(
        svg,
        format_args!(
            r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{round:.1}" fill="{pit_deep}" stroke="{board_edge}" stroke-width="2"/>"#
        ),
    );
    // The light falls in from above, so the far wall lies in the shade.
    put(
        svg,
        format_args!(
            r#"<rect x="{:.1}" y="{:.1}" width="{:.1}" height="{:.1}" rx="{round:.1}" fill="{fill}"/>"#,
            x + 0.03 * w,
            y + 0.06 * h,
            0.94 * w,
            0.92 * h
        ),
    );
}

fn scatter(svg: &mut String, bowl: Rect, stones: &[Stone], heap: &Heap, palette: &Palette) {
    let (x, y) = bowl.centre();
    let r = heap.size / 2.0;
    for (stone, place) in stones.iter().zip(&heap.places) {
        let fill = palette.color(&format!("stone-{}", stone.shade()));
        let flat = 0.8 + 0.04 * f64::from(stone.shape());
        let tilt = stone.tilt();
        put(
            svg,
            format_args!(
                r#"<g transform="translate({:.1} {:.1}) rotate({tilt})"><ellipse rx="{r:.1}" ry="{:.1}" fill="{fill}" stroke="{}" stroke-width="0.6"/></g>"#,
                x + place.0,
                y + place.1,
                r * flat,
                palette.color("board-edge")
            ),
        );
        put(
            svg,
            format_args!(
                r#"<circle cx="{:.1}" cy="{:.1}" r="{:.1}" fill="{}" opacity="0.3"/>"#,
                x + place.0 - 0.28 * r,
                y + place.1 - 0.34 * r,
                0.26 * r,
                palette.color("surface")
            ),
        );
    }
}

/// The score in the middle of a store.
fn score(svg: &mut String, bowl: Rect, n: usize, color: &str, palette: &Palette) {
    let (x, y) = bowl.centre();
    let r = (0.34 * bowl.w).min(34.0);
    let (surface, text) = (palette.color("surface"), palette.color("text"));
    put(
        svg,
        format_args!(
            r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r:.1}" fill="{surface}" stroke="{color}" stroke-width="3"/>"#
        ),
    );
    number(svg, (x, y + 0.34 * r), r, n, text);
}

fn number(svg: &mut String, (x, y): (f64, f64), size: f64, n: usize, fill: &str) {
    put(
        svg,
        format_args!(
            r#"<text x="{x:.1}" y="{y:.1}" fill="{fill}" font-family="system-ui,sans-serif" font-size="{size:.1}" font-weight="600" text-anchor="middle">{n}</text>"#
        ),
    );
}

fn put(svg: &mut String, words: std::fmt::Arguments<'_>) {
    svg.write_fmt(words).expect("a string takes any text");
}

fn player_color(palette: &Palette, player: Player) -> &str {
    palette.color(match player {
        Player::One => "p1",
        Player::Two => "p2",
    })
}

/// Text that may stand in an SVG document.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::mancala::{Rules, Size};

    fn drawn(pits: u8, names: [&str; 2]) -> String {
        let rules =
            Rules { pits: Size::new(pits).unwrap(), stones: Size::new(pits).unwrap(), ..Rules::GEBETA };
        let labels = ByPlayer { one: names[0].to_owned(), two: names[1].to_owned() };
        picture(&Position::start(&rules), &Palette::live(), &labels)
    }

    #[test]
    fn a_picture_shows_every_stone_and_every_count() {
        for pits in [1, 6, 12] {
            let svg = drawn(pits, ["", ""]);
            let n = usize::from(pits);
            assert_eq!(svg.matches("<ellipse").count(), 2 * n * n);
            assert_eq!(svg.matches("<text").count(), 2 * n + 2);
            assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
        }
    }

    #[test]
    fn names_cannot_break_a_picture() {
        let svg = drawn(6, ["<script>", "A & B"]);
        assert!(svg.contains("&lt;script&gt;") && svg.contains("A &amp; B"));
        assert!(!svg.contains("<script"));
    }
}
