use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

/// One address or a network, `10.0.0.1` or `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpNetwork {
    /// Its first address.
    address: IpAddr,
    /// The length of its prefix in bits.
    bits: u8,
}

/// Why a text is not a network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IpNetworkError {
    /// It is neither an address nor a network.
    #[error("{0} is neither an IP address such as 10.0.0.1 nor a network such as 10.0.0.0/8")]
    Unreadable(String),
    /// The address is not the first of the network.
    #[error("{0} is an address inside a network; write {1} for all of it")]
    Inside(String, IpNetwork),
    /// It contains every address.
    #[error("{0} would trust every client's X-Forwarded-For; name the networks of your proxies")]
    Everybody(String),
}

impl IpNetwork {
    /// Whether `address` is in it; an IPv4 address may have its IPv6 form.
    pub fn contains(&self, address: IpAddr) -> bool {
        Self::first(address.to_canonical(), self.bits) == Some(self.address)
    }

    /// The first address of the network with this prefix length; none if there is no such length.
    fn first(address: IpAddr, bits: u8) -> Option<IpAddr> {
        match address {
            IpAddr::V4(address) => {
                let rest = 32_u32.checked_sub(bits.into())?;
                let mask = u32::MAX.checked_shl(rest).unwrap_or(0);
                Some(Ipv4Addr::from_bits(address.to_bits() & mask).into())
            }
            IpAddr::V6(address) => {
                let rest = 128_u32.checked_sub(bits.into())?;
                let mask = u128::MAX.checked_shl(rest).unwrap_or(0);
                Some(Ipv6Addr::from_bits(address.to_bits() & mask).into())
            }
        }
    }

    const fn longest(address: IpAddr) -> u8 {
        match address {
            IpAddr::V4(_) => 32,
            IpAddr::V6(_) => 128,
        }
    }
}

/// One address.
impl From<IpAddr> for IpNetwork {
    fn from(address: IpAddr) -> Self {
        let address = address.to_canonical();
        Self { address, bits: Self::longest(address) }
    }
}

impl FromStr for IpNetwork {
    type Err = IpNetworkError;

    fn from_str(text: &str) -> Result<Self, IpNetworkError> {
        let unreadable = || IpNetworkError::Unreadable(text.to_owned());
        let Some((address, bits)) = text.split_once('/') else {
            return text.parse::<IpAddr>().map(Self::from).map_err(|_| unreadable());
        };
        let address: IpAddr = address.parse().map_err(|_| unreadable())?;
        let is_number = !bits.is_empty() && bits.bytes().all(|byte| byte.is_ascii_digit());
        let bits: u8 = bits.parse().ok().filter(|_| is_number).ok_or_else(unreadable)?;
        let first = Self::first(address, bits).ok_or_else(unreadable)?;
        // IPv4 in its IPv6 form has 96 bits before it.
        let network = match (first.to_canonical(), bits.checked_sub(96)) {
            (IpAddr::V4(first), Some(bits)) if address.is_ipv6() => Self { address: first.into(), bits },
            _ => Self { address: first, bits },
        };
        if network.bits == 0 {
            return Err(IpNetworkError::Everybody(text.to_owned()));
        }
        if first != address {
            return Err(IpNetworkError::Inside(text.to_owned(), network));
        }
        Ok(network)
    }
}

/// `10.0.0.1` for one address, `10.0.0.0/8` for more.
impl fmt::Display for IpNetwork {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { address, bits } = self;
        if *bits == Self::longest(*address) { write!(f, "{address}") } else { write!(f, "{address}/{bits}") }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_hold_their_addresses_and_no_others() {
        for (network, inside, outside) in [
            ("10.0.0.1", &["10.0.0.1", "::ffff:10.0.0.1"][..], &["10.0.0.2", "::1"][..]),
            (
                "10.0.0.0/8",
                &["10.0.0.0", "10.255.255.255", "::ffff:10.1.2.3"],
                &["11.0.0.0", "9.255.255.255", "a00::1"],
            ),
            ("192.0.2.128/25", &["192.0.2.128", "192.0.2.255"], &["192.0.2.127"]),
            ("192.0.2.7/32", &["192.0.2.7"], &["192.0.2.6"]),
            ("2001:db8::/32", &["2001:db8::", "2001:db8:ffff::1"], &["2001:db9::", "32.1.13.184"]),
            ("::1", &["::1"], &["::2", "0.0.0.1"]),
            ("::ffff:10.0.0.0/104", &["10.9.9.9"], &["11.0.0.0"]),
        ] {
            let network: IpNetwork = network.parse().unwrap_or_else(|bad| panic!("{bad}"));
            let holds = |address: &&str| network.contains(address.parse().unwrap());
            assert!(inside.iter().all(holds), "{network}");
            assert!(!outside.iter().any(holds), "{network}");
        }
    }

    #[test]
    fn what_is_no_network_is_refused_with_what_to_write() {
        for text in [
            "",
            "me",
            "10.0.0.0/",
            "10.0.0.0/33",
            "10.0.0.0/+8",
            "10.0.0.0/08x",
            "10.0.0/8",
            "::/129",
            "/8",
            "10.0.0.1:80",
        ] {
            assert!(matches!(text.parse::<IpNetwork>(), Err(IpNetworkError::Unreadable(_))), "{text}");
        }
        for text in ["0.0.0.0/0", "::/0", "10.0.0.0/0", "::ffff:0.0.0.0/96"] {
            assert!(matches!(text.parse::<IpNetwork>(), Err(IpNetworkError::Everybody(_))), "{text}");
        }
        let refused = "10.1.2.3/8".parse::<IpNetwork>().unwrap_err().to_string();
        assert!(refused.contains("write 10.0.0.0/8"), "{refused}");
        for text in ["10.0.0.0/8", "10.0.0.1", "2001:db8::/32", "::1"] {
            assert_eq!(text.parse::<IpNetwork>().unwrap().to_string(), text);
        }
    }
}
