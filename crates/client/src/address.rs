use std::fmt;
use std::io::{BufReader, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use gebeta_protocol::{ApiToken, Problem};

use crate::Failure;
use crate::response::Response;
use crate::stream::Stream;

/// Where a server is, `https://host:port/path/`, and for which account one asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    is_safe: bool,
    host: String,
    /// Where it is at the host: nothing, or `/path`.
    base: String,
    token: Option<ApiToken>,
}

impl FromStr for Address {
    type Err = Failure;

    /// Of the link of a game only its server is taken.
    fn from_str(text: &str) -> Result<Self, Failure> {
        let (is_safe, rest) = match (text.strip_prefix("https://"), text.strip_prefix("http://")) {
            (Some(rest), _) => (true, rest),
            (_, Some(rest)) => (false, rest),
            _ => return Err(Failure::BadAddress),
        };
        let place = rest.split(['?', '#']).next().unwrap_or_default();
        let is_strange = |c: char| c.is_whitespace() || c.is_control() || c == '@';
        let (host, path) = place.split_once('/').unwrap_or((place, ""));
        if host.is_empty() || place.contains(is_strange) {
            return Err(Failure::BadAddress);
        }
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let port = if is_safe { 443 } else { 80 };
        let host = if has_port { host.to_owned() } else { format!("{host}:{port}") };
        Ok(Self { is_safe, host, base: base(path), token: None })
    }
}

/// `https://host:port/path/`.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (scheme, port) = if self.is_safe { ("https", ":443") } else { ("http", ":80") };
        // The port that everybody knows is not written.
        let host = self.host.strip_suffix(port).unwrap_or(&self.host);
        write!(f, "{scheme}://{host}{}/", self.base)
    }
}

/// Where the server is at its host, out of the path of a link: without a game's part, `g/ID`, and the page's name.
fn base(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if let [.., "g", _] = parts[..] {
        parts.truncate(parts.len() - 2);
    }
    if parts.last() == Some(&"index.html") {
        parts.pop();
    }
    parts.iter().map(|part| format!("/{part}")).collect()
}

impl Address {
    const PATIENCE: Duration = Duration::from_secs(10);

    /// The host with its port.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// A path of the server as its host knows it.
    pub(crate) fn path(&self, path: &str) -> String {
        format!("{}{path}", self.base)
    }

    /// The same, asking for the account that this token speaks for (`docs/accounts.md`).
    pub fn with_token(self, token: ApiToken) -> Self {
        Self { token: Some(token), ..self }
    }

    /// A connection.
    pub(crate) fn connect(&self) -> Result<Stream, Failure> {
        let mut failure = Failure::BadAddress;
        for address in self.host.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, Self::PATIENCE) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    stream.set_write_timeout(Some(Self::PATIENCE))?;
                    stream.set_read_timeout(Some(Self::PATIENCE))?;
                    return if self.is_safe {
                        let name = self.host.rsplit_once(':').map_or(&*self.host, |(name, _)| name);
                        Stream::safe(name.trim_matches(['[', ']']), stream)
                    } else {
                        Ok(Stream::Plain(stream))
                    };
                }
                Err(error) => failure = error.into(),
            }
        }
        Err(failure)
    }

    /// Asks with a JSON body and reads a JSON answer.
    ///
    /// # Errors
    /// A refusal of the server, or its silence.
    pub fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, Failure> {
        let body = serde_json::to_string(body).map_err(|_| Failure::Strange("the request"))?;
        let head = format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len());
        let answer = self.ask("POST", path, &head, &body)?;
        serde_json::from_str(&answer).map_err(|_| Failure::Strange("its answer"))
    }

    /// The text at `path`.
    ///
    /// # Errors
    /// A refusal of the server, or its silence.
    pub fn get(&self, path: &str) -> Result<String, Failure> {
        self.ask("GET", path, "", "")
    }

    /// One request on a connection of its own.
    fn ask(&self, method: &str, path: &str, head: &str, body: &str) -> Result<String, Failure> {
        let mut stream = self.connect()?;
        let (host, path) = (self.host(), self.path(path));
        let token = self.token.map(|token| format!("authorization: Bearer {}\r\n", token.reveal()));
        let token = token.unwrap_or_default();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{token}{head}\r\n{body}"
        )?;
        stream.flush()?;
        let Response { status, body } = Response::read(&mut BufReader::new(stream))?;
        match status {
            200 => Ok(body),
            _ => Err(serde_json::from_str::<Problem>(&body)
                .map_or(Failure::Strange("a status without a reason"), |problem| {
                    Failure::Refused(problem.code)
                })),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_understood() {
        for (text, shown) in [
            ("http://localhost:8040/", "http://localhost:8040/"),
            ("http://play.example/#/online/1", "http://play.example/"),
            ("http://[::1]:8040", "http://[::1]:8040/"),
            ("https://play.example:443/", "https://play.example/"),
            ("https://play.example/g/1234", "https://play.example/"),
            ("https://play.example:8443/games/gebeta/g/1234#abc", "https://play.example:8443/games/gebeta/"),
            ("https://play.example/games/index.html?x#/online/1", "https://play.example/games/"),
        ] {
            let address = text.parse::<Address>().unwrap();
            assert_eq!(address.to_string(), shown, "{text}");
            assert_eq!(shown.parse::<Address>().unwrap(), address, "{text}");
        }
        for bad in [
            "",
            "localhost:8040",
            "ftp://play.example/",
            "http://",
            "https:///x",
            "http://a b/",
            "http://u@h/",
        ] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}
