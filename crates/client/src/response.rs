use std::io::{self, BufRead, Read};

use crate::Failure;

/// The answer to one HTTP request, read to its end: by its length, or chunk by chunk as proxies send it on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    pub(crate) body: String,
}

/// How long the body is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Length {
    Known(u64),
    Chunked,
}

impl Response {
    /// The longest line of a head or a chunk, and the most lines of a head.
    const LINE: u64 = 16 * 1024;
    const LINES: usize = 200;
    /// The longest body.
    const BODY: u64 = 8 * 1024 * 1024;

    /// Reads one answer and not a byte more: a proxy may keep the connection open.
    ///
    /// # Errors
    /// The answer is no HTTP, is longer than anything our servers send, or ends too early.
    pub(crate) fn read(stream: &mut impl BufRead) -> Result<Self, Failure> {
        loop {
            let (status, length) = Self::head(stream)?;
            // Interim answers (`103 Early Hints`) have no body and come before the one that counts.
            if (100..200).contains(&status) {
                continue;
            }
            let body = match length {
                Some(Length::Known(bytes)) => exactly(stream, bytes)?,
                Some(Length::Chunked) => Self::chunks(stream)?,
                None if status == 204 || status == 304 => Vec::new(),
                // Nobody could tell whether such an answer is whole.
                None => return Err(broken_off()),
            };
            let body = String::from_utf8(body).map_err(|_| Failure::Strange("its answer"))?;
            return Ok(Self { status, body });
        }
    }

    /// The status, and how long the body is.
    fn head(stream: &mut impl BufRead) -> Result<(u16, Option<Length>), Failure> {
        let first = line(stream)?;
        let status = first.strip_prefix("HTTP/1.").and_then(|rest| rest.split(' ').nth(1));
        let status = status.and_then(|status| status.parse().ok()).ok_or(Failure::Strange("no HTTP"))?;
        let mut length = None;
        for _ in 0..Self::LINES {
            let header = line(stream)?;
            if header.is_empty() {
                return Ok((status, length));
            }
            let (name, value) = header.split_once(':').ok_or(Failure::Strange("no HTTP"))?;
            let value = value.trim();
            if name.eq_ignore_ascii_case("transfer-encoding") {
                if !value.eq_ignore_ascii_case("chunked") {
                    return Err(Failure::Strange("an encoding that was not asked for"));
                }
                length = Some(Length::Chunked);
            } else if name.eq_ignore_ascii_case("content-length") && length != Some(Length::Chunked) {
                let bytes = value.parse().map(Length::Known).map_err(|_| Failure::Strange("no HTTP"))?;
                if length.is_some_and(|other| other != bytes) {
                    return Err(Failure::Strange("two lengths of one answer"));
                }
                length = Some(bytes);
            }
        }
        Err(Failure::Strange("a head without an end"))
    }

    /// A body in chunks (RFC 9112, 7.1): the length of each in hexadecimal, then its bytes; one of length 0 is the last.
    fn chunks(stream: &mut impl BufRead) -> Result<Vec<u8>, Failure> {
        const BAD: Failure = Failure::Strange("a broken chunk");
        let mut body = Vec::new();
        loop {
            let size = line(stream)?;
            let digits = size.split(';').next().unwrap_or_default().trim();
            let is_hexadecimal = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
            let size = u64::from_str_radix(digits, 16).ok().filter(|_| is_hexadecimal).ok_or(BAD)?;
            if size == 0 {
                break;
            }
            if (body.len() as u64).saturating_add(size) > Self::BODY {
                return Err(too_long());
            }
            body.extend(exactly(stream, size)?);
            if !line(stream)?.is_empty() {
                return Err(BAD);
            }
        }
        // Trailers, which mean nothing to us, and an empty line.
        for _ in 0..Self::LINES {
            if line(stream)?.is_empty() {
                return Ok(body);
            }
        }
        Err(BAD)
    }
}

fn broken_off() -> Failure {
    Failure::Gone("the answer breaks off".to_owned())
}

const fn too_long() -> Failure {
    Failure::Strange("a longer answer than there can be")
}

/// A TLS connection that is cut without a good-bye reports an unexpected end, a plain one nothing more to read.
fn failed(error: io::Error) -> Failure {
    if error.kind() == io::ErrorKind::UnexpectedEof { broken_off() } else { error.into() }
}

