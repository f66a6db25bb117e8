//! The examples of `docs/` are what the program reads.

use std::fs;
use std::path::Path;

use gebeta_rules::interchange::Format;
use gebeta_rules::{AnyRules, PRESETS, Record, RuleSet, mancala};

fn page(name: &str) -> String {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name);
    fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The blocks of a page that are fenced as `language`.
fn blocks<'a>(page: &'a str, language: &str) -> Vec<&'a str> {
    let fence = format!("```{language}\n");
    page.split(&fence).skip(1).map(|rest| rest.split("```").next().unwrap_or(rest)).collect()
}

#[test]
fn rule_files_of_the_docs_can_be_read() {
    let page = page("developing/file-formats.md");
    let files = blocks(&page, "toml");
    assert_eq!(files.len(), 4);
    for file in files {
        assert!(RuleSet::parse(file, "docs").is_ok(), "{:?}\n{file}", RuleSet::parse(file, "docs"));
    }
}

#[test]
fn records_of_the_docs_are_written_as_the_program_writes_them() {
    let page = page("developing/file-formats.md");
    let records = blocks(&page, "gebeta");
    assert_eq!(records.len(), 2);
    for text in records {
        let record: Record = text.parse().unwrap_or_else(|error| panic!("{error}\n{text}"));
        assert_eq!(record.to_string(), text);
    }
}

#[test]
fn positions_of_the_docs_are_positions() {
    let pie = AnyRules::Mancala(mancala::Rules { pie: true, ..mancala::Rules::GEBETA });
    let page = page("playing/notation.md");
    let first_cells = page.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    let positions: Vec<_> = first_cells.filter(|text| text.contains(' ')).collect();
    assert_eq!(positions.len(), 10);
    for text in positions {
        let mut rules = PRESETS.iter().map(|preset| preset.rules).chain([pie]);
        let is_position = |rules: AnyRules| {
            let read = rules.fit(text).position(text);
            read.is_ok_and(|position| position.to_string() == text)
        };
        assert!(rules.any(is_position), "{text}");
    }
}

#[test]
fn the_ogn_of_the_docs_is_written_as_the_program_writes_it() {
    let page = page("developing/interchange.md");
    let [text] = blocks(&page, "ogn")[..] else { panic!("one example is expected") };
    let record = Format::Ogn.read(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(Format::Ogn.write(&record).as_deref(), Ok(text));
}
