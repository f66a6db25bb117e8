//! The boards on which a search takes longest between two positions: the largest that rule files and positions allow.

use gebeta_rules::senet::Roll;
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, ByPlayer, Chance, Game, Record, RuleSet, Seat};

/// A position that is hard to stop thinking about.
#[derive(Clone, Copy, Debug)]
pub struct SlowPosition {
    /// What it is called.
    pub name: &'static str,
    /// A rule file.
    pub rules: &'static str,
    /// The position, in Senet with its roll; the start of a game of mancala where it says nothing.
    pub position: &'static str,
}

const RELAY: &str = "game = \"mancala\"\nbase = \"avalanche\"\n";
const SIX_OF_83: &str = "83,83,83,83,83,83,0,83,83,83,83,83,83,0 1";
const TWELVE_OF_41: &str = "41,41,41,41,41,41,41,41,41,41,41,41,8,41,41,41,41,41,41,41,41,41,41,41,41,8 1";

/// All of them.
pub const SLOW_POSITIONS: [SlowPosition; 17] = [
    SlowPosition { name: "avalanche 996 stones", rules: RELAY, position: SIX_OF_83 },
    SlowPosition {
        name: "relay 12 pits 1000 stones",
        rules: "game = \"mancala\"\nbase = \"avalanche\"\npits = 12\n",
        position: TWELVE_OF_41,
    },
    SlowPosition {
        name: "relay 12x12",
        rules: "game = \"mancala\"\nbase = \"avalanche\"\npits = 12\nstones = 12\n",
        position: "",
    },
    SlowPosition {
        name: "relay 12x10",
        rules: "game = \"mancala\"\nbase = \"avalanche\"\npits = 12\nstones = 10\n",
        position: "",
    },
    SlowPosition {
        name: "relay 12x8 skip majority pie",
        rules: "game = \"mancala\"\nbase = \"avalanche\"\npits = 12\nstones = 8\nskip_origin = true\nend = \"majority\"\npie = true\n",
        position: "",
    },
    SlowPosition {
        name: "relay 8x12",
        rules: "game = \"mancala\"\nbase = \"avalanche\"\npits = 8\nstones = 12\n",
        position: "",
    },
    SlowPosition { name: "gebeta 996 stones", rules: "game = \"mancala\"\n", position: SIX_OF_83 },
    SlowPosition {
        name: "single 12x12",
        rules: "game = \"mancala\"\npits = 12\nstones = 12\n",
        position: "",
    },
    SlowPosition {
        name: "single 12x10",
        rules: "game = \"mancala\"\npits = 12\nstones = 10\n",
        position: "",
    },
    SlowPosition {
        name: "single 12x8 majority pie",
        rules: "game = \"mancala\"\npits = 12\nstones = 8\nend = \"majority\"\npie = true\n",
        position: "",
    },
    SlowPosition {
        name: "family relay 20x24 either way",
        rules: "game = \"mancala\"\nbase = \"giuthi\"\npits = 20\nstones = 24\n",
        position: "",
    },
    SlowPosition {
        name: "family 2x50",
        rules: "game = \"mancala\"\nbase = \"en-gehe\"\npits = 50\nstones = 10\n",
        position: "",
    },
    SlowPosition {
        name: "family four rows of 28",
        rules: "game = \"mancala\"\nbase = \"moruba\"\npits = 28\nstones = 8\n",
        position: "",
    },
    SlowPosition {
        name: "senet 10 pieces",
        rules: "game = \"senet\"\npieces = 10\n",
        position: "WBWBWBWBWB/WBWBWBWBWB/.......... w 0/0 2",
    },
    SlowPosition {
        name: "senet 10 pieces, free",
        rules: "game = \"senet\"\npieces = 10\nextra_throw = [1, 2, 3, 4, 5]\nbackward = true\n",
        position: "WBWBWBWBWB/WBWBWBWBWB/.......... w 0/0 2",
    },
    SlowPosition {
        name: "senet 2 pieces left",
        rules: "game = \"senet\"\npieces = 10\nextra_throw = [1, 2, 3, 4]\nbackward = true\n",
        position: "WBWB....../........../.......... w 8/8 2",
    },
    SlowPosition {
        name: "senet 3 pieces left",
        rules: "game = \"senet\"\npieces = 10\n",
        position: "WBWBWB..../........../.......... w 7/7 2",
    },
];

impl SlowPosition {
    /// The rules.
    ///
    /// # Panics
    /// If the case is wrong.
    pub fn rules(&self) -> AnyRules {
        RuleSet::parse(self.rules, self.name).unwrap_or_else(|faults| panic!("{}: {faults}", self.name)).rules
    }

    /// The position.
    ///
    /// # Panics
    /// If the case is wrong.
    pub fn start(&self) -> AnyPosition {
        let rules = self.rules();
        if self.position.is_empty() {
            return rules.start();
        }
        rules.position(self.position).unwrap_or_else(|error| panic!("{}: {error}", self.name))
    }

    /// A game from there, of so many plies if it lasts so long; with every throw a 2.
    ///
    /// # Panics
    /// If the case is wrong.
    pub fn record(&self, plies: usize) -> Record {
        let seat = |player| Seat { name: format!("Player {player}"), kind: "human".to_owned() };
        let mut record = Record::new(self.name, self.rules(), self.start(), ByPlayer::from_fn(seat));
        for _ in 0..plies {
            let next = match *record.position() {
                AnyPosition::Mancala(position) => position.legal_moves().last().map(AnyPly::Mancala),
                AnyPosition::Sowing(position) => {
                    position.legal_moves().last().map(|mv| AnyPly::Sowing(position.map(|_| mv)))
                }
                AnyPosition::Senet(position) => Roll::new(2).and_then(|roll| {
                    let cast = if position.thrown().is_some() { position } else { position.cast(roll) };
                    cast.legal_moves().next().map(|mv| AnyPly::Senet(roll, mv))
                }),
            };
            let Some(next) = next else { break };
            record.play(next).unwrap_or_else(|error| panic!("{}: {error}", self.name));
        }
        record
    }
}
