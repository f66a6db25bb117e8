//! Whole games of the reference implementation through the engine, which must agree at every step.

use gebeta_rules::{AnyRules, RuleSet};
use gebeta_testkit::{Row, fixture};

use crate::program::{Engine, Home};

/// What is said to an engine about a game, and what it must answer.
#[derive(Default)]
struct Conversation {
    said: Vec<String>,
    expected: Vec<String>,
}

impl Conversation {
    /// The game of a row, from its start: at every step the legal moves, the position after the move, the outcome.
    fn about(row: &Row, rule_file: &str, game: &str) -> Self {
        let mut talk = Self::default();
        talk.said.push(format!("newgame {game} rules {rule_file}"));
        let mut line = format!("position {}", row.text("start"));
        let steps = row.rows("steps");
        let shown = if row.get("shown").is_some() { row.text("shown") } else { row.text("start") };
        talk.show(&line, shown, if steps.is_empty() { row.text("outcome") } else { "-" });
        line.push_str(" moves");
        for (step, number) in steps.iter().zip(1..) {
            let roll = step.get("roll").map(|roll| format!("{roll}:")).unwrap_or_default();
            talk.ask(&format!("{line} {roll}"), "moves", &format!("moves {}", step.texts("moves").join(" ")));
            line = format!("{line} {roll}{}", step.text("play"));
            let outcome = if number == steps.len() { row.text("outcome") } else { "-" };
            talk.show(&line, step.text("after"), outcome);
        }
        if row.text("outcome") != "-" {
            talk.ask(&line, "moves", "moves");
        }
        talk
    }

    fn ask(&mut self, position: &str, question: &str, answer: &str) {
        self.said.push(format!("{position}\n{question}"));
        self.expected.push(answer.to_owned());
    }

    fn show(&mut self, position: &str, shown: &str, outcome: &str) {
        self.ask(position, "show", &format!("position {shown}"));
        self.expected.push(format!("outcome {outcome}"));
    }
}

/// All games of a file with one engine.
#[track_caller]
fn check(file: &str, game: &str, rules: impl Fn(&Row) -> AnyRules) {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    for (row, number) in fixture::rows(file).iter().zip(1..) {
        let rule_file = format!("{game}-{number}.toml");
        let set = RuleSet { name: "fixture".to_owned(), about: String::new(), rules: rules(row) };
        home.write(&rule_file, set.to_toml());
        let talk = Conversation::about(row, &rule_file, game);
        let answers = engine.ask(&talk.said.join("\n"));
        for (place, (answer, expected)) in answers.iter().zip(&talk.expected).enumerate() {
            assert_eq!(answer, expected, "answer {place} about {}", row.place);
        }
        assert_eq!(answers.len(), talk.expected.len(), "{}", row.place);
    }
}

#[test]
fn mancala_games_of_the_reference_agree_at_every_step() {
    check("playthroughs/mancala.jsonl", "mancala", |row| AnyRules::Mancala(row.mancala_rules()));
}

/// The games of the sowing family give the position after every move.
#[test]
fn games_of_the_family_agree_at_every_step() {
    let home = Home::new();
    let mut engine = Engine::start(&home);
    for row in fixture::rows("family/games.jsonl").iter().step_by(4) {
        let mut talk = Conversation::default();
        talk.said.push(format!("newgame mancala rules {}", row.text("rules")));
        let moves = row.texts("moves");
        let outcome = &row.get("outcome").expect("every game has an outcome")["winner"];
        let outcome = match outcome.as_u64() {
            Some(1) => "p1",
            Some(2) => "p2",
            _ => "draw",
        };
        let positions = row.get("positions").map(|_| row.texts("positions")).unwrap_or_default();
        let mut line = "position start moves".to_owned();
        for (place, mv) in moves.iter().enumerate() {
            line = format!("{line} {mv}");
            let is_last = place + 1 == moves.len();
            let after = positions.get(place).copied().or_else(|| is_last.then(|| row.text("last")));
            if let Some(after) = after {
                talk.show(&line, after, if is_last { outcome } else { "-" });
            }
        }
        let answers = engine.ask(&talk.said.join("\n"));
        for (place, (answer, expected)) in answers.iter().zip(&talk.expected).enumerate() {
            assert_eq!(answer, expected, "answer {place} about {} {}", row.place, row.text("rules"));
        }
        assert_eq!(answers.len(), talk.expected.len(), "{}", row.place);
    }
}

#[test]
fn senet_games_of_the_reference_agree_at_every_step() {
    check("playthroughs/senet.jsonl", "senet", |row| AnyRules::Senet(row.senet_rules()));
}
