//! Tables of what happens in an online game and the effects that follow, one row each.

use gebeta_protocol::{Side, TimeControl};
use gebeta_rules::Player;
use gebeta_session::{Presence, Proof};

use crate::online_table::{OnlineTable, SERVER_START};

const A: Option<Side> = Some(Side::A);
const B: Option<Side> = Some(Side::B);

/// A game of mancala that has begun and whose start is shown; Abebe is to move.
fn mancala(side: Option<Side>) -> OnlineTable {
    let mut table = OnlineTable::joined("gebeta", TimeControl::None, side);
    table.check("settled 1 ->");
    table
}

/// A game of Senet that has begun; Abebe is to throw.
fn senet() -> OnlineTable {
    let mut table = OnlineTable::joined("classic", TimeControl::None, A);
    table.check(
        "seed      -> store seals, do seals@2
         ack       -> forget seals
         b seals   -> seed?
         seed      -> store opens, do opens@5
         ack       -> [Abebe begins.], show 1, forget opens
         settled 1 ->",
    );
    table
}

#[test]
fn a_player_connects_waits_and_moves() {
    OnlineTable::new("gebeta", TimeControl::None, A).check(
        "prompt    -> Connecting
         allowed   ->
         start     -> open
         open      -> hello 0
         welcome   -> seat A
         log       -> up
         prompt    -> WaitingForOpponent
         allowed   -> abort, say
         joins     -> [Sara has joined.], [Abebe begins.], show 1
         prompt    -> Choose(One)
         allowed   -> choose, offer draw, abort, say
         throw     -> refuse no-sticks
         commit    -> refuse: the game waits for something else
         choose 1  -> store plays 1, do plays 1@3
         prompt    -> Sending
         allowed   -> say
         choose 2  -> refuse: the game waits for something else
         ack       -> p1 plays 1, forget plays 1
         prompt    -> Opponent(Two)
         settled 1 -> show 2 1
         choose 1  -> refuse not-your-turn",
    );
}

#[test]
fn a_watcher_sees_everything_and_may_do_nothing() {
    let mut table = OnlineTable::joined("gebeta", TimeControl::None, None);
    assert!(table.session.source().is_watching());
    table.check(
        "settled 1   ->
         prompt      -> Opponent(One)
         allowed     ->
         choose 1    -> refuse not-a-player
         act resigns -> refuse not-a-player
         say         -> refuse: the game waits for something else
         a plays 1   -> p1 plays 1, show 2 1
         b resigns   -> [Abebe wins. Sara resigned.]
         prompt      -> Over(Some(Win(One)))
         allowed     ->",
    );
}

#[test]
fn a_player_who_joins_is_never_a_watcher() {
    let mut table = OnlineTable::new("gebeta", TimeControl::None, None);
    table.check(
        "start     -> open
         open      -> hello 0
         welcome   -> watch
         log       -> up
         joining   ->
         joins     -> [Sara has joined.], [Abebe begins.], show 1
         prompt    -> WaitingForOpponent
         seated    -> connecting, open",
    );
    assert!(!table.session.source().is_watching());
    table.check(
        "open      -> hello 3
         welcome   -> seat B, up, show 2
         prompt    -> Opponent(One)",
    );
    assert_eq!((table.session.source().is_joining(), table.session.source().side()), (false, B));
    table.check("joining off ->");
}

#[test]
fn what_had_happened_before_is_told_as_history_and_not_shown_move_by_move() {
    let mut table = OnlineTable::new("gebeta", TimeControl::None, A);
    table.check("start -> open\n open -> hello 0\n welcome -> seat A\n log -> up\n close -> close, lost");
    table.joins();
    table.happens(Side::A, "plays 1");
    table.happens(Side::B, "offers-draw");
    table.check(
        "wait 250 -> open
         open     -> hello 1
         welcome  -> seat A
         log      -> old [Sara has joined.], old [Abebe begins.], old p1 plays 1, old [Sara offers a draw.], up, show 1
         allowed  -> ask takeback, answer draw, abort, say",
    );
}

