//! The rules of a game of the sowing family in words: a sentence for each key that has a meaning under these rules.

use gebeta_rules::mancala::Capture;
use gebeta_rules::options::NumberSet;
use gebeta_rules::sowing::{
    AfterCapture, CaptureDepth, CaptureFrom, CaptureOn, Counts, Direction, End, Feed, FirstStone, Fresh, Gap,
    Leftovers, Lone, MarkKeeps, MoveRules, PitSet, Reach, Receiver, RepeatRest, Rows, Rules, Run, Side,
    SkipOrigin, Slam, Sowing, Stores, Stuck, TakeBy, Wins,
};

use super::{Topic, both, either, said};
use crate::Language;

/// The paragraphs about a game of the family; those without a sentence are left out.
pub(super) fn explain(language: Language, rules: &Rules) -> Vec<(Topic, Vec<String>)> {
    let law = &rules.law;
    let topics = vec![
        (Topic::Board, board(language, rules)),
        (Topic::Aim, said(&[aim(language, law)])),
        (Topic::Move, a_move(language, law)),
        (Topic::Direction, direction(language, law)),
        (Topic::Relay, relay(language, law)),
        (Topic::Captures, captures(language, law)),
        (Topic::Marks, marks(language, law)),
        (Topic::Feeding, feeding(language, law)),
        (Topic::ExtraTurn, extra_turn(language, law)),
        (Topic::End, end(language, law)),
        (Topic::Begin, begin(language, rules)),
    ];
    topics.into_iter().filter(|(_, sentences)| !sentences.is_empty()).collect()
}

fn board(language: Language, rules: &Rules) -> Vec<String> {
    let law = &rules.law;
    let rows = match law.rows {
        Rows::Two => language.sow_board_two(law.pits),
        Rows::Three => language.sow_board_three(law.pits, law.side()),
        Rows::Four => language.sow_board_four(law.pits),
    };
    let store = match law.stores {
        Stores::Sown => language.sow_board_store(),
        Stores::Aside => language.sow_board_aside(),
    };
    let stones = match rules.start.counts() {
        [] => language.sow_stones(rules.stones),
        counts => language.sow_start(both(language, counts.iter())),
    };
    vec![rows, store.to_owned(), stones]
}

fn aim(language: Language, law: &MoveRules) -> &'static str {
    match law.wins {
        Wins::Most => language.sow_aim_most(),
        Wins::LastMover => language.sow_aim_last_mover(),
        Wins::Emptied => language.sow_aim_emptied(),
    }
}

/// Which pit may be played, and where its stones go.
fn a_move(language: Language, law: &MoveRules) -> Vec<String> {
    let mut sentences = said(&[
        language.sow_move(),
        match law.rows {
            Rows::Two | Rows::Three => language.sow_ring(),
            Rows::Four => language.sow_ring_four(),
        },
        match law.stores {
            Stores::Sown => language.sow_path_store(),
            Stores::Aside => "",
        },
        match law.first_stone {
            FirstStone::Next => "",
            FirstStone::Origin => language.sow_first_stone(),
        },
        match law.skip_origin {
            SkipOrigin::No => "",
            SkipOrigin::Move => language.sow_skip_move(),
            SkipOrigin::Lap => language.sow_skip_lap(),
        },
        match law.lone {
            Lone::Free => "",
            Lone::Never => language.sow_lone_never(),
            Lone::Last => language.sow_lone_last(),
            Lone::ToEmpty => language.sow_lone_to_empty(),
            Lone::LastToEmpty => language.sow_lone_last_to_empty(),
        },
        match law.reach {
            Reach::Free => "",
            Reach::AcrossOrEmpty => language.sow_reach_across(),
            Reach::Again => language.sow_reach_again(),
        },
    ]);
    if law.still > 0 {
        sentences.push(language.sow_still(law.still));
    }
    if !law.opening.is_empty() {
        sentences.push(language.sow_opening(either(language, law.opening.iter())));
    }
    sentences
}

fn direction(language: Language, law: &MoveRules) -> Vec<String> {
    let way = match law.direction {
        Direction::Ccw => language.sow_direction_ccw(),
        Direction::Cw => language.sow_direction_cw(),
        Direction::Split => language.sow_direction_split(),
        Direction::Either => language.sow_direction_either(),
        Direction::Parity => language.sow_direction_parity(),
    };
    said(&[way, if law.relay_turns { language.sow_relay_turns() } else { "" }])
}

