//! The board of a game that is played, on this device or online: what it shows, what is chosen, what was told.

use crossterm::event::KeyCode;

use gebeta_i18n::Language;
use gebeta_rules::senet::Sticks;
use gebeta_rules::sowing::{Hole, Table};
use gebeta_rules::{AnyPosition, AppliedMove, ByPlayer, Coin, Game as _, Player, senet};
use gebeta_session::{
    Announcement, GameSession, Input, LocalSource, OnlineSource, Prompt, Scene as SessionScene, Source,
    narrate,
};

use crate::motion::{Motion, TOSS, TUMBLE};
use crate::move_selection::MoveSelection;
use crate::options::next_in;
use crate::scene::Scene;
use crate::screen::narration::Narration;
use crate::{Animation, Model, Target};

/// A game with its board.
#[derive(Debug)]
pub struct PlayBoard<S> {
    /// The game itself.
    pub session: GameSession<S>,
    /// The move that is being shown.
    pub motion: Option<Motion>,
    /// The coin and when it was tossed.
    pub coin: Option<(Coin, u64)>,
    /// When the sticks were thrown.
    pub thrown: Option<u64>,
    /// The chosen pit of the mover, or the chosen move of the list; from 0.
    pub cursor: usize,
    /// What was told.
    pub narration: Narration,
    /// A refusal or another word; stays until the next key.
    pub notice: Option<String>,
    /// How many plies were told.
    ply: usize,
    /// The number of the scene that is being shown.
    unsettled: Option<u64>,
}

/// How long the coin lies in view before the game begins.
const COIN_RESTS: u64 = 1400;

/// What a board shows of a game beside its record.
pub trait BoardSource: Source {
    /// The position to decide in, with the roll on the table; none while the game is not known.
    fn position(&self) -> Option<AnyPosition>;
    /// What the move does that is shown and not yet played.
    fn trial(&self) -> Option<AppliedMove>;
    /// How the sticks lie.
    fn sticks(&self) -> Option<Sticks>;
    /// What the players are called.
    fn names(&self, l: Language) -> ByPlayer<String>;
}

impl BoardSource for LocalSource {
    fn position(&self) -> Option<AnyPosition> {
        Some(self.game().position())
    }

    fn trial(&self) -> Option<AppliedMove> {
        self.game().preview()
    }

    fn sticks(&self) -> Option<Sticks> {
        self.game().sticks()
    }

    fn names(&self, _: Language) -> ByPlayer<String> {
        self.game().names()
    }
}

impl BoardSource for OnlineSource {
    fn position(&self) -> Option<AnyPosition> {
        self.game().map(gebeta_match::Match::position)
    }

    fn trial(&self) -> Option<AppliedMove> {
        None
    }

    fn sticks(&self) -> Option<Sticks> {
        self.game()?.thrown()
    }

    fn names(&self, l: Language) -> ByPlayer<String> {
        Self::names(self, l)
    }
}

impl<S: BoardSource> PlayBoard<S> {
    pub(crate) fn new(session: GameSession<S>, narration: Narration) -> Self {
        let (ply, _) = session.place();
        let mut board = Self {
            session,
            motion: None,
            coin: None,
            thrown: None,
            cursor: 0,
            narration,
            notice: None,
            ply,
            unsettled: None,
        };
        board.rest_cursor();
        board
    }

    /// An earlier position that is looked at, by its ply.
    pub const fn looking(&self) -> Option<usize> {
        self.session.view().looking()
    }

    /// The position in view: the present one, or the earlier one that is looked at.
    pub fn position_in_view(&self) -> Option<AnyPosition> {
        match (self.looking(), self.session.record()) {
            (Some(ply), Some(record)) => record.positions().get(ply).copied(),
            _ => self.session.source().position(),
        }
    }

    /// Whether something is still being shown that hides what comes next.
    pub fn is_busy(&self, now: u64) -> bool {
        let moving = self.motion.as_ref().is_some_and(|motion| !motion.is_over(now));
        let tumbling = self.thrown.is_some_and(|since| now < since + TUMBLE);
        moving || tumbling || self.coin.is_some()
    }

    /// Whether the next frame differs from this one because something is being shown.
    pub fn is_moving(&self, now: u64) -> bool {
        self.motion.is_some() || self.unsettled.is_some() || self.is_busy(now)
    }

