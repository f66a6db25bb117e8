use gebeta_protocol::Password;

/// What is tried first by whoever guesses, of those that are long enough: without what is only put behind them.
const COMMON: &[&str] = &[
    "password",
    "passw0rd",
    "p@ssword",
    "p@ssw0rd",
    "passwort",
    "motdepasse",
    "contrasena",
    "qwertyui",
    "qwertyuiop",
    "asdfghjk",
    "asdfghjkl",
    "zxcvbnm",
    "qazwsxedc",
    "1q2w3e4r",
    "1q2w3e4r5t",
    "1qaz2wsx",
    "q1w2e3r4",
    "iloveyou",
    "sunshine",
    "princess",
    "football",
    "baseball",
    "superman",
    "starwars",
    "trustno1",
    "whatever",
    "computer",
    "internet",
    "michelle",
    "jennifer",
    "letmein",
    "welcome",
    "abcdefgh",
    "changeme",
    "administrator",
    "admin",
    "gebeta",
    "mancala",
    "senet",
    "ethiopia",
    "secret",
];

/// Whether a password is among the first that anybody tries: a word of the list, with digits or marks behind it or not, or
/// digits that count up or down, or a pair of letters again and again.
pub(super) fn is_common(password: &Password) -> bool {
    let text = String::from_utf8_lossy(password.reveal()).to_lowercase();
    let word = text.trim_end_matches(|c: char| c.is_ascii_digit() || "!.?#$*_-".contains(c));
    let is_listed = COMMON.contains(&word) || COMMON.contains(&text.as_str());
    is_listed || is_run(text.as_bytes()) || is_repeated(text.as_bytes())
}

/// Each digit or letter is the next one, or the one before: 12345678, 87654321, abcdefgh; after 9 comes 0.
fn is_run(text: &[u8]) -> bool {
    let follows = |one: u8, two: u8| one.checked_add(1) == Some(two) || (one, two) == (b'9', b'0');
    let mut pairs = text.iter().zip(text.iter().skip(1));
    pairs.clone().all(|(&one, &two)| follows(one, two)) || pairs.all(|(&one, &two)| follows(two, one))
}

/// One to four letters, again and again.
fn is_repeated(text: &[u8]) -> bool {
    (1..=4).any(|n| text.len() > n && text.iter().zip(text.iter().skip(n)).all(|(one, two)| one == two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_anybody_tries_first_is_common() {
        for text in [
            "password",
            "Password1",
            "PASSWORD123!",
            "12345678",
            "1234567890",
            "87654321",
            "0987654321",
            "qwertyuiop",
            "abcdefgh",
            "11111111",
            "abababab",
            "12341234",
            "gebeta123",
            "Gebeta2026",
            "iloveyou",
            "1q2w3e4r",
        ] {
            assert!(is_common(&Password::new(text)), "{text}");
        }
        for text in
            ["correct horse", "passwords are hard", "gebeta and senet", "እንደምን አደራችሁ", "h7Kq2mZx", "13579ace"]
        {
            assert!(!is_common(&Password::new(text)), "{text}");
        }
    }
}