/// One line without its end.
fn line(stream: &mut impl BufRead) -> Result<String, Failure> {
    let mut bytes = Vec::new();
    stream.by_ref().take(Response::LINE).read_until(b'\n', &mut bytes).map_err(failed)?;
    match bytes.strip_suffix(b"\n") {
        Some(line) => {
            let line = line.strip_suffix(b"\r").unwrap_or(line).to_vec();
            String::from_utf8(line).map_err(|_| Failure::Strange("no HTTP"))
        }
        None if bytes.len() as u64 == Response::LINE => Err(Failure::Strange("no HTTP")),
        None => Err(broken_off()),
    }
}

/// So many bytes.
fn exactly(stream: &mut impl BufRead, bytes: u64) -> Result<Vec<u8>, Failure> {
    if bytes > Response::BODY {
        return Err(too_long());
    }
    let mut read = Vec::new();
    stream.by_ref().take(bytes).read_to_end(&mut read).map_err(failed)?;
    if read.len() as u64 == bytes { Ok(read) } else { Err(broken_off()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Response, Failure> {
        Response::read(&mut text.as_bytes())
    }

    #[test]
    fn m10_answers_are_read_by_length_and_in_chunks() {
        for text in [
            "HTTP/1.1 200 OK\r\ncontent-length: 11\r\n\r\n{\"a\":\"ሀ\"}ignored",
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n4\r\n{\"a\"\r\n7\r\n:\"ሀ\"}\r\n0\r\n\r\n",
            "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n00b;why=not\r\n{\"a\":\"ሀ\"}\r\n0\r\nx-more: 1\r\n\r\n",
            // RFC 9112, 6.3: chunks count for more than a length.
            "HTTP/1.1 200 OK\r\ncontent-length: 3\r\ntransfer-encoding: chunked\r\n\r\nb\r\n{\"a\":\"ሀ\"}\r\n0\r\n\r\n",
            "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.0 200 OK\nContent-Length:11\n\n{\"a\":\"ሀ\"}",
        ] {
            let response = read(text).unwrap_or_else(|failure| panic!("{text}: {failure}"));
            assert_eq!((response.status, response.body.as_str()), (200, "{\"a\":\"ሀ\"}"), "{text}");
        }
        assert_eq!(read("HTTP/1.1 204 No Content\r\n\r\n").ok().map(|answer| answer.status), Some(204));
    }

    #[test]
    fn m10_half_an_answer_is_no_answer() {
        const HEAD: &str = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n";
        for rest in ["", "\r\n", "\r\n4\r\n{\"a", "\r\n2\r\n{}", "\r\n2\r\n{}\r\n", "\r\n2\r\n{}\r\n0\r\n"] {
            let failure = read(&format!("{HEAD}{rest}")).unwrap_err();
            assert!(matches!(failure, Failure::Gone(_)), "{rest:?}: {failure}");
        }
        for text in ["HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n{}", "HTTP/1.1 200 OK\r\n\r\n{}"] {
            assert!(matches!(read(text), Err(Failure::Gone(_))), "{text:?}");
        }
    }

    #[test]
    fn m10_what_is_no_http_or_too_long_is_refused() {
        const HEAD: &str = "HTTP/1.1 200 OK\r\n";
        for text in [
            "SSH-2.0-nothing\r\n\r\n".to_owned(),
            "HTTP/1.1 fine\r\n\r\n".to_owned(),
            format!("{HEAD}no colon\r\n\r\n"),
            format!("{HEAD}content-length: -1\r\n\r\n"),
            format!("{HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{{}}"),
            format!("{HEAD}content-length: 99999999999\r\n\r\n{{}}"),
            format!("{HEAD}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n"),
            format!("{HEAD}transfer-encoding: chunked\r\n\r\n+2\r\n{{}}\r\n0\r\n\r\n"),
            format!("{HEAD}transfer-encoding: chunked\r\n\r\n2\r\n{{}}and more\r\n0\r\n\r\n"),
            format!("{HEAD}transfer-encoding: chunked\r\n\r\nffffffffffffffff\r\n{{}}\r\n0\r\n\r\n"),
            format!("{HEAD}transfer-encoding: chunked\r\n\r\nfffffffffffffffff\r\n{{}}\r\n0\r\n\r\n"),
            format!("{HEAD}x: {}\r\n\r\n", "x".repeat(20_000)),
            format!("{HEAD}{}\r\n", "x: y\r\n".repeat(300)),
        ] {
            assert!(matches!(read(&text), Err(Failure::Strange(_))), "{}", &text[..text.len().min(80)]);
        }
    }
}
