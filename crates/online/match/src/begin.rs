//! How a game comes to be.

use gebeta_fairness::Digest;
use gebeta_protocol::{
    BotName, BySide, Code, CreateRequest, Event, Hash, Logged, MatchId, PlayerName, SeatSecret, SeatWish,
    Setup, Side, TimeControl, limits,
};
use gebeta_rules::{AnyRules, Player, Preset, RuleSet};

use crate::envelopes::{NO_SEED, role, seal};
use crate::{Decision, Match, ServerSecrets, Stage};

/// Reads the rules of a game: the name of a shipped rule set, or a rule file.
pub fn read_rules(text: &str) -> Option<RuleSet> {
    if text.len() > limits::RULES_BYTES {
        return None;
    }
    let preset = Preset::named(text);
    let (text, stem) = preset.map_or((text, "unnamed"), |preset| (preset.file, preset.name));
    RuleSet::parse(text, stem).ok()
}

/// Whether these are rules that the program ships, under their own name: what it means is known to everybody.
pub fn is_shipped(name: &str, rules: &AnyRules) -> bool {
    Preset::named(name).is_some_and(|preset| preset.rules == *rules)
}

/// What a game is said to be played by. A file may call itself as it likes, so what is not shipped has a mark: nobody takes
/// `gebeta*` for Gebeta.
fn shown_name(set: &RuleSet) -> String {
    if is_shipped(&set.name, &set.rules) {
        set.name.clone()
    } else {
        format!("{}{}", set.name, RuleSet::CHANGED)
    }
}

/// The rules as they are stored with a game.
fn stored_rules(set: RuleSet) -> String {
    // Without the description, which no reader of a stored game uses.
    RuleSet { about: String::new(), ..set }.to_toml()
}

/// What players are paired by: equal for games with the same rules under the same name and the same clock.
pub fn pairing_key(setup: &Setup) -> Hash {
    key_of(&setup.rules, setup.clock)
}

/// The pairing key of games by a shipped rule set; none if no shipped rule set has this name.
pub fn shipped_pairing_key(rules: &str, clock: TimeControl) -> Option<Hash> {
    let preset = Preset::named(rules)?;
    Some(key_of(&stored_rules(read_rules(preset.name)?), clock))
}

fn key_of(rules: &str, clock: TimeControl) -> Hash {
    let clock = match clock {
        TimeControl::None => "none".to_owned(),
        TimeControl::Game { seconds, increment } => format!("game {seconds} {increment}"),
        TimeControl::Move { seconds } => format!("move {seconds}"),
        TimeControl::Days { days } => format!("days {days}"),
    };
    Hash::new(*Digest::of(&[b"gebeta-pairing", rules.as_bytes(), clock.as_bytes()]).bytes())
}

/// The name of a game's rules where strangers read it: shipped names as they are, marked or not, and `custom-` with the start
/// of a digest for all others, because the name in a rule file is free text of its author.
pub fn public_rule_set(setup: &Setup) -> String {
    const DIGITS: usize = 8;
    let (base, is_changed) = RuleSet::base_name(&setup.rule_set);
    if let Some(preset) = Preset::named(base) {
        let mark = if is_changed { RuleSet::CHANGED.to_string() } else { String::new() };
        return format!("{}{mark}", preset.name);
    }
    let digest = Digest::of(&[b"gebeta-rules", setup.rules.as_bytes()]).to_string();
    format!("{CUSTOM_RULES}{}", &digest[..DIGITS])
}

/// How [`public_rule_set`] begins for rules that are not shipped.
pub const CUSTOM_RULES: &str = "custom-";

/// The game that whoever draws `secret` makes: the request sent again makes no second one. The id tells nothing of the
/// secret.
pub fn game_of(secret: &SeatSecret) -> MatchId {
    hashed_id(b"gebeta-game", secret.bytes())
}

/// An id that follows from something.
pub(crate) fn hashed_id(kind: &[u8], from: &[u8]) -> MatchId {
    let digest = Digest::of(&[kind, from]);
    let mut id = [0; 10];
    id.copy_from_slice(&digest.bytes()[..10]);
    MatchId::new(id)
}

/// The first events of a game, and its vault. Its id is [`game_of`] the secret.
///
/// # Errors
/// The rules or the clock are none.
pub fn create(request: &CreateRequest) -> Result<Decision, Code> {
    let rules = read_rules(&request.rules).ok_or(Code::BadRules)?;
    if !request.clock.is_sensible() {
        return Err(Code::BadClock);
    }
    let setup = Setup {
        rule_set: shown_name(&rules),
        rules: stored_rules(rules),
        clock: request.clock,
        seat: request.seat,
        listed: request.listed && request.opponent.is_none(),
    };
    let mut vault = ServerSecrets::default();
    vault.give(Side::A, &request.secret);
    let mut events = vec![Event::Created { setup, name: request.name.clone(), bot: None }];
    if let Some(bot) = &request.opponent {
        let game = first(game_of(&request.secret), &events[0]).ok_or(Code::BadRules)?;
        events.push(Event::Joined { name: bot.player_name(), bot: Some(bot.clone()) });
        events.extend(both_are_there(&game, &BySide { a: None, b: Some(bot.clone()) }, &mut vault));
    }
    Ok(Decision { events, vault: Some(vault) })
}

/// The game after its first event alone.
pub(crate) fn first(id: MatchId, created: &Event) -> Option<Match> {
    Match::new(id, &Logged { seq: 1, at: 0, by: None, mid: None, what: created.clone() }).ok()
}

/// What happens when somebody takes the free seat.
///
/// # Errors
/// It is taken, or by its maker's name nobody could tell the two apart.
pub fn join(
    game: &Match,
    vault: &ServerSecrets,
    name: PlayerName,
    secret: &SeatSecret,
) -> Result<Decision, Code> {
    match game.stage() {
        Stage::Waiting => {}
        Stage::Over(_) => return Err(Code::Over),
        Stage::Sealing | Stage::Playing => return Err(Code::SeatTaken),
    }
    if game.names()[Side::A].as_ref().is_some_and(|maker| maker.key() == name.key()) {
        return Err(Code::SameName);
    }
    let mut vault = *vault;
    vault.give(Side::B, secret);
    let mut events = vec![Event::Joined { name, bot: None }];
    events.extend(both_are_there(game, game.bots(), &mut vault));
    Ok(Decision { events, vault: Some(vault) })
}

/// What follows once both seats are taken: a game without sticks and any coin needs no envelopes and begins; to the others a
/// computer of the server brings no seed, or the server would bring two.
pub(crate) fn both_are_there(
    game: &Match,
    bots: &BySide<Option<BotName>>,
    vault: &mut ServerSecrets,
) -> Vec<Event> {
    let rules = &game.record().rules;
    let is_by_chance = matches!(rules, AnyRules::Senet(_)) || rules.wants_coin();
    if let Some(a) = chosen(game.setup().seat).filter(|_| !is_by_chance) {
        return vec![Event::Started { a: a.into(), coin: false, first: None, seeds: None }];
    }
    let id = game.id().to_string();
    let computers = Side::BOTH.into_iter().filter(|side| bots[*side].is_some());
    computers
        .map(|side| {
            vault.opened[side] = Some(NO_SEED);
            Event::Sealed { side, seal: seal(role(side), &id, NO_SEED), own: false }
        })
        .collect()
}

/// Where side A sits, unless the coin decides.
pub(crate) const fn chosen(wish: SeatWish) -> Option<Player> {
    match wish {
        SeatWish::One => Some(Player::One),
        SeatWish::Two => Some(Player::Two),
        SeatWish::Coin => None,
    }
}
