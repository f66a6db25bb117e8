use gebeta_engine::{Bot, EngineBudget};
use gebeta_rules::mancala::{First, Move, Position};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Coin, CoinSide, Game, GameKind, Keyword, Player, Record,
};
use gebeta_session::PlayerKind;

use super::session::NewGame;
use super::{Answer, Session};
use crate::args::{MancalaArgs, SettingArgs};
use crate::rule_args::{Overrides, RuleFlag};
use crate::{Console, Failure, board_text};

const HELP: &str = "\
Type the number of one of your pits; it is counted from your left.
undo takes your last move back, hint shows a good move, save FILE keeps the game, quit ends this sitting.";

/// What the flags say of a new game.
pub(crate) fn new_game(args: &MancalaArgs) -> NewGame {
    let rest = [args.difficulty, args.first.map(RuleFlag::first), args.pie.then(|| RuleFlag::pie(true))];
    NewGame {
        game: GameKind::Mancala,
        overrides: Overrides::from(&args.rules).with(rest),
        minds: ByPlayer { one: PlayerKind::Human, two: PlayerKind::Bot(Bot::default_of(GameKind::Mancala)) },
        cap: EngineBudget::TIME_CAP,
    }
}

/// `gebeta mancala` in plain lines.
pub(crate) fn run(
    args: &MancalaArgs,
    settings: &SettingArgs,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let mut session = Session::open(&new_game(args), &args.play, settings, console)?;
    let (one, two) = (session.name(Player::One).to_owned(), session.name(Player::Two).to_owned());
    session.say(&format!("{one} against {two}, rules {}.", session.record.rule_set.clone()))?;
    if args.play.position.is_none() && args.play.resume.is_none() {
        toss_if_asked(&mut session)?;
    }
    while let Some(mover) = position(&session).to_move() {
        session.show_board()?;
        let ply = match session.mind(mover) {
            PlayerKind::Human => match ask(&mut session, mover)? {
                Answer::Play(mv) => mv,
                Answer::Changed => continue,
                Answer::Quit => return Ok(()),
            },
            PlayerKind::Bot(bot) => choose(&mut session, mover, bot)?,
        };
        if session.mind(mover) == PlayerKind::Human && !session.confirmed(AnyPly::Mancala(ply))? {
            continue;
        }
        play(&mut session, mover, ply)?;
    }
    let score = Player::BOTH.map(|player| position(&session).board().score(player));
    let (most, least) = (score[0].max(score[1]), score[0].min(score[1]));
    session.finish(&format!(" {most} to {least}"))
}

fn position(session: &Session<'_, '_>) -> Position {
    match session.position() {
        AnyPosition::Mancala(position) => position,
        AnyPosition::Senet(_) => unreachable!("a session keeps to its game"),
    }
}

/// The coin toss (rules 1.6): Player 1 calls, the coin falls in view, its side's owner begins.
fn toss_if_asked(session: &mut Session<'_, '_>) -> Result<(), Failure> {
    let AnyRules::Mancala(rules) = session.record.rules else { return Ok(()) };
    if rules.first != First::Coin {
        return Ok(());
    }
    let caller = session.name(Player::One).to_owned();
    let called = match session.mind(Player::One) {
        PlayerKind::Human => {
            session.console.ask(&format!("{caller}, heads or tails?"), |text| match text {
                "heads" | "h" => Ok(CoinSide::Heads),
                "tails" | "t" => Ok(CoinSide::Tails),
                _ => Err("Type heads or tails.".to_owned()),
            })?
        }
        PlayerKind::Bot(_) => session.luck.call(),
    };
    let coin = Coin { called, fell: session.luck.coin() };
    let start = AnyPosition::Mancala(Position::start_with(&rules, coin.first()));
    let old = &session.record;
    let mut record = Record::new(old.rule_set.clone(), old.rules, start, old.players.clone());
    record.seed = old.seed;
    record.coin = Some(coin);
    session.record = record;
    let first = session.name(coin.first()).to_owned();
    session.say(&format!(
        "{caller} calls {}. The coin shows {}: {first} begins.",
        called.word(),
        coin.fell.word()
    ))
}

fn ask(session: &mut Session<'_, '_>, mover: Player) -> Result<Answer<Move>, Failure> {
    let position = position(session);
    let legal: Vec<_> = position.legal_moves().map(|mv| mv.to_string()).collect();
    let question = format!("{}, your turn [{}]:", session.name(mover), legal.join(" "));
    session.ask_move(&question, HELP, &AnyPosition::Mancala(position), |text| {
        let mv: Move = text.parse().map_err(|error| format!("{text:?}: {error}. Type help for more."))?;
        position.check(mv).map_err(|error| format!("Not possible: {error}."))?;
        Ok(mv)
    })
}

fn choose(session: &mut Session<'_, '_>, mover: Player, bot: Bot) -> Result<Move, Failure> {
    session.say(&format!("{} is thinking ...", session.name(mover).to_owned()))?;
    let (found, _) = session.search(mover, bot, &session.position()).expect("the mover has a move");
    match found.best {
        AnyPly::Mancala(mv) => Ok(mv),
        AnyPly::Senet(..) => unreachable!("a session keeps to its game"),
    }
}

/// Plays a move and tells what happened.
fn play(session: &mut Session<'_, '_>, mover: Player, mv: Move) -> Result<(), Failure> {
    let before = position(session);
    let mut steps = Vec::new();
    let mut after = before;
    after.play_unchecked(mv, &mut steps);
    let name = session.name(mover).to_owned();
    for sentence in board_text::tell_sowing(&before, &steps, mover, &name) {
        session.say(&sentence)?;
    }
    if after.to_move() == Some(mover) {
        session.say(&format!("{name} moves again."))?;
    }
    session.play(AnyPly::Mancala(mv))
}
