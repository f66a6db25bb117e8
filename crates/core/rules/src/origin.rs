use crate::Keyword;

/// Where a rule set comes from and what is known about its games: the keys of a rule file that are no rules.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Origin {
    /// `native`: what the people who play it call it, names with commas.
    pub native: String,
    /// `region`: where it is played, places with commas.
    pub region: String,
    /// `family`: what kind of game it is, like `two rows, one lap`.
    pub family: String,
    /// `history`: a sentence or two.
    pub history: String,
    /// `source`: who has described it.
    pub source: String,
    /// `length`: how long a game lasts.
    pub length: Option<Length>,
    /// `difficulty`: how hard it is to learn.
    pub difficulty: Option<Learning>,
}

impl Origin {
    /// The keys of rule files, in their order.
    pub(crate) const KEYS: [&'static str; 7] =
        ["native", "region", "family", "history", "source", "length", "difficulty"];

    /// Every key that is set, with its text.
    pub fn entries(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let values = [
            self.native.as_str(),
            &self.region,
            &self.family,
            &self.history,
            &self.source,
            self.length.map_or("", Keyword::word),
            self.difficulty.map_or("", Keyword::word),
        ];
        Self::KEYS.into_iter().zip(values).filter(|(_, value)| !value.is_empty())
    }

    /// The parts of the world where it is played, the first first; a game without a known place is in none.
    pub fn areas(&self) -> Vec<Area> {
        let mut found: Vec<(usize, Area)> = AREAS
            .iter()
            .flat_map(|(area, places)| {
                places.iter().filter_map(|place| Some((self.region.find(place)?, *area)))
            })
            .collect();
        found.sort_unstable();
        let mut areas = Vec::new();
        for (_, area) in found {
            if !areas.contains(&area) {
                areas.push(area);
            }
        }
        areas
    }

    /// The native names, one by one.
    pub fn native_names(&self) -> impl Iterator<Item = &str> {
        self.native.split(['(', ')', ',']).map(str::trim).filter(|name| !name.is_empty())
    }

    /// Whether a word of the names or of the places begins with `text`, whatever its case and its accents.
    pub fn mentions(&self, text: &str) -> bool {
        let text = plain(text);
        let starts = |words: &str| {
            let words = plain(words);
            let begins = words
                .char_indices()
                .filter(|&(at, _)| !words[..at].chars().next_back().is_some_and(char::is_alphanumeric));
            begins.into_iter().any(|(at, _)| words[at..].starts_with(&text))
        };
        !text.is_empty() && [&self.native, &self.region].into_iter().any(|words| starts(words))
    }

    /// Whether `text` is one of the native names, whatever its case and its accents.
    pub fn is_called(&self, text: &str) -> bool {
        let text = plain(text);
        self.native_names().any(|name| plain(name) == text)
    }
}

/// A part of the world with games of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Area {
    /// Ethiopia, Eritrea, Somalia.
    HornOfAfrica,
    /// From Ghana to Nigeria.
    WestAfrica,
    /// Cameroon, Gabon, Equatorial Guinea.
    CentralAfrica,
    /// Kenya, Tanzania.
    EastAfrica,
    /// From Angola to South Africa.
    SouthernAfrica,
    /// Egypt, Sudan.
    NorthAfrica,
    /// From Turkey to Kazakhstan.
    CentralAsia,
    /// India, the Maldives.
    SouthAsia,
    /// Malaysia, Indonesia, the Philippines.
    SoutheastAsia,
    /// Estonia, Germany.
    Europe,
    /// The Caribbean, Suriname, the United States.
    Americas,
    /// Games invented in modern times.
    Modern,
}

impl Keyword for Area {
    const KEYWORDS: &'static [(&'static str, Self)] = &[
        ("horn-of-africa", Self::HornOfAfrica),
        ("west-africa", Self::WestAfrica),
        ("central-africa", Self::CentralAfrica),
        ("east-africa", Self::EastAfrica),
        ("southern-africa", Self::SouthernAfrica),
        ("north-africa", Self::NorthAfrica),
        ("central-asia", Self::CentralAsia),
        ("south-asia", Self::SouthAsia),
        ("southeast-asia", Self::SoutheastAsia),
        ("europe", Self::Europe),
        ("americas", Self::Americas),
        ("modern", Self::Modern),
    ];
}

