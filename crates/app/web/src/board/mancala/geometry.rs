use gebeta_rules::Player;
use gebeta_rules::mancala::{Board, Hole};

use super::keys;
use crate::platform::settings::Layout;

/// A rectangle in pixels, from the top left corner of the board.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Rect {
    pub(super) x: f64,
    pub(super) y: f64,
    pub(super) w: f64,
    pub(super) h: f64,
}

impl Rect {
    pub(super) fn centre(self) -> (f64, f64) {
        (self.x + self.w / 2.0, self.y + self.h / 2.0)
    }
}

/// Where everything of a board lies when it fills a given space.
///
/// Wide: the far player's pits above, the stores at the ends. Tall: the same board turned a quarter clockwise, so that
/// stones still travel counter-clockwise and the near player's store is at the bottom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Geometry {
    pub(super) tall: bool,
    /// Who sits at the bottom (wide) or at the bottom store (tall).
    pub(super) near: Player,
    /// The board's size.
    pub(super) w: f64,
    pub(super) h: f64,
    /// The size of a pit without its count.
    pit: (f64, f64),
    /// Room for the count: below a pit (wide), beside it (tall).
    pub(super) count: f64,
    /// What the store takes along the length of the board.
    store: f64,
    pad: f64,
    gap: f64,
    /// Between the two rows.
    aisle: f64,
    /// The diameter of a stone.
    pub(super) stone: f64,
}

/// The least and the most a pit is longer across the board than along it.
const STRETCH: (f64, f64) = (0.8, 1.3);
/// On a tall board pits are round; the width that is left lies between the rows and at their counts.
const TALL_STRETCH: (f64, f64) = (0.8, 1.12);

impl Geometry {
    /// The largest board of `pits` a side in `w` by `h` pixels.
    pub(super) fn fit(w: f64, h: f64, pits: u8, tall: bool, near: Player) -> Self {
        if tall { Self::tall(w, h, pits, near) } else { Self::wide(w, h, pits, near) }
    }

    /// Whether a board in `w` by `h` pixels stands.
    pub(super) fn stands(w: f64, h: f64, pits: u8, layout: Layout) -> bool {
        let roominess = |tall| Self::fit(w, h, pits, tall, Player::One).roominess();
        // A lying board looks better; where there is more width than height, a standing one must earn its place.
        let least = if h > w { 1.0 } else { 1.15 };
        match layout {
            Layout::Tall => true,
            Layout::Wide => false,
            Layout::Auto => roominess(true) > least * roominess(false),
        }
    }

    fn wide(w: f64, h: f64, pits: u8, near: Player) -> Self {
        let n = f64::from(pits);
        let pad = (0.022 * w.min(2.0 * h)).clamp(5.0, 30.0);
        let gap = (w / (n + 2.0) * 0.07).clamp(1.0, 14.0);
        // A store is 0.8 of a pit wide.
        let across = (w - 2.0 * pad - (n + 1.0) * gap) / (n + 1.6);
        let count = (0.2 * across).clamp(15.0, 30.0 + 0.02 * h);
        let aisle = (0.04 * h).clamp(2.0, 20.0);
        let down = (h - 2.0 * pad - aisle) / 2.0 - count;
        let pit_h = down.min(across * STRETCH.1).max(8.0);
        let pit_w = across.min(pit_h / STRETCH.0).max(8.0);
        let store = 0.8 * pit_w;
        Self {
            tall: false,
            near,
            w: n * pit_w + (n + 1.0) * gap + 2.0 * (store + pad),
            h: 2.0 * (pit_h + count) + aisle + 2.0 * pad,
            pit: (pit_w, pit_h),
            count,
            store,
            pad,
            gap,
            aisle,
            stone: stone_of(pit_w, pit_h),
        }
    }

