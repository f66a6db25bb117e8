use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line of text that is being typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Line {
    /// What stands there.
    pub text: String,
}

impl Line {
    /// The most characters a line takes; names are refused earlier.
    const MOST: usize = 200;

    /// A line with this text.
    pub fn new(text: &str) -> Self {
        Self { text: text.to_owned() }
    }

    /// Takes a key; says whether it was one for a line of text.
    pub fn key(&mut self, key: KeyEvent) -> bool {
        match key.code {
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => self.text.clear(),
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                self.paste(&c.to_string());
            }
            KeyCode::Backspace => {
                self.text.pop();
            }
            _ => return false,
        }
        true
    }

    /// Takes text in one piece, without what cannot be seen.
    pub fn paste(&mut self, text: &str) {
        let room = Self::MOST.saturating_sub(self.text.chars().count());
        self.text.extend(text.chars().filter(|c| !c.is_control()).take(room));
    }
}
