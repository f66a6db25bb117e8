//! What happens between two players, in words.

use gebeta_i18n::Language;
use gebeta_match::{Match, Over};
use gebeta_protocol::{Code, Ending, Event, Outcome, Password, Phrase, Side};
use gebeta_rules::{AnyPosition, ByPlayer, Chance, Game, Player};
use gebeta_session::{PlayerKind, verdict};

use crate::components::opponents;
use crate::pages::game::reason;

/// Why the server said no.
pub(super) fn refusal(words: Language, code: Code) -> String {
    match code {
        Code::Stale | Code::Ahead => words.online_stale(),
        Code::Illegal => words.online_illegal(),
        Code::NotYourTurn => words.online_not_your_turn(),
        Code::Over => words.illegal_game_over(),
        Code::TooManyOffers => words.online_enough_offers(),
        Code::NoDraws => words.online_no_draws(),
        Code::NoTakeback => words.online_no_takeback(),
        Code::TooLate => words.online_too_late(),
        Code::NotGone => words.online_not_gone(),
        Code::NoTime => words.online_no_time(),
        Code::SeatTaken => words.online_seat_taken(),
        Code::SameName => words.fault_names_equal(),
        Code::NotFound => words.online_no_such_game(),
        Code::NotAPlayer => words.online_watchers(),
        Code::BadRules | Code::BadBot => words.online_bad_rules(),
        Code::TooMany => words.online_many_open(),
        Code::Rate => words.online_too_often(),
        Code::Replaced => words.online_replaced(),
        Code::Full | Code::Slow => words.online_full(),
        Code::Unavailable | Code::Restarting => words.online_unavailable(),
        Code::Damaged => words.online_damaged(),
        Code::Version => words.online_old_page(),
        Code::NameTaken => words.account_taken(),
        Code::WrongLogin => words.account_wrong(),
        Code::SignedOut => words.account_ended(),
        Code::BadPassword => return words.account_password_bad(Password::LEAST),
        other => return words.online_refused(other.word()),
    }
    .to_owned()
}

/// What players may say.
pub(super) fn phrase(words: Language, phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::Hello => words.phrase_hello(),
        Phrase::GoodLuck => words.phrase_good_luck(),
        Phrase::WellPlayed => words.phrase_well_played(),
        Phrase::ThankYou => words.phrase_thank_you(),
        Phrase::Oops => words.phrase_oops(),
        Phrase::OneMoment => words.phrase_one_moment(),
        Phrase::Bye => words.phrase_bye(),
    }
}

/// What an event that is no move means, sentence by sentence; `position` is the one after it.
pub(super) fn event(words: Language, game: &Match, event: &Event, position: &AnyPosition) -> Vec<String> {
    let name = |side: Side| name(words, game, side).unwrap_or_default();
    let names = names(words, game);
    match event {
        Event::Joined { .. } => vec![words.online_joined(name(Side::B))],
        Event::Started { .. } => {
            let coin = game.record().coin;
            let told = position.to_move().map(|first| match coin {
                Some(coin) => words.coin_shows(gebeta_session::coin_side(words, coin.fell), &names[first]),
                None => words.begins(&names[first]),
            });
            told.into_iter().collect()
        }
        Event::Thrown { .. } => {
            let AnyPosition::Senet(senet) = position else { return Vec::new() };
            let thrown = senet.thrown().zip(senet.to_move());
            thrown.map(|(roll, who)| words.throws(&names[who], roll)).into_iter().collect()
        }
        Event::DrawOffered { side } => vec![words.online_offers_draw(name(*side))],
        Event::DrawDeclined => vec![words.online_draw_declined().to_owned()],
        Event::TakebackAsked { side } => vec![words.online_asks_takeback(name(*side))],
        Event::TakebackDeclined => vec![words.online_takeback_declined().to_owned()],
        Event::TakenBack { .. } => vec![words.online_taken_back().to_owned()],
        Event::Ended { how, outcome, .. } => {
            let (verdict, why) = ending(words, game, Over { how: *how, outcome: *outcome });
            std::iter::once(verdict).chain(why).collect()
        }
        Event::RematchOffered { side } => vec![words.online_wants_rematch(name(*side))],
        _ => Vec::new(),
    }
}

/// What a side is called; a computer by its name in the language.
pub(super) fn name(words: Language, game: &Match, side: Side) -> Option<String> {
    let kind = game.bots()[side].as_ref();
    let mind = kind.and_then(|bot| PlayerKind::named(game.record().rules.game(), bot.as_str()).ok());
    let called = || game.names()[side].as_ref().map(ToString::to_string);
    mind.map(|mind| opponents::name(words, mind)).or_else(called)
}

/// What both players of the board are called.
pub(super) fn names(words: Language, game: &Match) -> ByPlayer<String> {
    ByPlayer::from_fn(|player| {
        let side = game.side_of(player);
        side.and_then(|side| name(words, game, side)).unwrap_or_default()
    })
}

/// Who won, and why it is over.
pub(super) fn ending(words: Language, game: &Match, over: Over) -> (String, Option<String>) {
    let names = names(words, game);
    let loser = match over.outcome {
        Some(Outcome::One) => Some(Player::Two),
        Some(Outcome::Two) => Some(Player::One),
        Some(Outcome::Draw) | None => None,
    };
    let who = loser.map(|loser| names[loser].clone()).unwrap_or_default();
    let won = match (over.how, over.outcome, loser) {
        (Ending::Board, ..) => verdict(words, game.record().position(), &names),
        (_, Some(Outcome::Draw), _) => words.draw().to_owned(),
        (_, _, Some(loser)) => words.wins(&names[!loser]),
        (_, _, None) => words.online_no_result().to_owned(),
    };
    let why = match over.how {
        Ending::Board => {
            let record = game.record();
            let last = record.plies().len().checked_sub(1);
            let last = last.and_then(|last| record.applied(last));
            last.and_then(|last| reason(&last, &names, words))
        }
        how => off_board(words, how, who),
    };
    (won, why)
}

/// Why a game is over that did not end on the board; `loser` is who lost by it, if anybody did.
pub(super) fn off_board(words: Language, how: Ending, loser: String) -> Option<String> {
    Some(match how {
        Ending::Board => return None,
        Ending::Resigned => words.online_ended_resigned(loser),
        Ending::Agreed => words.online_ended_agreed().to_owned(),
        Ending::Time => words.online_ended_time(loser),
        Ending::Claimed => words.online_ended_claimed(loser),
        Ending::Aborted => words.online_ended_aborted().to_owned(),
        Ending::TooLong => words.online_ended_too_long().to_owned(),
    })
}