    fn tall(w: f64, h: f64, pits: u8, near: Player) -> Self {
        let n = f64::from(pits);
        let pad = (0.012 * h.min(2.0 * w)).clamp(4.0, 20.0);
        let gap = (h / (n + 2.0) * 0.05).clamp(2.0, 14.0);
        let down = (h - 2.0 * pad - (n + 1.0) * gap) / (n + 1.6);
        let least = (0.36 * down).clamp(22.0, 44.0);
        let across = (w - 2.0 * pad - 4.0) / 2.0 - least;
        let pit_w = across.min(down * TALL_STRETCH.1).max(8.0);
        let pit_h = down.min(pit_w / TALL_STRETCH.0).max(8.0);
        // What is left of the width: a little to the counts, the rest between the rows.
        let left = (w - 2.0 * pad - 2.0 * (pit_w + least) - 4.0).max(0.0);
        let count = least + (0.3 * left).min(0.5 * pit_w);
        let aisle = (w - 2.0 * pad - 2.0 * (pit_w + count)).min(1.6 * pit_w).max(4.0);
        let store = 0.8 * pit_h;
        Self {
            tall: true,
            near,
            w: 2.0 * (pit_w + count) + aisle + 2.0 * pad,
            h: n * pit_h + (n + 1.0) * gap + 2.0 * (store + pad),
            pit: (pit_w, pit_h),
            count,
            store,
            pad,
            gap,
            aisle,
            stone: stone_of(pit_w, pit_h),
        }
    }

    pub(super) fn pit_width(&self) -> f64 {
        self.pit.0
    }

    pub(super) fn pit_height(&self) -> f64 {
        self.pit.1
    }

    /// How large a pit is to the eye and the finger. What one side is longer than half as much again helps nobody.
    fn roominess(&self) -> f64 {
        let (w, h) = self.pit;
        (w.min(1.5 * h) * h.min(1.5 * w)).sqrt()
    }

    /// The part of the board that belongs to `hole`: what a finger may touch, its count included.
    pub(super) fn cell(&self, board: &Board, hole: Hole) -> Rect {
        let Some((owner, pit)) = board.pit_at(hole) else {
            return self.store(board.store_of(self.near) == hole);
        };
        let near = owner == self.near;
        let place = keys::place(owner, pit, board.pits().get(), self.near);
        let (long, broad) = if self.tall { (self.pit.1, self.pit.0) } else { self.pit };
        let along = self.pad + self.store + self.gap + f64::from(place) * (long + self.gap);
        let first = self.pad;
        let second = self.pad + broad + self.count + self.aisle;
        if self.tall {
            let x = if near { first } else { second };
            Rect { x, y: along, w: self.pit.0 + self.count, h: self.pit.1 }
        } else {
            let y = if near { second } else { first };
            Rect { x: along, y, w: self.pit.0, h: self.pit.1 + self.count }
        }
    }

    /// The hollow of `hole`, where its stones lie.
    pub(super) fn bowl(&self, board: &Board, hole: Hole) -> Rect {
        let cell = self.cell(board, hole);
        let Some((owner, _)) = board.pit_at(hole) else { return cell };
        // On a tall board the counts stand at the outer edges.
        let x = if self.tall && owner == self.near { cell.x + self.count } else { cell.x };
        Rect { x, w: self.pit.0, h: self.pit.1, ..cell }
    }

    /// Where the stones of `hole` lie: a store also has room for its score, at the end that is nearer to its owner.
    pub(super) fn heap(&self, board: &Board, hole: Hole) -> Rect {
        let bowl = self.bowl(board, hole);
        if board.pit_at(hole).is_some() {
            return bowl;
        }
        let is_near = board.store_of(self.near) == hole;
        let score = badge(bowl);
        match (self.tall, is_near) {
            (true, true) => Rect { w: bowl.w - score, ..bowl },
            (true, false) => Rect { x: bowl.x + score, w: bowl.w - score, ..bowl },
            (false, true) => Rect { h: bowl.h - score, ..bowl },
            (false, false) => Rect { y: bowl.y + score, h: bowl.h - score, ..bowl },
        }
    }

    fn store(&self, near: bool) -> Rect {
        let (length, thickness) = if self.tall { (self.h, self.w) } else { (self.w, self.h) };
        let along = if near { length - self.pad - self.store } else { self.pad };
        let across = thickness - 2.0 * self.pad;
        if self.tall {
            Rect { x: self.pad, y: along, w: across, h: self.store }
        } else {
            Rect { x: along, y: self.pad, w: self.store, h: across }
        }
    }
}

/// Three rows of four stones fill a round pit.
fn stone_of(w: f64, h: f64) -> f64 {
    (0.215 * w.min(h)).max(4.0)
}

