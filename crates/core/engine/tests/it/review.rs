//! Reviews of games whose truth is known.
#![allow(clippy::float_cmp, reason = "proved values are whole numbers")]

use gebeta_engine::{Bot, EngineBudget, EngineGame, GameRng, Grade, Review, SearchRequest, Turning};
use gebeta_rules::{
    AnyPly, AnyPosition, AnyRules, ByPlayer, Game, GameKind, Outcome, Player, Record, Seat, senet,
};

const NODES: EngineBudget<'static> = EngineBudget { nodes: 400_000, ..EngineBudget::FREE };

fn begun(game: GameKind, start: &str) -> Record {
    let rules = AnyRules::default_of(game).fit(start);
    let seat = |player| Seat { name: format!("Player {player}"), kind: "human".to_owned() };
    Record::new("gebeta", rules, rules.position(start).expect("the case is right"), ByPlayer::from_fn(seat))
}

fn played(game: GameKind, start: &str, plies: &str) -> Record {
    let mut record = begun(game, start);
    for ply in plies.split_whitespace() {
        record
            .play(AnyRules::default_of(game).ply(ply).expect("the case is right"))
            .expect("the case is right");
    }
    record
}

fn review(record: &Record) -> Review {
    let mut heard = Vec::new();
    let review = Review::of(record, NODES, &mut |done| {
        heard.push(done);
        true
    });
    assert_eq!(heard, (0..=record.plies().len()).collect::<Vec<_>>(), "every ply is told");
    review.expect("it is wanted to the end")
}

/// A game between two computer players, at most `plies` plies long.
fn bots(game: GameKind, start: &str, bot: Bot, seed: u64, plies: usize) -> Record {
    let mut record = begun(game, start);
    let luck = GameRng::new(seed);
    for ply in 0..plies {
        let next = match *record.position() {
            AnyPosition::Mancala(position) => position
                .search(
                    SearchRequest { bot, budget: EngineBudget::FREE, seed: luck.seed(), ply },
                    &mut |_| {},
                )
                .map(|thought| AnyPly::Mancala(thought.best)),
            AnyPosition::Senet(position) if position.outcome().is_none() => {
                let cast = position.with_chance(&luck, ply);
                let roll = gebeta_rules::Chance::thrown(&cast).expect("the case is right");
                cast.search(
                    SearchRequest { bot, budget: EngineBudget::FREE, seed: luck.seed(), ply },
                    &mut |_| {},
                )
                .map(|thought| AnyPly::Senet(roll, thought.best))
            }
            AnyPosition::Senet(_) | AnyPosition::Sowing(_) => None,
        };
        let Some(next) = next else { break };
        record.play(next).expect("the case is right");
    }
    record
}

#[test]
fn a_perfect_end_of_a_game_loses_nothing() {
    let perfect = Bot::Perfect { nodes: Bot::PROOF_NODES };
    let record = bots(GameKind::Mancala, "0,1,2,0,3,4,5,1,0,2,3,4,1,6 1", perfect, 1, 200);
    let review = review(&record);
    assert!(review.outcome.is_some() && review.moves.len() > 5);
    for judged in &review.moves {
        assert!(judged.exact && judged.loss == 0.0 && judged.grade <= Grade::Best, "{judged:?}");
        assert_eq!(judged.before, review.last, "perfect play keeps the value");
        assert_eq!((judged.turning, judged.luck), (None, None));
    }
    assert_eq!(review.players.one.accuracy, Some(100.0));
    assert!(review.worst().is_empty());
}

#[test]
fn a_known_blunder_costs_what_the_proof_says() {
    // (4,4): pit 1 wins by 2, pit 4 loses by 2 (`gebeta solve mancala --pits 4 --stones 4 --moves`).
    let review = review(&played(GameKind::Mancala, "4,4,4,4,0,4,4,4,4,0 1", "4"));
    let judged = &review.moves[0];
    assert_eq!((judged.before.value, judged.value, judged.loss), (2.0, -2.0, 4.0));
    assert_eq!((judged.grade, judged.turning), (Grade::Blunder, Some(Turning::Move)));
    assert_eq!(judged.best, [AnyRules::default_of(GameKind::Mancala).ply("1").unwrap()]);
    assert!(judged.exact && review.last.exact && review.last.value == -2.0, "the other is ahead now");
    assert_eq!(review.players.one.blunders, 1);
    let accuracy = review.players.one.accuracy.unwrap();
    assert!((accuracy - 100.0 * (-0.4_f64).exp()).abs() < 1e-9, "{accuracy}");
    assert_eq!(review.players.two.accuracy, None);
    assert_eq!(review.worst(), [0]);
}

