use std::time::Duration;

use gebeta_engine::{Bot, SearchResult};
use gebeta_rules::senet::{Move, Position, Roll, Square};
use gebeta_rules::{AnyPly, AnyPosition, ByPlayer, Chance, Game, GameKind, Player};
use gebeta_session::PlayerKind;

use super::session::NewGame;
use super::{Answer, Session};
use crate::args::{PlayArgs, SenetArgs, SettingArgs};
use crate::board_text::{piece, tell_move};
use crate::rule_args::Overrides;
use crate::{Console, Failure};

const HELP: &str = "\
Type the number of a move of the list, or the move itself, like 12-15.
undo takes your last move back, hint shows a good move, save FILE keeps the game, quit ends this sitting.
12x15 swaps places, 26-27>15 falls into the Water, 28>15 goes back, 30-off leaves the board.";

/// What the flags say of a new game.
pub(crate) fn new_game(args: &SenetArgs) -> NewGame {
    let depth = args.depth.unwrap_or(SenetArgs::DEFAULT_DEPTH);
    let bot = PlayerKind::Bot(Bot::default_of(GameKind::Senet).with_depth(depth));
    let minds = if args.ai_first {
        ByPlayer { one: bot, two: PlayerKind::Human }
    } else {
        ByPlayer { one: PlayerKind::Human, two: bot }
    };
    let (overrides, cap) = (Overrides::from(&args.rules), Duration::from_secs(args.time_cap));
    NewGame { game: GameKind::Senet, overrides, minds, cap }
}

