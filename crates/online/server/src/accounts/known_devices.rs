//! Known devices: a browser that has signed in keeps a signed cookie, also after it has signed out. It grants no access. It
//! gives the device its own attempts to sign in with that name, which attempts from elsewhere cannot use up.

use axum::http::HeaderMap;

use gebeta_fairness::Digest;
use gebeta_match::random_id;
use gebeta_protocol::{Hash, PlayerName};

use super::AccountService;
use crate::http::caller::is_secure;
use crate::http::cookies::{self, CookieName};
use crate::{OsChance, limits};

/// The random id of a device.
pub(crate) type DeviceId = [u8; 16];

const COOKIE: CookieName = CookieName { secure: "__Host-device", plain: "device" };

/// The signature, which only a server with this key can make.
fn signature(key: Hash, name: &PlayerName, device: &DeviceId) -> Digest {
    let signed = Digest::of(&[b"gebeta-device", device, name.key().as_bytes()]);
    Digest::of(&[b"gebeta-device-signature", key.bytes(), signed.bytes()])
}

/// The id and signature in the cookie of a request.
fn read(headers: &HeaderMap) -> Option<(DeviceId, Digest)> {
    let value = cookies::read(headers, COOKIE)?;
    let (device, signature) = value.split_once('.')?;
    let bytes = u128::from_str_radix(device, 16).ok().filter(|_| device.len() == 32)?.to_be_bytes();
    Some((bytes, signature.parse().ok()?))
}

impl AccountService {
    /// The device of a request, if it has signed in with this name before.
    pub(crate) async fn known_device(&self, headers: &HeaderMap, name: &PlayerName) -> Option<DeviceId> {
        let (device, told) = read(headers)?;
        let expected = signature(self.key().await.ok()?, name, &device);
        // Digests are compared, so the time it takes reveals nothing about the signature.
        let is_same = Digest::of(&[told.bytes()]) == Digest::of(&[expected.bytes()]);
        is_same.then_some(device)
    }

    /// The cookie for a browser that signs in; none if the store does not answer, which does not prevent the sign-in.
    pub(crate) async fn device_cookie(&self, headers: &HeaderMap, name: &PlayerName) -> Option<String> {
        let device = match self.known_device(headers, name).await {
            Some(known) => known,
            None => random_id(&mut OsChance),
        };
        let signature = signature(self.key().await.ok()?, name, &device);
        let value = format!("{:032x}.{signature}", u128::from_be_bytes(device));
        Some(cookies::write(COOKIE, &value, limits::DEVICE.as_secs(), is_secure(headers)))
    }
}
