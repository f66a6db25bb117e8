use gebeta_rules::mancala::Capture;
use gebeta_rules::sowing::{CaptureOn, FirstStone, Heading, Hole, Position, Rows, Side, Stores};
use gebeta_rules::{Game, Player};

/// What one side of the board looks like, counted in a few numbers: the same for every rule set.
///
/// What a law has no use for stays zero. Two sides are compared, and fitted [`Weights`](super::Weights) say what each number
/// is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Features([i32; Features::COUNT]);

impl Features {
    /// How many numbers there are.
    pub const COUNT: usize = 11;

    /// Stones on the own side.
    const STONES: usize = 0;
    /// Pits that hold stones.
    const PITS: usize = 1;
    /// Pits that hold a single stone.
    const LONE: usize = 2;
    /// Stones that one more stone makes a number that is captured.
    const COUNTED: usize = 3;
    /// Stones that a last stone across the board captures.
    const FACED: usize = 4;
    /// Owned pits.
    const MARKS: usize = 5;
    /// Stones that will leave the side when their pit is sown.
    const LEAVING: usize = 6;
    /// How far the stones have come, in pits from the first.
    const PLACES: usize = 7;
    /// Pits whose last stone reaches the own store.
    const HOME: usize = 8;
    /// The most stones that the first lap of a move captures.
    const BEST_CAPTURE: usize = 9;
    /// The stones that the first laps of all moves capture.
    const CAPTURES: usize = 10;

    /// The numbers.
    pub const fn numbers(&self) -> &[i32; Self::COUNT] {
        &self.0
    }

    /// What the side of `player` looks like.
    pub fn of(position: &Position, player: Player) -> Self {
        let mut features = Self::default();
        let (board, law) = (position.board(), position.law());
        let side = i32::from(board.side());
        let mut best = 0;
        for (place, hole) in (0..).zip(board.holes_of(player)) {
            let stones = board.stones(hole);
            if stones == 0 || board.is_marked(hole) {
                continue;
            }
            let count = i32::from(stones);
            features.0[Self::STONES] += count;
            features.0[Self::PITS] += 1;
            features.0[Self::LONE] += i32::from(stones == 1);
            if law.take.contains(stones + 1) || (law.pass_take > 0 && stones + 1 == law.pass_take.into()) {
                features.0[Self::COUNTED] += count;
            }
            if is_faced(position, hole) {
                features.0[Self::FACED] += count;
            }
            let to_the_end = side - place;
            features.0[Self::LEAVING] += (count + 1 - to_the_end).clamp(0, count);
            features.0[Self::PLACES] += count * place;
            features.0[Self::HOME] += i32::from(law.stores == Stores::Sown && count == to_the_end);
            let captured = first_capture(position, player, hole, stones);
            features.0[Self::CAPTURES] += captured;
            best = best.max(captured);
        }
        features.0[Self::BEST_CAPTURE] = best;
        features.0[Self::PLACES] /= side.max(1);
        features.0[Self::MARKS] = board.marks(player).len().cast_signed();
        features
    }

    /// The sides of the player to move and of the other one.
    pub fn of_both(position: &Position) -> [Self; 2] {
        let mover = position.to_move().unwrap_or(Player::One);
        [Self::of(position, mover), Self::of(position, !mover)]
    }
}

/// The pit that faces `hole` on two rows, where captures across the board are made.
fn facing(position: &Position, hole: Hole) -> Option<Hole> {
    let law = position.law();
    if law.rows != Rows::Two || law.capture == Capture::None {
        return None;
    }
    position.board().facing(hole)
}

/// Whether the stones of `hole` lie where a last stone of the opponent would capture them.
fn is_faced(position: &Position, hole: Hole) -> bool {
    let (law, board) = (position.law(), position.board());
    if law.capture == Capture::None {
        return false;
    }
    if law.rows == Rows::Four {
        // What lies in the front row can be captured, together with what lies behind it.
        return board.pit_at(hole).is_some_and(|(_, pit)| pit.number() > law.pits);
    }
    facing(position, hole).is_some_and(|facing| {
        let stones = board.stones(facing);
        match law.capture_on {
            CaptureOn::Empty => stones == 0,
            CaptureOn::Occupied => stones > 0,
            CaptureOn::Any => true,
        }
    })
}

/// How many stones the first lap from `hole` captures with its last stone, as far as that can be told without sowing.
fn first_capture(position: &Position, player: Player, hole: Hole, stones: u16) -> i32 {
    let (law, board) = (position.law(), position.board());
    let by_count = !law.take.is_empty();
    let across = law.rows == Rows::Two && law.capture != Capture::None;
    if !(by_count || across) {
        return 0;
    }
    let Some(last) = landing(position, player, hole, stones) else { return 0 };
    if board.is_marked(last) {
        return 0;
    }
    let lies = i32::from(board.stones(last));
    let is_own = board.is_pit_of(player, last);
    if by_count {
        let is_on_side = match law.take_side {
            Side::Opponent => !is_own,
            Side::Own => is_own,
            Side::Any => true,
        };
        let becomes = board.stones(last) + 1;
        if is_on_side && law.take.contains(becomes) {
            return becomes.into();
        }
    }
    if across && is_own && lies == 0 {
        let taken = facing(position, last).map_or(0, |facing| i32::from(board.stones(facing)));
        let needs = law.capture_needs;
        if needs.is_empty() || u8::try_from(taken).is_ok_and(|taken| taken < 64 && needs.contains(taken)) {
            return taken;
        }
    }
    0
}

/// Where the last stone of the first lap falls; none if the lap goes once round the board, or where that cannot be told.
fn landing(position: &Position, player: Player, hole: Hole, stones: u16) -> Option<Hole> {
    let (law, board) = (position.law(), position.board());
    let side = usize::from(board.side());
    let (_, pit) = board.pit_at(hole)?;
    let heading = position.fixed_heading(pit, stones)?;
    let steps = match law.first_stone {
        FirstStone::Origin if stones > 1 => usize::from(stones) - 1,
        FirstStone::Origin | FirstStone::Next => usize::from(stones),
    };
    // The ring as the player sees it: the own pits, the own store if it is sown, the other pits.
    let has_store = usize::from(law.stores == Stores::Sown);
    let ring = 2 * side + has_store;
    if steps >= ring || law.rows == Rows::Four {
        return None;
    }
    let place = usize::from(pit.number()) - 1;
    let place = match heading {
        Heading::Right => (place + steps) % ring,
        Heading::Left => (place + ring - steps) % ring,
    };
    let (owner, place) =
        if place < side + has_store { (player, place) } else { (!player, place - side - has_store) };
    (place < side).then(|| board.hole_at(owner, place as u8))
}