    /// What the game waits for, once everything has been shown.
    pub fn prompt(&self, now: u64) -> Option<Prompt> {
        (!self.is_busy(now)).then(|| self.session.prompt())
    }

    /// The person who is to choose a move, once everything has been shown.
    pub fn chooser(&self, now: u64) -> Option<Player> {
        self.prompt(now)?.chooser()
    }

    /// What may be chosen. A move that is shown and not yet played is the chosen one.
    pub fn selection(&self) -> MoveSelection {
        let source = self.session.source();
        let free = MoveSelection::new(source.position(), self.cursor);
        source.trial().map_or(free, |trial| free.on(trial.ply))
    }

    /// What the chosen or shown move would do.
    pub fn preview(&self) -> Option<AppliedMove> {
        match self.session.prompt() {
            Prompt::Confirm(_) => self.session.source().trial(),
            Prompt::Choose(_) => self.session.source().position()?.apply(self.selection().chosen()?).ok(),
            _ => None,
        }
    }

    /// The board as it is to be drawn now; none while the game is not known.
    pub fn scene(&self, now: u64) -> Option<Scene> {
        let record = self.session.record()?;
        if let Some(ply) = self.looking() {
            return record.positions().get(ply).map(Scene::of);
        }
        if let Some(motion) = self.motion.as_ref().filter(|motion| !motion.is_over(now)) {
            return Some(motion.scene(now));
        }
        let last = || record.plies().len().checked_sub(1).and_then(|ply| record.applied(ply));
        let played = self.session.source().trial().or_else(last);
        Some(played.map_or_else(|| Scene::of(record.position()), |played| Scene::after(&played)))
    }

    /// Puts the cursor on something that may be played.
    pub(super) fn rest_cursor(&mut self) {
        self.cursor = self.selection().at(self.cursor).rested();
    }

    /// Tells a sentence about the present ply.
    pub(super) fn tell(&mut self, sentence: String) {
        self.narration.tell(self.ply, sentence);
    }

    /// Narrates what has happened on the board; its consequences follow when it has been shown.
    pub(super) fn announce(&mut self, announcement: Announcement, model: &Model) {
        let (l, names) = (model.language, self.session.source().names(model.language));
        let is_animated = model.settings.animation.stone().is_some();
        match announcement {
            Announcement::Coin(coin) => {
                self.coin =
                    Some((coin, if is_animated { model.now } else { model.now.saturating_sub(TOSS) }));
                self.tell_later(announcement.sentences(l, &names));
            }
            Announcement::Throw { player, must_pass, .. } => {
                self.thrown = is_animated.then_some(model.now);
                self.tell_later(announcement.sentences(l, &names));
                self.tell_later(must_pass.then(|| l.term_no_moves(&names[player])));
            }
            Announcement::Move(played) => {
                self.ply += 1;
                self.narration.land();
                self.narration.tell_move(self.ply, narrate(l, &played, &names));
                (self.thrown, self.notice) = (None, None);
            }
            Announcement::TakenBack { .. } => self.take_back_to(self.session.place().1),
            // The board and the line below it show these.
            Announcement::Trial(_) | Announcement::Place { .. } => return,
        }
        self.rest_cursor();
    }

    pub(super) fn tell_later(&mut self, sentences: impl IntoIterator<Item = String>) {
        sentences.into_iter().for_each(|sentence| self.narration.tell_later(self.ply, sentence));
    }

    /// Plies were taken back: what was told of them is not told any more.
    pub(super) fn take_back_to(&mut self, ply: usize) {
        self.ply = ply;
        self.narration.take_back_to(ply);
        self.thrown = None;
    }

    /// Shows a scene, step by step if a move leads to it.
    pub(super) fn show(
        &mut self,
        scene: &SessionScene,
        played: Option<AppliedMove>,
        animation: Animation,
        now: u64,
    ) {
        self.motion = played.and_then(|played| Motion::new(played, animation, now));
        self.unsettled = Some(scene.serial);
    }

