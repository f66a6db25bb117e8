//! The law of the sowing family: counts and games of an independent program, rule by rule.

use std::collections::HashMap;
use std::fs;
use std::sync::LazyLock;

use gebeta_rules::sowing::{Ending, Move, Playthrough, Position, Rules};
use gebeta_rules::{AnyRules, Game, Keyword, Length, Outcome, Player, Preset, RuleFile, RuleSet, perft};
use gebeta_testkit::{Row, fixture};

/// The rules of all shipped sets, in a fixed order.
pub(crate) fn rule_sets() -> &'static [Rules] {
    static SETS: LazyLock<Vec<Rules>> = LazyLock::new(|| {
        let mut sets: Vec<_> = RuleSets::read().0.into_iter().collect();
        sets.sort_by(|(a, _), (b, _)| a.cmp(b));
        sets.into_iter().map(|(_, rules)| rules).collect()
    });
    &SETS
}

/// The rules of a sowing game as those of the family.
pub(crate) fn of_family(rules: &AnyRules) -> Rules {
    match rules {
        AnyRules::Mancala(rules) => Rules::from(rules),
        AnyRules::Sowing(rules) => **rules,
        AnyRules::Senet(_) => panic!("a sowing game"),
    }
}

/// The rule sets of `testdata/family/rules` by name.
struct RuleSets(HashMap<String, Rules>);

impl RuleSets {
    fn read() -> Self {
        let folder = fixture::path("family/rules");
        let files = fs::read_dir(&folder).expect("the folder is there");
        let sets = files.map(|file| {
            let path = file.expect("a file of the folder").path();
            let stem = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
            let set = RuleSet::parse(&fs::read_to_string(&path).expect("the file can be read"), &stem);
            (stem.clone(), of_family(&set.unwrap_or_else(|faults| panic!("{stem}: {faults}")).rules))
        });
        Self(sets.collect())
    }

    #[track_caller]
    fn of(&self, row: &Row) -> Rules {
        self.0[row.text("rules")]
    }
}

#[test]
fn the_family_has_as_many_games_as_an_independent_program_counts() {
    let sets = RuleSets::read();
    for row in fixture::rows("family/perft.jsonl") {
        let rules = sets.of(&row);
        let position = match row.get("position") {
            Some(_) => {
                Position::parse(row.text("position"), &rules).unwrap_or_else(|e| panic!("{}: {e}", row.place))
            }
            None => Position::start(&rules),
        };
        let mut successors = Vec::new();
        position.successors(&mut successors);
        let played: Vec<_> =
            position.legal_moves().map(|mv| (mv, position.play(mv).expect("legal"))).collect();
        assert_eq!(successors, played, "{} {}", row.place, row.text("rules"));
        let counted = perft(&Playthrough::new(position), row.number("depth") as u32);
        assert_eq!(counted.leaves, row.number("leaves"), "{} {}", row.place, row.text("rules"));
    }
}

#[test]
fn games_of_the_family_go_as_an_independent_program_plays_them() {
    let sets = RuleSets::read();
    for row in fixture::rows("family/games.jsonl") {
        let rules = sets.of(&row);
        let positions = row.get("positions").map(|_| row.texts("positions"));
        let mut game = Playthrough::new(Position::start(&rules));
        for (ply, text) in row.texts("moves").into_iter().enumerate() {
            let place = format!("{} {} ply {ply} move {text} at {game}", row.place, row.text("rules"));
            let mv: Move = text.parse().unwrap_or_else(|error| panic!("{place}: {error}"));
            game = game.play(mv).unwrap_or_else(|error| panic!("{place}: {error}"));
            if let Some(positions) = &positions {
                assert_eq!(game.to_string(), positions[ply], "{place}");
                check_notation(game.position(), &rules, &place);
            }
        }
        if row.get("last").is_some() {
            assert_eq!(game.to_string(), row.text("last"), "{}", row.place);
        }
        check_outcome(&game, &row);
    }
}

/// A position that goes on is read as it was written.
#[track_caller]
fn check_notation(position: &Position, rules: &Rules, place: &str) {
    if position.outcome().is_none() {
        let read = Position::parse(&position.to_string(), rules).unwrap_or_else(|e| panic!("{place}: {e}"));
        assert_eq!(read.to_string(), position.to_string(), "{place}");
    }
}

