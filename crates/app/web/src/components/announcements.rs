use leptos::html::Div;
use leptos::prelude::*;

/// Lines for screen readers, the newest last.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Log {
    lines: RwSignal<Vec<String>>,
    /// How many lines have gone by, so that each has a number of its own.
    gone: StoredValue<u64>,
    /// Lines that wait until the board has shown the scene with this number.
    held: StoredValue<Vec<(u64, Vec<String>)>>,
}

/// Older lines have been read long ago.
const KEPT: usize = 12;

impl Log {
    /// An empty log.
    pub(crate) fn new() -> Self {
        Self {
            lines: RwSignal::new(Vec::new()),
            gone: StoredValue::new(0),
            held: StoredValue::new(Vec::new()),
        }
    }

    /// Adds lines as soon as the board has shown what they are about, the scene with this number.
    pub(crate) fn hold(self, scene: u64, sentences: Vec<String>) {
        self.held.update_value(|held| held.push((scene, sentences)));
    }

    /// The board has shown the scene with this number. Says whether lines have waited for it.
    pub(crate) fn release(self, settled: u64) -> bool {
        let due = self.held.try_update_value(|held| {
            let due = held.iter().take_while(|(scene, _)| *scene <= settled).count();
            held.drain(..due).flat_map(|(_, sentences)| sentences).collect::<Vec<_>>()
        });
        let due = due.filter(|due| !due.is_empty());
        let has_waited = due.is_some();
        if let Some(due) = due {
            self.say(due);
        }
        has_waited
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
        self.held.set_value(Vec::new());
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

    /// The last line that says something else than `besides`.
    pub(crate) fn last_besides(self, besides: &[&str]) -> Option<String> {
        self.lines.with(|lines| lines.iter().rev().find(|line| !besides.contains(&line.as_str())).cloned())
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
