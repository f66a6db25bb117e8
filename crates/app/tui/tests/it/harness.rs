//! Somebody at the screen: keys and clicks go in, what is drawn comes out. The clock and the computer players are ours.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier};

use gebeta_engine::{Bot, Engine, EngineBudget, Review, SearchRequest, SearchResult};
use gebeta_protocol::{ClientMessage, ServerMessage};
use gebeta_rules::{AnyPosition, GameKind, Record};
use gebeta_session::GameResult;
use gebeta_tui::look::Surroundings;
use gebeta_tui::{
    Advice, Animation, AnySearchResult, Effect, KeptGame, Message, Model, NetworkCommand, NetworkEvent,
    OnlineRequest, Screen, Settings, Start, Target, Unfinished, game, setup, update, view,
};

pub(crate) struct TuiHarness {
    pub(crate) model: Model,
    pub(crate) size: (u16, u16),
    pub(crate) now: u64,
    /// The games that were kept as finished.
    pub(crate) added: Vec<Record>,
    /// The game that waits.
    pub(crate) kept: Option<Record>,
    pub(crate) quit: bool,
    /// Whether nobody thinks: computers move at random, hints and reviews never come.
    pub(crate) thoughtless: bool,
    /// Where somebody went.
    pub(crate) requests: Vec<(u64, OnlineRequest)>,
    /// What was to be sent to the online game, and not only to see whether somebody is there.
    pub(crate) sent: Vec<ClientMessage>,
    /// The number of the request whose server answers pings.
    pub(crate) connected: Option<u64>,
    /// The game by a link that was left last.
    pub(crate) latest_link: Option<String>,
    /// What the next attempt to keep a finished game comes to.
    pub(crate) add_fails: Option<String>,
    /// How many games had been kept as finished each time a waiting one was let go.
    pub(crate) added_before: Vec<usize>,
    /// The settings that were kept.
    pub(crate) saved_settings: Vec<(&'static str, gebeta_tui::Value)>,
}

/// Quick settings: nothing moves, nobody waits.
pub(crate) fn quick() -> Settings {
    Settings { animation: Animation::Off, delay: 0, ..Settings::default() }
}

/// A shipped rule set.
pub(crate) fn preset(name: &str) -> gebeta_rules::RuleSet {
    gebeta_rules::Preset::named(name).expect("a shipped rule set").rule_set()
}

pub(crate) fn surroundings() -> Surroundings {
    Surroundings {
        no_color: false,
        term: "xterm-256color".to_owned(),
        colorterm: String::new(),
        locale: "en_US.UTF-8".to_owned(),
    }
}

impl TuiHarness {
    pub(crate) fn new(start: Start) -> Self {
        Self::with(quick(), start)
    }

    pub(crate) fn with(settings: Settings, start: Start) -> Self {
        let mut model = Model::new(settings, surroundings(), Vec::new(), 7);
        let effects = model.start(start);
        let mut tui = Self {
            model,
            size: (80, 24),
            now: 0,
            added: Vec::new(),
            kept: None,
            quit: false,
            thoughtless: false,
            add_fails: None,
            added_before: Vec::new(),
            saved_settings: Vec::new(),
            requests: Vec::new(),
            sent: Vec::new(),
            connected: None,
            latest_link: None,
        };
        tui.carry_out(effects);
        tui.message(Message::Tick);
        tui
    }

    /// A game of two people.
    pub(crate) fn two_people(settings: Settings, kind: GameKind) -> Self {
        Self::game_with(settings, kind, |plan| {
            plan.seat(gebeta_i18n::Language::En, |kinds| kinds.two = gebeta_session::PlayerKind::Human);
        })
    }

    /// A game as the set-up would begin it, after `change`.
    pub(crate) fn game(kind: GameKind, change: impl FnOnce(&mut gebeta_session::GameSetup)) -> Self {
        Self::game_with(quick(), kind, change)
    }

    pub(crate) fn game_with(
        settings: Settings,
        kind: GameKind,
        change: impl FnOnce(&mut gebeta_session::GameSetup),
    ) -> Self {
        let model = Model::new(settings.clone(), surroundings(), Vec::new(), 7);
        let mut plan = model.usual_plan(kind);
        change(&mut plan);
        Self::with(settings, Start::Play(Box::new(plan)))
    }

    pub(crate) fn message(&mut self, message: Message) {
        self.model.size = self.size;
        let effects = update(&mut self.model, self.now, message);
        self.carry_out(effects);
    }

    fn carry_out(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            if let Some(answer) = self.answer(effect) {
                self.message(answer);
            }
        }
    }

