//! Games in the manner of OGN, the files of Oware programs: tags like PGN, then lettered moves. `A`, `B`, .. are the pits
//! of South (Player 1), `a`, `b`, .. those of North, each from the owner's left. The moves of one turn stand together.

mod movetext;

use std::collections::HashSet;

use super::{ForeignError, ForeignErrorKind, FormatError, begin};
use crate::mancala::{Board, Move, PieRule, Position, Rules, Setup};
use crate::record::{is_record_tag, parse_tag, write_tag};
use crate::{
    AnyPly, AnyPosition, AnyRules, ErrorList, Game, Outcome, Player, Preset, Record, RuleFileError, RuleSet,
};

use movetext::{Token, Tokens};

/// The tags that say something to us.
const OURS: [&str; 8] = ["Variant", "Rule", "South", "North", "SouthSeat", "NorthSeat", "Result", "FEN"];
/// The tags every game has, with the value written where it is unknown.
const ROSTER: [(&str, &str); 4] = [("Event", "?"), ("Site", "?"), ("Date", "????.??.??"), ("Round", "?")];
/// Where a result is kept that the moves do not have, such as a resignation.
const CLAIM: &str = "Claim";
/// The longest line of moves.
const WIDTH: usize = 78;

type Tags = Vec<(usize, String, String)>;

pub(super) fn read(text: &str) -> Result<Record, ForeignError> {
    let (tags, moves_from) = read_tags(text)?;
    let mut record = header(&tags)?;
    let mut result = None;
    let mut tokens = Tokens::new(text, moves_from);
    while let Some((line, token)) = tokens.next().transpose()? {
        let at = |problem| ForeignError { line, problem };
        if result.is_some() {
            return Err(at(ForeignErrorKind::Trailing));
        }
        match token {
            Token::Result(found) => result = Some((line, found)),
            Token::Moves(moves) => {
                for (player, mv, text) in moves {
                    play(&mut record, player, mv, text).map_err(at)?;
                }
            }
        }
    }
    let tag = tags.iter().find(|(_, name, _)| name == "Result");
    let claims = tag.map(|(line, _, result)| (*line, result.as_str())).into_iter().chain(result);
    for (line, claim) in claims {
        accept(&mut record, claim).map_err(|problem| ForeignError { line, problem })?;
    }
    Ok(record)
}

/// Takes a written result for what it is: the same as that of the moves, or the claim of an unfinished game.
fn accept(record: &mut Record, claim: &str) -> Result<(), ForeignErrorKind> {
    let reached = result(record.outcome());
    if claim == reached || claim == "*" && record.outcome().is_none() {
        return Ok(());
    }
    if record.outcome().is_some() || !matches!(claim, "1-0" | "0-1" | "1/2-1/2") {
        return Err(ForeignErrorKind::Result { reached: reached.to_owned() });
    }
    let outcome = match claim {
        "1-0" => Outcome::Win(Player::One),
        "0-1" => Outcome::Win(Player::Two),
        _ => Outcome::Draw,
    };
    if !record.decide(outcome) && !record.notes.iter().any(|(name, _)| name == CLAIM) {
        record.notes.push((CLAIM.to_owned(), claim.to_owned()));
    }
    Ok(())
}

const fn result(outcome: Option<Outcome>) -> &'static str {
    match outcome {
        None => "*",
        Some(Outcome::Win(Player::One)) => "1-0",
        Some(Outcome::Win(Player::Two)) => "0-1",
        Some(Outcome::Draw) => "1/2-1/2",
    }
}

/// The tags, and the line on which the moves begin, from 0.
fn read_tags(text: &str) -> Result<(Tags, usize), ForeignError> {
    let mut tags = Tags::new();
    let mut seen = HashSet::new();
    for (place, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        if !line.starts_with('[') {
            return Ok((tags, place));
        }
        let at = |problem| ForeignError { line: place + 1, problem };
        let (name, value) = parse_tag(line).ok_or_else(|| at(ForeignErrorKind::Tag))?;
        if name != "Rule" && !seen.insert(name.clone()) {
            return Err(at(ForeignErrorKind::SecondTag(name)));
        }
        tags.push((place + 1, name, value));
    }
    Ok((tags, usize::MAX))
}

