use gebeta_rules::{GameKind, PRESETS, Preset};

use crate::args::{MancalaArgs, PlayArgs, RulesAction, RulesArgs, SenetArgs, SettingArgs};
use crate::rule_args::{MancalaRuleArgs, SenetRuleArgs};
use crate::rules::RuleCatalog;
use crate::{CliError, Console, play, rules};

/// What a line of the menu starts.
enum Choice {
    Play(GameKind, String),
    Rules,
    Quit,
}

/// `gebeta` alone, without a terminal: choose a game and an opponent, play, and come back here.
pub(crate) fn run(settings: &SettingArgs, console: &mut Console<'_>) -> Result<(), CliError> {
    loop {
        match choose(console)? {
            Choice::Play(game, rules) => start(game, rules, settings, console)?,
            Choice::Rules => {
                rules::run(&RulesArgs { action: RulesAction::List { json: false, find: None } }, console)?;
            }
            Choice::Quit => return Ok(()),
        }
    }
}

fn choose(console: &mut Console<'_>) -> Result<Choice, CliError> {
    let mut sets: Vec<(GameKind, String, String)> =
        PRESETS.iter().map(Preset::rule_set).map(|set| (set.rules.game(), set.name, set.about)).collect();
    let own = RuleCatalog::open().user_files().into_iter().filter_map(|file| file.rule_set.ok());
    sets.extend(own.map(|set| (set.rules.game(), set.name, set.about)));
    writeln!(console.out, "\nGebeta: two old games of Africa\n")?;
    for (place, (game, name, about)) in sets.iter().enumerate() {
        writeln!(console.out, "{:>3}  {:<8} {name:<14} {about}", place + 1, game.to_string())?;
    }
    writeln!(console.out, "  r  about the rule sets\n  q  quit")?;
    console.ask("Which one?", |text| match text {
        "q" | "quit" => Ok(Choice::Quit),
        "r" | "rules" => Ok(Choice::Rules),
        _ => {
            let by_number = text.parse::<usize>().ok().and_then(|number| sets.get(number.checked_sub(1)?));
            let chosen = by_number.or_else(|| sets.iter().find(|(_, name, _)| name == text));
            match chosen {
                Some((game, name, _)) => Ok(Choice::Play(*game, name.clone())),
                None => match RuleCatalog::open().find_any(text) {
                    Ok(set) if !text.is_empty() => Ok(Choice::Play(set.rules.game(), set.name)),
                    Ok(_) | Err(_) => Err(format!(
                        "Type a number from 1 to {}, the name of a rule set, r or q.",
                        sets.len()
                    )),
                },
            }
        }
    })
}

fn start(
    game: GameKind,
    name: String,
    settings: &SettingArgs,
    console: &mut Console<'_>,
) -> Result<(), CliError> {
    let hot_seat = console.ask("Against the computer (c) or two people (2)?", |text| match text {
        "c" | "" => Ok(false),
        "2" => Ok(true),
        _ => Err("Type c or 2.".to_owned()),
    })?;
    let human = || hot_seat.then(|| "human".to_owned());
    let play = PlayArgs { p1: human(), p2: human(), ..PlayArgs::default() };
    let rules = Some(name);
    match game {
        GameKind::Mancala => {
            let rules = MancalaRuleArgs { rules, ..MancalaRuleArgs::default() };
            play::mancala(&MancalaArgs { rules, play, ..MancalaArgs::default() }, settings, console)
        }
        GameKind::Senet => {
            let rules = SenetRuleArgs { rules, ..SenetRuleArgs::default() };
            play::senet(&SenetArgs { rules, play, time_cap: 10, ..SenetArgs::default() }, settings, console)
        }
    }
}
