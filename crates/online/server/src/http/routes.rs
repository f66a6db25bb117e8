//! The routes of the API.

pub(crate) mod accounts;
pub(crate) mod games;
