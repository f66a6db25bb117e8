//! Tables of inputs and the effects that follow from them, one row each.

use gebeta_i18n::Language;
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Chance, CoinSide, GameKind, Player, Preset, Record, Seat, senet,
};
use gebeta_session::{
    Announcement, Effect, GameSession, GameSetup, Input, LocalEvent, LocalGame, LocalSource, PlayerKind,
    Prompt,
};

type Session = GameSession<LocalSource>;

/// Feeds the inputs of `rows`, one in a row (`input -> effects`), and compares the effects.
#[track_caller]
fn check(session: &mut Session, rows: &str) {
    for row in rows.lines().map(str::trim).filter(|row| !row.is_empty()) {
        let (input, expected) = row.split_once("->").unwrap();
        let effects = feed(session, input.trim());
        let told: Vec<_> = effects.iter().map(describe).collect();
        assert_eq!(told.join(", "), expected.trim(), "after {input}");
    }
}

fn feed(session: &mut Session, input: &str) -> Vec<Effect> {
    let (word, rest) = input.split_once(' ').unwrap_or((input, ""));
    let number = || rest.parse().unwrap();
    match word {
        "start" => session.start(),
        "choose" => session.handle(Input::Choose(ply(session, rest))),
        "commit" => session.handle(Input::Commit),
        "undo" => session.handle(Input::Undo),
        "redo" => session.handle(Input::Redo),
        "throw" => session.handle(Input::Throw),
        "heads" => session.handle(Input::Toss(Some(CoinSide::Heads))),
        "look" => session.handle(Input::LookAt(rest.parse().unwrap())),
        "settled" => session.handle(Input::Settled(number())),
        "waited" => session.handle_event(LocalEvent::Waited(number())),
        "pause" => session.handle_event(LocalEvent::Pause(rest == "on")),
        "failed" => session.handle_event(LocalEvent::Failed { ticket: number() }),
        "hide" => session.hide(),
        "replace" => session.replace(setup(GameKind::Mancala).start(2).unwrap()),
        "retry" => session.handle_event(LocalEvent::Retry),
        "found" => {
            let (ticket, best) = rest.split_once(' ').unwrap();
            let best = ply(session, best);
            session.handle_event(LocalEvent::Found { ticket: ticket.parse().unwrap(), best })
        }
        other => panic!("unknown input {other}"),
    }
}

fn ply(session: &Session, text: &str) -> AnyPly {
    session.game().record().rules.ply(text).unwrap()
}

fn describe(effect: &Effect) -> String {
    match effect {
        Effect::Show(scene) => {
            let played = scene.played.as_ref().map(|played| format!(" {}", played.ply)).unwrap_or_default();
            let trial = if scene.is_trial { " trial" } else { "" };
            format!("show {}{trial}{played}", scene.serial)
        }
        Effect::Announce(announcement) => match announcement {
            Announcement::Coin(_) => "coin".to_owned(),
            Announcement::Throw { player, .. } => format!("p{player} throws"),
            Announcement::Move(played) => format!("p{} plays {}", played.mover, played.ply),
            Announcement::Trial(played) => format!("p{} tries {}", played.mover, played.ply),
            Announcement::TakenBack { .. } => "taken back".to_owned(),
            Announcement::Place { place, plies, .. } => format!("place {place} of {plies}"),
        },
        Effect::Refuse(_) => "refuse".to_owned(),
        Effect::Save => "save".to_owned(),
        Effect::Finish => "finish".to_owned(),
        Effect::Search(task) => format!("search {}", task.ticket),
        Effect::StopSearch => "stop".to_owned(),
        Effect::Wait(ticket) => format!("wait {ticket}"),
    }
}

fn setup(game: GameKind) -> GameSetup {
    GameSetup::usual(game, Language::En)
}

fn session(setup: &GameSetup) -> Session {
    GameSession::local(setup.start(1).unwrap(), false)
}

fn against_computer() -> Session {
    session(&setup(GameKind::Mancala))
}

fn hot_seat(confirm: bool) -> Session {
    let mut setup = setup(GameKind::Mancala);
    setup.player_kinds.two = PlayerKind::Human;
    setup.confirm = confirm;
    session(&setup)
}

#[test]
fn a_computer_searches_while_its_opponents_move_is_shown_and_moves_after_a_pause() {
    check(
        &mut against_computer(),
        "start      -> show 1
         settled 1  ->
         choose 1   -> p1 plays 1, show 2 1, save, search 1
         found 1 2  ->
         settled 2  -> wait 1
         waited 1   -> p2 plays 2, show 3 2, save
         settled 3  ->",
    );
}

#[test]
fn the_pause_may_end_before_the_search_and_comes_before_every_move_of_a_chain() {
    // Pit 3 of the computer ends in its store, so it moves again.
    check(
        &mut against_computer(),
        "start      -> show 1
         settled 1  ->
         choose 1   -> p1 plays 1, show 2 1, save, search 1
         settled 2  -> wait 1
         waited 1   ->
         found 1 3  -> p2 plays 3, show 3 3, save, search 2
         found 2 1  ->
         settled 3  -> wait 2
         waited 2   -> p2 plays 1, show 4 1, save",
    );
}

