use super::{ForeignError, ForeignErrorKind};
use crate::Player;
use crate::mancala::{Move, Pit, Size};

/// A word of the moves.
pub(super) enum Token<'a> {
    /// The moves of one turn, each with its letter; none for a swap of sides.
    Moves(Vec<(Option<Player>, Move, char)>),
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    Result(&'a str),
}

/// The words of the moves with their lines; comments, variations, move numbers and glyphs are skipped.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    /// The line at which the rest begins, from 1.
    line: usize,
}

impl<'a> Tokens<'a> {
    /// The words of `text` from a line on, counted from 0.
    pub(super) fn new(text: &'a str, from: usize) -> Self {
        let offset: usize = text.split_inclusive('\n').take(from).map(str::len).sum();
        Self { rest: &text[offset..], line: from.saturating_add(1) }
    }

    /// Goes on behind the next `length` bytes.
    fn skip(&mut self, length: usize) -> &'a str {
        let (skipped, rest) = self.rest.split_at(length);
        self.line = self.line.saturating_add(skipped.matches('\n').count());
        self.rest = rest;
        skipped
    }

    /// Skips a comment, whose end must come.
    fn skip_past(&mut self, end: char) -> Result<(), ForeignError> {
        let length = self.rest.find(end).ok_or(self.problem(ForeignErrorKind::OpenComment))?;
        self.skip(length + end.len_utf8());
        Ok(())
    }

    fn problem(&self, problem: ForeignErrorKind) -> ForeignError {
        ForeignError { line: self.line, problem }
    }

    /// Skips what is no word of the game.
    fn skip_asides(&mut self) -> Result<(), ForeignError> {
        let mut open = 0_usize;
        loop {
            match self.rest.chars().next() {
                Some('{') => self.skip_past('}')?,
                Some(';') => {
                    let length = self.rest.find('\n').unwrap_or(self.rest.len());
                    self.skip(length);
                }
                Some('(') => {
                    open += 1;
                    self.skip(1);
                }
                Some(')') => {
                    open =
                        open.checked_sub(1).ok_or_else(|| self.problem(ForeignErrorKind::OpenVariation))?;
                    self.skip(1);
                }
                Some(c) if c.is_whitespace() || open > 0 => {
                    self.skip(c.len_utf8());
                }
                None if open > 0 => return Err(self.problem(ForeignErrorKind::OpenVariation)),
                Some(_) | None => return Ok(()),
            }
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Result<(usize, Token<'a>), ForeignError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Err(error) = self.skip_asides() {
                self.rest = "";
                return Some(Err(error));
            }
            if self.rest.is_empty() {
                return None;
            }
            let ends = |c: char| c.is_whitespace() || "{;()".contains(c);
            let length = self.rest.find(ends).unwrap_or(self.rest.len());
            let line = self.line;
            let word = self.skip(length);
            if matches!(word, "1-0" | "0-1" | "1/2-1/2" | "*") {
                return Some(Ok((line, Token::Result(word))));
            }
            let word = without_number(word);
            if word.is_empty() || word.starts_with('$') {
                continue;
            }
            let moves = turn(word).ok_or_else(|| {
                let text = word.chars().take(20).collect();
                ForeignError { line, problem: ForeignErrorKind::Token(text) }
            });
            return Some(moves.map(|moves| (line, Token::Moves(moves))));
        }
    }
}

/// A word without the `12.` or `12...` before it.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.len() < word.len() && rest.starts_with('.') { rest.trim_start_matches('.') } else { word }
}

fn turn(word: &str) -> Option<Vec<(Option<Player>, Move, char)>> {
    if word == "swap" {
        return Some(vec![(None, Move::Swap, 's')]);
    }
    let word = word.trim_end_matches(['!', '?']);
    let one = |letter: char| {
        let (first, player) =
            if letter.is_ascii_uppercase() { (b'A', Player::One) } else { (b'a', Player::Two) };
        let place = u8::try_from(letter).ok()?.checked_sub(first)?;
        let pit = Pit::new(place + 1).filter(|_| place < Size::MAX)?;
        Some((Some(player), Move::Sow(pit), letter))
    };
    let moves: Option<Vec<_>> = word.chars().map(one).collect();
    moves.filter(|moves| moves.first().is_some_and(|first| moves.iter().all(|mv| mv.0 == first.0)))
}

/// The letter of a pit.
pub(super) fn letter(player: Player, pit: Pit) -> char {
    let first = match player {
        Player::One => b'A',
        Player::Two => b'a',
    };
    char::from(first + pit.number() - 1)
}
