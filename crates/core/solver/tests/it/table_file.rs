//! Table files: what was written is read, and nothing else is believed.

use std::io;

use gebeta_rules::mancala::{End, MoveRules, Position, Rules, SideWord, Size};
use gebeta_rules::{AnyRules, Coded, Game};
use gebeta_solver::file::{Bytes, Header, Kind, Reader, Section, TableError, Writer};
use gebeta_solver::mancala::{Builder, Finished, NoTableError, Shape, StoredTable, Table, Tablebase};
use gebeta_testkit::Walk;
use gebeta_testkit::strategy::{self, cases};
use proptest::prelude::*;

/// The file of a table.
fn file_of(pits: u8, law: MoveRules, stones: u32) -> Vec<u8> {
    let pits = Size::new(pits).expect("a board has 1 to 12 pits");
    let shape = Shape::new(pits, law, stones).expect("there is such a table");
    let header = shape.header();
    let written = || {
        let mut writer = Writer::begin(Vec::new(), &header)?;
        let mut keep = |finished: Finished<'_>| append(&mut writer, finished);
        if pits.get() <= u64::PITS {
            Builder::<u64>::new(shape).run(1, &|_| true, &mut keep)?;
        } else {
            Builder::<u128>::new(shape).run(1, &|_| true, &mut keep)?;
        }
        writer.finish()
    };
    written().expect("memory can be written to")
}

fn append(writer: &mut Writer<'_, Vec<u8>>, finished: Finished<'_>) -> io::Result<()> {
    finished.sections.iter().try_for_each(|section| {
        writer.append(&section.iter().map(|value| value.cast_unsigned()).collect::<Vec<_>>())
    })
}

fn open(bytes: &[u8]) -> Result<Reader<Bytes>, TableError> {
    Reader::open(Bytes::new("the table", bytes.to_vec()))
}

/// All that reading a table to the end says: the code of the first fault, or nothing.
fn fault(bytes: &[u8], wanted: &Header) -> Option<&'static str> {
    let read = || {
        let reader = open(bytes)?;
        let table = Table::load(&reader, &mut |_| true)?;
        assert!(table.is_some());
        // Whole and right, but is it the one?
        Reader::unfinished(Bytes::new("the table", bytes.to_vec()), wanted).map(drop)
    };
    read().err().map(|error: TableError| {
        assert!(error.to_string().starts_with("the table: "), "{error}");
        error.code()
    })
}

