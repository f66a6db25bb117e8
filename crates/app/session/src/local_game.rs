mod undo;

use gebeta_engine::GameRng;
use gebeta_rules::senet::Sticks;
use gebeta_rules::{
    AnyPly, AnyPosition, AppliedMove, ByPlayer, Chance, Coin, CoinSide, Game, Player, PlyError, Record, senet,
};

use crate::{PlayerKind, Prompt};

/// A game in progress.
#[derive(Clone, Debug)]
pub struct LocalGame {
    record: Record,
    player_kinds: ByPlayer<PlayerKind>,
    confirm: bool,
    luck: GameRng,
    /// Whether the sticks lie on the table; how they fell follows from the ply.
    thrown: bool,
    /// A move that is shown but not yet played.
    trial: Option<AnyPly>,
    /// What was taken back, the next to play again last.
    undone: Vec<AnyPly>,
}

/// Why something cannot be done now. The table is as it was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ActionError {
    /// The game waits for something else.
    #[error("the game waits for something else")]
    NotNow,
    /// The move is not legal.
    #[error(transparent)]
    Illegal(#[from] PlyError),
}

impl LocalGame {
    /// A table with the game of `record` on it, begun or not. Without a seed in the record it is as if it were 0.
    pub fn new(record: Record, player_kinds: ByPlayer<PlayerKind>, confirm: bool) -> Self {
        let luck = GameRng::new(record.seed.unwrap_or(0));
        Self { record, player_kinds, confirm, luck, thrown: false, trial: None, undone: Vec::new() }
    }

    /// Goes on with a kept game; a player the program does not know any more is taken over by a person.
    pub fn resume(record: Record, confirm: bool) -> Self {
        let game = record.rules.game();
        let player_kinds = ByPlayer::from_fn(|player| {
            PlayerKind::named(game, &record.players[player].kind).unwrap_or(PlayerKind::Human)
        });
        Self::new(record, player_kinds, confirm)
    }

    /// The game so far, without a move that is only shown.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// Who moves for each side.
    pub const fn player_kinds(&self) -> ByPlayer<PlayerKind> {
        self.player_kinds
    }

    /// Whether a person's move is shown first and then committed or undone.
    pub const fn confirms(&self) -> bool {
        self.confirm
    }

    /// Shows the moves of people first from now on, or plays them at once. A move that is shown stays.
    pub const fn set_confirms(&mut self, confirm: bool) {
        self.confirm = confirm;
    }

    /// The chance of this game.
    pub const fn luck(&self) -> &GameRng {
        &self.luck
    }

    /// How many plies were played.
    pub fn ply(&self) -> usize {
        self.record.plies().len()
    }

    /// What a player is called.
    pub fn name(&self, player: Player) -> &str {
        &self.record.players[player].name
    }

    /// Both names.
    pub fn names(&self) -> ByPlayer<String> {
        ByPlayer::from_fn(|player| self.name(player).to_owned())
    }

    /// The position to decide in; in Senet with the roll once the sticks lie on the table.
    pub fn position(&self) -> AnyPosition {
        match (*self.record.position(), self.sticks()) {
            (AnyPosition::Senet(position), Some(sticks)) if position.thrown().is_none() => {
                AnyPosition::Senet(position.cast(sticks.roll(position.rules().no_dark)))
            }
            (position, _) => position,
        }
    }

    /// How the sticks lie; none while they are in the hand.
    pub fn sticks(&self) -> Option<Sticks> {
        self.thrown.then(|| self.luck.sticks(self.ply()))
    }

    /// The move that is shown, waiting to be committed or undone.
    pub const fn trial(&self) -> Option<AnyPly> {
        self.trial
    }

    /// What the game waits for.
    pub fn prompt(&self) -> Prompt {
        if self.needs_toss() {
            return Prompt::Toss;
        }
        let position = self.position();
        let Some(mover) = position.to_move() else { return Prompt::Over(position.outcome()) };
        match self.player_kinds[mover] {
            PlayerKind::Bot(_) => Prompt::Bot(mover),
            PlayerKind::Human if self.needs_throw() => Prompt::Throw(mover),
            PlayerKind::Human if self.trial.is_some() => Prompt::Confirm(mover),
            PlayerKind::Human => Prompt::Choose(mover),
        }
    }

    /// Whether the sticks are to be thrown before a move can be chosen.
    pub fn needs_throw(&self) -> bool {
        matches!(self.position(), AnyPosition::Senet(position) if position.to_move().is_some() && position.thrown().is_none())
    }

    /// The only legal ply, if there is exactly one.
    pub fn forced_ply(&self) -> Option<AnyPly> {
        only(self.position().legal_plies().into_iter())
    }

    /// Whether a person plays here.
    pub fn has_person(&self) -> bool {
        Player::BOTH.iter().any(|&player| self.player_kinds[player] == PlayerKind::Human)
    }

