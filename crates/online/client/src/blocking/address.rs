use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use serde::Serialize;
use serde::de::DeserializeOwned;
use ureq::tls::{Certificate, RootCerts, TlsConfig};
use ureq::{Agent, Body, Error, http};
use url::{Host, Url};

use gebeta_protocol::{ApiToken, ErrorBody};

use super::tls;
use crate::ClientError;

/// Where a server is, `https://host:port/path/`, and for which account requests are made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    url: Url,
    /// The host with its port, also where it is the usual one.
    host: String,
    token: Option<ApiToken>,
}

impl FromStr for Address {
    type Err = ClientError;

    /// Of the link of a game only its server is taken.
    fn from_str(text: &str) -> Result<Self, ClientError> {
        const BAD: ClientError = ClientError::BadAddress;
        // A browser would mend these; from a command line they are mistakes.
        let is_strange = |c: char| c.is_whitespace() || c.is_control() || c == '\\';
        let (_, rest) = text.split_once("://").ok_or(BAD)?;
        if text.contains(is_strange) || rest.starts_with('/') {
            return Err(BAD);
        }
        let mut url = Url::parse(text).map_err(|_| BAD)?;
        let is_http = matches!(url.scheme(), "http" | "https");
        if !is_http || !url.username().is_empty() || url.password().is_some() {
            return Err(BAD);
        }
        let (name, port) = url.host_str().zip(url.port_or_known_default()).ok_or(BAD)?;
        let host = format!("{name}:{port}");
        url.set_path(&folder(url.path()));
        url.set_query(None);
        url.set_fragment(None);
        Ok(Self { url, host, token: None })
    }
}

/// `https://host:port/path/`.
impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.url.fmt(f)
    }
}

/// Where the server is at its host, out of the path of a link: without a game's part, `g/ID`, and the page's name.
fn folder(path: &str) -> String {
    let mut parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    if let [.., "g", _] = parts[..] {
        parts.truncate(parts.len() - 2);
    }
    if parts.last() == Some(&"index.html") {
        parts.pop();
    }
    parts.iter().map(|part| format!("/{part}")).chain(["/".to_owned()]).collect()
}

impl Address {
    const PATIENCE: Duration = Duration::from_secs(10);
    /// The longest answer.
    const BODY: u64 = 8 * 1024 * 1024;

    /// The host with its port.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// A path of the server as its host knows it.
    pub(super) fn path(&self, path: &str) -> String {
        format!("{}{path}", self.url.path().trim_end_matches('/'))
    }

    /// What the server's certificate names, where it needs one.
    pub(super) fn tls_name(&self) -> Option<String> {
        let host = self.url.host().filter(|_| self.url.scheme() == "https")?;
        Some(match host {
            Host::Domain(name) => name.to_owned(),
            Host::Ipv4(address) => address.to_string(),
            Host::Ipv6(address) => address.to_string(),
        })
    }

    /// The same, with requests for the account that this token belongs to (`docs/hosting/accounts.md`).
    #[must_use]
    pub fn with_token(self, token: ApiToken) -> Self {
        Self { token: Some(token), ..self }
    }

    /// Asks with a JSON body and reads a JSON answer.
    ///
    /// # Errors
    /// The server refuses or does not answer.
    pub fn post<T: DeserializeOwned>(&self, path: &str, body: &impl Serialize) -> Result<T, ClientError> {
        let body = serde_json::to_string(body).map_err(|_| ClientError::Strange("the request"))?;
        let request = self.request(http::Method::POST, path).header("content-type", "application/json");
        let answer = self.ask(request, body)?;
        serde_json::from_str(&answer).map_err(|_| ClientError::Strange("its answer"))
    }

    /// The text at `path`.
    ///
    /// # Errors
    /// The server refuses or does not answer.
    pub fn get(&self, path: &str) -> Result<String, ClientError> {
        self.ask(self.request(http::Method::GET, path), ())
    }

    fn request(&self, method: http::Method, path: &str) -> http::request::Builder {
        let url = format!("{}://{}{}", self.url.scheme(), self.host, self.path(path));
        let request = http::Request::builder().method(method).uri(url).header("connection", "close");
        match &self.token {
            Some(token) => request.header("authorization", format!("Bearer {}", token.reveal())),
            None => request,
        }
    }

    /// One request on a connection of its own.
    fn ask(
        &self,
        request: http::request::Builder,
        body: impl ureq::AsSendBody,
    ) -> Result<String, ClientError> {
        let request = request.body(body).map_err(|_| ClientError::BadAddress)?;
        let answer = self.agent().run(request)?;
        let is_good = answer.status() == http::StatusCode::OK;
        let text = read(answer)?;
        if is_good {
            return Ok(text);
        }
        Err(serde_json::from_str::<ErrorBody>(&text)
            .map_or(ClientError::Strange("a status without a reason"), |problem| {
                ClientError::Refused(problem.code)
            }))
    }

    fn agent(&self) -> Agent {
        let mut config = Agent::config_builder()
            .http_status_as_error(false)
            .max_redirects(0)
            // Sockets go to the server itself, so requests do too.
            .proxy(None)
            .timeout_connect(Some(Self::PATIENCE))
            .timeout_per_read(Some(Self::PATIENCE))
            .timeout_per_write(Some(Self::PATIENCE));
        if self.tls_name().is_some() {
            let roots: Vec<_> =
                tls::roots().iter().map(|root| Certificate::from_der(root).to_owned()).collect();
            config = config.tls_config(
                TlsConfig::builder()
                    .root_certs(RootCerts::new_with_certs(&roots))
                    .unversioned_rustls_crypto_provider(tls::provider())
                    .build(),
            );
        }
        config.build().into()
    }
}

/// The body of an answer that says where it ends: without a length, half of it would look whole.
fn read(answer: http::Response<Body>) -> Result<String, ClientError> {
    let headers = answer.headers();
    let has_end = ["content-length", "transfer-encoding"].iter().any(|name| headers.contains_key(*name));
    let is_empty = matches!(answer.status().as_u16(), 204 | 304);
    if !has_end && !is_empty {
        return Err(ClientError::Gone("the answer has no end".to_owned()));
    }
    let mut body = answer.into_body();
    Ok(body.with_config().limit(Address::BODY).read_to_string()?)
}

impl From<Error> for ClientError {
    fn from(error: Error) -> Self {
        match error {
            Error::BadUri(_) => Self::BadAddress,
            Error::Protocol(_) | Error::Http(_) => Self::Strange("no HTTP"),
            Error::BodyExceedsLimit(_) | Error::LargeResponseHeader(..) => {
                Self::Strange("a longer answer than there can be")
            }
            Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                Self::Strange("its answer")
            }
            error => Self::Gone(error.to_string()),
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
            ("https://Play.Example/g/1234", "https://play.example/"),
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
            "http:x",
            "http://a b/",
            "http://a\\b/",
            "http://u@h/",
            "http://:pass@h/",
            "http://h:99999/",
        ] {
            assert!(bad.parse::<Address>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_host_has_its_port_and_the_name_of_its_certificate() {
        for (text, host, name) in [
            ("http://localhost:8040/", "localhost:8040", None),
            ("http://play.example/games", "play.example:80", None),
            ("https://play.example/", "play.example:443", Some("play.example")),
            ("https://[::1]:8443/", "[::1]:8443", Some("::1")),
        ] {
            let address = text.parse::<Address>().unwrap();
            assert_eq!((address.host(), address.tls_name().as_deref()), (host, name), "{text}");
        }
    }
}
