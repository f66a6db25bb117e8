//! The power fails: of what the server has written, the disk has what was synced, and of the rest anything at all. The files
//! are rebuilt so from the server's system calls, and opened: whatever was acknowledged by that instant is there.
//! `cargo xtask chaos` cuts more often.

use std::collections::{BTreeMap, HashSet};
use std::fs;

use gebeta_match::Match;
use gebeta_protocol::{Event, Logged, MoveId};
use gebeta_store::online::SqliteLogs;
use gebeta_store::ports::MatchStore as _;

use crate::chaos::{Acked, Call, Dice, Move, Pairs, Server, Trace, length, row};

/// What the disk has of what was not synced.
#[derive(Clone, Copy, Debug)]
enum Unsynced {
    Nothing,
    Everything,
    /// Any sectors, in any order.
    Anything,
}

/// What a disk writes at a time, or not at all.
const SECTOR: usize = 512;

/// The files as the disk has them if the power fails after the first `cut` calls.
fn files(trace: &Trace, cut: usize, unsynced: Unsynced, dice: &mut Dice) -> BTreeMap<String, Vec<u8>> {
    let calls = &trace.calls[..cut];
    let mut synced: BTreeMap<&str, usize> = BTreeMap::new();
    for call in calls {
        if let Call::Synced { file, since } = call {
            let known = synced.entry(file).or_default();
            *known = (*known).max(*since);
        }
    }
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    for (place, call) in calls.iter().enumerate() {
        // The folder was synced when the log was made, before anything was acknowledged: what had gone by then stays away.
        if let Call::Gone { file } = call {
            files.remove(file);
        }
        let (Call::Write { file, .. } | Call::Cut { file, .. }) = call else { continue };
        // The index of the log is made anew by whoever opens the files.
        if file.ends_with("-shm") {
            continue;
        }
        let is_synced = synced.get(file.as_str()).is_some_and(|since| place < *since);
        let mut is_kept = || match unsynced {
            _ if is_synced => true,
            Unsynced::Nothing => false,
            Unsynced::Everything => true,
            Unsynced::Anything => dice.throw(2) == 0,
        };
        let content = files.entry(file.clone()).or_default();
        match call {
            Call::Cut { to, .. } if is_kept() => content.resize(*to, 0),
            Call::Write { at, bytes, .. } => {
                // Sectors of the file, not of the write.
                let mut begin = *at;
                while begin < at + bytes.len() {
                    let end = ((begin / SECTOR + 1) * SECTOR).min(at + bytes.len());
                    if is_kept() {
                        content.resize(content.len().max(end), 0);
                        content[begin..end].copy_from_slice(&bytes[begin - at..end - at]);
                    }
                    begin = end;
                }
            }
            _ => {}
        }
    }
    files
}

