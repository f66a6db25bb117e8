//! A game on the screen: whose turn it is, what may be done, what is being shown.

use std::path::PathBuf;

use gebeta_rules::{AnyPly, AnyPosition, AppliedMove, Coin, CoinSide, Game as _, GameKind, Player, RuleSet};
use gebeta_session::{ActionError, LocalGame, PlayerKind, Stage, narrate, refusal};

use crate::input::Line;
use crate::motion::{Motion, TOSS, TUMBLE};
use crate::move_selection::MoveSelection;
use crate::scene::Scene;
use crate::screen::narration::Narration;
use crate::{Advice, AnySearchResult, Effect, Model};

mod keys;

pub(crate) use keys::{click, key, with_game};

/// A game.
#[derive(Debug)]
#[allow(clippy::struct_excessive_bools, reason = "each says something of its own about the screen")]
pub struct Game {
    /// The game itself.
    pub table: LocalGame,
    /// Its rules, with what is said about them.
    pub rule_set: RuleSet,
    /// Its own file, if it has one.
    pub path: Option<PathBuf>,
    /// The move that is being shown.
    pub motion: Option<Motion>,
    /// The coin and when it was tossed.
    pub coin: Option<(Coin, u64)>,
    /// When the sticks were thrown.
    pub thrown: Option<u64>,
    /// The chosen pit of the mover, or the chosen move of the list; from 0.
    pub cursor: usize,
    /// What was told.
    pub told: Narration,
    /// A refusal or another word; stays until the next key.
    pub notice: Option<String>,
    /// What was advised for the present position.
    pub advice: Option<Advice>,
    /// What the last computer player thought.
    pub thought: Option<AnySearchResult>,
    /// Whether that is shown.
    pub verbose: bool,
    /// An earlier position that is looked at, by its ply.
    pub looking: Option<usize>,
    /// Something that is asked.
    pub asking: Option<Asking>,
    /// Whether the card at the end of the game is put aside.
    pub aside: bool,
    /// A question that a computer works on.
    pub(crate) waiting: Option<Waiting>,
    advice_ticket: Option<u64>,
    /// Whether the player has gone away.
    left: bool,
}

/// What the game asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asking {
    /// Whether to end the game.
    End,
    /// Where to save.
    Save(Line),
}

/// A computer player at work.
#[derive(Clone, Debug)]
pub(crate) struct Waiting {
    ticket: u64,
    since: u64,
    answer: Option<AnySearchResult>,
}

/// How long the coin lies in view before the game begins.
const COIN_RESTS: u64 = 1400;

impl Game {
    pub(crate) fn new(table: LocalGame, rule_set: RuleSet, verbose: bool) -> Self {
        Self {
            table,
            rule_set,
            path: None,
            motion: None,
            coin: None,
            thrown: None,
            cursor: 0,
            told: Narration::default(),
            notice: None,
            advice: None,
            thought: None,
            verbose,
            looking: None,
            asking: None,
            aside: false,
            waiting: None,
            advice_ticket: None,
            left: false,
        }
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        self.table.record().rules.game()
    }

    /// The first words.
    pub(crate) fn begin(&mut self, model: &Model) {
        let l = model.language;
        if self.kind() == GameKind::Senet {
            self.tell(l.term_welcome_senet().to_owned());
        }
        let (one, two) = (self.table.name(Player::One), self.table.name(Player::Two));
        self.tell(l.versus(one, two));
        self.rest_cursor();
    }

    fn tell(&mut self, sentence: String) {
        self.told.tell(self.table.ply(), sentence);
    }

    /// Tells a sentence once what is being shown has been seen.
    fn tell_later(&mut self, sentence: String) {
        self.told.tell_later(self.table.ply(), sentence);
    }

    /// Whether a person plays here.
    pub fn has_person(&self) -> bool {
        Player::BOTH.iter().any(|player| self.table.minds()[*player] == PlayerKind::Human)
    }

    /// Whether something is still being shown that hides what comes next.
    pub fn is_busy(&self, now: u64) -> bool {
        let moving = self.motion.as_ref().is_some_and(|motion| !motion.is_over(now));
        let tumbling = self.thrown.is_some_and(|since| now < since + TUMBLE);
        let tossing = self.coin.is_some();
        moving || tumbling || tossing
    }

    /// Whether the next frame differs from this one without a key.
    pub fn moves_by_itself(&self, now: u64) -> bool {
        let stage = self.table.stage();
        let computer = match stage {
            Stage::Think(..) => true,
            Stage::Throw(player) => self.table.minds()[player] != PlayerKind::Human,
            Stage::Toss => self.table.minds().one != PlayerKind::Human,
            Stage::Choose(_) | Stage::Confirm(_) | Stage::Over(_) => false,
        };
        self.motion.is_some() || self.is_busy(now) || computer || self.seeks_advice()
    }

