mod catalog;
mod explanation;

use serde_json::{Value, json};

use gebeta_i18n::{Language, rules as words};
use gebeta_rules::{AnyRules, Area, GameKind, Keyword, Preset, RuleFile};

use crate::args::{RulesAction, RulesArgs};
pub(crate) use catalog::RuleCatalog;

use crate::{CliError, Console};

/// `gebeta rules`.
pub(crate) fn run(args: &RulesArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    match &args.action {
        RulesAction::List { json: true, find } => list_json(find.as_deref(), console),
        RulesAction::List { json: false, find } => list(find.as_deref(), console),
        RulesAction::Show { name, json } => {
            let file = RuleCatalog::open().find_file(name)?;
            if *json {
                writeln!(console.out, "{}", explanation::json(&file))?;
            } else {
                write!(console.out, "{}\n{}", explanation::comments(&file), file.to_toml())?;
            }
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

/// Whether a rule set matches a search text: by a name, a place or a kind of game.
fn is_found(file: &RuleFile, find: Option<&str>) -> bool {
    let Some(find) = find.map(|find| find.trim().to_lowercase()) else { return true };
    let begins = |text: &str| {
        let text = text.to_lowercase();
        text.split([' ', ',', '-', '*']).any(|word| !find.is_empty() && word.starts_with(&find))
            || text.starts_with(&find)
    };
    let areas = file.origin.areas();
    begins(&file.set.name)
        || begins(&file.origin.family)
        || file.origin.mentions(&find)
        || areas.iter().any(|&area| begins(words::area(Language::En, area)))
        || file.origin.length.is_some_and(|length| length.word() == find)
}

/// The shipped rule sets that match a search text.
fn shipped(find: Option<&str>) -> impl Iterator<Item = RuleFile> {
    Preset::all().map(catalog::shipped).filter(move |file| is_found(file, find))
}

fn list(find: Option<&str>, console: &mut Console<'_>) -> Result<(), CliError> {
    let book = RuleCatalog::open();
    let files = book.user_files();
    let mut is_empty = true;
    for game in [GameKind::Mancala, GameKind::Senet] {
        let mut lines = Vec::new();
        for RuleFile { set, .. } in shipped(find).filter(|file| is_basic(file, game)) {
            lines.push(format!("  {:<14} {}", set.name, set.about));
        }
        for file in &files {
            if let Ok(set) = &file.rule_set
                && set.rules.game() == game
                && is_found(&RuleFile { set: set.clone(), origin: file.origin.clone() }, find)
            {
                lines.push(format!("  {:<14} {} [{}]", set.name, set.about, file.path.display()));
            }
        }
        if !lines.is_empty() {
            is_empty = false;
            writeln!(console.out, "{game}\n{}", lines.join("\n"))?;
        }
        if game == GameKind::Mancala {
            is_empty &= !list_family(find, console)?;
        }
    }
    if find.is_some() {
        if is_empty {
            let message =
                format!("no rule set has the name, the place or the kind {:?}", find.unwrap_or_default());
            return Err(CliError::failed("unknown-rules", message));
        }
        return Ok(());
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

/// Games like Kalah, and those of Senet: the others stand in the atlas.
fn is_basic(file: &RuleFile, game: GameKind) -> bool {
    file.set.rules.game() == game && !matches!(file.set.rules, AnyRules::Sowing(_))
}

/// The sowing games of the world by region, in a region by family. Says whether there is one.
fn list_family(find: Option<&str>, console: &mut Console<'_>) -> Result<bool, CliError> {
    let files: Vec<_> = shipped(find).filter(|file| matches!(file.set.rules, AnyRules::Sowing(_))).collect();
    for (_, area) in Area::KEYWORDS {
        let here: Vec<_> = files.iter().filter(|file| file.origin.areas().first() == Some(area)).collect();
        if here.is_empty() {
            continue;
        }
        writeln!(console.out, "{}", words::area(Language::En, *area))?;
        // In the order of the atlas, in which games of a family stand together.
        for family in here.chunk_by(|a, b| a.origin.family == b.origin.family) {
            writeln!(console.out, "  {}", family[0].origin.family)?;
            for file in family {
                writeln!(console.out, "    {:<16} {}", file.set.name, file.set.about)?;
                let said = [&file.origin.native, &file.origin.region].map(String::as_str);
                let said: Vec<_> = said.into_iter().filter(|text| !text.is_empty()).collect();
                writeln!(console.out, "    {:<16} {}", "", said.join("; "))?;
            }
        }
    }
    Ok(!files.is_empty())
}

fn list_json(find: Option<&str>, console: &mut Console<'_>) -> Result<(), CliError> {
    let mut sets: Vec<_> = shipped(find).map(|file| entry(&file, None)).collect();
    let mut broken = Vec::new();
    for file in RuleCatalog::open().user_files() {
        let path = file.path.display().to_string();
        match file.rule_set {
            Ok(set) => {
                let file = RuleFile { set, origin: file.origin };
                if is_found(&file, find) {
                    sets.push(entry(&file, Some(&path)));
                }
            }
            Err(failure) => broken.push(json!({ "file": path, "error": failure.to_string() })),
        }
    }
    writeln!(console.out, "{}", json!({ "rules": sets, "unusable": broken }))?;
    Ok(())
}

/// A rule set as a program reads it.
fn entry(file: &RuleFile, path: Option<&str>) -> Value {
    let RuleFile { set, origin } = file;
    let mut entry = json!({
        "name": set.name, "game": set.rules.game().to_string(), "about": set.about, "file": path,
        "areas": origin.areas().into_iter().map(Keyword::word).collect::<Vec<_>>(),
    });
    for (key, text) in origin.entries() {
        entry[key] = text.into();
    }
    entry
}
