//! What must hold for every text that comes from strangers. Each law takes any bytes and panics where it is broken;
//! the fuzz targets try it with random ones, tests [`replay`] those kept in `fuzz/corpus`.

use std::panic::{RefUnwindSafe, catch_unwind};
use std::path::Path;
use std::{fs, str};

use gebeta_rules::interchange::Format;
use gebeta_rules::{
    AnyPosition, AnyRules, Chance, Game, Keyword, PRESETS, Record, RuleSet, mancala, senet, sowing,
};
use proptest::test_runner::TestCaseResult;

use crate::{TestGame, Walk, properties};

/// How far a game by the rules of a file is played.
const PLIES: usize = 50;

/// How many lines of a conversation are listened to.
const MOST_LINES: usize = 30;

/// The fewest inputs that are worth the name of a corpus.
const LEAST_INPUTS: usize = 10;

/// Tries `law` with every input kept for `target`.
///
/// # Panics
/// Names the inputs that break the law.
#[track_caller]
pub fn replay(target: &str, law: impl Fn(&[u8]) + RefUnwindSafe) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus").join(target);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let files: Vec<_> = entries.map(|entry| entry.expect("a folder can be listed").path()).collect();
    assert!(files.len() >= LEAST_INPUTS, "the corpus of {target} has only {} inputs", files.len());
    let breaks = |file: &&_| {
        let input = fs::read(file).expect("an input is a file");
        catch_unwind(|| law(&input)).is_err()
    };
    let broken: Vec<_> = files.iter().filter(breaks).collect();
    assert!(broken.is_empty(), "a law is broken by {broken:?}");
}

/// A text that is taken for a position is one, under every rule set that takes it: it reads back the same, somebody
/// can move unless the game is over, and every move keeps the stones and pieces and leads to another such position.
pub fn position(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    for rules in rule_sets() {
        let Ok(position) = rules.fit(text).position(text) else { continue };
        match position {
            AnyPosition::Mancala(position) => check_with_next(&position),
            AnyPosition::Sowing(position) => check_sowing(&rules, &position),
            AnyPosition::Senet(position) => casts(&position).for_each(|cast| check_with_next(&cast)),
        }
    }
}

/// A text that is taken for a record reads back the same once it is written, and ends where its moves lead.
pub fn record(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    let Ok(record) = text.parse::<Record>() else { return };
    let mut replayed = Record::new(&record.rule_set, record.rules, *record.start(), record.players.clone());
    for &ply in record.plies() {
        replayed.play(ply).expect("a recorded ply is legal");
    }
    assert_eq!(replayed.positions(), record.positions(), "the moves of a record lead elsewhere");
    assert_eq!(record.to_string().parse(), Ok(record), "a record changed in its file");
}

/// A text that is taken for a game of another program, in whatever format, can be written as one of ours and, where the
/// format can say it, as one of theirs, and reads back as the same game.
pub fn foreign(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    let _ = Format::recognize(text);
    for &(name, format) in Format::KEYWORDS {
        let Ok(record) = format.read(text) else { continue };
        assert_eq!(record.to_string().parse(), Ok(record.clone()), "{name} became another record");
        let Ok(written) = format.write(&record) else { continue };
        let again = format.read(&written).unwrap_or_else(|error| panic!("{name} wrote {written:?}: {error}"));
        // A board literal has only the position, seen by the player to move.
        if format == Format::Kgp {
            continue;
        }
        assert_eq!(again.plies(), record.plies(), "{name} changed the moves");
        assert_eq!(again.positions(), record.positions(), "{name} changed the game");
        assert_eq!(format.write(&again), Ok(written), "{name} is not written the same again");
    }
}

/// A text that is taken for a rule file makes a game: it reads back the same once it is written, and it can be played.
pub fn rule_file(input: &[u8]) {
    let Ok(text) = str::from_utf8(input) else { return };
    let Ok(set) = RuleSet::parse(text, "stem") else { return };
    assert_eq!(RuleSet::parse(&set.to_toml(), "other"), Ok(set.clone()), "a rule set changed in its file");
    let seed = input.iter().fold(0_u64, |seed, &byte| seed.wrapping_mul(31).wrapping_add(byte.into()));
    match set.rules.start() {
        AnyPosition::Mancala(start) => play_on(start, &mut Walk::new(seed)),
        AnyPosition::Sowing(start) => {
            let mut game = sowing::Playthrough::new(*start);
            let mut walk = Walk::new(seed);
            for _ in 0..PLIES {
                check_sowing(&set.rules, game.position());
                let Some(mv) = walk.pick(&game) else { break };
                game.play_unchecked(mv, &mut ());
            }
        }
        AnyPosition::Senet(start) => play_on(start, &mut Walk::new(seed)),
    }
}

