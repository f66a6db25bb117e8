//! What the keys mean while the board has the focus.

use super::layout::Arrow;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wish {
    /// Throw the sticks.
    Throw,
    /// Give up what is chosen.
    Clear,
    /// Play this move of the list, 0 being the first.
    Play(usize),
    /// Go to the square beside.
    Go(Arrow),
    /// Go to the first square.
    First,
    /// Go to the last square.
    Last,
    /// Go to the next piece that can move.
    NextPiece,
    /// Go to the one before.
    PreviousPiece,
}

/// What `key`, named as browsers do, asks for. Space throws only while there is something to throw: else it
/// presses the square it is on.
pub(super) fn wish(key: &str, may_throw: bool) -> Option<Wish> {
    Some(match key {
        "r" | "R" => Wish::Throw,
        "Escape" => Wish::Clear,
        " " if may_throw => Wish::Throw,
        "ArrowLeft" => Wish::Go(Arrow::Left),
        "ArrowRight" => Wish::Go(Arrow::Right),
        "ArrowUp" => Wish::Go(Arrow::Up),
        "ArrowDown" => Wish::Go(Arrow::Down),
        "Home" => Wish::First,
        "End" => Wish::Last,
        "PageDown" => Wish::NextPiece,
        "PageUp" => Wish::PreviousPiece,
        _ => {
            let digit = key.parse::<usize>().ok().filter(|digit| (1..=9).contains(digit))?;
            Wish::Play(digit - 1)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_mean_what_they_say() {
        for (key, may_throw, expected) in [
            ("r", false, Some(Wish::Throw)),
            (" ", true, Some(Wish::Throw)),
            (" ", false, None),
            ("1", false, Some(Wish::Play(0))),
            ("9", false, Some(Wish::Play(8))),
            ("0", false, None),
            ("12", false, None),
            ("ArrowUp", false, Some(Wish::Go(Arrow::Up))),
            ("Escape", false, Some(Wish::Clear)),
            ("Tab", true, None),
            ("Enter", true, None),
        ] {
            assert_eq!(wish(key, may_throw), expected, "{key:?}");
        }
    }
}