    /// What the game waits for, once everything has been shown.
    pub fn stage(&self, now: u64) -> Option<Stage> {
        (!self.is_busy(now)).then(|| self.table.stage())
    }

    /// What may be chosen.
    pub fn hand(&self) -> MoveSelection {
        MoveSelection::new(Some(self.table.position()), self.cursor)
    }

    /// What the chosen or shown move would do.
    pub fn preview(&self) -> Option<AppliedMove> {
        match self.table.stage() {
            Stage::Confirm(_) => self.table.preview(),
            Stage::Choose(_) => self.table.position().apply(self.hand().chosen()?).ok(),
            _ => None,
        }
    }

    /// The board as it is to be drawn now.
    pub fn scene(&self, now: u64) -> Scene {
        if let Some(ply) = self.looking {
            return Scene::of(&self.table.record().positions()[ply]);
        }
        if let Some(motion) = self.motion.as_ref().filter(|motion| !motion.is_over(now)) {
            return motion.scene(now);
        }
        if let Stage::Confirm(_) = self.table.stage()
            && let Some(preview) = self.table.preview()
        {
            return Scene::after(&preview);
        }
        let last = self.table.ply().checked_sub(1).and_then(|ply| self.table.played(ply));
        last.map_or_else(|| Scene::of(&self.table.position()), |played| Scene::after(&played))
    }

    /// Puts the cursor on something that may be played.
    fn rest_cursor(&mut self) {
        self.cursor = self.hand().rested();
    }

    /// Tosses the coin.
    fn toss(&mut self, called: Option<CoinSide>, model: &Model) -> Vec<Effect> {
        let Ok(coin) = self.table.toss(called) else { return Vec::new() };
        let l = model.language;
        let side = match coin.fell {
            CoinSide::Heads => l.heads(),
            CoinSide::Tails => l.tails(),
        };
        let first = self.table.name(coin.first()).to_owned();
        self.tell_later(l.coin_shows(side, first));
        let began = if model.settings.animation.stone().is_some() {
            model.now
        } else {
            model.now.saturating_sub(TOSS)
        };
        self.coin = Some((coin, began));
        self.rest_cursor();
        self.keep()
    }

    /// Throws the sticks.
    fn throw(&mut self, model: &Model) {
        let Ok(sticks) = self.table.throw() else { return };
        if model.settings.animation.stone().is_some() {
            self.thrown = Some(model.now);
        }
        let AnyPosition::Senet(position) = self.table.position() else { return };
        let l = model.language;
        let mover = position.to_move().unwrap_or(Player::One);
        self.tell_later(l.throws(self.table.name(mover), sticks.roll(position.rules().no_dark)));
        if self.hand().must_pass() {
            self.tell_later(l.term_no_moves(self.table.name(mover)));
        }
        self.rest_cursor();
    }

    /// A person's choice.
    fn choose(&mut self, ply: AnyPly, model: &Model) -> Vec<Effect> {
        match self.table.choose(ply) {
            Ok(Some(played)) => self.show(played, model),
            Ok(None) => Vec::new(),
            Err(refused) => {
                self.refuse(refused, model);
                Vec::new()
            }
        }
    }

    fn refuse(&mut self, refused: ActionError, model: &Model) {
        let l = model.language;
        self.notice = Some(match refused {
            ActionError::Illegal(error) => refusal(l, &error),
            ActionError::NotNow => match self.table.stage() {
                Stage::Throw(_) => l.illegal_no_roll().to_owned(),
                Stage::Over(_) => l.illegal_game_over().to_owned(),
                Stage::Think(player, _) => l.illegal_not_your_turn(self.table.name(player)),
                _ => l.term_not_now().to_owned(),
            },
        });
    }

    /// Shows and tells a move that has been played, and keeps the game.
    fn show(&mut self, played: AppliedMove, model: &Model) -> Vec<Effect> {
        self.told.land();
        self.told.tell_move(self.table.ply(), narrate(model.language, &played, &self.table.names()));
        self.motion = Motion::new(played, model.settings.animation, model.now);
        self.thrown = None;
        self.notice = None;
        self.looking = None;
        self.waiting = None;
        self.drop_advice();
        self.rest_cursor();
        if self.is_over() { self.finish(model) } else { self.keep() }
    }

    fn drop_advice(&mut self) {
        self.advice = None;
        self.advice_ticket = None;
    }

    /// Whether the last move has been played, though it may still be on its way across the screen.
    pub fn is_over(&self) -> bool {
        self.table.record().outcome().is_some()
    }

    /// Keeps the game as it is.
    fn keep(&self) -> Vec<Effect> {
        let record = Box::new(self.table.record().clone());
        if self.has_person() { vec![Effect::Keep(record, self.path.clone())] } else { Vec::new() }
    }