#[test]
fn a_swap_is_judged_like_any_move() {
    let mut rules = gebeta_rules::mancala::Rules::GEBETA;
    rules.pie = true;
    let rules = AnyRules::Mancala(rules).fit("3,3,3,0,3,3,3,0 1 pie");
    let seat = Seat { name: "x".to_owned(), kind: "human".to_owned() };
    let start = rules.position("3,3,3,0,3,3,3,0 1 pie").unwrap();
    let mut record = Record::new("pie", rules, start, ByPlayer { one: seat.clone(), two: seat });
    for ply in ["2", "swap"] {
        record.play(AnyRules::default_of(GameKind::Mancala).ply(ply).unwrap()).unwrap();
    }
    let review = review(&record);
    let swap = &review.moves[1];
    assert!(swap.exact && swap.player == Player::Two, "{swap:?}");
    // What the move before was worth to its player is what the swap takes over or leaves.
    assert_eq!(swap.before.value, -swap.best_value);
    assert_eq!(review.moves[0].value, -swap.best_value);
}

#[test]
fn proved_values_of_one_game_fit_together() {
    for seed in 0..3 {
        let record = bots(GameKind::Mancala, "3,2,0,3,1,3,5,1,2,0,3,2,1,6 2", Bot::Random, seed, 200);
        let review = review(&record);
        assert!(review.moves.iter().all(|judged| judged.exact));
        for (this, next) in review.moves.iter().zip(&review.moves[1..]) {
            let for_mover = if this.player == Player::One { next.before.value } else { -next.before.value };
            assert_eq!(this.value, for_mover, "{this:?} then {next:?}");
        }
        assert!(review.unexplained().abs() < 1e-9, "{}", review.unexplained());
    }
}

/// Result = start + luck - what was lost, to the last digits.
#[test]
fn in_senet_luck_and_skill_add_up_to_the_result() {
    let mut lost = 0.0;
    for seed in 0..3 {
        let record =
            bots(GameKind::Senet, "WBWB....../........../.......... w 0/0 -", Bot::Random, seed, 2000);
        let review = review(&record);
        let winner = if review.outcome == Some(Outcome::Win(Player::One)) { 1.0 } else { 0.0 };
        assert_eq!(review.last.value, winner);
        assert!(review.moves.iter().all(|judged| judged.exact && judged.luck.is_some()));
        let [one, two] = [review.players.one, review.players.two];
        let sum = review.start().value + one.luck - two.luck - one.loss + two.loss;
        assert!((sum - winner).abs() < 1e-7, "{sum} is not {winner}");
        assert!(review.unexplained().abs() < 1e-7);
        lost += one.loss + two.loss;
    }
    assert!(lost > 0.1, "random play loses something");
}

#[test]
fn the_luck_of_all_throws_adds_up_to_nothing() {
    for (start, exact) in [
        ("WBWB....../........../.......... w 0/0 -", true),
        ("WBWBWBWBWB/WBWB....../.......... w 0/0 -", false),
    ] {
        let mut sum = 0.0;
        for (roll, weight) in [(1, 4.0), (2, 6.0), (3, 4.0), (4, 1.0), (5, 1.0)] {
            let AnyPosition::Senet(position) = *begun(GameKind::Senet, start).position() else {
                unreachable!("a game of Senet")
            };
            let cast = gebeta_rules::Chance::cast(&position, senet::Roll::new(roll).unwrap());
            let mv = cast.legal_moves().next().unwrap();
            let budget = EngineBudget { nodes: 5000, ..EngineBudget::FREE };
            let record = played(GameKind::Senet, start, &format!("{roll}:{mv}"));
            let review = Review::of(&record, budget, &mut |_| true).unwrap();
            assert_eq!(review.moves[0].exact, exact);
            sum += weight * review.moves[0].luck.unwrap();
        }
        assert!(sum.abs() < 1e-9, "{start}: {sum}");
    }
}

#[test]
fn a_game_without_moves_has_a_review() {
    let review = review(&begun(GameKind::Mancala, "4,4,4,4,0,4,4,4,4,0 2"));
    assert_eq!((review.start().value, review.moves.len(), review.players.one.accuracy), (-2.0, 0, None));
}
