use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_rules::Player;
use gebeta_session::{GameSetup, PlayerKind};
use leptos::prelude::*;

use crate::components::form::{Number, label};
use crate::components::opponents;
use crate::platform::language::{language, language_now, say};

/// Who plays on each side: every kind of player there is.
#[component]
pub(super) fn Seats(setup: RwSignal<GameSetup>) -> impl IntoView {
    view! {
        <section class="setup-part seats" aria-label=say(Language::setup_players)>
            <Seat setup player=Player::One />
            <Seat setup player=Player::Two />
        </section>
    }
}

#[component]
fn Seat(setup: RwSignal<GameSetup>, player: Player) -> impl IntoView {
    let (who_id, depth_id) = match player {
        Player::One => ("who-1", "depth-1"),
        Player::Two => ("who-2", "depth-2"),
    };
    let mind = Signal::derive(move || setup.with(|setup| setup.player_kinds[player]));
    let choose = move |event| {
        let chosen = event_target_value(&event);
        setup.update(|setup| {
            let game = setup.game();
            setup.seat(language_now(), |kinds| {
                kinds[player] = PlayerKind::named(game, &chosen).unwrap_or(kinds[player]);
            });
        });
    };
    let options = move || {
        let words = language();
        let kind = move |mind: PlayerKind| mind.to_string().split(':').next().unwrap_or_default().to_owned();
        opponents::all(setup.with(GameSetup::game))
            .into_iter()
            .map(|other| {
                let selected = move || kind(mind.get()) == kind(other);
                let text = match other {
                    PlayerKind::Bot(Bot::Steady { .. }) => words.bot_depth().to_owned(),
                    other => opponents::name(words, other),
                };
                view! { <option value=other.to_string() selected=selected>{text}</option> }
            })
            .collect_view()
    };
    let depth = move || {
        let depth = mind.get().bot().and_then(Bot::depth)?;
        Some(view! {
            <Number
                id=depth_id
                label=label(Language::bot_depth)
                value=Signal::stored(depth as u8)
                least=1
                most=Bot::DEEPEST as u8
                on_change=Callback::new(move |depth: u8| setup.update(|setup| {
                    if let PlayerKind::Bot(bot) = setup.player_kinds[player] {
                        setup.player_kinds[player] = PlayerKind::Bot(bot.with_depth(depth.into()));
                    }
                }))
            />
        })
    };
    let class = match player {
        Player::One => "seat p1",
        Player::Two => "seat p2",
    };
    let title = say(match player {
        Player::One => Language::player_1,
        Player::Two => Language::player_2,
    });
    view! {
        <fieldset class=class>
            <legend>{title}</legend>
            <div class="field">
                <label for=who_id>{say(Language::setup_who)}</label>
                <select id=who_id on:change=choose>{options}</select>
                <p class="help">{move || opponents::about(language(), mind.get())}</p>
            </div>
            {depth}
        </fieldset>
    }
}
