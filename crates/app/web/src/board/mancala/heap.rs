use super::geometry::Rect;
use super::stone::Stone;

/// How stones lie in a hollow: where their centres are, from the middle of the hollow, and how large they are drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heap {
    pub(super) size: f64,
    pub(super) places: Vec<(f64, f64)>,
}

/// How stones are laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Laying {
    /// As they fall: a heap of stones of one size, on each other when they are many.
    Natural,
    /// Rows in pits, columns in stores, as the documents of the game draw them.
    Rows,
}

/// Which stones of a heap lie beside each other: half the distance of two neighbors, in stones.
const SPREAD: f64 = 0.55;
/// The angle from one stone of a heap to the next, so that no two lie in a line.
const TURN: f64 = 2.399_963;

/// The room a stone takes, in stones: they nearly touch.
const PITCH: f64 = 1.12;
/// Stones never shrink below this part of their size; then they lie on each other.
const SMALLEST: f64 = 0.55;
/// How far a stone lies from the straight line, in stones.
const JITTER: f64 = 0.13;

impl Heap {
    /// Stones in a hollow.
    pub(super) fn of(stones: &[Stone], area: Rect, is_pit: bool, stone: f64, laying: Laying) -> Self {
        match (laying, is_pit) {
            (Laying::Natural, _) => Self::natural(stones, area, stone),
            (Laying::Rows, true) => Self::in_pit(stones, area, stone),
            (Laying::Rows, false) => Self::in_store(stones, area, stone),
        }
    }

    /// Stones as they fall: round about the middle, further out where there is room, and when it is full on top of those below.
    fn natural(stones: &[Stone], area: Rect, stone: f64) -> Self {
        let half = |side: f64| (0.46 * side - (0.5 + JITTER) * stone).max(0.12 * side);
        let (across, along) = (half(area.w.min(area.h)), half(area.w.max(area.h)));
        let first = stones.first().map_or(0.0, |stone| stone.shift().0);
        // So many lie on the floor.
        let floor = ((across * along / (SPREAD * stone).powi(2)) as usize).max(1);
        let places = (0..stones.len()).map(|i| {
            let (layer, i) = ((i / floor) as f64, i % floor);
            let reach = SPREAD * stone * (i as f64 + 0.35).sqrt() * 0.82_f64.powf(layer);
            // The longer the hollow, the longer the heap: it covers the same area.
            let (short, long) =
                if reach <= across { (reach, reach) } else { (across, (reach * reach / across).min(along)) };
            let (sin, cos) = (TURN * i as f64 + 1.3 * layer + 3.0 * first).sin_cos();
            if area.h >= area.w { (short * cos, long * sin) } else { (long * sin, short * cos) }
        });
        Self { size: stone, places: places.collect() }.shaken(stones)
    }

    /// Stones in a pit: rows of at most four, around the middle.
    fn in_pit(stones: &[Stone], bowl: Rect, stone: f64) -> Self {
        let n = stones.len();
        let per_row = match n {
            0..=2 => n.max(1),
            3..=4 => 2,
            5..=9 => 3,
            _ => 4,
        };
        let rows = n.div_ceil(per_row).max(1);
        // The middle of a round hollow: its corners are not ours.
        let room = 0.76 * bowl.h;
        let size = (room / (rows as f64 * PITCH)).clamp(SMALLEST * stone, stone);
        let down = (PITCH * size).min(room / rows as f64);
        // In a flat, long pit the stones spread sideways.
        let across = (0.7 * bowl.w / per_row as f64).clamp(PITCH * size, 1.6 * size);
        let places = (0..n).map(|i| {
            let row = i / per_row;
            let in_row = per_row.min(n - row * per_row);
            (centred(i % per_row, in_row) * across, centred(row, rows) * down)
        });
        Self { size, places: places.collect() }.shaken(stones)
    }

    /// Stones in a store: a column along its length, further columns beside it when it is full.
    fn in_store(stones: &[Stone], store: Rect, stone: f64) -> Self {
        let tall = store.h >= store.w;
        let (length, breadth) = if tall { (store.h, store.w) } else { (store.w, store.h) };
        let (length, breadth) = (0.86 * length, 0.8 * breadth);
        let n = stones.len();
        let fits = |size: f64| {
            let rows = (length / (PITCH * size)).floor().max(1.0) as usize;
            (rows, rows * (breadth / (PITCH * size)).floor().max(1.0) as usize)
        };
        let mut size = stone;
        while fits(size).1 < n && size > 0.35 * stone {
            size *= 0.94;
        }
        let rows = fits(size).0;
        let columns = n.div_ceil(rows).max(1);
        let beside = (PITCH * size).min(breadth / columns as f64);
        let places = (0..n).map(|i| {
            let column = i / rows;
            // From the player's end on.
            let along = centred(i % rows, rows) * PITCH * size;
            let across = centred(column, columns) * beside;
            if tall { (across, -along) } else { (along, across) }
        });
        Self { size, places: places.collect() }.shaken(stones)
    }