/// An engine answers each line with whole lines of the protocol. A line it refuses changes nothing, the position it
/// shows can be given back to it, the moves it lists can be played, and the best of them is one of them.
///
/// `ask` sends a line to an engine and hands back what it answers; none once it has quit.
pub fn engine_line(input: &[u8], ask: &mut dyn FnMut(&str) -> Option<String>) {
    for line in input.split(|&byte| byte == b'\n').take(MOST_LINES) {
        let Ok(line) = str::from_utf8(line) else { continue };
        if names_a_file(line) {
            continue;
        }
        let shown = ask("show").expect("the engine has not quit");
        let Some(answer) = ask(line) else { return };
        check_answer(line, &answer);
        if answer.starts_with("error ") {
            assert_eq!(ask("show"), Some(shown), "{line:?} was refused and changed the position");
        }
        check_engine(&answer, &mut |line| ask(line).expect("nobody said quit"));
    }
}

/// What an engine shows and lists after it has given `answer`.
fn check_engine(answer: &str, ask: &mut dyn FnMut(&str) -> String) {
    let shown = ask("show");
    let position = shown.lines().next().and_then(|line| line.strip_prefix("position "));
    let position = position.unwrap_or_else(|| panic!("{shown:?} shows no position"));
    let set_up = format!("position {position}");
    assert_eq!(ask(&set_up), "", "{position} was shown and is refused");
    assert_eq!(ask("show"), shown, "{position} was shown and reads as another");

    let listed = ask("moves");
    let moves: Vec<&str> = match listed.strip_prefix("moves") {
        Some(moves) => moves.split_whitespace().collect(),
        None => return assert!(listed.starts_with("error no-roll "), "{listed:?} to moves at {position}"),
    };
    if let Some((_, best)) = answer.split_once("bestmove ") {
        assert!(moves.contains(&best.trim()), "the best move {best:?} is not among {moves:?}");
    }
    // In Senet the roll is the last word of the position, and every move needs it.
    let roll = position.contains('/').then(|| position.rsplit(' ').next().unwrap_or_default());
    for mv in moves {
        let ply = roll.map_or_else(|| mv.to_owned(), |roll| format!("{roll}:{mv}"));
        assert_eq!(ask(&format!("{set_up} moves {ply}")), "", "{ply} is listed and refused at {position}");
    }
    ask(&set_up);
}

fn check_answer(line: &str, answer: &str) {
    const KEYWORDS: [&str; 9] =
        ["id", "ugiok", "readyok", "moves", "position", "outcome", "info", "bestmove", "error"];
    assert!(answer.is_empty() || answer.ends_with('\n'), "{line:?} is answered by half a line: {answer:?}");
    for word in answer.lines().map(|line| line.split(' ').next().unwrap_or_default()) {
        assert!(KEYWORDS.contains(&word), "{line:?} is answered by {answer:?}");
    }
}

/// Whether a line asks for a rule file: random names must not reach the disk.
fn names_a_file(line: &str) -> bool {
    line.trim_start().starts_with("newgame") && (line.contains(['/', '\\']) || line.contains(".toml"))
}

/// The shipped rules, and some that reach what these do not.
fn rule_sets() -> impl Iterator<Item = AnyRules> {
    let pie = mancala::Rules { pie: true, ..mancala::Rules::GEBETA };
    let majority = mancala::MoveRules { end: mancala::End::Majority, ..mancala::MoveRules::AVALANCHE };
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

/// A position of the sowing family reads back, and every legal move keeps the stones.
fn check_sowing(rules: &AnyRules, position: &sowing::Position) {
    if position.ending() == Some(sowing::Ending::Repeat) {
        return; // Its text would not say why it is over.
    }
    let text = position.to_string();
    let again = rules.position(&text).map(|again| again.to_string());
    assert_eq!(again.as_ref(), Ok(&text), "a position changed in its text");
    assert_eq!(position.legal_moves().next().is_none(), position.outcome().is_some(), "{text}");
    for mv in position.legal_moves() {
        let next = position.play(mv).unwrap_or_else(|refusal| panic!("{mv} is listed at {text}: {refusal}"));
        assert_eq!(next.board().total(), position.board().total(), "{mv} at {text}");
        assert_eq!(mv.to_string().parse(), Ok(mv), "a move changed in its text");
    }
}

fn check_with_next<G: TestGame>(pos: &G) {
    check(pos);
    for mv in pos.legal_moves() {
        let next = pos.play(mv).unwrap_or_else(|refusal| panic!("{mv} is listed at {pos}: {refusal}"));
        hold(properties::what_is_written_reads_back(&next));
    }
}

fn play_on<G: TestGame>(start: G, walk: &mut Walk) {
    let mut pos = start;
    for _ in 0..PLIES {
        pos = pos.thrown_by(walk);
        check(&pos);
        if !walk.step(&mut pos, &mut ()) {
            break;
        }
    }
}

fn check<G: TestGame>(pos: &G) {
    hold(properties::somebody_can_move_until_the_end(pos));
    hold(properties::what_is_written_reads_back(pos));
    hold(properties::the_steps_lead_to_the_board_after(pos));
}

#[track_caller]
fn hold(law: TestCaseResult) {
    if let Err(broken) = law {
        panic!("{broken}");
    }
}
