//! The API document for people: plain HTML without a script.

use std::fmt::Write;

use super::operation::{Access, Body, Operation};
use super::{OPERATIONS, document};
use crate::http::html::escape;

const HEAD: &str = "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width\">\n<title>Gebeta: the API</title>\n\
    <link rel=\"stylesheet\" href=\"/api/page.css\">\n<main>\n<h1>The API of Gebeta</h1>\n\
    <p>Online games of mancala and Senet. Everything is JSON; unknown fields are refused. A <code>POST</code> needs \
    <code>content-type: application/json</code>. An error has the body <code>{\"code\":\"..\"}</code>. Programs find the same \
    in <a href=\"/api/openapi.json\">openapi.json</a>.</p>\n\
    <p>A program that plays for an account sends a token: <code>Authorization: Bearer TOKEN</code>.</p>\n";

/// The whole page.
pub(super) fn page() -> String {
    let mut page = String::from(HEAD);
    for operation in OPERATIONS {
        section(&mut page, operation);
    }
    page.push_str("<h2>Types</h2>\n");
    let schemas = document::document().components.map(|components| components.schemas).unwrap_or_default();
    for (name, schema) in schemas {
        let text = serde_json::to_string_pretty(&schema).unwrap_or_default();
        let _ = writeln!(
            page,
            "<details id=\"{}\"><summary>{}</summary><pre>{}</pre></details>",
            escape(&name),
            escape(&name),
            escape(&text)
        );
    }
    page.push_str("</main>\n");
    page
}

fn section(page: &mut String, operation: &Operation) {
    let access = match operation.access {
        Access::Anybody => "",
        Access::MaybeSignedIn => " Those signed in ask with their account.",
        Access::SignedIn => " Requires a session or a token.",
        Access::InPerson => " Requires a session: a token is not enough.",
    };
    let _ = write!(
        page,
        "<section><h2><span>{}</span> <code>{}</code></h2>\n<p>{}{access}</p>\n<dl>",
        operation.method.word(),
        escape(operation.path),
        escape(operation.about)
    );
    let link = |name: &str| format!("<a href=\"#{0}\">{0}</a>", escape(name));
    if let Some(body) = operation.body {
        let _ = write!(page, "<dt>Body</dt><dd>{}</dd>", link(&body.name()));
    }
    let answer = match operation.answer {
        Body::One(shape) => link(&shape.name()),
        Body::List(shape) => format!("a list of {}", link(&shape.name())),
        Body::Text(kind) => escape(kind),
        Body::Nothing => "204, nothing".to_owned(),
        Body::Socket => format!("a WebSocket: {} and {}", link("ClientMessage"), link("ServerMessage")),
    };
    let _ = write!(page, "<dt>Answer</dt><dd>{answer}</dd>");
    let codes = operation.method.codes().iter().chain(operation.codes);
    let codes: Vec<String> =
        codes.map(|code| format!("<code>{}</code> {}", code.word(), code.status())).collect();
    let _ = writeln!(page, "<dt>Refusals</dt><dd>{}</dd></dl></section>", codes.join(", "));
}