fn relay(language: Language, law: &MoveRules) -> Vec<String> {
    match law.sowing {
        Sowing::Single => said(&[language.sow_single()]),
        Sowing::Relay => said(&[
            match law.stores {
                Stores::Sown => language.sow_relay_store(),
                Stores::Aside => language.sow_relay(),
            },
            language.sow_endless(),
        ]),
        Sowing::RelayNext => said(&[language.sow_relay_next(), language.sow_endless()]),
    }
}

fn captures(language: Language, law: &MoveRules) -> Vec<String> {
    let kinds = [passing(language, law), counted(language, law), facing(language, law), gap(language, law)];
    let mut sentences: Vec<String> = kinds.into_iter().flatten().collect();
    if sentences.is_empty() {
        sentences.extend(said(&[if law.mark > 0 {
            language.sow_no_capture()
        } else {
            language.rule_capture_none()
        }]));
    }
    let can_capture = law.capture != Capture::None || !law.take.is_empty() || law.gap != Gap::None;
    sentences.extend(said(&[match law.after_capture {
        AfterCapture::Ends if can_capture => language.sow_after_ends(),
        AfterCapture::Ends => "",
        AfterCapture::Again => language.sow_after_again(),
        AfterCapture::Onward => language.sow_after_onward(),
        AfterCapture::Resow => language.sow_after_resow(),
    }]));
    if law.bonus > 0 {
        sentences.push(language.sow_bonus(law.bonus));
    }
    if law.fresh == Fresh::Safe {
        sentences.push(language.sow_fresh().to_owned());
    }
    if law.peaceful > 0 {
        sentences.push(language.sow_peaceful(law.peaceful));
    }
    sentences
}

/// Pits that reach a number in passing.
fn passing(language: Language, law: &MoveRules) -> Vec<String> {
    if law.pass_take == 0 {
        return Vec::new();
    }
    let mut sentences = vec![match law.pass_take_by {
        TakeBy::Owner => language.sow_pass_owner(law.pass_take),
        TakeBy::Sower => language.sow_pass_sower(law.pass_take),
    }];
    sentences.extend(said(&[
        if law.pass_take_side == Side::Own { language.sow_pass_own() } else { "" },
        match law.last_take_by {
            Receiver::Sower => language.sow_last_sower(),
            Receiver::Owner => language.sow_last_owner(),
            Receiver::Nobody => language.sow_last_nobody(),
        },
    ]));
    sentences
}

/// Numbers that a last stone makes.
fn counted(language: Language, law: &MoveRules) -> Vec<String> {
    let mut sentences = match law.take {
        Counts::Listed(counts) if counts.is_empty() => return Vec::new(),
        Counts::Listed(counts) => vec![language.sow_take(either(language, counts.iter()))],
        Counts::Even => vec![language.sow_take_even().to_owned()],
    };
    sentences.extend(said(&[
        match law.take_side {
            Side::Opponent => language.sow_take_opponent(),
            Side::Own => language.sow_take_own(),
            Side::Any => language.sow_take_any(),
        },
        match law.take_run {
            Run::None => "",
            Run::Back => language.sow_run_back(),
            Run::Ahead => language.sow_run_ahead(),
        },
    ]));
    sentences
}

/// What lies across the board.
fn facing(language: Language, law: &MoveRules) -> Vec<String> {
    let takes = match law.capture {
        Capture::None => return Vec::new(),
        Capture::Opposite => language.sow_capture_opposite(),
        Capture::OppositeAlways => language.sow_capture_opposite_always(),
        Capture::OppositeOnly => language.sow_capture_opposite_only(),
    };
    let is_four = law.rows == Rows::Four;
    let when = match (is_four, law.capture_on, law.capture_from) {
        (true, CaptureOn::Empty, _) => language.sow_when_front_empty(),
        (true, CaptureOn::Occupied, _) => language.sow_when_front_occupied(),
        (true, CaptureOn::Any, _) => language.sow_when_front_any(),
        (false, _, CaptureFrom::Own) => language.sow_when_own_empty(),
        (false, _, CaptureFrom::Any) => language.sow_when_any_empty(),
    };
    let mut sentences = said(&[when, takes]);
    if is_four {
        sentences.extend(said(&[match law.capture_depth {
            CaptureDepth::FrontBack => language.sow_depth_front_back(),
            CaptureDepth::Front => language.sow_depth_front(),
            CaptureDepth::Both => language.sow_depth_both(),
        }]));
    }
    if !law.capture_needs.is_empty() {
        sentences.push(language.sow_capture_needs(either(language, law.capture_needs.iter())));
    }
    sentences.extend(said(&[
        if law.capture_all { language.sow_capture_all() } else { "" },
        if law.capture_run { language.sow_capture_run() } else { "" },
    ]));
    if law.mark_pair > 0 {
        sentences.push(language.sow_mark_pair(law.mark_pair));
    }
    sentences
}

