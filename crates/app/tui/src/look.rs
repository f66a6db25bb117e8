//! Colors and characters of the terminal at hand.

use ratatui::style::{Color as Paint, Modifier, Style};

use gebeta_rules::Player;
use gebeta_rules::senet::House;

use gebeta_session::settings::{Charset, Color};

/// How things are drawn on this terminal: its colors and its characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// The colors.
    pub palette: Palette,
    /// Whether only ASCII may be drawn.
    pub ascii: bool,
}

/// How many colors there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Palette {
    /// None.
    Mono,
    /// The sixteen of every terminal.
    Sixteen,
    /// 256.
    Many,
}

/// What the environment says of the terminal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Surroundings {
    /// `NO_COLOR` is set and not empty.
    pub no_color: bool,
    /// `TERM`.
    pub term: String,
    /// `COLORTERM`.
    pub colorterm: String,
    /// The locale: the first of `LC_ALL`, `LC_CTYPE`, `LANG` that is not empty.
    pub locale: String,
}

impl Look {
    /// What the settings ask for, or else what the terminal can do.
    pub fn of(color: Color, charset: Charset, surroundings: &Surroundings) -> Self {
        let Surroundings { no_color, term, colorterm, locale } = surroundings;
        let palette = match color {
            Color::Never => Palette::Mono,
            Color::Many => Palette::Many,
            Color::Auto if *no_color || term == "dumb" => Palette::Mono,
            Color::Auto if term.contains("256") || !colorterm.is_empty() => Palette::Many,
            Color::Sixteen | Color::Auto => Palette::Sixteen,
        };
        let locale = locale.to_ascii_lowercase();
        let utf8 = locale.contains("utf-8") || locale.contains("utf8");
        let ascii = match charset {
            Charset::Unicode => false,
            Charset::Ascii => true,
            // The console of Linux has no signs for the houses.
            Charset::Auto => !utf8 || term == "linux",
        };
        Self { palette, ascii }
    }

    fn paint(self, many: u8, sixteen: Paint) -> Style {
        match self.palette {
            Palette::Mono => Style::new(),
            Palette::Sixteen => Style::new().fg(sixteen),
            Palette::Many => Style::new().fg(Paint::Indexed(many)),
        }
    }

    /// Ordinary text.
    pub fn text(self) -> Style {
        Style::new()
    }

    /// What stands back.
    pub fn dim(self) -> Style {
        let style = self.paint(245, Paint::DarkGray);
        match self.palette {
            Palette::Mono => style.add_modifier(Modifier::DIM),
            // Gray on something dim would be all but black.
            Palette::Sixteen | Palette::Many => style.remove_modifier(Modifier::DIM),
        }
    }

    /// The one color that calls: amber.
    pub fn accent(self) -> Style {
        self.paint(214, Paint::Yellow)
    }

    /// A title.
    pub fn title(self) -> Style {
        self.accent().add_modifier(Modifier::BOLD)
    }

    /// Something is wrong.
    pub fn danger(self) -> Style {
        self.paint(203, Paint::LightRed).add_modifier(Modifier::BOLD)
    }

    /// Player 1 is green, Player 2 blue.
    pub fn player(self, player: Player) -> Style {
        match player {
            Player::One => self.paint(114, Paint::Green),
            Player::Two => self.paint(75, Paint::LightBlue),
        }
    }

    /// The edge of a pit, the frame of the board: worn wood.
    pub fn wood(self) -> Style {
        self.paint(137, Paint::Yellow).add_modifier(match self.palette {
            Palette::Mono | Palette::Sixteen => Modifier::DIM,
            Palette::Many => Modifier::empty(),
        })
    }

    /// Five shades of stone.
    pub fn stone(self, number: usize) -> Style {
        const SHADES: [u8; 5] = [223, 180, 187, 216, 179];
        self.paint(SHADES[number % SHADES.len()], Paint::White)
    }

    /// A number of stones: bright, whatever it stands on.
    pub fn count(self) -> Style {
        self.paint(230, Paint::White).remove_modifier(Modifier::DIM).add_modifier(Modifier::BOLD)
    }

    /// The edges of Senet's squares: faience.
    pub fn faience(self) -> Style {
        self.paint(66, Paint::Cyan).add_modifier(match self.palette {
            Palette::Mono => Modifier::DIM,
            Palette::Sixteen | Palette::Many => Modifier::empty(),
        })
    }

    /// The signs of the houses.
    pub fn house(self) -> Style {
        self.paint(80, Paint::LightCyan)
    }

    /// Where the cursor is.
    pub fn selected(self) -> Style {
        match self.palette {
            Palette::Mono => Style::new().add_modifier(Modifier::REVERSED),
            Palette::Sixteen => Style::new().fg(Paint::Black).bg(Paint::Yellow),
            Palette::Many => Style::new().fg(Paint::Indexed(232)).bg(Paint::Indexed(214)),
        }
    }

    /// What has just changed.
    pub fn fresh(self) -> Style {
        self.accent().add_modifier(match self.palette {
            Palette::Mono => Modifier::BOLD.union(Modifier::UNDERLINED),
            Palette::Sixteen | Palette::Many => Modifier::BOLD,
        })
    }

