use gebeta_i18n::Language;
use gebeta_protocol::{ClockView, Code, MatchId, MatchView, Side};
use gebeta_session::{time_control_text, time_left_text};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::api::{self, ApiError};
use super::seat::Seat;
use crate::components::opponents;
use crate::platform::language::{language, say};
use crate::platform::timer;
use crate::route::Route;

/// How often the games to watch are asked for, in milliseconds.
const EVERY: u32 = 10_000;

/// A clock as the server told it, and when.
#[derive(Clone, Copy)]
struct TimedClock {
    clock: ClockView,
    at: f64,
}

impl TimedClock {
    /// Whose time runs, and what that side has left at `now`.
    fn running(self, now: f64) -> Option<(Side, u64)> {
        let side = self.clock.runs?;
        let left = match side {
            Side::A => self.clock.a,
            Side::B => self.clock.b,
        }?;
        Some((side, left.saturating_sub((now - self.at).max(0.0) as u64)))
    }
}

/// The games at which this browser has a seat and which are not over, each with the clock that runs.
#[component]
pub(super) fn MyGames() -> impl IntoView {
    /// More than a person plays at once.
    const MOST: usize = 12;
    let mine = RwSignal::new(Vec::<(MatchView, Option<TimedClock>)>::new());
    let now = RwSignal::new(timer::now());
    spawn_local_scoped(async move {
        for game in Seat::games().into_iter().take(MOST) {
            match api::get::<MatchView>(&format!("api/games/{game}")).await {
                Ok(view) if view.ended.is_none() => {
                    // A server of an earlier version does not tell it.
                    let clock = api::get(&format!("api/games/{game}/clock")).await.ok();
                    let clock = clock.map(|clock| TimedClock { clock, at: timer::now() });
                    if mine.try_update(|mine| mine.push((view, clock))).is_none() {
                        return;
                    }
                }
                Ok(_) | Err(ApiError::Refused(Code::NotFound)) => Seat::forget(game),
                Err(_) => return,
            }
        }
        while now.try_set(timer::now()).is_none() {
            timer::sleep(500).await;
        }
    });
    let line = move |(view, clock): (MatchView, Option<TimedClock>)| {
        let running = Memo::new(move |_| clock?.running(now.get()));
        let (names, rules, control) = (view.names.clone(), view.rule_set.clone(), view.clock);
        let about = move || {
            let words = language();
            let second = match running.get().map(|(side, _)| &names[usize::from(side == Side::B)]) {
                Some(name) => words.turn_of(name).trim_end_matches(['.', '።']).to_owned(),
                None => time_control_text(words, control),
            };
            format!("{} · {second}", opponents::rule_set(words, &rules))
        };
        let left = move || running.get().map(|(_, left)| time_left_text(language(), left));
        let clock = move || {
            left().map(|left| {
                view! { <span class="clock runs" role="timer" dir="ltr" aria-label=language().online_time_left(&left)>{left.clone()}</span> }
            })
        };
        view! {
            <li class="open-game">
                <strong dir="auto">{names_of(&view)}</strong>
                <span class="dim">{about}</span>
                <span class="open-end">
                    {clock}
                    <a class="button" data-test="go-on" href=address(view.game)>{say(Language::go_on)}</a>
                </span>
            </li>
        }
    };
    view! {
        <Show when=move || !mine.with(Vec::is_empty)>
            <section class="open-games" aria-labelledby="my-games">
                <h2 id="my-games">{say(Language::online_my_games)}</h2>
                <ul class="open-list">{move || mine.get().into_iter().map(line).collect_view()}</ul>
            </section>
        </Show>
    }
}

/// Games of other people that are being played and may be watched.
#[component]
pub(super) fn PublicGames() -> impl IntoView {
    let games = RwSignal::new(Vec::<MatchView>::new());
    spawn_local_scoped(async move {
        while games.try_get_untracked().is_some() {
            if !document().hidden() && window().navigator().on_line() {
                // A server of an earlier version has no such list.
                let mut running = api::get::<Vec<MatchView>>("api/running").await.unwrap_or_default();
                running.retain(|view| Seat::stored(view.game).is_none());
                let _ = games.try_maybe_update(|games| {
                    let is_new = !games.iter().map(|view| view.game).eq(running.iter().map(|view| view.game));
                    *games = running;
                    (is_new, ())
                });
            }
            timer::sleep(EVERY).await;
        }
    });
    let line = |view: MatchView| {
        let (names, rules, control) = (names_of(&view), view.rule_set.clone(), view.clock);
        let about = move || {
            let words = language();
            format!("{} · {}", opponents::rule_set(words, &rules), time_control_text(words, control))
        };
        view! {
            <li class="open-game">
                <strong dir="auto">{names.clone()}</strong>
                <span class="dim">{about}</span>
                <a class="button" data-test="watch" aria-label=move || language().online_watch_who(&names) href=address(view.game)>
                    {say(Language::online_watch)}
                </a>
            </li>
        }
    };
    view! {
        <Show when=move || !games.with(Vec::is_empty)>
            <section class="open-games" aria-labelledby="public-games">
                <h2 id="public-games">{say(Language::online_public_games)}</h2>
                <ul class="open-list">{move || games.get().into_iter().map(line).collect_view()}</ul>
            </section>
        </Show>
    }
}

fn names_of(view: &MatchView) -> String {
    view.names.iter().map(ToString::to_string).collect::<Vec<_>>().join(" – ")
}

fn address(game: MatchId) -> String {
    Route::OnlineGame(game.to_string()).href()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_that_runs_goes_on_after_the_answer_and_ends_at_zero() {
        let clock = ClockView { runs: Some(Side::B), a: Some(9), b: Some(5_000) };
        let timed = TimedClock { clock, at: 100.0 };
        let seen = [90.0, 100.0, 1_100.0, 9_000.0].map(|now| timed.running(now));
        assert_eq!(seen, [5_000, 5_000, 4_000, 0].map(|left| Some((Side::B, left))));
        let still = TimedClock { clock: ClockView { runs: None, ..clock }, ..timed };
        assert_eq!(still.running(100.0), None);
    }
}