#[test]
fn scenes_wait_for_those_before_them_and_the_rest_is_shown_at_once() {
    let mut table = mancala(None);
    let mut shown = |moves: usize| (0..moves).map(|_| table.next_move()).collect::<Vec<_>>();
    assert_eq!(shown(7), [Some(2), None, None, None, None, None, None]);
    assert_eq!(shown(1), [Some(9)], "six wait, so the next is shown at once");
    table.check("settled 2 ->\n settled 9 ->");
    assert_eq!(table.next_move(), Some(10));
}

#[test]
fn a_player_decides_about_the_position_in_view() {
    let mut table = mancala(A);
    table.check(
        "choose 3    -> store plays 3, do plays 3@3
         ack         -> p1 plays 3, show 2 3, forget plays 3
         allowed     -> choose, ask takeback, offer draw, abort, say
         choose 1    -> store plays 1, do plays 1@4
         ack         -> p1 plays 1, forget plays 1
         b plays 1   -> p2 plays 1
         prompt      -> Choose(One)
         allowed     -> ask takeback, offer draw, resign, say
         choose 2    -> refuse: the game waits for something else
         settled 2   -> show 3 1
         settled 3   -> show 4 1
         allowed     -> choose, ask takeback, offer draw, resign, say
         look 1      -> place 1 of 3, show 5
         choose 2    -> refuse: the game waits for something else
         look 3      -> place 3 of 3, show 6
         choose 1    -> refuse: pit 1 is empty
         choose 2    -> store plays 2, do plays 2@6",
    );
    assert_eq!(table.session.source().chosen().map(|ply| ply.to_string()).as_deref(), Some("2"));
}

#[test]
fn nothing_is_shown_while_an_earlier_position_is_looked_at() {
    mancala(A).check(
        "choose 1         -> store plays 1, do plays 1@3
         ack              -> p1 plays 1, show 2 1, forget plays 1
         settled 2        ->
         look 0           -> place 0 of 1, show 3
         b plays 1        -> p2 plays 1
         settled 3        ->
         look 1           -> place 1 of 2, show 4 1
         b asks-takeback  -> [Sara would like to take back a move.]
         allowed          -> answer takeback, offer draw, resign, say
         look 2           -> place 2 of 2, show 5 1",
    );
}

#[test]
fn a_position_that_is_looked_at_and_taken_back_is_left() {
    let mut table = mancala(A);
    table.check(
        "choose 1             -> store plays 1, do plays 1@3
         ack                  -> p1 plays 1, show 2 1, forget plays 1
         b plays 1            -> p2 plays 1
         settled 2            -> show 3 1
         settled 3            ->
         undo                 -> store asks-takeback, do asks-takeback@5
         ack                  -> [Abebe would like to take back a move.], forget asks-takeback
         look 1               -> place 1 of 2, show 4
         b accepts-takeback   -> [The move is taken back.], show 5
         prompt               -> Choose(One)
         allowed              -> choose, offer draw, abort, say",
    );
    assert_eq!(table.session.view().looking(), None);
}

#[test]
fn offers_are_made_answered_and_made_once() {
    mancala(A).check(
        "act offers-draw       -> store offers-draw, do offers-draw@3
         ack                   -> [Abebe offers a draw.], forget offers-draw
         allowed               -> choose, abort, say
         act offers-draw       -> refuse offered
         act accepts-draw      -> refuse no-offer
         b declines-draw       -> [The draw is declined.]
         allowed               -> choose, offer draw, abort, say
         b offers-draw         -> [Sara offers a draw.]
         allowed               -> choose, answer draw, abort, say
         act asks-takeback     -> refuse no-takeback
         act accepts-draw      -> store accepts-draw, do accepts-draw@6
         ack                   -> [A draw. Both agreed on a draw.], finished after 0, forget accepts-draw
         prompt                -> Over(Some(Draw))
         allowed               -> rematch, say",
    );
}

