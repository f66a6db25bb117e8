//! A game on this device: a [`GameSession`], and what the screen shows of it.

use std::path::PathBuf;

use gebeta_rules::{AppliedMove, Coin, GameKind, Player, RuleSet};
use gebeta_session::{
    ActionError, Announcement, Effect as SessionEffect, GameSession, Input, LocalEvent, LocalGame,
    LocalSource, PlayerKind, Prompt, narrate, refusal,
};

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
pub struct Game {
    /// The game itself.
    pub session: GameSession<LocalSource>,
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
    /// Something that is asked.
    pub asking: Option<Asking>,
    /// Whether the card at the end of the game is put aside.
    pub aside: bool,
    /// The number of the scene that is being shown.
    unsettled: Option<u64>,
    /// The pause before a computer player's move, by its number, and when it ends.
    pause: Option<(u64, u64)>,
    search: Option<Search>,
    advice_ticket: Option<u64>,
    /// What was last stored: the number of plies, and whether the coin was tossed.
    stored: (usize, bool),
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

/// A question to the engine about the move of a computer player.
#[derive(Debug)]
struct Search {
    /// The number of the question among all of the program.
    ticket: u64,
    /// The number that the session gave it.
    task: u64,
    found: Option<AnySearchResult>,
}

/// How long the coin lies in view before the game begins.
const COIN_RESTS: u64 = 1400;

impl Game {
    pub(crate) fn new(game: LocalGame, rule_set: RuleSet, verbose: bool) -> Self {
        Self {
            stored: (game.ply(), game.record().coin.is_some()),
            session: GameSession::local(game, verbose),
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
            asking: None,
            aside: false,
            unsettled: None,
            pause: None,
            search: None,
            advice_ticket: None,
            left: false,
        }
    }

    /// The game as it is played.
    pub const fn local(&self) -> &LocalGame {
        self.session.game()
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        self.local().record().rules.game()
    }

    /// An earlier position that is looked at, by its ply.
    pub const fn looking(&self) -> Option<usize> {
        self.session.view().looking()
    }

    /// The first words, and what happens without people.
    pub(crate) fn begin(&mut self, model: &mut Model) -> Vec<Effect> {
        let l = model.language;
        if self.kind() == GameKind::Senet {
            self.told.tell(self.local().ply(), l.term_welcome_senet().to_owned());
        }
        let versus = l.versus(self.local().name(Player::One), self.local().name(Player::Two));
        self.told.tell(self.local().ply(), versus);
        self.rest_cursor();
        let effects = self.session.start();
        self.carry_out(effects, model)
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
        let computer = match self.session.prompt() {
            Prompt::Bot(_) => true,
            Prompt::Toss => !self.session.allowed().call_coin,
            _ => false,
        };
        self.motion.is_some()
            || self.unsettled.is_some()
            || self.is_busy(now)
            || computer
            || self.seeks_advice()
    }

    /// What the game waits for, once everything has been shown.
    pub fn prompt(&self, now: u64) -> Option<Prompt> {
        (!self.is_busy(now)).then(|| self.session.prompt())
    }

    /// The person who is to choose a move, once everything has been shown.
    pub fn chooser(&self, now: u64) -> Option<Player> {
        self.prompt(now)?.chooser()
    }

    /// What may be chosen.
    pub fn hand(&self) -> MoveSelection {
        MoveSelection::new(Some(self.local().position()), self.cursor)
    }

    /// What the chosen or shown move would do.
    pub fn preview(&self) -> Option<AppliedMove> {
        match self.session.prompt() {
            Prompt::Confirm(_) => self.local().preview(),
            Prompt::Choose(_) => self.local().position().apply(self.hand().chosen()?).ok(),
            _ => None,
        }
    }

    /// The board as it is to be drawn now.
    pub fn scene(&self, now: u64) -> Scene {
        if let Some(ply) = self.looking() {
            return Scene::of(&self.local().record().positions()[ply]);
        }
        if let Some(motion) = self.motion.as_ref().filter(|motion| !motion.is_over(now)) {
            return motion.scene(now);
        }
        if let Some(trial) = self.local().preview() {
            return Scene::after(&trial);
        }
        let last = self.local().ply().checked_sub(1).and_then(|ply| self.local().played(ply));
        last.map_or_else(|| Scene::of(&self.local().position()), |played| Scene::after(&played))
    }

    /// Puts the cursor on something that may be played.
    fn rest_cursor(&mut self) {
        self.cursor = self.hand().rested();
    }

    /// A person has decided something.
    fn decide(&mut self, input: Input, model: &mut Model) -> Vec<Effect> {
        let effects = self.session.handle(input);
        self.carry_out(effects, model)
    }

