use gebeta_bots::Bot;
use gebeta_protocol::{BotName, CreateRequest, PairRequest, SeatWish, TimeControl};
use gebeta_rules::{GameKind, PRESETS, RuleSet, Word};
use gebeta_table::Mind;
use gebeta_words::Language;
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::asking::{self, NO_SECRET};
use super::clock;
use super::lobby::LobbyDesk;
use crate::app::game_name;
use crate::form::{Check, Choice, label};
use crate::language::{language, say};
use crate::opponents;
use crate::rulebook::{self, rule_sets};
use crate::{reading, setup::OwnRules};

/// Who sits at the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    One,
    Two,
    Coin,
}

impl Word for Wish {
    const WORDS: &'static [(&'static str, Self)] =
        &[("coin", Self::Coin), ("one", Self::One), ("two", Self::Two)];
}

/// What a game is made of.
#[derive(Clone, Copy)]
struct Terms {
    sets: RwSignal<Vec<RuleSet>>,
    /// The name of the rule set.
    rules: RwSignal<String>,
    clock: RwSignal<TimeControl>,
    seat: RwSignal<Wish>,
    listed: RwSignal<bool>,
    /// The name of the computer player; none for a person.
    opponent: RwSignal<Option<&'static str>>,
}

fn all_sets() -> Vec<RuleSet> {
    [GameKind::Mancala, GameKind::Senet].into_iter().flat_map(rule_sets).collect()
}

impl Terms {
    fn new() -> Self {
        Self {
            sets: RwSignal::new(all_sets()),
            rules: RwSignal::new("gebeta".to_owned()),
            clock: RwSignal::new(TimeControl::Game { seconds: 600, increment: 5 }),
            seat: RwSignal::new(Wish::Coin),
            listed: RwSignal::new(false),
            opponent: RwSignal::new(None),
        }
    }

    /// The rules as the server takes them: the name of those it knows, or a rule file.
    fn rules_text(self) -> String {
        let name = self.rules.get_untracked();
        if PRESETS.iter().any(|preset| preset.name == name) {
            return name;
        }
        let own =
            self.sets.with_untracked(|sets| sets.iter().find(|set| set.name == name).map(RuleSet::to_toml));
        own.unwrap_or(name)
    }

    fn is_shipped(self) -> bool {
        self.rules.with(|name| PRESETS.iter().any(|preset| preset.name == name))
    }

    fn game(self) -> GameKind {
        let name = self.rules.get();
        let known =
            self.sets.with(|sets| sets.iter().find(|set| set.name == name).map(|set| set.rules.game()));
        known.unwrap_or(GameKind::Mancala)
    }
}

/// Makes a game for a friend, for anybody or against a computer, or finds one.
#[component]
pub(super) fn MakeGame(desk: LobbyDesk) -> impl IntoView {
    let terms = Terms::new();
    // The rule files of the player, and those of the server.
    spawn_local_scoped(async move {
        let _ = rulebook::fetch().await;
        if reading::fetch().await.is_ok() {
            let _ = terms.sets.try_set(all_sets());
        }
    });
    let make = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let Some(name) = desk.name.take() else { return };
        let seat = match terms.seat.get_untracked() {
            Wish::One => SeatWish::One,
            Wish::Two => SeatWish::Two,
            Wish::Coin => SeatWish::Coin,
        };
        let opponent = terms.opponent.get_untracked().and_then(|bot| bot.parse::<BotName>().ok());
        desk.sit(asking::create(CreateRequest {
            rules: terms.rules_text(),
            clock: terms.clock.get_untracked(),
            seat,
            listed: terms.listed.get_untracked() && opponent.is_none(),
            name,
            secret: NO_SECRET,
            opponent,
        }));
    };
    let pair = move |_| {
        let Some(name) = desk.name.take() else { return };
        let (rules, clock) = (terms.rules.get_untracked(), terms.clock.get_untracked());
        desk.sit(asking::pair(PairRequest { rules, clock, name, secret: NO_SECRET }));
    };
    let new_rules = Callback::new(move |added: Option<RuleSet>| {
        terms.sets.set(all_sets());
        if let Some(set) = added {
            terms.rules.set(set.name);
        }
    });
    let with_person = move || terms.opponent.get().is_none();
    view! {
        <form class="make-game" on:submit=make novalidate>
            <Rules terms />
            <Clocks terms />
            <div class="pair-row">
                <button class="button primary big" type="button" data-test="pair" disabled=move || desk.is_busy.get() || !terms.is_shipped() on:click=pair>{say(Language::online_pair)}</button>
                <p class="help dim">{say(Language::online_pair_about)}</p>
            </div>
            <fieldset class="make-own">
                <legend>{say(Language::online_make)}</legend>
                <Opponents terms />
                <Choice
                    id="online-seat"
                    label=label(Language::online_seats)
                    value=terms.seat
                    text=Callback::new(|wish| match wish {
                        Wish::One => language().online_me_first(),
                        Wish::Two => language().online_me_second(),
                        Wish::Coin => language().online_seat_coin(),
                    }.to_owned())
                    on_change=Callback::new(move |wish| terms.seat.set(wish))
                />
                <Show when=with_person>
                    <Check
                        id="online-listed"
                        label=label(Language::online_listed)
                        about=label(Language::online_listed_about)
                        value=terms.listed
                        on_change=Callback::new(move |listed| terms.listed.set(listed))
                    />
                </Show>
                <button class="button" type="submit" data-test="make" disabled=desk.is_busy>
                    {move || if with_person() { language().online_make_link() } else { language().online_make_bot() }}
                </button>
            </fieldset>
        </form>
        <OwnRules on_change=new_rules />
    }
}

