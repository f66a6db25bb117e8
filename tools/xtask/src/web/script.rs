//! Scripts without what only readers of the source need.

/// The script without comment lines and indentation. No string of ours spans lines.
pub(super) fn lean(script: &str) -> String {
    let mut lean = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        let begins = !in_comment && line.starts_with("/*");
        if in_comment || begins {
            in_comment = !line.ends_with("*/");
        } else if !line.is_empty() && !line.starts_with("//") {
            lean.push_str(line);
            lean.push('\n');
        }
    }
    lean
}

#[cfg(test)]
mod tests {
    use super::lean;

    #[test]
    fn what_is_only_for_readers_goes() {
        let script = "// why\nconst a = 'x//y'; // here\n\n/**\n * @param b\n */\nfunction f() {\n  /* one line */\n  return a;\n}\n";
        assert_eq!(lean(script), "const a = 'x//y'; // here\nfunction f() {\nreturn a;\n}\n");
    }
}
