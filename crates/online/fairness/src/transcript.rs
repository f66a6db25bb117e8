use std::fmt::Write;

use gebeta_rules::{AnyRules, Player, Record};

use crate::{ByRole, Digest, FairnessError, Key, Role, Seed, commitment, rules_digest};

/// The commitments and revealed seeds of one game: what is needed to verify its throws.
///
/// It is stored as tags of the record, so a verifiable game is an ordinary stored game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transcript {
    /// The id the server gave the game before the commitments.
    pub game: String,
    /// The hash of the rules.
    pub rules: Digest,
    /// The commitments, as published before the game.
    pub seals: ByRole<Digest>,
    /// The seeds.
    pub seeds: ByRole<Seed>,
    /// Which of the two players A was.
    pub a: Player,
    /// Whether the coin decided that.
    pub coin: bool,
    /// The place of the game in the public chain, and the head there; games before the chain existed have none.
    pub chained: Option<(u64, Digest)>,
}

/// The tag with the digest of all others.
const DIGEST: &str = "FairDigest";

impl Transcript {
    /// The version of the protocol.
    const VERSION: &str = "SF1";

    /// The text of `record` with this transcript in its tags.
    pub fn write(&self, record: &Record) -> String {
        let mut record = record.clone();
        record.notes.retain(|(name, _)| !name.starts_with("Fair"));
        record.notes.extend(self.tags());
        let text = record.to_string();
        let digest = Digest::of(&[text.as_bytes()]);
        // As the last tag, before the empty line.
        text.replacen("\n\n", &format!("\n[{DIGEST} \"{digest}\"]\n\n"), 1)
    }

    /// Reads a record with its transcript and checks that the text is unchanged.
    ///
    /// # Errors
    /// The text is not a record, has no transcript, or was changed.
    pub fn read(text: &str) -> Result<(Record, Self), FairnessError> {
        let record: Record = text.parse()?;
        let tag = |name: &str| {
            record.notes.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
        };
        match tag("Fair") {
            None => return Err(without_envelopes(&record, tag("Site").is_some(), tag("Ended"))),
            Some(Self::VERSION) => {}
            Some(other) => return Err(FairnessError::Version(other.to_owned())),
        }
        let required = |name: &str| tag(name).ok_or_else(|| FairnessError::MissingTag(name.to_owned()));
        let digest =
            |name: &str| required(name)?.parse::<Digest>().map_err(|_| FairnessError::Tag(name.to_owned()));
        let whole = digest(DIGEST)?;
        let rest = text.replacen(&format!("[{DIGEST} \"{whole}\"]\n"), "", 1);
        if Digest::of(&[rest.as_bytes()]) != whole {
            return Err(FairnessError::Changed);
        }
        let transcript = Self {
            game: required("FairGame")?.to_owned(),
            rules: digest("FairRules")?,
            seals: ByRole::try_from_fn(|role| digest(&format!("FairSeal{}", role.letter())))?,
            seeds: ByRole::try_from_fn(|role| {
                digest(&format!("FairSeed{}", role.letter())).map(|seed| Seed::new(*seed.bytes()))
            })?,
            a: match required("FairA")? {
                "p1" => Player::One,
                "p2" => Player::Two,
                _ => return Err(FairnessError::Tag("FairA".to_owned())),
            },
            coin: match required("FairSeats")? {
                "coin" => true,
                "chosen" => false,
                _ => return Err(FairnessError::Tag("FairSeats".to_owned())),
            },
            chained: match tag("FairPlace") {
                Some(place) => {
                    let place = place.parse().map_err(|_| FairnessError::Tag("FairPlace".to_owned()))?;
                    Some((place, digest("FairHead")?))
                }
                None => None,
            },
        };
        if transcript.game.len() > Self::LONGEST_ID {
            return Err(FairnessError::Tag("FairGame".to_owned()));
        }
        Ok((record, transcript))
    }

    /// No game has a longer id.
    const LONGEST_ID: usize = 64;

    /// Checks every commitment and mixes the seeds.
    ///
    /// # Errors
    /// The rules differ, a seed does not match, or only the server contributed one.
    pub fn open(&self, record: &Record) -> Result<Key, FairnessError> {
        if self.rules != rules_digest(&record.rules) {
            return Err(FairnessError::Rules);
        }
        for role in Role::ALL {
            if commitment(role, &self.game, &self.seeds[role]) != self.seals[role] {
                return Err(FairnessError::Envelope(role.letter()));
            }
        }
        if self.seeds.a.is_default() && self.seeds.b.is_default() {
            return Err(FairnessError::NotProvable);
        }
        Ok(Key::mix(&self.game, &self.seeds, &self.rules))
    }

    fn tags(&self) -> Vec<(String, String)> {
        let tag = |name: &str, value: String| (name.to_owned(), value);
        let mut tags = vec![
            tag("Fair", Self::VERSION.to_owned()),
            tag("FairGame", self.game.clone()),
            tag("FairRules", self.rules.to_string()),
        ];
        for role in Role::ALL {
            tags.push(tag(&format!("FairSeal{}", role.letter()), self.seals[role].to_string()));
        }
        for role in Role::ALL {
            let mut seed = String::new();
            for byte in self.seeds[role].bytes() {
                write!(seed, "{byte:02x}").expect("a string takes all");
            }
            tags.push(tag(&format!("FairSeed{}", role.letter()), seed));
        }
        tags.push(tag("FairA", format!("p{}", self.a)));
        tags.push(tag("FairSeats", if self.coin { "coin" } else { "chosen" }.to_owned()));
        if let Some((place, head)) = self.chained {
            tags.push(tag("FairPlace", place.to_string()));
            tags.push(tag("FairHead", head.to_string()));
        }
        tags
    }
}

/// The error for a record without a transcript.
fn without_envelopes(record: &Record, is_by_link: bool, ended: Option<&str>) -> FairnessError {
    let is_by_chance = matches!(record.rules, AnyRules::Senet(_)) || record.rules.wants_coin();
    match ended {
        _ if !is_by_link => FairnessError::NoEnvelopes,
        None => FairnessError::NotOver,
        // Before the first move the seats may have waited for a coin.
        Some("aborted") if is_by_chance || record.plies().is_empty() => FairnessError::CalledOff,
        Some(_) if is_by_chance => FairnessError::MissingTag("Fair".to_owned()),
        Some(_) => FairnessError::NoChance,
    }
}
