//! Computer players of the whole sowing family.

use gebeta_engine::sowing::{EngineState, Judge, Kind, Positions, Weights};
use gebeta_engine::{
    Bot, Engine, EngineBudget, EngineGame, GameRng, Hints, Level, SearchRequest, SearchResult,
};
use gebeta_rules::sowing::{Fingerprint, Move, Playthrough, Position, Rules};
use gebeta_rules::{AnyPly, AnyRules, ByPlayer, Game, Keyword, Player, Preset, Record, Seat};
use gebeta_search::{
    AlphaBeta, Branch, Candidates, Limits, SearchOptions, Solver, Then, TranspositionTable, Tree,
};
use gebeta_testkit::strategy::cases;
use proptest::prelude::*;
use proptest::sample::select;

/// The shipped rule sets of the family by name.
fn family() -> Vec<(&'static str, Rules)> {
    let rules = |preset: &'static Preset| match preset.rules {
        AnyRules::Sowing(rules) => Some((preset.name, *rules)),
        AnyRules::Mancala(_) | AnyRules::Senet(_) => None,
    };
    Preset::all().filter_map(rules).collect()
}

fn rules_of(name: &str) -> Rules {
    family().into_iter().find(|(other, _)| *other == name).expect("a shipped rule set").1
}

fn level(number: u8) -> Bot {
    Bot::Level(Level::new(number).expect("1 to 8"))
}

fn ask(game: &Playthrough, bot: Bot, nodes: u64, seed: u64, ply: usize) -> Option<SearchResult<Move>> {
    let budget = EngineBudget { nodes, ..EngineBudget::FREE };
    game.search(SearchRequest { bot, budget, seed, ply }, &mut |_| {})
}

#[test]
fn every_rule_set_is_played_to_its_end() {
    const LONGEST: usize = 2000;
    let sets = family();
    assert_eq!(sets.len(), 57, "62 of the law without the five of today");
    for (name, rules) in sets {
        let mut game = Playthrough::new(Position::start(&rules));
        let mut plies = 0;
        while let Some(mover) = game.to_move() {
            let bot = if mover == Player::One { level(2) } else { Bot::Random };
            let found = ask(&game, bot, 200, 7, plies).expect("there is a move");
            game = game.play(found.best).unwrap_or_else(|error| panic!("{name}: {} {error}", found.best));
            plies += 1;
            assert!(plies < LONGEST, "{name} has no end: {game}");
        }
        assert!(game.outcome().is_some(), "{name}");
    }
}

#[test]
fn a_seed_repeats_its_game_and_another_does_not() {
    let moves = |seed| {
        let mut game = Playthrough::new(Position::start(&rules_of("oware")));
        let mut moves = Vec::new();
        for ply in 0..12 {
            let found = ask(&game, level(3), u64::MAX, seed, ply).expect("the game goes on");
            moves.push(found.best);
            game.play_unchecked(found.best, &mut ());
        }
        moves
    };
    assert_eq!(moves(1), moves(1));
    assert_ne!(moves(1), moves(2));
}

/// `rules | position | the moves that are best`.
const BEST: [&str; 9] = [
    // The majority is there to be taken: pit 6 makes a three.
    "oware | 0,0,0,0,0,1,24,2,0,0,0,5,0,16 1 | 6",
    "togyzkumalak | 0,0,0,0,0,0,0,0,2,81,5,0,0,0,0,0,0,0,9,65 1 | 9",
    // The last four stones of the opponent.
    "bohnenspiel | 0,0,0,0,0,1,34,1,0,0,4,0,0,32 1 | 6",
    "pallanguzhi | 0,0,0,0,0,0,1,35,0,5,0,0,0,0,1,42 1 | 7",
    // Another turn that clears the side, and the rest goes to the empty player.
    "mangala | 0,0,0,0,0,1,23,1,1,1,0,0,0,21 1 | 6",
    // Who has no stones left has won.
    "waurie | 0,0,0,0,0,1,20,3,3,3,3,3,3,9 1 | 6",
    // The opponent is left with single stones, which may not be played: both moves do that.
    "hus | 2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,44,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0 1 | 1 16",
    "congkak | 0,0,0,0,0,0,1,48,0,0,0,0,0,0,1,48 1 | 7",
    "vai-lung-thlan | 0,0,0,0,1,0,30,0,0,0,0,0,1,28 1 | 5",
];

