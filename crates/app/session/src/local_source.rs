use gebeta_engine::{Bot, SearchResult};
use gebeta_rules::{AnyPly, AnyPosition, Chance, Game, Player, Record, senet};

use crate::{
    ActionError, Actions, Announcement, BoardView, Effect, GameSession, Input, LocalGame, PlayerKind, Prompt,
    Scene, Source,
};

/// A game on this device, with computer players that are asked for their moves.
#[derive(Clone, Debug)]
pub struct LocalSource {
    game: LocalGame,
    /// Whether a forced move of a computer is searched too, because its search is shown.
    searches_forced_moves: bool,
    is_paused: bool,
    /// Whether the only legal move of a person in Senet is played without being chosen.
    plays_forced_moves: bool,
    /// The ply that a person went back to: the forced move there waits for the person.
    went_back_to: Option<usize>,
    /// The turn of the computer player that is to move, once it has begun.
    turn: Option<BotTurn>,
    /// The number of the last turn.
    ticket: u64,
}

/// A computer player that is to move: it searches while the last move is still being shown, and moves after a pause that begins
/// when the board lies still.
#[derive(Clone, Debug)]
struct BotTurn {
    ticket: u64,
    search: Search,
    pause: Pause,
}

#[derive(Clone, Debug)]
enum Search {
    Running,
    Found(AnyPly),
    Failed,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pause {
    NotBegun,
    Running,
    Over,
}

/// A computer player's move is wanted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchTask {
    /// The number to answer with.
    pub ticket: u64,
    /// The position to move in; in Senet with the roll on the table.
    pub position: AnyPosition,
    /// Who is to move.
    pub bot: Bot,
    /// The seed of the game's randomness.
    pub seed: u64,
    /// The number of the ply, from 0.
    pub ply: usize,
}

/// What a front end reports to a local game beside what people do.
#[derive(Clone, Debug, PartialEq)]
pub enum LocalEvent {
    /// The search with this number has ended.
    Found {
        /// The number of the task.
        ticket: u64,
        /// The move it found.
        best: AnyPly,
    },
    /// The search with this number could not be done.
    Failed {
        /// The number of the task.
        ticket: u64,
    },
    /// The pause with this number is over.
    Waited(u64),
    /// The computer players are to wait, or to play on.
    Pause(bool),
    /// A search that failed is to be tried again.
    Retry,
    /// Forced moves of computer players are to be searched too, because searches are shown, or not any more.
    SearchForcedMoves(bool),
    /// The moves of people are to be shown first and then committed or undone, or not any more.
    ConfirmMoves(bool),
    /// The only legal move of a person in Senet is to be played without being chosen, or not any more.
    PlayForcedMoves(bool),
}

impl SearchTask {
    /// The event that answers this task.
    pub fn answer(&self, found: Option<&SearchResult<AnyPly>>) -> LocalEvent {
        let ticket = self.ticket;
        found.map_or(LocalEvent::Failed { ticket }, |found| LocalEvent::Found { ticket, best: found.best })
    }
}

impl GameSession<LocalSource> {
    /// A game on this device. Forced moves of computer players are searched only if that is asked for.
    pub fn local(game: LocalGame, searches_forced_moves: bool) -> Self {
        Self::new(LocalSource {
            game,
            searches_forced_moves,
            is_paused: false,
            plays_forced_moves: false,
            went_back_to: None,
            turn: None,
            ticket: 0,
        })
    }

    /// The game itself.
    pub const fn game(&self) -> &LocalGame {
        &self.source().game
    }

    /// Another game in place of this one; [`start`](Self::start) begins it. Scenes and searches are numbered on, so that late
    /// reports about the game before are ignored.
    pub fn replace(&mut self, game: LocalGame) -> Vec<Effect> {
        self.view.clear();
        self.source.game = game;
        self.source.is_paused = false;
        self.source.went_back_to = None;
        let effects = self.source.turn.take().map(|_| Effect::StopSearch).into_iter().collect();
        self.tell_anew();
        effects
    }

    /// The board leaves the screen. Computer players wait until a board reports that it shows the game again.
    pub fn hide(&mut self) -> Vec<Effect> {
        self.view.hide();
        let stopped = self.source.turn.take_if(|turn| matches!(turn.search, Search::Running));
        stopped.map(|_| Effect::StopSearch).into_iter().collect()
    }

    /// The computer player whose move is being searched for or is about to be played, once the board lies still.
    pub fn thinking(&self) -> Option<Player> {
        let source = self.source();
        let is_bot = matches!(source.game.prompt(), Prompt::Bot(_));
        let is_busy = |turn: &&BotTurn| is_bot && !source.is_paused && !matches!(turn.search, Search::Failed);
        source.turn.as_ref().filter(is_busy).filter(|_| self.view.is_settled())?;
        source.game.position().to_move()
    }

    /// Whether the search of a computer player has failed and waits to be tried again.
    pub fn is_stuck(&self) -> bool {
        matches!(self.source().turn, Some(BotTurn { search: Search::Failed, .. }))
    }

