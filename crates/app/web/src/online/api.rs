//! Requests to the server that this page came from.

use gebeta_i18n::Language;
use gebeta_protocol::{Code, ErrorBody};
use gebeta_session::server_refusal;
use js_sys::{Function, Reflect};
use leptos::prelude::window;
use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::{Headers, RequestInit, Response};

/// How long an answer may take, in milliseconds.
const PATIENCE: u32 = 15_000;

/// Why a request came to nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ApiError {
    /// No answer, for now.
    Silent,
    /// An answer that is not one of a Gebeta server.
    Stranger,
    /// The server says no.
    Refused(Code),
}

impl ApiError {
    /// In words.
    pub(super) fn text(self, words: Language) -> String {
        match self {
            Self::Silent => words.online_silent().to_owned(),
            Self::Stranger => words.online_no_server().to_owned(),
            Self::Refused(code) => server_refusal(words, code),
        }
    }
}

/// Asks for something.
pub(super) async fn get<T: DeserializeOwned>(path: &str) -> Result<T, ApiError> {
    read(&text(path).await?)
}

/// Asks for a text as it is.
pub(super) async fn text(path: &str) -> Result<String, ApiError> {
    ask("GET", path, None).await
}

/// Sends something.
pub(super) async fn post<T: DeserializeOwned>(path: &str, body: &impl Serialize) -> Result<T, ApiError> {
    read(&send("POST", path, body).await?)
}

/// Sends something by a method, and gives the answer as it is.
pub(super) async fn send(method: &str, path: &str, body: &impl Serialize) -> Result<String, ApiError> {
    let body = serde_json::to_string(body).map_err(|_| ApiError::Stranger)?;
    ask(method, path, Some(body)).await
}

/// Removes something.
pub(super) async fn delete(path: &str) -> Result<(), ApiError> {
    ask("DELETE", path, None).await.map(drop)
}

fn read<T: DeserializeOwned>(text: &str) -> Result<T, ApiError> {
    serde_json::from_str(text).map_err(|_| ApiError::Stranger)
}

async fn ask(method: &str, path: &str, body: Option<String>) -> Result<String, ApiError> {
    let (ok, text) = answer(method, path, body).await.ok_or(ApiError::Silent)?;
    if ok {
        return Ok(text);
    }
    let refused = serde_json::from_str::<ErrorBody>(&text);
    Err(refused.map_or(ApiError::Stranger, |problem| ApiError::Refused(problem.code)))
}

async fn answer(method: &str, path: &str, body: Option<String>) -> Option<(bool, String)> {
    let options = RequestInit::new();
    options.set_method(method);
    give_up_after(&options, PATIENCE);
    if let Some(body) = body {
        options.set_body(&body.into());
        let headers = Headers::new().ok()?;
        headers.append("content-type", "application/json").ok()?;
        options.set_headers(&headers);
    }
    let answer = JsFuture::from(window().fetch_with_str_and_init(path, &options)).await.ok()?;
    let answer: Response = answer.dyn_into().ok()?;
    let text = JsFuture::from(answer.text().ok()?).await.ok()?.as_string()?;
    Some((answer.ok(), text))
}

/// Ends a request that is not answered in time, where the browser can.
fn give_up_after(options: &RequestInit, milliseconds: u32) {
    let end = || {
        let signals = Reflect::get(&window(), &"AbortSignal".into()).ok()?;
        let timeout: Function = Reflect::get(&signals, &"timeout".into()).ok()?.dyn_into().ok()?;
        timeout.call1(&signals, &milliseconds.into()).ok()
    };
    if let Some(end) = end() {
        // Without it the browser waits for as long as it likes.
        let _ = Reflect::set(options, &"signal".into(), &end);
    }
}
