use gebeta_i18n::Language;
use gebeta_rules::{GameKind, Player};
use gebeta_session::{GameResult, Line, PlayerKind, Statistics};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use crate::app::game_name;
use crate::components::opponents;
use crate::online::account_numbers;
use crate::platform::account::Account;
use crate::platform::archive::{self, ArchivedGame};
use crate::platform::language::{language, say};
use crate::route::Route;

/// What the games of this device say about the people who played them, or the server about who is signed in.
#[component]
pub(crate) fn StatisticsScreen() -> impl IntoView {
    let account = Account::here();
    let of_account = RwSignal::new(false);
    let name = Memo::new(move |_| account.name());
    let choice = move |yes: bool, text: fn(Language) -> &'static str, test: &'static str| {
        let is_chosen = move || (of_account.get() == yes).to_string();
        view! { <button class="button" type="button" data-test=test aria-pressed=is_chosen on:click=move |_| of_account.set(yes)>{say(text)}</button> }
    };
    let choices = move || {
        view! {
            <div class="row pick whose" role="group" aria-label=say(Language::stats_whose)>
                {choice(false, Language::stats_device, "of-device")}
                {choice(true, Language::stats_account, "of-account")}
            </div>
        }
    };
    let body = move || match name.get() {
        Some(_) if of_account.get() => account_numbers(),
        _ => view! { <OnDevice /> }.into_any(),
    };
    view! {
        <div class="page">
            <h1>{say(Language::statistics)}</h1>
            <Show when=move || name.with(Option::is_some)>{choices}</Show>
            {body}
        </div>
    }
}

#[component]
fn OnDevice() -> impl IntoView {
    let results = RwSignal::new(None::<Vec<GameResult>>);
    spawn_local_scoped(async move {
        let mut found: Vec<_> =
            archive::games().await.unwrap_or_default().iter().filter_map(ArchivedGame::result).collect();
        found.reverse(); // oldest first
        results.set(Some(found));
    });
    move || {
        let results = results.get()?;
        let all = Statistics::of(&results);
        Some(if all.all.games + all.shared == 0 {
            view! {
                <p>{say(Language::home_no_games)}</p>
                <a class="button primary" href=Route::Home.href()>{say(Language::play)}</a>
            }
            .into_any()
        } else {
            let each = Statistics::of_each(&results.iter().collect::<Vec<_>>());
            let each = each.into_iter().map(|(game, statistics)| view! { <OfGame game statistics /> });
            view! {
                <Numbers statistics=all />
                {each.collect_view()}
            }
            .into_any()
        })
    }
}

/// A number worth a look.
pub(crate) fn big(title: fn(Language) -> &'static str, value: String) -> impl IntoView {
    view! { <div class="number"><dt>{say(title)}</dt><dd>{value}</dd></div> }
}

/// Both games together.
#[component]
fn Numbers(statistics: Statistics) -> impl IntoView {
    let all = statistics.all;
    let streak = statistics.streak;
    let by_game = lines(statistics.by_game, |&game| game_name(game, language()).to_owned());
    view! {
        <dl class="numbers">
            {big(Language::stats_games, all.games.to_string())}
            {big(Language::stats_won, all.won.to_string())}
            {big(Language::stats_drawn, all.drawn.to_string())}
            {big(Language::stats_lost, all.lost.to_string())}
            {big(Language::stats_rate, percent(all.rate()))}
            {big(Language::stats_streak, streak.current.to_string())}
            {big(Language::stats_streak_best, streak.best.to_string())}
            {(statistics.shared > 0).then(|| big(Language::stats_shared, statistics.shared.to_string()))}
        </dl>
        <Lines title=Language::stats_by_game lines=by_game />
    }
}