#[test]
fn late_answers_are_ignored() {
    let mut session = against_computer();
    check(
        &mut session,
        "start      -> show 1
         settled 1  ->
         choose 1   -> p1 plays 1, show 2 1, save, search 1
         settled 2  -> wait 1
         undo       -> stop, taken back, show 3, save
         found 1 2  ->
         waited 1   ->
         redo       -> p1 plays 1, show 4, save, search 2
         found 1 2  ->",
    );
    assert_eq!(session.game().ply(), 1);
}

#[test]
fn another_game_ignores_answers_about_the_game_before() {
    let mut session = against_computer();
    check(
        &mut session,
        "start      -> show 1
         settled 1  ->
         choose 1   -> p1 plays 1, show 2 1, save, search 1
         settled 2  -> wait 1
         replace    -> stop
         start      -> show 3
         settled 2  ->
         choose 1   -> p1 plays 1, show 4 1, save, search 2
         settled 4  -> wait 2
         found 1 2  ->
         waited 1   ->",
    );
    assert_eq!(session.game().ply(), 1);
}

#[test]
fn a_computer_does_not_move_while_the_board_is_not_on_the_screen() {
    check(
        &mut against_computer(),
        "start      -> show 1
         settled 1  ->
         choose 1   -> p1 plays 1, show 2 1, save, search 1
         settled 2  -> wait 1
         hide       -> stop
         waited 1   ->
         found 1 2  ->
         settled 2  -> search 2, wait 2
         found 2 2  ->
         hide       ->
         waited 2   ->
         settled 2  -> p2 plays 2, show 3 2, save",
    );
}

#[test]
fn a_failed_search_is_tried_again_on_request() {
    let mut session = against_computer();
    check(
        &mut session,
        "start      -> show 1
         settled 1  ->
         choose 1   -> p1 plays 1, show 2 1, save, search 1
         settled 2  -> wait 1
         failed 1   ->",
    );
    assert!(session.is_stuck() && session.thinking().is_none());
    check(
        &mut session,
        "retry      -> search 2, wait 2
         found 2 1  ->
         waited 2   -> p2 plays 1, show 3 1, save",
    );
    assert!(!session.is_stuck());
}

#[test]
fn an_earlier_position_is_looked_at_without_a_decision_and_one_step_is_animated() {
    let mut session = hot_seat(false);
    check(
        &mut session,
        "start      -> show 1
         choose 1   -> p1 plays 1, show 2 1, save
         choose 1   -> p2 plays 1, show 3 1, save
         look 0     -> place 0 of 2, show 4
         choose 2   -> refuse
         look 1     -> place 1 of 2, show 5 1
         look 2     -> place 2 of 2, show 6 1
         choose 2   -> p1 plays 2, show 7 2, save
         look 1     -> place 1 of 3, show 8
         undo       -> taken back, show 9, save",
    );
    assert_eq!((session.place(), session.view().looking()), ((2, 2), None));
}

#[test]
fn a_computer_does_not_move_while_an_earlier_position_is_looked_at() {
    check(
        &mut against_computer(),
        "start      -> show 1
         settled 1  ->
         choose 1   -> p1 plays 1, show 2 1, save, search 1
         look 0     -> place 0 of 1, show 3
         found 1 2  ->
         settled 3  ->
         look 1     -> place 1 of 1, show 4 1
         settled 4  -> wait 1
         waited 1   -> p2 plays 2, show 5 2, save",
    );
}

#[test]
fn a_shown_move_is_replaced_committed_or_undone() {
    let mut session = hot_seat(true);
    check(
        &mut session,
        "start      -> show 1
         commit     -> refuse
         choose 1   -> p1 tries 1, show 2 trial 1, save
         choose 2   -> p1 tries 2, show 3 trial 2, save
         undo       -> taken back, show 4, save
         choose 2   -> p1 tries 2, show 5 trial 2, save
         commit     -> p1 plays 2, show 6, save",
    );
    assert!(!session.allowed().commit && session.allowed().choose);
}

#[test]
fn computers_alone_wait_after_an_undo_until_they_are_let_go() {
    let mut setup = setup(GameKind::Mancala);
    setup.player_kinds.one = setup.player_kinds.two;
    let mut session = session(&setup);
    check(
        &mut session,
        "start      -> show 1, search 1
         settled 1  -> wait 1
         found 1 1  ->
         waited 1   -> p1 plays 1, show 2 1, save, search 2
         undo       -> stop, taken back, show 3, save
         settled 3  ->",
    );
    assert!(session.is_paused() && session.allowed().pause);
    check(&mut session, "pause off -> search 3, wait 3");
}

#[test]
fn a_computer_throws_when_the_board_lies_still() {
    let mut setup = setup(GameKind::Senet);
    setup.player_kinds.one = setup.player_kinds.two;
    check(
        &mut session(&setup),
        "start      -> show 1
         throw      -> refuse
         settled 1  -> p1 throws, show 2, save, search 1
         settled 2  -> wait 1",
    );
}