    fn answer(&mut self, effect: Effect) -> Option<Message> {
        Some(match effect {
            Effect::Advise { .. } | Effect::Review { .. } if self.thoughtless => return None,
            Effect::Search { ticket, task } => {
                let bot = if self.thoughtless { Bot::Random } else { task.bot };
                // Enough to play by, and quick.
                let budget = EngineBudget { nodes: 20_000, ..EngineBudget::FREE };
                let request = SearchRequest { bot, budget, seed: task.seed, ply: task.ply };
                let found = Engine::default().search(&task.position, request, &mut |_| {})?;
                let SearchResult { best, moves, depth, nodes, exact, .. } = found;
                let thought = Some(AnySearchResult { best, moves, depth, nodes, exact, millis: 12 });
                Message::SearchResult(ticket, thought)
            }
            Effect::Advise { ticket, position } => Message::Advice(ticket, advice(&position)),
            Effect::Review { ticket, record } => {
                let budget = EngineBudget { nodes: 200, ..EngineBudget::FREE };
                let review = Review::of(&record, budget, &mut |_| true).expect("it is wanted to the end");
                Message::Reviewed(ticket, Box::new(review))
            }
            Effect::Claim(_) => Message::Kept(Ok(())),
            Effect::Keep(record, _) => {
                self.kept = Some(*record);
                Message::Kept(Ok(()))
            }
            Effect::LetGo(..) => {
                self.added_before.push(self.added.len());
                self.kept = None;
                Message::Unfinished(Vec::new())
            }
            Effect::Discard(_) => {
                self.kept = None;
                Message::Unfinished(Vec::new())
            }
            Effect::Add(record) => match self.add_fails.take() {
                Some(why) => Message::Added(Err(why)),
                None => {
                    self.added.push(*record);
                    Message::Added(Ok(()))
                }
            },
            Effect::SaveAs(_, path) => Message::Saved(Ok(path.display().to_string())),
            Effect::ListGames => Message::Games(Ok(self.games())),
            Effect::OpenGame(id) => Message::Opened(Ok(Box::new(self.added[id as usize].clone()))),
            Effect::ClearGames => {
                let games = self.added.len() as u64;
                self.added.clear();
                Message::Cleared(Ok(games))
            }
            Effect::ListUnfinished => Message::Unfinished(
                self.kept
                    .iter()
                    .map(|record| Unfinished { path: "waiting.gebeta".into(), record: record.clone() })
                    .collect(),
            ),
            Effect::SaveSettings(changes) => {
                self.saved_settings.extend(changes);
                Message::SettingsSaved(Ok(()))
            }
            Effect::Quit(_) => {
                self.quit = true;
                return None;
            }
            Effect::LatestLink => Message::LatestLink(self.latest_link.clone()),
            Effect::GoOnline(ticket, request) => {
                self.requests.push((ticket, request));
                return None;
            }
            Effect::Network(NetworkCommand::Send(ClientMessage::Ping { n })) => {
                let pong = serde_json::to_string(&ServerMessage::Pong { n }).expect("a message");
                Message::Online(self.connected?, NetworkEvent::Text(pong))
            }
            Effect::Network(NetworkCommand::Send(message)) => {
                if !matches!(message, ClientMessage::Hello { .. }) {
                    self.sent.push(message);
                }
                return None;
            }
            Effect::Stop
            | Effect::Suspend
            | Effect::LeaveOnline
            | Effect::Network(_)
            | Effect::ForgetSeat(_) => return None,
        })
    }

    fn games(&self) -> Vec<KeptGame> {
        let numbered = self.added.iter().enumerate();
        numbered
            .map(|(id, record)| KeptGame {
                id: id as i64,
                result: GameResult::of(record, 1_700_000_000).expect("added games are over"),
            })
            .collect()
    }

    pub(crate) fn key(&mut self, code: KeyCode) {
        self.message(Message::Key(code.into()));
    }

    pub(crate) fn control(&mut self, c: char) {
        self.message(Message::Key(KeyEvent::new(KeyCode::Char(c), KeyModifiers::CONTROL)));
    }

    /// Keys by name, one after the other: `down`, `enter`, or a letter.
    pub(crate) fn keys(&mut self, names: &str) {
        for name in names.split_whitespace() {
            let code = match name {
                "up" => KeyCode::Up,
                "down" => KeyCode::Down,
                "left" => KeyCode::Left,
                "right" => KeyCode::Right,
                "enter" => KeyCode::Enter,
                "esc" => KeyCode::Esc,
                "space" => KeyCode::Char(' '),
                "backspace" => KeyCode::Backspace,
                "home" => KeyCode::Home,
                "end" => KeyCode::End,
                "f5" => KeyCode::F(5),
                letter => KeyCode::Char(letter.chars().next().expect("a key has a name")),
            };
            self.key(code);
        }
    }

