//! The colours of the theme "classic" (`crates/app/web/styles/00-tokens.css`).

use gebeta_rules::Player;

/// Red, green and blue.
pub(crate) type Color = [u8; 3];

pub(crate) const BACKGROUND: Color = [245, 245, 220];
pub(crate) const SURFACE: Color = [255, 253, 240];
pub(crate) const TEXT: Color = [45, 26, 11];
pub(crate) const BOARD: Color = [201, 157, 102];
pub(crate) const BOARD_EDGE: Color = [139, 69, 19];
pub(crate) const PIT: Color = [245, 222, 179];
pub(crate) const PIT_DEEP: Color = [217, 183, 124];
pub(crate) const STORE: Color = [210, 180, 140];
pub(crate) const STORE_DEEP: Color = [179, 143, 98];
pub(crate) const STONES: [Color; 5] =
    [[74, 40, 17], [92, 51, 23], [107, 62, 29], [125, 74, 36], [139, 85, 39]];
pub(crate) const SQUARE: Color = [241, 226, 189];
pub(crate) const SQUARE_ALT: Color = [230, 210, 164];
pub(crate) const HOUSE: Color = [122, 74, 29];
pub(crate) const WHITE_PIECE: Color = [255, 248, 230];
pub(crate) const BLACK_PIECE: Color = [58, 36, 19];

/// Of the ring round what `player` may play.
pub(crate) const fn of(player: Player) -> Color {
    match player {
        Player::One => [46, 107, 31],
        Player::Two => [31, 78, 156],
    }
}

/// `color` with `share` of `other` in it.
pub(crate) fn mix(color: Color, other: Color, share: f32) -> Color {
    std::array::from_fn(|i| {
        (f32::from(color[i]) + (f32::from(other[i]) - f32::from(color[i])) * share).round() as u8
    })
}
