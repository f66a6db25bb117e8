use std::fmt;
use std::net::Ipv6Addr;
use std::str::FromStr;

/// The origin of a page, exactly as browsers write it in `Origin`: `https://play.example`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Origin(String);

/// Why a text is not an origin that browsers send.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OriginError {
    /// Browsers write it differently.
    #[error("browsers never send the origin {text}; write {instead}")]
    Write {
        /// What was written.
        text: String,
        /// What to write instead.
        instead: String,
    },
    /// It is not an origin.
    #[error(
        "{0} is not an origin; write the address of the page without its path, such as https://play.example"
    )]
    Unreadable(String),
}

impl Origin {
    /// The text itself.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The origin that browsers send for a page at `text`; none if that is not an address of a page.
    fn sent(text: &str) -> Option<String> {
        let lower = text.trim().to_ascii_lowercase();
        // Pages of files and sandboxed frames, which anyone can make.
        if lower == "null" {
            return None;
        }
        let (scheme, rest) = match lower.split_once("://") {
            Some((scheme @ ("http" | "https"), rest)) => (scheme, rest),
            Some(_) => return None,
            // A name alone is taken as https.
            None => ("https", &*lower),
        };
        let place = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let (host, port) = match place.rsplit_once(':') {
            Some((host, port)) if !port.contains(']') => (host, Some(port)),
            _ => (place, None),
        };
        let port = match port {
            None => None,
            Some(port) => Some(port.parse::<u16>().ok().filter(|port| *port > 0)?),
        };
        let host = host.strip_suffix('.').unwrap_or(host);
        if !is_host(host) {
            return None;
        }
        // The default port is not written.
        let usual = if scheme == "https" { 443 } else { 80 };
        let port = port.filter(|port| *port != usual).map(|port| format!(":{port}")).unwrap_or_default();
        Some(format!("{scheme}://{host}{port}"))
    }
}

/// A DNS name or an IP address.
fn is_host(host: &str) -> bool {
    if let Some(address) = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        return address.parse::<Ipv6Addr>().is_ok();
    }
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte))
    };
    host.split('.').all(is_label)
}

impl FromStr for Origin {
    type Err = OriginError;

    fn from_str(text: &str) -> Result<Self, OriginError> {
        match Self::sent(text) {
            Some(sent) if sent == text => Ok(Self(sent)),
            Some(instead) => Err(OriginError::Write { text: text.to_owned(), instead }),
            None => Err(OriginError::Unreadable(text.to_owned())),
        }
    }
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_origin_is_what_browsers_send() {
        for text in [
            "https://play.example",
            "http://localhost:8080",
            "https://play.example:8443",
            "http://192.0.2.1",
            "http://[::1]:8040",
            "http://board",
            "https://xn--8pr.example",
        ] {
            assert_eq!(text.parse::<Origin>().map(|origin| origin.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn what_browsers_never_send_is_refused_with_what_to_write() {
        for (text, instead) in [
            ("https://play.example/", "https://play.example"),
            ("https://play.example/games/", "https://play.example"),
            ("play.example", "https://play.example"),
            ("play.example:8443", "https://play.example:8443"),
            ("HTTP://play.example", "http://play.example"),
            ("https://Play.Example", "https://play.example"),
            ("https://play.example:443", "https://play.example"),
            ("http://play.example:80", "http://play.example"),
            ("https://play.example.", "https://play.example"),
            (" https://play.example", "https://play.example"),
        ] {
            let bad = text.parse::<Origin>().unwrap_err();
            assert_eq!(bad, OriginError::Write { text: text.to_owned(), instead: instead.to_owned() });
            assert!(bad.to_string().ends_with(&format!("write {instead}")), "{bad}");
            assert!(instead.parse::<Origin>().is_ok());
        }
        for text in [
            "",
            "*",
            "null",
            "https://",
            "https://*.play.example",
            "https://me@play.example",
            "ftp://play.example",
            "https://play.example:99999",
            "https://[play.example]",
            "https://play..example",
            "https://pläy.example",
            "https://play.example https://other.example",
        ] {
            assert_eq!(text.parse::<Origin>(), Err(OriginError::Unreadable(text.to_owned())));
        }
    }
}
