//! What the server answers, asked without a socket.

use std::fs;

use axum::body::{Body, to_bytes};
use axum::http::{HeaderMap, Method, Request, StatusCode};
use gebeta_server::{App, RuleFolder, WebBundle, app};
use tempfile::TempDir;
use tower::ServiceExt;

const HASHED: &str = "main-0123456789abcdef_bg.wasm";

/// A bundle, a rule folder, and a file that must not be served.
struct TestServer {
    folder: TempDir,
}

struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    body: String,
}

impl Answer {
    #[track_caller]
    fn header(&self, name: &str) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }
}

impl TestServer {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for (file, text) in [
            ("web/index.html", "<!doctype html><head>the page"),
            ("web/index.html.br", "the page, compressed"),
            (&format!("web/{HASHED}"), "a program"),
            ("web/sw.js", "a script"),
            ("web/manifest.webmanifest", "{}"),
            ("secret.txt", "a secret"),
            ("rules/b.toml", "name = \"b\"\n"),
            ("rules/a.toml", "not even TOML \"\u{2028}"),
            ("rules/notes.txt", "no rules"),
        ] {
            let file = folder.path().join(file);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        fs::write(folder.path().join("rules/large.toml"), "#".repeat(100_000)).unwrap();
        fs::write(folder.path().join("rules/bytes.toml"), [0xff, 0xfe]).unwrap();
        Self { folder }
    }

    fn ask(&self, method: Method, path: &str, headers: &[(&str, &str)]) -> Answer {
        let site = WebBundle::folder(self.folder.path().join("web")).expect("there is a page");
        let app = app(App {
            site,
            rules: RuleFolder::new(Some(self.folder.path().join("rules"))),
            online: None,
            accounts: None,
        });
        let request =
            headers.iter().fold(Request::builder(), |request, (name, value)| request.header(*name, *value));
        let request = request.method(method).uri(path).body(Body::empty()).unwrap();
        let runtime = tokio::runtime::Builder::new_multi_thread().build().unwrap();
        runtime.block_on(async {
            let response = app.oneshot(request).await.unwrap();
            let (parts, body) = response.into_parts();
            let body = to_bytes(body, 1 << 20).await.unwrap();
            let body = String::from_utf8(body.to_vec()).unwrap();
            Answer { status: parts.status, headers: parts.headers, body }
        })
    }

    fn get(&self, path: &str) -> Answer {
        self.ask(Method::GET, path, &[])
    }
}

#[test]
fn the_page_is_at_the_root_and_is_asked_for_every_time() {
    let server = TestServer::new();
    for path in ["/", "/index.html"] {
        let page = server.get(path);
        assert_eq!((page.status, page.body.as_str()), (StatusCode::OK, "<!doctype html><head>the page"));
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8");
        assert_eq!(page.header("cache-control"), "no-cache");
    }
}

