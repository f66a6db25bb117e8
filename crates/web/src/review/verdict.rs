use gebeta_bots::{Grade, Review, ReviewedMove, Turning};
use gebeta_words::Language;

use crate::hint::{gain_text, loss_text, ply_text};

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
    let played = ply_text(language, judged.played);
    match (judged.grade, judged.best.first()) {
        (Grade::Forced, _) => language.verdict_forced(played),
        (Grade::Best, _) | (_, None) => language.verdict_best(played),
        (_, Some(&best)) => {
            let about = if judged.exact { "" } else { "≈" };
            let loss = format!("{about}{}", loss_text(review.game, judged.loss));
            language.verdict_lost(played, loss, ply_text(language, best))
        }
    }
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
