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
            AnyPly::Senet(_, mv) => self.senet_moves().iter().position(|legal| *legal == mv),
        };
        Self { cursor, ..self }
    }

    /// The pits that may be sown now, by number from 1.
    pub fn pits(&self) -> Vec<u8> {
        let pits = self.mancala_moves().into_iter().filter_map(|mv| match mv {
            mancala::Move::Sow(pit) => Some(pit.number()),
            mancala::Move::Swap => None,
        });
        pits.collect()
    }

    /// Whether sides may be swapped.
    pub fn may_swap(&self) -> bool {
        self.mancala_moves().contains(&mancala::Move::Swap)
    }

    fn mancala_moves(&self) -> Vec<mancala::Move> {
        match self.position {
            Some(AnyPosition::Mancala(position)) => position.legal_moves().collect(),
            _ => Vec::new(),
        }
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
            AnyPosition::Senet(position) => {
                Some(AnyPly::Senet(position.thrown()?, *self.senet_moves().get(self.cursor?)?))
            }
        }
    }

    /// Where the cursor rests: on the nearest pit that may be sown, or on the first move.
    pub(crate) fn rested(&self) -> usize {
        let here = self.cursor.unwrap_or(0) as u8 + 1;
        let near = self.pits().into_iter().min_by_key(|pit| pit.abs_diff(here));
        near.map_or(0, |pit| usize::from(pit) - 1)
    }
}
