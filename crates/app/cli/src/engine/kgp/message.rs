/// A line of the protocol: `12@5 move 3` is message 12, about message 5.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Message<'a> {
    pub(super) id: Option<u64>,
    pub(super) reference: Option<u64>,
    pub(super) name: &'a str,
    pub(super) args: Vec<String>,
}

impl<'a> Message<'a> {
    /// Reads a line; none if it is not written like one.
    pub(super) fn parse(line: &'a str) -> Option<Self> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let (id, reference, body) = match numbers(first) {
            // A name may have digits too, if it stands alone.
            Some((id, reference)) if !rest.is_empty() => (id, reference, rest.trim_start()),
            _ => (None, None, line),
        };
        let (name, args) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
        let is_name = !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric());
        Some(Self { id, reference, name, args: arguments(args)? }).filter(|_| is_name)
    }
}

/// `12`, `12@5` or `@5`.
fn numbers(word: &str) -> Option<(Option<u64>, Option<u64>)> {
    let (id, reference) = match word.split_once('@') {
        Some((id, reference)) => (id, Some(number(reference)?)),
        None => (word, None),
    };
    match id {
        "" => reference.map(|reference| (None, Some(reference))),
        id => Some((Some(number(id)?), reference)),
    }
}

fn number(text: &str) -> Option<u64> {
    text.parse().ok().filter(|_| text.bytes().all(|b| b.is_ascii_digit()))
}

/// Words, and strings between quotes in which a backslash saves the next character; none if a string has no end.
fn arguments(text: &str) -> Option<Vec<String>> {
    let mut args = Vec::new();
    let mut chars = text.chars().peekable();
    loop {
        while chars.next_if(|c| c.is_whitespace()).is_some() {}
        let mut arg = String::new();
        match chars.peek() {
            None => return Some(args),
            Some('"') => {
                chars.next();
                loop {
                    match chars.next()? {
                        '"' => break,
                        '\\' => arg.push(chars.next()?),
                        c => arg.push(c),
                    }
                }
            }
            Some(_) => {
                while let Some(c) = chars.next_if(|c| !c.is_whitespace()) {
                    arg.push(c);
                }
            }
        }
        args.push(arg);
    }
}

/// A string argument.
pub(super) fn quoted(text: &str) -> String {
    let clean = text.chars().filter(|c| !c.is_control());
    let escaped = clean.fold(String::new(), |mut text, c| {
        if matches!(c, '"' | '\\') {
            text.push('\\');
        }
        text.push(c);
        text
    });
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_numbers_a_name_and_arguments() {
        let check = |line, id, reference, name, args: &[&str]| {
            let message = Message::parse(line).unwrap();
            assert_eq!((message.id, message.reference, message.name), (id, reference, name), "{line}");
            assert_eq!(message.args, args, "{line}");
        };
        check("kgp 1 0 0", None, None, "kgp", &["1", "0", "0"]);
        check(" 4 state <3,0,0,3,3,3,3,3,3>\r\n", Some(4), None, "state", &["<3,0,0,3,3,3,3,3,3>"]);
        check("6@4 stop", Some(6), Some(4), "stop", &[]);
        check("@8  yield", None, Some(8), "yield", &[]);
        check(r#"set info:comment "a \"b\" \\""#, None, None, "set", &["info:comment", r#"a "b" \"#]);
        check("42", None, None, "42", &[]);
    }

    #[test]
    fn what_is_no_line_is_none() {
        for line in [
            "",
            "  ",
            "4@ stop",
            "@ stop",
            "4@5",
            "x@4 stop",
            "ping \"open",
            "st!op",
            "99999999999999999999999 x",
        ] {
            assert!(Message::parse(line).is_none_or(|message| message.id.is_none()), "{line}");
        }
        assert_eq!(Message::parse("ping \"open"), None);
        assert_eq!(Message::parse("4@ stop"), None);
    }

    #[test]
    fn a_quoted_string_reads_back() {
        for text in ["", "plain", "two words", r#"a "b" \c"#] {
            assert_eq!(arguments(&quoted(text)), Some(vec![text.to_owned()]));
        }
        assert_eq!(quoted("a\r\nb"), "\"ab\"");
    }
}
