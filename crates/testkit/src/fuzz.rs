//! What must hold for every text that comes from strangers. Each function takes any bytes and panics where a law is
//! broken; the fuzz targets call it with random ones, `tests/fuzz_corpus.rs` with those kept in `fuzz/corpus`.

use std::str;

use gebeta_rules::{AnyPosition, AnyRules, Chance, Game, PRESETS, Record, RuleSet, mancala, senet};
use proptest::test_runner::TestCaseResult;

use crate::{Specimen, Walk, laws};

/// How far a game by the rules of a file is played.
const PLIES: usize = 50;

/// A text that is taken for a position is one, under every rule set that takes it: it reads back the same, somebody
/// can move unless the game is over, and every move keeps the stones and pieces and leads to another such position.
pub fn position(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    for rules in rule_sets() {
        let Ok(position) = rules.fit(text).position(text) else { continue };
        match position {
            AnyPosition::Mancala(position) => check_with_next(&position),
            AnyPosition::Senet(position) => casts(&position).for_each(|cast| check_with_next(&cast)),
        }
    }
}

/// A text that is taken for a record reads back the same once it is written, and ends where its moves lead.
pub fn record(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    let Ok(record) = text.parse::<Record>() else { return };
    let replayed = record.plies().iter().try_fold(*record.start(), |position, &ply| position.play(ply));
    assert_eq!(replayed.as_ref(), Ok(record.position()), "the moves of a record lead elsewhere");
    assert_eq!(record.to_string().parse(), Ok(record), "a record changed in its file");
}

/// A text that is taken for a rule file makes a game: it reads back the same once it is written, and it can be played.
pub fn rule_file(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    let Ok(set) = RuleSet::parse(text, "stem") else { return };
    assert_eq!(RuleSet::parse(&set.to_toml(), "other"), Ok(set.clone()), "a rule set changed in its file");
    let seed = input.iter().fold(0_u64, |seed, &byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    match set.rules.start() {
        AnyPosition::Mancala(start) => play_on(start, &mut Walk::new(seed)),
        AnyPosition::Senet(start) => play_on(start, &mut Walk::new(seed)),
    }
}

/// The shipped rules, and some that reach what these do not.
fn rule_sets() -> impl Iterator<Item = AnyRules> {
    let pie = mancala::Rules { pie: true, ..mancala::Rules::GEBETA };
    let majority = mancala::Law { end: mancala::End::Majority, ..mancala::Law::AVALANCHE };
    let free = senet::Rules {
        gate: senet::Gate::Free,
        water: senet::Water::Start,
        no_dark: senet::NoDark::Six,
        block: senet::Block::Two,
        safe: senet::SquareSet::of(&[senet::Square::REBIRTH, senet::Square::HAPPINESS]),
        backward: true,
        ..senet::Rules::CLASSIC
    };
    let others = [
        AnyRules::Mancala(pie),
        AnyRules::Mancala(mancala::Rules { law: majority, ..pie }),
        AnyRules::Senet(free),
    ];
    PRESETS.iter().map(|preset| preset.rules).chain(others)
}

/// The position with each roll the sticks may show; as it is where a roll lies there or the game is over.
fn casts(position: &senet::Position) -> impl Iterator<Item = senet::Position> {
    let waits = position.thrown().is_none() && position.outcome().is_none();
    let rolls = if waits { position.throws() } else { &[] };
    let as_it_is = (!waits).then_some(*position);
    as_it_is.into_iter().chain(rolls.iter().map(|&(roll, _)| position.cast(roll)))
}

fn check_with_next<G: Specimen>(pos: &G) {
    check(pos);
    for mv in pos.legal_moves() {
        let next = pos.play(mv).unwrap_or_else(|refusal| panic!("{mv} is listed at {pos}: {refusal}"));
        hold(laws::what_is_written_reads_back(&next));
    }
}

fn play_on<G: Specimen>(start: G, walk: &mut Walk) {
    let mut pos = start;
    for _ in 0..PLIES {
        pos = pos.thrown_by(walk);
        check(&pos);
        if !walk.step(&mut pos, &mut ()) {
            break;
        }
    }
}

fn check<G: Specimen>(pos: &G) {
    hold(laws::somebody_can_move_until_the_end(pos));
    hold(laws::what_is_written_reads_back(pos));
    hold(laws::the_steps_lead_to_the_board_after(pos));
}

#[track_caller]
fn hold(law: TestCaseResult) {
    if let Err(broken) = law {
        panic!("{broken}");
    }
}
