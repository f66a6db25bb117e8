//! What a player gives away against exact play: `senet_regret PRESET PIECES GAMES SEED PLAYER..`.
//!
//! A player is `odds:DEPTH`, `net:DEPTH` or `net:DEPTH:TABLE`, which knows positions with so many pieces a side by heart.
//! Four pieces need 1.8 GB and some minutes for the exact values.

use std::error::Error;
use std::io::Write;
use std::num::NonZero;

use gebeta_engine::senet::{Lookahead, Net, Odds, Strength};
use gebeta_engine::{EngineBudget, EngineGame, GameRng};
use gebeta_rules::senet::{Move, Pieces, Position, Rules};
use gebeta_rules::{Game, Player};
use gebeta_search::{Limits, star_over};
use gebeta_solver::senet::{Exact, Reach};

/// Whose moves are weighed.
enum Candidate {
    Odds(u32),
    Net(Strength),
}

impl Candidate {
    fn choose(&self, position: &Position, luck: &GameRng, ply: usize) -> Option<Move> {
        match self {
            Self::Odds(depth) => {
                let ahead = Lookahead::new(&Odds, position.to_move()?, position.rules());
                let roots = Lookahead::<Odds>::roots(position);
                star_over(&ahead, roots, Limits::depth(*depth))?.best().map(|(mv, _)| mv)
            }
            Self::Net(strength) => strength
                .think(position, EngineBudget::FREE, luck, ply, &mut |_| {})
                .map(|thought| thought.best),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [preset, pieces, games, seed, players @ ..] = args.as_slice() else {
        return Err("usage: senet_regret classic|kendall PIECES GAMES SEED PLAYER..".into());
    };
    let rules = match preset.as_str() {
        "classic" => Rules::CLASSIC,
        "kendall" => Rules::FIVE_PIECE,
        _ => return Err("classic or kendall".into()),
    };
    let pieces: u8 = pieces.parse()?;
    let rules = Rules { pieces: Pieces::new(pieces).ok_or("1 to 4 pieces")?, ..rules };
    let exact = built(&rules, pieces)?;
    let (games, seed): (u32, u64) = (games.parse()?, seed.parse()?);
    let _ = Net::of(&rules);
    let mut out = std::io::stdout().lock();
    for name in players {
        let candidate = parse(name, &rules)?;
        let (mut sum, mut squares, mut moves) = (0.0, 0.0, 0_u64);
        for game in 0..games {
            let seat = if game % 2 == 0 { Player::One } else { Player::Two };
            let lost = play(&exact, &candidate, seat, &GameRng::new(seed + u64::from(game)), &mut moves);
            sum += lost;
            squares += lost * lost;
        }
        let n = f64::from(games);
        let mean = sum / n;
        let error = ((squares / n - mean * mean).max(0.0) / n).sqrt();
        writeln!(
            out,
            "{name}: gives away {mean:.5} +- {error:.5} a game, {moves} decisions in {games} games"
        )?;
    }
    Ok(())
}

fn built(rules: &Rules, pieces: u8) -> Result<Exact, Box<dyn Error>> {
    let reach = Reach::new(pieces).ok_or("1 to 4 pieces")?;
    Ok(Exact::build(rules, reach, NonZero::<usize>::MIN, &mut |_| {}, &|| false).ok_or("nobody stops it")?)
}

fn parse(name: &str, rules: &Rules) -> Result<Candidate, Box<dyn Error>> {
    let parts: Vec<&str> = name.split(':').collect();
    match parts.as_slice() {
        ["odds", depth] => Ok(Candidate::Odds(depth.parse()?)),
        ["net", depth] => {
            Ok(Candidate::Net(Strength { depth: depth.parse()?, noise: 0.0, exact: None, asks: false }))
        }
        ["net", depth, table] => {
            let exact = Some(built(rules, table.parse()?)?);
            Ok(Candidate::Net(Strength { depth: depth.parse()?, noise: 0.0, exact, asks: false }))
        }
        _ => Err(format!("{name} is no player").into()),
    }
}

/// The probability that `candidate` gives away in one game against an opponent who makes no mistake.
fn play(exact: &Exact, candidate: &Candidate, seat: Player, luck: &GameRng, moves: &mut u64) -> f64 {
    let mut position = Position::start(exact.rules());
    let mut lost = 0.0;
    for ply in 0.. {
        let Some(mover) = position.to_move() else { break };
        position = position.with_chance(luck, ply);
        let Some(values) = exact.moves(&position) else { break };
        let Some(best) = values.iter().copied().reduce(|a, b| if b.1 > a.1 { b } else { a }) else { break };
        let mv = if mover == seat && values.len() > 1 {
            *moves += 1;
            let chosen = candidate.choose(&position, luck, ply).unwrap_or(best.0);
            let value = values.iter().find(|(mv, _)| *mv == chosen).map_or(0.0, |&(_, value)| value);
            lost += best.1 - value;
            chosen
        } else {
            best.0
        };
        position.play_unchecked(mv, &mut ());
    }
    lost
}
