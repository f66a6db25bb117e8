use gebeta_rules::Player;
use gebeta_rules::mancala::Pit;

/// The pit a key names: 1 to 9, then 0, - and = as they stand on the keyboard.
pub(super) fn pit_of(key: &str) -> Option<Pit> {
    let number = match key {
        "0" => 10,
        "-" => 11,
        "=" => 12,
        _ => key.parse().ok().filter(|_| key.len() == 1)?,
    };
    Pit::new(number)
}

/// The key that names `pit`.
pub(super) fn key_of(pit: Pit) -> char {
    b"1234567890-="[usize::from(pit.number()) - 1].into()
}

/// Where an arrow key leads from a pit, as the eye sees the board: `near` sits at the bottom, or at the left of a
/// `tall` board. None if the key is not for walking; at the edges one stays.
pub(super) fn walk(
    key: &str,
    from: (Player, Pit),
    pits: u8,
    near: Player,
    tall: bool,
) -> Option<(Player, Pit)> {
    let (owner, pit) = from;
    let here = place(owner, pit, pits, near);
    let last = pits - 1;
    // Turned a quarter clockwise, the way to the right is the way down, and the near row is on the left.
    let (back, on, to_far, to_near) = if tall {
        ("ArrowUp", "ArrowDown", "ArrowRight", "ArrowLeft")
    } else {
        ("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")
    };
    let (owner, there) = match key {
        "Home" => (owner, 0),
        "End" => (owner, last),
        _ if key == back => (owner, here.saturating_sub(1)),
        _ if key == on => (owner, last.min(here + 1)),
        _ if key == to_far => (!near, here),
        _ if key == to_near => (near, here),
        _ => return None,
    };
    let number = if owner == near { there + 1 } else { pits - there };
    Some((owner, Pit::new(number)?))
}

/// How far a pit is from the left end, or the top.
pub(super) fn place(owner: Player, pit: Pit, pits: u8, near: Player) -> u8 {
    if owner == near { pit.number() - 1 } else { pits - pit.number() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pit_has_its_key() {
        for number in 1..=12 {
            let pit = Pit::new(number).unwrap();
            assert_eq!(pit_of(&key_of(pit).to_string()), Some(pit));
        }
        for key in ["", "a", "10", "+", "Enter", "é"] {
            assert_eq!(pit_of(key), None, "{key}");
        }
    }

    /// `owner pit key owner pit`, six pits a side, Player 1 near.
    #[track_caller]
    fn check(tall: bool, line: &str) {
        let words: Vec<&str> = line.split(' ').collect();
        let pit = |owner: &str, number: &str| {
            let owner = if owner == "1" { Player::One } else { Player::Two };
            (owner, Pit::new(number.parse().unwrap()).unwrap())
        };
        let there = walk(words[2], pit(words[0], words[1]), 6, Player::One, tall);
        assert_eq!(there, Some(pit(words[3], words[4])), "{line}");
    }

    #[test]
    fn arrows_walk_as_the_eye_does() {
        for line in [
            "1 1 ArrowRight 1 2",
            "1 1 ArrowLeft 1 1",
            "1 6 ArrowRight 1 6",
            "1 1 ArrowUp 2 6",
            "2 6 ArrowRight 2 5",
            "2 6 ArrowDown 1 1",
            "2 3 Home 2 6",
            "1 3 End 1 6",
        ] {
            check(false, line);
        }
        for line in [
            "1 1 ArrowDown 1 2",
            "1 2 ArrowUp 1 1",
            "1 1 ArrowRight 2 6",
            "2 6 ArrowDown 2 5",
            "2 5 ArrowLeft 1 2",
        ] {
            check(true, line);
        }
        assert_eq!(walk("x", (Player::One, Pit::new(1).unwrap()), 6, Player::One, false), None);
    }
}
