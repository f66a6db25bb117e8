use leptos::prelude::*;

use crate::platform::storage::storage;

/// Where the name stands. What opens the account is a cookie that no script can read.
const NAME: &str = "gebeta.account";

/// Who is signed in, as far as this browser remembers. Only the server knows; it is asked where it matters.
#[derive(Clone, Copy)]
pub(crate) struct Account(RwSignal<Option<String>>);

impl Account {
    /// As it was at the last visit.
    pub(crate) fn provide() {
        let name = storage().and_then(|storage| storage.get_item(NAME).ok().flatten());
        provide_context(Self(RwSignal::new(name)));
    }

    /// That of this page.
    pub(crate) fn here() -> Self {
        use_context().expect("the app provides the account")
    }

    /// What it is called, if there is one.
    pub(crate) fn name(self) -> Option<String> {
        self.0.get()
    }

    /// The same, now.
    pub(crate) fn name_now(self) -> Option<String> {
        self.0.get_untracked()
    }

    /// The user signed in, or out.
    pub(crate) fn set(self, name: Option<String>) {
        if let Some(storage) = storage() {
            // Without room it lasts as long as the page.
            let _ =
                name.as_ref().map_or_else(|| storage.remove_item(NAME), |name| storage.set_item(NAME, name));
        }
        if self.0.with_untracked(|known| *known != name) {
            self.0.set(name);
        }
    }
}
