//! Where the values of a layer begin.

use super::Layer;
use super::cell::{Cell, Real, Single};
use super::coloring::COLORINGS;
use super::index::{bits, rank, unrank};
use super::sweep_order::Order;
use super::values::Values;

/// A first guess for every position of a layer, in the order of the sweep: what it is worth without the last piece but
/// one of each side. A half where that is not known. None if `stop`, which is asked all the time, says so.
pub(super) fn guess<C: Cell, D: Single>(
    layer: Layer,
    order: &Order,
    known: &Values<D>,
    stop: &dyn Fn() -> bool,
) -> Option<Vec<C>> {
    /// Blocks between two questions.
    const INTERVAL: usize = 256;
    let smaller = Layer::new(layer.own() - 1, layer.theirs() - 1);
    let Some((smaller, values)) = smaller.and_then(|layer| Some((layer, known.layer(layer)?))) else {
        return Some(same(layer, 0.5));
    };
    let all = (1u32 << layer.total()) - 1;
    let leave_out = |coloring| {
        let own = unrank(coloring as u32, layer.own());
        let [mine, theirs] =
            [own, all & !own].map(|pieces| bits(pieces).nth(1).expect("each side has two pieces"));
        let kept = all & !(1 << mine | 1 << theirs);
        let left = bits(kept).zip(0..).fold(0, |left, (piece, place)| left | (own >> piece & 1) << place);
        (mine as usize, theirs as usize, rank(left) as usize)
    };
    let leave_out: Vec<_> = (0..layer.colorings()).map(leave_out).collect();
    let empty = vec![C::from_bytes(&[0; 8]); layer.colorings()];
    let mut cells = Vec::with_capacity(layer.blocks() * layer.colorings());
    let mut new_values = [C::Real::ZERO; COLORINGS];
    for (number, &set) in order.sets(0..layer.blocks()).iter().enumerate() {
        if number % INTERVAL == 0 && stop() {
            return None;
        }
        let begin = cells.len();
        cells.extend_from_slice(&empty);
        let block = &mut cells[begin..];
        let mut pieces = [0; Layer::MOST_TOTAL as usize];
        bits(set).zip(&mut pieces).for_each(|(bit, piece)| *piece = 1 << bit);
        for (value, &(mine, theirs, left)) in new_values.iter_mut().zip(&leave_out) {
            let smaller_block = rank(set & !(pieces[mine] | pieces[theirs])) as usize;
            *value = values[smaller_block * smaller.colorings() + left].get();
        }
        C::write(&new_values[..block.len()], block);
    }
    Some(cells)
}

/// The same guess for every position of a layer.
pub(super) fn same<C: Cell>(layer: Layer, guess: f64) -> Vec<C> {
    let guesses = vec![C::Real::of(guess); layer.colorings()];
    let mut block = vec![C::from_bytes(&[0; 8]); layer.colorings()];
    C::write(&guesses, &mut block);
    block.repeat(layer.blocks())
}
