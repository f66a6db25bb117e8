//! Holds finished values against the rules, without anything the solver used to find them.

use gebeta_rules::senet::{Pieces, Position, Rules, Setup};
use gebeta_rules::{ByPlayer, Chance, Player};

use super::parallel::share;
use super::{Extent, Layer, Progress, Stage};

/// How many positions one thread checks at a time.
const CHUNK: usize = 4096;

/// The largest fault of any position of an extent, found by so many threads; none if stopped.
///
/// Moves come from [`Position`] alone.
pub(super) fn worst(
    rules: &Rules,
    extent: Extent,
    fault: impl Fn(&Position) -> f64 + Sync,
    threads: usize,
    progress: &mut dyn FnMut(Progress),
    stop: &dyn Fn() -> bool,
) -> Option<f64> {
    let mut worst = 0.0;
    for layer in extent.layers() {
        let check = |(): &mut (), first: usize| {
            let indices = first..layer.len().min(first + CHUNK);
            [indices.map(|index| fault(&position(rules, layer, index))).fold(0.0, f64::max)]
        };
        let chunks = layer.len().div_ceil(CHUNK);
        let [faults] = share(
            threads,
            (0..layer.len()).step_by(CHUNK),
            || (),
            check,
            |begun| {
                progress(Progress { layer, stage: Stage::Check, part: begun as f64 / chunks as f64 });
                !stop()
            },
        )?;
        worst = f64::max(worst, faults);
    }
    Some(worst)
}

/// The rules with as many pieces as a table of an extent needs.
pub(super) fn with_pieces(rules: &Rules, extent: Extent) -> Rules {
    let pieces = Pieces::new(extent.most()).expect("ten pieces are on the board at most");
    Rules { pieces, ..*rules }
}

/// The position at an index of a layer, before the throw of Player 1.
pub(super) fn position(rules: &Rules, layer: Layer, index: usize) -> Position {
    let (own, theirs) = layer.unrank(index);
    let left = |on_board: u8| rules.pieces.get() - on_board;
    let setup = Setup {
        pieces: ByPlayer { one: own, two: theirs },
        exited: ByPlayer { one: left(layer.own()), two: left(layer.theirs()) },
        to_move: Some(Player::One),
        roll: None,
    };
    setup.position(rules).expect("an index stands for a position")
}

/// How far the value of a position before the throw is from the average over its throws.
pub(super) fn fault<E>(position: &Position, known: &dyn Fn(&Position) -> Result<f64, E>) -> Result<f64, E> {
    Ok((known(position)? - average(position, known)?).abs())
}

/// The value of a position before the throw, from its throws.
pub(super) fn average<E>(position: &Position, known: &dyn Fn(&Position) -> Result<f64, E>) -> Result<f64, E> {
    let mut sum = 0.0;
    for &(throw, weight) in position.throws() {
        sum += f64::from(weight) * known(&position.cast(throw))?;
    }
    Ok(sum / f64::from(Position::WEIGHTS))
}
