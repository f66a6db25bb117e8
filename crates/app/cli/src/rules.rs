mod catalog;

use serde_json::json;

use gebeta_rules::{GameKind, PRESETS, RuleSet};

use crate::args::{RulesAction, RulesArgs};
pub(crate) use catalog::RuleCatalog;

use crate::{CliError, Console};

/// `gebeta rules`.
pub(crate) fn run(args: &RulesArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    match &args.action {
        RulesAction::List { json: true } => list_json(console),
        RulesAction::List { json: false } => list(console),
        RulesAction::Show { name } => {
            let set = RuleCatalog::open().find_any(name)?;
            write!(console.out, "{}", set.to_toml())?;
            Ok(())
        }
        RulesAction::Check { file } => {
            let set = catalog::load(file)?;
            writeln!(
                console.out,
                "{}: right; the rule set {} of {}",
                file.display(),
                set.name,
                set.rules.game()
            )?;
            Ok(())
        }
    }
}

fn list(console: &mut Console<'_>) -> Result<(), CliError> {
    let book = RuleCatalog::open();
    let files = book.user_files();
    for game in [GameKind::Mancala, GameKind::Senet] {
        writeln!(console.out, "{game}")?;
        for set in PRESETS.iter().map(gebeta_rules::Preset::rule_set).filter(|set| set.rules.game() == game) {
            writeln!(console.out, "  {:<14} {}", set.name, set.about)?;
        }
        for file in &files {
            if let Ok(set) = &file.rule_set
                && set.rules.game() == game
            {
                writeln!(console.out, "  {:<14} {} [{}]", set.name, set.about, file.path.display())?;
            }
        }
    }
    let broken: Vec<_> = files.iter().filter_map(|file| file.rule_set.as_ref().err()).collect();
    if !broken.is_empty() {
        writeln!(console.out, "not usable")?;
    }
    for failure in broken {
        writeln!(console.out, "  {}", failure.to_string().replace('\n', "\n  "))?;
    }
    if let Some(folder) = book.folder() {
        writeln!(console.out, "Put your own rule files in {}", folder.display())?;
    }
    Ok(())
}

fn list_json(console: &mut Console<'_>) -> Result<(), CliError> {
    let entry = |set: &RuleSet, file: Option<String>| json!({ "name": set.name, "game": set.rules.game().to_string(), "about": set.about, "file": file });
    let mut sets: Vec<_> = PRESETS.iter().map(|preset| entry(&preset.rule_set(), None)).collect();
    let mut broken = Vec::new();
    for file in RuleCatalog::open().user_files() {
        let path = file.path.display().to_string();
        match file.rule_set {
            Ok(set) => sets.push(entry(&set, Some(path))),
            Err(failure) => broken.push(json!({ "file": path, "error": failure.to_string() })),
        }
    }
    writeln!(console.out, "{}", json!({ "rules": sets, "unusable": broken }))?;
    Ok(())
}