#[test]
fn a_person_throws_and_calls_the_coin() {
    let mut senet = session(&setup(GameKind::Senet));
    assert!(senet.allowed().throw && !senet.allowed().choose);
    check(&mut senet, "throw -> p1 throws, show 1, save\n throw -> refuse");
    assert!(!senet.allowed().throw && senet.allowed().choose);

    let mut setup = setup(GameKind::Mancala);
    setup.rule_set = Preset::named("tainted").unwrap().rule_set();
    setup.player_kinds.two = PlayerKind::Human;
    let mut tossed = session(&setup);
    assert!(tossed.allowed().toss && tossed.allowed().call_coin);
    check(&mut tossed, "choose 1 -> refuse\n heads -> coin, show 1, save\n heads -> refuse");
}

#[test]
fn what_is_told_follows_the_board() {
    let mut session = session(&setup(GameKind::Mancala));
    let start = session.game().position();
    check(&mut session, "start -> show 1\n settled 1 ->");
    check(&mut session, "choose 1 -> p1 plays 1, show 2 1, save, search 1\n found 1 2 ->");
    assert_eq!(session.prompt(), Prompt::Bot(Player::Two), "the game goes on at once");
    let told = session.told();
    assert_eq!((told.prompt, told.position(), told.plies), (Prompt::Choose(Player::One), Some(&start), 0));
    assert_eq!(session.thinking(), None, "it is not told before the stones lie");
    check(&mut session, "settled 2 -> wait 1");
    assert_eq!((session.told().prompt, session.told().plies), (Prompt::Bot(Player::Two), 1));
    assert_eq!(session.thinking(), Some(Player::Two));
    check(&mut session, "waited 1 -> p2 plays 2, show 3 2, save");
    assert_eq!(session.told().prompt, Prompt::Bot(Player::Two));
    check(&mut session, "settled 3 ->");
    assert_eq!(session.told().prompt, Prompt::Choose(Player::One));
}

#[test]
fn a_throw_that_follows_by_itself_is_told_after_the_move_before_it() {
    let mut setup = setup(GameKind::Senet);
    setup.player_kinds.one = setup.player_kinds.two;
    let mut session = session(&setup);
    check(&mut session, "start -> show 1\n settled 1 -> p1 throws, show 2, save, search 1");
    assert!(matches!(session.told().position(), Some(AnyPosition::Senet(it)) if it.thrown().is_none()));
    check(&mut session, "settled 2 -> wait 1");
    assert!(matches!(session.told().position(), Some(AnyPosition::Senet(it)) if it.thrown().is_some()));
}

#[test]
fn confirming_moves_applies_to_the_game_that_runs() {
    let mut session = hot_seat(false);
    check(&mut session, "start -> show 1");
    assert!(session.handle_event(LocalEvent::ConfirmMoves(true)).is_empty());
    check(&mut session, "choose 1 -> p1 tries 1, show 2 trial 1, save\n undo -> taken back, show 3, save");
    session.handle_event(LocalEvent::ConfirmMoves(false));
    check(&mut session, "choose 1 -> p1 plays 1, show 4 1, save");
}

#[test]
fn the_only_move_of_a_person_is_played_by_itself_where_that_is_wished() {
    let mut setup = setup(GameKind::Senet);
    setup.player_kinds.two = PlayerKind::Human;
    let mut session = session(&setup);
    let (start, kinds) = ("WB......../........../.......... w 0/0 -", setup.player_kinds);
    let AnyRules::Senet(rules) = setup.rule_set.rules else { panic!("rules of Senet") };
    let rules = AnyRules::Senet(senet::Rules { pieces: senet::Pieces::new(1).unwrap(), ..rules });
    let record = |seed| {
        let position = rules.position(start).unwrap();
        let seats = ByPlayer::from_fn(|_| Seat { name: "Ada".to_owned(), kind: "human".to_owned() });
        let mut record = Record::new("test".to_owned(), rules, position, seats);
        record.seed = Some(seed);
        record
    };
    session.handle_event(LocalEvent::PlayForcedMoves(true));
    session.replace(LocalGame::new(record(3), kinds, false));
    check(&mut session, "start -> show 1\n settled 1 ->");
    let thrown: Vec<_> = feed(&mut session, "throw").iter().map(describe).collect();
    assert_eq!(thrown, ["p1 throws", "show 2", "save"]);
    assert_eq!(feed(&mut session, "settled 2").iter().map(describe).collect::<Vec<_>>(), ["wait 1"]);
    assert_eq!(session.thinking(), None, "a person does not think for the computer");
    let played: Vec<_> = feed(&mut session, "waited 1").iter().map(describe).collect();
    assert!(played[0].starts_with("p1 plays"), "{played:?}");
    // Who goes back decides alone.
    feed(&mut session, "undo");
    let last = session.view().last_serial();
    assert!(session.handle(Input::Settled(last)).is_empty());
    assert_eq!(session.prompt(), Prompt::Choose(Player::One));
}