#[test]
fn a_game_is_aborted_until_both_have_moved_and_resigned_after_that() {
    let mut table = mancala(A);
    table.check(
        "allowed       -> choose, offer draw, abort, say
         a plays 1     -> p1 plays 1, show 2 1
         allowed       -> ask takeback, offer draw, abort, say
         b plays 1     -> p2 plays 1
         allowed       -> ask takeback, offer draw, resign, say
         act aborts    -> refuse too-late
         act resigns   -> store resigns, do resigns@5
         ack           -> [Sara wins. Abebe resigned.], finished after 2, forget resigns",
    );
    mancala(A).check(
        "act aborts    -> store aborts, do aborts@3
         ack           -> [The game does not count. The game was aborted.], finished after 0, forget aborts
         prompt        -> Over(None)",
    );
    // With sticks: until the first throw.
    senet().check(
        "allowed       -> throw, abort, say
         throw         -> store throws, do throws@7
         ack           -> p1 throws, show 2 sticks, forget throws
         allowed       -> choose, resign, say",
    );
}

#[test]
fn a_game_before_its_start_is_aborted_without_a_board() {
    let mut table = OnlineTable::new("classic", TimeControl::None, A);
    table.check(
        "start       -> open
         open        -> hello 0
         welcome     -> seat A
         log         -> up
         act aborts  -> store aborts, do aborts@1
         ack         -> [The game does not count. The game was aborted.], finished after 0, forget aborts
         prompt      -> Over(None)
         allowed     -> say",
    );
    assert!(table.session.view().scene().is_none());
}

#[test]
fn the_game_of_an_opponent_who_is_away_is_claimed_after_a_minute() {
    let mut table = mancala(A);
    table.check(
        "b comes       ->
         a plays 1     -> p1 plays 1, show 2 1
         wait 1000     ->
         b leaves      -> [Sara has lost the connection.]
         act claims    -> refuse not-gone",
    );
    assert_eq!(table.session.source().presence(Side::B), Presence::Away(SERVER_START + 1000));
    table.now += 59_999;
    table.check(
        "log           ->
         allowed       -> ask takeback, offer draw, abort, say",
    );
    table.now += 1;
    table.check(
        "log           ->
         allowed       -> ask takeback, offer draw, claim, abort, say
         b comes       -> [Sara is back.]
         allowed       -> ask takeback, offer draw, abort, say
         b leaves      -> [Sara has lost the connection.]",
    );
    table.now += 60_000;
    table.check(
        "log           ->
         act claims    -> store claims, do claims@4
         ack           -> [Abebe wins. Sara went away.], finished after 1, forget claims",
    );
    // The opponent has days for a move, or is not to move.
    for (clock, row) in [
        (TimeControl::Days { days: 3 }, "a plays 1 -> p1 plays 1, show 2 1"),
        (TimeControl::None, "a plays 3 -> p1 plays 3, show 2 3"),
    ] {
        let mut table = OnlineTable::joined("gebeta", clock, A);
        table.check("settled 1 ->\n b leaves ->");
        table.check(row);
        table.now += 60_000;
        table.check("log ->");
        assert!(!table.session.allowed().claim, "{clock:?}");
    }
}

#[test]
fn sticks_are_thrown_moves_taken_back_only_before_a_throw_and_draws_not_offered() {
    let mut table = senet();
    table.check(
        "prompt            -> Throw(One)
         act offers-draw   -> refuse no-draws
         choose 4:10-14    -> refuse throw-first",
    );
    table.check("throw -> store throws, do throws@7\n ack -> p1 throws, show 2 sticks, forget throws");
    let position = table.session.source().game().unwrap().position();
    let mv = table.first_move();
    assert_eq!(table.session.view().scene().map(|scene| scene.position), Some(position));
    table.check(&format!("prompt -> Choose(One)\n settled 2 ->\n choose {mv} -> {}", table.sent(&mv)));
    table.feed_quietly("ack");
    assert!(table.session.allowed().ask_takeback, "no throw has followed");
    while table.session.source().game().unwrap().side_to_move() == A {
        table.feed_quietly("throw");
        table.feed_quietly("ack");
        assert!(!table.session.allowed().ask_takeback, "a throw is not taken back");
        let mv = table.first_move();
        table.settle();
        table.feed_quietly(&format!("choose {mv}"));
        table.feed_quietly("ack");
    }
    assert!(table.session.allowed().ask_takeback);
    table.check("b throws -> p2 throws");
    assert!(!table.session.allowed().ask_takeback);
}

