use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_protocol::{BotName, CreateRequest, SeatWish, TimeControl};
use gebeta_rules::{GameKind, Keyword, RuleSet};
use gebeta_session::{GameSetup, PlayerKind, SetupError, time_control_text};
use leptos::prelude::*;
use leptos::task::spawn_local_scoped;

use super::lobby::LobbyState;
use super::seat_requests::{self, NO_SECRET};
use crate::app::game_name;
use crate::components::form::{Check, Choice, label};
use crate::components::opponents;
use crate::lazy::records;
use crate::pages::setup::{OwnRules, Picture, RuleOptions, Sizes, focus_first_fault};
use crate::platform::language::{language, language_now, say};
use crate::platform::rule_sets::{self, rule_sets};

/// Who sits at the other side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Wish {
    One,
    Two,
    Coin,
}

impl Keyword for Wish {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("coin", Self::Coin), ("one", Self::One), ("two", Self::Two)];
}

/// What a game is made of.
#[derive(Clone, Copy)]
pub(super) struct Terms {
    sets: RwSignal<Vec<RuleSet>>,
    game: RwSignal<GameKind>,
    /// The rules of each game, as they were chosen and changed.
    mancala: RwSignal<GameSetup>,
    senet: RwSignal<GameSetup>,
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
    pub(super) fn new() -> Self {
        Self {
            sets: RwSignal::new(all_sets()),
            game: RwSignal::new(GameKind::Mancala),
            mancala: RwSignal::new(GameSetup::usual(GameKind::Mancala, language_now())),
            senet: RwSignal::new(GameSetup::usual(GameKind::Senet, language_now())),
            clock: RwSignal::new(TimeControl::Game { seconds: 600, increment: 5 }),
            seat: RwSignal::new(Wish::Coin),
            listed: RwSignal::new(false),
            opponent: RwSignal::new(None),
        }
    }

    /// The rules of one game.
    const fn plan_of(self, game: GameKind) -> RwSignal<GameSetup> {
        match game {
            GameKind::Mancala => self.mancala,
            GameKind::Senet => self.senet,
        }
    }

    /// Those of the game that was chosen.
    pub(super) fn rule_set(self) -> RuleSet {
        self.plan_of(self.game.get()).with(|setup| setup.rule_set.clone())
    }

    fn choose(self, set: RuleSet) {
        let game = set.rules.game();
        self.plan_of(game).update(|setup| setup.rule_set = set);
        self.game.set(game);
        // Some players play one of the games only.
        self.opponent.update(|bot| *bot = bot.filter(|bot| Bot::names(game).contains(bot)));
    }

    /// Whether the rules are no longer what their name says.
    fn is_changed(self) -> bool {
        let set = self.rule_set();
        self.sets.with(|sets| sets.iter().any(|known| known.name == set.name && known.rules != set.rules))
    }

    /// The rules as the server takes them: the name of those it knows, or a rule file.
    fn rules_text(self) -> String {
        let set = self.rule_set();
        if self.is_shipped() { set.name } else { set.to_toml() }
    }

    pub(super) fn is_shipped(self) -> bool {
        let set = self.rule_set();
        gebeta_match::is_shipped(&set.name, &set.rules)
    }
}

