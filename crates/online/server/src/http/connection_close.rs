//! An error may be answered before the body of its request has arrived. The rest of that body would precede the next
//! request, so the server closes the connection and announces it: otherwise a client would send its next request into a
//! closed connection.

use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, ready};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::HeaderValue;
use axum::http::header::CONNECTION;
use axum::middleware::Next;
use axum::response::Response;
use http_body::{Frame, SizeHint};

/// Adds `connection: close` to the response if the body of the request has not been read to its end.
pub(crate) async fn close(request: Request, next: Next) -> Response {
    if request.body().is_end_stream() {
        return next.run(request).await;
    }
    let is_read = Arc::new(AtomicBool::new(false));
    let body = |body| Body::new(TrackedBody { body, is_read: Arc::clone(&is_read) });
    let mut response = next.run(request.map(body)).await;
    if !is_read.load(Ordering::Relaxed) {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// A body that records when it has been read to its end.
struct TrackedBody {
    body: Body,
    is_read: Arc<AtomicBool>,
}

impl HttpBody for TrackedBody {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = ready!(Pin::new(&mut self.body).poll_frame(context));
        if frame.is_none() || self.body.is_end_stream() {
            self.is_read.store(true, Ordering::Relaxed);
        }
        Poll::Ready(frame)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::StatusCode;
    use axum::middleware::from_fn;
    use axum::routing::{get, post};
    use tower::ServiceExt as _;

    use super::*;

    #[tokio::test]
    async fn only_an_unread_body_closes_the_connection() {
        let app = Router::new()
            .route("/read", post(async |body: String| body))
            .route("/refused", post(async || StatusCode::TOO_MANY_REQUESTS))
            .route("/", get("here"))
            .layer(from_fn(close));
        for (method, path, body, closes) in [
            ("POST", "/read", "some text", false),
            ("POST", "/refused", "some text", true),
            ("POST", "/refused", "", false),
            ("POST", "/nowhere", "some text", true),
            ("GET", "/", "", false),
        ] {
            let request = Request::builder().method(method).uri(path).body(Body::from(body)).unwrap();
            let response = app.clone().oneshot(request).await.unwrap();
            assert_eq!(response.headers().contains_key(CONNECTION), closes, "{method} {path} {body:?}");
        }
    }
}
