//! Both boards, drawn from a [`crate::scene::Scene`] and a few marks.

pub(crate) mod frame;
pub(crate) mod mancala;
pub(crate) mod qr;
pub(crate) mod senet;
pub(crate) mod sticks;
