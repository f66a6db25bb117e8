//! What was agreed on so far, for who leaves the set-up page to read the rules, or comes back for another game.

use std::cell::RefCell;

use gebeta_rules::{GameKind, RuleSet};
use gebeta_session::GameSetup;
use leptos::prelude::*;

use super::rename;
use crate::components::opponents;
use crate::platform::language::language_now;
use crate::platform::rule_sets::rule_sets;
use crate::platform::settings::settings;

thread_local! {
    /// The plans, each with what the settings said of confirming moves when it was made.
    static DRAFTS: RefCell<Vec<(GameSetup, bool)>> = const { RefCell::new(Vec::new()) };
}

/// The plan for a game as it was left, or the usual one; from now on its changes are kept.
pub(super) fn plan(game: GameKind) -> RwSignal<GameSetup> {
    let confirms = settings().with_untracked(|settings| settings.confirm);
    let left = DRAFTS.with_borrow(|drafts| drafts.iter().find(|(plan, _)| plan.game() == game).cloned());
    let (mut plan, before) = left.unwrap_or_else(|| (GameSetup::usual(game, language_now()), false));
    if before != confirms {
        // Changed since then, or never asked.
        plan.confirm = confirms;
    }
    // The language may be another by now.
    rename(&mut plan, |_| ());
    let plan = RwSignal::new(plan);
    Effect::new(move |_| {
        let draft = (plan.get(), confirms);
        DRAFTS.with_borrow_mut(|drafts| {
            drafts.retain(|(other, _)| other.game() != game);
            drafts.push(draft);
        });
    });
    plan
}

/// The rules of a plan under the name that games by them will have.
pub(super) fn named_rules(plan: &GameSetup, known: &[RuleSet]) -> RuleSet {
    let mut set = plan.rule_set.clone();
    opponents::rename_if_changed(&mut set, known);
    set
}

/// The rules of that name as they stand at the set-up page.
pub(crate) fn drafted_rules(name: &str) -> Option<RuleSet> {
    DRAFTS.with_borrow(|drafts| {
        let mut sets = drafts.iter().map(|(plan, _)| named_rules(plan, &rule_sets(plan.game())));
        sets.find(|set| set.name == name)
    })
}