    /// Something has happened.
    fn report(&mut self, event: LocalEvent, model: &mut Model) -> Vec<Effect> {
        let effects = self.session.handle_event(event);
        self.carry_out(effects, model)
    }

    /// Shows, tells and asks for what the session wants.
    fn carry_out(&mut self, wanted: Vec<SessionEffect>, model: &mut Model) -> Vec<Effect> {
        let is_move =
            |effect: &&SessionEffect| matches!(effect, SessionEffect::Announce(Announcement::Move(_)));
        let mut ply = self.local().ply() - wanted.iter().filter(is_move).count();
        let mut news = None;
        let mut effects = Vec::new();
        for effect in wanted {
            match effect {
                SessionEffect::Announce(announcement) => {
                    if let Announcement::Move(played) = &announcement {
                        ply += 1;
                        news = Some(played.clone());
                    }
                    effects.extend(self.announce(announcement, ply, model));
                }
                SessionEffect::Show(scene) => {
                    // A move is shown step by step once it is played: a shown one lies there at once.
                    let played = news.take();
                    if let (Some(played), Some(_)) = (&played, scene.played) {
                        self.take_thought(played);
                    }
                    self.motion =
                        played.and_then(|played| Motion::new(played, model.settings.animation, model.now));
                    self.unsettled = Some(scene.serial);
                }
                SessionEffect::Refuse(error) => self.refuse(error, model),
                SessionEffect::Save => effects.extend(self.save()),
                SessionEffect::Finish => effects.extend(self.finish(model)),
                SessionEffect::Search(task) => {
                    let ticket = model.ticket();
                    self.search = Some(Search { ticket, task: task.ticket, found: None });
                    effects.push(Effect::Search { ticket, task });
                }
                SessionEffect::StopSearch => {
                    (self.search, self.pause) = (None, None);
                    effects.push(Effect::Stop);
                }
                SessionEffect::Wait(number) => {
                    self.pause = Some((number, model.now + u64::from(model.settings.delay)));
                }
            }
        }
        effects
    }

    /// The move of a computer player comes with what it thought, if it had a choice.
    fn take_thought(&mut self, played: &AppliedMove) {
        if self.local().minds()[played.mover] != PlayerKind::Human {
            let found = self.search.take().and_then(|search| search.found);
            self.thought = Some(found.unwrap_or_else(|| AnySearchResult::at_once(played.ply)));
        }
    }

    /// Tells what has happened; what comes of it is told when it has been shown.
    fn announce(&mut self, announcement: Announcement, ply: usize, model: &Model) -> Option<Effect> {
        let (l, names) = (model.language, self.local().names());
        let is_animated = model.settings.animation.stone().is_some();
        match announcement {
            Announcement::Coin(coin) => {
                self.coin =
                    Some((coin, if is_animated { model.now } else { model.now.saturating_sub(TOSS) }));
                self.tell_later(&announcement, ply, model);
            }
            Announcement::Throw { player, must_pass, .. } => {
                self.thrown = is_animated.then_some(model.now);
                self.tell_later(&announcement, ply, model);
                if must_pass {
                    self.told.tell_later(ply, l.term_no_moves(&names[player]));
                }
            }
            Announcement::Move(played) => {
                self.told.land();
                self.told.tell_move(ply, narrate(l, &played, &names));
                (self.thrown, self.notice) = (None, None);
            }
            Announcement::TakenBack { .. } => {
                self.told.take_back_to(ply);
                self.thrown = None;
            }
            // The board and the line below it show these.
            Announcement::Trial(_) | Announcement::Place { .. } => return None,
        }
        self.rest_cursor();
        self.drop_advice()
    }

    fn tell_later(&mut self, announcement: &Announcement, ply: usize, model: &Model) {
        for sentence in announcement.sentences(model.language, &self.local().names()) {
            self.told.tell_later(ply, sentence);
        }
    }

    fn refuse(&mut self, error: ActionError, model: &Model) {
        let l = model.language;
        self.notice = Some(match error {
            ActionError::Illegal(error) => refusal(l, &error),
            ActionError::NotNow => match self.session.prompt() {
                Prompt::Throw(_) => l.illegal_no_roll().to_owned(),
                Prompt::Over(_) => l.illegal_game_over().to_owned(),
                Prompt::Bot(player) => l.illegal_not_your_turn(self.local().name(player)),
                _ => l.term_not_now().to_owned(),
            },
        });
    }

    /// Advice for another position is not wanted any more, nor the search for it.
    fn drop_advice(&mut self) -> Option<Effect> {
        self.advice = None;
        self.advice_ticket.take().map(|_| Effect::Stop)
    }