/// One of them: a computer player of one game is not that of the other, and stones are not pieces.
#[component]
fn OfGame(game: GameKind, statistics: Statistics) -> impl IntoView {
    let by_opponent = lines(statistics.by_opponent, move |kind| opponent(game, kind));
    let by_rules = statistics.by_rules.into_iter().map(|(_, name, line)| (name, line));
    let by_rules = lines(by_rules, |name| opponents::rule_set(language(), name));
    let by_seat = lines(statistics.by_seat, |player| {
        match player {
            Player::One => language().stats_first_seat(),
            Player::Two => language().stats_second_seat(),
        }
        .to_owned()
    });
    view! {
        <section data-test="of-game">
            <h2>{move || game_name(game, language())}</h2>
            <Lines title=Language::stats_by_opponent lines=by_opponent />
            <Lines title=Language::stats_by_rules lines=by_rules />
            <Lines title=Language::stats_by_seat lines=by_seat />
        </section>
    }
}

/// Lines of a table, each with its name in the language of the page.
fn lines<K: Send + Sync + 'static>(
    all: impl IntoIterator<Item = (K, Line)>,
    name: impl Fn(&K) -> String + Copy + Send + Sync + 'static,
) -> Vec<(Signal<String>, Score)> {
    all.into_iter().map(|(key, line)| (Signal::derive(move || name(&key)), Score::from(line))).collect()
}

/// What an opponent is called: `human`, or a bot of the game.
fn opponent(game: GameKind, kind: &str) -> String {
    if kind == PlayerKind::ONLINE {
        return language().opponent_online().to_owned();
    }
    PlayerKind::named(game, kind).map_or_else(|_| kind.to_owned(), |kind| opponents::name(language(), kind))
}

/// A share as people read it.
pub(crate) fn percent(share: f64) -> String {
    format!("{:.0} %", share * 100.0)
}

/// How games ended.
#[derive(Clone, Copy, Default)]
pub(crate) struct Score {
    /// A game between two people at one device is one, and both won and lost.
    pub(crate) games: u32,
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
    /// One's own average score and that of the others, where it is known.
    pub(crate) average: Option<(f64, f64)>,
}

impl Score {
    /// Everybody's results.
    const fn results(&self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// Won games and half of the drawn ones, over all; 0 without a game.
    pub(crate) fn rate(&self) -> f64 {
        (f64::from(self.won) + f64::from(self.drawn) / 2.0) / f64::from(self.results().max(1))
    }
}

impl From<Line> for Score {
    fn from(line: Line) -> Self {
        let Line { games, won, drawn, lost, .. } = line;
        Self { games, won, drawn, lost, average: line.averages() }
    }
}

/// A table with a bar for each line: won, drawn, lost.
#[component]
pub(crate) fn Lines(
    title: fn(Language) -> &'static str,
    lines: Vec<(Signal<String>, Score)>,
) -> impl IntoView {
    let has_average = lines.iter().any(|(_, line)| line.average.is_some());
    let rows = lines.into_iter().map(|(name, line)| {
        let part = |count: u32| format!("{:.2}%", 100.0 * f64::from(count) / f64::from(line.results().max(1)));
        let average = has_average.then(|| {
            let text = line.average.map(|(own, others)| format!("{own:.1} : {others:.1}"));
            view! { <td>{text}</td> }
        });
        let (won, drawn, lost) = (part(line.won), part(line.drawn), part(line.lost));
        view! {
            <tr>
                <th scope="row">{name}</th>
                <td>{line.games}</td>
                <td>{percent(line.rate())}</td>
                {average}
                <td class="bar-cell">
                    <div class="bar" aria-hidden="true">
                        <span class="won" style:width=won></span>
                        <span class="drawn" style:width=drawn></span>
                        <span class="lost" style:width=lost></span>
                    </div>
                    <span class="unseen">{format!("{} {}, {} {}, {} {}", line.won, language().stats_won(), line.drawn, language().stats_drawn(), line.lost, language().stats_lost())}</span>
                </td>
            </tr>
        }
    });
    view! {
        <table class="tally">
            <caption>{say(title)}</caption>
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">{say(Language::stats_games)}</th>
                    <th scope="col">{say(Language::stats_rate)}</th>
                    {has_average.then(|| view! { <th scope="col">{say(Language::stats_average)}</th> })}
                    <th scope="col">{move || format!("{} / {} / {}", language().stats_won(), language().stats_drawn(), language().stats_lost())}</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
}
