//! A table follows the rules of the game on it, and of sitting at it.

use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_rules::{AnyPly, AnyPosition, CoinSide, Game, GameKind, Player, Preset, Record, senet};
use gebeta_session::{ActionError, GameSetup, LocalGame, PlayerKind, SetupError, Stage};

fn plan(game: GameKind) -> GameSetup {
    GameSetup::usual(game, Language::En)
}

/// A table for two people.
fn hot_seat(game: GameKind, confirm: bool) -> LocalGame {
    let mut plan = plan(game);
    plan.minds.two = PlayerKind::Human;
    plan.confirm = confirm;
    plan.start(7).unwrap()
}

fn sow(pit: &str) -> AnyPly {
    AnyPly::Mancala(pit.parse().unwrap())
}

/// Plays whatever is legal first until nothing is left to do.
fn play_out(table: &mut LocalGame) {
    for _ in 0..10_000 {
        match table.stage() {
            Stage::Toss => drop(table.toss(None).unwrap()),
            Stage::Throw(_) => drop(table.throw().unwrap()),
            Stage::Choose(_) | Stage::Think(..) => {
                let ply = first_legal(table);
                table.play(ply).unwrap();
            }
            Stage::Confirm(_) => drop(table.commit().unwrap()),
            Stage::Over(_) => return,
        }
    }
    panic!("the game does not end");
}

fn first_legal(table: &LocalGame) -> AnyPly {
    match table.position() {
        AnyPosition::Mancala(position) => AnyPly::Mancala(position.legal_moves().next().unwrap()),
        AnyPosition::Senet(position) => table.stepping(position.legal_moves().next().unwrap()).unwrap(),
    }
}

#[test]
fn a_move_is_shown_then_committed_or_undone() {
    let mut table = hot_seat(GameKind::Mancala, true);
    let start = table.position();
    assert_eq!(table.choose(sow("1")), Ok(None));
    assert_eq!(table.stage(), Stage::Confirm(Player::One));
    assert_eq!(table.preview().unwrap().after.to_string(), "0,5,5,5,5,4,0,4,4,4,4,4,4,0 2");
    assert!(table.undo());
    assert_eq!((table.stage(), table.position()), (Stage::Choose(Player::One), start));
    table.choose(sow("1")).unwrap();
    table.choose(sow("2")).unwrap(); // changes one's mind
    table.commit().unwrap();
    assert_eq!(table.position().to_string(), "4,0,5,5,5,5,0,4,4,4,4,4,4,0 2");
    assert_eq!(table.commit(), Err(ActionError::NotNow));
}

#[test]
fn undo_takes_the_computers_answer_back_too_and_redo_brings_it_again() {
    let mut table = plan(GameKind::Mancala).start(1).unwrap();
    table.choose(sow("1")).unwrap();
    assert!(matches!(table.stage(), Stage::Think(Player::Two, Bot::Level(_))));
    assert_eq!(table.choose(sow("1")), Err(ActionError::NotNow));
    table.play(sow("2")).unwrap();
    let later = table.position();
    assert!(table.undo());
    assert_eq!(table.ply(), 0);
    assert!(table.can_redo());
    assert!(table.redo());
    assert_eq!((table.position(), table.can_redo()), (later, false));
    assert!(table.undo());
    table.choose(sow("3")).unwrap();
    assert!(!table.can_redo(), "another move makes another game");
}

#[test]
fn a_throw_is_never_thrown_again() {
    let mut table = hot_seat(GameKind::Senet, false);
    assert_eq!(table.stage(), Stage::Throw(Player::One));
    let sticks = table.throw().unwrap();
    assert_eq!(table.throw(), Err(ActionError::NotNow));
    let cast = table.position();
    let ply = first_legal(&table);
    table.choose(ply).unwrap();
    assert!(table.undo());
    assert_eq!((table.sticks(), table.position()), (Some(sticks), cast));
}

#[test]
fn a_coin_decides_who_begins() {
    let mut plan = plan(GameKind::Mancala);
    plan.rule_set = Preset::named("tainted").unwrap().rule_set();
    for seed in 0..8 {
        let mut table = plan.start(seed).unwrap();
        assert_eq!(table.stage(), Stage::Toss);
        assert_eq!(table.choose(sow("1")), Err(ActionError::NotNow));
        assert_eq!(table.play(sow("1")), Err(ActionError::NotNow));
        let coin = table.toss(Some(CoinSide::Heads)).unwrap();
        assert_eq!(table.position().to_move(), Some(coin.first()));
        assert_eq!(table.toss(None), Err(ActionError::NotNow));
    }
}

#[test]
fn every_game_ends_and_its_record_goes_on_as_it_was() {
    for preset in gebeta_rules::PRESETS {
        let mut plan = plan(preset.rules.game());
        plan.rule_set = preset.rule_set();
        let mut table = plan.start(3).unwrap();
        play_out(&mut table);
        let record: Record = table.record().to_string().parse().unwrap();
        assert_eq!(&record, table.record());
        let mut resumed = LocalGame::resume(record, false);
        assert_eq!(resumed.stage(), table.stage());
        assert!(resumed.undo());
        play_out(&mut resumed);
        let again = table.again(4);
        assert_eq!((again.ply(), again.minds(), again.names()), (0, table.minds(), table.names()));
    }
}

#[test]
fn computers_alone_are_taken_back_ply_by_ply() {
    let mut plan = plan(GameKind::Senet);
    plan.minds.one = plan.minds.two;
    let mut table = plan.start(5).unwrap();
    play_out(&mut table);
    let plies = table.ply();
    assert!(table.undo());
    assert_eq!(table.ply(), plies - 1);
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
    let mut table = hot_seat(GameKind::Senet, true);
    let mut passes = 0;
    for _ in 0..10_000 {
        match table.stage() {
            Stage::Throw(_) => drop(table.throw().unwrap()),
            Stage::Choose(_) => {
                let ply = first_legal(&table);
                let played = table.choose(ply).unwrap();
                let passed = matches!(ply, AnyPly::Senet(_, senet::Move::Pass));
                assert_eq!(played.is_some(), passed);
                passes += u32::from(passed);
            }
            Stage::Confirm(_) => drop(table.commit().unwrap()),
            Stage::Over(_) => break,
            other => panic!("{other:?}"),
        }
    }
    assert!(passes > 0, "the game had no pass to look at");
}