    /// Time has passed: what has been shown is over.
    pub(super) fn pass_time(&mut self, now: u64) {
        if self.coin.is_some_and(|(_, since)| now >= since + TOSS + COIN_RESTS) {
            self.coin = None;
        }
        if self.motion.as_ref().is_some_and(|motion| motion.is_over(now)) {
            self.motion = None;
        }
    }

    /// What to report when everything has been shown.
    pub(super) fn settled(&mut self, now: u64) -> Option<Input> {
        if self.is_busy(now) {
            return None;
        }
        self.narration.land();
        self.unsettled.take().map(Input::Settled)
    }

    /// Ends what is being shown.
    pub(super) fn skip(&mut self) {
        (self.motion, self.thrown, self.coin) = (None, None, None);
    }

    /// Looks at the position before, or the one after.
    pub(super) fn look(&self, on: bool) -> Input {
        let (place, _) = self.session.place();
        Input::LookAt(if on { place + 1 } else { place.saturating_sub(1) })
    }

    /// Moves the cursor as the eye sees it: Player 2's pits run from right to left. While a move waits to be committed, the next
    /// legal one is shown in its place, so that what is framed is what Enter commits.
    pub(super) fn step(&mut self, on: bool, now: u64) -> Option<Input> {
        let (mover, position) = (self.chooser(now)?, self.session.source().position()?);
        let selection = self.selection();
        let count = selection.places();
        // The moves of the wider family are listed from left to right for both players.
        let on = on == (mover == Player::One || !matches!(position, AnyPosition::Mancala(_)));
        let is_trial = self.session.source().trial().is_some();
        let mut cursor = selection.cursor.unwrap_or(self.cursor).min(count - 1);
        for _ in 0..count {
            cursor = next_in(count, cursor, on);
            if !is_trial || selection.at(cursor).chosen().is_some() {
                break;
            }
        }
        self.cursor = cursor;
        is_trial.then(|| selection.at(cursor).chosen().map(Input::Choose)).flatten()
    }

    /// Enter: skips what is being shown, or does what comes next.
    pub(super) fn advance(&mut self, now: u64) -> Option<Input> {
        if self.is_busy(now) {
            self.skip();
            return None;
        }
        match self.session.prompt() {
            Prompt::Throw(_) => Some(Input::Throw),
            Prompt::Choose(_) => self.chosen(),
            Prompt::Confirm(_) => Some(Input::Commit),
            _ => None,
        }
    }

    /// Plays what the cursor is on; an empty pit too, and the rules say why not.
    fn chosen(&self) -> Option<Input> {
        let selection = self.selection().at(self.cursor);
        match (selection.chosen(), self.session.source().position()?) {
            (Some(ply), _) if self.session.source().trial().is_some_and(|trial| trial.ply == ply) => {
                Some(Input::Commit)
            }
            (Some(ply), _) => Some(Input::Choose(ply)),
            (None, AnyPosition::Mancala(_)) => selection.sow(self.cursor + 1).map(Input::Choose),
            (None, AnyPosition::Sowing(_) | AnyPosition::Senet(_)) => None,
        }
    }

    /// A digit plays the pit or the move with this number, from 0.
    pub(super) fn digit(&mut self, place: usize, l: Language, now: u64) -> Option<Input> {
        match (self.prompt(now)?, self.session.source().position()?) {
            (Prompt::Choose(_) | Prompt::Confirm(_), AnyPosition::Mancala(_)) => self.sow_at(place),
            (Prompt::Choose(_) | Prompt::Confirm(_), AnyPosition::Sowing(_)) => self.sow_number(place + 1),
            (Prompt::Choose(_) | Prompt::Confirm(_), AnyPosition::Senet(_)) => self.play_at(place, l),
            (Prompt::Throw(_), _) => {
                self.notice = Some(l.illegal_no_roll().to_owned());
                None
            }
            _ => None,
        }
    }

    /// Plays the move of the list with this number, from 0.
    fn play_at(&mut self, place: usize, l: Language) -> Option<Input> {
        let moves = self.selection().senet_moves().len();
        if place >= moves {
            self.notice = Some(l.term_moves_range(moves));
            return None;
        }
        self.cursor = place;
        self.chosen()
    }