    pub(crate) fn write(&mut self, text: &str) {
        text.chars().for_each(|c| self.key(KeyCode::Char(c)));
    }

    /// Lets time pass.
    pub(crate) fn wait(&mut self, millis: u64) {
        for _ in 0..millis.div_ceil(30) {
            self.now += 30;
            self.message(Message::Tick);
        }
    }

    pub(crate) fn buffer(&self) -> (Buffer, view::Hits) {
        let area = Rect::new(0, 0, self.size.0, self.size.1);
        let mut buffer = Buffer::empty(area);
        let hits = view::draw(&self.model, area, &mut buffer);
        (buffer, hits)
    }

    /// What is drawn, line by line.
    pub(crate) fn screen(&self) -> String {
        let (buffer, _) = self.buffer();
        let line = |y: u16| (0..self.size.0).map(|x| buffer[(x, y)].symbol()).collect::<String>();
        (0..self.size.1).map(|y| line(y).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
    }

    /// What is drawn, and below it how: a letter for each style, and what the letters mean.
    pub(crate) fn painted(&self) -> String {
        let (buffer, _) = self.buffer();
        let mut styles: Vec<(Color, Color, Modifier)> = vec![(Color::Reset, Color::Reset, Modifier::empty())];
        let mut letters = String::new();
        for y in 0..self.size.1 {
            for x in 0..self.size.0 {
                let cell = &buffer[(x, y)];
                let style = (cell.fg, cell.bg, cell.modifier);
                let place = styles.iter().position(|known| *known == style).unwrap_or_else(|| {
                    styles.push(style);
                    styles.len() - 1
                });
                letters.push(char::from(b".abcdefghijklmnopqrstuvwxyz"[place]));
            }
            letters.push('\n');
        }
        let legend = styles.iter().zip(".abcdefghijklmnopqrstuvwxyz".chars());
        let legend: String = legend.map(|((fg, bg, how), c)| format!("{c} {fg} on {bg} {how:?}\n")).collect();
        format!("{}\n\n{letters}\n{legend}", self.screen())
    }

    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        let screen = self.screen();
        assert!(screen.contains(text), "{text:?} is not in\n{screen}");
    }

    #[track_caller]
    pub(crate) fn hides(&self, text: &str) {
        let screen = self.screen();
        assert!(!screen.contains(text), "{text:?} is in\n{screen}");
    }

    /// Clicks into the middle of what is drawn for `target`.
    #[track_caller]
    pub(crate) fn click(&mut self, target: Target) {
        let (_, hits) = self.buffer();
        let there = hits.iter().find(|(_, found)| *found == target);
        let (area, _) = there.unwrap_or_else(|| panic!("{target:?} is not in\n{}", self.screen()));
        let place = Position::new(area.x + area.width / 2, area.y + area.height / 2);
        let hit = hits.at(place).expect("something is there");
        assert_eq!(hit, target, "something else lies on top\n{}", self.screen());
        self.message(Message::Click(hit));
    }

    /// Goes to an option of the rules in the set-up, by its key in rule files.
    pub(crate) fn go_to_option(&mut self, key: &str) {
        let Screen::Setup(setup) = self.model.screen_mut() else { panic!("{}", self.screen()) };
        let is_option = |row: &setup::Row| matches!(row, setup::Row::Rule(option) if option.key == key);
        setup.cursor = setup.rows().iter().position(is_option).expect("an option of the set-up");
    }

    /// The game that is played.
    #[track_caller]
    pub(crate) fn playing(&self) -> &game::Game {
        match self.model.screen() {
            Screen::Game(game) => game,
            other => panic!("no game but {other:?}"),
        }
    }

    pub(crate) fn plies(&self) -> usize {
        self.playing().local().ply()
    }

    /// Plays to the end: Enter for whatever comes next.
    pub(crate) fn play_out(&mut self) {
        for _ in 0..20_000 {
            if self.playing().local().record().outcome().is_some() {
                self.wait(30);
                return;
            }
            self.key(KeyCode::Enter);
            self.wait(30);
        }
        panic!("the game does not end\n{}", self.screen());
    }
}

fn advice(position: &AnyPosition) -> Option<Advice> {
    let hints = Engine::default().hint(position, EngineBudget { nodes: 2_000, ..EngineBudget::FREE })?;
    let best = hints.best();
    Some(Advice { best: best.mv, value: best.value, exact: best.exact, line: Vec::new() })
}

/// Settings without any color.
pub(crate) fn mono() -> Settings {
    Settings { color: gebeta_tui::Color::Never, ..quick() }
}