/// `gebeta senet` in plain lines.
pub(crate) fn run(
    args: &SenetArgs,
    settings: &SettingArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let play = with_depth(&args.play, args.depth);
    let mut session = Session::open(&new_game(args), &play, settings, console)?;
    let (one, two) = (session.name(Player::One).to_owned(), session.name(Player::Two).to_owned());
    session.say("Welcome to Senet. The first to bring all pieces off the board wins.")?;
    session.say(&houses())?;
    session.say(&format!(
        "{} {one} against {} {two}, rules {}.",
        piece(Player::One),
        piece(Player::Two),
        session.record.rule_set.clone()
    ))?;
    while let Some(mover) = position(&session).to_move() {
        session.show_board()?;
        show_pieces(&mut session)?;
        let cast = throw(&mut session, mover)?;
        let decided = match session.mind(mover) {
            _ if cast.legal_moves().eq([Move::Pass]) => {
                let name = session.name(mover).to_owned();
                session.say(&format!("{name} has no legal moves and passes."))?;
                if session.mind(mover) == PlayerKind::Human {
                    session.console.pause()?;
                }
                Answer::Play(Move::Pass)
            }
            PlayerKind::Human => ask(&mut session, mover, &cast)?,
            PlayerKind::Bot(bot) => Answer::Play(choose(&mut session, mover, bot, &cast, args.verbose)?),
        };
        let mv = match decided {
            Answer::Play(mv) => mv,
            Answer::Changed => continue,
            Answer::Quit => return Ok(()),
        };
        let ply = AnyPly::Senet(roll_of(&cast), mv);
        if session.mind(mover) == PlayerKind::Human && mv != Move::Pass && !session.confirmed(ply)? {
            continue;
        }
        session.play(ply)?;
        if position(&session).to_move() == Some(mover) {
            let name = session.name(mover).to_owned();
            session.say(&format!("{name} throws again."))?;
        }
    }
    session.finish("")
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

/// `-d` also sets the depth of bots that were named without one.
pub(crate) fn with_depth(play: &PlayArgs, depth: Option<u32>) -> PlayArgs {
    let mut play = play.clone();
    for name in [&mut play.p1, &mut play.p2].into_iter().flatten() {
        if let (Some(depth), "classic" | "steady") = (depth, name.as_str()) {
            *name = format!("{name}:{depth}");
        }
    }
    play
}

fn position(session: &Session<'_, '_>) -> Position {
    match session.position() {
        AnyPosition::Senet(position) => position,
        AnyPosition::Mancala(_) => unreachable!("a session keeps to its game"),
    }
}

fn roll_of(cast: &Position) -> Roll {
    cast.thrown().expect("the sticks lie on the table")
}

fn show_pieces(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let position = position(session);
    for player in Player::BOTH {
        let (left, off) = (position.board().pieces(player).len(), position.exited(player));
        let line = format!("{} {}: {left} on the board, {off} off", piece(player), session.name(player));
        session.say(&line)?;
    }
    Ok(())
}

/// Throws the sticks in view; a roll that lies on the table already stays.
fn throw(session: &mut Session<'_, '_>, mover: Player) -> Result<Position, Failure> {
    let position = position(session);
    let name = session.name(mover).to_owned();
    if let Some(roll) = position.thrown() {
        session.say(&format!("{name}: a {roll} lies on the table"))?;
        return Ok(position);
    }
    let sticks = session.luck.sticks(session.ply());
    let roll = sticks.roll(position.rules().no_dark);
    session.say(&format!("{name} throws {sticks} → {roll}"))?;
    Ok(position.cast(roll))
}

fn ask(session: &mut Session<'_, '_>, mover: Player, cast: &Position) -> Result<Answer<Move>, Failure> {
    let legal: Vec<Move> = cast.legal_moves().collect();
    for (place, mv) in legal.iter().enumerate() {
        session.say(&format!("  {}) {:<9}{}", place + 1, mv.to_string(), tell_move(*mv)))?;
    }
    let question = format!("{}, your move [1-{}]:", session.name(mover), legal.len());
    session.ask_move(&question, HELP, &AnyPosition::Senet(*cast), |text| {
        if let Ok(number) = text.parse::<usize>() {
            let chosen = number.checked_sub(1).and_then(|place| legal.get(place)).copied();
            return chosen.ok_or_else(|| format!("There are moves 1 to {}.", legal.len()));
        }
        let mv: Move = text.parse().map_err(|error| format!("{text:?}: {error}. Type help for more."))?;
        cast.check(mv).map_err(|error| format!("Not possible: {error}."))?;
        Ok(mv)
    })
}

/// The computer's move. A single legal move is played at once, and searched only to be talked about.
fn choose(
    session: &mut Session<'_, '_>,
    mover: Player,
    bot: Bot,
    cast: &Position,
    verbose: bool,
) -> Result<Move, Failure> {
    let name = session.name(mover).to_owned();
    let legal: Vec<Move> = cast.legal_moves().collect();
    if let ([only], false) = (legal.as_slice(), verbose) {
        session.say(&format!("{name} plays {only}: {}.", tell_move(*only)))?;
        return Ok(*only);
    }
    session.say(&format!("{name} is thinking ..."))?;
    let found = session.search(mover, bot, &AnyPosition::Senet(*cast));
    let (found, time) = found.expect("the mover has a move");
    let AnyPly::Senet(_, best) = found.best else { unreachable!("a session keeps to its game") };
    session.say(&format!("{name} plays {best}: {}.", tell_move(best)))?;
    if verbose {
        for line in statistics(&found, time) {
            session.say(&line)?;
        }
    }
    Ok(best)
}

/// What `-v` shows: nodes in all and by kind, the depth reached, the time, the value of every move.
fn statistics(found: &SearchResult<AnyPly>, time: Duration) -> Vec<String> {
    let nodes = &found.nodes;
    let mut lines = vec![
        format!("  nodes {} (MAX {}, MIN {}, CHANCE {})", nodes.total(), nodes.max, nodes.min, nodes.chance),
        format!("  depth reached {}, time {:.3} s", found.depth, time.as_secs_f64()),
    ];
    lines.extend(found.moves.iter().map(|(ply, worth)| format!("  {:<10} {worth:.6}", ply.mv().to_string())));
    lines
}
