//! The rule sets a game can be played by.

use gebeta_rules::{GameKind, PRESETS, RuleSet};

/// Those of `game`, the default first.
pub(crate) fn rule_sets(game: GameKind) -> Vec<RuleSet> {
    PRESETS.iter().filter(|preset| preset.rules.game() == game).map(gebeta_rules::Preset::rule_set).collect()
}