    /// Whether the computer players wait.
    pub const fn is_paused(&self) -> bool {
        self.source().is_paused
    }
}

impl LocalSource {
    /// The game itself.
    pub const fn game(&self) -> &LocalGame {
        &self.game
    }
}

impl Source for LocalSource {
    type Event = LocalEvent;
    type Effect = Effect;

    fn record(&self) -> Option<&Record> {
        Some(self.game.record())
    }

    fn prompt(&self) -> Prompt {
        self.game.prompt()
    }

    fn allowed(&self) -> Actions {
        let prompt = self.game.prompt();
        Actions {
            toss: prompt == Prompt::Toss,
            call_coin: prompt == Prompt::Toss && self.game.player_kinds().one == PlayerKind::Human,
            throw: matches!(prompt, Prompt::Throw(_)),
            choose: prompt.chooser().is_some(),
            commit: matches!(prompt, Prompt::Confirm(_)),
            undo: self.game.can_undo(),
            redo: self.game.can_redo(),
            pause: !self.game.has_person(),
            ..Actions::default()
        }
    }

    fn scene(&self) -> Option<Scene> {
        let sticks = self.game.sticks();
        Some(match self.game.preview() {
            Some(trial) => Scene { is_trial: true, sticks, ..Scene::of(trial) },
            None => Scene::still(self.game.position(), sticks),
        })
    }

    fn decide(&mut self, input: Input, view: &mut BoardView) -> Vec<Effect> {
        let mut effects = Vec::new();
        let done = match input {
            Input::Toss(called) => self.toss(called, view, &mut effects),
            Input::Throw if matches!(self.game.prompt(), Prompt::Throw(_)) => self.throw(view, &mut effects),
            Input::Choose(ply) => self.choose(ply, view, &mut effects),
            Input::Commit => self.commit(view, &mut effects),
            Input::Undo => self.rewind(LocalGame::undo, view, &mut effects),
            Input::Redo => self.rewind(LocalGame::redo, view, &mut effects),
            Input::Throw | Input::LookAt(_) | Input::Settled(_) => Err(ActionError::NotNow),
        };
        match done {
            Ok(()) => self.drive(view, &mut effects),
            Err(error) => effects.push(Effect::Refuse(error)),
        }
        effects
    }

    fn handle_event(&mut self, event: LocalEvent, view: &mut BoardView) -> Vec<Effect> {
        let turn = self.turn.as_mut();
        match event {
            LocalEvent::Found { ticket, best } => {
                if let Some(turn) = turn.filter(|turn| turn.ticket == ticket) {
                    turn.search = Search::Found(best);
                }
            }
            LocalEvent::Failed { ticket } => {
                if let Some(turn) = turn.filter(|turn| turn.ticket == ticket) {
                    turn.search = Search::Failed;
                }
            }
            LocalEvent::Waited(ticket) => {
                if let Some(turn) = turn.filter(|turn| turn.ticket == ticket) {
                    turn.pause = Pause::Over;
                }
            }
            LocalEvent::Pause(paused) => self.is_paused = paused,
            LocalEvent::SearchForcedMoves(searched) => self.searches_forced_moves = searched,
            LocalEvent::ConfirmMoves(confirmed) => self.game.set_confirms(confirmed),
            LocalEvent::PlayForcedMoves(played) => self.plays_forced_moves = played,
            LocalEvent::Retry => {
                self.turn.take_if(|turn| matches!(turn.search, Search::Failed));
            }
        }
        self.resume(view)
    }

    fn resume(&mut self, view: &mut BoardView) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.drive(view, &mut effects);
        effects
    }
}

/// Whether a decision was possible.
type Done = Result<(), ActionError>;

impl LocalSource {
    fn toss(
        &mut self,
        called: Option<gebeta_rules::CoinSide>,
        view: &mut BoardView,
        effects: &mut Vec<Effect>,
    ) -> Done {
        let coin = self.game.toss(called)?;
        effects.push(Effect::Announce(Announcement::Coin(coin)));
        self.show(view, effects);
        Ok(())
    }

    fn throw(&mut self, view: &mut BoardView, effects: &mut Vec<Effect>) -> Done {
        let player = self.game.position().to_move().ok_or(ActionError::NotNow)?;
        self.game.throw()?;
        if let AnyPosition::Senet(position) = self.game.position()
            && let Some(roll) = position.thrown()
        {
            let must_pass = position.legal_moves().eq([senet::Move::Pass]);
            effects.push(Effect::Announce(Announcement::Throw { player, roll, must_pass }));
        }
        self.show(view, effects);
        Ok(())
    }

    fn choose(&mut self, ply: AnyPly, view: &mut BoardView, effects: &mut Vec<Effect>) -> Done {
        let chosen = self.game.choose(ply)?;
        self.turn = None;
        match chosen {
            Some(played) => {
                effects.push(Effect::Announce(Announcement::Move(played.clone())));
                effects.push(Effect::Show(view.show(Scene::of(played))));
                effects.push(self.stored());
            }
            None => {
                effects.extend(self.game.preview().map(|trial| Effect::Announce(Announcement::Trial(trial))));
                self.show(view, effects);
            }
        }
        Ok(())
    }

