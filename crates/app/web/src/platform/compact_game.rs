//! A game in a few letters, for addresses: `gebeta.6.4/3261` is the rule set with its sizes, and a letter for each move.
//!
//! It has no names, seeds or notes. Rules and games that do not fit travel as whole records; see [`share`](super::share).

use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Game, Keyword, Preset, Record, RuleSet, Seat, mancala, senet,
};
use gebeta_session::PlayerKind;

/// Stands before the position that a game does not begin with by its rules; a blank of it is a `_`.
const START: char = '@';
const SWAP: char = 'x';
const PASS: char = '0';
const PIE: &str = "pie";

/// A game in a few letters; none if something would be lost that its moves depend on.
pub(super) fn write(record: &Record) -> Option<String> {
    let (name, _) = RuleSet::base_name(&record.rule_set);
    let mut text = rules_text(name, &record.rules)?;
    if *record.start() != record.rules.start() {
        text.push('/');
        text.push(START);
        text.push_str(&record.start().to_string().replace(' ', "_"));
    }
    text.push('/');
    for &ply in record.plies() {
        write_ply(&mut text, ply);
    }
    let nobody = ByPlayer::from_fn(|_| String::new());
    let read = read(&text, &nobody)?;
    let is_same = (read.rules, read.start(), read.plies()) == (record.rules, record.start(), record.plies());
    is_same.then_some(text)
}

/// The game that was written so, between players of these names.
pub(super) fn read(text: &str, names: &ByPlayer<String>) -> Option<Record> {
    let mut parts = text.split('/');
    let set = read_rules(parts.next()?)?;
    let mut moves = parts.next()?;
    let mut start = set.rules.start();
    if let Some(position) = moves.strip_prefix(START) {
        start = set.rules.position(&position.replace('_', " ")).ok()?;
        moves = parts.next().unwrap_or_default();
    }
    let players =
        ByPlayer::from_fn(|player| Seat { name: names[player].clone(), kind: PlayerKind::HUMAN.to_owned() });
    let mut record = Record::new(set.name, set.rules, start, players);
    let mut letters = moves.chars();
    while let Some(letter) = letters.next() {
        let ply = match *record.position() {
            AnyPosition::Mancala(_) => mancala_ply(letter)?,
            AnyPosition::Sowing(_) => return None,
            AnyPosition::Senet(position) => senet_ply(&position, letter, letters.next()?)?,
        };
        record.play(ply).ok()?;
    }
    Some(record)
}

/// A shipped rule set and what it leaves open.
fn rules_text(name: &str, rules: &AnyRules) -> Option<String> {
    let text = match rules {
        AnyRules::Mancala(rules) => {
            let pie = if rules.pie { format!(".{PIE}") } else { String::new() };
            format!("{name}.{}.{}.{}{pie}", rules.pits, rules.stones, rules.first.word())
        }
        AnyRules::Sowing(_) => return None,
        AnyRules::Senet(rules) => format!("{name}.{}", rules.pieces.get()),
    };
    let read = read_rules(&text)?;
    (read.rules == *rules).then_some(text)
}

fn read_rules(text: &str) -> Option<RuleSet> {
    let mut fields = text.split('.');
    let base = Preset::named(fields.next()?)?.rule_set();
    let mut set = base.clone();
    match &mut set.rules {
        AnyRules::Mancala(rules) => {
            rules.pits = mancala::Size::new(fields.next()?.parse().ok()?)?;
            rules.stones = mancala::Size::new(fields.next()?.parse().ok()?)?;
            rules.first = mancala::First::from_keyword(fields.next()?).ok()?;
            rules.pie = fields.next() == Some(PIE);
        }
        AnyRules::Sowing(_) => return None,
        AnyRules::Senet(rules) => rules.pieces = senet::Pieces::new(fields.next()?.parse().ok()?)?,
    }
    Some(set.changed_from(&base))
}

fn write_ply(text: &mut String, ply: AnyPly) {
    let letter = |number: u8| char::from_digit(number.into(), 36).unwrap_or(PASS);
    match ply {
        AnyPly::Mancala(mancala::Move::Sow(pit)) => text.push(letter(pit.number())),
        AnyPly::Mancala(mancala::Move::Swap) => text.push(SWAP),
        AnyPly::Sowing(_) => text.push(PASS),
        AnyPly::Senet(roll, mv) => {
            text.push_str(&roll.to_string());
            text.push(mv.from().map_or(PASS, |from| letter(from.number())));
        }
    }
}

fn mancala_ply(letter: char) -> Option<AnyPly> {
    if letter == SWAP {
        return Some(AnyPly::Mancala(mancala::Move::Swap));
    }
    let pit = mancala::Pit::new(letter.to_digit(36)?.try_into().ok()?)?;
    Some(AnyPly::Mancala(mancala::Move::Sow(pit)))
}

/// A roll and the piece that moves by it: there is one such move, or none.
fn senet_ply(position: &senet::Position, roll: char, from: char) -> Option<AnyPly> {
    let roll: senet::Roll = roll.to_string().parse().ok()?;
    let from = from.to_digit(36)?.try_into().ok().and_then(senet::Square::new);
    let AnyPosition::Senet(thrown) = AnyPosition::Senet(*position).cast(roll).ok()? else { return None };
    let mv = thrown.legal_moves().find(|mv| mv.from() == from)?;
    Some(AnyPly::Senet(roll, mv))
}
