//! The sentences of games in plain lines, which are English for everybody.

use std::time::Duration;

use gebeta_engine::SearchResult;
use gebeta_i18n::{Language, without_isolates};
use gebeta_rules::mancala::{self, Pit};
use gebeta_rules::senet::{self, Square};
use gebeta_rules::sowing::{self, Table};
use gebeta_rules::{
    AnyPly, AnyPosition, AppliedMove, ByPlayer, Chance, Coin, Game, GameKind, Keyword, Outcome, Player, Steps,
};
use gebeta_session::LocalGame;

use super::board_text::{board, piece};

/// What a person may type.
pub(super) const fn help(game: GameKind) -> &'static str {
    match game {
        GameKind::Mancala => {
            "\
Type the number of one of your pits; pits are counted from your left.
undo takes your last move back, hint shows a good move, save FILE saves the game there, quit saves the game and exits."
        }
        GameKind::Senet => {
            "\
Type the number of a move of the list, or the move itself, like 12-15.
undo takes your last move back, hint shows a good move, save FILE saves the game there, quit saves the game and exits.
12x15 swaps places, 26-27>15 falls into the Water, 28>15 goes back, 30-off leaves the board."
        }
    }
}

/// How to resume a game that is left.
pub(super) fn resume(command: &str) -> String {
    format!("The game is saved. Resume it with: {command}")
}

/// A move was played, and the game could not be saved.
pub(super) fn not_saved(why: &str) -> String {
    format!("The game is not saved: {why}. The game continues, and each move tries to save it again.")
}

/// The first lines of a game.
pub(super) fn introduction(game: &LocalGame) -> Vec<String> {
    let (one, two) = (game.name(Player::One), game.name(Player::Two));
    let rules = &game.record().rule_set;
    match game.record().rules.game() {
        GameKind::Mancala => vec![format!("{one} against {two}, rules {rules}.")],
        GameKind::Senet => vec![
            "Welcome to Senet. The first to bring all pieces off the board wins.".to_owned(),
            houses(),
            format!("{} {one} against {} {two}, rules {rules}.", piece(Player::One), piece(Player::Two)),
        ],
    }
}

/// The signs on the board and what they are called.
fn houses() -> String {
    let named = |square| Square::new(square).and_then(Square::house).map(|house| (square, house));
    let names: Vec<_> = (1..=Square::LAST)
        .filter_map(named)
        .map(|(square, house)| {
            format!("{square} {} {}", house.symbol(), house.name().trim_start_matches("House of "))
        })
        .collect();
    format!("The houses: {}.", names.join(", "))
}

/// What a player sees before a decision: the board, in Senet with the pieces and the throw.
pub(super) fn turn(game: &LocalGame, mover: Player) -> Vec<String> {
    let mut lines = vec![format!("\n{}", board(&game.position()))];
    if let AnyPosition::Senet(position) = game.position() {
        for player in Player::BOTH {
            let (left, off) = (position.board().pieces(player).len(), position.exited(player));
            lines.push(format!("{} {}: {left} on the board, {off} off", piece(player), game.name(player)));
        }
        let name = game.name(mover);
        lines.extend(position.thrown().map(|roll| match game.sticks() {
            Some(sticks) => format!("{name} throws {sticks} → {roll}"),
            None => format!("{name}: a {roll} lies on the table"),
        }));
    }
    lines
}

/// How the coin fell, and what follows.
pub(super) fn coin(game: &LocalGame, coin: Coin) -> String {
    let (caller, first) = (game.name(Player::One), game.name(coin.first()));
    format!("{caller} calls {}. The coin shows {}: {first} begins.", coin.called.word(), coin.fell.word())
}

/// The question for a move; in Senet below the list of moves.
pub(super) fn question(position: &AnyPosition, name: &str) -> String {
    match position {
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => {
            let legal: Vec<_> = position.legal_plies().iter().map(ToString::to_string).collect();
            format!("{name}, your turn [{}]:", legal.join(" "))
        }
        AnyPosition::Senet(position) => format!("{name}, your move [1-{}]:", position.legal_moves().count()),
    }
}

/// The list of moves, where there is one.
pub(super) fn choices(position: &AnyPosition) -> Vec<String> {
    let AnyPosition::Senet(position) = position else { return Vec::new() };
    let moves = position.legal_moves().enumerate();
    moves.map(|(place, mv)| format!("  {}) {:<9}{}", place + 1, mv.to_string(), senet_move(mv))).collect()
}

/// Reads a move, or says why it is none.
pub(super) fn read_move(position: &AnyPosition, text: &str) -> Result<AnyPly, String> {
    let unknown = |error: &dyn std::fmt::Display| format!("{text:?}: {error}. Type help for more.");
    let refused = |error: &dyn std::fmt::Display| format!("Not possible: {error}.");
    match position {
        AnyPosition::Mancala(position) => {
            let pits = position.board().pits().get();
            let swap = if position.check(mancala::Move::Swap).is_ok() { ", or swap" } else { "" };
            let expected = || format!("Type the number of a pit, 1 to {pits}{swap}. Type help for more.");
            let mv: mancala::Move = text.parse().map_err(|_| expected())?;
            position.check(mv).map_err(|error| refused(&error))?;
            Ok(AnyPly::Mancala(mv))
        }
        AnyPosition::Sowing(position) => {
            let legal: Vec<_> = position.legal_moves().map(|mv| mv.to_string()).collect();
            let expected = || format!("Type one of these moves: {}. Type help for more.", legal.join(" "));
            let mv: sowing::Move = text.parse().map_err(|_| expected())?;
            position.check(mv).map_err(|error| refused(&error))?;
            Ok(AnyPly::Sowing(position.map(|_| mv)))
        }
        AnyPosition::Senet(position) => {
            let roll = position.thrown().ok_or("Throw the sticks first.")?;
            if let Ok(number) = text.parse::<usize>() {
                let legal: Vec<_> = position.legal_moves().collect();
                let chosen = number.checked_sub(1).and_then(|place| legal.get(place));
                let none = || format!("There are moves 1 to {}.", legal.len());
                return chosen.map(|mv| AnyPly::Senet(roll, *mv)).ok_or_else(none);
            }
            if text.is_empty() {
                return Err(format!("Type the number of a move, 1 to {}.", position.legal_moves().count()));
            }
            let mv: senet::Move = text.parse().map_err(|error| unknown(&error))?;
            position.check(mv).map_err(|error| refused(&error))?;
            Ok(AnyPly::Senet(roll, mv))
        }
    }
}