#[test]
fn what_wins_at_once_is_played() {
    for line in BEST {
        let [name, text, best] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let position =
            Position::parse(text, &rules_of(name)).unwrap_or_else(|error| panic!("{line}: {error}"));
        for bot in [level(4), level(6), level(8), Bot::Perfect { nodes: 20_000 }] {
            let found = ask(&Playthrough::new(position), bot, 20_000, 3, 0).expect("a move");
            assert!(best.split(' ').any(|mv| mv == found.best.to_string()), "{line}: {bot} {found:?}");
        }
    }
}

/// What a search of so many plies finds without pruning and without memory, to the player to move.
fn plain(tree: &Positions<'_>, node: &Position, depth: u32, path: &mut Vec<Fingerprint>) -> i32 {
    let key = tree.key(node);
    if !path.is_empty()
        && let Some(value) = tree.repeated(node, key, path)
    {
        return value;
    }
    if depth == 0 {
        return tree.eval(node);
    }
    path.push(key);
    let mut branches = Vec::new();
    tree.branches(node, &mut branches);
    let best = branches.iter().map(|branch| of_branch(tree, branch, depth, path)).max();
    path.pop();
    best.expect("an unfinished game has a move")
}

fn of_branch(
    tree: &Positions<'_>,
    branch: &Branch<Position, Move>,
    depth: u32,
    path: &mut Vec<Fingerprint>,
) -> i32 {
    match branch.then {
        Then::Over => branch.gain,
        Then::Again(next) => branch.gain + plain(tree, &next, depth - 1, path),
        Then::Passes(next) => branch.gain - plain(tree, &next, depth - 1, path),
    }
}

/// A position of a shipped rule set after some random moves, with the positions before it.
fn game() -> impl Strategy<Value = Playthrough> {
    (select(family()), 0..40_usize, any::<u64>()).prop_map(|((_, rules), plies, seed)| {
        let mut game = Playthrough::new(Position::start(&rules));
        for ply in 0..plies {
            let legal: Vec<Move> = game.legal_moves().collect();
            let Some(mv) = GameRng::new(seed).choose(ply, &legal) else { break };
            let before = game.clone();
            game.play_unchecked(mv, &mut ());
            if game.outcome().is_some() {
                return before;
            }
        }
        game
    })
}

proptest! {
    #![proptest_config(cases(1000))]

    #[test]
    fn pruning_and_memory_change_no_value_of_the_family(game in game(), depth in 1..=4_u32) {
        let position = *game.position();
        // Wide boards have too many lines for a search without pruning.
        let depth = if position.law().side() > 9 { depth.min(2) } else { depth };
        let judge = Judge::of(&position);
        let tree = Positions::new(&judge, &position, game.history());
        let mut memory = TranspositionTable::new(1 << 12);
        let style = SearchOptions::PLAIN;
        let mut search = AlphaBeta { tree: &tree, memory: &mut memory, style };
        let report = search.search(&position, Limits::depth(depth)).expect("not stopped");
        let mut branches = Vec::new();
        tree.branches(&position, &mut branches);
        let style = SearchOptions { candidates: Candidates::Best, ..style };
        let mut memory = TranspositionTable::new(1 << 12);
        let mut search = AlphaBeta { tree: &tree, memory: &mut memory, style };
        let best = search.search(&position, Limits::depth(depth)).expect("not stopped").best();
        let most = report.moves.iter().map(|&(_, value)| value).max();
        prop_assert_eq!(best.map(|(_, value)| value), most);
        let mut path = vec![tree.key(&position)];
        for (branch, (mv, value)) in branches.iter().zip(report.moves) {
            prop_assert_eq!(branch.mv, mv);
            prop_assert_eq!(of_branch(&tree, branch, depth, &mut path), value, "{} {}", position, mv);
        }
    }

    #[test]
    fn the_first_player_sees_what_the_second_one_sees(game in game()) {
        let judge = Judge::of(game.position());
        let eval = |player| gebeta_search::Eval::eval(&judge, game.position(), player);
        prop_assert_eq!(eval(Player::One), -eval(Player::Two));
        prop_assert!(!judge.is_decided(eval(Player::One)));
    }
}

