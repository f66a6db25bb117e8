use std::io::{Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;

use gebeta_protocol::{ApiToken, Problem};

use crate::Failure;

/// Where a server is, `http://host:port/`, and for which account one asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: String,
    token: Option<ApiToken>,
}

impl FromStr for Address {
    type Err = Failure;

    fn from_str(text: &str) -> Result<Self, Failure> {
        let host = text.strip_prefix("http://").and_then(|rest| rest.split(['/', '?', '#']).next());
        let host = host.filter(|host| !host.is_empty() && !host.contains(char::is_whitespace));
        let host = host.ok_or(Failure::BadAddress)?;
        let has_port = host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let host = if has_port { host.to_owned() } else { format!("{host}:80") };
        Ok(Self { host, token: None })
    }
}

impl Address {
    const PATIENCE: Duration = Duration::from_secs(10);
    const LONGEST: u64 = 8 * 1024 * 1024;

    /// The host with its port.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// The same, asking for the account that this token speaks for (`docs/accounts.md`).
    pub fn with_token(self, token: ApiToken) -> Self {
        Self { token: Some(token), ..self }
    }

    /// A connection.
    pub(crate) fn connect(&self) -> Result<TcpStream, Failure> {
        let mut failure = Failure::BadAddress;
        for address in self.host.to_socket_addrs()? {
            match TcpStream::connect_timeout(&address, Self::PATIENCE) {
                Ok(stream) => {
                    stream.set_nodelay(true)?;
                    stream.set_write_timeout(Some(Self::PATIENCE))?;
                    stream.set_read_timeout(Some(Self::PATIENCE))?;
                    return Ok(stream);
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

    /// One request on a connection of its own, so the answer ends where the connection does.
    fn ask(&self, method: &str, path: &str, head: &str, body: &str) -> Result<String, Failure> {
        let mut stream = self.connect()?;
        let host = self.host();
        let token = self.token.map(|token| format!("authorization: Bearer {}\r\n", token.reveal()));
        let token = token.unwrap_or_default();
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\n{token}{head}\r\n{body}"
        )?;
        let mut answer = String::new();
        stream.take(Self::LONGEST).read_to_string(&mut answer)?;
        let broken_off = || Failure::Gone("the answer breaks off".to_owned());
        let (head, body) = answer.split_once("\r\n\r\n").ok_or_else(broken_off)?;
        let status: u16 = head
            .split(' ')
            .nth(1)
            .and_then(|status| status.parse().ok())
            .ok_or(Failure::Strange("no HTTP"))?;
        let length = head.lines().find_map(|line| {
            let (name, value) = line.split_once(':')?;
            name.eq_ignore_ascii_case("content-length").then(|| value.trim().parse().ok())?
        });
        if length != Some(body.len()) {
            return Err(broken_off());
        }
        match status {
            200 => Ok(body.to_owned()),
            _ => Err(serde_json::from_str::<Problem>(body)
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
        for (text, host) in [
            ("http://localhost:8040/", "localhost:8040"),
            ("http://play.example/#/online/1", "play.example:80"),
            ("http://[::1]:8040", "[::1]:8040"),
        ] {
            assert_eq!(text.parse::<Address>().unwrap().host(), host);
        }
        for bad in ["", "localhost:8040", "https://play.example/", "http://", "http://a b/"] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }
}
