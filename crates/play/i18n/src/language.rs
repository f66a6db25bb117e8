/// A language the game speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Language {
    /// English.
    #[default]
    En,
    /// Amharic.
    Am,
    /// Arabic.
    Ar,
}

/// Which way a language is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// From left to right.
    Ltr,
    /// From right to left.
    Rtl,
}

impl Direction {
    /// As HTML's `dir` wants it.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Ltr => "ltr",
            Self::Rtl => "rtl",
        }
    }
}

impl Language {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::En, Self::Am, Self::Ar];

    /// `en`, `am` or `ar`.
    pub const fn code(self) -> &'static str {
        match self {
            Self::En => "en",
            Self::Am => "am",
            Self::Ar => "ar",
        }
    }

    /// What its speakers call it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::En => "English",
            Self::Am => "አማርኛ",
            Self::Ar => "العربية",
        }
    }

    /// Which way it is written.
    pub const fn direction(self) -> Direction {
        match self {
            Self::En | Self::Am => Direction::Ltr,
            Self::Ar => Direction::Rtl,
        }
    }

    /// The language of a tag such as `ar-EG`, or of a locale such as `am_ET.UTF-8`.
    pub fn from_tag(tag: &str) -> Option<Self> {
        let code = tag.split(['-', '_', '.', '@']).next()?;
        Self::ALL.into_iter().find(|language| language.code().eq_ignore_ascii_case(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_names_its_language() {
        for (tag, language) in [
            ("en", Some(Language::En)),
            ("EN-us", Some(Language::En)),
            ("am-ET", Some(Language::Am)),
            ("am_ET.UTF-8", Some(Language::Am)),
            ("ar-EG", Some(Language::Ar)),
            ("ar@latin", Some(Language::Ar)),
            ("arc", None),
            ("C", None),
            ("", None),
        ] {
            assert_eq!(Language::from_tag(tag), language, "{tag}");
        }
    }

    #[test]
    fn codes_are_tags() {
        for language in Language::ALL {
            assert_eq!(Language::from_tag(language.code()), Some(language));
        }
    }
}