    /// Plays the move that the board shows already.
    fn commit(&mut self, view: &mut BoardView, effects: &mut Vec<Effect>) -> Done {
        let played = self.game.commit()?;
        effects.push(Effect::Announce(Announcement::Move(played)));
        let scene = Scene::still(self.game.position(), self.game.sticks());
        effects.push(Effect::Show(view.show(scene)));
        effects.push(self.stored());
        Ok(())
    }

    fn rewind(
        &mut self,
        change: impl FnOnce(&mut LocalGame) -> bool,
        view: &mut BoardView,
        effects: &mut Vec<Effect>,
    ) -> Done {
        let before = self.game.ply();
        if !change(&mut self.game) {
            return Err(ActionError::NotNow);
        }
        if self.turn.take().is_some() {
            effects.push(Effect::StopSearch);
        }
        // Two computers would play at once what was taken back.
        self.is_paused |= !self.game.has_person();
        self.went_back_to = Some(self.game.ply());
        view.look_at(None);
        let replayed = (before..self.game.ply()).filter_map(|ply| self.game.played(ply));
        let mut told: Vec<_> = replayed.map(Announcement::Move).collect();
        if told.is_empty() {
            told.push(Announcement::TakenBack { next: self.game.position().to_move() });
        }
        effects.extend(told.into_iter().map(Effect::Announce));
        self.show(view, effects);
        Ok(())
    }

    /// Shows the present position at rest and stores the game.
    fn show(&self, view: &mut BoardView, effects: &mut Vec<Effect>) {
        effects.extend(self.scene().map(|scene| Effect::Show(view.show(scene))));
        effects.push(self.stored());
    }

    fn stored(&self) -> Effect {
        if self.game.record().outcome().is_some() { Effect::Finish } else { Effect::Save }
    }

    /// Throws and moves for the computer players as far as the board, the engine and the pause allow.
    fn drive(&mut self, view: &mut BoardView, effects: &mut Vec<Effect>) {
        while let (Some(player), false) = (self.automatic_mover(), self.is_paused || view.is_hidden()) {
            let is_idle = view.looking().is_none() && view.is_settled();
            if self.game.needs_throw() {
                if !is_idle || self.throw(view, effects).is_err() {
                    return;
                }
            } else if !self.move_bot(player, is_idle, view, effects) {
                return;
            }
        }
    }

    /// The player whose throw or move needs no person: a computer player, or a person with one legal move who wants it so.
    fn automatic_mover(&self) -> Option<Player> {
        match self.game.prompt() {
            Prompt::Bot(player) => Some(player),
            Prompt::Choose(player) if self.plays_forced_moves => {
                let is_forced = matches!(self.game.forced_ply(), Some(AnyPly::Senet(..)));
                (is_forced && self.went_back_to != Some(self.game.ply())).then_some(player)
            }
            _ => None,
        }
    }

    /// One step towards the move of a computer player; false if it has to wait for something.
    fn move_bot(
        &mut self,
        player: Player,
        is_idle: bool,
        view: &mut BoardView,
        effects: &mut Vec<Effect>,
    ) -> bool {
        if self.turn.is_none() {
            effects.extend(self.begin_turn(player));
        }
        let Some(turn) = self.turn.as_mut().filter(|_| is_idle) else { return false };
        if turn.pause == Pause::NotBegun {
            turn.pause = Pause::Running;
            effects.push(Effect::Wait(turn.ticket));
        }
        let (Pause::Over, &Search::Found(best)) = (turn.pause, &turn.search) else { return false };
        self.turn = None;
        match self.game.play(best) {
            Ok(played) => {
                effects.push(Effect::Announce(Announcement::Move(played.clone())));
                effects.push(Effect::Show(view.show(Scene::of(played))));
                effects.push(self.stored());
                true
            }
            Err(error) => {
                effects.push(Effect::Refuse(error));
                false
            }
        }
    }

    fn begin_turn(&mut self, player: Player) -> Option<Effect> {
        let bot = self.game.player_kinds()[player].bot();
        self.ticket += 1;
        // A search has nothing to show of a pass, and a person does not search.
        let is_pass = |ply: &AnyPly| matches!(ply, AnyPly::Senet(_, senet::Move::Pass));
        let is_searched = |ply: &AnyPly| bot.is_some() && self.searches_forced_moves && !is_pass(ply);
        let forced = self.game.forced_ply().filter(|ply| !is_searched(ply));
        let search = forced.map_or(Search::Running, Search::Found);
        self.turn = Some(BotTurn { ticket: self.ticket, search, pause: Pause::NotBegun });
        bot.filter(|_| forced.is_none()).map(|bot| {
            Effect::Search(SearchTask {
                ticket: self.ticket,
                position: self.game.position(),
                bot,
                seed: self.game.luck().seed(),
                ply: self.game.ply(),
            })
        })
    }
}
