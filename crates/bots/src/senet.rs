//! Players of Senet.

mod adviser;
mod ahead;
mod classic;
mod drift;
mod judge;
mod odds;
mod square_table;

use std::num::NonZero;

use gebeta_endgame::senet::{Exact, Reach};
use gebeta_rules::senet::{Move, Position};
use gebeta_rules::{Chance, Game, Player};
use gebeta_search::{Limits, Nodes, Report, deepen, star_over};

use crate::{Bot, Budget, Luck, Thinks, Thought};

pub use adviser::{Adviser, Outlook};
pub use ahead::Ahead;
pub use classic::Classic;
pub use judge::{Judge, Sides};
pub use odds::Odds;

impl Thinks for Position {
    type Mind = ();

    fn think_with(
        &self,
        (): &mut (),
        bot: Bot,
        budget: Budget<'_>,
        luck: &Luck,
        ply: usize,
        heard: &mut dyn FnMut(&Thought<Move>),
    ) -> Option<Thought<Move>> {
        match bot {
            Bot::Random | Bot::Novice => {
                let legal: Vec<Move> = self.legal_moves().collect();
                luck.choose(ply, &legal).map(Thought::at_once)
            }
            Bot::Classic { depth } => look_ahead(self, &Classic, budget.limits(depth), heard),
            Bot::Level(level) => look_ahead(self, &Odds, budget.limits(u32::from(level.get())), heard),
            Bot::Steady { depth } => look_ahead(self, &Odds, budget.limits(depth), heard),
            Bot::Perfect { .. } => match look_up(self, budget) {
                Some(known) => {
                    heard(&known);
                    Some(known)
                }
                None => look_ahead(self, &Odds, budget.limits(Bot::SENET_DEPTH), heard),
            },
        }
    }

    fn with_chance(&self, luck: &Luck, ply: usize) -> Self {
        if self.thrown().is_some() || self.outcome().is_some() {
            return *self;
        }
        self.cast(luck.sticks(ply).roll(self.rules().no_dark))
    }
}

/// The exact worth of the moves, with few enough pieces on the board.
fn look_up(position: &Position, budget: Budget<'_>) -> Option<Thought<Move>> {
    let most = Player::BOTH.map(|player| position.board().pieces(player).len()).into_iter().max()?;
    let reach = Reach::new(most).filter(|_| most <= Bot::PERFECT_PIECES)?;
    let exact = Exact::build(position.rules(), reach, NonZero::<usize>::MIN, &mut |_| {}, budget.stop)?;
    let moves = exact.moves(position)?;
    let report = Report { moves, line: Vec::new(), depth: 0, nodes: Nodes::default(), exact: true };
    Thought::from_report(&report)
}

fn look_ahead<J: Judge>(
    position: &Position,
    judge: &J,
    limits: Limits<'_>,
    heard: &mut dyn FnMut(&Thought<Move>),
) -> Option<Thought<Move>> {
    let ahead = Ahead::new(judge, position.to_move()?, position.rules());
    let search = |limits: Limits<'_>| star_over(&ahead, Ahead::<J>::roots(position), limits);
    let hear = |report: &Report<Move, f64>| {
        if let Some(thought) = Thought::from_report(report) {
            heard(&thought);
        }
    };
    // Stopped before the first ply was finished: one ply is over before anybody can blink.
    let report = deepen(limits, search, hear).or_else(|| search(Limits::depth(1)))?;
    Thought::from_report(&report)
}