    /// A stone.
    pub const fn stone_sign(self) -> &'static str {
        if self.ascii { "o" } else { "•" }
    }

    /// A piece of Senet.
    pub const fn piece(self, player: Player) -> &'static str {
        match (player, self.ascii) {
            (Player::One, false) => "●",
            (Player::Two, false) => "○",
            (Player::One, true) => "@",
            (Player::Two, true) => "O",
        }
    }

    /// The sign of a house.
    pub fn house_sign(self, house: House) -> String {
        if !self.ascii {
            return house.symbol().to_string();
        }
        match house {
            House::Rebirth => "+",
            House::Happiness => "&",
            House::Water => "~",
            House::ThreeTruths => "3",
            House::ReAtoum => "2",
            House::Horus => "*",
        }
        .to_owned()
    }

    /// Four sticks lie dark or light side up.
    pub const fn stick(self, dark: bool) -> &'static str {
        match (dark, self.ascii) {
            (true, false) => "█",
            (false, false) => "░",
            (true, true) => "#",
            (false, true) => ":",
        }
    }

    /// A bar of a chart, and what is left of it.
    pub const fn bar(self) -> (&'static str, &'static str) {
        if self.ascii { ("#", ".") } else { ("█", "░") }
    }

    /// Points at the chosen line.
    pub const fn pointer(self) -> &'static str {
        if self.ascii { "> " } else { "▸ " }
    }

    /// Stands before the chosen line of a list, in place of a space.
    pub const fn chosen_sign(self) -> &'static str {
        if self.ascii { ">" } else { "▸" }
    }

    /// Marks what is advised.
    pub const fn hint_sign(self) -> &'static str {
        if self.ascii { "!" } else { "★" }
    }

    /// Marks where a move ends.
    pub const fn landing_sign(self) -> &'static str {
        if self.ascii { "x" } else { "◎" }
    }

    /// Before and after what has just changed.
    pub const fn fresh_signs(self) -> [&'static str; 2] {
        if self.ascii { ["<", ">"] } else { ["‹", "›"] }
    }

    /// Marks what may be played.
    pub const fn playable(self) -> &'static str {
        if self.ascii { "^" } else { "▴" }
    }

    /// Marks a pit that a player owns.
    pub const fn mark_sign(self) -> &'static str {
        if self.ascii { "#" } else { "◆" }
    }

    /// Beside the name of the player to move.
    pub const fn turn_sign(self) -> &'static str {
        if self.ascii { "<" } else { "◂" }
    }

    /// Between parts of a line.
    pub const fn dot(self) -> &'static str {
        if self.ascii { " - " } else { " · " }
    }

    /// Text for this terminal: without marks that turn the direction, and within ASCII where it must be.
    pub fn write(self, text: &str) -> String {
        let text = gebeta_i18n::without_isolates(text);
        if !self.ascii {
            return text;
        }
        text.chars().map(ascii).collect()
    }

    /// A sign that turns while a computer player thinks.
    pub fn spinner(self, now: u64) -> char {
        let signs: &[char] = if self.ascii { &['|', '/', '-', '\\'] } else { &['◐', '◓', '◑', '◒'] };
        signs[(now / 160) as usize % signs.len()]
    }
}

/// The nearest ASCII character.
fn ascii(c: char) -> char {
    match c {
        '\u{20}'..='\u{7e}' => c,
        '·' | '•' => '.',
        '–' | '—' => '-',
        '’' | '‘' => '\'',
        '“' | '”' => '"',
        '→' => '>',
        '←' => '<',
        '↑' => '^',
        '↓' => 'v',
        '●' => '@',
        '○' => 'O',
        '×' => 'x',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn look(no_color: bool, term: &str, locale: &str) -> Look {
        let surroundings = Surroundings {
            no_color,
            term: term.to_owned(),
            colorterm: String::new(),
            locale: locale.to_owned(),
        };
        Look::of(Color::Auto, Charset::Auto, &surroundings)
    }

    #[test]
    fn the_terminal_says_what_it_can_do() {
        let check = |look: Look, palette, ascii| assert_eq!(look, Look { palette, ascii });
        check(look(false, "xterm-256color", "en_US.UTF-8"), Palette::Many, false);
        check(look(true, "xterm-256color", "en_US.UTF-8"), Palette::Mono, false);
        check(look(false, "xterm", "C.utf8"), Palette::Sixteen, false);
        check(look(false, "xterm", "C"), Palette::Sixteen, true);
        check(look(false, "linux", "en_US.UTF-8"), Palette::Sixteen, true);
        check(look(false, "dumb", ""), Palette::Mono, true);
    }

    #[test]
    fn without_colors_nothing_is_colored() {
        let look = Look { palette: Palette::Mono, ascii: false };
        let styles = [look.text(), look.dim(), look.accent(), look.title(), look.danger(), look.wood()];
        let more = [look.stone(1), look.faience(), look.house(), look.selected(), look.fresh()];
        let players = Player::BOTH.map(|player| look.player(player));
        for style in styles.into_iter().chain(more).chain(players) {
            assert_eq!((style.fg, style.bg), (None, None));
        }
    }
}