#[test]
fn files_have_the_type_that_browsers_insist_on() {
    let server = TestServer::new();
    for (path, media_type) in [
        ("/sw.js", "text/javascript; charset=utf-8"),
        (&format!("/{HASHED}"), "application/wasm"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ] {
        assert_eq!(server.get(path).header("content-type"), media_type);
    }
}

#[test]
fn a_file_with_a_hash_in_its_name_is_cached_without_limit() {
    let server = TestServer::new();
    assert!(server.get(&format!("/{HASHED}")).header("cache-control").contains("immutable"));
    assert_eq!(server.get("/sw.js").header("cache-control"), "no-cache");
}

#[test]
fn compressed_copies_are_sent_only_if_accepted() {
    let server = TestServer::new();
    let page = server.ask(Method::GET, "/", &[("accept-encoding", "gzip, br")]);
    assert_eq!((page.header("content-encoding"), page.body.as_str()), ("br", "the page, compressed"));
    assert_eq!(
        (page.header("vary"), page.header("content-type")),
        ("accept-encoding", "text/html; charset=utf-8")
    );
    // There is no copy of this one.
    assert_eq!(server.ask(Method::GET, "/sw.js", &[("accept-encoding", "br")]).body, "a script");
}

#[test]
fn what_has_not_changed_is_not_sent_again() {
    let server = TestServer::new();
    let tag = server.get("/").header("etag").to_owned();
    let again = server.ask(Method::GET, "/", &[("if-none-match", &format!("\"other\", W/{tag}"))]);
    assert_eq!((again.status, again.body.as_str()), (StatusCode::NOT_MODIFIED, ""));
    let other = server.ask(Method::GET, "/", &[("if-none-match", &tag), ("accept-encoding", "br")]);
    assert_eq!(other.status, StatusCode::OK, "the compressed page is another one");
}

#[test]
fn every_answer_forbids_what_the_page_does_not_need() {
    let server = TestServer::new();
    for path in ["/", "/sw.js", "/nowhere", "/api/rules", "/healthz"] {
        let answer = server.get(path);
        let policy = answer.header("content-security-policy");
        assert!(
            policy.contains("default-src 'self'") && policy.contains("frame-ancestors 'none'"),
            "{policy}"
        );
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"), "{policy}");
        assert_eq!(answer.header("x-content-type-options"), "nosniff");
        assert_eq!(answer.header("referrer-policy"), "no-referrer");
        assert_eq!(answer.header("cross-origin-opener-policy"), "same-origin");
    }
}

#[test]
fn head_is_get_without_the_content() {
    let server = TestServer::new();
    let head = server.ask(Method::HEAD, "/sw.js", &[]);
    assert_eq!((head.status, head.header("content-length"), head.body.as_str()), (StatusCode::OK, "8", ""));
    assert_eq!(server.ask(Method::POST, "/sw.js", &[]).status, StatusCode::METHOD_NOT_ALLOWED);
}

#[test]
fn nothing_outside_the_bundle_can_be_had() {
    let server = TestServer::new();
    for path in [
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/..%2fsecret.txt",
        "/web/../../secret.txt",
        "//secret.txt",
        "/nowhere",
        "/%00",
    ] {
        let answer = server.get(path);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.body.contains("nothing here"), "{path}: {}", answer.body);
    }
}

#[test]
fn a_browser_gets_the_program_at_an_unknown_address_and_its_files_from_the_root() {
    let server = TestServer::new();
    for path in ["/nowhere", "/a/b/c", "/%ff"] {
        let answer =
            server.ask(Method::GET, path, &[("accept", "text/html,application/xml;q=0.9,*/*;q=0.8")]);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(answer.body.contains("<base href=\"/\">"), "{path}: {}", answer.body);
        assert!(answer.header("content-security-policy").contains("base-uri 'self'"), "{path}");
        assert_eq!((answer.header("cache-control"), answer.header("vary")), ("no-cache", "accept"));
    }
    assert!(server.get("/").header("content-security-policy").contains("base-uri 'none'"));
}

#[test]
fn rule_files_of_the_folder_are_handed_out_by_name() {
    let server = TestServer::new();
    let answer = server.get("/api/rules");
    assert_eq!(
        (answer.header("content-type"), answer.header("cache-control")),
        ("application/json", "no-store")
    );
    let expected = serde_json::json!([
        { "name": "a", "text": "not even TOML \"\u{2028}" },
        { "name": "b", "text": "name = \"b\"\n" },
    ]);
    assert_eq!(serde_json::from_str::<serde_json::Value>(&answer.body).unwrap(), expected);
}

#[test]
fn a_folder_without_a_page_is_no_bundle() {
    let server = TestServer::new();
    assert!(WebBundle::folder(server.folder.path().join("rules")).is_none());
    assert!(WebBundle::folder(server.folder.path().join("nowhere")).is_none());
}

#[test]
fn health_and_readiness_can_be_checked() {
    assert_eq!(TestServer::new().get("/healthz").body, "ok\n");
}

#[test]
fn the_page_alone_brings_a_cookie_so_that_shared_caches_keep_the_rest() {
    let server = TestServer::new();
    let cookie = "gebeta-server=1; Path=/; SameSite=Strict";
    for path in ["/", "/index.html", "/?x=1"] {
        let page = server.get(path);
        assert_eq!(page.header("set-cookie"), cookie, "{path}");
        // Also where the browser has kept the page: it may have forgotten the cookie meanwhile.
        let tag = page.header("etag").to_owned();
        let kept = server.ask(Method::GET, path, &[("if-none-match", &tag)]);
        assert_eq!((kept.status, kept.header("set-cookie")), (StatusCode::NOT_MODIFIED, cookie), "{path}");
    }
    for path in [
        &format!("/{HASHED}"),
        "/sw.js",
        "/manifest.webmanifest",
        "/verify",
        "/api/rules",
        "/healthz",
        "/nothing",
    ] {
        assert_eq!(server.get(path).header("set-cookie"), "", "{path}");
    }
    assert!(server.get(&format!("/{HASHED}")).header("cache-control").starts_with("public"));
}
