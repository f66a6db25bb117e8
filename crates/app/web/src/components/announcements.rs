use leptos::html::Div;
use leptos::prelude::*;

/// Lines for screen readers, the newest last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    lines: RwSignal<Vec<String>>,
    /// How many lines have gone by, so that each has a number of its own.
    gone: StoredValue<u64>,
}

/// Older lines have been read long ago.
const KEPT: usize = 12;

impl Log {
    /// An empty log.
    pub(crate) fn new() -> Self {
        Self { lines: RwSignal::new(Vec::new()), gone: StoredValue::new(0) }
    }

    /// Adds lines.
    pub(crate) fn say(self, sentences: impl IntoIterator<Item = String>) {
        self.lines.update(|lines| {
            lines.extend(sentences);
            self.forget(lines, KEPT);
        });
    }

    /// Removes all lines.
    pub(crate) fn clear(self) {
        self.lines.update(|lines| self.forget(lines, 0));
    }

    fn forget(self, lines: &mut Vec<String>, kept: usize) {
        let old = lines.len().saturating_sub(kept);
        lines.drain(..old);
        self.gone.update_value(|gone| *gone += old as u64);
    }

    /// How many lines there have been.
    fn count(self) -> u64 {
        self.gone.get_value() + self.lines.with_untracked(Vec::len) as u64
    }

    /// The last line.
    pub(crate) fn last(self) -> Option<String> {
        self.lines.with(|lines| lines.last().cloned())
    }
}

/// Reads every line of a log to those who listen, as it comes; not those that were there before it.
///
/// A line is a paragraph of its own that never changes: said once more it is another, which a screen reader reads again.
#[component]
pub(crate) fn Announcer(log: Log) -> impl IntoView {
    let place = NodeRef::<Div>::new();
    let before = log.count();
    Effect::new(move |heard: Option<u64>| {
        let gone = log.gone.get_value();
        let heard = heard.unwrap_or(before);
        let fresh = heard.saturating_sub(gone) as usize;
        let Some(place) = place.get() else { return log.lines.with(|_| heard) };
        log.lines.with(|lines| {
            for line in lines.iter().skip(fresh) {
                if let Ok(paragraph) = document().create_element("p") {
                    paragraph.set_text_content(Some(line));
                    // A log that has just gone has no listeners either.
                    let _ = place.append_child(&paragraph);
                }
            }
            while place.child_element_count() as usize > lines.len() {
                let Some(first) = place.first_element_child() else { break };
                first.remove();
            }
            gone + lines.len() as u64
        })
    });
    view! {
        <div class="unseen" role="log" aria-live="polite" aria-relevant="additions" data-test="announcer" node_ref=place></div>
    }
}
