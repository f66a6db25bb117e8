use gebeta_engine::{Grade, Performance, Review};
use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, GameKind, Keyword, Player};
use leptos::prelude::*;

use super::verdict::{grade_name, grade_sign};
use crate::components::hint::{gain_text, loss_text, worth_text};
use crate::platform::language::{language, say};

/// How well each has played, and in Senet how lucky each was.
#[component]
pub(super) fn Players(review: StoredValue<Review>, names: Signal<ByPlayer<String>>) -> impl IntoView {
    let (game, players) = review.with_value(|review| (review.game, review.players));
    // Both have the same scale, so that bars can be compared.
    let most = Player::BOTH
        .map(|player| players[player].loss.max(players[player].luck.abs()))
        .into_iter()
        .fold(f64::MIN_POSITIVE, f64::max);
    let cards = Player::BOTH.map(|player| card(game, player, players[player], most, names));
    let without = move || {
        let value = review.with_value(Review::without_luck);
        language().without_luck(names.get().one, worth_text(game, value.clamp(0.0, 1.0), false))
    };
    view! {
        <div class="review-players">{cards.into_iter().collect_view()}</div>
        {(game == GameKind::Senet).then(|| view! { <p class="dim">{without}</p> })}
    }
}

fn card(
    game: GameKind,
    player: Player,
    played: Performance,
    most: f64,
    names: Signal<ByPlayer<String>>,
) -> impl IntoView {
    let class = if player == Player::One { "review-player p1" } else { "review-player p2" };
    let accuracy = move || match played.accuracy {
        Some(accuracy) => format!("{accuracy:.0} %"),
        None => language().accuracy_none().to_owned(),
    };
    let bar = move |text: fn(Language) -> &'static str, value: f64, amount: String, class: &'static str| {
        let width = format!("{:.1}%", 100.0 * (value.abs() / most).min(1.0));
        view! {
            <dt>{say(text)}</dt>
            <dd><span class=class style:width=width></span><span class="amount" dir="ltr">{amount}</span></dd>
        }
    };
    let counts = [
        (Grade::Best, played.best),
        (Grade::Good, played.good),
        (Grade::Inaccuracy, played.inaccuracies),
        (Grade::Mistake, played.mistakes),
        (Grade::Blunder, played.blunders),
    ];
    let count = |(grade, count): (Grade, u32)| {
        let class = format!("grade-count {}", grade.word());
        let sign = if grade == Grade::Good { "○" } else { grade_sign(grade) };
        view! {
            <li class=class title=move || grade_name(language(), grade)>
                <span aria-hidden="true">{sign}</span>
                <span class="unseen">{move || grade_name(language(), grade)}</span>
                " "{count}
            </li>
        }
    };
    view! {
        <section class=class>
            <h2>{move || names.get()[player].clone()}</h2>
            <p class="accuracy" data-test="accuracy"><strong>{accuracy}</strong>" "{say(Language::accuracy)}</p>
            <dl class="review-bars">
                {bar(Language::lost_by_moves, played.loss, loss_text(game, played.loss), "bar-loss")}
                {(game == GameKind::Senet)
                    .then(|| bar(Language::luck_of_sticks, played.luck, gain_text(game, played.luck), "bar-luck"))}
            </dl>
            <ul class="grade-counts">{counts.map(count).into_iter().collect_view()}</ul>
        </section>
    }
}
