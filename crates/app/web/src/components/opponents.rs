//! The kinds of players and rule sets, and what they are called.

use gebeta_engine::Bot;
use gebeta_i18n::Language;
use gebeta_i18n::rules::ruleset;
use gebeta_match::CUSTOM_RULES;
use gebeta_rules::{AnyRules, GameKind, PRESETS, RuleSet};
use gebeta_session::PlayerKind;

/// Everybody who can play `game`: a person, then computers from the weakest.
pub(crate) fn all(game: GameKind) -> Vec<PlayerKind> {
    let bots = Bot::names(game).iter().filter_map(|name| Bot::named(game, name).ok()).map(PlayerKind::Bot);
    std::iter::once(PlayerKind::Human).chain(bots).collect()
}

/// What people call a player.
pub(crate) fn name(language: Language, mind: PlayerKind) -> String {
    mind.name(language)
}

/// A line about a player.
pub(crate) fn about(language: Language, mind: PlayerKind) -> &'static str {
    mind.about(language)
}

/// What a shipped rule set is called; another keeps the name of its file, with the mark that it is not shipped, or the start of
/// a digest where the server has left the name out.
pub(crate) fn rule_set(language: Language, name: &str) -> String {
    if let Some(digest) = name.strip_prefix(CUSTOM_RULES) {
        return format!("{} {digest}", language.preview_custom());
    }
    let (base, is_changed) = RuleSet::base_name(name);
    match ruleset(language, base) {
        Some((known, _)) if is_changed => language.online_changed(known),
        Some((known, _)) => known.to_owned(),
        None => name.to_owned(),
    }
}

/// The name of rules that come without one: that of the shipped set they are, or of one that was changed.
pub(crate) fn rule_set_of(rules: &AnyRules) -> String {
    let shipped = || PRESETS.iter().filter(|preset| preset.rules.game() == rules.game());
    let equal = shipped().find(|preset| preset.rules == *rules).map(|preset| preset.name.to_owned());
    let changed = || shipped().next().map(|preset| format!("{}{}", preset.name, RuleSet::CHANGED));
    equal.or_else(changed).unwrap_or_default()
}

/// Names rules as changed if they are no longer those that one of `known` has under that name.
pub(crate) fn rename_if_changed(set: &mut RuleSet, known: &[RuleSet]) {
    if let Some(base) = known.iter().find(|known| known.name == set.name) {
        *set = set.clone().changed_from(base);
    }
}

/// The line about a shipped rule set, or what the file says about itself.
pub(crate) fn rule_set_about(language: Language, set: &RuleSet) -> String {
    ruleset(language, &set.name).map_or_else(|| set.about.clone(), |(_, about)| about.to_owned())
}

#[cfg(test)]
mod tests {
    use gebeta_rules::{Preset, mancala};

    use super::*;

    #[test]
    fn rules_that_were_changed_have_a_name_of_their_own() {
        let known = [Preset::named("gebeta").unwrap().rule_set()];
        let mut set = known[0].clone();
        rename_if_changed(&mut set, &known);
        assert_eq!(set, known[0]);
        if let AnyRules::Mancala(rules) = &mut set.rules {
            *rules = mancala::Rules { pie: !rules.pie, ..*rules };
        }
        rename_if_changed(&mut set, &known);
        assert_eq!(set.name, "gebeta*");
        assert_eq!(rule_set(Language::En, &set.name), "Gebeta (custom)");
        assert_eq!(rule_set(Language::En, "gebeta, changed"), "Gebeta (custom)", "in games kept before");
        assert_eq!(rule_set(Language::En, "house rules*"), "house rules*", "a file is what it is");
        assert_ne!(rule_set(Language::Ar, &set.name), rule_set(Language::Ar, "gebeta"));
    }
}
