//! The page that verifies a game without this program, `docs/playing/verify.html`.

use std::sync::LazyLock;

use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::response::{Html, IntoResponse, Response};

use gebeta_fairness::Digest;

static PAGE: LazyLock<String> = LazyLock::new(|| {
    // The link works beside the file, not here.
    include_str!("../../../../../../docs/playing/verify.html")
        .replace("<a href=\"fair.md\">fair.md</a>", "docs/playing/fair.md")
});

/// Script and style are part of the page, so that it can be saved as one file: the policy allows them by their hashes, and
/// nothing else.
static POLICY: LazyLock<String> = LazyLock::new(|| {
    format!(
        "default-src 'none'; script-src {}; style-src {}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
        sources(&PAGE, "script"),
        sources(&PAGE, "style")
    )
});

/// The page.
pub(crate) async fn page() -> Response {
    let told = [(CONTENT_SECURITY_POLICY, POLICY.as_str()), (CACHE_CONTROL, "no-cache")];
    (told, Html(PAGE.as_str())).into_response()
}

/// The hashes of all elements with this name, as sources of a policy.
fn sources(page: &str, element: &str) -> String {
    let (start, end) = (format!("<{element}"), format!("</{element}>"));
    let contents = page.split(&start).skip(1).filter_map(|rest| {
        let (_, content) = rest.split_once('>')?;
        content.split(&end).next()
    });
    let sources =
        contents.map(|content| format!("'sha256-{}'", base64(Digest::of(&[content.as_bytes()]).bytes())));
    sources.collect::<Vec<_>>().join(" ")
}

fn base64(bytes: &[u8]) -> String {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for three in bytes.chunks(3) {
        let number = three.iter().fold(0_u32, |number, byte| number << 8 | u32::from(*byte))
            << (8 * (3 - three.len()));
        for place in 0..4 {
            let letter = LETTERS[(number >> (18 - 6 * place) & 63) as usize];
            text.push(if place <= three.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_in_the_page_is_allowed_by_its_digest() {
        assert_eq!(
            ["", "f", "fo", "foo", "foob"].map(|text| base64(text.as_bytes())),
            ["", "Zg==", "Zm8=", "Zm9v", "Zm9vYg=="]
        );
        // As in the specification of the policy.
        let page = "<script id=\"x\">alert('Hello, world.');</script><style>p{}</style>";
        assert_eq!(sources(page, "script"), "'sha256-qznLcsROx4GACP2dm0UCKCzCG+HiZ1guq6ZZDob/Tng='");
        assert!(
            POLICY.contains("script-src 'sha256-") && POLICY.contains("style-src 'sha256-"),
            "{}",
            *POLICY
        );
        assert!(!PAGE.contains("href=\"fair.md\""));
    }
}