/// Without repetition a value that is called proved is the one that following every line finds.
#[test]
fn what_is_proved_is_true() {
    let positions = [
        "mangala | 0,2,0,1,0,2,20,1,0,0,3,0,1,18 1",
        "mangala | 1,0,2,0,1,0,20,0,2,1,0,2,0,19 2",
        "congkak | 0,0,2,1,0,0,1,44,1,0,0,3,0,0,0,46 1",
        "waurie | 1,0,2,0,0,1,20,0,0,1,2,0,0,21 1",
    ];
    for line in positions {
        let (name, text) = line.split_once(" | ").expect("two parts");
        let position =
            Position::parse(text, &rules_of(name)).unwrap_or_else(|error| panic!("{line}: {error}"));
        let judge = Judge::of(&position);
        let truth = Solver::new(judge).solve(&position, Limits::depth(1)).expect("a small game");
        let mut state = EngineState::default();
        let request = SearchRequest::new(Bot::Perfect { nodes: 3_000_000 });
        let found = position.search_with(&mut state, request, &mut |_| {}).expect("a move");
        assert!(found.exact, "{line}: {found:?}");
        let (_, value) = truth.best().expect("a move");
        assert_eq!(found.score(), Some(judge.stones(value)), "{line}");
    }
}

#[test]
fn there_are_weights_for_every_kind_of_game() {
    let mut kinds: Vec<Kind> = family().iter().map(|(_, rules)| Kind::of(&rules.law)).collect();
    assert!(kinds.iter().all(|kind| !kind.word().is_empty()));
    for (_, rules) in family() {
        let weights = Weights::shipped(&rules.law);
        assert_eq!(weights.to_string().parse(), Ok(weights));
        assert_ne!(weights, Weights::first(&rules.law));
    }
    kinds.sort_by_key(|kind| kind.word());
    kinds.dedup();
    assert_eq!(kinds.len(), Kind::all().count(), "no kind is without a game");
}

#[test]
fn the_engine_plays_advises_and_reviews_every_rule_set() {
    let budget = EngineBudget { nodes: 60, ..EngineBudget::FREE };
    for preset in Preset::all().filter(|preset| matches!(preset.rules, AnyRules::Sowing(_))) {
        let mut engine = Engine::default();
        let seat = || Seat { name: String::new(), kind: String::new() };
        let players = ByPlayer { one: seat(), two: seat() };
        let mut record = Record::new(preset.name, preset.rules, preset.rules.start(), players);
        for ply in 0..6 {
            let request = SearchRequest { budget, seed: 2, ply, ..SearchRequest::new(level(5)) };
            let Some(found) = engine.search(record.position(), request, &mut |_| {}) else { break };
            let hints = engine.hint(record.position(), budget).expect("there is a move");
            assert_eq!(hints.moves.len(), record.position().legal_plies().len(), "{}", preset.name);
            assert!(hints.of(found.best).is_some(), "{}", preset.name);
            let text = serde_json::to_string(&hints).expect("hints can be written");
            assert_eq!(serde_json::from_str::<Hints<AnyPly>>(&text).ok(), Some(hints), "{}", preset.name);
            record.play(found.best).expect("a legal move");
        }
        let review = engine.review(&record, budget, &mut |_| true).expect("it is wanted");
        assert_eq!(review.moves.len(), record.plies().len(), "{}", preset.name);
        assert!(review.moves.iter().all(|judged| judged.loss >= 0.0), "{}", preset.name);
    }
}

/// `rules | position | move | grade`: what a review says of one move.
const GRADES: [&str; 3] = [
    "oware | 0,0,1,0,0,1,23,2,0,0,0,5,0,16 1 | 6 | best",
    "oware | 0,0,1,0,0,1,23,2,0,0,0,5,0,16 1 | 3 | inaccuracy",
    "hus | 2,2,0,0,0,0,0,0,0,0,0,0,0,0,0,42,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0 1 | 2 | best",
];

#[test]
fn a_review_grades_moves_in_stones() {
    for line in GRADES {
        let [name, text, mv, grade] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let rules = Preset::named(name).expect("a shipped rule set").rules;
        let start = rules.position(text).unwrap_or_else(|error| panic!("{line}: {error}"));
        let seat = || Seat { name: String::new(), kind: String::new() };
        let mut record = Record::new(name, rules, start, ByPlayer { one: seat(), two: seat() });
        record.play(rules.ply(mv).expect("a move")).unwrap_or_else(|error| panic!("{line}: {error}"));
        let budget = EngineBudget { nodes: 5_000, ..EngineBudget::FREE };
        let review = Engine::default().review(&record, budget, &mut |_| true).expect("it is wanted");
        assert_eq!(review.moves[0].grade.word(), grade, "{line}: {:?}", review.moves[0]);
    }
}
