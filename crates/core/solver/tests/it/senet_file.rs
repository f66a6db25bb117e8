//! Tables of Senet in files: whatever interrupts a build, the same bytes come out, and they fit the rules.

use std::cell::RefCell;
use std::io::{self, Cursor, Read, Write};
use std::num::NonZero;
use std::rc::Rc;
use std::sync::LazyLock;

use gebeta_rules::senet::{Pieces, Position, Rules};
use gebeta_solver::file::{Bytes, Reader, Writer};
use gebeta_solver::senet::{Checkpoint, Exact, Extent, Plan, Step, StoredTable, TableFileBuilder};
use gebeta_testkit::Walk;

const ONE_THREAD: NonZero<usize> = NonZero::<usize>::MIN;

/// Sweeps kept in memory.
#[derive(Clone, Default)]
struct Memory(Rc<RefCell<Vec<u8>>>);

impl Checkpoint for Memory {
    fn kept(&mut self) -> Option<Box<dyn Read>> {
        let kept = self.0.borrow().clone();
        (!kept.is_empty()).then(|| Box::new(Cursor::new(kept)) as Box<dyn Read>)
    }

    fn keep(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) {
        let mut kept = Vec::new();
        write(&mut kept).expect("memory can be written");
        *self.0.borrow_mut() = kept;
    }
}

fn plan() -> Plan {
    Plan::new(&Rules::FIVE_PIECE, Extent::total(4).expect("two to ten pieces"))
}

fn reader(bytes: &[u8]) -> Reader<Bytes> {
    Reader::unfinished(Bytes::new("part", bytes.to_vec()), &plan().header())
        .expect("it begins with the header")
}

/// Goes on with what there is of the file until it is finished or has been asked so often whether to go on.
fn go_on(mut bytes: Vec<u8>, memory: &mut Memory, patience: usize) -> Vec<u8> {
    let (plan, mut asked) = (plan(), 0);
    let header = plan.header();
    if bytes.is_empty() {
        bytes = header.to_bytes();
    }
    let mut kept = TableFileBuilder::whole(plan.extent(), reader(&bytes).whole_sections(&mut |_, _| true));
    bytes.truncate(header.section_offset(kept) as usize);
    let stepwise = TableFileBuilder::new(&plan, ONE_THREAD);
    let mut end = 0;
    for layer in plan.extent().groups() {
        let first = end;
        end += if layer == layer.mirrored() { 1 } else { 2 };
        if first < kept {
            continue;
        }
        let file = reader(&bytes);
        let mut writer = Writer::resume(&mut bytes, &header, kept);
        let mut patient = |_| {
            asked += 1;
            asked <= patience
        };
        let step = stepwise.solve(layer, &file, memory, &mut patient, &mut |entries| writer.append(entries));
        if matches!(step.expect("memory can be read and written"), Step::Stopped) {
            return bytes;
        }
        memory.0.borrow_mut().clear();
        kept = end;
    }
    bytes
}

static WHOLE: LazyLock<Vec<u8>> = LazyLock::new(|| go_on(Vec::new(), &mut Memory::default(), usize::MAX));

fn whole() -> Vec<u8> {
    WHOLE.clone()
}

#[test]
fn a_build_that_is_stopped_again_and_again_gives_the_same_bytes() {
    let whole = whole();
    assert_eq!(whole.len() as u64, plan().header().file_len());
    let (mut bytes, mut memory, mut stops) = (Vec::new(), Memory::default(), 0);
    while bytes.len() < whole.len() {
        bytes = go_on(bytes, &mut memory, 1500);
        stops += 1;
        // Whatever was being written when it ended is thrown away.
        bytes.extend_from_slice(&[1, 2, 3][..usize::from(bytes.len() < whole.len()) * 3]);
    }
    assert!(stops > 3, "{stops}");
    assert!(bytes == whole);
}

#[test]
fn damaged_sweeps_are_not_believed() {
    let mut memory = Memory::default();
    let begun = go_on(Vec::new(), &mut memory, 9000);
    assert!(!memory.0.borrow().is_empty());
    let middle = memory.0.borrow().len() / 2;
    memory.0.borrow_mut()[middle] ^= 1;
    assert!(go_on(begun, &mut memory, usize::MAX) == whole());
}

#[test]
fn stored_values_are_near_the_exact_ones_and_fit_the_rules() {
    let stored = StoredTable::new(Reader::open(Bytes::new("whole", whole())).unwrap()).unwrap();
    let exact =
        Exact::build(&Rules::FIVE_PIECE, plan().extent(), ONE_THREAD, &mut |_| {}, &|| false).unwrap();
    let rounding = StoredTable::<Bytes>::ROUNDING;
    for entry in (0..plan().extent().positions()).step_by(7) {
        let fault = stored.fault(entry).unwrap();
        assert!(fault < 2.1 * rounding, "{entry}: {fault}");
    }
    let start = Position::start(&Rules { pieces: Pieces::new(2).unwrap(), ..Rules::FIVE_PIECE });
    let mut walk = Walk::new(3);
    for _ in 0..300 {
        let plies = walk.below(60);
        let pos = walk.play(start, plies);
        let (near, win) = (stored.win(&pos).unwrap().unwrap(), exact.win(&pos).unwrap());
        // Every exit on the way adds a rounding at most.
        assert!((near - win).abs() < 4.0 * rounding, "{pos}: {near} {win}");
        assert_eq!(stored.moves(&pos).unwrap().is_some(), exact.moves(&pos).is_some(), "{pos}");
    }
    let crowded = Position::start(&Rules::FIVE_PIECE);
    assert_eq!(stored.win(&crowded).unwrap(), None);
    assert_eq!(stored.win(&Position::start(&Rules::CLASSIC)).unwrap(), None);
}

#[test]
fn a_flipped_bit_is_found() {
    let mut bytes = whole();
    let last = bytes.len() - 100;
    bytes[last] ^= 4;
    let stored = StoredTable::new(Reader::open(Bytes::new("bad", bytes)).unwrap()).unwrap();
    assert!(stored.fault(plan().extent().positions() - 1).is_err());
}
