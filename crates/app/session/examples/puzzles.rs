//! Makes the collection of puzzles: `cargo run -p gebeta-session --example puzzles > crates/app/session/puzzles.txt`.
//!
//! Computer players play games against each other; a position in which the solver proves one move to be the only right one
//! is a puzzle. The same seeds give the same collection.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a program that prints its result")]

use std::collections::BTreeMap;

use gebeta_engine::{Bot, Engine, EngineBudget, GameRng, SearchRequest};
use gebeta_rules::{AnyPosition, AnyRules, Chance, Game, GameKind, Keyword, Player};
use gebeta_session::{Puzzle, PuzzleKind};

/// Puzzles of a kind.
const WANTED: usize = 24;
/// Stones of a game by the default rules.
const ALL_STONES: u32 = 48;
/// More stones in the pits take long to prove, fewer are too easy.
const STONES: std::ops::RangeInclusive<u32> = 10..=20;
/// Pieces on the board of Senet, both sides together.
const PIECES: std::ops::RangeInclusive<usize> = 3..=4;

fn main() {
    let mut found = BTreeMap::<PuzzleKind, Vec<Puzzle>>::new();
    for game in [GameKind::Mancala, GameKind::Senet] {
        let kinds: Vec<_> =
            PuzzleKind::KEYWORDS.iter().map(|&(_, kind)| kind).filter(|kind| kind.game() == game).collect();
        let mut seed = 0;
        while kinds.iter().any(|kind| found.get(kind).map_or(0, Vec::len) < WANTED) && seed < 600 {
            seed += 1;
            one_game(game, seed, &kinds, &mut found);
        }
    }
    for puzzle in found.values().flatten() {
        println!("{}", puzzle.write());
    }
}

/// Plays a game, and takes at most one puzzle of it for each kind.
fn one_game(game: GameKind, seed: u64, kinds: &[PuzzleKind], found: &mut BTreeMap<PuzzleKind, Vec<Puzzle>>) {
    let (mut engine, mut solver) = (Engine::default(), Engine::default());
    let Ok(bot) = Bot::named(game, if game == GameKind::Senet { "level1" } else { "level3" }) else { return };
    let rng = GameRng::new(seed);
    let mut position = AnyRules::default_of(game).start();
    let mut taken = Vec::new();
    let mut mover = None;
    for ply in 0.. {
        if position.outcome().is_some() {
            break;
        }
        if let AnyPosition::Senet(before) = position {
            position = AnyPosition::Senet(before.cast(rng.sticks(ply).roll(before.rules().no_dark)));
        }
        // A turn begins, or a throw lies.
        if (game == GameKind::Senet || mover != position.to_move()) && is_candidate(&position) {
            for &kind in kinds {
                let list = found.entry(kind).or_default();
                if list.len() < WANTED
                    && !taken.contains(&kind)
                    && let Some(puzzle) = Puzzle::of(&mut solver, kind, position)
                {
                    eprintln!("{} {seed}", kind.word());
                    taken.push(kind);
                    list.push(puzzle);
                }
            }
        }
        mover = position.to_move();
        let request = SearchRequest { seed, ply, budget: EngineBudget::FREE, ..SearchRequest::new(bot) };
        let Some(chosen) = engine.search(&position, request, &mut |_| ()) else { break };
        let Ok(next) = position.play(chosen.best) else { break };
        position = next;
    }
}

fn is_candidate(position: &AnyPosition) -> bool {
    match position {
        AnyPosition::Mancala(position) => {
            let board = position.board();
            let stored: u32 = Player::BOTH.iter().map(|&player| u32::from(board.score(player))).sum();
            STONES.contains(&(ALL_STONES - stored))
        }
        AnyPosition::Sowing(_) => false,
        AnyPosition::Senet(position) => {
            let pieces = Player::BOTH.iter().map(|&player| position.board().pieces(player).len());
            PIECES.contains(&pieces.map(usize::from).sum()) && position.legal_moves().count() > 1
        }
    }
}
