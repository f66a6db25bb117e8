use std::fmt;

use gebeta_engine::{Grade, Review, ReviewedMove, Turning};
use gebeta_rules::{AnyPly, GameKind, Keyword, Player, Record};

use super::graph::Graph;
use crate::hint_text::{stones, tenths};

/// The review for people: at most 80 columns.
pub(super) struct Report<'a> {
    pub(super) record: &'a Record,
    pub(super) review: &'a Review,
    /// Whether grades have colors.
    pub(super) painted: bool,
}

/// How many of the worst moves are told once more at the end.
const WORST: usize = 3;
/// The longest name that is written out in the table.
const LONGEST_NAME: usize = 14;

impl fmt::Display for Report<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Record { rule_set, rules, .. } = self.record;
        let names = Player::BOTH.map(|player| self.name(player));
        writeln!(f, "{} against {}, {} ({rule_set})", names[0], names[1], rules.game())?;
        writeln!(f, "{}\n", self.result())?;
        if !self.review.moves.is_empty() {
            self.table(f)?;
            self.graph(f)?;
        }
        self.players(f)?;
        if self.review.game == GameKind::Senet {
            self.luck(f)?;
        }
        self.worst(f)
    }
}

impl Report<'_> {
    fn name(&self, player: Player) -> &str {
        &self.record.players[player].name
    }

    /// A name that fits the table.
    fn short_name(&self, player: Player) -> String {
        self.name(player).chars().take(LONGEST_NAME).collect()
    }

    fn result(&self) -> String {
        let Review { last, outcome, .. } = self.review;
        match outcome {
            Some(outcome) => match (outcome.winner(), self.review.game) {
                (Some(player), GameKind::Mancala) => {
                    format!("{} wins by {}.", self.name(player), stones(last.value.abs()))
                }
                (Some(player), GameKind::Senet) => format!("{} wins.", self.name(player)),
                (None, _) => "A draw.".to_owned(),
            },
            None => {
                let proved = if last.exact { "proved" } else { "an estimate" };
                let worth = self.worth(last.value);
                format!("Not finished; it stands at {worth} for {} ({proved}).", self.name(Player::One))
            }
        }
    }

    fn table(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let senet = self.review.game == GameKind::Senet;
        let name_width = Player::BOTH
            .map(|player| self.short_name(player).chars().count())
            .into_iter()
            .max()
            .unwrap_or(1)
            .max(6);
        let luck = if senet { "   luck" } else { "" };
        writeln!(
            f,
            "   #  {:name_width$}  {:10}  {:10}  {:>7}  {:>6}{luck}  grade",
            "player", "move", "best", "after", "loss"
        )?;
        for (place, judged) in self.review.moves.iter().enumerate() {
            let after = self.for_player_1(judged.player, judged.value);
            let guessed = if judged.exact { ' ' } else { '~' };
            let loss = if judged.loss == 0.0 { String::new() } else { self.amount(judged.loss) };
            write!(
                f,
                "{:>4}  {:name_width$}  {:10}  {:10} {guessed}{:>7}  {loss:>6}",
                place + 1,
                self.short_name(judged.player),
                judged.played.to_string(),
                best_words(judged),
                self.worth(after),
            )?;
            if senet {
                let luck =
                    judged.luck.map(|luck| format!("{:+.1}", tenths(100.0 * luck))).unwrap_or_default();
                write!(f, " {luck:>6}")?;
            }
            let turned = match judged.turning {
                Some(Turning::Move) => " *",
                Some(Turning::Throw) => " +",
                None => "",
            };
            writeln!(f, "  {}{turned}", self.paint(judged.grade))?;
        }
        let unit = if senet { "in per cent" } else { "in stones" };
        writeln!(
            f,
            "\nafter: what it is worth to {}, {unit}; ~ an estimate, else proved",
            self.name(Player::One)
        )?;
        if self.review.moves.iter().any(|judged| judged.turning == Some(Turning::Move)) {
            writeln!(f, "*: the move changed who is ahead")?;
        }
        if self.review.moves.iter().any(|judged| judged.turning == Some(Turning::Throw)) {
            writeln!(f, "+: the throw changed who is ahead")?;
        }
        Ok(())
    }

    fn graph(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Review { moves, last, .. } = self.review;
        let values: Vec<f64> = moves.iter().map(|judged| judged.before.value).chain([last.value]).collect();
        let (values, labels): (Vec<f64>, _) = match self.review.game {
            GameKind::Mancala => {
                let most = values.iter().fold(1.0, |most: f64, value| most.max(value.abs())).ceil();
                let labels = [format!("{most:+}"), "0".to_owned(), format!("{:+}", -most)];
                (values.iter().map(|value| value / most).collect(), labels)
            }
            GameKind::Senet => {
                let labels = ["100 %", "50 %", "0 %"].map(str::to_owned);
                (values.iter().map(|value| 2.0 * value - 1.0).collect(), labels)
            }
        };
        writeln!(f, "\n{} ahead above the line, {} below:", self.name(Player::One), self.name(Player::Two))?;
        for line in (Graph { values: &values, labels }).lines() {
            writeln!(f, "  {line}")?;
        }
        Ok(())
    }

    fn players(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for player in Player::BOTH {
            let sum = &self.review.players[player];
            if sum.moves == 0 {
                continue;
            }
            let accuracy =
                sum.accuracy.map_or_else(|| "no choice".to_owned(), |part| format!("accuracy {part:.0} %"));
            writeln!(
                f,
                "\n{}: {accuracy}, lost {} in {} {}",
                self.name(player),
                self.unit(sum.loss),
                sum.moves,
                if sum.moves == 1 { "move" } else { "moves" }
            )?;
            let counts = [
                (sum.best, Grade::Best),
                (sum.good, Grade::Good),
                (sum.inaccuracies, Grade::Inaccuracy),
                (sum.mistakes, Grade::Mistake),
                (sum.blunders, Grade::Blunder),
                (sum.forced, Grade::Forced),
            ];
            let counts = counts.iter().filter(|(n, _)| *n > 0);
            let counts: Vec<_> = counts.map(|(n, grade)| format!("{n} {}", plural(*grade, *n))).collect();
            writeln!(f, "  {}", counts.join(", "))?;
        }
        Ok(())
    }

    /// Result = luck and skill, as two bars.
    fn luck(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let review = self.review;
        let [one, two] = Player::BOTH.map(|player| review.players[player]);
        writeln!(f, "\nWhere the result comes from, for {}:", self.name(Player::One))?;
        let row = |f: &mut fmt::Formatter<'_>, what: &str, part: f64| {
            let size = (part.abs() * 20.0).round().min(30.0) as usize;
            let bar = if part < 0.0 { "-" } else { "+" }.repeat(size);
            let line = format!("  {what:<12} {:>+7.1} %  {bar}", 100.0 * part);
            writeln!(f, "{}", line.trim_end())
        };
        row(f, "luck", review.luck())?;
        row(f, "skill", two.loss - one.loss)?;
        if review.unexplained().abs() >= 0.000_5 {
            row(f, "unexplained", review.unexplained())?;
        }
        let worth = |value: f64| format!("{:.1} %", 100.0 * value);
        let start = worth(review.start().value);
        writeln!(
            f,
            "  from {start} at the start to {}; without luck {}",
            worth(review.last.value),
            worth(review.without_luck())
        )
    }

    fn worst(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let worst = self.review.worst();
        if worst.is_empty() {
            return Ok(());
        }
        writeln!(f, "\nThe most was lost here:")?;
        for ply in worst.into_iter().take(WORST) {
            let judged = &self.review.moves[ply];
            writeln!(
                f,
                "  {}. {} played {} and lost {}; best was {}",
                ply + 1,
                self.name(judged.player),
                judged.played,
                self.unit(judged.loss),
                best_words(judged)
            )?;
        }
        Ok(())
    }

    fn for_player_1(&self, player: Player, value: f64) -> f64 {
        match (player, self.review.game) {
            (Player::One, _) => value,
            (Player::Two, GameKind::Mancala) => -value,
            (Player::Two, GameKind::Senet) => 1.0 - value,
        }
    }

    /// What a position is worth, in the table.
    fn worth(&self, value: f64) -> String {
        match self.review.game {
            GameKind::Mancala => format!("{:+}", tenths(value)),
            GameKind::Senet => format!("{:.1}", 100.0 * value),
        }
    }

    /// A loss in the table.
    fn amount(&self, loss: f64) -> String {
        match self.review.game {
            GameKind::Mancala => tenths(loss).to_string(),
            GameKind::Senet => format!("{:.1}", 100.0 * loss),
        }
    }

    /// A loss in a sentence.
    fn unit(&self, loss: f64) -> String {
        match self.review.game {
            GameKind::Mancala => stones(loss),
            GameKind::Senet => format!("{:.1} %", 100.0 * loss),
        }
    }

    fn paint(&self, grade: Grade) -> String {
        let color = match grade {
            Grade::Best => "32",
            Grade::Inaccuracy => "33",
            Grade::Mistake => "35",
            Grade::Blunder => "1;31",
            Grade::Good | Grade::Forced => return grade.word().to_owned(),
        };
        if self.painted {
            format!("\u{1b}[{color}m{}\u{1b}[0m", grade.word())
        } else {
            grade.word().to_owned()
        }
    }
}

/// The best moves without the roll that stands before the played one; at most three.
fn best_words(judged: &ReviewedMove) -> String {
    let word = |ply: &AnyPly| ply.mv().to_string();
    let more = if judged.best.len() > 3 { ".." } else { "" };
    let mut words: Vec<_> = judged.best.iter().take(3).map(word).collect();
    if words.join(" ").len() > 10 {
        words.truncate(1);
    }
    words.join(" ") + more
}

fn plural(grade: Grade, count: u32) -> &'static str {
    match grade {
        Grade::Inaccuracy if count != 1 => "inaccuracies",
        Grade::Mistake if count != 1 => "mistakes",
        Grade::Blunder if count != 1 => "blunders",
        _ => grade.word(),
    }
}