/// What a computer player of Senet plays; in mancala [`happened`] says it.
pub(super) fn decision(name: &str, ply: AnyPly) -> Option<String> {
    match ply {
        AnyPly::Senet(_, mv) => Some(format!("{name} plays {mv}: {}.", senet_move(mv))),
        AnyPly::Mancala(_) | AnyPly::Sowing(_) => None,
    }
}

/// What `-v` shows: nodes in all and by kind, the depth reached, the time, the value of every move.
pub(super) fn statistics(found: &SearchResult<AnyPly>, time: Duration) -> Vec<String> {
    let nodes = &found.nodes;
    let chance = match found.best {
        AnyPly::Senet(..) => format!(", CHANCE {}", nodes.chance),
        AnyPly::Mancala(_) | AnyPly::Sowing(_) => String::new(),
    };
    let mut lines = vec![
        format!("  nodes {} (MAX {}, MIN {}{chance})", nodes.total(), nodes.max, nodes.min),
        format!("  depth reached {}, time {:.3} s", found.depth, time.as_secs_f64()),
    ];
    lines.extend(found.moves.iter().map(|(ply, worth)| format!("  {:<10} {worth:.6}", ply.mv().to_string())));
    lines
}

/// What a move did.
pub(super) fn happened(played: &AppliedMove, names: &ByPlayer<String>) -> Vec<String> {
    let name = names[played.mover].as_str();
    let moves_again = played.after.to_move() == Some(played.mover);
    match (&played.before, &played.steps) {
        (AnyPosition::Mancala(before), Steps::Mancala(steps)) => {
            let mut sentences = sowing(before, steps, played.mover, name);
            sentences.extend(moves_again.then(|| format!("{name} moves again.")));
            sentences
        }
        (AnyPosition::Sowing(_), Steps::Sowing(_)) => {
            let sentences = gebeta_session::narrate(Language::En, played, names);
            sentences.iter().map(|sentence| without_isolates(sentence)).collect()
        }
        _ => moves_again.then(|| format!("{name} throws again.")).into_iter().collect(),
    }
}

/// The last words.
pub(super) fn verdict(game: &LocalGame) -> String {
    let score = match game.position() {
        position @ (AnyPosition::Mancala(_) | AnyPosition::Sowing(_)) => {
            let [one, two] = Player::BOTH.map(|player| position.score(player));
            let left = match Table::of(&position).map_or(0, |table| table.board.in_pits()) {
                0 => String::new(),
                1 => "; 1 stone counts for nobody".to_owned(),
                left => format!("; {left} stones count for nobody"),
            };
            format!(" {} to {}{left}", one.max(two), one.min(two))
        }
        AnyPosition::Senet(_) => String::new(),
    };
    match game.record().outcome().and_then(Outcome::winner) {
        Some(winner) => format!("The game is over. {} wins{score}.", game.name(winner)),
        None => format!("The game is over. A draw{score}."),
    }
}

/// A Senet move in words.
fn senet_move(mv: senet::Move) -> String {
    use senet::Move;
    match mv {
        Move::Step { from, to } if to < from => format!("back from {from} to {to}"),
        Move::Step { from, to } => format!("from {from} to {to}"),
        Move::Swap { from, to } => format!("swap {from} with {to}"),
        Move::Drown { from, to } => format!("from {from} into the Water, back on {to}"),
        Move::Return { from, to } => format!("from {from} back to {to}"),
        Move::Exit { from } => format!("off the board from {from}"),
        Move::Pass => "pass".to_owned(),
    }
}

/// What a mancala move did, in sentences.
fn sowing(before: &mancala::Position, steps: &[mancala::Step], mover: Player, name: &str) -> Vec<String> {
    use mancala::Step;
    let board = before.board();
    let mut sentences = Vec::new();
    match steps.first() {
        Some(Step::Lift { hole, stones }) => {
            let pit = board.pit_at(*hole).map_or(0, |(_, pit): (_, Pit)| pit.number());
            sentences.push(format!("{name} sows the {stones} of pit {pit}."));
        }
        Some(Step::Turn) => sentences.push(format!("{name} swaps sides: the board is turned round.")),
        _ => {}
    }
    let laps = steps.iter().filter(|step| matches!(step, Step::Lift { .. })).count();
    if laps > 1 {
        let times = if laps == 2 { "once".to_owned() } else { format!("{} times", laps - 1) };
        sentences.push(format!("The sowing continues {times}."));
    }
    let captured: u16 =
        steps.iter().map(|step| if let Step::Capture { stones, .. } = step { *stones } else { 0 }).sum();
    if captured > 0 {
        sentences.push(format!("{name} captures {captured}."));
    }
    let last_drop = steps.iter().rev().find_map(|step| match step {
        Step::Drop { hole } => Some(*hole),
        _ => None,
    });
    if last_drop == Some(board.store_of(mover)) {
        sentences.push("The last stone comes home.".to_owned());
    }
    sentences
}
