//! Loops over the numbers of a block, in whole vectors and with nothing left over for a slower loop.

/// How many numbers are worked on at once.
pub(super) const LANES: usize = 8;

/// So many numbers next to each other.
pub(super) type Lanes<R> = [R; LANES];

/// Those of a row that begin at a place.
#[inline]
pub(super) fn lanes<R>(row: &[R], place: usize) -> &Lanes<R> {
    row[place..].first_chunk().expect("a vector begins where it has room")
}

/// The same, to be changed.
#[inline]
pub(super) fn lanes_mut<R>(row: &mut [R], place: usize) -> &mut Lanes<R> {
    row[place..].first_chunk_mut().expect("a vector begins where it has room")
}

/// Every number of a row together with that at the same place of another. Where both are padded to whole vectors the compiler
/// makes vectors of it by itself.
#[inline]
pub(super) fn each<R: Copy>(row: &mut [R], other: &[R], act: impl Fn(&mut R, R)) {
    for (number, &other) in row.iter_mut().zip(other) {
        act(number, other);
    }
}

/// Every vector of a row in which one has room, and the place where it begins. The last one overlaps the one before it.
#[inline]
pub(super) fn vectors<R>(row: &mut [R], act: impl Fn(usize, &mut Lanes<R>)) {
    let last = row.len() - LANES;
    for place in (0..row.len()).step_by(LANES) {
        let place = place.min(last);
        act(place, lanes_mut(row, place));
    }
}
