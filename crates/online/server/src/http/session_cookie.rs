//! The cookie of who is signed in. Over https its name begins with `__Host-`, which no page of another host and no plain
//! connection can set.

use axum::http::HeaderMap;

use gebeta_protocol::SessionSecret;

use super::caller::is_secure;
use crate::limits;

const OVER_HTTPS: &str = "__Host-sid";
const PLAIN: &str = "sid";

/// What the browser is to keep.
pub(crate) fn write(secret: &SessionSecret, is_secure: bool) -> String {
    cookie(&secret.reveal(), limits::SESSION.as_secs(), is_secure)
}

/// What makes it forget.
pub(crate) fn clear(is_secure: bool) -> String {
    cookie("", 0, is_secure)
}

fn cookie(value: &str, seconds: u64, is_secure: bool) -> String {
    named(if is_secure { OVER_HTTPS } else { PLAIN }, value, seconds, is_secure)
}

/// A cookie for this server alone that no script reads.
pub(crate) fn named(name: &str, value: &str, seconds: u64, is_secure: bool) -> String {
    let secure = if is_secure { "; Secure" } else { "" };
    format!("{name}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}")
}

/// What it brought back.
pub(crate) fn read(headers: &HeaderMap) -> Option<SessionSecret> {
    let name = if is_secure(headers) { OVER_HTTPS } else { PLAIN };
    crate::http::seat_cookie::value(headers, name)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::header::COOKIE;
    use axum::http::{HeaderName, HeaderValue};

    #[test]
    fn a_session_is_read_as_it_was_written_and_only_where_it_belongs() {
        let secret = SessionSecret::new([7; 32]);
        for secure in [true, false] {
            let written = write(&secret, secure);
            let brought = written.split(';').next().unwrap();
            for to_https in [true, false] {
                let mut headers = HeaderMap::new();
                headers.insert(COOKIE, HeaderValue::from_str(&format!("a=b; {brought}")).unwrap());
                if to_https {
                    let name = HeaderName::from_static("x-forwarded-proto");
                    headers.insert(name, HeaderValue::from_static("https"));
                }
                assert_eq!(read(&headers), (secure == to_https).then_some(secret));
            }
        }
        let host = write(&secret, true);
        assert!(host.starts_with("__Host-sid=0707"), "{host}");
        assert!(host.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"), "{host}");
        assert_eq!(clear(false), "sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
    }
}
