use std::sync::{Arc, Mutex, PoisonError};

/// What is said when Ctrl-C ends a game in plain lines.
#[derive(Clone, Debug, Default)]
pub(crate) struct LastWords(Arc<Mutex<Option<String>>>);

impl LastWords {
    /// Says the words when the program is interrupted, and then lets it end as the system would.
    pub(crate) fn install() -> Self {
        let words = Self::default();
        // Where signals cannot be caught, the program ends without a word.
        #[cfg(unix)]
        let _ = listen(words.clone());
        words
    }

    /// Changes the words.
    pub(crate) fn set(&self, words: Option<String>) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = words;
    }

    #[cfg(unix)]
    fn get(&self) -> Option<String> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(unix)]
fn listen(words: LastWords) -> std::io::Result<()> {
    use std::io::Write;

    use signal_hook::consts::SIGINT;

    let mut signals = signal_hook::iterator::Signals::new([SIGINT])?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || {
        for signal in signals.forever() {
            if let Some(words) = words.get() {
                let _ = writeln!(std::io::stdout(), "\n{words}");
            }
            let _ = signal_hook::low_level::emulate_default_handler(signal);
        }
    })?;
    Ok(())
}
