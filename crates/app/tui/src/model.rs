use std::collections::VecDeque;
use std::path::PathBuf;

use gebeta_i18n::Language;
use gebeta_rules::{GameKind, Player, Preset, Record, RuleSet};
use gebeta_session::{GameSetup, PlayerKind, usual_name};

use crate::look::{Look, Surroundings};
use crate::screen::{Screen, game, home, online_form, setup};
use crate::{Effect, OnlineRequest, Settings, Unfinished};

/// All there is to know about the program at one moment.
#[derive(Debug)]
pub struct Model {
    /// What the player has chosen.
    pub settings: Settings,
    /// How things are drawn.
    pub look: Look,
    /// The language.
    pub language: Language,
    /// Milliseconds since the program began.
    pub now: u64,
    /// The columns and lines of the screen.
    pub size: (u16, u16),
    /// The rule sets: the shipped ones and the user's.
    pub rule_sets: Vec<RuleSet>,
    /// The screens one came through, the present one last; never empty.
    pub screens: Vec<Screen>,
    /// A word that stays until the next key.
    pub notice: Option<String>,
    /// What is wrong with the user's files, to be told one after the other.
    complaints: VecDeque<String>,
    /// The games that wait, the latest first.
    pub unfinished: Vec<Unfinished>,
    /// Whether the program shows what computer players think.
    pub verbose: bool,
    pub(crate) surroundings: Surroundings,
    seed: u64,
    tickets: u64,
}

/// What the program begins with.
#[derive(Clone, Debug)]
pub enum Start {
    /// The home screen.
    Home,
    /// The set-up of a game.
    Setup(GameKind),
    /// A game as the command line describes it.
    Play(Box<GameSetup>),
    /// A game that was begun before, and its own file if it has one.
    Resume(Box<Record>, Option<PathBuf>),
    /// A stored game to look at.
    Replay(Box<Record>),
    /// An online game.
    Online(OnlineRequest),
    /// The form for one, with this address in it.
    OnlineForm(String),
}

impl Model {
    /// A program that has just been started. `seed` decides every game of this sitting.
    pub fn new(settings: Settings, surroundings: Surroundings, own_rules: Vec<RuleSet>, seed: u64) -> Self {
        // The player's own rules stand before the many games of the wider family.
        let (first, family) = (gebeta_rules::PRESETS.iter(), Preset::all().skip(gebeta_rules::PRESETS.len()));
        let mut rule_sets: Vec<RuleSet> = first.map(Preset::rule_set).collect();
        rule_sets.extend(own_rules);
        rule_sets.extend(family.map(Preset::rule_set));
        let look = Look::of(settings.color, settings.charset, &surroundings);
        let mut model = Self {
            look,
            language: Language::En,
            settings,
            now: 0,
            size: (80, 24),
            rule_sets,
            screens: vec![Screen::Home(home::Home::default())],
            notice: None,
            complaints: VecDeque::new(),
            unfinished: Vec::new(),
            verbose: false,
            surroundings,
            seed,
            tickets: 0,
        };
        model.settings_changed();
        model
    }

    /// Tells what is wrong with the user's files, each until a key is pressed.
    pub fn complain(&mut self, complaints: impl IntoIterator<Item = String>) {
        self.complaints.extend(complaints);
        self.next_complaint();
    }

    /// A key was pressed: the notice has been read, and the next complaint is shown.
    pub(crate) fn next_complaint(&mut self) {
        let next = self.complaints.pop_front();
        let more = self.complaints.len();
        self.notice = next.map(|next| if more > 0 { format!("{next} (+{more})") } else { next });
    }

    /// Goes to where the program was told to begin.
    pub fn start(&mut self, start: Start) -> Vec<Effect> {
        let mut effects = vec![Effect::ListUnfinished];
        match start {
            Start::Home => {}
            Start::Setup(kind) => {
                let plan = self.usual_plan(kind);
                self.screens.push(Screen::Setup(Box::new(setup::Setup::new(plan, self))));
            }
            Start::Play(plan) => effects.extend(self.begin(&plan)),
            Start::Resume(record, path) => effects.extend(self.resume(*record, path)),
            Start::Replay(record) => {
                self.screens.push(Screen::Replay(Box::new(crate::screen::replay::Replay::new(*record))));
            }
            Start::Online(request) => effects.extend(self.go_online(request)),
            Start::OnlineForm(place) => {
                let form = online_form::OnlineForm::new(self, Some(&place), None);
                self.screens.push(Screen::OnlineForm(Box::new(form)));
            }
        }
        effects
    }

    /// The present screen.
    pub fn screen(&self) -> &Screen {
        self.screens.last().expect("there is always the home screen")
    }

