use std::fmt::{self, Write};

/// A JSON value: the little of it that our messages need, in little code, because every visitor loads it.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    /// `null`.
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number; what is not finite is written `null`, others with nine decimals at most. They are stones, probabilities
    /// and counts, and who writes doubles to the last digit brings large tables along.
    Number(f64),
    /// `"text"`.
    Text(String),
    /// `[..]`.
    List(Vec<Json>),
    /// `{..}`, in the order written.
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Nothing deeper is read: our messages have four levels.
    const DEEPEST: usize = 32;

    /// Reads one value with nothing behind it.
    pub fn parse(text: &str) -> Option<Self> {
        let mut reader = Reader { rest: text };
        let value = reader.value(Self::DEEPEST)?;
        reader.skip_blanks();
        reader.rest.is_empty().then_some(value)
    }

    /// An object of these entries.
    pub fn object<const N: usize>(entries: [(&str, Self); N]) -> Self {
        Self::Object(entries.into_iter().map(|(key, value)| (key.to_owned(), value)).collect())
    }

    /// A list of what `items` make.
    pub fn list<T>(items: impl IntoIterator<Item = T>, make: impl Fn(T) -> Self) -> Self {
        Self::List(items.into_iter().map(make).collect())
    }

    /// Anything that is written as text.
    pub fn text(value: impl fmt::Display) -> Self {
        Self::Text(value.to_string())
    }

    /// `null` for nothing.
    pub fn maybe<T>(value: Option<T>, make: impl Fn(T) -> Self) -> Self {
        value.map_or(Self::Null, make)
    }

    /// The entry `key` of an object; `null` and a missing entry are alike.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Object(entries) = self else { return None };
        entries.iter().find(|(name, value)| name == key && *value != Self::Null).map(|(_, value)| value)
    }
}

impl From<f64> for Json {
    fn from(number: f64) -> Self {
        Self::Number(number)
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Self::Number(f64::from(number))
    }
}

/// Counts of positions: exact up to 2^53, and nobody counts so far.
impl From<u64> for Json {
    fn from(number: u64) -> Self {
        Self::Number(number as f64)
    }
}

impl From<bool> for Json {
    fn from(value: bool) -> Self {
        Self::Bool(value)
    }
}

/// On one line, without blanks.
impl fmt::Display for Json {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) if number.is_finite() => write_number(f, *number),
            Self::Null | Self::Number(_) => f.write_str("null"),
            Self::Bool(value) => value.fmt(f),
            Self::Text(text) => write_text(f, text),
            Self::List(items) => {
                f.write_char('[')?;
                for (place, item) in items.iter().enumerate() {
                    comma(f, place)?;
                    item.fmt(f)?;
                }
                f.write_char(']')
            }
            Self::Object(entries) => {
                f.write_char('{')?;
                for (place, (key, value)) in entries.iter().enumerate() {
                    comma(f, place)?;
                    write_text(f, key)?;
                    f.write_char(':')?;
                    value.fmt(f)?;
                }
                f.write_char('}')
            }
        }
    }
}

/// What nine decimals leave of a number in a double.
const DECIMALS: u32 = 9;
const UNIT: f64 = 1e9;

fn write_number(f: &mut fmt::Formatter<'_>, number: f64) -> fmt::Result {
    if number < 0.0 {
        f.write_char('-')?;
    }
    let size = number.abs();
    // A number so large has no decimals that mean anything.
    let whole = size.trunc();
    let decimals = if size < 1e15 { ((size - whole) * UNIT).round() as u64 } else { 0 };
    let (whole, mut decimals) = (whole as u64 + decimals / UNIT as u64, decimals % UNIT as u64);
    write!(f, "{whole}")?;
    if decimals > 0 {
        let mut places = DECIMALS as usize;
        while decimals % 10 == 0 {
            decimals /= 10;
            places -= 1;
        }
        write!(f, ".{decimals:0places$}")?;
    }
    Ok(())
}

fn comma(f: &mut fmt::Formatter<'_>, place: usize) -> fmt::Result {
    if place > 0 { f.write_char(',') } else { Ok(()) }
}

