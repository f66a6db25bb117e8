use gebeta_rules::{AnyPosition, AnyRules, PRESETS};

use crate::{Bot, EngineGame, GameRng, SearchRequest};

/// How many nodes fixed searches take, by rule set: a number that changes when searching or evaluating does, and is the
/// same on every machine, the browser included.
pub fn signature() -> Vec<(&'static str, u64)> {
    // Rule sets of later days are left out, so that the number can be compared with earlier ones.
    let is_signed = |rules: &AnyRules| !matches!(rules, AnyRules::Sowing(_));
    let signed = PRESETS.iter().filter(|preset| preset.name != "quick" && is_signed(&preset.rules));
    signed.map(|preset| (preset.name, of_game(&preset.rules.start()))).collect()
}

fn of_game(start: &AnyPosition) -> u64 {
    match start {
        AnyPosition::Mancala(start) => along(*start, 8),
        AnyPosition::Sowing(_) => 0,
        AnyPosition::Senet(start) => along(*start, 4),
    }
}

/// The nodes that the steady player needs along a little game with itself.
fn along<G: EngineGame>(start: G, depth: u32) -> u64 {
    const PLIES: usize = 12;
    let luck = GameRng::new(1);
    let mut state = G::EngineState::default();
    let mut position = start;
    let mut nodes = 0;
    for ply in 0..PLIES {
        position = position.with_chance(&luck, ply);
        let request = SearchRequest { seed: luck.seed(), ply, ..SearchRequest::new(Bot::Steady { depth }) };
        let thought = position.search_with(&mut state, request, &mut |_| {});
        let Some(thought) = thought else { break };
        nodes += thought.nodes.total();
        position.play_unchecked(thought.best, &mut ());
    }
    nodes
}
