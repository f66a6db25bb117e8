//! What was agreed on so far, for who leaves the set-up page to read the rules, or comes back for another game.

use std::cell::RefCell;

use gebeta_rules::{GameKind, RuleSet};
use gebeta_session::GameSetup;
use leptos::prelude::*;

use crate::components::opponents;
use crate::platform::language::language_now;
use crate::platform::last_setup;
use crate::platform::rule_sets::rule_sets;
use crate::platform::settings::settings;

thread_local! {
    /// The setups, each with what the settings said of confirming moves when it was made.
    static DRAFTS: RefCell<Vec<(GameSetup, bool)>> = const { RefCell::new(Vec::new()) };
}

/// The setup for a game as it was left, or the usual one; from now on its changes are stored.
pub(super) fn setup(game: GameKind) -> RwSignal<GameSetup> {
    let confirms = settings().with_untracked(|settings| settings.confirm);
    let left = DRAFTS.with_borrow(|drafts| drafts.iter().find(|(setup, _)| setup.game() == game).cloned());
    let (mut setup, before) = left.unwrap_or_else(|| (last_setup::load(game), confirms));
    if before != confirms {
        // Changed since then, or never asked.
        setup.confirm = confirms;
    }
    // The card of the rules that were changed is theirs again; they are named when the game begins.
    let base = RuleSet::base_name(&setup.rule_set.name).0.to_owned();
    setup.rule_set.name = base;
    // The language may be another by now.
    setup.seat(language_now(), |_| ());
    let setup = RwSignal::new(setup);
    Effect::new(move |_| {
        let draft = (setup.get(), confirms);
        DRAFTS.with_borrow_mut(|drafts| {
            drafts.retain(|(other, _)| other.game() != game);
            drafts.push(draft);
        });
    });
    setup
}

/// The rules of a setup under the name that games by them will have.
pub(super) fn named_rules(setup: &GameSetup, known: &[RuleSet]) -> RuleSet {
    let mut set = setup.rule_set.clone();
    opponents::rename_if_changed(&mut set, known);
    set
}

/// The rules of that name as they stand at the set-up page.
pub(crate) fn drafted_rules(name: &str) -> Option<RuleSet> {
    DRAFTS.with_borrow(|drafts| {
        let mut sets = drafts.iter().map(|(setup, _)| named_rules(setup, &rule_sets(setup.game())));
        sets.find(|set| set.name == name)
    })
}
