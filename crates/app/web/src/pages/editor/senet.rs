use gebeta_i18n::Language;
use gebeta_rules::senet::{Position, Roll, Square};
use gebeta_rules::{ByPlayer, Chance, Game, GameKind, Player};
use leptos::prelude::*;

use crate::board::senet::{house_picture, piece_picture};
use crate::components::form::Number;
use crate::components::hint::plain_names;
use crate::platform::language::{language, say};

/// Who stands on each of the thirty squares.
type Squares = [Option<Player>; 30];

/// A click on a square puts a white piece there, then a black one, then none.
#[component]
pub(super) fn SenetEditor(position: Position, text: RwSignal<String>) -> impl IntoView {
    let written = position.to_string();
    let squares = RwSignal::new(read_squares(&written));
    let off = RwSignal::new(ByPlayer::from_fn(|player| read_off(&written, player)));
    let side = RwSignal::new(position.to_move().unwrap_or(Player::One));
    let roll = RwSignal::new(position.thrown());
    Effect::new(move |_| text.set(write(&squares.get(), off.get(), side.get(), roll.get())));
    let names = move || plain_names(language(), GameKind::Senet);
    let square = move |number: usize| {
        let stands = move || squares.get()[number - 1];
        let name = move || {
            let what = stands()
                .map_or_else(|| language().editor_nothing().to_owned(), |player| names()[player].clone());
            language().editor_square(number, what)
        };
        let piece = move || stands().map(piece_picture);
        let next = move |_| squares.update(|squares| squares[number - 1] = after(squares[number - 1]));
        // The path turns at the end of each row, or of each column where the board stands.
        let (line, place) = ((number - 1) / 10, (number - 1) % 10);
        let place = if line == 1 { 9 - place } else { place };
        view! {
            <button class="editor-square" style:--r=(line + 1).to_string() style:--c=(place + 1).to_string() aria-label=name on:click=next>
                <span class="dim">{number}</span>
                {u8::try_from(number).ok().and_then(Square::new).and_then(house_picture)}
                {piece}
            </button>
        }
    };
    let pick_side = move |player: Player| {
        let pressed = move || (side.get() == player).to_string();
        view! { <button class="button" aria-pressed=pressed on:click=move |_| side.set(player)>{move || names()[player].clone()}</button> }
    };
    let rolls = std::iter::once(None).chain(position.throws().iter().map(|&(roll, _)| Some(roll)));
    let pick_roll = move |choice: Option<Roll>| {
        let pressed = move || (roll.get() == choice).to_string();
        let text =
            move || choice.map_or_else(|| language().editor_no_roll().to_owned(), |roll| roll.to_string());
        view! { <button class="button" aria-pressed=pressed on:click=move |_| roll.set(choice)>{text}</button> }
    };
    let off_field = move |player: Player, id: &'static str| {
        view! {
            <Number
                id
                label=Signal::derive(move || language().editor_off(&names()[player]))
                value=Signal::derive(move || off.get()[player])
                least=0
                most=10
                on_change=Callback::new(move |count| off.update(|off| off[player] = count))
            />
        }
    };
    let empty = move |_| squares.set([None; 30]);
    view! {
        <div class="editor-board senet" dir="ltr">{(1..=30).map(square).collect_view()}</div>
        <div class="row center">{off_field(Player::One, "off-one")}{off_field(Player::Two, "off-two")}</div>
        <div class="row pick center" role="group" aria-label=say(Language::editor_side)>
            <span class="label">{say(Language::editor_side)}</span>
            {Player::BOTH.map(pick_side).into_iter().collect_view()}
            <button class="button quiet" on:click=empty>{say(Language::editor_empty)}</button>
        </div>
        <div class="row pick center" role="group" aria-label=say(Language::analysis_throw)>
            <span class="label">{say(Language::analysis_throw)}</span>
            {rolls.map(pick_roll).collect_view()}
        </div>
    }
}

const fn after(stands: Option<Player>) -> Option<Player> {
    match stands {
        None => Some(Player::One),
        Some(Player::One) => Some(Player::Two),
        Some(Player::Two) => None,
    }
}

/// Who stands where in a written position.
fn read_squares(written: &str) -> Squares {
    let mut squares = [None; 30];
    let letters = written.chars().filter(|&letter| letter != '/').take(30);
    for (square, letter) in squares.iter_mut().zip(letters) {
        *square = match letter {
            'W' => Some(Player::One),
            'B' => Some(Player::Two),
            _ => None,
        };
    }
    squares
}

/// How many pieces of a side are off in a written position.
fn read_off(written: &str, player: Player) -> u8 {
    let counts = written.split(' ').nth(2).and_then(|counts| counts.split_once('/'));
    let count = counts.map(|(one, two)| if player == Player::One { one } else { two });
    count.and_then(|count| count.parse().ok()).unwrap_or(0)
}

fn write(squares: &Squares, off: ByPlayer<u8>, side: Player, roll: Option<Roll>) -> String {
    let letter = |square: &Option<Player>| match square {
        Some(Player::One) => 'W',
        Some(Player::Two) => 'B',
        None => '.',
    };
    let rows: Vec<String> = squares.chunks(10).map(|row| row.iter().map(letter).collect()).collect();
    let on_board = |player| squares.contains(&Some(player));
    // Where a side has nothing left on the board the game is over, and there is no player to move.
    let over = Player::BOTH.iter().any(|&player| !on_board(player));
    let side = match side {
        _ if over => "-",
        Player::One => "w",
        Player::Two => "b",
    };
    let roll = roll.filter(|_| !over).map_or_else(|| "-".to_owned(), |roll| roll.to_string());
    format!("{} {side} {}/{} {roll}", rows.join("/"), off.one, off.two)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_is_written_as_it_was_read() {
        for text in [
            "WBWBWBWBWB/WBWB....../.......... w 0/0 -",
            "........../........../.....W.BBB b 4/2 5",
            ".........B/........../.......... - 7/6 -",
        ] {
            let setup: gebeta_rules::senet::Setup = text.parse().unwrap();
            let off = ByPlayer::from_fn(|player| read_off(text, player));
            let side = setup.to_move.unwrap_or(Player::One);
            assert_eq!(write(&read_squares(text), off, side, setup.roll), text);
        }
    }
}
