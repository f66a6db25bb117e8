//! A local game follows the rules of the game, and of undo, confirmation and the coin.

use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, CoinSide, GameKind, Player, Preset, Record, senet};
use gebeta_session::{ActionError, GameSetup, LocalGame, PlayerKind, Prompt, SetupError};

fn plan(game: GameKind) -> GameSetup {
    GameSetup::usual(game, Language::En)
}

/// A game for two people.
fn hot_seat(game: GameKind, confirm: bool) -> LocalGame {
    let mut plan = plan(game);
    plan.player_kinds.two = PlayerKind::Human;
    plan.confirm = confirm;
    plan.start(7).unwrap()
}

fn sow(pit: &str) -> AnyPly {
    AnyPly::Mancala(pit.parse().unwrap())
}

/// Plays whatever is legal first until nothing is left to do.
fn play_out(game: &mut LocalGame) {
    for _ in 0..10_000 {
        match game.prompt() {
            Prompt::Toss => drop(game.toss(None).unwrap()),
            Prompt::Throw(_) => drop(game.throw().unwrap()),
            Prompt::Bot(_) if game.needs_throw() => drop(game.throw().unwrap()),
            Prompt::Choose(_) | Prompt::Bot(_) => {
                let ply = first_legal(game);
                game.play(ply).unwrap();
            }
            Prompt::Confirm(_) => drop(game.commit().unwrap()),
            Prompt::Over(_) => return,
            other => panic!("a local game never waits for {other:?}"),
        }
    }
    panic!("the game does not end");
}

fn first_legal(game: &LocalGame) -> AnyPly {
    game.position().legal_plies()[0]
}

#[test]
fn a_move_is_shown_then_committed_or_undone() {
    let mut game = hot_seat(GameKind::Mancala, true);
    let start = game.position();
    assert_eq!(game.choose(sow("1")), Ok(None));
    assert_eq!(game.prompt(), Prompt::Confirm(Player::One));
    assert_eq!(game.preview().unwrap().after.to_string(), "0,5,5,5,5,4,0,4,4,4,4,4,4,0 2");
    assert!(game.undo());
    assert_eq!((game.prompt(), game.position()), (Prompt::Choose(Player::One), start));
    game.choose(sow("1")).unwrap();
    game.choose(sow("2")).unwrap(); // changes one's mind
    game.commit().unwrap();
    assert_eq!(game.position().to_string(), "4,0,5,5,5,5,0,4,4,4,4,4,4,0 2");
    assert_eq!(game.commit(), Err(ActionError::NotNow));
}

#[test]
fn undo_takes_the_computers_answer_back_too_and_redo_brings_it_again() {
    let mut game = plan(GameKind::Mancala).start(1).unwrap();
    game.choose(sow("1")).unwrap();
    assert_eq!(game.prompt(), Prompt::Bot(Player::Two));
    assert_eq!(game.choose(sow("1")), Err(ActionError::NotNow));
    game.play(sow("2")).unwrap();
    let later = game.position();
    assert!(game.undo());
    assert_eq!(game.ply(), 0);
    assert!(game.can_redo());
    assert!(game.redo());
    assert_eq!((game.position(), game.can_redo()), (later, false));
    assert!(game.undo());
    game.choose(sow("3")).unwrap();
    assert!(!game.can_redo(), "another move makes another game");
}

#[test]
fn a_throw_is_never_thrown_again() {
    let mut game = hot_seat(GameKind::Senet, false);
    assert_eq!(game.prompt(), Prompt::Throw(Player::One));
    let sticks = game.throw().unwrap();
    assert_eq!(game.throw(), Err(ActionError::NotNow));
    let cast = game.position();
    let ply = first_legal(&game);
    game.choose(ply).unwrap();
    assert!(game.undo());
    assert_eq!((game.sticks(), game.position()), (Some(sticks), cast));
}

#[test]
fn a_coin_decides_who_begins() {
    let mut plan = plan(GameKind::Mancala);
    plan.rule_set = Preset::named("tainted").unwrap().rule_set();
    for seed in 0..8 {
        let mut game = plan.start(seed).unwrap();
        assert_eq!(game.prompt(), Prompt::Toss);
        assert_eq!(game.choose(sow("1")), Err(ActionError::NotNow));
        assert_eq!(game.play(sow("1")), Err(ActionError::NotNow));
        let coin = game.toss(Some(CoinSide::Heads)).unwrap();
        assert_eq!(game.position().to_move(), Some(coin.first()));
        assert_eq!(game.toss(None), Err(ActionError::NotNow));
    }
}

#[test]
fn every_game_ends_and_its_record_goes_on_as_it_was() {
    for preset in Preset::all() {
        let mut plan = plan(preset.rules.game());
        plan.rule_set = preset.rule_set();
        let mut game = plan.start(3).unwrap();
        play_out(&mut game);
        let record: Record = game.record().to_string().parse().unwrap();
        assert_eq!(&record, game.record());
        let mut resumed = LocalGame::resume(record, false);
        assert_eq!(resumed.prompt(), game.prompt());
        assert!(resumed.undo());
        play_out(&mut resumed);
        let again = game.again(4);
        assert_eq!(
            (again.ply(), again.player_kinds(), again.names()),
            (0, game.player_kinds(), game.names())
        );
    }
}

#[test]
fn computers_alone_are_taken_back_ply_by_ply() {
    let mut plan = plan(GameKind::Senet);
    plan.player_kinds.one = plan.player_kinds.two;
    let mut game = plan.start(5).unwrap();
    play_out(&mut game);
    let plies = game.ply();
    assert!(game.undo());
    assert_eq!(game.ply(), plies - 1);
}

#[test]
fn faults_stand_at_their_fields() {
    let mut plan = plan(GameKind::Senet);
    plan.names.one = " ".to_owned();
    let faults = plan.faults();
    assert!(matches!(faults[..], [SetupError::Name(Player::One, _)]));
    assert!(plan.start(0).is_err());
    let mut plan = GameSetup::usual(GameKind::Mancala, Language::En);
    if let gebeta_rules::AnyRules::Mancala(rules) = &mut plan.rule_set.rules {
        rules.law.sowing = gebeta_rules::mancala::Sowing::Relay;
    }
    assert!(matches!(plan.faults()[..], [SetupError::Conflict(_)]));
}

#[test]
fn a_forced_pass_needs_no_confirmation() {
    let mut game = hot_seat(GameKind::Senet, true);
    let mut passes = 0;
    for _ in 0..10_000 {
        match game.prompt() {
            Prompt::Throw(_) => drop(game.throw().unwrap()),
            Prompt::Choose(_) => {
                let ply = first_legal(&game);
                let played = game.choose(ply).unwrap();
                let passed = matches!(ply, AnyPly::Senet(_, senet::Move::Pass));
                assert_eq!(played.is_some(), passed);
                passes += u32::from(passed);
            }
            Prompt::Confirm(_) => drop(game.commit().unwrap()),
            Prompt::Over(_) => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(passes > 0, "the game had no pass to look at");
}
