//! Holds finished values against the rules, without anything the solver used to find them.

use gebeta_rules::senet::{Position, Setup};
use gebeta_rules::{ByPlayer, Chance, Player};

use super::crew::share;
use super::{Exact, Layer, Progress, Stage};

/// How many positions one thread checks at a time.
const CHUNK: usize = 4096;

/// The largest difference between a value and what it should be by its successors' values; none if stopped.
///
/// Moves come from [`Position`] alone, values from [`Exact::win`].
pub(super) fn residual(
    exact: &Exact,
    threads: usize,
    progress: &mut dyn FnMut(Progress),
    stop: &dyn Fn() -> bool,
) -> Option<f64> {
    let mut worst = 0.0;
    for layer in exact.extent().layers() {
        let check = |(): &mut (), first: usize| {
            let indices = first..layer.len().min(first + CHUNK);
            indices.map(|index| fault(exact, &position(exact, layer, index))).fold(0.0, f64::max)
        };
        let chunks = layer.len().div_ceil(CHUNK);
        let faults = share(
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

fn position(exact: &Exact, layer: Layer, index: usize) -> Position {
    let (own, theirs) = layer.unrank(index);
    let left = |on_board: u8| exact.extent().most() - on_board;
    let setup = Setup {
        pieces: ByPlayer { one: own, two: theirs },
        exited: ByPlayer { one: left(layer.own()), two: left(layer.theirs()) },
        to_move: Some(Player::One),
        roll: None,
    };
    setup.position(exact.rules()).expect("an index stands for a position")
}

/// How far the value of a position before the throw is from the average over its throws.
fn fault(exact: &Exact, position: &Position) -> f64 {
    let known = |position: &Position| exact.win(position).expect("successors are within reach");
    let average: f64 = position
        .throws()
        .iter()
        .map(|&(throw, weight)| f64::from(weight) * known(&position.cast(throw)))
        .sum::<f64>()
        / f64::from(Position::WEIGHTS);
    (known(position) - average).abs()
}