#[test]
fn envelopes_are_sealed_and_opened_when_they_are_due_and_prove_the_game() {
    let mut table = OnlineTable::new("classic", TimeControl::None, A);
    table.check(
        "start       -> open
         open        -> hello 0
         welcome     -> seat A
         log         -> up
         seed        ->
         joins       -> [Sara has joined.], seed?
         prompt      -> Sealing
         lag 20      ->
         seed        -> store seals, do seals@2
         seed        ->
         nack rate   -> forget seals
         tick        -> ping
         pong        -> seed?
         seed        -> store seals, do seals@2
         ack         -> forget seals
         b seals     -> seed?
         close       -> close, lost
         wait 250    -> open
         open        -> hello 5
         welcome     -> seat A, up, seed?
         seed        -> store opens, do opens@5
         ack         -> [Abebe begins.], show 1, forget opens
         throw       -> store throws, do throws@7
         ack         -> p1 throws, forget throws
         act resigns -> store resigns, do resigns@8
         ack         -> [Sara wins. Abebe resigned.], finished after 0, forget resigns",
    );
    assert_eq!(table.session.source().proof(), Some(&Proof::Matches { throws: 0 }));
}

#[test]
fn a_decision_is_sent_again_after_a_reconnect_and_by_a_program_that_is_opened_again() {
    let mut table = mancala(A);
    table.check(
        "choose 1  -> store plays 1, do plays 1@3
         close     -> close, lost
         prompt    -> Sending
         allowed   ->
         wait 250  -> open
         open      -> hello 3
         welcome   -> seat A, up, show 2, do plays 1@3",
    );
    // The program is closed before the answer comes.
    table.reopen();
    table.check(
        "start     -> open
         open      -> hello 0
         welcome   -> seat A
         log       -> old [Sara has joined.], old [Abebe begins.], up, show 1, do plays 1@3
         prompt    -> Sending
         ack       -> p1 plays 1, forget plays 1",
    );
    // It is stored, and its answer is lost.
    let mut table = mancala(A);
    table.check("choose 1 -> store plays 1, do plays 1@3\n lose ->");
    table.reopen();
    table.check(
        "start     -> open
         open      -> hello 0
         welcome   -> seat A
         log       -> old [Sara has joined.], old [Abebe begins.], old p1 plays 1, forget plays 1, up, show 1
         prompt    -> Opponent(Two)",
    );
    assert_eq!(table.stored, None);
}

#[test]
fn a_decision_without_a_connection_is_stored_and_sent_later() {
    mancala(A).check(
        "network off -> close, offline
         say         -> refuse: the game waits for something else
         choose 1    -> store plays 1
         prompt      -> Sending
         network on  ->
         wait 250    -> open
         open        -> hello 3
         welcome     -> seat A, up, show 2, do plays 1@3
         ack         -> p1 plays 1, forget plays 1",
    );
}

#[test]
fn a_refused_decision_is_said_and_forgotten() {
    mancala(A).check(
        "choose 1    -> store plays 1, do plays 1@3
         nack stale  -> forget plays 1, refuse stale
         prompt      -> Choose(One)",
    );
}

