//! The cookie that opens a seat: for this game alone, and not for scripts.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

use gebeta_protocol::{MatchId, SeatSecret, Ticket};

const NAME: &str = "gebeta-seat";
/// The same where the connection is safe: no page of an unsafe connection can set or read it. (`__Host-` would be for all
/// paths, and bring every seat with every request.)
const SAFE_NAME: &str = "__Secure-gebeta-seat";
const DAYS: u32 = 30;

/// What the browser is to keep.
pub(crate) fn write(ticket: &Ticket, secure: bool) -> String {
    let Ticket { game, secret, .. } = ticket;
    let (name, secure) = if secure { (SAFE_NAME, "; Secure") } else { (NAME, "") };
    format!(
        "{name}={}; Path={}; Max-Age={}; HttpOnly; SameSite=Strict{secure}",
        secret.reveal(),
        path(*game),
        DAYS * 24 * 60 * 60
    )
}

/// What it brought back.
pub(crate) fn read(headers: &HeaderMap, secure: bool) -> Option<SeatSecret> {
    value(headers, if secure { SAFE_NAME } else { NAME })?.parse().ok()
}

/// The value of a cookie.
pub(crate) fn value<'a>(headers: &'a HeaderMap, wanted: &str) -> Option<&'a str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies =
        cookies.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find_map(|(name, value)| (name == wanted).then_some(value))
}

/// Where a game is.
pub(crate) fn path(game: MatchId) -> String {
    format!("/api/games/{game}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use gebeta_protocol::Side;

    #[test]
    fn a_seat_is_read_as_it_was_written() {
        let ticket = Ticket { game: MatchId::new([1; 10]), side: Side::A, secret: SeatSecret::new([2; 16]) };
        let written = write(&ticket, true);
        assert!(written.ends_with(
            "; Path=/api/games/01010101010101010101; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure"
        ));
        let brought = format!("other=1; {}; x", written.split(';').next().unwrap());
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&brought).unwrap())]);
        assert_eq!(read(&headers, true), Some(ticket.secret));
        assert_eq!(read(&headers, false), None, "each where it belongs");
        let plain = write(&ticket, false);
        let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&plain).unwrap())]);
        assert_eq!((read(&headers, false), read(&headers, true)), (Some(ticket.secret), None));
        for bad in [
            "",
            "gebeta-seat",
            "gebeta-seat=",
            "gebeta-seat=zz",
            "Gebeta-Seat=02020202020202020202020202020202",
        ] {
            let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(bad))]);
            assert_eq!(read(&headers, false), None, "{bad}");
        }
    }
}
