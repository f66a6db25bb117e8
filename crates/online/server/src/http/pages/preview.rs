//! The preview of a link to a game: a page with a title and description for messengers, which redirects people to the game,
//! and a picture of the board.

use axum::Extension;
use axum::extract::State;
use axum::http::header::{ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderName};
use axum::response::{Html, IntoResponse, Response};

use gebeta_i18n::{Language, rules::ruleset, without_isolates};
use gebeta_protocol::{Code, MatchView, PlayerName};

use crate::games::GameService;
use crate::games::messages::GameMessage;
use crate::http::allowed_hosts::host;
use crate::http::api_error::ApiError;
use crate::http::caller::is_secure;
use crate::http::extract::{ClientAddress, GameId, PathId};
use crate::http::html::escape;

/// How long messengers may cache a preview.
const A_MINUTE: &str = "public, max-age=60";

/// The page of a game.
pub(crate) async fn page(
    State(online): State<GameService>,
    PathId(game): GameId,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    let view = online.registry.ask(game, |answer| GameMessage::View { answer }).await?;
    // A cache keeps one page for each language.
    let cached = [(CACHE_CONTROL, A_MINUTE), (VARY, "accept-language")];
    Ok((cached, Html(html(&view, &headers, &online.settings.origins))).into_response())
}

/// The picture of its board.
pub(crate) async fn picture(
    State(online): State<GameService>,
    game: Result<GameId, ApiError>,
    Extension(ClientAddress(address)): Extension<ClientAddress>,
) -> Result<Response, ApiError> {
    // Before the id: requests with a wrong one count too.
    if !online.rates.picture(address, online.time.now()) {
        return Err(ApiError(Code::Rate));
    }
    let PathId(game) = game?;
    let position = online.registry.ask(game, |answer| GameMessage::Board { answer }).await?;
    let png = online.pictures.png(position).await?;
    let told = [
        (CACHE_CONTROL, A_MINUTE),
        (CONTENT_TYPE, "image/png"),
        // Pages of messengers may show it.
        (HeaderName::from_static("cross-origin-resource-policy"), "cross-origin"),
    ];
    Ok((told, png).into_response())
}

/// The page, in the language of the client.
fn html(view: &MatchView, headers: &HeaderMap, origins: &[String]) -> String {
    let words = language(headers);
    let (title, about) = told(words, view);
    let (title, about) = (escape(&without_isolates(&title)), escape(&without_isolates(&about)));
    let (game, place) = (view.game, escape(&place(headers, origins)));
    let (code, direction, open) = (words.code(), words.direction().code(), escape(words.preview_open()));
    let (width, height) = (gebeta_render::WIDTH, gebeta_render::HEIGHT);
    format!(
        r#"<!doctype html>
<html lang="{code}" dir="{direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>{title}</title>
<meta name="description" content="{about}">
<meta property="og:type" content="website">
<meta property="og:site_name" content="Gebeta">
<meta property="og:title" content="{title}">
<meta property="og:description" content="{about}">
<meta property="og:url" content="{place}/g/{game}">
<meta property="og:image" content="{place}/g/{game}/board.png">
<meta property="og:image:type" content="image/png">
<meta property="og:image:width" content="{width}">
<meta property="og:image:height" content="{height}">
<meta name="twitter:card" content="summary_large_image">
<meta http-equiv="refresh" content="0; url=../#/online/{game}">
<h1>{title}</h1>
<p>{about}</p>
<p><a href="../#/online/{game}">{open}</a></p>
</html>
"#
    )
}

/// Title and description.
fn told(words: Language, view: &MatchView) -> (String, String) {
    // The name in a rule file is free text of a stranger.
    let rules = ruleset(words, &view.rule_set).map_or_else(|| words.preview_custom(), |(name, _)| name);
    let name = |at: usize| view.names.get(at).map(PlayerName::to_string);
    match (name(0), name(1)) {
        (Some(one), Some(two)) => {
            let about =
                if view.ended.is_some() { words.preview_over(rules) } else { words.preview_on(rules) };
            (words.preview_players(one, two), about)
        }
        (one, _) => (words.preview_waits(one.unwrap_or_default()), words.preview_join(rules)),
    }
}

/// The first supported language of `Accept-Language`.
fn language(headers: &HeaderMap) -> Language {
    let wanted = headers.get(ACCEPT_LANGUAGE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    wanted.split(',').find_map(|tag| Language::from_tag(tag.split(';').next()?.trim())).unwrap_or_default()
}

/// The address of the server: its first origin, or else the host of the request.
fn place(headers: &HeaderMap, origins: &[String]) -> String {
    if let Some(origin) = origins.first() {
        return origin.clone();
    }
    let host = host(headers);
    let scheme = if is_secure(headers) { "https" } else { "http" };
    format!("{scheme}://{host}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;
    use axum::http::header::HOST;

    #[test]
    fn the_first_known_language_is_spoken() {
        for (wanted, code) in [("de-DE, ar;q=0.8, en;q=0.5", "ar"), ("am", "am"), ("xx", "en"), ("", "en")] {
            let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, HeaderValue::from_static(wanted))]);
            assert_eq!(language(&headers).code(), code, "{wanted}");
        }
    }

    #[test]
    fn a_host_cannot_leave_its_place() {
        let headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static("a\"><script>"))]);
        assert_eq!(escape(&place(&headers, &[])), "http://a&quot;&gt;&lt;script&gt;");
    }

    #[test]
    fn a_server_that_knows_its_origin_names_no_other_host() {
        let headers = HeaderMap::from_iter([(HOST, HeaderValue::from_static("evil.example"))]);
        let origins = ["https://play.example".to_owned()];
        assert_eq!(place(&headers, &origins), "https://play.example");
    }
}
