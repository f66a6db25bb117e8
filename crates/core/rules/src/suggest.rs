/// The known word most like `typed`, if one is close enough to be what was meant.
pub fn nearest<'a>(typed: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    /// Below this likeness (Jaro-Winkler, 1 = equal) a suggestion confuses more than it helps.
    const LIKE_ENOUGH: f64 = 0.78;
    // A very long word is not a slip of the fingers, and comparing it would cost its length squared.
    const LONGEST: usize = 64;

    if typed.len() > LONGEST {
        return None;
    }
    // What is known is written in plain letters.
    let typed = typed.to_ascii_lowercase();
    known
        .into_iter()
        .map(|word| (strsim::jaro_winkler(&typed, &word.to_ascii_lowercase()), word))
        .filter(|(likeness, _)| *likeness >= LIKE_ENOUGH)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, word)| word)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    const RULES: [&str; 5] = ["gebeta", "capture", "avalanche", "tainted", "empty-capture"];

    #[test]
    fn a_slip_is_corrected_and_nonsense_is_not() {
        assert_eq!(nearest("gebta", RULES), Some("gebeta"));
        assert_eq!(nearest("AVALANCH", RULES), Some("avalanche"));
        assert_eq!(nearest("xyzzy", RULES), None);
        assert_eq!(nearest("", RULES), None);
    }
}
