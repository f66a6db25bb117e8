use gebeta_rules::{ByPlayer, Player};

use crate::{Bot, EngineBudget, EngineGame, GameRng, SearchRequest, Tablebases};

/// Two bots against each other, seats swapped, from the same openings.
#[derive(Clone, Copy, Debug)]
pub struct Duel<'a, G: EngineGame> {
    /// Where every game begins.
    pub start: G,
    /// The bot whose score is kept.
    pub a: Bot,
    /// Its opponent.
    pub b: Bot,
    /// How many plies are played at random before the bots take over, the same for both games of a pair.
    pub opening: usize,
    /// The tablebases both may probe.
    pub tablebases: Option<&'a dyn Tablebases>,
    /// The state that all games share.
    pub state: &'a G::EngineState,
}

/// How the two games of a pair ended for the first bot, in half points: 0 to 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pair {
    /// As the first player.
    pub as_first: Points,
    /// As the second.
    pub as_second: Points,
    /// The plies of both games; in Senet each has a throw of its own.
    pub plies: usize,
}

/// The points of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Points {
    /// A lost game.
    Loss,
    /// A draw, or a game that came to no end.
    Draw,
    /// A won game.
    Win,
}

impl<G: EngineGame> Duel<'_, G> {
    /// A game of this length is called a draw; Senet between random players takes about 500 plies.
    const LONGEST: usize = 20_000;

    /// The pair of games that belongs to `seed`.
    pub fn pair(&self, seed: u64) -> Pair {
        let luck = GameRng::new(seed);
        let [(as_first, first), (as_second, second)] = Player::BOTH.map(|seat| self.game(seat, &luck));
        Pair { as_first, as_second, plies: first + second }
    }

    /// How a game ended, and after how many plies.
    fn game(&self, seat: Player, luck: &GameRng) -> (Points, usize) {
        let bots = match seat {
            Player::One => ByPlayer { one: self.a, two: self.b },
            Player::Two => ByPlayer { one: self.b, two: self.a },
        };
        let mut position = self.start.clone();
        let mut states = ByPlayer::from_fn(|_| G::share(self.state));
        let mut plies = 0;
        for ply in 0..Self::LONGEST {
            let Some(mover) = position.to_move() else { break };
            let bot = if ply < self.opening { Bot::Random } else { bots[mover] };
            position = position.with_chance(luck, ply);
            let budget = EngineBudget { tablebases: self.tablebases, ..EngineBudget::FREE };
            let request = SearchRequest { bot, budget, seed: luck.seed(), ply };
            let thought = position.search_with(&mut states[mover], request, &mut |_| {});
            let Some(thought) = thought else { break };
            position.play_unchecked(thought.best, &mut ());
            plies = ply + 1;
        }
        let points = match position.outcome().and_then(gebeta_rules::Outcome::winner) {
            Some(winner) if winner == seat => Points::Win,
            Some(_) => Points::Loss,
            None => Points::Draw,
        };
        (points, plies)
    }
}
