use gebeta_rules::{GameKind, Outcome, Player, Preset};

use crate::{GameResult, PlayerKind};

/// Games won, lost and drawn by the person at this device, and the average score on both sides.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Line {
    /// Games played.
    pub games: u32,
    /// Games won.
    pub won: u32,
    /// Games lost.
    pub lost: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Whose scores they are: stones and pieces cannot be added.
    scores_of: Option<GameKind>,
    is_mixed: bool,
    scored: u32,
    conceded: u32,
}

impl Line {
    fn add(&mut self, result: &GameResult, me: Player) {
        self.games += 1;
        self.is_mixed |= self.scores_of.replace(result.game).is_some_and(|game| game != result.game);
        match result.outcome {
            Outcome::Win(winner) if winner == me => self.won += 1,
            Outcome::Win(_) => self.lost += 1,
            Outcome::Draw => self.drawn += 1,
        }
        self.scored += u32::from(result.scores[me]);
        self.conceded += u32::from(result.scores[!me]);
    }

    /// Won games and half of the drawn ones, over all; 0 without a game.
    pub fn rate(&self) -> f64 {
        self.per_game(f64::from(self.won) + f64::from(self.drawn) / 2.0)
    }

    /// The average score of the person and that of the opponents; none over both games, whose scores are not alike.
    pub fn averages(&self) -> Option<(f64, f64)> {
        (!self.is_mixed)
            .then(|| (self.per_game(f64::from(self.scored)), self.per_game(f64::from(self.conceded))))
    }

    fn per_game(&self, sum: f64) -> f64 {
        if self.games == 0 { 0.0 } else { sum / f64::from(self.games) }
    }
}

/// Games won in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Streak {
    /// Up to now.
    pub current: u32,
    /// Ever.
    pub best: u32,
}

/// What the stored games say of the person at this device.
///
/// Games against a computer player or an online opponent count. In a game of two people at this device it is not known
/// which of them is the owner, so it is counted apart and as neither won nor lost. Games between computers do not count.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Statistics {
    /// All games.
    pub all: Line,
    /// Games of two people at this device.
    pub shared: u32,
    /// Each game, mancala first.
    pub by_game: Vec<(GameKind, Line)>,
    /// Each opponent: a bot's name, or `online`.
    pub by_opponent: Vec<(String, Line)>,
    /// Each rule set.
    pub by_rules: Vec<(GameKind, String, Line)>,
    /// Each seat.
    pub by_seat: Vec<(Player, Line)>,
    /// Won in a row.
    pub streak: Streak,
}

impl Statistics {
    /// The statistics of each game that was played, mancala first: a bot of one game is not that of the other.
    pub fn of_each(results: &[&GameResult]) -> Vec<(GameKind, Self)> {
        let of = |game| {
            let results = results.iter().copied().filter(move |result| result.game == game);
            (game, Self::of(results))
        };
        let each = [GameKind::Mancala, GameKind::Senet].map(of);
        each.into_iter().filter(|(_, statistics)| statistics.all.games > 0).collect()
    }

    /// The statistics of `results`, oldest first.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a GameResult>) -> Self {
        let mut statistics = Self::default();
        for result in results {
            let is_human = |player: Player| result.players[player].kind == PlayerKind::HUMAN;
            match (is_human(Player::One), is_human(Player::Two)) {
                (true, true) => statistics.shared += 1,
                (true, false) => statistics.add(result, Player::One),
                (false, true) => statistics.add(result, Player::Two),
                (false, false) => {}
            }
        }
        let by_games = |a: u32, b: u32| b.cmp(&a);
        statistics.by_opponent.sort_by(|a, b| by_games(a.1.games, b.1.games).then_with(|| a.0.cmp(&b.0)));
        statistics.by_rules.sort_by(|a, b| by_games(a.2.games, b.2.games).then_with(|| a.1.cmp(&b.1)));
        statistics.by_game.sort_by_key(|(game, _)| *game == GameKind::Senet);
        statistics.by_seat.sort_by_key(|(player, _)| *player);
        statistics
    }

    fn add(&mut self, result: &GameResult, me: Player) {
        self.streak.add(result.outcome == Outcome::Win(me));
        self.all.add(result, me);
        line_of(&mut self.by_game, &result.game).add(result, me);
        line_of(&mut self.by_opponent, &result.players[!me].kind).add(result, me);
        line_of(&mut self.by_seat, &me).add(result, me);
        let (game, rules) = (result.game, Preset::current_name(&result.rule_set));
        let place = self.by_rules.iter().position(|(g, name, _)| *g == game && name == rules);
        let place = place.unwrap_or_else(|| {
            self.by_rules.push((game, rules.to_owned(), Line::default()));
            self.by_rules.len() - 1
        });
        self.by_rules[place].2.add(result, me);
    }
}

