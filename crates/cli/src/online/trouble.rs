//! What is wrong, for people: which of the many ways there are not to reach a server.

use std::net::{TcpStream, ToSocketAddrs};
use std::time::Duration;

use gebeta_client::{Address, Failure};
use gebeta_protocol::Code;
use gebeta_tui::Trouble;

const PATIENCE: Duration = Duration::from_secs(3);

/// What stands behind a failure. The network is asked again, because it says only that something failed.
pub(super) fn diagnose(address: &Address, failure: &Failure) -> Trouble {
    match failure {
        Failure::Refused(code) => Trouble::Refused(*code),
        Failure::BadAddress => Trouble::BadAddress,
        Failure::Gone(_) => reach(address).err().unwrap_or(Trouble::Silent),
        _ => Trouble::Strange,
    }
}

/// What stands behind a failure of the first thing that was ever asked there, for the last time.
pub(super) fn diagnose_first(address: &Address, failure: &Failure, is_last: bool) -> Trouble {
    match diagnose(address, failure) {
        // It listens, and what it says is nothing of ours.
        Trouble::Strange => Trouble::NotGebeta(address.host().to_owned()),
        Trouble::Silent if is_last => Trouble::NotGebeta(address.host().to_owned()),
        other => other,
    }
}

/// Whether somebody listens there.
fn reach(address: &Address) -> Result<(), Trouble> {
    let host = address.host();
    let Ok(addresses) = host.to_socket_addrs() else {
        let name = host.rsplit_once(':').map_or(host, |(name, _)| name);
        return Err(Trouble::UnknownHost(name.to_owned()));
    };
    let listens = |address| TcpStream::connect_timeout(&address, PATIENCE).is_ok();
    if addresses.into_iter().any(listens) { Ok(()) } else { Err(Trouble::NobodyThere(host.to_owned())) }
}

/// Whether it may be otherwise a little later.
pub(super) const fn passes(trouble: &Trouble) -> bool {
    match trouble {
        Trouble::UnknownHost(_) | Trouble::NobodyThere(_) | Trouble::Silent => true,
        Trouble::Refused(code) => {
            matches!(code, Code::Unavailable | Code::Restarting | Code::Full | Code::Slow | Code::Rate)
        }
        _ => false,
    }
}

/// The code of a trouble, for programs.
pub(super) const fn code(trouble: &Trouble) -> &'static str {
    match trouble {
        Trouble::BadAddress => "bad-address",
        Trouble::NoGame => "no-game",
        Trouble::BadName => "bad-name",
        Trouble::UnknownHost(_) => "unknown-host",
        Trouble::NobodyThere(_) => "nobody-there",
        Trouble::Silent => "no-answer",
        Trouble::NotGebeta(_) => "not-gebeta",
        Trouble::Refused(code) => code.word(),
        Trouble::Strange => "strange-server",
        Trouble::NotKept(_) => "not-saved",
    }
}
