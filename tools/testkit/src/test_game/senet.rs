use gebeta_rules::senet::{Move, Position, Square, Step};
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, ByPlayer, Chance, Game, Player};

use super::{Picture, TestGame};
use crate::Walk;

impl TestGame for Position {
    type Picture = PiecesPicture;

    fn every_move() -> impl Iterator<Item = Move> {
        let from_to = |make: fn(Square, Square) -> Move| {
            squares().flat_map(move |from| squares().map(move |to| make(from, to)))
        };
        from_to(|from, to| Move::Step { from, to })
            .chain(from_to(|from, to| Move::Swap { from, to }))
            .chain(from_to(|from, to| Move::Drown { from, to }))
            .chain(from_to(|from, to| Move::Return { from, to }))
            .chain(squares().map(|from| Move::Exit { from }))
            .chain([Move::Pass])
    }

    fn picture(&self) -> PiecesPicture {
        PiecesPicture {
            squares: squares().map(|square| self.board().piece_at(square)).collect(),
            exited: ByPlayer::from_fn(|player| self.exited(player).into()),
        }
    }

    fn thrown_by(&self, walk: &mut Walk) -> Self {
        if self.outcome().is_some() || self.thrown().is_some() {
            return *self;
        }
        let mut way = walk.below(Self::WEIGHTS as usize) as u32;
        let throws = self.throws().iter();
        let thrown = throws.copied().find(|&(_, weight)| {
            let hit = way < weight;
            way = way.wrapping_sub(weight);
            hit
        });
        let (roll, _) = thrown.expect("the weights add up to all the ways");
        self.cast(roll)
    }

    fn rules(&self) -> AnyRules {
        AnyRules::Senet(*self.rules())
    }

    fn any(&self) -> AnyPosition {
        AnyPosition::Senet(*self)
    }

    fn ply(&self, mv: Move) -> AnyPly {
        AnyPly::Senet(self.thrown().expect("a move follows a throw"), mv)
    }
}

fn squares() -> impl Iterator<Item = Square> {
    (1..=Square::LAST).filter_map(Square::new)
}

/// Pieces on squares, 27 included while one is in the Water, and off the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecesPicture {
    /// The owner of the piece on each square, from square 1.
    pub squares: Vec<Option<Player>>,
    /// Pieces that have left the board.
    pub exited: ByPlayer<u32>,
}

impl PiecesPicture {
    fn at(&mut self, square: Square) -> &mut Option<Player> {
        &mut self.squares[usize::from(square.number()) - 1]
    }

    fn take(&mut self, player: Player, from: Square) -> Result<(), String> {
        match self.at(from).take() {
            Some(owner) if owner == player => Ok(()),
            other => Err(format!("a piece of player {player} leaves {from} where {other:?} stands")),
        }
    }

    fn put(&mut self, player: Player, to: Square) -> Result<(), String> {
        match self.at(to).replace(player) {
            None => Ok(()),
            Some(_) => Err(format!("a piece of player {player} comes to {to}, which is taken")),
        }
    }
}

impl Picture<Step> for PiecesPicture {
    fn draw(&mut self, step: Step) -> Result<(), String> {
        match step {
            Step::Move { player, from, to } | Step::Return { player, from, to } => {
                self.take(player, from)?;
                self.put(player, to)
            }
            Step::Swap { player, from, to } => {
                self.take(player, from)?;
                self.take(!player, to)?;
                self.put(player, to)?;
                self.put(!player, from)
            }
            Step::Water { player, from } => {
                self.take(player, from)?;
                self.put(player, Square::WATER)
            }
            Step::Exit { player, from } => {
                self.exited[player] += 1;
                self.take(player, from)
            }
        }
    }

    fn material(&self) -> Vec<u32> {
        let on_board = |player| self.squares.iter().filter(|&&owner| owner == Some(player)).count() as u32;
        Player::BOTH.map(|player| on_board(player) + self.exited[player]).to_vec()
    }
}