/// Opens what the disk has, and compares it with what was played in the end. The answer is what was promised and is not there.
fn lost(
    files: &BTreeMap<String, Vec<u8>>,
    promised: &HashSet<MoveId>,
    played: &Acked,
    what: &str,
) -> Vec<MoveId> {
    let folder = tempfile::tempdir().unwrap();
    for (name, content) in files {
        fs::write(folder.path().join(name), content).unwrap();
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
    runtime.block_on(async {
        let store = SqliteLogs::open(&folder.path().join("online.db"))
            .await
            .unwrap_or_else(|error| panic!("{what}: {error}"));
        assert!(store.is_sound().await.unwrap(), "{what}");
        let mut found = HashSet::new();
        for (game, played) in played {
            let log: Vec<Logged> = store.events(*game, 0, 100_000).await.unwrap();
            if log.is_empty() {
                continue;
            }
            assert!(Match::fold(*game, &log).is_ok(), "{what}: {game}");
            let moves: Vec<Move> = log.into_iter().filter_map(as_move).collect();
            assert!(played.starts_with(&moves), "{what}: {game} is no beginning of what was played");
            for mv in moves {
                assert!(found.insert(mv.mid), "{what}: {mv:?} is there twice");
            }
        }
        promised.difference(&found).copied().collect()
    })
}

fn as_move(event: Logged) -> Option<Move> {
    let Event::Played { mv, .. } = event.what else { return None };
    Some(Move { side: event.by?, mid: event.mid?, seq: event.seq, mv })
}

#[test]
fn what_was_acknowledged_survives_a_power_cut() {
    if !Trace::is_there() {
        return;
    }
    let cuts = length("GEBETA_CUTS", 6);
    let folder = tempfile::tempdir().unwrap();
    let noted = folder.path().join("trace");
    let mut server = Server::through("--db sqlite:games", |serve| Trace::of(serve, &noted));
    let pairs = Pairs::start(3, &[server.address(), server.address()]);
    pairs.play(100 + 10 * cuts);
    let played = pairs.end().acked;
    server.end();
    let trace = Trace::read(&noted);
    let acks: Vec<usize> =
        (0..trace.calls.len()).filter(|place| matches!(trace.calls[*place], Call::Ack(_))).collect();
    assert_eq!(acks.len(), played.values().map(Vec::len).sum::<usize>(), "every acknowledgement was seen");
    let mut dice = Dice(0x9e37_79b9_7f4a_7c15);
    let mut unsynced_bytes = 0;
    for number in 0..cuts {
        // At any instant, and at the worst one: when somebody has just been told.
        let any = acks[0] + dice.throw(trace.calls.len() - acks[0]);
        let cut = if number % 2 == 0 { acks[dice.throw(acks.len())] + 1 } else { any + 1 };
        let promised: HashSet<MoveId> = trace.acked(cut).collect();
        let sizes = [Unsynced::Nothing, Unsynced::Everything, Unsynced::Anything].map(|unsynced| {
            let files = files(&trace, cut, unsynced, &mut dice);
            let what = format!("cut {number} after {cut} calls, {unsynced:?}");
            let lost = lost(&files, &promised, &played, &what);
            assert!(lost.is_empty(), "{what}: acknowledged and lost: {lost:?}");
            files.values().map(Vec::len).sum::<usize>()
        });
        unsynced_bytes += sizes[1].abs_diff(sizes[0]);
    }
    // The same server without its syncs after the first acknowledgement would have lost something, and that would be seen.
    let mut careless = Trace { calls: trace.calls.clone() };
    careless.calls.retain({
        let mut acked = false;
        move |call| {
            acked |= matches!(call, Call::Ack(_));
            !(acked && matches!(call, Call::Synced { .. }))
        }
    });
    let end = careless.calls.len();
    let files = files(&careless, end, Unsynced::Nothing, &mut dice);
    assert!(!lost(&files, &careless.acked(end).collect(), &played, "careless").is_empty());
    let checkpoints = trace
        .calls
        .iter()
        .filter(|call| matches!(call, Call::Synced { file, .. } if file == "online.db"))
        .count();
    row(&format!(
        "{cuts} cuts, each with nothing, everything and any sectors of what was not synced ({unsynced_bytes} bytes), {} moves \
         acknowledged, {checkpoints} checkpoints, 0 lost, every file sound",
        acks.len()
    ));
}

#[test]
fn only_what_was_synced_is_sure_to_be_there() {
    let write = |at: usize, bytes: Vec<u8>| Call::Write { file: "online.db".to_owned(), at, bytes };
    let synced = Call::Synced { file: "online.db".to_owned(), since: 1 };
    let trace = Trace { calls: vec![write(0, vec![1; 1024]), synced, write(512, vec![2; 1024])] };
    let sizes = |cut, unsynced| files(&trace, cut, unsynced, &mut Dice(7))["online.db"].len();
    assert_eq!(sizes(3, Unsynced::Nothing), 1024);
    assert_eq!(sizes(3, Unsynced::Everything), 1536);
    assert_eq!(files(&trace, 1, Unsynced::Nothing, &mut Dice(7))["online.db"], [0; 0]);
    let torn = files(&trace, 3, Unsynced::Anything, &mut Dice(7));
    assert_eq!(torn["online.db"][..512], [1; 512]);
}
