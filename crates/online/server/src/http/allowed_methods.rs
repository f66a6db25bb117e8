//! Which methods a path takes, by the table of operations. This is checked first: a wrong method is 405, whatever else is
//! wrong with the request.

use std::collections::BTreeSet;

use axum::extract::Request;
use axum::http::header::ALLOW;
use axum::http::{Method, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::api::OPERATIONS;

/// Refuses a method that the path does not take. A path without operations goes through.
pub(crate) async fn check(request: Request, next: Next) -> Response {
    let allowed = allowed(request.uri().path());
    if allowed.is_empty() || allowed.contains(request.method().as_str()) {
        return next.run(request).await;
    }
    let allowed = allowed.into_iter().collect::<Vec<_>>().join(",");
    (StatusCode::METHOD_NOT_ALLOWED, [(ALLOW, allowed)]).into_response()
}

fn allowed(path: &str) -> BTreeSet<&'static str> {
    let operations = OPERATIONS.iter().filter(|operation| is_at(operation.path, path));
    let mut methods: BTreeSet<&str> = operations.map(|operation| operation.method.word()).collect();
    if methods.contains(Method::GET.as_str()) {
        methods.insert("HEAD");
    }
    methods
}

/// Whether `path` matches `pattern`, in which `{name}` stands for any part.
fn is_at(pattern: &str, path: &str) -> bool {
    let is_same =
        |(pattern, part): (&str, &str)| pattern == part || pattern.starts_with('{') && !part.is_empty();
    pattern.split('/').count() == path.split('/').count()
        && pattern.split('/').zip(path.split('/')).all(is_same)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_takes_the_methods_of_its_operations() {
        for (path, expected) in [
            ("/api/games", &["POST"][..]),
            ("/api/lobby", &["GET", "HEAD"]),
            ("/api/games/0123456789abcdef0123/join", &["POST"]),
            ("/api/games/0123456789abcdef0123", &["GET", "HEAD"]),
            ("/api/account", &["DELETE", "GET", "HEAD", "POST"]),
            ("/api/nowhere", &[]),
            ("/api/games//join", &[]),
        ] {
            assert_eq!(allowed(path).into_iter().collect::<Vec<_>>(), expected, "{path}");
        }
    }
}