#[test]
fn a_hundred_and_more_mutations_are_refused() {
    let good = file_of(6, MoveRules::GEBETA, 10);
    let other = file_of(6, MoveRules::TAINTED, 10);
    let header = open(&good).unwrap().header().clone();
    let data = header.section_offset(0) as usize;
    assert_eq!(fault(&good, &header), None);
    assert!(header.blocks() > header.sections().len() as u64, "some section has more than one block");

    let mut mutants: Vec<(String, Vec<u8>)> = Vec::new();
    let mut add = |name: String, bytes: Vec<u8>| mutants.push((name, bytes));
    let mut walk = Walk::new(5);
    let flips = (0..data).step_by(9).chain((0..60).map(|_| data + walk.below(good.len() - data)));
    for place in flips {
        let mut bytes = good.clone();
        bytes[place] ^= 1 << (place % 8);
        add(format!("flip at {place}"), bytes);
    }
    for len in [0, 1, 7, 8, 31, 32, 100, data - 1, data, data + 1, good.len() / 2, good.len() - 1] {
        add(format!("cut at {len}"), good[..len].to_vec());
    }
    for section in 1..header.sections().len() {
        add(
            format!("cut before section {section}"),
            good[..header.section_offset(section) as usize].to_vec(),
        );
    }
    for more in [1, 8, 16 * 1024 + 8] {
        add(format!("{more} more bytes"), [good.as_slice(), &vec![0; more]].concat());
    }
    let block = header.block_len() + 8;
    let large = header.sections().iter().position(|section| section.entries > 40_000).unwrap();
    let at = header.section_offset(large) as usize;
    let mut swapped = good.clone();
    let (left, right) = swapped[at..at + 2 * block].split_at_mut(block);
    left.swap_with_slice(right);
    add("two blocks swapped".to_owned(), swapped);
    let mut twice = good.clone();
    twice.copy_within(at..at + block, at + block);
    add("a block twice".to_owned(), twice);
    // The same shape under another law: the same places, other headers.
    let other_data = open(&other).unwrap().header().section_offset(0) as usize;
    let mut foreign = good.clone();
    foreign[at..at + block].copy_from_slice(&other[at - data + other_data..][..block]);
    add("a block of another table".to_owned(), foreign);
    add("another table's data".to_owned(), [&good[..data], &other[other_data..]].concat());
    add("another table's header".to_owned(), [&other[..other_data], &good[data..]].concat());
    add("another table".to_owned(), other);
    add("a smaller table".to_owned(), file_of(6, MoveRules::GEBETA, 9));
    add("another board".to_owned(), file_of(5, MoveRules::GEBETA, 10));

    assert!(mutants.len() >= 100, "{}", mutants.len());
    for (name, bytes) in &mutants {
        let code = fault(bytes, &header).unwrap_or_else(|| panic!("{name} is believed"));
        let expected: &[&str] = match name.split(' ').next().unwrap() {
            "cut" => &["table-truncated"],
            "flip" => &["table-corrupt", "not-a-table", "table-version", "table-truncated"],
            _ if name.ends_with("more bytes") => &["table-overlong"],
            _ if name.ends_with("table") && name.starts_with('a') && !name.contains("block") => {
                &["table-foreign"]
            }
            _ if name == "another board" => &["table-foreign"],
            _ => &["table-corrupt", "table-truncated", "table-overlong"],
        };
        assert!(expected.contains(&code), "{name}: {code}");
    }
}