/// What lies behind an empty pit.
fn gap(language: Language, law: &MoveRules) -> Vec<String> {
    let takes = match law.gap {
        Gap::None => return Vec::new(),
        Gap::One => language.sow_gap_one(),
        Gap::Run => language.sow_gap_run(),
    };
    said(&[takes, if law.gap_opposite { language.sow_gap_opposite() } else { "" }])
}

/// Pits that somebody owns.
fn marks(language: Language, law: &MoveRules) -> Vec<String> {
    let numbers = |set: NumberSet| both(language, set.iter());
    let mut sentences = Vec::new();
    if law.mark > 0 {
        sentences.push(language.sow_mark(law.mark));
        sentences.push(match law.mark_enemy {
            PitSet::None => language.sow_mark_enemy_none().to_owned(),
            PitSet::All => language.sow_mark_enemy_all().to_owned(),
            PitSet::Listed(pits) => language.sow_mark_enemy_some(numbers(pits)),
        });
        match law.mark_own {
            PitSet::None => {}
            PitSet::All => sentences.push(language.sow_mark_own_all().to_owned()),
            PitSet::Listed(pits) => sentences.push(language.sow_mark_own_some(numbers(pits))),
        }
        if law.mark_max > 0 {
            sentences.push(language.sow_mark_max(law.mark_max));
        }
        if !law.mark_mirror {
            sentences.push(language.sow_mark_mirror().to_owned());
        }
    }
    if law.mark > 0 || law.mark_pair > 0 {
        sentences.extend(said(&[match law.mark_keeps {
            MarkKeeps::Pit => language.sow_keeps_pit(),
            MarkKeeps::Store => language.sow_keeps_store(),
        }]));
        sentences.push(language.sow_mark_ends().to_owned());
    }
    if law.raid > 0 {
        sentences.push(language.sow_raid(law.raid));
    }
    sentences
}

fn feeding(language: Language, law: &MoveRules) -> Vec<String> {
    said(&[
        match law.feed {
            // With four rows nobody could give stones to the opponent.
            Feed::No if law.rows == Rows::Four => "",
            Feed::No => language.sow_feed_no(),
            Feed::Hungry => language.sow_feed_hungry(),
            Feed::Always => language.sow_feed_always(),
        },
        match law.slam {
            Slam::Legal => "",
            Slam::NoCapture => language.sow_slam_no_capture(),
            Slam::Forbidden => language.sow_slam_forbidden(),
        },
    ])
}

fn extra_turn(language: Language, law: &MoveRules) -> Vec<String> {
    said(&[if law.extra_turn { language.rule_extra_turn_true() } else { language.sow_extra_none() }])
}

fn end(language: Language, law: &MoveRules) -> Vec<String> {
    let mut sentences = said(&[
        match law.stuck {
            Stuck::Ends => language.sow_stuck_ends(),
            Stuck::Passes => language.sow_stuck_passes(),
        },
        match law.end {
            End::SideEmpty => language.sow_end_side_empty(),
            End::Majority => language.sow_end_majority(),
            End::Stuck => "",
            End::StuckMajority => language.sow_end_stuck_majority(),
        },
    ]);
    if law.few > 0 {
        sentences.push(language.sow_few(law.few));
    }
    sentences.extend(said(&[match law.leftovers {
        Leftovers::OwnSide => language.sow_left_own_side(),
        Leftovers::Uncounted => language.sow_left_uncounted(),
        Leftovers::LastMover => language.sow_left_last_mover(),
        Leftovers::EmptyPlayer => language.sow_left_empty_player(),
    }]));
    let repeats = match law.repeat {
        0 => None,
        2 => Some(language.sow_repeat_2()),
        _ => Some(language.sow_repeat_3()),
    };
    if let Some(repeats) = repeats {
        let rest = match law.repeat_rest {
            RepeatRest::OwnSide => language.sow_repeat_own_side(),
            RepeatRest::Uncounted => language.sow_repeat_uncounted(),
        };
        sentences.extend(said(&[repeats, rest]));
    }
    sentences.extend(said(&[match law.wins {
        Wins::Most => language.sow_wins_most(),
        Wins::LastMover => language.sow_wins_last_mover(),
        Wins::Emptied => language.sow_wins_emptied(),
    }]));
    sentences
}

fn begin(language: Language, rules: &Rules) -> Vec<String> {
    use gebeta_rules::mancala::First;
    said(&[
        match rules.first {
            First::Player1 => language.rule_first_player1(),
            First::Player2 => language.rule_first_player2(),
            First::Coin => language.rule_first_coin(),
        },
        if rules.pie { language.rule_pie_true() } else { "" },
    ])
}