    /// The present screen, to change it.
    pub fn screen_mut(&mut self) -> &mut Screen {
        self.screens.last_mut().expect("there is always the home screen")
    }

    /// Leaves the present screen; the home screen stays.
    pub(crate) fn leave(&mut self) {
        if self.screens.len() > 1 {
            self.screens.pop();
        }
    }

    /// Back to the home screen.
    pub(crate) fn go_home(&mut self) {
        self.screens.truncate(1);
    }

    /// Takes over changed settings.
    pub(crate) fn settings_changed(&mut self) {
        let Settings { color, charset, language, .. } = self.settings;
        self.look = Look::of(color, charset, &self.surroundings);
        let locale = &self.surroundings.locale;
        let wanted = language.or_else(|| Language::from_tag(locale)).unwrap_or_default();
        // Amharic and Arabic cannot be written in ASCII.
        self.language = if self.look.ascii { Language::En } else { wanted };
    }

    /// An unpredictable seed.
    pub(crate) fn fresh_seed(&mut self) -> u64 {
        // SplitMix64: from one seed of the system, many that look alike in nothing.
        self.seed = self.seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.seed;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number for a question, so that an answer to an older one is known as such.
    pub(crate) fn ticket(&mut self) -> u64 {
        self.tickets += 1;
        self.tickets
    }

    /// What the settings say of a new game.
    pub fn usual_plan(&self, kind: GameKind) -> GameSetup {
        let mut plan = GameSetup::usual(kind, self.language);
        let (rules, opponent) = match kind {
            GameKind::Mancala => (&self.settings.mancala_rules, &self.settings.mancala_opponent),
            GameKind::Senet => (&self.settings.senet_rules, &self.settings.senet_opponent),
        };
        let fits = |set: &&RuleSet| set.rules.game() == kind && set.name == *rules;
        if let Some(set) = self.rule_sets.iter().find(fits) {
            plan.rule_set = set.clone();
        }
        if let Ok(opponent) = PlayerKind::named(kind, opponent) {
            plan.player_kinds.two = opponent;
        }
        plan.names.one = self.name_of_first(&plan);
        plan.names.two = usual_name(self.language, plan.player_kinds, Player::Two);
        plan.confirm = self.settings.confirm;
        plan
    }

    fn name_of_first(&self, plan: &GameSetup) -> String {
        if self.settings.name.is_empty() || plan.player_kinds.one != PlayerKind::Human {
            usual_name(self.language, plan.player_kinds, Player::One)
        } else {
            self.settings.name.clone()
        }
    }

    /// Begins a game; a plan with faults becomes a set-up that shows them.
    pub(crate) fn begin(&mut self, plan: &GameSetup) -> Vec<Effect> {
        let seed = self.fresh_seed();
        match plan.start(seed) {
            Ok(table) => {
                let mut game = game::Game::new(table, plan.rule_set.clone(), self.verbose);
                let effects = game.begin(self);
                self.screens.retain(|screen| !matches!(screen, Screen::Game(_)));
                self.screens.push(Screen::Game(Box::new(game)));
                effects
            }
            Err(_) => {
                let setup = setup::Setup::new(plan.clone(), self);
                self.screens.push(Screen::Setup(Box::new(setup)));
                Vec::new()
            }
        }
    }

    /// Resumes a game.
    pub(crate) fn resume(&mut self, record: Record, path: Option<PathBuf>) -> Vec<Effect> {
        let set = self.rule_set_of(&record);
        let table = gebeta_session::LocalGame::resume(record, self.settings.confirm);
        let mut game = game::Game::new(table, set, self.verbose);
        let claim = path.clone().map(Effect::Claim);
        game.path = path;
        let mut effects: Vec<_> = claim.into_iter().collect();
        effects.extend(game.begin(self));
        self.screens.truncate(1);
        self.screens.push(Screen::Game(Box::new(game)));
        effects
    }

    /// The link of the online game that is being played and not over.
    pub(crate) fn online_link(&self) -> Option<String> {
        self.screens.iter().find_map(|screen| match screen {
            Screen::Online(online) => online.link_to_resume(),
            _ => None,
        })
    }

    /// The rule set of a record, with what is said about it if it is a known one.
    pub(crate) fn rule_set_of(&self, record: &Record) -> RuleSet {
        let known = self.rule_sets.iter().find(|set| set.name == record.rule_set);
        let about = known.map(|set| set.about.clone()).unwrap_or_default();
        RuleSet { name: record.rule_set.clone(), about, rules: record.rules }
    }

    /// The rule sets of a game.
    pub(crate) fn sets_of(&self, kind: GameKind) -> impl Iterator<Item = &RuleSet> {
        self.rule_sets.iter().filter(move |set| set.rules.game() == kind)
    }
}
