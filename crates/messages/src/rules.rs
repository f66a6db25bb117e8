//! Rules as a message: the keys of rule files as JSON, or the name of a preset.
//!
//! Not as the text of a rule file: whoever reads TOML brings a large parser along.

use gebeta_rules::senet::{Block, Exits, NoDark, Pieces, Roll, RollSet, Square, SquareSet};
use gebeta_rules::{AnyRules, GameKind, Preset, Word, mancala, senet};

use crate::fields::{Fields, small, text};
use crate::{Fault, Json};

pub(crate) fn write(rules: &AnyRules) -> Json {
    match rules {
        AnyRules::Mancala(rules) => write_mancala(rules),
        AnyRules::Senet(rules) => write_senet(rules),
    }
}

/// The rules at `key`, by name or written out.
pub(crate) fn read(fields: Fields<'_>, key: &str) -> Result<AnyRules, Fault> {
    let rules = fields.must(key, Some)?;
    if let Some(name) = text(rules) {
        let unknown = || Fault::new("unknown-rules", format_args!("there are no rules {name:?}"));
        return Preset::named(name).map(|preset| preset.rules).ok_or_else(unknown);
    }
    let fields = Fields(rules);
    let quarrel = |words: &dyn std::fmt::Display| Err(Fault::new("bad-rules", words));
    Ok(match fields.game()? {
        GameKind::Mancala => {
            let rules = read_mancala(fields)?;
            match rules.conflicts().into_iter().next() {
                Some(conflict) => return quarrel(&conflict),
                None => AnyRules::Mancala(rules),
            }
        }
        GameKind::Senet => {
            let rules = read_senet(fields)?;
            match rules.conflicts().into_iter().next() {
                Some(conflict) => return quarrel(&conflict),
                None => AnyRules::Senet(rules),
            }
        }
    })
}

fn word<T: Word>(choice: T) -> Json {
    Json::text(choice.word())
}

fn number(number: u8) -> Json {
    Json::from(u32::from(number))
}

fn write_mancala(rules: &mancala::Rules) -> Json {
    let law = &rules.law;
    Json::object([
        ("game", word(GameKind::Mancala)),
        ("pits", number(rules.pits.get())),
        ("stones", number(rules.stones.get())),
        ("sowing", word(law.sowing)),
        ("skip_origin", law.skip_origin.into()),
        ("capture", word(law.capture)),
        ("extra_turn", law.extra_turn.into()),
        ("end", word(law.end)),
        ("leftovers", word(law.leftovers)),
        ("first", word(rules.first)),
        ("pie", rules.pie.into()),
    ])
}

fn read_mancala(fields: Fields<'_>) -> Result<mancala::Rules, Fault> {
    let size = |key| fields.must(key, |value| mancala::Size::new(byte(value)?));
    Ok(mancala::Rules {
        pits: size("pits")?,
        stones: size("stones")?,
        law: mancala::Law {
            sowing: fields.word("sowing")?,
            skip_origin: fields.flag("skip_origin")?,
            capture: fields.word("capture")?,
            extra_turn: fields.flag("extra_turn")?,
            end: fields.word("end")?,
            leftovers: fields.word("leftovers")?,
        },
        first: fields.word("first")?,
        pie: fields.flag("pie")?,
    })
}

fn write_senet(rules: &senet::Rules) -> Json {
    let exits = rules.exits.by_square().map(|(_, rolls)| write_rolls(rolls));
    Json::object([
        ("game", word(GameKind::Senet)),
        ("pieces", number(rules.pieces.get())),
        ("no_dark", number(rules.no_dark.roll().get())),
        ("extra_throw", write_rolls(rules.extra_throw)),
        ("forfeit", word(rules.forfeit)),
        ("protect", word(rules.protect)),
        ("block", number(rules.block.length())),
        ("safe", Json::list(rules.safe, |square: Square| number(square.number()))),
        ("gate", word(rules.gate)),
        ("water", word(rules.water)),
        ("exits", Json::List(exits.to_vec())),
        ("wrong_roll", word(rules.wrong_roll)),
        ("backward", rules.backward.into()),
    ])
}

fn read_senet(fields: Fields<'_>) -> Result<senet::Rules, Fault> {
    let exits = fields.list("exits", |rolls| read_rolls(rolls.0).ok_or_else(|| Fault::field("exits")))?;
    let [three_truths, re_atoum, horus] = exits.try_into().map_err(|_| Fault::field("exits"))?;
    Ok(senet::Rules {
        pieces: fields.must("pieces", |value| Pieces::new(byte(value)?))?,
        no_dark: fields
            .must("no_dark", |value| one_of(value, [NoDark::Five, NoDark::Six], |n| n.roll().get()))?,
        extra_throw: fields.must("extra_throw", read_rolls)?,
        forfeit: fields.word("forfeit")?,
        protect: fields.word("protect")?,
        block: fields
            .must("block", |value| one_of(value, [Block::Never, Block::Two, Block::Three], Block::length))?,
        safe: fields.must("safe", |value| {
            items(value)?.iter().map(|item| Square::new(byte(item)?)).collect::<Option<SquareSet>>()
        })?,
        gate: fields.word("gate")?,
        water: fields.word("water")?,
        exits: Exits { three_truths, re_atoum, horus },
        wrong_roll: fields.word("wrong_roll")?,
        backward: fields.flag("backward")?,
    })
}

fn write_rolls(rolls: RollSet) -> Json {
    Json::list(rolls.iter(), |roll| number(roll.get()))
}

fn read_rolls(value: &Json) -> Option<RollSet> {
    items(value)?.iter().map(|item| Roll::new(byte(item)?)).collect()
}

fn items(value: &Json) -> Option<&[Json]> {
    if let Json::List(items) = value { Some(items) } else { None }
}

fn byte(value: &Json) -> Option<u8> {
    u8::try_from(small(value)?).ok()
}

/// The choice that is written with this number.
fn one_of<T: Copy, const N: usize>(value: &Json, choices: [T; N], written: impl Fn(T) -> u8) -> Option<T> {
    let number = byte(value)?;
    choices.into_iter().find(|&choice| written(choice) == number)
}