    /// Whether the last move has been played, though it may still be on its way across the screen.
    pub fn is_over(&self) -> bool {
        self.local().record().outcome().is_some()
    }

    /// Keeps the game if it differs from what was kept last.
    fn save(&mut self) -> Option<Effect> {
        let now = (self.local().ply(), self.local().record().coin.is_some());
        (std::mem::replace(&mut self.stored, now) != now).then(|| self.keep()).flatten()
    }

    /// Keeps the game as it is.
    fn keep(&self) -> Option<Effect> {
        let record = Box::new(self.local().record().clone());
        self.local().has_person().then(|| Effect::Keep(record, self.path.clone()))
    }

    /// Puts the finished game among the finished ones before anything lets go of it, and before it has been shown: a program
    /// that ends meanwhile loses nothing.
    fn finish(&self, model: &Model) -> Vec<Effect> {
        let record = Box::new(self.local().record().clone());
        let added = model.settings.statistics.then(|| Effect::Add(record.clone()));
        let kept = self.path.clone().map(|path| Effect::Keep(record.clone(), Some(path)));
        let gone = Effect::LetGo(record, self.path.clone());
        added.into_iter().chain(kept).chain([gone]).collect()
    }

    /// What is to be kept when the player goes away; a finished game is kept already.
    pub(crate) fn kept_on_leaving(&self) -> Option<Effect> {
        let begun = self.local().ply() > 0 || self.local().record().coin.is_some();
        (begun && !self.is_over()).then(|| self.keep()).flatten()
    }

    /// Takes back to the last decision of a person.
    fn undo(&mut self, model: &mut Model) -> Vec<Effect> {
        if !self.session.allowed().undo {
            self.notice = Some(model.language.term_nothing_to_undo().to_owned());
            return Vec::new();
        }
        self.rewind(Input::Undo, model)
    }

    fn redo(&mut self, model: &mut Model) -> Vec<Effect> {
        if !self.session.allowed().redo {
            self.notice = Some(model.language.term_nothing_to_redo().to_owned());
            return Vec::new();
        }
        self.rewind(Input::Redo, model)
    }

    fn rewind(&mut self, input: Input, model: &mut Model) -> Vec<Effect> {
        let mut effects = self.decide(input, model);
        self.motion = None;
        // Two computers play on at once: no key lets them.
        if self.session.is_paused() {
            effects.extend(self.report(LocalEvent::Pause(false), model));
        }
        effects
    }

    /// The engine has answered.
    pub(crate) fn answered(
        &mut self,
        ticket: u64,
        found: Option<AnySearchResult>,
        model: &mut Model,
    ) -> Vec<Effect> {
        let Some(search) = self.search.as_mut().filter(|search| search.ticket == ticket) else {
            return Vec::new();
        };
        let ticket = search.task;
        let event = found
            .as_ref()
            .map_or(LocalEvent::Failed { ticket }, |found| LocalEvent::Found { ticket, best: found.best });
        search.found = found;
        self.report(event, model)
    }

    /// Advice has come.
    pub(crate) fn advised(&mut self, ticket: u64, advice: Option<Advice>) {
        if self.advice_ticket == Some(ticket) {
            self.advice_ticket = None;
            self.advice = advice;
        }
    }

    /// Whether advice is being looked for.
    pub const fn seeks_advice(&self) -> bool {
        self.advice_ticket.is_some()
    }

    /// Time has passed: reports to the session what has been shown and which pause is over.
    pub(crate) fn drive(&mut self, model: &mut Model) -> Vec<Effect> {
        let now = model.now;
        if self.coin.is_some_and(|(_, since)| now >= since + TOSS + COIN_RESTS) {
            self.coin = None;
        }
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
        let mut effects = self.settle(model);
        if let Some((number, _)) = self.pause.take_if(|(_, end)| now >= *end) {
            effects.extend(self.report(LocalEvent::Waited(number), model));
            effects.extend(self.settle(model));
        }
        if self.prompt(now) == Some(Prompt::Toss) && !self.session.allowed().call_coin {
            effects.extend(self.decide(Input::Toss(None), model));
        }
        effects
    }

    /// Reports that everything has been shown, if that is so.
    fn settle(&mut self, model: &mut Model) -> Vec<Effect> {
        if self.is_busy(model.now) {
            return Vec::new();
        }
        self.told.land();
        let Some(scene) = self.unsettled.take() else { return Vec::new() };
        self.decide(Input::Settled(scene), model)
    }
}

impl AnySearchResult {
    /// A decision without thinking.
    pub(crate) fn at_once(best: gebeta_rules::AnyPly) -> Self {
        Self { best, moves: Vec::new(), depth: 0, nodes: gebeta_search::Nodes::default(), millis: 0 }
    }
}
