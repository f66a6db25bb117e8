use gebeta_rules::sowing::{Hole, Move, Pit, Table};
use gebeta_rules::{AnyPly, AnyPosition, Chance as _, Game as _, mancala, senet};

/// The moves that may be chosen on a board, and the chosen one.
#[derive(Clone, Copy, Debug)]
pub struct MoveSelection {
    /// None where there is no board yet.
    position: Option<AnyPosition>,
    /// The chosen pit of the mover, or the chosen move of the list; from 0. None where the chosen move is neither.
    pub(crate) cursor: Option<usize>,
}

impl MoveSelection {
    pub(crate) const fn new(position: Option<AnyPosition>, cursor: usize) -> Self {
        Self { position, cursor: Some(cursor) }
    }

    /// The same with the cursor at another place.
    pub(crate) const fn at(self, cursor: usize) -> Self {
        Self { cursor: Some(cursor), ..self }
    }

    /// The same with the cursor on this move.
    pub(crate) fn on(self, ply: AnyPly) -> Self {
        let cursor = match ply {
            AnyPly::Mancala(mancala::Move::Sow(pit)) => Some(usize::from(pit.number()) - 1),
            AnyPly::Mancala(mancala::Move::Swap) => None,
            AnyPly::Sowing(_) => self.listed().iter().position(|(_, legal)| *legal == ply),
            AnyPly::Senet(_, mv) => self.senet_moves().iter().position(|legal| *legal == mv),
        };
        Self { cursor, ..self }
    }

    /// The pits that may be sown or taken now.
    pub fn holes(&self) -> Vec<Hole> {
        let Some((mover, table)) = self.mover_and_table() else { return Vec::new() };
        self.sowing_moves().into_iter().filter_map(|(mv, _)| mv.hole(&table.board, mover)).collect()
    }

    /// The pits that may be sown now, by number from 1.
    pub fn pits(&self) -> Vec<u8> {
        let mut pits: Vec<_> = self
            .sowing_moves()
            .into_iter()
            .filter_map(|(mv, _)| match mv {
                Move::Sow(pit, _) | Move::Take(pit) => Some(pit.number()),
                Move::Swap => None,
            })
            .collect();
        pits.sort_unstable();
        pits.dedup();
        pits
    }

    /// The pit that the cursor is on.
    pub fn cursor_hole(&self) -> Option<Hole> {
        let (mover, table) = self.mover_and_table()?;
        match self.position? {
            AnyPosition::Mancala(_) => {
                let pit = Pit::new(u8::try_from(self.cursor?).ok()? + 1)?;
                Some(table.board.hole_of(mover, pit))
            }
            AnyPosition::Sowing(_) => self.listed().get(self.cursor?)?.0.hole(&table.board, mover),
            AnyPosition::Senet(_) => None,
        }
    }

    /// How many places the cursor has.
    pub(crate) fn places(&self) -> usize {
        let places = match self.position {
            Some(AnyPosition::Mancala(position)) => position.board().pits().get().into(),
            Some(AnyPosition::Sowing(_)) => self.listed().len(),
            Some(AnyPosition::Senet(_)) => self.senet_moves().len(),
            None => 0,
        };
        places.max(1)
    }

    /// The places in the list of the moves that are made from `hole`.
    pub(crate) fn places_of(&self, hole: usize) -> Vec<usize> {
        let Some((mover, table)) = self.mover_and_table() else { return Vec::new() };
        let is_from = |mv: Move| mv.hole(&table.board, mover).is_some_and(|from| from.index() == hole);
        let listed = self.listed().into_iter().enumerate();
        listed.filter(|(_, (mv, _))| is_from(*mv)).map(|(place, _)| place).collect()
    }

    /// Whether sides may be swapped.
    pub fn may_swap(&self) -> bool {
        self.swap().is_some()
    }

    /// The ply that swaps sides, if that is allowed now.
    pub(crate) fn swap(&self) -> Option<AnyPly> {
        self.sowing_moves().into_iter().find(|(mv, _)| *mv == Move::Swap).map(|(_, ply)| ply)
    }

    /// The legal moves of a sowing game from left to right, with a swap at the end.
    fn sowing_moves(&self) -> Vec<(Move, AnyPly)> {
        match (self.position, self.mover_and_table()) {
            (Some(position), Some((_, table))) => table.moves(&position),
            _ => Vec::new(),
        }
    }

    /// The moves that the cursor passes in the games of the wider family, where a pit may have two moves or not be one's own.
    fn listed(&self) -> Vec<(Move, AnyPly)> {
        let mut moves = self.sowing_moves();
        moves.retain(|(mv, _)| *mv != Move::Swap);
        moves
    }

    fn mover_and_table(&self) -> Option<(gebeta_rules::Player, Table)> {
        let position = self.position?;
        Some((position.to_move()?, Table::of(&position)?))
    }

    /// The legal moves of Senet with the throw on the table.
    pub fn senet_moves(&self) -> Vec<senet::Move> {
        match self.position {
            Some(AnyPosition::Senet(position)) => position.legal_moves().collect(),
            _ => Vec::new(),
        }
    }

    /// Whether the only thing to do is to pass.
    pub fn must_pass(&self) -> bool {
        self.senet_moves() == [senet::Move::Pass]
    }

    /// The ply the cursor is on, if it may be played.
    pub fn chosen(&self) -> Option<AnyPly> {
        match self.position? {
            AnyPosition::Mancala(position) => {
                let mv = mancala::Move::Sow(mancala::Pit::new(self.cursor? as u8 + 1)?);
                position.check(mv).ok().map(|()| AnyPly::Mancala(mv))
            }
            AnyPosition::Sowing(_) => Some(self.listed().get(self.cursor?)?.1),
            AnyPosition::Senet(position) => {
                Some(AnyPly::Senet(position.thrown()?, *self.senet_moves().get(self.cursor?)?))
            }
        }
    }

    /// The ply that sows the pit with this number, from 1, legal or not: the rules say why not.
    pub(crate) fn sow(&self, number: usize) -> Option<AnyPly> {
        let number = u8::try_from(number).ok()?;
        match self.position? {
            AnyPosition::Mancala(_) => Some(AnyPly::Mancala(mancala::Move::Sow(mancala::Pit::new(number)?))),
            AnyPosition::Sowing(position) => {
                let mv = Move::Sow(Pit::new(number)?, None);
                Some(AnyPly::Sowing(position.map(|_| mv)))
            }
            AnyPosition::Senet(_) => None,
        }
    }

    /// Where the cursor rests: on the nearest pit that may be sown, or on the first move.
    pub(crate) fn rested(&self) -> usize {
        if matches!(self.position, Some(AnyPosition::Sowing(_))) {
            return self.cursor.unwrap_or(0).min(self.places() - 1);
        }
        let here = self.cursor.unwrap_or(0) as u8 + 1;
        let near = self.pits().into_iter().min_by_key(|pit| pit.abs_diff(here));
        near.map_or(0, |pit| usize::from(pit) - 1)
    }
}