#[test]
fn a_server_that_has_gone_back_is_followed_from_its_start() {
    let mut table = mancala(A);
    table.check(
        "a plays 1   -> p1 plays 1, show 2 1
         b plays 1   -> p2 plays 1
         settled 2   -> show 3 1
         look 1      -> place 1 of 2, show 4
         act resigns -> store resigns, do resigns@5
         restore 4   ->
         close       -> forget resigns, rewound, connecting, open
         prompt      -> Connecting
         allowed     ->
         open        -> hello 0
         welcome     -> seat A
         log         -> old [Sara has joined.], old [Abebe begins.], old p1 plays 1, up, show 5
         prompt      -> Opponent(Two)",
    );
    assert_eq!((table.session.view().looking(), table.stored), (None, None));
}

#[test]
fn a_rematch_is_offered_accepted_and_reported_once() {
    let mut table = mancala(A);
    table.check(
        "act rematch        -> refuse not-started
         b resigns          -> [Abebe wins. Sara resigned.], finished after 0
         allowed            -> rematch, say
         act rematch        -> store rematch, do rematch@4
         ack                -> [Abebe wants a rematch.], forget rematch
         allowed            -> say
         act rematch        -> refuse offered
         b accepts-rematch  -> finished after 0 with rematch, rematch
         allowed            -> say",
    );
    // The other has offered; accepting is the same action.
    mancala(A).check(
        "b resigns          -> [Abebe wins. Sara resigned.], finished after 0
         b rematch          -> [Sara wants a rematch.]
         allowed            -> rematch, say
         act rematch        -> store rematch, do rematch@5",
    );
    // Everything was over when the program was opened again.
    table.reopen();
    table.check(
        "start    -> open
         open     -> hello 0
         welcome  -> seat A
         log      -> old [Sara has joined.], old [Abebe begins.], old [Abebe wins. Sara resigned.], old [Abebe wants a rematch.], up, show 1, finished before after 0 with rematch, rematch before",
    );
}

#[test]
fn a_game_that_ends_on_the_board_tells_its_winner_once() {
    let mut table = mancala(A);
    while !table.session.prompt().is_over() {
        table.next_move();
    }
    let told = table.sentences.join(" ");
    assert_eq!(told.matches(" wins").count(), 1, "{told}");
    assert!(told.ends_with("Abebe's side is empty, so the game ends."), "{told}");
    assert_eq!(table.session.source().proof(), Some(&Proof::NoChance));
}

#[test]
fn a_player_is_offered_what_the_server_does_and_nothing_else() {
    for seed in 0..40 {
        let mut table = if seed % 2 == 0 { mancala(A) } else { senet() };
        table.check_offers();
        let mut state = seed;
        for _ in 0..60 {
            // Knuth's MMIX generator.
            state = u64::wrapping_add(
                6_364_136_223_846_793_005_u64.wrapping_mul(state),
                1_442_695_040_888_963_407,
            );
            table.step(state >> 33);
            table.check_offers();
        }
    }
}

#[test]
fn phrases_are_heard_and_fade() {
    let mut table = mancala(A);
    table.check("b says -> [Sara says: Oops!]\n say -> say");
    assert!(table.session.source().phrase(Side::B).is_some());
    table.now += 6_000;
    table.check("log ->");
    assert_eq!(table.session.source().phrase(Side::B), None);
}

#[test]
fn the_servers_clock_counts_from_the_welcome_and_is_never_behind_an_event() {
    let mut table = OnlineTable::joined("gebeta", TimeControl::Move { seconds: 60 }, A);
    assert_eq!(table.session.source().server_time(500), Some(SERVER_START + 500));
    // The device has slept for two seconds without losing its connection.
    table.slept = 2_000;
    table.feed_quietly("a plays 1");
    let source = table.session.source();
    assert_eq!(source.server_time(0), Some(SERVER_START + 2_000));
    let left = source.game().unwrap().clock().left(Player::Two, SERVER_START + 12_000);
    assert!(left.is_some_and(|left| left < 60_000));
    assert_eq!(source.time_left(Player::Two, 10_000), left);
}
