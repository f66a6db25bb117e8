//! Requests to the server that this page came from.

use gebeta_protocol::{Code, Problem};
use gebeta_words::Language;
use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

use super::telling;

/// Why a request came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Failure {
    /// No answer, for now.
    Silent,
    /// An answer of somebody who knows nothing of games.
    Stranger,
    /// The server says no.
    Refused(Code),
}

impl Failure {
    /// In words.
    pub(super) fn text(self, words: Language) -> String {
        match self {
            Self::Silent => words.online_silent().to_owned(),
            Self::Stranger => words.online_no_server().to_owned(),
            Self::Refused(code) => telling::refusal(words, code),
        }
    }
}

/// Asks for something.
pub(super) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, Failure> {
    let options = RequestInit::new();
    options.set_method("GET");
    ask(path, &options).await
}

/// Sends something.
pub(super) async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, Failure> {
    let options = RequestInit::new();
    options.set_method("POST");
    let body = serde_json::to_string(body).map_err(|_| Failure::Stranger)?;
    options.set_body(&body.into());
    let headers = Headers::new().map_err(|_| Failure::Silent)?;
    headers.append("content-type", "application/json").map_err(|_| Failure::Silent)?;
    options.set_headers(&headers);
    ask(path, &options).await
}

async fn ask<T: DeserializeOwned>(path: &str, options: &RequestInit) -> Result<T, Failure> {
    let (ok, text) = answer(path, options).await.ok_or(Failure::Silent)?;
    if ok {
        return serde_json::from_str(&text).map_err(|_| Failure::Stranger);
    }
    let refused = serde_json::from_str::<Problem>(&text);
    Err(refused.map_or(Failure::Stranger, |problem| Failure::Refused(problem.code)))
}

async fn answer(path: &str, options: &RequestInit) -> Option<(bool, String)> {
    let answer = JsFuture::from(window().fetch_with_str_and_init(path, options)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    let text = JsFuture::from(answer.text().ok()?).await.ok()?.as_string()?;
    Some((answer.ok(), text))
}
