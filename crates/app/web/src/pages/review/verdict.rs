use gebeta_engine::{Grade, Review, ReviewedMove, Turning};
use gebeta_i18n::Language;
use gebeta_rules::GameKind;

use crate::components::hint::{gain_text, loss_text, ply_name};

/// What is to be said of the move at `place`, in sentences.
pub(super) fn verdict(language: Language, review: &Review, place: usize) -> String {
    let Some(judged) = review.moves.get(place) else { return language.result_here().to_owned() };
    let mut sentences = vec![of_move(language, review, judged)];
    if let Some(luck) = judged.luck.filter(|luck| luck.abs() >= 0.01) {
        sentences.push(language.verdict_luck(gain_text(review.game, luck)));
    }
    match judged.turning {
        Some(Turning::Move) => sentences.push(language.turned_by_move().to_owned()),
        Some(Turning::Throw) => sentences.push(language.turned_by_throw().to_owned()),
        None => {}
    }
    sentences.join(" ")
}

fn of_move(language: Language, review: &Review, judged: &ReviewedMove) -> String {
    let played = ply_name(language, judged.played);
    capitalized(&match (judged.grade, judged.best.first()) {
        (Grade::Forced, _) => language.verdict_forced(played),
        (Grade::Best, _) | (_, None) => language.verdict_best(played),
        (_, Some(&best)) => {
            let about = if judged.exact { "" } else { "≈" };
            let loss = format!("{about}{}", loss_name(language, review.game, judged.loss));
            language.verdict_lost(played, loss, ply_name(language, best))
        }
    })
}

/// A loss as a part of a sentence: so many stones, or a part of the chance to win.
fn loss_name(language: Language, game: GameKind, loss: f64) -> String {
    let amount = loss_text(game, loss);
    match (game, amount.parse()) {
        (GameKind::Senet, _) => amount,
        (GameKind::Mancala, Ok(stones)) => language.stones_count(stones),
        // Languages count the parts of stones in one way only.
        (GameKind::Mancala, Err(_)) => language.lost_stones(amount),
    }
}

/// A sentence that may begin with a move.
fn capitalized(sentence: &str) -> String {
    let mut letters = sentence.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// What a grade is called.
pub(super) fn grade_name(language: Language, grade: Grade) -> &'static str {
    match grade {
        Grade::Forced => language.grade_forced(),
        Grade::Best => language.grade_best(),
        Grade::Good => language.grade_good(),
        Grade::Inaccuracy => language.grade_inaccuracy(),
        Grade::Mistake => language.grade_mistake(),
        Grade::Blunder => language.grade_blunder(),
    }
}

/// The sign of a grade, as chess players write it.
pub(super) const fn grade_sign(grade: Grade) -> &'static str {
    match grade {
        Grade::Forced => "·",
        Grade::Best => "✓",
        Grade::Good => "",
        Grade::Inaccuracy => "?!",
        Grade::Mistake => "?",
        Grade::Blunder => "??",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_loss_says_what_was_lost() {
        let of = |game, loss| loss_name(Language::En, game, loss);
        assert_eq!(of(GameKind::Mancala, 1.0), "1 stone");
        assert_eq!(of(GameKind::Mancala, 6.0), "6 stones");
        assert_eq!(of(GameKind::Mancala, 2.54), "2.5 stones");
        assert_eq!(of(GameKind::Senet, 0.0321), "3.2 %");
        assert_eq!(capitalized("pit 5 lost 6 stones."), "Pit 5 lost 6 stones.");
    }
}
