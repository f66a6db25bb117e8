//! What is wrong with a file that came from outside, in the language of the page.

use gebeta_rules::{PRESETS, RecordError, RecordProblem, RuleFault, RuleProblem};
use gebeta_table::{PlanFault, plan_fault};
use gebeta_words::Language;

use crate::editor::fault_sentences;

/// Why a text is no record.
pub(crate) fn record_fault(words: Language, error: &RecordError) -> String {
    let told = match &error.problem {
        RecordProblem::NotARecord => words.record_not_one().to_owned(),
        RecordProblem::TooLarge => words.record_too_large().to_owned(),
        RecordProblem::Newer(_) => words.record_newer().to_owned(),
        RecordProblem::Tag => words.record_tag().to_owned(),
        RecordProblem::SecondTag(tag) => words.record_second_tag(tag),
        RecordProblem::MissingTag(tag) => words.record_missing_tag(tag),
        RecordProblem::Value { tag, .. } => words.record_value(tag),
        RecordProblem::Rules(faults) => joined(faults.0.iter().map(|fault| rule_fault(words, fault))),
        RecordProblem::Start(error) => joined(fault_sentences(words, error)),
        RecordProblem::CoinDisagrees(_) => words.record_coin().to_owned(),
        RecordProblem::Turn => words.record_turn().to_owned(),
        RecordProblem::OtherPlayer { ply, to_move } => words.record_other_player(ply, to_move),
        RecordProblem::Ply { ply, text, .. } => words.record_ply(ply, text),
        RecordProblem::CutOff(ply) => words.record_cut_off(ply),
        RecordProblem::EndLine => words.record_end_line().to_owned(),
        RecordProblem::Count { .. } | RecordProblem::LastPosition { .. } | RecordProblem::Result { .. } => {
            words.record_edited().to_owned()
        }
        RecordProblem::Trailing => words.record_trailing().to_owned(),
    };
    words.setup_line(error.line, told)
}

/// What is wrong with a rule file, one thing of perhaps several.
pub(crate) fn rule_fault(words: Language, fault: &RuleFault) -> String {
    let key = fault.key.as_deref().unwrap_or_default();
    let one_of = |list: &[String]| words.rulefile_one_of(key, list.join(", "));
    let owned = |names: &[&str]| names.iter().map(ToString::to_string).collect::<Vec<_>>();
    let told = match &fault.problem {
        RuleProblem::TooLarge => words.rulefile_too_large().to_owned(),
        RuleProblem::Syntax(_) => words.rulefile_syntax().to_owned(),
        RuleProblem::Missing => words.rulefile_missing(key),
        RuleProblem::UnknownKey { nearest: None, .. } => words.rulefile_unknown(key),
        RuleProblem::UnknownKey { nearest: Some(near), .. } => words.rulefile_unknown_near(key, near),
        RuleProblem::Type(_) => words.rulefile_type(key),
        RuleProblem::Range { low, high } => words.rulefile_range(key, low, high),
        RuleProblem::Numbers(numbers) => one_of(&numbers.iter().map(ToString::to_string).collect::<Vec<_>>()),
        RuleProblem::Word(word) => one_of(&owned(&word.known)),
        RuleProblem::UnknownBase { .. } => one_of(&owned(&PRESETS.map(|preset| preset.name))),
        RuleProblem::BaseOfOtherGame { base, .. } => words.rulefile_other_game(base),
        RuleProblem::OneLine(most) => words.rulefile_one_line(key, most),
        RuleProblem::Mancala(conflict) => plan_fault(words, PlanFault::Mancala(*conflict)),
        RuleProblem::Senet(conflict) => plan_fault(words, PlanFault::Senet(*conflict)),
    };
    match fault.line {
        Some(line) => words.setup_line(line, told),
        None => told,
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
            let told: Vec<_> = rules.0.iter().map(|fault| rule_fault(words, fault)).collect();
            let told = [told.join(" "), record_fault(words, &record)];
            let is_english =
                |text: &String| text.contains(" is ") || text.contains(" must ") || text.contains("begins");
            assert_eq!(told.iter().all(is_english), words == Language::En, "{told:?}");
            assert!(told[0].contains("pits") && told[0].contains("wrong"), "{told:?}");
        }
    }
}
