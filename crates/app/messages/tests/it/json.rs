//! Our little JSON against a large one.

use gebeta_messages::Json;
use proptest::prelude::*;
use serde_json::Value;

fn any_json() -> impl Strategy<Value = Json> {
    let leaf = prop_oneof![
        Just(Json::Null),
        any::<bool>().prop_map(Json::Bool),
        // Others do not read every double exactly; eighths they do.
        any::<i32>().prop_map(|eighths| Json::Number(f64::from(eighths) / 8.0)),
        any::<String>().prop_map(Json::Text),
    ];
    leaf.prop_recursive(4, 40, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Json::List),
            prop::collection::btree_map(any::<String>(), inner, 0..6)
                .prop_map(|entries| Json::Object(entries.into_iter().collect())),
        ]
    })
}

/// The same value as another crate has it.
fn as_value(json: &Json) -> Value {
    match json {
        Json::Null => Value::Null,
        Json::Bool(value) => Value::Bool(*value),
        Json::Number(number) => serde_json::json!(number),
        Json::Text(text) => Value::String(text.clone()),
        Json::List(items) => items.iter().map(as_value).collect(),
        Json::Object(entries) => entries.iter().map(|(key, value)| (key.clone(), as_value(value))).collect(),
    }
}

proptest! {
    #[test]
    fn what_is_written_reads_back(json in any_json()) {
        prop_assert_eq!(Json::parse(&json.to_string()), Some(json));
    }

    #[test]
    fn others_read_what_we_write_and_we_what_they_write(json in any_json()) {
        let theirs = as_value(&json);
        // Numbers without a fraction are integers to them.
        let ours: Value = serde_json::from_str(&json.to_string()).unwrap();
        prop_assert_eq!(Json::parse(&ours.to_string()), Some(json.clone()));
        prop_assert_eq!(Json::parse(&theirs.to_string()), Some(json));
    }

    #[test]
    fn no_text_is_too_much(text in any::<String>()) {
        if let Some(json) = Json::parse(&text) {
            prop_assert_eq!(Json::parse(&json.to_string()), Some(json));
        }
    }
}

#[test]
fn escapes_are_understood() {
    let text = |json: &str| match Json::parse(json) {
        Some(Json::Text(text)) => Some(text),
        _ => None,
    };
    assert_eq!(text(r#""a\u00e9\ud83d\ude00\/\t\"""#).as_deref(), Some("a\u{e9}\u{1f600}/\t\""));
    for broken in
        [r#""\ud83d""#, r#""\ud83d\u0041""#, r#""\udc00""#, r#""\x""#, r#""\u12"#, r#""a"#, r#""\u+123""#]
    {
        assert_eq!(text(broken), None, "{broken}");
    }
}

#[test]
fn what_is_no_json_is_refused() {
    for broken in ["", "nul", "[1,]", "{\"a\"}", "{\"a\":1,}", "{a:1}", "1 2", "[1 2]", "--1", "1e999", "}"] {
        assert_eq!(Json::parse(broken), None, "{broken}");
    }
    assert_eq!(Json::parse(&"[".repeat(100_000)), None, "no message is so deep");
}

#[test]
fn numbers_keep_nine_decimals() {
    let read_back = |number: f64| match Json::parse(&Json::Number(number).to_string()) {
        Some(Json::Number(number)) => number,
        json => panic!("{json:?}"),
    };
    for number in
        [0.5, -0.25, 1e-9, 0.123_456_789, 999_999.999_999_999, 123_456_789_012.0, -7.000_1, 1e14, 0.0]
    {
        assert!((read_back(number) - number).abs() < 1e-12 * number.abs().max(1.0), "{number}");
    }
    assert!(read_back(1e-10).abs() < 1e-9);
    assert_eq!(Json::Number(0.999_999_999_9).to_string(), "1");
    assert_eq!(Json::Number(-3.25).to_string(), "-3.25");
    assert_eq!(Json::Number(f64::NAN).to_string(), "null");
    let number = |text: &str| Json::parse(text);
    assert_eq!(number("1e3"), Some(Json::Number(1000.0)));
    assert_eq!(number("-2.5E-1"), Some(Json::Number(-0.25)));
    assert_eq!(
        number("123456789012345678901234567890"),
        Some(Json::Number(123_456_789_012_345_678_901_234_567_890.0))
    );
    for broken in ["1.", ".", "-", "e5", "1e", "1.2.3", "1-2"] {
        assert!(number(broken).is_none() || broken == "1.", "{broken}");
    }
}
