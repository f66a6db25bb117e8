//! What is wrong with a file that came from outside, in the language of the page.

use gebeta_i18n::Language;
use gebeta_rules::{PRESETS, RecordError, RecordErrorKind, RuleFileError, RuleFileErrorKind};
use gebeta_session::rule_conflict;

use crate::pages::editor::fault_sentences;

/// Why a text is no record.
pub(crate) fn record_fault(words: Language, error: &RecordError) -> String {
    let text = match &error.problem {
        RecordErrorKind::NotARecord => words.record_not_one().to_owned(),
        RecordErrorKind::TooLarge => words.record_too_large().to_owned(),
        RecordErrorKind::Newer(_) => words.record_newer().to_owned(),
        RecordErrorKind::Tag => words.record_tag().to_owned(),
        RecordErrorKind::SecondTag(tag) => words.record_second_tag(tag),
        RecordErrorKind::MissingTag(tag) => words.record_missing_tag(tag),
        RecordErrorKind::Value { tag, .. } => words.record_value(tag),
        RecordErrorKind::Rules(faults) => joined(faults.0.iter().map(|fault| rule_fault(words, fault))),
        RecordErrorKind::Start(error) => joined(fault_sentences(words, error)),
        RecordErrorKind::CoinDisagrees(_) => words.record_coin().to_owned(),
        RecordErrorKind::Turn => words.record_turn().to_owned(),
        RecordErrorKind::OtherPlayer { ply, to_move } => words.record_other_player(ply, to_move),
        RecordErrorKind::Ply { ply, text, .. } => words.record_ply(ply, text),
        RecordErrorKind::CutOff(ply) => words.record_cut_off(ply),
        RecordErrorKind::EndLine => words.record_end_line().to_owned(),
        RecordErrorKind::Count { .. }
        | RecordErrorKind::LastPosition { .. }
        | RecordErrorKind::Result { .. } => words.record_edited().to_owned(),
        RecordErrorKind::Trailing => words.record_trailing().to_owned(),
    };
    words.setup_line(error.line, text)
}

/// What is wrong with a rule file, one thing of perhaps several.
pub(crate) fn rule_fault(words: Language, fault: &RuleFileError) -> String {
    let key = fault.key.as_deref().unwrap_or_default();
    let one_of = |list: &[String]| words.rulefile_one_of(key, list.join(", "));
    let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let text = match &fault.problem {
        RuleFileErrorKind::TooLarge => words.rulefile_too_large().to_owned(),
        RuleFileErrorKind::Syntax(_) => words.rulefile_syntax().to_owned(),
        RuleFileErrorKind::Missing => words.rulefile_missing(key),
        RuleFileErrorKind::UnknownKey { nearest: None, .. } => words.rulefile_unknown(key),
        RuleFileErrorKind::UnknownKey { nearest: Some(near), .. } => words.rulefile_unknown_near(key, near),
        RuleFileErrorKind::Type(_) => words.rulefile_type(key),
        RuleFileErrorKind::Range { low, high } => words.rulefile_range(key, low, high),
        RuleFileErrorKind::Numbers(numbers) => {
            one_of(&numbers.iter().map(ToString::to_string).collect::<Vec<_>>())
        }
        RuleFileErrorKind::Keyword(word) => one_of(&owned(&word.known)),
        RuleFileErrorKind::UnknownBase { .. } => one_of(&owned(&PRESETS.map(|preset| preset.name))),
        RuleFileErrorKind::BaseOfOtherGame { base, .. } => words.rulefile_other_game(base),
        RuleFileErrorKind::OneLine(most) => words.rulefile_one_line(key, most),
        RuleFileErrorKind::Conflict(conflict) => rule_conflict(words, *conflict),
    };
    match fault.line {
        Some(line) => words.setup_line(line, text),
        None => text,
    }
}

fn joined(sentences: impl IntoIterator<Item = String>) -> String {
    sentences.into_iter().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use gebeta_rules::{Record, RuleSet};

    use super::*;

    #[test]
    fn faults_of_files_are_told_in_every_language() {
        let record = "no record".parse::<Record>().unwrap_err();
        let rules = RuleSet::parse("game = \"mancala\"\npits = 99\nwrong = 1\n", "own").unwrap_err();
        assert_eq!(rules.0.len(), 2);
        for words in Language::ALL {
            let text: Vec<_> = rules.0.iter().map(|fault| rule_fault(words, fault)).collect();
            let text = [text.join(" "), record_fault(words, &record)];
            let is_english =
                |text: &String| text.contains(" is ") || text.contains(" must ") || text.contains("begins");
            assert_eq!(text.iter().all(is_english), words == Language::En, "{text:?}");
            assert!(text[0].contains("pits") && text[0].contains("wrong"), "{text:?}");
        }
    }
}