fn header(tags: &Tags) -> Result<Record, ForeignError> {
    let tag = |wanted: &str| tags.iter().find(|(_, name, _)| name == wanted);
    let text = |wanted: &str, usual: &'static str| {
        tag(wanted).map_or_else(|| usual.to_owned(), |(_, _, text)| text.clone())
    };
    let no_variant = ForeignError { line: 1, problem: ForeignErrorKind::NoVariant };
    let (variant_line, _, variant) = tag("Variant").ok_or(no_variant)?;
    let rules = rules(tags, *variant_line, variant)?;
    let start = match tag("FEN") {
        Some((line, _, fen)) => {
            read_fen(fen, &rules).map_err(|problem| ForeignError { line: *line, problem })?
        }
        None => Position::start(&rules),
    };
    let mut record = begin(variant, rules, start, ["South", "North"]);
    for (player, name, seat) in [(Player::One, "South", "SouthSeat"), (Player::Two, "North", "NorthSeat")] {
        record.players[player].name = text(name, name);
        record.players[player].kind = text(seat, "human");
    }
    let unknown = |name: &str, text: &str| ROSTER.contains(&(name, text));
    let others = tags.iter().filter(|(_, name, text)| {
        !OURS.contains(&name.as_str()) && !is_record_tag(name) && !unknown(name, text)
    });
    record.notes = others.map(|(_, name, text)| (name.clone(), text.clone())).collect();
    Ok(record)
}

/// The rules as the tags have them, or those known by the name of the variant.
fn rules(tags: &Tags, variant_line: usize, variant: &str) -> Result<Rules, ForeignError> {
    let lines: Vec<_> = tags.iter().filter(|(_, name, _)| name == "Rule").collect();
    let unknown = || {
        let problem = ForeignErrorKind::Variant(variant.chars().take(40).collect());
        ForeignError { line: variant_line, problem }
    };
    let rules = if lines.is_empty() {
        match variant.to_lowercase().as_str() {
            "kalah" | "kalaha" | "mancala" => AnyRules::Mancala(Rules::GEBETA),
            name => Preset::named(name).ok_or_else(unknown)?.rules,
        }
    } else {
        let file =
            lines.iter().fold("game = 'mancala'\n".to_owned(), |file, (_, _, rule)| file + rule + "\n");
        let wrong = |mut faults: ErrorList<RuleFileError>| {
            // Behind the generated first line of that file, each line is a tag.
            let of_tag = |line: usize| Some(lines.get(line.checked_sub(2)?)?.0);
            faults.0.iter_mut().for_each(|fault| fault.line = fault.line.and_then(of_tag));
            let line = faults.0.first().and_then(|fault| fault.line).unwrap_or(variant_line);
            // Once is enough.
            faults.0.iter_mut().for_each(|fault| fault.line = fault.line.filter(|&other| other != line));
            ForeignError { line, problem: ForeignErrorKind::Rules(faults) }
        };
        RuleSet::parse(&file, "ogn").map_err(wrong)?.rules
    };
    match rules {
        AnyRules::Mancala(rules) => Ok(rules),
        AnyRules::Sowing(_) | AnyRules::Senet(_) => Err(unknown()),
    }
}

/// `4-4-4-4-4-4-4-4-4-4-4-4-0-0-S`, and `-pie` or `-swap` behind it while sides may still be swapped.
fn read_fen(text: &str, rules: &Rules) -> Result<Position, ForeignErrorKind> {
    let mut words: Vec<&str> = text.split('-').collect();
    let pie = match words.last() {
        Some(&"pie") => PieRule::FirstTurn,
        Some(&"swap") => PieRule::Available,
        _ => PieRule::Off,
    };
    if pie != PieRule::Off {
        words.pop();
    }
    let to_move = match words.pop() {
        Some("S") => Player::One,
        Some("N") => Player::Two,
        _ => return Err(ForeignErrorKind::Fen),
    };
    let number = |word: &&str| {
        let digits = word.len() <= 4 && word.bytes().all(|b| b.is_ascii_digit());
        word.parse::<u16>().ok().filter(|_| digits).ok_or(ForeignErrorKind::Fen)
    };
    let numbers = words.iter().map(number).collect::<Result<Vec<_>, _>>()?;
    let pits = (numbers.len() / 2).checked_sub(1).ok_or(ForeignErrorKind::Fen)?;
    let (sides, stores) = numbers.split_at(2 * pits);
    let (south, north) = sides.split_at(pits);
    let [south_store, north_store, ..] = *stores else { return Err(ForeignErrorKind::Fen) };
    let mut counts = south.to_vec();
    counts.push(south_store);
    counts.extend(north);
    counts.push(north_store);
    let board = Board::from_counts(&counts).filter(|_| stores.len() == 2).ok_or(ForeignErrorKind::Fen)?;
    Setup { board, to_move: Some(to_move), pie }.position(rules).map_err(ForeignErrorKind::Setup)
}