    /// Moves each stone a little out of line, always the same stone in the same way.
    fn shaken(mut self, stones: &[Stone]) -> Self {
        for ((x, y), stone) in self.places.iter_mut().zip(stones) {
            let (dx, dy) = stone.shift();
            *x += dx * JITTER * self.size;
            *y += dy * JITTER * self.size;
        }
        self
    }
}

/// The `i`-th of `n` places around zero, one apart.
fn centred(i: usize, n: usize) -> f64 {
    i as f64 - (n - 1) as f64 / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    const PIT: Rect = Rect { x: 0.0, y: 0.0, w: 100.0, h: 100.0 };
    const STORE: Rect = Rect { x: 0.0, y: 0.0, w: 80.0, h: 300.0 };
    const STONE: f64 = 18.5;

    fn stones(n: usize) -> Vec<Stone> {
        (0..n as u16).map(Stone).collect()
    }

    #[test]
    fn a_row_has_at_most_four_stones() {
        // Beyond that they lie on each other, and rows are no more to be seen.
        for n in 0..=28 {
            let heap = Heap::in_pit(&stones(n), PIT, STONE);
            assert_eq!(heap.places.len(), n);
            for (_, y) in &heap.places {
                let row = heap.places.iter().filter(|place| (place.1 - y).abs() < heap.size / 2.0);
                assert!(row.count() <= 4, "{n} stones");
            }
        }
    }

    #[test]
    fn a_heap_keeps_its_stones_and_their_size() {
        for n in 0..=144 {
            for (area, is_pit) in [(PIT, true), (STORE, false), (Rect { w: 300.0, h: 60.0, ..PIT }, false)] {
                let heap = Heap::of(&stones(n), area, is_pit, STONE, Laying::Natural);
                assert!((heap.size - STONE).abs() < 0.01);
                for (x, y) in &heap.places {
                    let inside =
                        x.abs() + STONE / 2.0 <= area.w / 2.0 && y.abs() + STONE / 2.0 <= area.h / 2.0;
                    assert!(inside, "{n} stones: {x}, {y} in {area:?}");
                }
                assert_eq!(heap, Heap::of(&stones(n), area, is_pit, STONE, Laying::Natural));
            }
        }
    }

    #[test]
    fn the_stones_of_a_small_heap_do_not_hide_each_other() {
        for n in 2..=6 {
            let Heap { places, .. } = Heap::of(&stones(n), PIT, true, STONE, Laying::Natural);
            for (i, a) in places.iter().enumerate() {
                for b in &places[i + 1..] {
                    assert!((a.0 - b.0).hypot(a.1 - b.1) > 0.5 * STONE, "{n}: {a:?} {b:?}");
                }
            }
        }
    }

    #[test]
    fn stones_stay_in_their_hollow() {
        for n in 0..=288 {
            for (area, heap) in [
                (PIT, Heap::in_pit(&stones(n), PIT, STONE)),
                (STORE, Heap::in_store(&stones(n), STORE, STONE)),
                (
                    Rect { w: 300.0, h: 40.0, ..PIT },
                    Heap::in_store(&stones(n), Rect { w: 300.0, h: 40.0, ..PIT }, 8.0),
                ),
            ] {
                for (x, y) in heap.places {
                    let inside = x.abs() + heap.size / 2.0 <= area.w / 2.0
                        && y.abs() + heap.size / 2.0 <= area.h / 2.0;
                    assert!(inside, "{n} stones: {x}, {y} in {area:?}");
                }
            }
        }
    }

    #[test]
    fn up_to_twelve_stones_keep_their_size_and_lie_in_the_round() {
        for n in 1..=12 {
            let heap = Heap::in_pit(&stones(n), PIT, STONE);
            assert!((heap.size - STONE).abs() < 0.01, "{n}");
            for (x, y) in heap.places {
                assert!(x.hypot(y) + heap.size / 2.0 < 50.0, "{n}: {x}, {y}");
            }
        }
    }

    #[test]
    fn a_store_begins_with_one_column() {
        let few = Heap::in_store(&stones(10), STORE, STONE);
        assert!(few.places.iter().all(|place| place.0.abs() < STONE / 4.0));
        let most = Heap::in_store(&stones(288), STORE, STONE);
        assert!(most.size < STONE);
    }
}
