//! A game on this device: its board, and what the screen has beside it.

use std::path::PathBuf;

use gebeta_i18n::Language;
use gebeta_rules::{AppliedMove, GameKind, Player, RuleSet};
use gebeta_session::{
    ActionError, Announcement, Effect as SessionEffect, GameSession, Input, LocalEvent, LocalGame,
    LocalSource, PlayerKind, Prompt, proof_of_move, refusal,
};

use crate::input::Line;
use crate::screen::narration::Narration;
use crate::screen::play_board::PlayBoard;
use crate::{Advice, AnySearchResult, Effect, Model};

mod keys;

pub(crate) use keys::{click, key, with_game};

/// A game.
#[derive(Debug)]
pub struct Game {
    /// The game with its board.
    pub board: PlayBoard<LocalSource>,
    /// Its rules, with what is said about them.
    pub rule_set: RuleSet,
    /// Its own file, if it has one.
    pub path: Option<PathBuf>,
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

impl Game {
    pub(crate) fn new(game: LocalGame, rule_set: RuleSet, verbose: bool) -> Self {
        Self {
            stored: (game.ply(), game.record().coin.is_some()),
            board: PlayBoard::new(GameSession::local(game, verbose), Narration::default()),
            rule_set,
            path: None,
            advice: None,
            thought: None,
            verbose,
            asking: None,
            aside: false,
            pause: None,
            search: None,
            advice_ticket: None,
            left: false,
        }
    }

    /// The game as it is played.
    pub const fn local(&self) -> &LocalGame {
        self.board.session.game()
    }

    /// Which game it is.
    pub fn kind(&self) -> GameKind {
        self.local().record().rules.game()
    }

    /// The first words, and what happens without people.
    pub(crate) fn begin(&mut self, model: &mut Model) -> Vec<Effect> {
        let l = model.language;
        if self.kind() == GameKind::Senet {
            self.board.tell(l.term_welcome_senet().to_owned());
        }
        let versus = l.versus(self.local().name(Player::One), self.local().name(Player::Two));
        self.board.tell(versus);
        let effects = self.board.session.start();
        self.carry_out(effects, model)
    }

    /// Whether the next frame differs from this one without a key.
    pub fn moves_by_itself(&self, now: u64) -> bool {
        let computer = match self.board.session.prompt() {
            Prompt::Bot(_) => !self.board.session.is_paused(),
            Prompt::Toss => !self.board.session.allowed().call_coin,
            _ => false,
        };
        self.board.is_moving(now) || computer || self.seeks_advice()
    }

    /// A person has decided something.
    fn decide(&mut self, input: Input, model: &mut Model) -> Vec<Effect> {
        let effects = self.board.session.handle(input);
        self.carry_out(effects, model)
    }

    /// Something has happened.
    fn report(&mut self, event: LocalEvent, model: &mut Model) -> Vec<Effect> {
        let effects = self.board.session.handle_event(event);
        self.carry_out(effects, model)
    }

    /// Shows, tells and asks for what the session wants.
    fn carry_out(&mut self, wanted: Vec<SessionEffect>, model: &mut Model) -> Vec<Effect> {
        let mut news = None;
        let mut effects = Vec::new();
        for effect in wanted {
            match effect {
                SessionEffect::Announce(announcement) => {
                    if let Announcement::Move(played) = &announcement {
                        news = Some(played.clone());
                    }
                    if !matches!(announcement, Announcement::Trial(_) | Announcement::Place { .. }) {
                        effects.extend(self.drop_advice());
                    }
                    self.board.announce(announcement, model);
                }
                SessionEffect::Show(scene) => {
                    // A move is shown step by step once it is played: a shown one lies there at once.
                    let played = news.take();
                    if let (Some(played), Some(_)) = (&played, &scene.played) {
                        self.take_thought(played, model.language);
                    }
                    self.board.show(&scene, played, model.settings.animation, model.now);
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
    fn take_thought(&mut self, played: &AppliedMove, l: Language) {
        if let PlayerKind::Bot(bot) = self.local().player_kinds()[played.mover] {
            let found = self.search.take().and_then(|search| search.found);
            if let Some(found) = &found {
                let name = self.local().name(played.mover);
                let proof = proof_of_move(l, bot, found.exact, found.depth, name);
                self.board.tell_later(proof);
            }
            self.thought = Some(found.unwrap_or_else(|| AnySearchResult::at_once(played.ply)));
        }
    }

    fn refuse(&mut self, error: ActionError, model: &Model) {
        let l = model.language;
        self.board.notice = Some(match error {
            ActionError::Illegal(error) => refusal(l, &error),
            ActionError::NotNow => match self.board.session.prompt() {
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
        if !self.board.session.allowed().undo {
            self.board.notice = Some(model.language.term_nothing_to_undo().to_owned());
            return Vec::new();
        }
        self.rewind(Input::Undo, model)
    }

    fn redo(&mut self, model: &mut Model) -> Vec<Effect> {
        if !self.board.session.allowed().redo {
            self.board.notice = Some(model.language.term_nothing_to_redo().to_owned());
            return Vec::new();
        }
        self.rewind(Input::Redo, model)
    }

    fn rewind(&mut self, input: Input, model: &mut Model) -> Vec<Effect> {
        let effects = self.decide(input, model);
        self.board.motion = None;
        effects
    }

    /// Lets the computer players wait, or play on.
    fn pause(&mut self, model: &mut Model) -> Vec<Effect> {
        if !self.board.session.allowed().pause {
            self.board.notice = Some(model.language.term_not_now().to_owned());
            return Vec::new();
        }
        self.report(LocalEvent::Pause(!self.board.session.is_paused()), model)
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
        self.board.pass_time(now);
        let mut effects = self.settle(model);
        if let Some((number, _)) = self.pause.take_if(|(_, end)| now >= *end) {
            effects.extend(self.report(LocalEvent::Waited(number), model));
            effects.extend(self.settle(model));
        }
        if self.board.prompt(now) == Some(Prompt::Toss) && !self.board.session.allowed().call_coin {
            effects.extend(self.decide(Input::Toss(None), model));
        }
        effects
    }

    fn settle(&mut self, model: &mut Model) -> Vec<Effect> {
        self.board.settled(model.now).map(|input| self.decide(input, model)).unwrap_or_default()
    }
}

impl AnySearchResult {
    /// A decision without thinking.
    pub(crate) fn at_once(best: gebeta_rules::AnyPly) -> Self {
        let nodes = gebeta_search::Nodes::default();
        Self { best, moves: Vec::new(), depth: 0, nodes, exact: false, millis: 0 }
    }
}
