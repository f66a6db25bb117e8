//! The document of the API and the page made of it say what the server really answers.

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode};
use gebeta_protocol::Code;
use gebeta_server::SystemTime;
use gebeta_server::accounts::AccountService;
use gebeta_server::cluster::NoBus;
use gebeta_server::config::ServerSettings;
use gebeta_server::games::GameService;
use gebeta_server::http::api::OPERATIONS;
use gebeta_server::{App, RuleFolder, Tasks, WebBundle, app};
use gebeta_store::online::SqliteLogs;
use serde_json::Value;
use tempfile::TempDir;
use tower::ServiceExt;

async fn everything() -> (Router, TempDir) {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("index.html"), "the page").unwrap();
    let site = WebBundle::folder(folder.path().to_owned()).unwrap();
    let logs = Arc::new(SqliteLogs::open(&folder.path().join("online.db")).await.unwrap());
    let tasks = Tasks::default();
    let (settings, time) = (ServerSettings::default(), Arc::new(SystemTime::new()));
    let accounts = AccountService::open(
        Arc::clone(&logs) as _,
        Arc::clone(&logs) as _,
        Arc::clone(&time) as _,
        &settings,
        tasks.clone(),
    );
    let finished = Some(accounts.finished_games());
    let online = GameService::new(logs, Arc::new(NoBus), time, settings, finished, tasks);
    let rules = RuleFolder::default();
    (app(App { site, rules, online: Some(online), accounts: Some(accounts) }), folder)
}

async fn ask(app: &Router, method: &str, path: &str) -> (StatusCode, String) {
    let request = Request::builder().method(method).uri(path).header("content-type", "application/json");
    let response = app.clone().oneshot(request.body(Body::empty()).unwrap()).await.unwrap();
    let status = response.status();
    let body = to_bytes(response.into_body(), 1 << 20).await.unwrap();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

/// What the router shows of itself is the only list of its routes there is.
fn routes(app: &Router) -> BTreeSet<String> {
    let shown = format!("{app:?}");
    let quoted = shown.split('"').filter(|part| part.starts_with('/'));
    quoted.filter(|path| !path.contains("{*") && *path != "/").map(ToOwned::to_owned).collect()
}

#[tokio::test]
async fn every_route_is_described_and_every_description_is_a_route() {
    let (app, _folder) = everything().await;
    let described: BTreeSet<String> = OPERATIONS.iter().map(|operation| operation.path.to_owned()).collect();
    assert_eq!(routes(&app), described);
    for path in &described {
        for method in ["GET", "POST", "DELETE", "PUT", "PATCH"] {
            let is_described = OPERATIONS.iter().any(|one| one.path == path && one.method.word() == method);
            let (status, _) = ask(&app, method, &path.replace(['{', '}'], "")).await;
            assert_eq!(status != StatusCode::METHOD_NOT_ALLOWED, is_described, "{method} {path}: {status}");
        }
    }
}

#[tokio::test]
async fn the_api_document_is_complete_and_its_page_loads_nothing_from_other_sites() {
    let (app, _folder) = everything().await;
    let (status, text) = ask(&app, "GET", "/api/openapi.json").await;
    assert_eq!(status, StatusCode::OK);
    let document: Value = serde_json::from_str(&text).unwrap();
    assert!(document["openapi"].as_str().unwrap().starts_with("3."), "{}", document["openapi"]);
    let operations = document["paths"].as_object().unwrap().values();
    let count: usize = operations.map(|methods| methods.as_object().unwrap().len()).sum();
    assert_eq!(count, OPERATIONS.len());
    // Every type that is spoken of is there.
    let schemas = document["components"]["schemas"].as_object().unwrap();
    for part in text.split("\"#/components/schemas/").skip(1) {
        let name = part.split('"').next().unwrap();
        assert!(schemas.contains_key(name), "{name}");
    }
    for name in ["Ticket", "Profile", "ClientMessage", "ServerMessage", "Code"] {
        assert!(schemas.contains_key(name), "{name}");
    }
    // What is answered is what is described, found by schemathesis.
    let words: Vec<&str> = Code::ALL.iter().map(|code| code.word()).collect();
    assert_eq!(schemas["Code"]["enum"], Value::from(words));
    let (status, page) = ask(&app, "GET", "/api/").await;
    assert_eq!(status, StatusCode::OK);
    assert!(page.contains("/api/games/{game}/join") && page.contains("name-taken"), "{page}");
    for foreign in ["http://", "https://", "<script", "style=", " onclick"] {
        assert!(!page.contains(foreign), "{foreign}");
    }
}