/// The room of the score in a store; the style sheet draws it as large.
fn badge(store: Rect) -> f64 {
    let breadth = store.w.min(store.h);
    (0.72 * breadth).min(40.0 + 0.24 * breadth)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::mancala::animator::holes;
    use gebeta_rules::mancala::Size;

    const LAYOUTS: [Layout; 3] = [Layout::Auto, Layout::Wide, Layout::Tall];

    fn fit(w: f64, h: f64, pits: u8, layout: Layout, near: Player) -> Geometry {
        Geometry::fit(w, h, pits, Geometry::stands(w, h, pits, layout), near)
    }

    fn board(pits: u8) -> Board {
        let pits = Size::new(pits).unwrap();
        Board::new(pits, pits)
    }

    #[test]
    fn every_board_fits_every_screen_and_nothing_overlaps() {
        for (w, h) in [
            (320.0, 380.0),
            (390.0, 600.0),
            (844.0, 250.0),
            (820.0, 900.0),
            (1100.0, 600.0),
            (3800.0, 1900.0),
        ] {
            for (pits, layout) in (1..=12).flat_map(|pits| LAYOUTS.map(|layout| (pits, layout))) {
                let board = board(pits);
                let geometry = fit(w, h, pits, layout, Player::One);
                let at = format!("{w}x{h}, {pits} pits, {layout:?}: {geometry:?}");
                assert!(geometry.w <= w + 0.01 && geometry.h <= h + 0.01, "too large on {at}");
                let cells: Vec<Rect> =
                    holes(&board).iter().map(|&hole| geometry.cell(&board, hole)).collect();
                for (i, a) in cells.iter().enumerate() {
                    assert!(a.x >= 0.0 && a.x + a.w <= geometry.w + 0.01, "{a:?} sticks out on {at}");
                    assert!(a.y >= 0.0 && a.y + a.h <= geometry.h + 0.01, "{a:?} sticks out on {at}");
                    for b in &cells[i + 1..] {
                        let apart = a.x + a.w <= b.x + 0.01 || b.x + b.w <= a.x + 0.01;
                        assert!(
                            apart || a.y + a.h <= b.y + 0.01 || b.y + b.h <= a.y + 0.01,
                            "{a:?} meets {b:?} on {at}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn fingers_find_twelve_pits_on_a_phone() {
        let board = board(12);
        let geometry = fit(390.0, 660.0, 12, Layout::Auto, Player::One);
        assert!(geometry.tall);
        let cell = geometry.cell(&board, board.holes_of(Player::One).next().unwrap());
        assert!(cell.h >= 44.0 && cell.w >= 44.0, "{cell:?}");
    }

    #[test]
    fn a_phone_gets_a_standing_board_and_a_desk_a_lying_one() {
        for pits in [4, 6, 12] {
            assert!(fit(390.0, 600.0, pits, Layout::Auto, Player::One).tall, "{pits}");
            assert!(fit(820.0, 900.0, pits, Layout::Auto, Player::One).tall, "{pits}");
            assert!(!fit(1100.0, 600.0, pits, Layout::Auto, Player::One).tall, "{pits}");
        }
    }

    #[test]
    fn a_small_phone_has_round_pits_for_fingers_from_edge_to_edge() {
        // What is left of 360x640 and 390x664 beside the texts and buttons of a game.
        for (w, h) in [(352.0, 424.0), (382.0, 448.0)] {
            let geometry = fit(w, h, 6, Layout::Auto, Player::One);
            let (pit_w, pit_h) = geometry.pit;
            assert!(geometry.tall && pit_h >= 48.0 && pit_w / pit_h < 1.2, "{geometry:?}");
            assert!(geometry.w > 0.75 * w, "{geometry:?}");
        }
    }

    #[test]
    fn stones_travel_counter_clockwise_in_every_layout() {
        let board = board(6);
        for (layout, near) in LAYOUTS.into_iter().flat_map(|layout| Player::BOTH.map(|near| (layout, near))) {
            let geometry = fit(700.0, 500.0, 6, layout, near);
            let way: Vec<(f64, f64)> =
                holes(&board).iter().map(|&hole| geometry.bowl(&board, hole).centre()).collect();
            let area: f64 =
                way.iter().zip(way.iter().cycle().skip(1)).map(|(a, b)| a.0 * b.1 - b.0 * a.1).sum();
            assert!(area < 0.0, "clockwise in {layout:?} near {near}");
            let home = geometry.bowl(&board, board.store_of(near)).centre();
            let away = geometry.bowl(&board, board.store_of(!near)).centre();
            assert!(if geometry.tall { home.1 > away.1 } else { home.0 > away.0 });
        }
    }
}
