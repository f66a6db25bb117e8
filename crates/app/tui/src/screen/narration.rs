/// The sentences about a game, the latest last, each with the ply it belongs to.
///
/// The consequences of a move wait until it has been shown: an extra turn while the stones are in the air would give it away.
#[derive(Debug, Default)]
pub struct Narration {
    told: Vec<(usize, String)>,
    later: Vec<(usize, String)>,
}

impl Narration {
    /// The latest sentences are kept, no more.
    const MOST: usize = 200;

    /// Tells a sentence, behind those that wait.
    pub(crate) fn tell(&mut self, ply: usize, sentence: String) {
        if self.later.is_empty() {
            self.told.push((ply, sentence));
        } else {
            self.later.push((ply, sentence));
        }
        let spare = self.told.len().saturating_sub(Self::MOST);
        self.told.drain(..spare);
    }

    /// Tells a sentence once everything has been shown.
    pub(crate) fn tell_later(&mut self, ply: usize, sentence: String) {
        self.later.push((ply, sentence));
    }

    /// Tells a move: what is done at once, what comes of it later.
    pub(crate) fn tell_move(&mut self, ply: usize, sentences: Vec<String>) {
        let mut sentences = sentences.into_iter();
        if let Some(first) = sentences.next() {
            self.tell(ply, first);
        }
        sentences.for_each(|sentence| self.tell_later(ply, sentence));
    }

    /// Everything has been shown: adds what waited.
    pub(crate) fn land(&mut self) {
        self.told.append(&mut self.later);
    }

    /// Forgets what was told of plies that are taken back.
    pub(crate) fn take_back_to(&mut self, ply: usize) {
        self.land();
        self.told.retain(|(of, _)| *of <= ply);
    }

    /// The last `most` sentences.
    pub fn latest(&self, most: usize) -> impl ExactSizeIterator<Item = &str> {
        let first = self.told.len().saturating_sub(most);
        self.told[first..].iter().map(|(_, sentence)| sentence.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_comes_of_a_move_is_told_when_it_is_seen_and_goes_when_it_is_taken_back() {
        let mut narration = Narration::default();
        narration.tell(0, "begins".to_owned());
        narration.tell_move(1, vec!["sows".to_owned(), "captures".to_owned()]);
        narration.tell(1, "says".to_owned());
        assert_eq!(narration.latest(9).collect::<Vec<_>>(), ["begins", "sows"]);
        narration.land();
        assert_eq!(narration.latest(2).collect::<Vec<_>>(), ["captures", "says"]);
        narration.take_back_to(0);
        assert_eq!(narration.latest(9).collect::<Vec<_>>(), ["begins"]);
    }
}