fn write_fen(position: &Position) -> Option<String> {
    let board = position.board();
    let sides = Player::BOTH.into_iter().flat_map(|player| board.side(player)).copied();
    let stores = Player::BOTH.map(|player| board.score(player));
    let numbers: Vec<_> = sides.chain(stores).map(|n| n.to_string()).collect();
    let mover = match position.to_move()? {
        Player::One => "S",
        Player::Two => "N",
    };
    let pie = match position.pie() {
        PieRule::Off => "",
        PieRule::FirstTurn => "-pie",
        PieRule::Available => "-swap",
    };
    Some(format!("{}-{mover}{pie}", numbers.join("-")))
}

fn play(record: &mut Record, player: Option<Player>, mv: Move, text: char) -> Result<(), ForeignErrorKind> {
    let ply = record.plies().len() + 1;
    let wrong_side = |mover| player.is_some_and(|player| player != mover);
    if record.position().to_move().is_some_and(wrong_side) {
        return Err(ForeignErrorKind::OtherSide { ply, text: text.to_string() });
    }
    record.play(AnyPly::Mancala(mv)).map_err(|error| ForeignErrorKind::Ply {
        ply,
        text: text.to_string(),
        error,
    })?;
    Ok(())
}

pub(super) fn write(record: &Record) -> Result<String, FormatError> {
    let (AnyRules::Mancala(rules), AnyPosition::Mancala(start)) = (&record.rules, record.start()) else {
        return Err(FormatError::OnlyMancala);
    };
    let note = |wanted: &str| record.notes.iter().find(|(name, _)| name == wanted).map(|(_, text)| text);
    let mut text = String::new();
    let mut tag = |name: &str, value: &str| {
        // Writing to a string does not fail.
        let _ = write_tag(&mut text, name, value);
    };
    tag("Variant", &record.rule_set);
    let known = Preset::named(&record.rule_set).is_some_and(|preset| preset.rules == record.rules);
    for line in record.rules.lines().iter().filter(|_| !known) {
        tag("Rule", &line.replace('"', "'"));
    }
    for (name, unknown) in ROSTER {
        tag(name, note(name).map_or(unknown, String::as_str));
    }
    for (player, name, seat) in [(Player::One, "South", "SouthSeat"), (Player::Two, "North", "NorthSeat")] {
        tag(name, &record.players[player].name);
        if record.players[player].kind != "human" {
            tag(seat, &record.players[player].kind);
        }
    }
    let claim = note(CLAIM).filter(|_| record.outcome().is_none());
    let result = claim.map_or(result(record.outcome().or(record.decided)), String::as_str);
    tag("Result", result);
    if *start != Position::start(rules) {
        tag("FEN", &write_fen(start).ok_or(FormatError::Over)?);
    }
    let written = |name: &str| {
        OURS.contains(&name) || name == CLAIM || ROSTER.iter().any(|(roster, _)| *roster == name)
    };
    for (name, value) in record.notes.iter().filter(|(name, _)| !written(name)) {
        tag(name, value);
    }
    text.push('\n');
    let mut column = 0;
    for word in words(record).iter().map(String::as_str).chain([result]) {
        let space = usize::from(column > 0);
        if column + space + word.len() > WIDTH {
            text.push('\n');
            column = 0;
        } else if space == 1 {
            text.push(' ');
            column += 1;
        }
        text.push_str(word);
        column += word.len();
    }
    text.push('\n');
    Ok(text)
}

/// The turns, those of the player who began with their numbers.
fn words(record: &Record) -> Vec<String> {
    let first = record.start().to_move();
    let mut words: Vec<String> = Vec::new();
    let mut last = None;
    let mut round = 0;
    for (player, ply) in record.moves() {
        if last != Some(player) {
            if Some(player) == first || last.is_none() {
                round += 1;
                words.push(format!("{round}."));
            }
            words.push(String::new());
        }
        last = Some(player);
        let Some(word) = words.last_mut() else { continue };
        match ply {
            AnyPly::Mancala(Move::Sow(pit)) => word.push(movetext::letter(player, pit)),
            AnyPly::Mancala(Move::Swap) => word.push_str("swap"),
            AnyPly::Sowing(_) | AnyPly::Senet(..) => {}
        }
    }
    words
}