#[track_caller]
fn check_outcome(game: &Playthrough, row: &Row) {
    let expected = row.get("outcome").expect("every game has an outcome");
    let winner = match game.outcome().unwrap_or_else(|| panic!("{}: not over at {game}", row.place)) {
        Outcome::Win(Player::One) => 1,
        Outcome::Win(Player::Two) => 2,
        Outcome::Draw => 0,
    };
    let place = format!("{} {}", row.place, row.text("rules"));
    assert_eq!(winner, expected["winner"].as_u64().unwrap_or(0), "{place}");
    let score = Player::BOTH.map(|player| u64::from(game.position().board().score(player)));
    assert_eq!(score.map(Some), [0, 1].map(|i| expected["score"][i].as_u64()), "{place}");
    let why = game.position().ending().map(Ending::word);
    assert_eq!(why, expected["why"].as_str(), "{place}");
}

#[test]
fn counts_that_others_have_published() {
    let sets = RuleSets::read();
    let published: [(&str, &[u64]); 3] = [
        ("oware", &[6, 36, 190, 1014, 5219, 27332, 139_157, 711_414]),
        ("togyzkumalak", &[9, 73, 613, 5199, 43184, 360_035]),
        ("bestemshe", &[5, 21, 91, 407, 1761, 7782, 34285, 153_588]),
    ];
    for (name, counts) in published {
        let start = Playthrough::new(Position::start(&sets.0[name]));
        for (depth, &leaves) in (1..).zip(counts) {
            assert_eq!(perft(&start, depth).leaves, leaves, "{name} {depth}");
        }
    }
}

/// The files of `rules/` have names, places and stories of their own, but the keys of the law.
#[test]
fn every_shipped_file_has_the_rules_of_the_law() {
    let sets = RuleSets::read();
    for (name, rules) in &sets.0 {
        let preset = Preset::named(name).unwrap_or_else(|| panic!("{name} is shipped"));
        assert_eq!((preset.name, of_family(&preset.rules)), (name.as_str(), *rules));
        let file =
            RuleFile::parse(preset.file, "another-stem").unwrap_or_else(|faults| panic!("{name}: {faults}"));
        assert_eq!((file.set.name.as_str(), file.set.about.as_str()), (preset.name, preset.about));
        assert!(!file.origin.family.is_empty(), "{name}");
        if matches!(preset.rules, AnyRules::Sowing(_)) {
            let origin = &file.origin;
            for text in
                [&preset.about.to_owned(), &origin.native, &origin.region, &origin.history, &origin.source]
            {
                assert!(!text.is_empty(), "{name}");
            }
        }
    }
    for preset in Preset::all() {
        assert!(!preset.origin().areas().is_empty(), "{}", preset.name);
    }
    assert_eq!(sets.0.len(), 62);
    assert_eq!(Preset::all().count(), 62 + 4, "the law's and those of Senet");
}

#[test]
fn every_shipped_rule_set_begins_and_goes_on_as_an_independent_program_counts() {
    for row in fixture::rows("family/perft.jsonl").into_iter().filter(|row| row.get("position").is_none()) {
        let depth = row.number("depth") as u32;
        let preset = Preset::named(row.text("rules")).expect("a shipped rule set");
        if depth <= 3 {
            let start = Playthrough::new(Position::start(&of_family(&preset.rules)));
            assert_eq!(perft(&start, depth).leaves, row.number("leaves"), "{} {}", row.place, preset.name);
        }
    }
}

/// A file says how long its games are by the median of the random games of `family/games.jsonl`.
#[test]
fn the_length_of_a_game_is_that_of_random_games() {
    let mut games: HashMap<String, Vec<usize>> = HashMap::new();
    for row in fixture::rows("family/games.jsonl") {
        games.entry(row.text("rules").to_owned()).or_default().push(row.texts("moves").len());
    }
    for (name, mut lengths) in games {
        lengths.sort_unstable();
        let median = usize::midpoint(lengths[(lengths.len() - 1) / 2], lengths[lengths.len() / 2]);
        let length = Preset::named(&name).and_then(|preset| preset.origin().length);
        assert_eq!(length.map(Keyword::word), Some(Length::of_moves(median).word()), "{name}: {lengths:?}");
    }
}