/// The places of the shipped rule files by area.
const AREAS: [(Area, &[&str]); 12] = [
    (Area::HornOfAfrica, &["Ethiopia", "Eritrea", "Somalia"]),
    (Area::WestAfrica, &["West Africa", "Ghana", "Ivory Coast", "Nigeria", "Benin"]),
    (Area::CentralAfrica, &["Gabon", "Cameroon", "Equatorial Guinea"]),
    (Area::EastAfrica, &["East Africa", "Kenya", "Tanzania"]),
    (Area::SouthernAfrica, &["Angola", "Namibia", "South Africa", "Zambia", "Zimbabwe"]),
    (Area::NorthAfrica, &["Egypt", "Sudan"]),
    (Area::CentralAsia, &["Turkey", "Ottoman Empire", "Persia", "Kazakhstan", "Kyrgyzstan"]),
    (Area::SouthAsia, &["Tamil Nadu", "Mizoram", "Maldives"]),
    (Area::SoutheastAsia, &["Malaysia", "Indonesia", "Philippines"]),
    (Area::Europe, &["Estonia", "Germany"]),
    (
        Area::Americas,
        &["Caribbean", "Suriname", "Saint Lucia", "Cayman Islands", "Dominican Republic", "United States"],
    ),
    (Area::Modern, &["modern game"]),
];

/// A text as people type it who lack its accents and signs.
fn plain(text: &str) -> String {
    let letter = |c: char| match c {
        'à'..='å' => 'a',
        'è'..='ë' | 'ē' => 'e',
        'ì'..='ï' | 'ĩ' => 'i',
        'ò'..='ö' => 'o',
        'ù'..='ü' => 'u',
        'ñ' => 'n',
        'ç' => 'c',
        'ǁ' => '|',
        '-' => ' ',
        c => c,
    };
    let spoken = |c: &char| !matches!(c, '\'' | '’' | '|');
    text.trim().to_lowercase().chars().map(letter).filter(spoken).collect()
}

/// How long a game lasts, by the number of moves of random games: below 40, below 100, or more.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Length {
    /// Below 40 moves.
    Short,
    /// Below 100 moves.
    Medium,
    /// More.
    Long,
}

impl Length {
    /// Of games of so many moves.
    pub const fn of_moves(moves: usize) -> Self {
        match moves {
            ..40 => Self::Short,
            40..100 => Self::Medium,
            _ => Self::Long,
        }
    }
}

impl Keyword for Length {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("short", Self::Short), ("medium", Self::Medium), ("long", Self::Long)];
}

/// How hard a game is to learn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Learning {
    /// In a minute.
    Easy,
    /// In a game.
    Medium,
    /// In a few games.
    Hard,
}

impl Keyword for Learning {
    const KEYWORDS: &'static [(&'static str, Self)] =
        &[("easy", Self::Easy), ("medium", Self::Medium), ("hard", Self::Hard)];
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_found_by_every_name_and_place() {
        let origin = Origin {
            native: "Gĩthi, Wa'aché Waledat, ||Hus (Gabata)".to_owned(),
            region: "Namibia (Nama), Sri-Lanka".to_owned(),
            ..Origin::default()
        };
        for name in ["githi", "WAACHE waledat", "hus", "||Hus", "gabata"] {
            assert!(origin.is_called(name), "{name}");
        }
        for text in ["nami", "nama", "sri lanka", "lanka", "gab", "waledat"] {
            assert!(origin.mentions(text), "{text}");
        }
        assert_eq!(origin.areas(), [Area::SouthernAfrica]);
        let origin = Origin { region: "Caribbean, Ghana, Nigeria".to_owned(), ..origin };
        assert_eq!(origin.areas(), [Area::Americas, Area::WestAfrica]);
        let origin = Origin { region: "Namibia (Nama), Sri-Lanka".to_owned(), ..origin };
        for text in ["", "amibia", "us", "githii"] {
            assert!(!origin.mentions(text) && !origin.is_called(text), "{text}");
        }
    }
}
