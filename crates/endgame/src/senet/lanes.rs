//! Loops over the numbers of a block in whole vectors, with nothing left over for a slower loop.

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

/// The same for every number of a row that is padded to whole vectors.
#[inline]
pub(super) fn fill<R: Copy>(row: &mut [R], number: R) {
    for lanes in row.as_chunks_mut().0 {
        *lanes = [number; LANES];
    }
}

/// Every number of a row together with that at the same place of another; both are padded to whole vectors.
#[inline]
pub(super) fn each<R: Copy>(row: &mut [R], other: &[R], mut act: impl FnMut(&mut R, R)) {
    let (row, other) = (row.as_chunks_mut::<LANES>().0, other.as_chunks::<LANES>().0);
    for (lanes, others) in row.iter_mut().zip(other) {
        for lane in 0..LANES {
            act(&mut lanes[lane], others[lane]);
        }
    }
}
