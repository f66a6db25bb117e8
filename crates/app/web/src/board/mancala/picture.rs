use std::fmt::Write;

use gebeta_rules::mancala::{Board, Hole, Position, Step};
use gebeta_rules::{ByPlayer, Player};

use super::animator::{holes, laying};
use super::geometry::{Geometry, Rect};
use super::grain::{FIBRES, fibre};
use super::heap::{Heap, Laying};
use super::stone::Stone;
use super::stones::Stones;
use crate::platform::palette::Palette;

/// The height of a line with a player's name.
const LINE: f64 = 44.0;
/// The room a picture fills, before its lines of names.
const ROOM: (f64, f64) = (1000.0, 440.0);

/// A position as an SVG document of its own, with the players' names above and below unless they are empty.
pub(crate) fn picture(position: &Position, palette: &Palette, labels: &ByPlayer<String>) -> String {
    Drawing::new(position.board(), palette, laying()).document(labels, &[])
}

/// The board before a move, and arrows for the way of its stones; in the colors of the page.
pub(super) fn picture_of_steps(before: &Board, steps: &[Step]) -> String {
    Drawing::new(before, &Palette::live(), laying()).document(&ByPlayer::default(), steps)
}

/// A board in the colors of the page, standing where it is to be narrow, and where each hole lies on it, in parts of its size.
pub(crate) fn picture_with_places(board: &Board, is_tall: bool) -> (String, Vec<(Hole, [f64; 4])>) {
    let palette = Palette::live();
    let drawing = Drawing { geometry: fitted(board, is_tall), ..Drawing::new(board, &palette, laying()) };
    let Geometry { w, h, .. } = drawing.geometry;
    let place = |hole| {
        let cell = drawing.geometry.cell(board, hole);
        (hole, [cell.x / w, cell.y / h, cell.w / w, cell.h / h])
    };
    (drawing.document(&ByPlayer::default(), &[]), holes(board).into_iter().map(place).collect())
}

fn fitted(board: &Board, is_tall: bool) -> Geometry {
    let (w, h) = if is_tall { (ROOM.1, 1.7 * ROOM.1) } else { ROOM };
    Geometry::fit(w, h, board.pits().get(), is_tall, Player::One)
}

/// A board to be drawn as it lies on the page.
struct Drawing<'a> {
    board: &'a Board,
    palette: &'a Palette,
    laying: Laying,
    geometry: Geometry,
}

impl<'a> Drawing<'a> {
    fn new(board: &'a Board, palette: &'a Palette, laying: Laying) -> Self {
        Self { board, palette, laying, geometry: fitted(board, false) }
    }

    fn color(&self, token: &str) -> &str {
        self.palette.color(token)
    }

