//! Tables in files, two bytes a position.

use gebeta_rules::senet::{Move, Position, Rules, SquareSet};
use gebeta_rules::{AnyRules, Game};

use super::cell::{Single, TwoBytes};
use super::{Extent, Layer, answer, certify};
use crate::file::{Header, Kind, Reader, Section, Source, TableError, TableErrorKind};

/// Which table a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Plan {
    rules: Rules,
    extent: Extent,
}

impl Plan {
    /// The table of these rules for every position of an extent.
    pub fn new(rules: &Rules, extent: impl Into<Extent>) -> Self {
        let extent = extent.into();
        Self { rules: certify::with_pieces(rules, extent), extent }
    }

    /// The rules, with as many pieces as there are at most.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// The positions.
    pub const fn extent(&self) -> Extent {
        self.extent
    }

    /// What the file says of itself. Layers and their mirror images follow each other, each in the order of its index.
    pub fn header(&self) -> Header {
        let section = |layer: Layer| Section::new(layer.own(), layer.theirs(), layer.positions());
        let sections = self.extent.layers().map(section).collect();
        Header::new(Kind::Senet, AnyRules::Senet(self.rules), self.extent.most().into(), sections)
    }

    fn of(header: &Header) -> Result<Self, TableErrorKind> {
        let AnyRules::Senet(rules) = *header.rules() else {
            return Err(TableErrorKind::Foreign("no table of Senet"));
        };
        let layers = header.sections().iter().map(|section| Layer::new(section.moving, section.waiting));
        let extent = layers.map(|layer| layer.map(Extent::below)).reduce(|sum, next| Some(sum?.and(next?)));
        let plan = extent.flatten().map(|extent| Self { rules, extent });
        plan.filter(|plan| plan.header() == *header)
            .ok_or(TableErrorKind::Foreign("sections no table of Senet has"))
    }
}

/// A table that stays in its file: every answer reads and checks one block, unless that was done lately.
#[derive(Debug)]
pub struct StoredTable<S> {
    reader: Reader<S>,
    plan: Plan,
}

impl<S: Source> StoredTable<S> {
    /// How far a stored value is from the one it stands for.
    pub const ROUNDING: f64 = TwoBytes::ERROR;

    /// The table in a file.
    ///
    /// # Errors
    /// `table-foreign` if it is no table of Senet.
    pub fn new(reader: Reader<S>) -> Result<Self, TableError> {
        match Plan::of(reader.header()) {
            Ok(plan) => Ok(Self { reader, plan }),
            Err(fault) => Err(fault.of(reader.source().name())),
        }
    }

    /// Which positions it holds.
    pub const fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The file.
    pub const fn reader(&self) -> &Reader<S> {
        &self.reader
    }

    /// Whether it was made for these rules; with how many pieces a game begins is no matter.
    pub fn serves(&self, rules: &Rules) -> bool {
        certify::with_pieces(rules, self.plan.extent) == self.plan.rules
    }

    /// The probability that the player to move wins, as [`Exact::win`](super::Exact::win) says it.
    ///
    /// # Errors
    /// A block is damaged or cannot be read.
    pub fn win(&self, position: &Position) -> Result<Option<f64>, TableError> {
        if !self.serves(position.rules()) {
            return Ok(None);
        }
        answer::win(position, &|position| self.before_throw(position))
    }

    /// The same of each legal move, as [`Exact::moves`](super::Exact::moves) says it.
    ///
    /// # Errors
    /// A block is damaged or cannot be read.
    pub fn moves(&self, position: &Position) -> Result<Option<Vec<(Move, f64)>>, TableError> {
        if !self.serves(position.rules()) {
            return Ok(None);
        }
        answer::moves(position, &|position| self.before_throw(position))
    }

    /// How far an entry, counted through all sections, is from the average over the throws of its position.
    ///
    /// # Errors
    /// A block is damaged or cannot be read.
    pub fn fault(&self, mut entry: u64) -> Result<f64, TableError> {
        for layer in self.plan.extent.layers() {
            if entry < layer.positions() {
                let position = certify::position(&self.plan.rules, layer, entry as usize);
                let known = |position: &Position| Ok(self.win(position)?.unwrap_or(f64::INFINITY));
                return certify::fault(&position, &known);
            }
            entry -= layer.positions();
        }
        Ok(0.0)
    }

    fn before_throw(&self, position: &Position) -> Result<Option<f64>, TableError> {
        let Some(mover) = position.to_move() else { return Ok(None) };
        self.of_board(position.board().pieces(mover), position.board().pieces(!mover))
    }

    /// The probability that the player to throw wins on this board, as
    /// [`Exact::of_board`](super::Exact::of_board) says it.
    ///
    /// # Errors
    /// A block is damaged or cannot be read.
    pub fn of_board(&self, own: SquareSet, theirs: SquareSet) -> Result<Option<f64>, TableError> {
        let layer = Layer::new(own.len(), theirs.len()).filter(|&layer| self.plan.extent.covers(layer));
        let Some(layer) = layer else { return Ok(None) };
        let Some(section) = self.reader.header().find(layer.own().into(), layer.theirs().into()) else {
            return Ok(None);
        };
        let entry = self.reader.entry(section, layer.rank(own, theirs) as u64)?;
        Ok(Some(TwoBytes::from_bits(entry as u16).get()))
    }
}
