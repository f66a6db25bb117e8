use gebeta_i18n::Language;
use gebeta_protocol::{HistoryEntry, RatingView};
use leptos::prelude::*;

use super::game_and_rules;
use super::rating_line::RatingLine;
use crate::platform::language::{language, say};

/// How strong an account plays each rule set, how sure that is, and how it came to be.
#[component]
pub(super) fn Ratings(
    ratings: Vec<RatingView>,
    /// The games that are known, the last first.
    history: RwSignal<Vec<HistoryEntry>>,
) -> impl IntoView {
    let is_empty = ratings.is_empty();
    let cards = ratings.into_iter().map(|rating| view! { <Rating rating history /> }).collect_view();
    view! {
        <section class="ratings" aria-labelledby="ratings">
            <h2 id="ratings">{say(Language::profile_ratings)}</h2>
            {is_empty.then(|| view! { <p class="dim">{say(Language::profile_no_ratings)}</p> })}
            <ul class="rating-list">{cards}</ul>
        </section>
    }
}

#[component]
fn Rating(rating: RatingView, history: RwSignal<Vec<HistoryEntry>>) -> impl IntoView {
    let RatingView { kind, rule_set, rating, deviation, guess, games } = rating;
    let title = {
        let (kind, rule_set) = (kind.clone(), rule_set.clone());
        move || game_and_rules(&kind, &rule_set)
    };
    let line = move || {
        let ratings = history.with(|history| course(history, &kind, &rule_set));
        view! { <RatingLine ratings /> }
    };
    let about = move || {
        let words = language();
        let games = words.games_count(games as usize);
        if guess { words.list_more(games, words.profile_guess()) } else { games }
    };
    view! {
        <li class="rating" data-test="rating">
            <span class="rating-title">{title}</span>
            <span class="rating-value" dir="ltr"><strong>{rating}</strong>" ± "{deviation}</span>
            {line}
            <span class="dim">{about}</span>
        </li>
    }
}

/// The ratings of one rule set, the oldest first, beginning with the one before the first game that is known.
fn course(history: &[HistoryEntry], kind: &str, rule_set: &str) -> Vec<i32> {
    let games = history.iter().rev().filter(|game| game.kind == kind && game.rule_set == rule_set);
    let rated = games.filter_map(|game| Some((game.rating?, game.change?)));
    let mut course = Vec::new();
    for (rating, change) in rated {
        if course.is_empty() {
            course.push(rating - change);
        }
        course.push(rating);
    }
    course
}

#[cfg(test)]
mod tests {
    use gebeta_protocol::{Ending, GameResult, MatchId};

    use super::*;

    #[test]
    fn the_course_of_a_rating_begins_before_the_first_game() {
        let game = |kind: &str, rated: Option<(i32, i32)>| HistoryEntry {
            game: MatchId::new([0; 10]),
            ended: 0,
            kind: kind.to_owned(),
            rule_set: "gebeta".to_owned(),
            opponent: "Sara".parse().unwrap(),
            result: GameResult::Won,
            how: Ending::Board,
            plies: 9,
            rating: rated.map(|(rating, _)| rating),
            change: rated.map(|(_, change)| change),
            unrated: None,
        };
        let history = [
            game("mancala", Some((1580, -82))),
            game("senet", Some((1700, 200))),
            game("mancala", None),
            game("mancala", Some((1662, 162))),
        ];
        assert_eq!(course(&history, "mancala", "gebeta"), [1500, 1662, 1580]);
        assert_eq!(course(&history, "senet", "gebeta"), [1500, 1700]);
        assert!(course(&history, "mancala", "kalah").is_empty());
    }
}
