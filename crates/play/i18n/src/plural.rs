//! Which form a language uses for a number, by the Unicode CLDR.

use crate::Language;

/// The places of the forms in the generated tables: zero, one, two, few, many, other.
const ZERO: usize = 0;
const ONE: usize = 1;
const TWO: usize = 2;
const FEW: usize = 3;
const MANY: usize = 4;
const OTHER: usize = 5;

impl Language {
    /// The place of the form for `n`.
    pub(crate) const fn plural(self, n: usize) -> usize {
        match self {
            Self::En => match n {
                1 => ONE,
                _ => OTHER,
            },
            Self::Am => match n {
                0 | 1 => ONE,
                _ => OTHER,
            },
            Self::Ar => match (n, n % 100) {
                (0, _) => ZERO,
                (1, _) => ONE,
                (2, _) => TWO,
                (_, 3..=10) => FEW,
                (_, 11..=99) => MANY,
                _ => OTHER,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(language: Language, form: usize, numbers: &[usize]) {
        for &n in numbers {
            assert_eq!(language.plural(n), form, "{n} in {}", language.name());
        }
    }

    #[test]
    fn forms_are_those_of_the_cldr() {
        check(Language::En, ONE, &[1]);
        check(Language::En, OTHER, &[0, 2, 3, 11, 21, 101]);
        check(Language::Am, ONE, &[0, 1]);
        check(Language::Am, OTHER, &[2, 10, 21, 101]);
        check(Language::Ar, ZERO, &[0]);
        check(Language::Ar, ONE, &[1]);
        check(Language::Ar, TWO, &[2]);
        check(Language::Ar, FEW, &[3, 10, 103, 110, 1003]);
        check(Language::Ar, MANY, &[11, 26, 99, 111, 199, 1011]);
        check(Language::Ar, OTHER, &[100, 101, 102, 200, 202, 1000]);
    }
}
