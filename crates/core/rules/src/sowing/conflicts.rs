//! Which keys contradict each other (law 3.3).

use super::{
    AfterCapture, CaptureFrom, CaptureOn, Direction, End, Feed, FirstStone, Gap, MarkKeeps, MoveRules,
    PitSet, Position, Reach, Rows, Rules, Run, SkipOrigin, Slam, Sowing, Stores, Stuck, Wins,
};
use crate::mancala::Capture;

/// Choices of a rule set that make no sense together, or with which a game could run for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct ConflictError {
    /// The keys that contradict each other, the one to change first.
    pub keys: &'static [&'static str],
    /// What is wrong.
    pub message: &'static str,
}

impl Rules {
    /// Everything that keeps these rules from being playable.
    pub fn conflicts(&self) -> Vec<ConflictError> {
        let groups: [fn(&Self, &mut Found); 6] = [board, opening, laps, marks, captures, ends];
        let mut found = Found(Vec::new());
        for group in groups {
            group(self, &mut found);
        }
        found.0
    }
}

struct Found(Vec<ConflictError>);

impl Found {
    fn push_if(&mut self, condition: bool, keys: &'static [&'static str], message: &'static str) {
        if condition {
            self.0.push(ConflictError { keys, message });
        }
    }
}

fn has_two_ways(law: &MoveRules) -> bool {
    matches!(law.direction, Direction::Split | Direction::Either | Direction::Parity)
}

fn board(rules: &Rules, found: &mut Found) {
    let law = &rules.law;
    let odd = law.rows == Rows::Three && !law.pits.is_multiple_of(2);
    found.push_if(odd, &["pits", "rows"], "three rows need an even number of pits");
    let most = match law.rows {
        Rows::Two => 50,
        Rows::Three => 16,
        Rows::Four => 28,
    };
    found.push_if(
        law.pits > most,
        &["pits", "rows"],
        "a board has at most 50 pits a row, 16 with three rows, 28 with four",
    );
    let side = usize::from(law.side());
    let counts = rules.start.counts();
    let fits = counts.is_empty() || counts.len() == side;
    found.push_if(!fits, &["start", "pits"], "start needs as many counts as a side has pits");
    let stones: u32 = match counts {
        [] => u32::from(rules.stones) * side as u32,
        counts => counts.iter().map(|&n| u32::from(n)).sum(),
    };
    let most = u32::from(Position::MOST_STONES);
    found.push_if(stones == 0, &["stones"], "there are no stones");
    found.push_if(2 * stones > most, &["stones", "pits"], "a game has at most 1000 stones");
    let is_outside = law.opening.iter().any(|pit| usize::from(pit) > side);
    found.push_if(is_outside, &["opening", "pits"], "opening names a pit that the side does not have");
    let is_three = law.rows == Rows::Three;
    let is_four = law.rows == Rows::Four;
    let many_rows = is_three || is_four;
    found.push_if(
        has_two_ways(law) && many_rows,
        &["direction", "rows"],
        "with three and four rows sowing goes one way round",
    );
    found.push_if(
        is_three && law.capture != Capture::None,
        &["capture", "rows"],
        "with three rows no pit faces another, so capture must be \"none\"",
    );
    found.push_if(
        is_four && law.stores == Stores::Sown,
        &["stores", "rows"],
        "with four rows stores are not sown",
    );
    let not_of_four: [(bool, &[&str]); 8] = [
        (!law.take.is_empty(), &["take", "rows"]),
        (law.pass_take > 0, &["pass_take", "rows"]),
        (law.mark > 0, &["mark", "rows"]),
        (law.mark_pair > 0, &["mark_pair", "rows"]),
        (law.gap != Gap::None, &["gap", "rows"]),
        (law.feed != Feed::No, &["feed", "rows"]),
        (!matches!(law.capture, Capture::None | Capture::OppositeOnly), &["capture", "rows"]),
        (law.capture_from != CaptureFrom::Own, &["capture_from", "rows"]),
    ];
    for (is_set, keys) in not_of_four {
        let message = match keys[0] {
            "capture" => "with four rows capture must be \"none\" or \"opposite-only\"",
            _ => "is not for four rows",
        };
        found.push_if(is_four && is_set, keys, message);
    }
    let only_of_four: [(bool, &[&str]); 3] = [
        (law.capture_on != CaptureOn::Empty, &["capture_on", "rows"]),
        (law.after_capture == AfterCapture::Resow, &["after_capture", "rows"]),
        (law.bonus > 0, &["bonus", "rows"]),
    ];
    for (is_set, keys) in only_of_four {
        found.push_if(!is_four && is_set, keys, "is for four rows only");
    }
}

