//! A bad network between two players: messages come late, twice, in any order or not at all. Whatever happens, what was
//! acknowledged has happened once, and everybody who reads the log has the same game.

use std::collections::HashMap;

use proptest::prelude::*;

use gebeta_match::{FoldError, Match};
use gebeta_protocol::{Action, Event, MoveId, SeatWish, Side, TimeControl};

use crate::host::{Host, id, next_action};

/// A message under way.
#[derive(Clone, Debug)]
struct Sent {
    side: Side,
    mid: MoveId,
    base: u64,
    action: Action,
}

/// What one step of the world is.
#[derive(Clone, Debug)]
enum Step {
    /// A player decides by what they know, and sends it.
    Send { b: bool, what: u8, pick: usize },
    /// A message arrives.
    Deliver { which: usize, keep: bool },
    /// A message is lost.
    Lose { which: usize },
    /// A player hears of so many events.
    Hear { b: bool, events: usize },
}

fn step() -> impl Strategy<Value = Step> {
    prop_oneof![
        3 => (any::<bool>(), any::<u8>(), 0..20usize).prop_map(|(b, what, pick)| Step::Send { b, what, pick }),
        4 => (0..50usize, any::<bool>()).prop_map(|(which, keep)| Step::Deliver { which, keep }),
        1 => (0..50usize).prop_map(|which| Step::Lose { which }),
        4 => (any::<bool>(), 1..5usize).prop_map(|(b, events)| Step::Hear { b, events }),
    ]
}

/// Mostly a move, now and then something else, sensible or not.
fn decision(known: &Match, what: u8, pick: usize) -> Action {
    match what {
        0..=5 => Action::AskTakeback,
        6..=11 => Action::AcceptTakeback,
        12..=17 => Action::OfferDraw,
        18..=20 => Action::DeclineDraw,
        21 => Action::AcceptDraw,
        22 => Action::Resign,
        23..=25 => Action::Throw,
        26..=30 => Action::Play { mv: (pick + 1).to_string() },
        _ => next_action(known, pick).unwrap_or(Action::Rematch),
    }
}

fn run(rules: &str, steps: &[Step]) -> Result<(), TestCaseError> {
    let mut host = Host::started(rules, SeatWish::One, TimeControl::None);
    let mut known = [host.game.clone(), host.game.clone()];
    let mut wire: Vec<Sent> = Vec::new();
    let mut acked: HashMap<MoveId, u64> = HashMap::new();
    let mut mids = 0_u128;
    for step in steps {
        match *step {
            Step::Send { b, what, pick } => {
                mids += 1;
                let mid = MoveId::new((mids << 64).to_be_bytes());
                let known = &known[usize::from(b)];
                let side = if b { Side::B } else { Side::A };
                wire.push(Sent { side, mid, base: known.revision(), action: decision(known, what, pick) });
            }
            Step::Deliver { which, keep } if !wire.is_empty() => {
                let which = which % wire.len();
                let sent = if keep { wire[which].clone() } else { wire.swap_remove(which) };
                let before = host.log.len();
                match host.submit(sent.side, sent.mid, sent.base, &sent.action) {
                    Ok(seq) => {
                        let first = *acked.entry(sent.mid).or_insert(seq);
                        prop_assert_eq!(first, seq, "the same decision is the same event");
                    }
                    Err(_) => prop_assert_eq!(host.log.len(), before, "a refusal changes nothing"),
                }
            }
            Step::Lose { which } if !wire.is_empty() => drop(wire.swap_remove(which % wire.len())),
            Step::Hear { b, events } => {
                let known = &mut known[usize::from(b)];
                // From a little before: what one has already is passed over.
                let since = (known.revision() as usize).saturating_sub(2);
                for event in host.log.iter().skip(since).take(events + 2) {
                    prop_assert!(known.apply(event).is_ok());
                }
            }
            _ => {}
        }
    }
    for known in &mut known {
        host.log.iter().try_for_each(|event| known.apply(event).map(drop)).unwrap();
        prop_assert_eq!(&*known, &host.game);
    }
    prop_assert_eq!(&Match::fold(id(), &host.log).unwrap(), &host.game);
    for (mid, seq) in acked {
        let holds: Vec<u64> =
            host.log.iter().filter(|event| event.mid == Some(mid)).map(|event| event.seq).collect();
        prop_assert_eq!(holds, vec![seq], "what was acknowledged is there once");
    }
    let throws: Vec<u32> = host
        .log
        .iter()
        .filter_map(|event| match event.what {
            Event::Thrown { n, .. } => Some(n),
            _ => None,
        })
        .collect();
    prop_assert_eq!(&throws, &(0..throws.len() as u32).collect::<Vec<_>>(), "no throw twice, none left out");
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_bad_network_changes_nothing_in_mancala(steps in prop::collection::vec(step(), 0..150)) {
        run("gebeta", &steps)?;
    }

    #[test]
    fn a_bad_network_changes_nothing_in_senet(steps in prop::collection::vec(step(), 0..150)) {
        run("classic", &steps)?;
    }
}

#[test]
fn a_log_with_a_gap_or_a_foreign_event_is_refused() {
    let mut host = Host::started("gebeta", SeatWish::One, TimeControl::None);
    let start = host.game.clone();
    host.step(0);
    host.step(0);
    let [.., first, second] = &host.log[..] else { unreachable!("two moves") };
    let mut game = start.clone();
    let expected = start.revision() + 1;
    assert_eq!(game.apply(second), Err(FoldError::Gap { expected, found: expected + 1 }));
    let mut foreign = first.clone();
    if let Event::Played { mv, .. } = &mut foreign.what {
        *mv = "2".to_owned();
    }
    assert_eq!(game.apply(&foreign), Err(FoldError::OtherPosition(expected)));
    assert_eq!(game, start, "and nothing has changed");
    let played = game.apply(first).unwrap();
    assert_eq!(played, game.record().applied(0), "a move tells what it did");
    assert_eq!(game.apply(first), Ok(None), "and does it once");
}
