use gebeta_protocol::Password;

/// Words that attackers try first, with the usual additions: names, teams, places and the like, in lower case. Only words
/// of four letters and more: shorter ones mean nothing without the digits around them.
const WORDS: &str = include_str!("common_words.txt");

/// Neighboring keys on keyboards; each row is read in both directions.
const ROWS: &[&str] = &[
    "1234567890",
    "qwertyuiop",
    "asdfghjkl",
    "zxcvbnm",
    "qwertzuiop",
    "yxcvbnm",
    "azertyuiop",
    "qsdfghjklm",
    "wxcvbn",
    "abcdefghijklmnopqrstuvwxyz",
    "1qaz2wsx3edc4rfv5tgb6yhn7ujm",
    "zaq12wsxcde34rfvbgt5",
    "1q2w3e4r5t6y7u8i9o0p",
    "q1w2e3r4t5y6u7i8o9p0",
    "qazwsxedcrfvtgbyhnujm",
    "147258369",
    "789456123",
    "159753",
];

/// A password with fewer different characters is a pattern, however long it is.
const DIFFERENT: usize = 3;
/// How many characters outside all common parts make a password acceptable.
const OWN: usize = 4;

/// Whether a password is among the first that attackers try: made of common words, dates, runs of keys and repeated
/// characters, with fewer than [`OWN`] other characters.
pub(crate) fn is_common(password: &Password) -> bool {
    let text = String::from_utf8_lossy(password.reveal()).to_lowercase();
    let letters: Vec<char> = text.chars().collect();
    let mut different = letters.clone();
    different.sort_unstable();
    different.dedup();
    // These rules say nothing about words in other scripts.
    let is_ascii = text.is_ascii();
    different.len() < DIFFERENT || is_repeated(&letters) || is_ascii && own_characters(&text) < OWN
}

/// Whether a few characters are repeated throughout.
fn is_repeated(letters: &[char]) -> bool {
    (1..=4)
        .any(|n| letters.len() > n && letters.iter().zip(letters.iter().skip(n)).all(|(one, two)| one == two))
}

/// How many characters are left without common words, years, numbers, punctuation and runs, the longest first at each
/// place. In a sentence every word adds something, also a common one: a sentence is a good password.
fn own_characters(text: &str) -> usize {
    const WORD: usize = 2;
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let own = words.iter().map(|word| own_of_word(word)).sum();
    words.retain(|word| word.bytes().any(|byte| byte.is_ascii_alphabetic()));
    words.sort_unstable();
    words.dedup();
    if words.len() > 1 { own + WORD * words.len() } else { own }
}

fn own_of_word(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut place, mut own) = (0, 0);
    let mut is_after_own = false;
    while place < bytes.len() {
        let filler = filler_at(&bytes[place..]);
        // Between uncommon characters a digit counts like a letter.
        let filler = if is_after_own && place + filler < bytes.len() { 0 } else { filler };
        let taken = word_at(&text[place..]).max(run_at(&text[place..])).max(filler);
        is_after_own = taken == 0;
        own += usize::from(is_after_own);
        place += taken.max(1);
    }
    own
}

/// The length of the longest common word at the start of `text`, also with digits and signs for letters.
fn word_at(text: &str) -> usize {
    let unleeted: String = text.chars().map(letter_for).collect();
    let begins = |word: &&str| text.starts_with(*word) || unleeted.starts_with(*word);
    WORDS.split_whitespace().filter(begins).map(str::len).max().unwrap_or_default()
}

/// The letter that a digit or sign often stands for.
const fn letter_for(sign: char) -> char {
    match sign {
        '0' => 'o',
        '1' | '!' => 'i',
        '3' => 'e',
        '4' | '@' => 'a',
        '5' | '$' => 's',
        '7' => 't',
        other => other,
    }
}

/// The length of a run at the start of `text`: at least three neighboring keys, or one character three times.
fn run_at(text: &str) -> usize {
    const LEAST: usize = 3;
    let bytes = text.as_bytes();
    let same = bytes.iter().take_while(|byte| **byte == bytes[0]).count();
    let in_row = |row: &str| {
        let reversed: String = row.chars().rev().collect();
        [row.to_owned(), reversed].iter().map(|row| longest_in(row, text)).max().unwrap_or_default()
    };
    let longest = ROWS.iter().map(|row| in_row(row)).max().unwrap_or_default().max(same);
    if longest >= LEAST { longest } else { 0 }
}

/// The length of the longest prefix of `text` that is part of `row`.
fn longest_in(row: &str, text: &str) -> usize {
    (1..=text.len().min(row.len()))
        .take_while(|length| row.contains(&text[..*length]))
        .last()
        .unwrap_or_default()
}

/// The length of the digits and punctuation at the start, such as years. They add little: attackers try all of them.
fn filler_at(bytes: &[u8]) -> usize {
    const MOST: usize = 4;
    let is_filler = |byte: &&u8| byte.is_ascii_digit() || byte.is_ascii_punctuation();
    let count = bytes.iter().take_while(is_filler).count();
    // Eight digits may be a date or a telephone number; longer ones are rarely chosen by people.
    if count > 2 * MOST { 0 } else { count }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_attackers_try_first_is_common() {
        for text in [
            "password",
            "Password1",
            "PASSWORD123!",
            "P@ssw0rd2024",
            "12345678",
            "1234567890",
            "87654321",
            "0987654321",
            "qwertyuiop",
            "poiuytrewq",
            "qwerty123",
            "abcdefgh",
            "11111111",
            "abababab",
            "aaaaaaab",
            "aaaabbbb",
            "12341234",
            "19841984",
            "31121999",
            "gebeta123",
            "Gebeta2026",
            "iloveyou",
            "ILoveYou2!",
            "1q2w3e4r",
            "1qaz2wsx",
            "zaq12wsx",
            "dragon123",
            "monkey123",
            "summer2026",
            "Winter2025!",
            "dr4g0n123",
            "123dragon",
            "liverpool1",
            "michael1987",
            "letmein!!",
            "welcome1",
            "football7",
            "addisababa",
            "sunshine99",
            "abc12345",
            "asdf1234",
            "admin1234",
            "monkeymonkey",
            "dragonmaster",
            "password 123",
            "love love love",
        ] {
            assert!(is_common(&Password::new(text)), "{text}");
        }
        for text in [
            "correct horse",
            "battery staple",
            "passwords are hard",
            "gebeta and senet",
            "እንደምን አደራችሁ",
            "كلمة سر طويلة",
            "h7Kq2mZx",
            "4f7a91c2",
            "13579ace-wolf",
            "purpleteapot9",
            "xk4-tulip-mend",
            "third staple",
        ] {
            assert!(!is_common(&Password::new(text)), "{text}");
        }
    }
}