fn write_text(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        match c {
            '"' | '\\' => write!(f, "\\{c}")?,
            '\n' => f.write_str("\\n")?,
            c if c < ' ' => write!(f, "\\u{:04x}", u32::from(c))?,
            c => f.write_char(c)?,
        }
    }
    f.write_char('"')
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\n', '\r']);
    }

    /// Whether `word` comes next; then it is read.
    fn takes(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let rest = self.rest.strip_prefix(word);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    fn value(&mut self, deepest: usize) -> Option<Json> {
        let deeper = deepest.checked_sub(1)?;
        if self.takes("null") {
            Some(Json::Null)
        } else if self.takes("true") {
            Some(Json::Bool(true))
        } else if self.takes("false") {
            Some(Json::Bool(false))
        } else if self.takes("\"") {
            self.text().map(Json::Text)
        } else if self.takes("[") {
            self.items("]", |reader| reader.value(deeper)).map(Json::List)
        } else if self.takes("{") {
            self.items("}", |reader| reader.entry(deeper)).map(Json::Object)
        } else {
            self.number()
        }
    }

    fn entry(&mut self, deepest: usize) -> Option<(String, Json)> {
        let key = if self.takes("\"") { self.text()? } else { return None };
        let value = if self.takes(":") { self.value(deepest)? } else { return None };
        Some((key, value))
    }

    /// Everything up to `end`, with commas between.
    fn items<T>(&mut self, end: &str, item: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let mut items = Vec::new();
        if self.takes(end) {
            return Some(items);
        }
        loop {
            items.push(item(self)?);
            if self.takes(end) {
                return Some(items);
            }
            if !self.takes(",") {
                return None;
            }
        }
    }

    fn number(&mut self) -> Option<Json> {
        let is_part = |c: char| c.is_ascii_digit() || matches!(c, '-' | '+' | '.' | 'e' | 'E');
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        read_number(number).map(Json::Number)
    }

    /// The rest of a text whose opening quote has been read.
    fn text(&mut self) -> Option<String> {
        let mut text = String::new();
        loop {
            let plain = self.rest.find(['"', '\\'])?;
            text.push_str(&self.rest[..plain]);
            let mut rest = self.rest[plain..].chars();
            let found = rest.next()?;
            self.rest = rest.as_str();
            if found == '"' {
                return Some(text);
            }
            text.push(self.escaped()?);
        }
    }

    /// The character that stands behind a backslash.
    fn escaped(&mut self) -> Option<char> {
        let mut rest = self.rest.chars();
        let letter = rest.next()?;
        self.rest = rest.as_str();
        match letter {
            'n' => Some('\n'),
            't' => Some('\t'),
            'r' => Some('\r'),
            'b' => Some('\u{8}'),
            'f' => Some('\u{c}'),
            'u' => {
                let first = self.hex()?;
                if !(0xd800..0xdc00).contains(&first) {
                    return char::from_u32(first);
                }
                self.rest = self.rest.strip_prefix("\\u")?;
                let second = self.hex()?.checked_sub(0xdc00).filter(|&low| low < 0x400)?;
                char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + second)
            }
            '"' | '\\' | '/' => Some(letter),
            _ => None,
        }
    }

    fn hex(&mut self) -> Option<u32> {
        let (digits, rest) = self.rest.split_at_checked(4)?;
        self.rest = rest;
        digits.bytes().try_fold(0, |sum, digit| Some(16 * sum + char::from(digit).to_digit(16)?))
    }
}

/// A decimal number, right to about fifteen digits. More forms than JSON allows are understood, such as `.5`.
fn read_number(text: &str) -> Option<f64> {
    let (sign, digits) = text.strip_prefix('-').map_or((1.0, text), |digits| (-1.0, digits));
    let (digits, exponent) = match digits.split_once(['e', 'E']) {
        Some((digits, exponent)) => (digits, exponent.parse::<i32>().ok()?.clamp(-999, 999)),
        None => (digits, 0),
    };
    let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.is_empty() && decimals.is_empty() {
        return None;
    }
    let mut size: u64 = 0;
    // By how many places the digits read so far stand too far right.
    let mut shift = exponent;
    for (place, digit) in whole.bytes().chain(decimals.bytes()).enumerate() {
        let digit = u64::from(char::from(digit).to_digit(10)?);
        let is_decimal = place >= whole.len();
        if size < u64::MAX / 100 {
            size = 10 * size + digit;
            shift -= i32::from(is_decimal);
        } else {
            shift += i32::from(!is_decimal);
        }
    }
    let mut power = 1.0;
    for _ in 0..shift.unsigned_abs() {
        power *= 10.0;
    }
    let size = size as f64;
    let value = sign * if shift < 0 { size / power } else { size * power };
    value.is_finite().then_some(value)
}
