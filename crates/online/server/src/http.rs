//! HTTP: routes, pages, the files of the bundle, the API document, and the checks every request passes.

pub(crate) mod allowed_hosts;
mod allowed_methods;
pub mod api;
pub(crate) mod api_error;
pub(crate) mod app;
mod assets;
pub(crate) mod bundle;
pub(crate) mod caller;
mod connection_close;
pub(crate) mod connections;
pub(crate) mod cookies;
mod error_pages;
pub(crate) mod extract;
mod html;
pub(crate) mod limited_listener;
pub(crate) mod pages;
pub(crate) mod rate_limits;
pub(crate) mod request_checks;
pub(crate) mod routes;
pub(crate) mod rule_files;
mod security_headers;
