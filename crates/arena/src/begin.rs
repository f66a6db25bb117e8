//! How a game comes to be.

use gebeta_protocol::{Code, CreateRequest, Event, PlayerName, SeatSecret, SeatWish, Setup, Side, limits};
use gebeta_rules::{AnyRules, PRESETS, Player, RuleSet};

use crate::{Decision, Match, Stage, Vault};

/// Reads the rules of a game: the name of a shipped rule set, or a rule file.
pub fn read_rules(text: &str) -> Option<RuleSet> {
    if text.len() > limits::RULES_BYTES {
        return None;
    }
    let preset = PRESETS.iter().find(|preset| preset.name == text);
    let (text, stem) = preset.map_or((text, "unnamed"), |preset| (preset.file, preset.name));
    RuleSet::parse(text, stem).ok()
}

/// The first event of a game, and its vault.
///
/// # Errors
/// The rules or the clock are none.
pub fn create(request: &CreateRequest, secret: &SeatSecret) -> Result<Decision, Code> {
    let rules = read_rules(&request.rules).ok_or(Code::BadRules)?;
    if !request.clock.is_sensible() {
        return Err(Code::BadClock);
    }
    let setup = Setup {
        rule_set: rules.name.clone(),
        // Without a description: it would be stored for nobody.
        rules: RuleSet { about: String::new(), ..rules }.to_toml(),
        clock: request.clock,
        seat: request.seat,
        listed: request.listed,
    };
    let mut vault = Vault::default();
    vault.give(Side::A, secret);
    Ok(Decision { events: vec![Event::Created { setup, name: request.name.clone() }], vault: Some(vault) })
}

/// What happens when somebody takes the free seat.
///
/// # Errors
/// It is taken.
pub fn join(game: &Match, vault: &Vault, name: PlayerName, secret: &SeatSecret) -> Result<Decision, Code> {
    match game.stage() {
        Stage::Waiting => {}
        Stage::Over(_) => return Err(Code::Over),
        Stage::Sealing | Stage::Playing => return Err(Code::SeatTaken),
    }
    let mut vault = *vault;
    vault.give(Side::B, secret);
    let mut events = vec![Event::Joined { name }];
    events.extend(start_without_chance(game));
    Ok(Decision { events, vault: Some(vault) })
}

/// A game without sticks and coin needs no envelopes.
pub(crate) fn start_without_chance(game: &Match) -> Option<Event> {
    let a = chosen(game.setup().seat)?;
    let no_chance = matches!(game.record().rules, AnyRules::Mancala(_));
    no_chance.then(|| Event::Started { a: a.into(), coin: false, seeds: None })
}

/// Where side A sits, unless the coin decides.
pub(crate) const fn chosen(wish: SeatWish) -> Option<Player> {
    match wish {
        SeatWish::One => Some(Player::One),
        SeatWish::Two => Some(Player::Two),
        SeatWish::Coin => None,
    }
}