    /// The person who plays here, if there is only one: against a computer player.
    pub fn sole_person(&self) -> Option<Player> {
        let mut people =
            Player::BOTH.into_iter().filter(|&player| self.player_kinds[player] == PlayerKind::Human);
        people.next().filter(|_| people.next().is_none())
    }

    /// Whether a coin decides who begins and has not been tossed.
    fn needs_toss(&self) -> bool {
        self.record.rules.wants_coin()
            && self.record.coin.is_none()
            && self.record.start() == &self.record.rules.start()
            && self.ply() == 0
    }

    /// Tosses the coin; `called` is Player 1's side, or a computer's choice.
    ///
    /// # Errors
    /// No toss is due.
    pub fn toss(&mut self, called: Option<CoinSide>) -> Result<Coin, ActionError> {
        if !self.needs_toss() {
            return Err(ActionError::NotNow);
        }
        let coin = Coin { called: called.unwrap_or_else(|| self.luck.call()), fell: self.luck.coin() };
        let start = self.record.rules.start_with(coin.first());
        let players = self.record.players.clone();
        let mut record = Record::new(self.record.rule_set.clone(), self.record.rules, start, players);
        record.seed = self.record.seed;
        record.notes.clone_from(&self.record.notes);
        record.coin = Some(coin);
        self.record = record;
        Ok(coin)
    }

    /// Throws the sticks.
    ///
    /// # Errors
    /// No throw is due.
    pub fn throw(&mut self) -> Result<Sticks, ActionError> {
        if self.needs_toss() || !self.needs_throw() {
            return Err(ActionError::NotNow);
        }
        self.thrown = true;
        Ok(self.luck.sticks(self.ply()))
    }

    /// The ply that plays Senet's `mv` with the roll on the table.
    pub fn stepping(&self, mv: senet::Move) -> Option<AnyPly> {
        match self.position() {
            AnyPosition::Senet(position) => Some(AnyPly::Senet(position.thrown()?, mv)),
            AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => None,
        }
    }

    /// A person's move: played at once, or only shown where moves are confirmed. A shown move is replaced by another.
    ///
    /// # Errors
    /// It is not a person's turn, or the move is not legal.
    pub fn choose(&mut self, ply: AnyPly) -> Result<Option<AppliedMove>, ActionError> {
        if self.prompt().chooser().is_none() {
            return Err(ActionError::NotNow);
        }
        // A pass is no choice: there is nothing to confirm.
        if self.confirm && !matches!(ply, AnyPly::Senet(_, senet::Move::Pass)) {
            self.position().play(ply)?;
            self.trial = Some(ply);
            return Ok(None);
        }
        self.play(ply).map(Some)
    }

    /// What the shown move would do.
    pub fn preview(&self) -> Option<AppliedMove> {
        self.position().apply(self.trial?).ok()
    }

    /// Plays the shown move.
    ///
    /// # Errors
    /// None is shown.
    pub fn commit(&mut self) -> Result<AppliedMove, ActionError> {
        let ply = self.trial.ok_or(ActionError::NotNow)?;
        self.play(ply)
    }

    /// Takes the shown move away.
    pub fn retract(&mut self) {
        self.trial = None;
    }

    /// Plays a move for whoever is to move: a computer's answer, or a move read from elsewhere.
    ///
    /// # Errors
    /// It is not legal.
    pub fn play(&mut self, ply: AnyPly) -> Result<AppliedMove, ActionError> {
        let played = self.advance(ply)?;
        self.undone.clear();
        Ok(played)
    }

    fn advance(&mut self, ply: AnyPly) -> Result<AppliedMove, ActionError> {
        if self.needs_toss() {
            return Err(ActionError::NotNow);
        }
        if let (AnyPosition::Senet(position), AnyPly::Senet(roll, _)) = (self.position(), ply)
            && let Some(thrown) = position.thrown().filter(|&thrown| thrown != roll)
        {
            return Err(PlyError::OtherRoll { thrown, roll }.into());
        }
        let played = self.record.play(ply)?;
        self.thrown = false;
        self.trial = None;
        Ok(played)
    }

    /// The same seats, rules and first position for another game with another seed; a coin is tossed again.
    pub fn again(&self, seed: u64) -> Self {
        let rules = self.record.rules;
        let start = if self.record.coin.is_some() { rules.start() } else { *self.record.start() };
        let players = self.record.players.clone();
        let mut record = Record::new(self.record.rule_set.clone(), rules, start, players);
        record.seed = Some(seed);
        Self::new(record, self.player_kinds, self.confirm)
    }

    /// What was played at `ply`, as it happened.
    pub fn played(&self, ply: usize) -> Option<AppliedMove> {
        self.record.applied(ply)
    }
}

/// The only item of `moves`, if there is exactly one.
fn only<M>(mut moves: impl Iterator<Item = M>) -> Option<M> {
    let first = moves.next()?;
    moves.next().is_none().then_some(first)
}
