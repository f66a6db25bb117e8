use unicode_width::UnicodeWidthChar;

/// How wide a text is on the screen.
///
/// A screen has a cell for every letter, so this is a sum over letters. The width of a whole text would count the
/// Arabic lam and alef as one, as they are in print, and the last letter would find no room.
pub(crate) trait Columns {
    /// The columns it takes.
    fn columns(&self) -> usize;
}

impl Columns for str {
    fn columns(&self) -> usize {
        self.chars().map(|c| c.width().unwrap_or(0)).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_has_its_column_and_marks_have_none() {
        assert_eq!("لا نقلات".columns(), 8);
        assert_eq!("أولًا".columns(), 4);
        assert_eq!("ሰላም".columns(), 3);
        assert_eq!("石".columns(), 2);
    }
}
