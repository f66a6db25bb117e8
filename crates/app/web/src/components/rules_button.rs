use gebeta_i18n::Language;
use gebeta_rules::AnyRules;
use leptos::prelude::*;

use crate::components::dialog::{Card, focused};
use crate::components::icon::{BOOK, Icon};
use crate::lazy::screens::LazyScreens;
use crate::pages::rules::Paragraphs;
use crate::platform::language::say;
use crate::platform::style::dressed;

/// Opens the rules of a game over its board: who reads them has not left it.
#[component]
pub(crate) fn RulesButton(
    #[prop(default = "button quiet wide-only")] class: &'static str,
    rules: impl Fn() -> Option<AnyRules> + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let rest = LazyScreens::here().rest();
    let is_open = RwSignal::new(false);
    let close = Callback::new(move |()| is_open.set(false));
    view! {
        <button class=class type="button" data-test="rules" on:click=move |_| is_open.set(true)>
            <Icon d=BOOK /><span class="word">{say(Language::rules)}</span>
        </button>
        {move || is_open.get().then(|| rules().map(|rules| rest.view(|rest| (rest.rules)(rules, close))))}
    }
}

/// The rules on a card.
pub(crate) fn rules_card(rules: AnyRules, close: Callback<()>) -> AnyView {
    let body = dressed(Box::new(move || view! { <Paragraphs rules /> }.into_any()));
    view! {
        <Card title="rules-title" test="rules-card" on_close=close>
            <div class="rules-head">
                <h2 id="rules-title">{say(Language::rules)}</h2>
                <button class="button" type="button" data-test="close" node_ref=focused() on:click=move |_| close.run(())>{say(Language::back)}</button>
            </div>
            <div class="rules-body">{body}</div>
        </Card>
    }
    .into_any()
}
