//! What is wrong, for people: which of the many ways there are not to reach a server.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use gebeta_client::{Address, ClientError};
use gebeta_protocol::Code;
use gebeta_tui::OnlineError;

const PATIENCE: Duration = Duration::from_secs(3);

/// Why the first request to a server has failed; `is_last` if it is not made again.
pub(super) fn diagnose_first(address: &Address, failure: &ClientError, is_last: bool) -> OnlineError {
    let not_gebeta = || OnlineError::NotGebeta(address.host().to_owned());
    match failure {
        ClientError::Refused(code) => OnlineError::Refused(*code),
        ClientError::BadAddress => OnlineError::BadAddress,
        ClientError::Gone(_) => match reach(address) {
            Err(error) => error,
            Ok(()) if speaks_plain_http(address) => OnlineError::NoTls(address.host().to_owned()),
            Ok(()) if is_last => not_gebeta(),
            Ok(()) => OnlineError::Silent,
        },
        ClientError::Strange(_) if speaks_plain_http(address) => {
            OnlineError::NoTls(address.host().to_owned())
        }
        // It listens, and what it says is nothing of ours.
        ClientError::Strange(_) | ClientError::FoldError(_) => not_gebeta(),
    }
}

/// Whether HTTPS was asked of a server of ours that answers without it.
fn speaks_plain_http(address: &Address) -> bool {
    let plain = address.to_string().strip_prefix("https://").map(|rest| format!("http://{rest}"));
    let plain = plain.and_then(|plain| plain.parse::<Address>().ok());
    plain.is_some_and(|plain| plain.get("/healthz").is_ok())
}

/// Whether a program listens there.
fn reach(address: &Address) -> Result<(), OnlineError> {
    let host = address.host();
    let Ok(addresses) = host.to_socket_addrs() else {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        return Err(OnlineError::UnknownHost(name.to_owned()));
    };
    let listens = |address| TcpStream::connect_timeout(&address, PATIENCE).is_ok();
    if addresses.into_iter().any(listens) { Ok(()) } else { Err(OnlineError::NobodyThere(host.to_owned())) }
}

/// Whether it may be otherwise a little later.
pub(super) const fn passes(error: &OnlineError) -> bool {
    match error {
        OnlineError::UnknownHost(_) | OnlineError::NobodyThere(_) | OnlineError::Silent => true,
        OnlineError::Refused(code) => {
            matches!(code, Code::Unavailable | Code::Restarting | Code::Full | Code::Slow | Code::Rate)
        }
        _ => false,
    }
}

/// The code of a error, for programs.
pub(super) const fn code(error: &OnlineError) -> &'static str {
    match error {
        OnlineError::BadAddress => "bad-address",
        OnlineError::NoGame => "no-game",
        OnlineError::BadName => "bad-name",
        OnlineError::UnknownHost(_) => "unknown-host",
        OnlineError::NobodyThere(_) => "nobody-there",
        OnlineError::Silent => "no-answer",
        OnlineError::NoTls(_) => "no-tls",
        OnlineError::NotGebeta(_) => "not-gebeta",
        OnlineError::Refused(code) => code.word(),
        OnlineError::Strange => "strange-server",
        OnlineError::NotKept(_) => "not-saved",
    }
}