fn opening(rules: &Rules, found: &mut Found) {
    let law = &rules.law;
    let causes: [(bool, &[&str]); 4] = [
        (law.stores == Stores::Aside, &["repeat", "stores"]),
        (has_two_ways(law), &["repeat", "direction"]),
        (law.after_capture == AfterCapture::Again, &["repeat", "after_capture"]),
        (law.reach == Reach::Again, &["repeat", "reach"]),
    ];
    if let Some((_, keys)) = causes.into_iter().find(|(is_so, _)| *is_so) {
        let message = "a game with these rules could run for ever; set repeat to 2 or 3";
        found.push_if(law.repeat == 0, keys, message);
    }
    found.push_if(
        law.extra_turn && law.stores == Stores::Aside,
        &["extra_turn", "stores"],
        "no stone is sown into a store, so there is no extra turn",
    );
    found.push_if(
        law.reach == Reach::Again && law.capture == Capture::None,
        &["reach", "capture"],
        "reach = \"again\" needs a capture",
    );
}

fn laps(rules: &Rules, found: &mut Found) {
    let law = &rules.law;
    let is_relay = law.sowing == Sowing::Relay;
    let is_next = law.sowing == Sowing::RelayNext;
    let needs = "needs sowing = \"relay\"";
    found.push_if(law.relay_turns && !is_relay, &["relay_turns", "sowing"], needs);
    found.push_if(law.skip_origin == SkipOrigin::Lap && !is_relay, &["skip_origin", "sowing"], needs);
    let goes_on = matches!(law.after_capture, AfterCapture::Onward | AfterCapture::Resow);
    found.push_if(goes_on && !is_relay, &["after_capture", "sowing"], needs);
    let returns = law.first_stone == FirstStone::Origin;
    found.push_if(
        returns && law.skip_origin != SkipOrigin::No,
        &["first_stone", "skip_origin"],
        "the lifted pit cannot both get the first stone and be passed over",
    );
    found.push_if(
        returns && is_next,
        &["first_stone", "sowing"],
        "first_stone = \"origin\" does not go with sowing = \"relay-next\"",
    );
    let captures = law.capture != Capture::None || !law.take.is_empty() || law.mark > 0;
    found.push_if(
        is_next && captures,
        &["sowing"],
        "sowing = \"relay-next\" does not go with capture, take or mark",
    );
    found.push_if(law.gap != Gap::None && !is_next, &["gap", "sowing"], "needs sowing = \"relay-next\"");
    found.push_if(law.gap_opposite && law.gap == Gap::None, &["gap_opposite", "gap"], "needs gap");
    found.push_if(
        law.slam != Slam::Legal && law.sowing != Sowing::Single,
        &["slam", "sowing"],
        "slam other than \"legal\" needs sowing = \"single\"",
    );
}

fn marks(rules: &Rules, found: &mut Found) {
    let law = &rules.law;
    let no_pit = law.mark_own == PitSet::None && law.mark_enemy == PitSet::None;
    found.push_if(law.mark > 0 && no_pit, &["mark", "mark_own", "mark_enemy"], "no pit could be marked");
    let in_store = law.mark_keeps == MarkKeeps::Store;
    found.push_if(
        law.raid > 0 && law.mark == 0 && law.mark_pair == 0,
        &["raid", "mark"],
        "there are no marked pits to raid",
    );
    found.push_if(law.raid > 0 && in_store, &["raid", "mark_keeps"], "marked pits hold no stones to raid");
    let has_pairs = law.mark_pair > 0;
    found.push_if(has_pairs && law.capture == Capture::None, &["mark_pair", "capture"], "needs a capture");
    found.push_if(has_pairs && law.rows != Rows::Two, &["mark_pair", "rows"], "needs two rows");
    found.push_if(has_pairs && in_store, &["mark_pair", "mark_keeps"], "needs mark_keeps = \"pit\"");
}

fn captures(rules: &Rules, found: &mut Found) {
    let law = &rules.law;
    found.push_if(law.take_run != Run::None && law.take.is_empty(), &["take_run", "take"], "needs take");
    let no_capture = law.capture == Capture::None;
    let has_needs = !law.capture_needs.is_empty();
    found.push_if(has_needs && no_capture, &["capture_needs", "capture"], "needs a capture");
    found.push_if(law.capture_run && no_capture, &["capture_run", "capture"], "needs a capture");
    found.push_if(law.capture_all && !has_needs, &["capture_all", "capture_needs"], "needs capture_needs");
    found.push_if(law.capture_run && law.rows != Rows::Two, &["capture_run", "rows"], "needs two rows");
    found.push_if(
        law.bonus > 0 && law.after_capture != AfterCapture::Ends,
        &["bonus", "after_capture"],
        "needs after_capture = \"ends\"",
    );
}

fn ends(rules: &Rules, found: &mut Found) {
    let law = &rules.law;
    found.push_if(
        law.wins == Wins::Emptied && law.end != End::SideEmpty,
        &["wins", "end"],
        "wins = \"emptied\" needs end = \"side-empty\"",
    );
    let ends_by_stuck = law.end == End::Stuck && law.stuck == Stuck::Ends && law.few == 0;
    found.push_if(
        law.wins == Wins::LastMover && !ends_by_stuck,
        &["wins", "end"],
        "wins = \"last-mover\" needs end = \"stuck\", stuck = \"ends\" and few = 0",
    );
}
