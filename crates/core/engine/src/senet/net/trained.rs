//! The nets of the program: part of it, or in a browser brought later.

use std::sync::OnceLock;

use super::{Net, NetError};

/// What was taught which rules.
pub(super) struct Taught {
    pub(super) classic: Net,
    pub(super) kendall: Net,
}

static TAUGHT: OnceLock<Taught> = OnceLock::new();

/// Both nets, if they are there.
#[cfg(not(target_arch = "wasm32"))]
#[allow(clippy::unnecessary_wraps, reason = "where they are loaded they may not be there yet")]
pub(super) fn both() -> Option<&'static Taught> {
    let whole = |bytes| Net::from_bytes(bytes).expect("the nets of this program are whole");
    Some(TAUGHT.get_or_init(|| Taught {
        classic: whole(include_bytes!("../../../weights/senet-classic.bin")),
        kendall: whole(include_bytes!("../../../weights/senet-kendall.bin")),
    }))
}

/// Both nets, if they are there.
#[cfg(target_arch = "wasm32")]
pub(super) fn both() -> Option<&'static Taught> {
    TAUGHT.get()
}

/// Keeps what was brought, unless something is there already.
pub(super) fn bring(files: &[u8]) -> Result<(), NetError> {
    let (classic, kendall) = files.split_at_checked(Net::BYTES).ok_or(NetError::Length(files.len()))?;
    let taught = Taught { classic: Net::from_bytes(classic)?, kendall: Net::from_bytes(kendall)? };
    // A second caller brings the same nets.
    let _ = TAUGHT.set(taught);
    Ok(())
}
