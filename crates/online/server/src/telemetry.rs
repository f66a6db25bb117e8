//! What operators see of a running server: metrics and the log.

pub mod logging;
pub mod metrics;