    /// The whole document: names, board, stones, arrows for `steps`.
    fn document(&self, labels: &ByPlayer<String>, steps: &[Step]) -> String {
        let Self { board, geometry, .. } = self;
        let line = if Player::BOTH.iter().all(|&player| labels[player].is_empty()) { 0.0 } else { LINE };
        let (w, h) = (geometry.w, geometry.h + 2.0 * line);
        let mut stones = Stones::default();
        stones.settle(board);
        let mut svg = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {w:.0} {h:.0}" width="{w:.0}" height="{h:.0}" role="img">"#
        );
        if line > 0.0 {
            let bg = self.color("bg");
            put(&mut svg, format_args!(r#"<rect width="{w:.0}" height="{h:.0}" fill="{bg}"/>"#));
            for (player, y) in [(Player::Two, 0.68 * line), (Player::One, h - 0.32 * line)] {
                let (color, name) = (self.player_color(player), escape(&labels[player]));
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
        self.plank(&mut svg);
        for hole in holes(board) {
            self.hole(&mut svg, hole, stones.of(hole));
        }
        self.arrows(&mut svg, steps);
        svg.push_str("</g></svg>");
        svg
    }

    /// The wood, and what its light and shade are made of.
    fn plank(&self, svg: &mut String) {
        let (w, h) = (self.geometry.w - 4.0, self.geometry.h - 4.0);
        let (wood, edge) = (self.color("board"), self.color("board-edge"));
        let outline = format!(r#"x="2" y="2" width="{w:.1}" height="{h:.1}" rx="34""#);
        put(svg, format_args!(r#"<rect {outline} fill="{wood}" stroke="{edge}" stroke-width="4"/>"#));
        if self.laying == Laying::Rows {
            return;
        }
        let (pit, deep) = (self.color("pit"), self.color("pit-deep"));
        let (store, store_deep) = (self.color("store"), self.color("store-deep"));
        // Pictures of one size have the same clip under the same name; all else is the same in every picture of a theme.
        let clip = format!("gb-clip-{w:.0}-{h:.0}");
        put(
            svg,
            format_args!(
                r##"<defs><clipPath id="{clip}"><rect {outline}/></clipPath><linearGradient id="gb-light" x2="0" y2="1"><stop stop-color="#fff" stop-opacity=".24"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".12"/></linearGradient><radialGradient id="gb-pit" cy=".62" r=".6"><stop offset=".35" stop-color="{pit}"/><stop offset="1" stop-color="{deep}"/></radialGradient><linearGradient id="gb-store" x2="0" y2="1"><stop stop-color="{store_deep}"/><stop offset=".22" stop-color="{store}"/></linearGradient><radialGradient id="gb-gleam" cx=".36" cy=".26" r=".7"><stop stop-color="#fff" stop-opacity=".5"/><stop offset=".6" stop-color="#fff" stop-opacity=".04"/><stop offset="1" stop-color="#000" stop-opacity=".3"/></radialGradient></defs>"##
            ),
        );
        put(
            svg,
            format_args!(
                r#"<g clip-path="url(#{clip})"><rect {outline} fill="url(#gb-light)"/><g fill="none" stroke="{edge}" stroke-opacity=".22" transform="{}">"#,
                self.grain_way()
            ),
        );
        for i in (0..FIBRES).step_by(2) {
            put(
                svg,
                format_args!(
                    r#"<path d="{}" stroke-width="{:.1}"/>"#,
                    fibre(i),
                    0.8 + 0.5 * f64::from(i % 4)
                ),
            );
        }
        put(svg, format_args!(r#"</g></g><rect {outline} fill="none" stroke="{edge}" stroke-width="4"/>"#));
    }

    /// Stretches the fibres, which are drawn on 1000 by 400, over the plank and along it.
    fn grain_way(&self) -> String {
        let Geometry { w, h, tall, .. } = self.geometry;
        if tall {
            format!("matrix(0 {:.3} {:.3} 0 0 0)", h / 1000.0, w / 400.0)
        } else {
            format!("scale({:.3} {:.3})", w / 1000.0, h / 400.0)
        }
    }

    /// A pit or store with its stones and their number.
    fn hole(&self, svg: &mut String, hole: Hole, stones: &[Stone]) {
        let Self { board, geometry, laying, .. } = self;
        let bowl = geometry.bowl(board, hole);
        let is_pit = board.pit_at(hole).is_some();
        let area = match laying {
            Laying::Rows => bowl,
            Laying::Natural => geometry.heap(board, hole),
        };
        let heap = Heap::of(stones, area, is_pit, geometry.stone, *laying);
        match (laying, is_pit) {
            (Laying::Rows, true) => self.hollow(svg, bowl, bowl.w.min(bowl.h) / 2.0, self.color("pit")),
            (Laying::Rows, false) => self.hollow(svg, bowl, bowl.w / 2.2, self.color("store")),
            (Laying::Natural, _) => self.carved(svg, bowl, is_pit),
        }
        self.scatter(svg, area, stones, &heap);
        let text = self.color("text");
        if is_pit {
            let (size, middle) = (0.75 * geometry.count, bowl.centre());
            let place = if !geometry.tall {
                (middle.0, bowl.y + bowl.h + 0.72 * geometry.count)
            } else if board.pit_at(hole).is_some_and(|(owner, _)| owner == Player::One) {
                (bowl.x - 0.5 * geometry.count, middle.1 + 0.3 * geometry.count.min(40.0))
            } else {
                (bowl.x + bowl.w + 0.5 * geometry.count, middle.1 + 0.3 * geometry.count.min(40.0))
            };
            number(svg, place, size.min(30.0), stones.len(), text);
        } else {
            let owner = if hole == board.store_of(Player::One) { Player::One } else { Player::Two };
            self.score(svg, bowl, area, stones.len(), owner);
        }
    }

    /// A hollow of the documents: flat, with a shade at its far wall.
    fn hollow(&self, svg: &mut String, bowl: Rect, round: f64, fill: &str) {
        let Rect { x, y, w, h } = bowl;
        let (edge, deep) = (self.color("board-edge"), self.color("pit-deep"));
        put(
            svg,
            format_args!(
                r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{round:.1}" fill="{deep}" stroke="{edge}" stroke-width="2"/>"#
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

    /// A hollow as it is cut into the wood: a round pit, or a long store.
    fn carved(&self, svg: &mut String, bowl: Rect, is_pit: bool) {
        let Rect { x, y, w, h } = bowl;
        let edge = self.color("board-edge");
        if is_pit {
            let (cx, cy) = bowl.centre();
            put(
                svg,
                format_args!(
                    r#"<ellipse class="gb-hollow" cx="{cx:.1}" cy="{cy:.1}" rx="{:.1}" ry="{:.1}" fill="url(#gb-pit)" stroke="{edge}" stroke-width="2"/>"#,
                    w / 2.0,
                    h / 2.0
                ),
            );
        } else {
            let round = w.min(h) / 2.0;
            put(
                svg,
                format_args!(
                    r#"<rect x="{x:.1}" y="{y:.1}" width="{w:.1}" height="{h:.1}" rx="{round:.1}" fill="url(#gb-store)" stroke="{edge}" stroke-width="2"/>"#
                ),
            );
        }
    }

    fn scatter(&self, svg: &mut String, area: Rect, stones: &[Stone], heap: &Heap) {
        let (x, y) = area.centre();
        let r = heap.size / 2.0;
        for (stone, place) in stones.iter().zip(&heap.places) {
            let (fill, edge) = (self.color(&format!("stone-{}", stone.shade())), self.color("board-edge"));
            let (at, tilt) = ((x + place.0, y + place.1), stone.tilt());
            let flat = match self.laying {
                Laying::Rows => 0.8 + 0.04 * f64::from(stone.shape()),
                Laying::Natural => 0.92,
            };
            put(
                svg,
                format_args!(
                    r#"<g transform="translate({:.1} {:.1}) rotate({tilt})"><ellipse class="gb-stone" rx="{r:.1}" ry="{:.1}" fill="{fill}" stroke="{edge}" stroke-width="0.6"/>"#,
                    at.0,
                    at.1,
                    r * flat
                ),
            );
            match self.laying {
                Laying::Natural => {
                    put(
                        svg,
                        format_args!(
                            r#"<ellipse rx="{r:.1}" ry="{:.1}" fill="url(#gb-gleam)"/></g>"#,
                            r * flat
                        ),
                    );
                }
                Laying::Rows => put(
                    svg,
                    format_args!(
                        r#"</g><circle cx="{:.1}" cy="{:.1}" r="{:.1}" fill="{}" opacity="0.3"/>"#,
                        at.0 - 0.28 * r,
                        at.1 - 0.34 * r,
                        0.26 * r,
                        self.color("surface")
                    ),
                ),
            }
        }
    }

    /// The score of a store: in its middle, or at the end where no stones lie. The second player's sign stands on its corner.
    fn score(&self, svg: &mut String, bowl: Rect, area: Rect, n: usize, owner: Player) {
        let (x, y) = match self.laying {
            Laying::Rows => bowl.centre(),
            Laying::Natural => {
                let (all, heap) = (bowl.centre(), area.centre());
                // What the stones leave free begins where they end.
                let end = |all: f64, heap: f64, length: f64, part: f64| {
                    if part < length { all - (heap - all).signum() * part / 2.0 } else { all }
                };
                (end(all.0, heap.0, bowl.w, area.w), end(all.1, heap.1, bowl.h, area.h))
            }
        };
        let r = match self.laying {
            Laying::Rows => (0.34 * bowl.w).min(34.0),
            Laying::Natural => (0.3 * bowl.w.min(bowl.h)).min(30.0),
        };
        let (surface, color) = (self.color("surface"), self.player_color(owner));
        if self.laying == Laying::Natural && owner == Player::Two {
            let side = 1.7 * r;
            put(
                svg,
                format_args!(
                    r#"<rect x="{:.1}" y="{:.1}" width="{side:.1}" height="{side:.1}" rx="4" fill="{surface}" stroke="{color}" stroke-width="3" transform="rotate(45 {x:.1} {y:.1})"/>"#,
                    x - side / 2.0,
                    y - side / 2.0
                ),
            );
        } else {
            put(
                svg,
                format_args!(
                    r#"<circle cx="{x:.1}" cy="{y:.1}" r="{r:.1}" fill="{surface}" stroke="{color}" stroke-width="3"/>"#
                ),
            );
        }
        number(svg, (x, y + 0.34 * r), r, n, self.color("text"));
    }

    /// The way of the stones, hop by hop, and of what is captured.
    fn arrows(&self, svg: &mut String, steps: &[Step]) {
        let Self { board, geometry, .. } = self;
        let middle = |hole: Hole| geometry.bowl(board, hole).centre();
        let mut hand = None;
        let mut way = String::new();
        let mut last = None;
        for step in steps {
            match *step {
                Step::Lift { hole, .. } => {
                    let (x, y) = middle(hole);
                    put(&mut way, format_args!("M{x:.1} {y:.1}"));
                    hand = Some((x, y));
                }
                Step::Drop { hole } => {
                    let Some(from) = hand else { continue };
                    let to = middle(hole);
                    // Stones hop over the middle of the board, where nothing is written.
                    let lift = (geometry.h / 2.0 - f64::midpoint(from.1, to.1)) * 0.55;
                    let top = (f64::midpoint(from.0, to.0), f64::midpoint(from.1, to.1) + lift);
                    put(&mut way, format_args!("Q{:.1} {:.1} {:.1} {:.1}", top.0, top.1, to.0, to.1));
                    hand = Some(to);
                    last = Some((top, to));
                }
                Step::Capture { hole, store, .. } => {
                    let (from, to) = (middle(hole), middle(store));
                    let d = format!("M{:.1} {:.1}L{:.1} {:.1}", from.0, from.1, to.0, to.1);
                    self.arrow(svg, &d, (from, to), "danger", r#" stroke-dasharray="14 10""#);
                }
                _ => {}
            }
        }
        if let Some(last) = last {
            self.arrow(svg, &way, last, "accent", "");
        }
    }

    /// A line with a head at its end, which comes from the first point of `last` to the second.
    fn arrow(&self, svg: &mut String, d: &str, last: ((f64, f64), (f64, f64)), color: &str, dashes: &str) {
        /// How long a head is, and half as broad.
        const HEAD: f64 = 22.0;
        let ((fx, fy), (x, y)) = last;
        let (dx, dy) = (x - fx, y - fy);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length * HEAD, dy / length * HEAD);
        let (color, halo) = (self.color(color), self.color("surface"));
        for (color, width) in [(halo, 11), (color, 6)] {
            put(
                svg,
                format_args!(
                    r#"<path class="gb-way" d="{d}" fill="none" stroke="{color}" stroke-width="{width}" stroke-linecap="round" stroke-linejoin="round"{dashes}/>"#
                ),
            );
        }
        put(
            svg,
            format_args!(
                r#"<path d="M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z" fill="{color}" stroke="{halo}" stroke-width="3"/>"#,
                x + 0.4 * ux,
                y + 0.4 * uy,
                x - ux - 0.6 * uy,
                y - uy + 0.6 * ux,
                x - ux + 0.6 * uy,
                y - uy - 0.6 * ux
            ),
        );
    }

    fn player_color(&self, player: Player) -> &str {
        self.color(match player {
            Player::One => "p1",
            Player::Two => "p2",
        })
    }
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

/// Text that may stand in an SVG document.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use gebeta_rules::mancala::{Move, Pit, Rules, Size};
    use gebeta_rules::{AnyPly, AnyPosition, Steps};

    fn start(pits: u8) -> Position {
        let size = Size::new(pits).unwrap();
        Position::start(&Rules { pits: size, stones: size, ..Rules::GEBETA })
    }

    fn drawn(pits: u8, names: [&str; 2], laying: Laying) -> String {
        let labels = ByPlayer { one: names[0].to_owned(), two: names[1].to_owned() };
        Drawing::new(start(pits).board(), &Palette::live(), laying).document(&labels, &[])
    }

    #[test]
    fn a_picture_shows_every_stone_and_every_count() {
        for laying in [Laying::Rows, Laying::Natural] {
            for pits in [1, 6, 12] {
                let svg = drawn(pits, ["", ""], laying);
                let n = usize::from(pits);
                assert_eq!(svg.matches("class=\"gb-stone\"").count(), 2 * n * n);
                assert_eq!(svg.matches("<text").count(), 2 * n + 2);
                assert_eq!(svg.matches("<g").count(), svg.matches("</g>").count());
            }
        }
    }

    #[test]
    fn pits_are_round_as_on_the_board() {
        assert_eq!(drawn(6, ["", ""], Laying::Natural).matches("class=\"gb-hollow\"").count(), 12);
        assert_eq!(drawn(6, ["", ""], Laying::Rows).matches("class=\"gb-hollow\"").count(), 0);
    }

    #[test]
    fn an_arrow_hops_from_hole_to_hole_and_a_capture_has_its_own() {
        for (text, hops, ways) in
            [("4,4,4,4,4,4,0,4,4,4,4,4,4,0 1", 4, 2), ("1,0,2,2,2,2,3,1,1,1,1,4,1,3 1", 1, 6)]
        {
            let position = gebeta_rules::AnyRules::Mancala(Rules::GEBETA).position(text).unwrap();
            let played = position.apply(AnyPly::Mancala(Move::Sow(Pit::new(1).unwrap()))).unwrap();
            let (AnyPosition::Mancala(before), Steps::Mancala(steps)) = (&played.before, &played.steps)
            else {
                unreachable!("a game of mancala")
            };
            let palette = Palette::live();
            let svg =
                Drawing::new(before.board(), &palette, Laying::Natural).document(&ByPlayer::default(), steps);
            let way = svg.split("class=\"gb-way\"").find(|part| part.contains('Q')).unwrap();
            assert_eq!(way.split('"').nth(1).unwrap().matches('Q').count(), hops, "{text}");
            assert_eq!(svg.matches("class=\"gb-way\"").count(), ways, "{text}");
        }
    }

    #[test]
    fn names_cannot_break_a_picture() {
        let svg = drawn(6, ["<script>", "A & B"], Laying::Natural);
        assert!(svg.contains("&lt;script&gt;") && svg.contains("A &amp; B"));
        assert!(!svg.contains("<script"));
    }
}
