//! Who can sit on a side, and what they are called.

use gebeta_bots::Bot;
use gebeta_rules::GameKind;
use gebeta_table::Mind;
use gebeta_words::Language;
use gebeta_words::rules::ruleset;

/// Everybody who can play `game`: a person, then computers from the weakest.
pub(crate) fn all(game: GameKind) -> Vec<Mind> {
    let bots = Bot::names(game).iter().filter_map(|name| Bot::named(game, name).ok()).map(Mind::Bot);
    std::iter::once(Mind::Human).chain(bots).collect()
}

/// What people call a player.
pub(crate) fn name(language: Language, mind: Mind) -> String {
    match mind {
        Mind::Human => language.human().to_owned(),
        Mind::Bot(Bot::Random) => language.bot_random().to_owned(),
        Mind::Bot(Bot::Novice) => language.bot_novice().to_owned(),
        Mind::Bot(Bot::Classic { .. }) => language.bot_classic().to_owned(),
        Mind::Bot(Bot::Perfect { .. }) => language.bot_perfect().to_owned(),
        Mind::Bot(Bot::Level(level)) => language.bot_level(level.get()),
        Mind::Bot(Bot::Steady { depth }) => language.bot_steady(depth),
    }
}

/// A line about a player.
pub(crate) fn about(language: Language, mind: Mind) -> &'static str {
    match mind {
        Mind::Human => language.bot_human_about(),
        Mind::Bot(Bot::Random) => language.bot_random_about(),
        Mind::Bot(Bot::Novice) => language.bot_novice_about(),
        Mind::Bot(Bot::Classic { .. }) => language.bot_classic_about(),
        Mind::Bot(Bot::Perfect { .. }) => language.bot_perfect_about(),
        Mind::Bot(Bot::Steady { .. }) => language.bot_steady_about(),
        Mind::Bot(Bot::Level(level)) => match level.get() {
            1 => language.bot_level_1_about(),
            2 => language.bot_level_2_about(),
            3 => language.bot_level_3_about(),
            4 => language.bot_level_4_about(),
            5 => language.bot_level_5_about(),
            6 => language.bot_level_6_about(),
            7 => language.bot_level_7_about(),
            _ => language.bot_level_8_about(),
        },
    }
}

/// What a shipped rule set is called; another keeps the name of its file.
pub(crate) fn rule_set(language: Language, name: &str) -> String {
    ruleset(language, name).map_or(name, |(known, _)| known).to_owned()
}

/// The line about a shipped rule set, or what the file says about itself.
pub(crate) fn rule_set_about(language: Language, set: &gebeta_rules::RuleSet) -> String {
    ruleset(language, &set.name).map_or_else(|| set.about.clone(), |(_, about)| about.to_owned())
}
