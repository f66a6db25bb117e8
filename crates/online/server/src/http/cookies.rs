//! Cookies: of a seat, of a session, of a known device. No script can read them. Over https they have prefixes in their names
//! that browsers enforce: no plain connection, and with `__Host-` no other host, can set them.

use axum::http::HeaderMap;
use axum::http::header::COOKIE;

use gebeta_protocol::{MatchId, SeatSecret, SessionSecret, Ticket};

use super::caller::is_secure;
use crate::limits;

/// A cookie's name over https and over a plain connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CookieName {
    pub(crate) secure: &'static str,
    pub(crate) plain: &'static str,
}

impl CookieName {
    const fn on(self, is_secure: bool) -> &'static str {
        if is_secure { self.secure } else { self.plain }
    }
}

const SESSION: CookieName = CookieName { secure: "__Host-sid", plain: "sid" };
/// `__Host-` would be for all paths, and send the cookie of every seat with every request.
const SEAT: CookieName = CookieName { secure: "__Secure-gebeta-seat", plain: "gebeta-seat" };
const SEAT_SECONDS: u64 = 30 * 24 * 60 * 60;

/// The value of a cookie of a request.
pub(crate) fn read(headers: &HeaderMap, name: CookieName) -> Option<&str> {
    let wanted = name.on(is_secure(headers));
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut cookies =
        cookies.flat_map(|value| value.split(';')).filter_map(|cookie| cookie.trim().split_once('='));
    cookies.find_map(|(name, value)| (name == wanted).then_some(value))
}

/// A cookie for all paths of this server.
pub(crate) fn write(name: CookieName, value: &str, seconds: u64, is_secure: bool) -> String {
    written(name, value, "/", seconds, "Lax", is_secure)
}

fn written(
    name: CookieName,
    value: &str,
    path: &str,
    seconds: u64,
    same_site: &str,
    is_secure: bool,
) -> String {
    let (name, secure) = (name.on(is_secure), if is_secure { "; Secure" } else { "" });
    format!("{name}={value}; Path={path}; Max-Age={seconds}; HttpOnly; SameSite={same_site}{secure}")
}

/// The cookie of a session.
pub(crate) fn write_session(secret: &SessionSecret, is_secure: bool) -> String {
    write(SESSION, &secret.reveal(), limits::SESSION.as_secs(), is_secure)
}

/// Makes a browser drop the cookie of its session.
pub(crate) fn clear_session(is_secure: bool) -> String {
    write(SESSION, "", 0, is_secure)
}

/// The session of a request.
pub(crate) fn read_session(headers: &HeaderMap) -> Option<SessionSecret> {
    read(headers, SESSION)?.parse().ok()
}

/// The cookie of a seat: sent only to the paths of its game.
pub(crate) fn write_seat(Ticket { game, secret, .. }: &Ticket, is_secure: bool) -> String {
    written(SEAT, &secret.reveal(), &game_path(*game), SEAT_SECONDS, "Strict", is_secure)
}

/// The seat of a request.
pub(crate) fn read_seat(headers: &HeaderMap) -> Option<SeatSecret> {
    read(headers, SEAT)?.parse().ok()
}

fn game_path(game: MatchId) -> String {
    format!("/api/games/{game}")
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderName, HeaderValue};
    use gebeta_protocol::Side;

    use super::*;

    /// A request with the cookies in `text`, over https or not.
    fn request(text: &str, is_secure: bool) -> HeaderMap {
        let mut headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(text).unwrap())]);
        if is_secure {
            let name = HeaderName::from_static("x-forwarded-proto");
            headers.insert(name, HeaderValue::from_static("https"));
        }
        headers
    }

    #[test]
    fn cookies_are_read_as_they_were_written_and_only_where_they_belong() {
        let session = SessionSecret::new([7; 32]);
        let ticket = Ticket { game: MatchId::new([1; 10]), side: Side::A, secret: SeatSecret::new([2; 16]) };
        for written_secure in [true, false] {
            let cookies = [write_session(&session, written_secure), write_seat(&ticket, written_secure)];
            let [session_pair, seat_pair] = cookies.each_ref().map(|text| text.split(';').next().unwrap());
            for read_secure in [true, false] {
                let headers = request(&format!("a=b; {session_pair}; {seat_pair}; x"), read_secure);
                let is_same = written_secure == read_secure;
                assert_eq!(read_session(&headers), is_same.then_some(session));
                assert_eq!(read_seat(&headers), is_same.then_some(ticket.secret));
            }
        }
        for bad in
            ["gebeta-seat", "gebeta-seat=", "gebeta-seat=zz", "Gebeta-Seat=02020202020202020202020202020202"]
        {
            assert_eq!(read_seat(&request(bad, false)), None, "{bad}");
        }
    }

    #[test]
    fn cookies_have_the_attributes_that_keep_them_safe() {
        let session = write_session(&SessionSecret::new([7; 32]), true);
        assert!(session.starts_with("__Host-sid=0707"), "{session}");
        assert!(session.ends_with("; Path=/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure"), "{session}");
        assert_eq!(clear_session(false), "sid=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax");
        let ticket = Ticket { game: MatchId::new([1; 10]), side: Side::A, secret: SeatSecret::new([2; 16]) };
        let seat = write_seat(&ticket, true);
        let path =
            "; Path=/api/games/01010101010101010101; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure";
        assert!(seat.starts_with("__Secure-gebeta-seat=0202") && seat.ends_with(path), "{seat}");
    }
}