impl Streak {
    fn add(&mut self, won: bool) {
        self.current = if won { self.current + 1 } else { 0 };
        self.best = self.best.max(self.current);
    }
}

fn line_of<'a, K: PartialEq + Clone>(lines: &'a mut Vec<(K, Line)>, key: &K) -> &'a mut Line {
    let place = lines.iter().position(|(known, _)| known == key).unwrap_or_else(|| {
        lines.push((key.clone(), Line::default()));
        lines.len() - 1
    });
    &mut lines[place].1
}

#[cfg(test)]
mod tests {
    use gebeta_rules::{ByPlayer, Seat};

    use super::*;

    fn result(kinds: [&str; 2], outcome: Outcome, scores: [u16; 2]) -> GameResult {
        let seat = |kind: &str| Seat { name: kind.to_owned(), kind: kind.to_owned() };
        GameResult {
            game: GameKind::Mancala,
            rule_set: "gebeta".to_owned(),
            players: ByPlayer { one: seat(kinds[0]), two: seat(kinds[1]) },
            outcome,
            scores: ByPlayer { one: scores[0], two: scores[1] },
            plies: 30,
            ended: 0,
        }
    }

    #[test]
    fn games_by_the_former_name_of_a_rule_set_are_counted_with_the_others() {
        let named = |name: &str| GameResult {
            game: GameKind::Senet,
            rule_set: name.to_owned(),
            ..result(["human", "level4"], Outcome::Win(Player::One), [5, 0])
        };
        let statistics = Statistics::of(&[named("kendall"), named("five-piece"), named("kendall*")]);
        let told: Vec<_> =
            statistics.by_rules.iter().map(|(_, name, line)| (name.as_str(), line.games)).collect();
        assert_eq!(told, [("five-piece", 2), ("kendall*", 1)]);
    }

    #[test]
    fn games_are_counted_from_the_side_of_the_people() {
        let results = [
            result(["human", "level4"], Outcome::Win(Player::One), [30, 18]),
            result(["level4", "human"], Outcome::Win(Player::Two), [20, 28]),
            result(["human", "level4"], Outcome::Draw, [24, 24]),
            result(["human", "human"], Outcome::Win(Player::Two), [20, 28]),
            result(["online", "human"], Outcome::Win(Player::One), [28, 20]),
            result(["level1", "level8"], Outcome::Win(Player::Two), [4, 44]),
        ];
        let statistics = Statistics::of(&results);
        let all = statistics.all;
        assert_eq!((all.games, all.won, all.lost, all.drawn), (4, 2, 1, 1), "the numbers add up");
        assert_eq!(statistics.shared, 1, "neither of two people is the owner");
        assert_eq!(statistics.streak, Streak { current: 0, best: 2 });
        let (opponent, line) = &statistics.by_opponent[0];
        assert_eq!((opponent.as_str(), line.games, line.won), ("level4", 3, 2));
        assert!((line.averages().unwrap().0 - 82.0 / 3.0).abs() < 1e-12);
        assert!((line.rate() - 2.5 / 3.0).abs() < 1e-12);
        assert_eq!(statistics.by_rules[0].2.games, 4);
        let opponents: Vec<_> = statistics.by_opponent.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(opponents, ["level4", "online"]);
    }

    #[test]
    fn stones_and_pieces_are_not_added_and_bots_of_two_games_are_two() {
        let mancala = result(["human", "random"], Outcome::Win(Player::One), [30, 18]);
        let senet = GameResult {
            game: GameKind::Senet,
            scores: ByPlayer { one: 3, two: 7 },
            outcome: Outcome::Win(Player::Two),
            ..mancala.clone()
        };
        let results = [mancala, senet];
        assert_eq!(Statistics::of(&results).all.averages(), None);
        let each = Statistics::of_each(&results.each_ref());
        let told: Vec<_> = each
            .iter()
            .map(|(game, statistics)| {
                let (name, line) = &statistics.by_opponent[0];
                (*game, name.as_str(), line.won, line.averages())
            })
            .collect();
        let expected = [
            (GameKind::Mancala, "random", 1, Some((30.0, 18.0))),
            (GameKind::Senet, "random", 0, Some((3.0, 7.0))),
        ];
        assert_eq!(told, expected);
    }
}
