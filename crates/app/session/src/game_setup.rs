use gebeta_engine::{Bot, Level};
use gebeta_i18n::Language;
use gebeta_rules::{AnyConflictError, ByPlayer, GameKind, Player, Preset, Record, RuleSet, Seat};

use crate::names::{NameError, clean_name, name_faults, usual_name};
use crate::{LocalGame, PlayerKind};

/// What people agree on before a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The rules, by name and one by one.
    pub rule_set: RuleSet,
    /// What the players are called.
    pub names: ByPlayer<String>,
    /// Who moves for them.
    pub player_kinds: ByPlayer<PlayerKind>,
    /// Whether a person's move is shown first and then committed or undone.
    pub confirm: bool,
}

/// What is wrong with a plan, at the field where it shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    /// A name.
    #[error("player {0}: {1}")]
    Name(Player, NameError),
    /// Rules that contradict each other.
    #[error(transparent)]
    Conflict(AnyConflictError),
}

impl GameSetup {
    /// A first game: a person against a level that answers at once, by rules for a game of minutes.
    pub fn usual(game: GameKind, language: Language) -> Self {
        let preset = match game {
            GameKind::Mancala => "gebeta",
            GameKind::Senet => "quick",
        };
        let player_kinds =
            ByPlayer { one: PlayerKind::Human, two: PlayerKind::Bot(Bot::Level(Level::USUAL)) };
        Self {
            rule_set: Preset::named(preset).expect("the default rules are shipped").rule_set(),
            names: ByPlayer::from_fn(|player| usual_name(language, player_kinds, player)),
            player_kinds,
            confirm: false,
        }
    }

    /// Changes who plays. Names that nobody chose follow the kind of player and the language.
    pub fn seat(&mut self, language: Language, change: impl FnOnce(&mut ByPlayer<PlayerKind>)) {
        let is_usual = ByPlayer::from_fn(|player| self.has_usual_name(player));
        change(&mut self.player_kinds);
        for player in Player::BOTH {
            if is_usual[player] {
                self.names[player] = usual_name(language, self.player_kinds, player);
            }
        }
    }

    /// Whether nobody chose a name for `player`.
    pub fn has_usual_name(&self, player: Player) -> bool {
        Language::ALL.iter().any(|&words| self.names[player] == usual_name(words, self.player_kinds, player))
    }

    /// The computer player, where exactly one side is one.
    pub fn opponent(&self) -> Option<Bot> {
        match (self.player_kinds.one.bot(), self.player_kinds.two.bot()) {
            (Some(bot), None) | (None, Some(bot)) => Some(bot),
            _ => None,
        }
    }

    /// A game against this computer player, on the side it had.
    pub fn play_against(&mut self, language: Language, bot: Bot) {
        self.seat(language, |kinds| match (kinds.one, kinds.two) {
            (PlayerKind::Bot(_), PlayerKind::Human) => kinds.one = PlayerKind::Bot(bot),
            _ => *kinds = ByPlayer { one: PlayerKind::Human, two: PlayerKind::Bot(bot) },
        });
    }

    /// Which game it is for.
    pub fn game(&self) -> GameKind {
        self.rule_set.rules.game()
    }

    /// Everything that keeps the game from beginning.
    pub fn faults(&self) -> Vec<SetupError> {
        let names = name_faults(&self.names);
        let names =
            Player::BOTH.into_iter().filter_map(|player| Some(SetupError::Name(player, names[player]?)));
        names.chain(self.rule_set.rules.conflicts().into_iter().map(SetupError::Conflict)).collect()
    }

    /// Sits down: the chance of the game follows from `seed`.
    ///
    /// # Errors
    /// Every fault there is.
    pub fn start(&self, seed: u64) -> Result<LocalGame, Vec<SetupError>> {
        let faults = self.faults();
        if !faults.is_empty() {
            return Err(faults);
        }
        let seats = ByPlayer::from_fn(|player| Seat {
            name: clean_name(&self.names[player]),
            kind: self.player_kinds[player].to_string(),
        });
        let rules = self.rule_set.rules;
        let mut record = Record::new(self.rule_set.name.clone(), rules, rules.start(), seats);
        record.seed = Some(seed);
        Ok(LocalGame::new(record, self.player_kinds, self.confirm))
    }
}
