use gebeta_rules::{AnyPly, CoinSide, Player, Record};

use crate::{ActionError, Actions, Announcement, BoardView, Prompt, Scene, SearchTask, Told};

/// A game being played: where it comes from (a game on this device, or an online one), and what the board shows of it.
///
/// It has no clock, file, socket, thread or screen. Front ends report what people do and what has happened
/// ([`handle`](Self::handle), [`handle_event`](Self::handle_event)), carry out the effects in their order, and hold no rule of
/// play: what the game waits for is [`prompt`](Self::prompt), and what may be done now is [`allowed`](Self::allowed).
#[derive(Clone, Debug)]
pub struct GameSession<S> {
    pub(crate) source: S,
    pub(crate) view: BoardView,
    told: Told,
}

/// Where a game comes from, and what decisions about it lead to.
pub trait Source {
    /// What the world reports to it beside what people do: answers of engines, messages of servers.
    type Event;
    /// What it asks of the front end beside the effects of every game.
    type Effect: From<Effect>;

    /// The game so far; none while it is not known here.
    fn record(&self) -> Option<&Record>;
    /// What the game waits for.
    fn prompt(&self) -> Prompt;
    /// What the people here may do while the board shows the present position.
    fn allowed(&self) -> Actions;
    /// The present position as a board shows it at rest; none while it is not known here.
    fn scene(&self) -> Option<Scene>;
    /// A person has decided something.
    fn decide(&mut self, input: Input, view: &mut BoardView) -> Vec<Self::Effect>;
    /// The world reports something.
    fn handle_event(&mut self, event: Self::Event, view: &mut BoardView) -> Vec<Self::Effect>;
    /// The board has shown everything, or shows the present position again: what waited for that is done.
    fn resume(&mut self, view: &mut BoardView) -> Vec<Self::Effect>;
}

/// What people do, and what the board reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Input {
    /// Toss the coin; Player 1 calls this side, a computer one of its own choice.
    Toss(Option<CoinSide>),
    /// Throw the sticks.
    Throw,
    /// Choose a move.
    Choose(AnyPly),
    /// Commit the move that is shown.
    Commit,
    /// Take back the shown move, or the last decision of a person; in an online game, ask the opponent for it.
    Undo,
    /// Play again what was taken back.
    Redo,
    /// Look at the position before this ply; after the last one it is the game itself.
    LookAt(usize),
    /// The board has shown the scene with this number completely.
    Settled(u64),
}

/// What a front end does next.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// Show this scene, and report [`Input::Settled`] with its number when it has been shown completely.
    Show(Scene),
    /// Say this.
    Announce(Announcement),
    /// Say why nothing has happened.
    Refuse(ActionError),
    /// Store the game as it is.
    Save,
    /// Store the finished game.
    Finish,
    /// Ask an engine for the move of a computer player.
    Search(SearchTask),
    /// The answer to earlier [`Effect::Search`]es is not needed any more.
    StopSearch,
    /// Begin the pause before a computer player's move, and report its end with this number.
    Wait(u64),
}

impl<S: Source> GameSession<S> {
    /// A game whose board has shown nothing yet.
    pub fn new(source: S) -> Self {
        let told = Told::at_rest(&source);
        Self { source, view: BoardView::default(), told }
    }

    /// Where the game comes from.
    pub const fn source(&self) -> &S {
        &self.source
    }

    /// What the board shows.
    pub const fn view(&self) -> &BoardView {
        &self.view
    }

    /// What the game waits for.
    pub fn prompt(&self) -> Prompt {
        self.source.prompt()
    }

    /// What people are told of the game: how it stood when the board last lay still.
    pub const fn told(&self) -> &Told {
        &self.told
    }

    /// What the people here may do now.
    pub fn allowed(&self) -> Actions {
        let allowed = self.source.allowed();
        if self.view.is_present() {
            return allowed;
        }
        // Decisions are about the position in view.
        Actions { throw: false, choose: false, commit: false, ..allowed }
    }

    /// The game so far; none while it is not known here.
    pub fn record(&self) -> Option<&Record> {
        self.source.record()
    }

    /// The ply that is looked at, and how many there are.
    pub fn place(&self) -> (usize, usize) {
        let plies = self.record().map_or(0, |record| record.plies().len());
        (self.view.looking().unwrap_or(plies), plies)
    }

    /// The move before the position that is looked at.
    pub fn last(&self) -> Option<(Player, AnyPly)> {
        let (place, _) = self.place();
        self.record()?.moves().nth(place.checked_sub(1)?)
    }

    /// Shows the present position, and lets happen what happens without people.
    pub fn start(&mut self) -> Vec<S::Effect> {
        let mut effects = Vec::new();
        if let Some(scene) = self.source.scene() {
            effects.push(Effect::Show(self.view.show(scene)).into());
        }
        effects.extend(self.source.resume(&mut self.view));
        self.tell();
        effects
    }

    /// A person has done something, or the board reports something.
    pub fn handle(&mut self, input: Input) -> Vec<S::Effect> {
        let effects = self.follow(input);
        self.tell();
        effects
    }

    fn follow(&mut self, input: Input) -> Vec<S::Effect> {
        match input {
            Input::LookAt(place) => self.look_at(place),
            Input::Settled(serial) => self.settle(serial),
            Input::Throw | Input::Choose(_) | Input::Commit if !self.view.is_present() => {
                vec![Effect::Refuse(ActionError::NotNow).into()]
            }
            decision => self.source.decide(decision, &mut self.view),
        }
    }

    /// The world reports something.
    pub fn handle_event(&mut self, event: S::Event) -> Vec<S::Effect> {
        let effects = self.source.handle_event(event, &mut self.view);
        self.tell();
        effects
    }

    /// Tells how the game stands, unless something is still being shown.
    fn tell(&mut self) {
        if self.view.is_settled() {
            self.told.follow(&self.source, &self.view);
        }
    }

    /// Tells how another game stands that takes the place of this one.
    pub(crate) fn tell_anew(&mut self) {
        self.told = Told::at_rest(&self.source);
    }

    fn settle(&mut self, serial: u64) -> Vec<S::Effect> {
        let next = self.view.settle(serial);
        let mut effects: Vec<S::Effect> = next.map(|scene| Effect::Show(scene).into()).into_iter().collect();
        // What follows by itself may begin to be shown at once.
        self.tell();
        if self.view.is_settled() {
            effects.extend(self.source.resume(&mut self.view));
        }
        effects
    }

    fn look_at(&mut self, place: usize) -> Vec<S::Effect> {
        let (now, plies) = self.place();
        let place = place.min(plies);
        let Some(record) = self.source.record() else { return Vec::new() };
        // One step forward is shown as it happened, any other jump at once.
        let played = (place == now + 1).then(|| record.applied(now)).flatten();
        let last = place.checked_sub(1).and_then(|last| record.applied(last));
        let scene = if place < plies {
            record.positions().get(place).map(|&position| Scene { played, ..Scene::still(position, None) })
        } else {
            self.source.scene().map(|scene| Scene { played: scene.played.or(played), ..scene })
        };
        self.view.look_at((place < plies).then_some(place));
        let mut effects = vec![Effect::Announce(Announcement::Place { place, plies, last }).into()];
        effects.extend(scene.map(|scene| Effect::Show(self.view.show(scene)).into()));
        if place == plies {
            effects.extend(self.source.resume(&mut self.view));
        }
        effects
    }
}
