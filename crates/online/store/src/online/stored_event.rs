//! The stored form of events. They may have been written by a later version of this program.

use gebeta_protocol::{Logged, PlayerName};

use crate::ports::{StoreError, StoreErrorKind};
use serde_json::Value;

/// The stored form of an event.
pub(crate) fn write(event: &Logged) -> Result<String, StoreError> {
    serde_json::to_string(event).map_err(|error| StoreErrorKind::BadMatch.caused_by(error))
}

/// The event of a stored form. Unknown fields are ignored.
///
/// # Errors
/// It is damaged, or of a kind that only later versions know.
pub(crate) fn read(body: &str) -> Result<Logged, StoreError> {
    serde_json::from_str(body).map_err(|error| {
        let fields: Value = serde_json::from_str(body).unwrap_or_default();
        let (seq, kind) = (&fields["seq"], &fields["what"]["e"]);
        // Serde reports unknown variants so; later versions may have added them.
        let later = if error.to_string().starts_with("unknown variant") {
            "; was it written by a later version of this program?"
        } else {
            ""
        };
        StoreErrorKind::BadMatch.caused_by(format!("event {seq}, {kind}: {error}{later}"))
    })
}

/// The event with another name, if it is the one that has the name of `side`; everything else stays as it is, known or not.
pub(crate) fn rename(body: &str, side: &str, name: &PlayerName) -> Result<Option<String>, serde_json::Error> {
    let mut event: Value = serde_json::from_str(body)?;
    let kind = if side == "a" { "created" } else { "joined" };
    let what = &mut event["what"];
    if what["e"] != kind {
        return Ok(None);
    }
    what["name"] = Value::String(name.to_string());
    serde_json::to_string(&event).map(Some)
}

#[cfg(test)]
mod tests {
    use gebeta_protocol::{Event, Side};

    use super::*;

    #[test]
    fn fields_of_later_versions_are_ignored() {
        let later = r#"{"seq":4,"at":5,"by":"a","mood":"calm","what":{"e":"draw-offered","side":"a","why":{"x":[1]}}}"#;
        let event = read(later).unwrap();
        assert_eq!((event.seq, event.what), (4, Event::DrawOffered { side: Side::A }));
        let unit = r#"{"seq":5,"at":5,"what":{"e":"draw-declined","politely":true}}"#;
        assert_eq!(read(unit).unwrap().what, Event::DrawDeclined);
    }

    #[test]
    fn an_event_that_cannot_be_read_is_named() {
        for (body, expected) in [
            (
                r#"{"seq":7,"at":5,"what":{"e":"teleported","to":3}}"#,
                r#"event 7, "teleported": unknown variant `teleported`"#,
            ),
            (
                r#"{"seq":8,"at":5,"what":{"e":"draw-offered"}}"#,
                r#"event 8, "draw-offered": missing field `side`"#,
            ),
            ("{\"seq\":9,", "event null, null: EOF"),
        ] {
            let error = read(body).unwrap_err();
            let cause = std::error::Error::source(&error).unwrap().to_string();
            assert!(cause.starts_with(expected), "{cause}");
            assert_eq!(
                cause.ends_with("later version of this program?"),
                body.contains("teleported"),
                "{cause}"
            );
        }
    }

    #[test]
    fn a_name_is_taken_out_and_nothing_else() {
        let nobody: PlayerName = "Former player".parse().unwrap();
        let joined = r#"{"seq":2,"at":5,"what":{"e":"joined","name":"Sara","later":[1]},"more":null}"#;
        assert_eq!(
            rename(joined, "b", &nobody).unwrap().unwrap(),
            r#"{"seq":2,"at":5,"what":{"e":"joined","name":"Former player","later":[1]},"more":null}"#
        );
        assert_eq!(rename(joined, "a", &nobody).unwrap(), None);
    }
}