/// Creates a game for a friend, for any opponent or against a computer.
#[component]
pub(super) fn MakeGame(lobby: LobbyState, terms: Terms) -> impl IntoView {
    // The rule files of the player, and those of the server.
    spawn_local_scoped(async move {
        let _ = rule_sets::fetch().await;
        if records::fetch().await.is_ok() {
            let _ = terms.sets.try_set(all_sets());
        }
    });
    let make = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let setup = terms.plan_of(terms.game.get_untracked());
        if setup
            .with_untracked(|setup| setup.faults().iter().any(|fault| !matches!(fault, SetupError::Name(..))))
        {
            return focus_first_fault();
        }
        let Some(name) = lobby.name.take() else { return };
        let seat = match terms.seat.get_untracked() {
            Wish::One => SeatWish::One,
            Wish::Two => SeatWish::Two,
            Wish::Coin => SeatWish::Coin,
        };
        let opponent = terms.opponent.get_untracked().and_then(|bot| bot.parse::<BotName>().ok());
        lobby.take_seat(seat_requests::create(CreateRequest {
            rules: untrack(|| terms.rules_text()),
            clock: terms.clock.get_untracked(),
            seat,
            listed: terms.listed.get_untracked() && opponent.is_none(),
            name,
            secret: NO_SECRET,
            opponent,
        }));
    };
    let new_rules = Callback::new(move |added: Option<RuleSet>| {
        terms.sets.set(all_sets());
        if let Some(set) = added {
            terms.choose(set);
        }
    });
    let options = move || {
        let game = terms.game.get();
        let setup = terms.plan_of(game);
        view! {
            <RuleOptions setup game>
                <Picture setup />
                <div class="setup-options"><Sizes setup game /></div>
            </RuleOptions>
        }
    };
    let with_person = move || terms.opponent.get().is_none();
    view! {
        <form class="make-game" on:submit=make novalidate>
            <fieldset class="make-own">
                <legend>{say(Language::online_make)}</legend>
                {options}
                <Clocks terms />
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
                <button class="button" type="submit" data-test="make" disabled=lobby.is_busy>
                    {move || if with_person() { language().online_make_link() } else { language().online_make_bot() }}
                </button>
            </fieldset>
        </form>
        <OwnRules on_change=new_rules />
    }
}

/// The rule sets of both games, and the player's own.
#[component]
pub(super) fn Rules(terms: Terms) -> impl IntoView {
    let choose = move |event| {
        let name = event_target_value(&event);
        let chosen = terms.sets.with_untracked(|sets| sets.iter().find(|set| set.name == name).cloned());
        if let Some(set) = chosen {
            terms.choose(set);
        }
    };
    let chosen = Memo::new(move |_| terms.rule_set().name);
    let group = move |game: GameKind| {
        let sets = terms.sets.get().into_iter().filter(|set| set.rules.game() == game);
        let options = sets.map(|set| {
            let name = set.name.clone();
            let is_chosen = move || chosen.with(|chosen| *chosen == name);
            view! { <option value=set.name.clone() selected=is_chosen>{opponents::rule_set(language(), &set.name)}</option> }
        });
        view! { <optgroup label=game_name(game, language())>{options.collect_view()}</optgroup> }
    };
    let about = move || {
        if terms.is_changed() {
            return language().online_changed_about().to_owned();
        }
        opponents::rule_set_about(language(), &terms.rule_set())
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
        if let Some(clock) = place.and_then(|place| TimeControl::OFFERED.get(place)) {
            terms.clock.set(*clock);
        }
    };
    let option = move |(place, clock): (usize, TimeControl)| {
        view! { <option value=place.to_string() selected=move || terms.clock.get() == clock>{move || time_control_text(language(), clock)}</option> }
    };
    view! {
        <div class="field">
            <label for="online-clock">{say(Language::online_clock)}</label>
            <select id="online-clock" on:change=choose>{TimeControl::OFFERED.into_iter().enumerate().map(option).collect_view()}</select>
        </div>
    }
}

/// A person by the link, or one of the computers.
#[component]
fn Opponents(terms: Terms) -> impl IntoView {
    let game = terms.game;
    let choose = move |event| {
        let chosen = event_target_value(&event);
        let bot = Bot::names(game.get_untracked()).iter().copied().find(|name| *name == chosen);
        terms.opponent.set(bot);
    };
    let bots = move || {
        let game = game.get();
        let words = language();
        let bot = move |name: &'static str| {
            let mind = PlayerKind::named(game, name).unwrap_or(PlayerKind::Human);
            view! { <option value=name selected=move || terms.opponent.get() == Some(name)>{mind.name(words)}</option> }
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
