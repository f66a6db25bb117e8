use leptos::prelude::*;

/// What is told to those who listen, the newest last.
///
/// Every sentence has a number of its own: said once more it is a new line, which a screen reader reads again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log(RwSignal<Lines>);

#[derive(Clone, Debug, Default)]
struct Lines {
    last_number: u64,
    lines: Vec<(u64, String)>,
}

impl Lines {
    /// Older lines have been read long ago.
    const KEPT: usize = 12;

    fn add(&mut self, sentences: impl IntoIterator<Item = String>) {
        for sentence in sentences {
            self.last_number += 1;
            self.lines.push((self.last_number, sentence));
        }
        let old = self.lines.len().saturating_sub(Self::KEPT);
        self.lines.drain(..old);
    }
}

impl Log {
    /// Nothing has been said.
    pub(crate) fn new() -> Self {
        Self(RwSignal::new(Lines::default()))
    }

    /// Says something.
    pub(crate) fn say(self, sentences: impl IntoIterator<Item = String>) {
        self.0.update(|lines| lines.add(sentences));
    }

    /// Forgets what was said.
    pub(crate) fn clear(self) {
        self.0.update(|lines| lines.lines.clear());
    }

    /// What was said last.
    pub(crate) fn last(self) -> Option<String> {
        self.0.with(|lines| lines.lines.last().map(|(_, sentence)| sentence.clone()))
    }
}

/// Reads every line of a log to those who listen, as it comes.
#[component]
pub(crate) fn Announcer(log: Log) -> impl IntoView {
    let lines = move || log.0.with(|lines| lines.lines.clone());
    view! {
        <div class="unseen" role="log" aria-live="polite" aria-relevant="additions" data-test="announcer">
            <For each=lines key=|(number, _)| *number children=|(_, sentence)| view! { <p>{sentence}</p> } />
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_log_keeps_the_last_lines_and_never_gives_a_number_twice() {
        let mut lines = Lines::default();
        for _ in 0..40 {
            lines.add(["Pit 3 is empty.".to_owned()]);
        }
        let numbers: Vec<_> = lines.lines.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers, (29..=40).collect::<Vec<_>>());
    }
}
