use gebeta_i18n::Language;
use gebeta_protocol::StatisticsLine;
use gebeta_rules::{GameKind, Keyword};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::game_and_rules;
use super::history::opponent_name;
use crate::app::game_name;
use crate::online::api::{self, ApiError};
use crate::pages::statistics::{Lines, Score, big, percent};
use crate::platform::language::{language, say};
use crate::route::Route;

/// How many opponents are listed.
const OPPONENTS: usize = 10;

/// The statistics of who is signed in, as the server keeps them, for the screen of statistics.
pub(crate) fn account_numbers() -> AnyView {
    view! { <Numbers /> }.into_any()
}

#[component]
fn Numbers() -> impl IntoView {
    let known = RwSignal::new(None::<Result<Vec<StatisticsLine>, ApiError>>);
    spawn_local_scoped(async move {
        let answer = api::get("api/account/statistics").await;
        let _ = known.try_set(Some(answer));
    });
    move || match known.get() {
        None => view! { <p class="dim loading" role="status">{say(Language::loading)}</p> }.into_any(),
        Some(Err(failure)) => {
            view! { <p class="error" role="alert">{move || failure.text(language())}</p> }.into_any()
        }
        Some(Ok(lines)) if lines.is_empty() => view! {
            <p>{say(Language::profile_no_games)}</p>
            <a class="button primary" href=Route::Online.href()>{say(Language::online_title)}</a>
        }
        .into_any(),
        Some(Ok(lines)) => view! { <Tables lines /> }.into_any(),
    }
}

#[component]
fn Tables(lines: Vec<StatisticsLine>) -> impl IntoView {
    let all = lines.iter().fold(Sum::default(), Sum::and).score();
    let by_game = summed(&lines, |line| line.kind.clone());
    let by_game = named(by_game, |kind| match GameKind::from_keyword(kind) {
        Ok(game) => game_name(game, language()).to_owned(),
        Err(_) => kind.clone(),
    });
    let by_rules = summed(&lines, |line| (line.kind.clone(), line.rule_set.clone()));
    let by_rules = named(by_rules, |(kind, rules)| game_and_rules(kind, rules));
    let mut by_opponent = summed(&lines, |line| line.opponent.to_string());
    by_opponent.sort_by_key(|(_, sum)| std::cmp::Reverse(sum.score().games));
    by_opponent.truncate(OPPONENTS);
    let by_opponent = named(by_opponent, |name| opponent_name(language(), name));
    view! {
        <dl class="numbers" data-test="account-numbers">
            {big(Language::stats_games, all.games.to_string())}
            {big(Language::stats_won, all.won.to_string())}
            {big(Language::stats_drawn, all.drawn.to_string())}
            {big(Language::stats_lost, all.lost.to_string())}
            {big(Language::stats_rate, percent(all.rate()))}
        </dl>
        <Lines title=Language::stats_by_game lines=by_game />
        <Lines title=Language::stats_by_opponent lines=by_opponent />
        <Lines title=Language::stats_by_rules lines=by_rules />
        <a class="button" href=Route::Account.href()>{say(Language::profile_mine)}</a>
    }
}

/// Several lines together.
#[derive(Clone, Copy, Default)]
struct Sum {
    won: u32,
    drawn: u32,
    lost: u32,
    scored: u32,
    score: u32,
    against: u32,
}

impl Sum {
    fn and(self, line: &StatisticsLine) -> Self {
        Self {
            won: self.won + line.won,
            drawn: self.drawn + line.drawn,
            lost: self.lost + line.lost,
            scored: self.scored + line.scored,
            score: self.score + line.score,
            against: self.against + line.against,
        }
    }

    fn score(&self) -> Score {
        let per_game = |points: u32| f64::from(points) / f64::from(self.scored.max(1));
        let average = (self.scored > 0).then(|| (per_game(self.score), per_game(self.against)));
        let games = self.won + self.drawn + self.lost;
        Score { games, won: self.won, drawn: self.drawn, lost: self.lost, average }
    }
}

/// The lines that have the same key, summed, in the order in which the keys come first.
fn summed<K: PartialEq>(lines: &[StatisticsLine], key: impl Fn(&StatisticsLine) -> K) -> Vec<(K, Sum)> {
    let mut sums: Vec<(K, Sum)> = Vec::new();
    for line in lines {
        let key = key(line);
        match sums.iter_mut().find(|(known, _)| *known == key) {
            Some((_, sum)) => *sum = sum.and(line),
            None => sums.push((key, Sum::default().and(line))),
        }
    }
    sums
}

fn named<K: Send + Sync + 'static>(
    sums: Vec<(K, Sum)>,
    name: fn(&K) -> String,
) -> Vec<(Signal<String>, Score)> {
    sums.into_iter().map(|(key, sum)| (Signal::derive(move || name(&key)), sum.score())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_summed_by_what_they_have_in_common() {
        let line = |rules: &str, opponent: &str, won, score| StatisticsLine {
            kind: "mancala".to_owned(),
            rule_set: rules.to_owned(),
            opponent: opponent.parse().unwrap(),
            won,
            lost: 1,
            drawn: 0,
            scored: u32::from(score > 0),
            score,
            against: 10,
            plies: 20,
        };
        let lines =
            [line("gebeta", "Sara", 2, 30), line("tainted", "Sara", 1, 0), line("gebeta", "Abebe", 4, 20)];
        let by_rules = summed(&lines, |line| line.rule_set.clone());
        let shown: Vec<_> = by_rules.iter().map(|(name, sum)| (name.as_str(), sum.score().games)).collect();
        assert_eq!(shown, [("gebeta", 8), ("tainted", 2)]);
        assert_eq!(by_rules[0].1.score().average, Some((25.0, 10.0)));
        assert_eq!(by_rules[1].1.score().average, None);
        assert_eq!(summed(&lines, |line| line.opponent.to_string()).len(), 2);
    }
}
