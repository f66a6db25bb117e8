//! The set-up of the last game of each kind, stored so that the next game begins like it.

use gebeta_i18n::Language;
use gebeta_rules::{ByPlayer, GameKind, Keyword, Player, Preset, RuleSet};
use gebeta_session::{GameSetup, PlayerKind, usual_name};

use leptos::prelude::WithUntracked;

use crate::lazy::records;
use crate::platform::language::language_now;
use crate::platform::settings::settings;
use crate::platform::storage::storage;

/// Before the name of the game.
const KEY: &str = "gebeta.setup.";
/// The line before a rule file, where the rules are not shipped ones.
const RULE_FILE: &str = "\n---\n";

/// The set-up of the next game: that of the last one, or the usual one.
pub(crate) fn load(game: GameKind) -> GameSetup {
    let language = language_now();
    let mut setup = GameSetup::usual(game, language);
    if let Some(text) = stored(game) {
        let known = |text: &str, name: &str| (records::here()?.rules)(text, name).ok();
        setup = read(&text, game, language, known).unwrap_or(setup);
    }
    setup.confirm = settings().with_untracked(|settings| settings.confirm);
    setup
}

/// Stores a set-up for the next game of its kind.
pub(crate) fn store(setup: &GameSetup) {
    if let Some(storage) = storage() {
        // Without space the next game begins as usual.
        let _ = storage.set_item(&key(setup.game()), &write(setup));
    }
}

/// Whether a stored set-up has rules of its own, which the part of the program that reads rule files must read.
pub(crate) fn has_own_rules() -> bool {
    [GameKind::Mancala, GameKind::Senet].into_iter().filter_map(stored).any(|text| text.contains(RULE_FILE))
}

/// Deletes the stored set-ups, which contain names.
pub(crate) fn clear() {
    if let Some(storage) = storage() {
        for game in [GameKind::Mancala, GameKind::Senet] {
            let _ = storage.remove_item(&key(game));
        }
    }
}

fn key(game: GameKind) -> String {
    format!("{KEY}{}", game.word())
}

fn stored(game: GameKind) -> Option<String> {
    storage()?.get_item(&key(game)).ok()?
}

/// One line each: the rule set, who plays, and the names that somebody chose.
fn write(setup: &GameSetup) -> String {
    let mut lines = vec![setup.rule_set.name.clone()];
    for player in Player::BOTH {
        lines.push(setup.player_kinds[player].to_string());
    }
    for player in Player::BOTH {
        let name = if setup.has_usual_name(player) { "" } else { &setup.names[player] };
        lines.push(name.to_owned());
    }
    let is_shipped =
        Preset::named(&setup.rule_set.name).is_some_and(|preset| preset.rules == setup.rule_set.rules);
    let rules = if is_shipped { String::new() } else { format!("{RULE_FILE}{}", setup.rule_set.to_toml()) };
    lines.join("\n") + &rules
}

/// Reads what [`write`] wrote. `read_rules` reads a rule file with the name it has if it gives none.
fn read(
    text: &str,
    game: GameKind,
    language: Language,
    read_rules: impl Fn(&str, &str) -> Option<RuleSet>,
) -> Option<GameSetup> {
    let (head, file) = text.split_once(RULE_FILE).unwrap_or((text, ""));
    let mut lines = head.split('\n');
    let mut next = || lines.next();
    let name = next()?;
    let rule_set = if file.is_empty() { Preset::named(name)?.rule_set() } else { read_rules(file, name)? };
    let [one, two] = [next()?, next()?].map(|kind| PlayerKind::named(game, kind).ok());
    let player_kinds = ByPlayer { one: one?, two: two? };
    let chosen = ByPlayer { one: next()?, two: next()? };
    let names = ByPlayer::from_fn(|player| match chosen[player] {
        "" => usual_name(language, player_kinds, player),
        name => name.to_owned(),
    });
    let setup = GameSetup { rule_set, names, player_kinds, confirm: false };
    (setup.game() == game && setup.faults().is_empty()).then_some(setup)
}

#[cfg(test)]
mod tests {
    use gebeta_engine::Bot;
    use gebeta_rules::{AnyRules, mancala};

    use super::*;

    fn read_back(setup: &GameSetup) -> Option<GameSetup> {
        let rules = |text: &str, name: &str| RuleSet::parse(text, name).ok();
        read(&write(setup), setup.game(), Language::En, rules)
    }

    #[test]
    fn a_set_up_is_read_as_it_was_written() {
        let mut setup = GameSetup::usual(GameKind::Mancala, Language::En);
        assert_eq!(read_back(&setup), Some(setup.clone()));
        setup.seat(Language::En, |kinds| kinds.two = PlayerKind::Human);
        setup.names.one = "Sara = 1".to_owned();
        assert_eq!(read_back(&setup), Some(setup.clone()));
        setup.play_against(Language::En, Bot::Random);
        if let AnyRules::Mancala(rules) = &mut setup.rule_set.rules {
            *rules = mancala::Rules { pie: true, ..*rules };
        }
        setup.rule_set.name = "gebeta*".to_owned();
        assert_eq!(read_back(&setup), Some(setup));
    }

    #[test]
    fn what_cannot_be_read_or_played_is_forgotten() {
        let rules = |_: &str, _: &str| None;
        for text in [
            "",
            "chess\nhuman\nhuman\n\n",
            "gebeta\nhuman",
            "quick\nhuman\nhuman\n\n",
            "gebeta\nhuman\nhuman\nA\nA",
        ] {
            assert_eq!(read(text, GameKind::Mancala, Language::En, rules), None, "{text}");
        }
    }
}