#[test]
fn a_header_that_promises_other_sections_is_foreign() {
    let rules = AnyRules::Mancala(Rules::GEBETA);
    let whole = |kind, rules, size, sections: Vec<Section>| {
        let header = Header::new(kind, rules, size, sections);
        let len: u64 = (0..header.sections().len()).map(|section| header.section_len(section)).sum();
        let mut writer = Writer::begin(Vec::new(), &header).unwrap();
        writer.append(&vec![0; len as usize]).unwrap();
        writer.finish().unwrap()
    };
    for bytes in [
        whole(Kind::Mancala, rules, 3, vec![Section::new(1, 1, 36)]),
        whole(Kind::Mancala, rules, 2, vec![Section::new(1, 1, 37)]),
        whole(Kind::Mancala, rules, 0, vec![]),
        whole(Kind::Mancala, rules, 99, vec![Section::new(1, 1, 36)]),
        whole(Kind::Senet, AnyRules::Senet(gebeta_rules::senet::Rules::CLASSIC), 1, vec![]),
    ] {
        let reader = open(&bytes).unwrap();
        assert_eq!(Table::load(&reader, &mut |_| true).unwrap_err().code(), "table-foreign");
        assert_eq!(StoredTable::new(reader).unwrap_err().code(), "table-foreign");
    }
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn any_bytes_are_refused_without_a_panic(bytes: Vec<u8>, keep in 0..400_usize, at in 0..400_usize) {
        let good = file_of(2, MoveRules::GEBETA, 4);
        let is_believed =
            |bytes: &[u8]| open(bytes).and_then(|reader| Table::load(&reader, &mut |_| true)).is_ok();
        let behind = [&good[..keep.min(good.len())], &bytes].concat();
        let mut over = good.clone();
        let end = good.len().min(at + bytes.len());
        if at < end {
            over[at..end].copy_from_slice(&bytes[..end - at]);
        }
        for file in [bytes, behind, over] {
            prop_assert_eq!(is_believed(&file), file == good);
        }
    }

    #[test]
    fn an_interrupted_build_ends_with_the_same_bytes(
        rules in strategy::mancala::rules(), pits in 1..=4_u8, cuts in prop::collection::vec(0.0..1.0, 1..4)
    ) {
        let law = MoveRules { end: End::SideEmpty, ..rules.law };
        let shape = Shape::new(Size::new(pits).unwrap(), law, 8).unwrap();
        let whole = file_of(pits, law, 8);
        let header = shape.header();
        for cut in cuts {
            let data = header.section_offset(0) as usize;
            let len = data + (cut * (whole.len() - data) as f64) as usize;
            let mut part = whole[..len].to_vec();
            let mut builder = Builder::<u64>::new(shape.clone());
            let reader = Reader::unfinished(Bytes::new("part", part.clone()), &header).unwrap();
            let kept = builder.take_over(&reader, &mut |_| true);
            part.truncate(header.section_offset(kept) as usize);
            let mut writer = Writer::resume(part, &header, kept);
            builder
                .run(2, &|_| true, &mut |finished| append(&mut writer, finished))
                .unwrap();
            prop_assert!(writer.finish().unwrap() == whole, "cut at {len}");
        }
    }

    #[test]
    fn a_table_in_its_file_says_what_it_says_in_memory(
        rules in strategy::mancala::rules(), seed: u64
    ) {
        let rules = Rules { pie: false, law: MoveRules { end: End::SideEmpty, ..rules.law }, ..rules };
        let stones = if rules.pits.get() <= 6 { 7 } else { 5 };
        let shape = Shape::new(rules.pits, rules.law, stones).unwrap();
        let reader = open(&file_of(rules.pits.get(), rules.law, stones)).unwrap();
        let loaded = Table::load(&reader, &mut |_| true).unwrap().unwrap();
        let built = Table::build(rules.pits, rules.law, stones, 1, &|_| true).unwrap();
        prop_assert_eq!(loaded.len(), Shape::positions(rules.pits, stones));
        prop_assert_eq!(built.first_wrong(&mut |_| true), None);
        let stored = StoredTable::new(reader).unwrap();
        prop_assert_eq!(stored.shape().stones(), shape.stones());
        let mut walk = Walk::new(seed);
        for _ in 0..20 {
            let entry = walk.below(loaded.len() as usize) as u64;
            prop_assert_eq!(stored.agrees(entry).unwrap(), Ok(()));
        }
        let mut position = Position::start(&rules);
        while let Some(mv) = { let moves = position.moves(); position.legal_moves().nth(walk.below(moves.len().max(1))) } {
            let known = built.value(&position);
            prop_assert_eq!(stored.value(&position).unwrap(), known);
            prop_assert_eq!(loaded.value(&position), known);
            position.play_unchecked(mv, &mut ());
        }
    }
}

#[test]
fn a_wrong_value_is_found_though_its_block_is_whole() {
    let good = file_of(3, MoveRules::GEBETA, 6);
    let reader = open(&good).unwrap();
    let header = reader.header().clone();
    let last = header.sections().len() - 1;
    let mut writer = Writer::begin(Vec::new(), &header).unwrap();
    for section in 0..=last {
        let mut entries = reader.section(section).unwrap();
        if section == last {
            entries[2] = entries[2].wrapping_add(1);
        }
        writer.append(&entries).unwrap();
    }
    let wrong = open(&writer.finish().unwrap()).unwrap();
    let table = Table::load(&wrong, &mut |_| true).unwrap().unwrap();
    assert!(table.first_wrong(&mut |_| true).is_some());
    let stored = StoredTable::new(wrong).unwrap();
    let entry = header.entries() - header.sections()[last].entries + 2;
    assert!(stored.agrees(entry).unwrap().is_err());
    assert!(stored.agrees(0).unwrap().is_ok());
}

#[test]
fn what_has_no_table_is_said() {
    let pits = |pits| Size::new(pits).unwrap();
    let law = MoveRules::GEBETA;
    assert_eq!(Shape::new(pits(12), law, 48).unwrap_err(), NoTableError::TooLarge { pits: 12, stones: 48 });
    assert_eq!(Shape::new(pits(6), law, 1).unwrap_err(), NoTableError::Stones(1));
    assert_eq!(Shape::new(pits(6), law, 49).unwrap_err(), NoTableError::Stones(49));
    let majority = MoveRules { end: End::Majority, ..law };
    assert_eq!(Shape::new(pits(6), majority, 5).unwrap_err(), NoTableError::Majority);
}