    /// Something on the board was clicked.
    pub(super) fn click(&mut self, target: Target, l: Language, now: u64) -> Option<Input> {
        if self.looking().is_some() {
            return Some(self.return_to_present(l));
        }
        if self.is_busy(now) {
            self.skip();
            return None;
        }
        match (target, self.session.prompt()) {
            (Target::Hole(hole), Prompt::Choose(mover) | Prompt::Confirm(mover)) => {
                self.click_hole(hole, mover, l)
            }
            (Target::Square(_), Prompt::Throw(_)) => Some(Input::Throw),
            (Target::Square(square), Prompt::Choose(_) | Prompt::Confirm(_)) => self.click_square(square, l),
            (Target::Move(place), Prompt::Choose(_) | Prompt::Confirm(_)) => self.play_at(place, l),
            _ => None,
        }
    }

    fn click_hole(&mut self, hole: usize, mover: Player, l: Language) -> Option<Input> {
        let position = self.session.source().position()?;
        let places = self.selection().places_of(hole);
        if matches!(position, AnyPosition::Sowing(_)) && !places.is_empty() {
            return self.choose_among(&places);
        }
        let board = Table::of(&position)?.board;
        let clicked = board.holes().nth(hole).and_then(|hole| board.pit_at(hole));
        match clicked {
            None => self.notice = Some(l.illegal_store().to_owned()),
            Some((owner, _)) if owner != mover => {
                self.notice = Some(l.illegal_other_side(&self.session.source().names(l)[owner]));
            }
            Some((_, pit)) => return self.sow_at(usize::from(pit.number()) - 1),
        }
        None
    }

    /// Plays the move of a pit; of several, the cursor goes from one to the next and Enter plays.
    fn choose_among(&mut self, places: &[usize]) -> Option<Input> {
        match places {
            [place] => {
                self.cursor = *place;
                self.chosen()
            }
            _ => {
                let here = places.iter().position(|&place| place == self.cursor);
                let next = here.map_or(0, |here| (here + 1) % places.len());
                self.cursor = *places.get(next)?;
                None
            }
        }
    }

    /// Plays the pit of the mover, or takes the one of the opponent, with this number; refused by the rules if that is not legal.
    fn sow_number(&mut self, number: usize) -> Option<Input> {
        let selection = self.selection();
        let holes = selection.holes();
        let board = Table::of(&self.session.source().position()?)?.board;
        let is_named =
            |hole: &Hole| board.pit_at(*hole).is_some_and(|(_, pit)| usize::from(pit.number()) == number);
        match holes.into_iter().find(is_named) {
            Some(hole) => self.choose_among(&selection.places_of(hole.index())),
            None => selection.sow(number).map(Input::Choose),
        }
    }

    /// Plays this pit, from 0; commits it if it is shown already. The cursor follows where it may be sown.
    fn sow_at(&mut self, pit: usize) -> Option<Input> {
        let is_legal = self.selection().pits().iter().any(|number| usize::from(*number) == pit + 1);
        if !is_legal {
            return self.selection().sow(pit + 1).map(Input::Choose);
        }
        self.cursor = pit;
        self.chosen()
    }

    fn click_square(&mut self, square: u8, l: Language) -> Option<Input> {
        let moves = self.selection().senet_moves();
        let from = |mv: &senet::Move| mv.from().is_some_and(|from| from.number() == square);
        if let Some(place) = moves.iter().position(from) {
            return self.play_at(place, l);
        }
        let AnyPosition::Senet(position) = self.session.source().position()? else { return None };
        let piece = senet::Square::new(square).and_then(|square| position.board().piece_at(square));
        self.notice = Some(if piece.is_some() && piece == position.to_move() {
            l.term_cannot_move(square)
        } else {
            l.illegal_not_yours(square)
        });
        None
    }

    /// Leads back to the present position; moves are made only in a position that is in view.
    pub(super) fn return_to_present(&mut self, l: Language) -> Input {
        self.notice = Some(l.term_present().to_owned());
        PRESENT
    }
}

/// Looks at the present position.
pub(super) const PRESENT: Input = Input::LookAt(usize::MAX);

/// The pit or move that a digit names, from 0.
pub(super) const fn place_of(code: KeyCode) -> Option<usize> {
    match code {
        KeyCode::Char('0') => Some(9),
        KeyCode::Char(c @ '1'..='9') => Some(c as usize - '1' as usize),
        _ => None,
    }
}