/// The rule sets of both games, and the player's own.
#[component]
fn Rules(terms: Terms) -> impl IntoView {
    let choose = move |event| {
        let name = event_target_value(&event);
        terms.rules.set(name);
        // Not everybody plays both games.
        let game = untrack(|| terms.game());
        terms.opponent.update(|bot| *bot = bot.filter(|bot| Bot::names(game).contains(bot)));
    };
    let group = move |game: GameKind| {
        let sets = terms.sets.get().into_iter().filter(|set| set.rules.game() == game);
        let options = sets.map(|set| {
            let name = set.name.clone();
            let is_chosen = move || terms.rules.with(|rules| *rules == name);
            view! { <option value=set.name.clone() selected=is_chosen>{opponents::rule_set(language(), &set.name)}</option> }
        });
        view! { <optgroup label=game_name(game, language())>{options.collect_view()}</optgroup> }
    };
    let about = move || {
        let name = terms.rules.get();
        terms.sets.with(|sets| {
            sets.iter().find(|set| set.name == name).map(|set| opponents::rule_set_about(language(), set))
        })
    };
    view! {
        <div class="field">
            <label for="online-rules">{say(Language::setup_rules)}</label>
            <select id="online-rules" on:change=choose>{move || group(GameKind::Mancala)} {move || group(GameKind::Senet)}</select>
            <p class="help">{about}</p>
        </div>
    }
}

#[component]
fn Clocks(terms: Terms) -> impl IntoView {
    let choose = move |event| {
        let place = event_target_value(&event).parse::<usize>().ok();
        if let Some(clock) = place.and_then(|place| clock::OFFERED.get(place)) {
            terms.clock.set(*clock);
        }
    };
    let option = move |(place, clock): (usize, TimeControl)| {
        view! { <option value=place.to_string() selected=move || terms.clock.get() == clock>{move || clock::text(language(), clock)}</option> }
    };
    view! {
        <div class="field">
            <label for="online-clock">{say(Language::online_clock)}</label>
            <select id="online-clock" on:change=choose>{clock::OFFERED.into_iter().enumerate().map(option).collect_view()}</select>
        </div>
    }
}

/// A person by the link, or one of the computers.
#[component]
fn Opponents(terms: Terms) -> impl IntoView {
    let game = Memo::new(move |_| terms.game());
    let choose = move |event| {
        let chosen = event_target_value(&event);
        let bot = Bot::names(game.get_untracked()).iter().copied().find(|name| *name == chosen);
        terms.opponent.set(bot);
    };
    let bots = move || {
        let game = game.get();
        let words = language();
        let bot = move |name: &'static str| {
            let mind = Mind::named(game, name).unwrap_or(Mind::Human);
            view! { <option value=name selected=move || terms.opponent.get() == Some(name)>{opponents::name(words, mind)}</option> }
        };
        Bot::names(game).iter().copied().map(bot).collect_view()
    };
    view! {
        <div class="field">
            <label for="online-opponent">{say(Language::online_opponent)}</label>
            <select id="online-opponent" on:change=choose>
                <option value="" selected=move || terms.opponent.get().is_none()>{say(Language::online_friend)}</option>
                {bots}
            </select>
        </div>
    }
}
