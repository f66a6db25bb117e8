//! The API described once: as an OpenAPI document for programs and as a page for people. The schemas come from the types on
//! the wire; a test compares the list with the routes.

mod document;
mod operation;
mod operations;
mod page;

use std::sync::LazyLock;

use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::response::IntoResponse;
use axum::routing::get;

pub(crate) use document::LARGEST_NUMBER;
pub use operation::Operation;
pub use operations::OPERATIONS;

static DOCUMENT: LazyLock<String> =
    LazyLock::new(|| document::document().to_pretty_json().expect("the document can always be serialized"));
static PAGE: LazyLock<String> = LazyLock::new(page::page);
const STYLE: &str = include_str!("api/page.css");

/// The document and the page.
pub(crate) fn routes() -> Router {
    let told = |kind: &'static str, text: &'static str| async move {
        ([(CONTENT_TYPE, kind)], text).into_response()
    };
    Router::new()
        .route("/api/", get(move || told("text/html; charset=utf-8", &PAGE)))
        .route("/api/page.css", get(move || told("text/css", STYLE)))
        .route("/api/openapi.json", get(move || told("application/json", &DOCUMENT)))
}
