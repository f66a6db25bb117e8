//! What the lessons show and ask for.

use gebeta_i18n::Language;
use gebeta_rules::GameKind;

/// A text in every language.
type Text = fn(Language) -> &'static str;

/// A thing the player has to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Act {
    /// To throw the sticks, which then lie like this: a bit for each dark one.
    Throw(u8),
    /// To play this move.
    Play(&'static str),
}

/// One thing to learn.
#[derive(Debug)]
pub(super) struct Step {
    /// The position it is shown on.
    pub(super) position: &'static str,
    /// What is to be done, in order.
    pub(super) acts: &'static [Act],
    /// The task.
    pub(super) task: Text,
    /// What is said after it.
    pub(super) done: Text,
    /// What is said after a legal move that is not the right one; none where there is no other.
    pub(super) wrong: Option<Text>,
}

/// The steps of a lesson.
pub(super) const fn steps(game: GameKind) -> &'static [Step] {
    match game {
        GameKind::Mancala => MANCALA,
        GameKind::Senet => SENET,
    }
}

const START: &str = "4,4,4,4,4,4,0,4,4,4,4,4,4,0 1";

const MANCALA: &[Step] = &[
    Step {
        position: START,
        acts: &[Act::Play("1")],
        task: Language::tutor_sow,
        done: Language::tutor_sow_done,
        wrong: Some(Language::tutor_sow_wrong),
    },
    Step {
        position: START,
        acts: &[Act::Play("5")],
        task: Language::tutor_store,
        done: Language::tutor_store_done,
        wrong: Some(Language::tutor_store_wrong),
    },
    Step {
        position: "1,0,2,1,3,8,6,3,4,2,5,3,2,8 1",
        acts: &[Act::Play("6")],
        task: Language::tutor_skip,
        done: Language::tutor_skip_done,
        wrong: Some(Language::tutor_skip_wrong),
    },
    Step {
        position: START,
        acts: &[Act::Play("3")],
        task: Language::tutor_home,
        done: Language::tutor_home_done,
        wrong: Some(Language::tutor_home_wrong),
    },
    Step {
        position: "2,3,0,0,2,1,10,4,5,3,4,2,4,8 1",
        acts: &[Act::Play("6"), Act::Play("5"), Act::Play("6")],
        task: Language::tutor_chain,
        done: Language::tutor_chain_done,
        wrong: Some(Language::tutor_chain_wrong),
    },
    Step {
        position: "1,3,1,2,0,2,9,2,6,3,4,1,3,11 1",
        acts: &[Act::Play("2")],
        task: Language::tutor_capture,
        done: Language::tutor_capture_done,
        wrong: Some(Language::tutor_capture_wrong),
    },
    Step {
        position: "1,2,0,1,6,0,13,1,0,4,5,3,2,10 1",
        acts: &[Act::Play("5")],
        task: Language::tutor_danger,
        done: Language::tutor_danger_done,
        wrong: Some(Language::tutor_danger_wrong),
    },
    Step {
        position: "0,0,0,0,0,1,25,2,0,3,0,1,1,15 1",
        acts: &[Act::Play("6")],
        task: Language::tutor_end,
        done: Language::tutor_end_done,
        wrong: None,
    },
];

const SENET: &[Step] = &[
    Step {
        position: "WBWBWBWBWB/WBWB....../.......... w 0/0 -",
        acts: &[Act::Throw(0b0101)],
        task: Language::tutor_throw,
        done: Language::tutor_throw_done,
        wrong: None,
    },
    Step {
        position: "WBWBWBWBWB/WBWB....../.......... w 0/0 2",
        acts: &[Act::Play("13-15")],
        task: Language::tutor_step_on,
        done: Language::tutor_step_on_done,
        wrong: None,
    },
    Step {
        position: "....W....W/.B.W...B.B/.......... w 0/0 2",
        acts: &[Act::Play("10x12")],
        task: Language::tutor_swap,
        done: Language::tutor_swap_done,
        wrong: Some(Language::tutor_swap_wrong),
    },
    Step {
        position: "..B.W.W.W./..B..B..../.......... w 0/0 2",
        acts: &[Act::Play("9-11")],
        task: Language::tutor_own,
        done: Language::tutor_own_done,
        wrong: None,
    },
    Step {
        position: "........B./.W....B..B/..WW...... w 0/0 3",
        acts: &[Act::Play("23-26")],
        task: Language::tutor_gate,
        done: Language::tutor_gate_done,
        wrong: Some(Language::tutor_gate_wrong),
    },
    Step {
        position: "........../.B.....B../.B...W.... w 2/0 1",
        acts: &[Act::Play("26-27>15")],
        task: Language::tutor_water,
        done: Language::tutor_water_done,
        wrong: None,
    },
    Step {
        position: "...B.W...W/..B....B../.....W.... w 0/0 5",
        acts: &[Act::Play("26-off")],
        task: Language::tutor_leap,
        done: Language::tutor_leap_done,
        wrong: Some(Language::tutor_leap_wrong),
    },
    Step {
        position: "........../W.....B.../....B..W.. w 1/1 3",
        acts: &[Act::Play("28-off")],
        task: Language::tutor_truths,
        done: Language::tutor_truths_done,
        wrong: Some(Language::tutor_truths_wrong),
    },
    Step {
        position: "........../.....B..../.....B...W w 2/1 -",
        acts: &[Act::Throw(0b1101), Act::Play("30-off")],
        task: Language::tutor_last,
        done: Language::tutor_last_done,
        wrong: None,
    },
];