    /// Puts the finished game among the finished ones before anything lets go of it, and before it has been shown:
    /// whoever ends the program meanwhile loses nothing.
    fn finish(&self, model: &Model) -> Vec<Effect> {
        let record = Box::new(self.table.record().clone());
        let added = model.settings.statistics.then(|| Effect::Add(record.clone()));
        let kept = self.path.clone().map(|path| Effect::Keep(record.clone(), Some(path)));
        let gone = Effect::LetGo(record, self.path.clone());
        added.into_iter().chain(kept).chain([gone]).collect()
    }

    /// What is to be kept when the player goes away; a finished game is kept already.
    pub(crate) fn kept_on_leaving(&self) -> Vec<Effect> {
        let begun = self.table.ply() > 0 || self.table.record().coin.is_some();
        if begun && !self.is_over() { self.keep() } else { Vec::new() }
    }

    /// Takes back to the last decision of a person.
    fn undo(&mut self, model: &Model) -> Vec<Effect> {
        if !self.table.undo() {
            self.notice = Some(model.language.term_nothing_to_undo().to_owned());
            return Vec::new();
        }
        self.told.take_back_to(self.table.ply());
        self.moved_through_time()
    }

    fn redo(&mut self, model: &Model) -> Vec<Effect> {
        let before = self.table.ply();
        if !self.table.redo() {
            self.notice = Some(model.language.term_nothing_to_redo().to_owned());
            return Vec::new();
        }
        for ply in before..self.table.ply() {
            if let Some(played) = self.table.played(ply) {
                self.told.tell_move(ply + 1, narrate(model.language, &played, &self.table.names()));
            }
        }
        self.moved_through_time()
    }

    fn moved_through_time(&mut self) -> Vec<Effect> {
        self.motion = None;
        self.thrown = None;
        self.waiting = None;
        self.looking = None;
        self.drop_advice();
        self.rest_cursor();
        let mut effects = vec![Effect::Stop];
        effects.extend(self.keep());
        effects
    }

    /// An answer has come.
    pub(crate) fn answered(&mut self, ticket: u64, answer: Option<AnySearchResult>) {
        if let Some(waiting) = self.waiting.as_mut().filter(|waiting| waiting.ticket == ticket) {
            waiting.answer = answer;
        }
    }

    /// Advice has come.
    pub(crate) fn advised(&mut self, ticket: u64, advice: Option<Advice>) {
        if self.advice_ticket == Some(ticket) {
            self.advice_ticket = None;
            self.advice = advice;
        }
    }

    /// Whether advice is being looked for.
    pub fn seeks_advice(&self) -> bool {
        self.advice_ticket.is_some()
    }

    /// Lets everything happen that happens by itself.
    pub(crate) fn drive(&mut self, model: &mut Model) -> Vec<Effect> {
        let now = model.now;
        if self.coin.is_some_and(|(_, since)| now >= since + TOSS + COIN_RESTS) {
            self.coin = None;
        }
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
        if !self.is_busy(now) {
            self.told.land();
        }
        let mut effects = Vec::new();
        // Thinking begins while the last move is still being shown.
        if let Stage::Think(_, bot) = self.table.stage()
            && self.waiting.is_none()
        {
            let ticket = model.ticket();
            let hand = self.hand();
            let single = hand.only().filter(|_| !self.verbose || hand.must_pass());
            let answer = single.map(AnySearchResult::at_once);
            if answer.is_none() {
                let (position, luck, ply) =
                    (self.table.position(), self.table.luck().clone(), self.table.ply());
                effects.push(Effect::Think { ticket, position, bot, luck, ply });
            }
            self.waiting = Some(Waiting { ticket, since: now, answer });
        }
        if self.is_busy(now) || self.looking.is_some() {
            // The pause before the computer's move begins when the board lies still.
            if let Some(waiting) = &mut self.waiting {
                waiting.since = now;
            }
            return effects;
        }
        match self.table.stage() {
            Stage::Toss if self.table.minds().one != PlayerKind::Human => {
                effects.extend(self.toss(None, model));
            }
            Stage::Throw(mover) if self.table.minds()[mover] != PlayerKind::Human => self.throw(model),
            Stage::Think(..) => {
                let ready = self.waiting.take_if(|waiting| {
                    waiting.answer.is_some() && now >= waiting.since + u64::from(model.settings.delay)
                });
                if let Some(thought) = ready.and_then(|waiting| waiting.answer) {
                    let best = thought.best;
                    self.thought = Some(thought);
                    match self.table.play(best) {
                        Ok(played) => effects.extend(self.show(played, model)),
                        Err(refused) => self.refuse(refused, model),
                    }
                }
            }
            _ => {}
        }
        effects
    }
}

impl AnySearchResult {
    /// A decision without thinking.
    pub(crate) fn at_once(best: AnyPly) -> Self {
        Self { best, moves: Vec::new(), depth: 0, nodes: gebeta_search::Nodes::default(), millis: 0 }
    }
}
