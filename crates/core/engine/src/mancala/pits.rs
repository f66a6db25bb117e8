use gebeta_rules::mancala::{
    Bitboard, End, Move, MoveRules, MoveTables, PieRule, Position, SideWord, Size, Turn, move_of,
};
use gebeta_rules::{Game, Player};
use gebeta_search::{Branch, Eval, Then, Tree};
use gebeta_solver::mancala::Values;

use super::{Steady, Weights};

/// The tree of packed positions: what lies in the pits, and of the stores only what the rules ask for.
#[derive(Debug)]
pub struct Pits<'a, S = u64> {
    ground: &'a Ground<S>,
    /// Exact knowledge of the end of the game.
    table: Option<&'a Values<S>>,
}

/// What the packed positions of one game have in common.
#[derive(Clone, Debug)]
pub struct Ground<S = u64> {
    sower: MoveTables<S>,
    law: MoveRules,
    /// All stones of the game, those in the stores included.
    total: i32,
    /// What judges the pits; without, the steady evaluation does.
    weights: Option<Weights>,
}

/// The pits as the player to move sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Node<S = u64> {
    pits: Bitboard<S>,
    /// How many stones this player is ahead in the stores, where that makes a difference to what follows: when a majority
    /// ends the game, and as long as sides may be swapped. Elsewhere 0.
    ahead: i32,
    pie: PieRule,
}

impl<S: SideWord> Ground<S> {
    /// The ground that `position` stands on; none if its board is too wide for the word, or has too many stones.
    pub fn of(position: &Position) -> Option<Self> {
        let (board, law) = (position.board(), position.law());
        // Where a majority ends the game, the end is seen here and the sower need not know of it.
        let sower = MoveTables::new(board.pits(), MoveRules { end: End::SideEmpty, ..law })?;
        let total = board.total();
        (total <= S::MOST_STONES).then(|| Self { sower, law, total: total.cast_signed(), weights: None })
    }

    /// The same ground, its pits judged by `weights`, which are for six pits a side.
    #[must_use]
    pub fn judged_by(self, weights: Weights) -> Self {
        let fits = self.sower.pits() as usize == Weights::PITS;
        Self { weights: fits.then_some(weights), ..self }
    }

    /// What the pits are probably worth to the player to move, beside the stores.
    #[inline]
    fn eval(&self, pits: Bitboard<S>) -> i32 {
        match &self.weights {
            Some(weights) => weights.eval(pits),
            None => Steady::of_pits(self.law, pits),
        }
    }

    /// Whether `position` stands on it.
    pub fn holds(&self, position: &Position) -> bool {
        let board = position.board();
        u32::from(board.pits().get()) == self.sower.pits()
            && position.law() == self.law
            && board.total().cast_signed() == self.total
    }

    /// The law.
    pub const fn law(&self) -> MoveRules {
        self.law
    }

    /// Pits per side.
    pub fn size(&self) -> Size {
        Size::new(self.sower.pits() as u8).expect("a sower has the pits of a board")
    }

    /// The node of a position that is not over and stands on this ground.
    pub fn node(&self, position: &Position) -> Option<Node<S>> {
        let mover = position.to_move()?;
        let pie = position.pie();
        let ahead = if self.counts_stores(pie) { position.lead(mover) } else { 0 };
        Some(Node { pits: Bitboard::of(position)?, ahead, pie })
    }

    const fn counts_stores(&self, pie: PieRule) -> bool {
        matches!(self.law.end, End::Majority) || !matches!(pie, PieRule::Off)
    }

    fn sow(&self, node: &Node<S>, pit: u32) -> Branch<Node<S>, Move> {
        let sown = self.sower.sow(node.pits, pit);
        let mv = move_of(pit);
        let pie = match (node.pie, sown.turn) {
            (PieRule::FirstTurn, Turn::Again) => PieRule::FirstTurn,
            (PieRule::FirstTurn, Turn::Passes) => PieRule::Available,
            _ => PieRule::Off,
        };
        let ahead = node.ahead + sown.gain;
        // What is in no pit is in the stores.
        let in_stores = self.total - sown.next.stones().cast_signed();
        let majority = self.law.end == End::Majority && in_stores + ahead > self.total;
        let next = |ahead: i32| Node {
            pits: sown.next,
            ahead: if self.counts_stores(pie) { ahead } else { 0 },
            pie,
        };
        let then = match sown.turn {
            Turn::Over => Then::Over,
            _ if majority => Then::Over,
            Turn::Again => Then::Again(next(ahead)),
            Turn::Passes => Then::Passes(next(-ahead)),
        };
        Branch { mv, gain: Steady::STONE * sown.gain, then }
    }
}

/// What the tree says of a position, for searches that know nothing of trees.
impl<S: SideWord> Eval<Position> for Ground<S> {
    type Value = i32;

    fn eval(&self, position: &Position, player: Player) -> i32 {
        let future = Bitboard::of(position).map_or(0, |pits| self.eval(pits));
        let own = position.to_move() == Some(player);
        Steady::STONE * position.lead(player) + if own { future } else { -future }
    }
}

impl<'a, S: SideWord> Pits<'a, S> {
    /// The tree on this ground. The table must be one of its law.
    pub fn new(ground: &'a Ground<S>, table: Option<&'a Values<S>>) -> Self {
        Self { ground, table: table.filter(|_| ground.law.end == End::SideEmpty) }
    }
}

impl<S: SideWord> Tree for Pits<'_, S> {
    type Node = Node<S>;
    type Key = Node<S>;
    type Move = Move;

    #[inline]
    fn branches(&self, node: &Node<S>, branches: &mut Vec<Branch<Node<S>, Move>>) {
        branches.clear();
        branches.extend(node.pits.pits().map(|pit| self.ground.sow(node, pit)));
        if node.pie == PieRule::Available {
            // The opponent moves on what was this player's side, and owns its store.
            let then = Then::Passes(Node {
                pie: PieRule::Off,
                ahead: if self.ground.counts_stores(PieRule::Off) { node.ahead } else { 0 },
                ..*node
            });
            branches.push(Branch { mv: Move::Swap, gain: -2 * Steady::STONE * node.ahead, then });
        }
    }

    #[inline]
    fn eval(&self, node: &Node<S>) -> i32 {
        self.ground.eval(node.pits)
    }

    #[inline]
    fn key(&self, node: &Node<S>) -> Node<S> {
        *node
    }

    #[inline]
    fn bounds(&self, node: &Node<S>) -> (i32, i32) {
        let stones = node.pits.stones().cast_signed();
        // Before a swap there is more to win than lies in the pits.
        let most =
            Steady::STONE * if node.pie == PieRule::Off { stones } else { 2 * node.ahead.abs() + 3 * stones };
        (-most, most)
    }

    #[inline]
    fn probe(&self, node: &Node<S>) -> Option<i32> {
        let value = self.table?.value(node.pits)?;
        (node.pie == PieRule::Off).then_some(Steady::STONE * value)
    }
}
