use gebeta_i18n::Language;
use gebeta_rules::senet::Sticks;
use gebeta_rules::{AnyPly, AnyPosition, AnyRules, Chance, Game, GameKind, senet};
use gebeta_session::Scene;

use super::script::{Act, Step, steps};

/// Where a player is in a lesson: what the board shows and what is asked for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lesson {
    game: GameKind,
    step: usize,
    act: usize,
    /// Whether the last try was a legal move, but not the right one.
    pub(super) wrong: bool,
    /// Why the rules refused the last try.
    refused: Option<String>,
    pub(super) scene: Scene,
}

impl Lesson {
    /// The first step of a lesson.
    pub(super) fn begin(game: GameKind) -> Self {
        Self { game, step: 0, act: 0, wrong: false, refused: None, scene: scene(game, &steps(game)[0], 1) }
    }

    /// The number of the step, from 1, and how many there are.
    pub(super) fn progress(&self) -> (usize, usize) {
        (self.step + 1, steps(self.game).len())
    }

    fn now(&self) -> Option<&'static Step> {
        steps(self.game).get(self.step)
    }

    /// What is to be done next; nothing when the step is done.
    fn act(&self) -> Option<Act> {
        self.now()?.acts.get(self.act).copied()
    }

    /// Whether the step is done.
    pub(super) fn is_done(&self) -> bool {
        self.act().is_none()
    }

    /// Whether the whole lesson is.
    pub(super) fn is_over(&self) -> bool {
        self.now().is_none()
    }

    /// Whether a move is asked for.
    pub(super) fn may_choose(&self) -> bool {
        matches!(self.act(), Some(Act::Play(_)))
    }

    /// The moves that are marked on the board: every pit, by its number; in Senet, where squares have numbers, the right
    /// move once another was tried.
    pub(super) fn marked(&self) -> Vec<AnyPly> {
        match self.scene.position {
            AnyPosition::Mancala(position) => position.legal_moves().map(AnyPly::Mancala).collect(),
            AnyPosition::Sowing(_) => Vec::new(),
            AnyPosition::Senet(position) => {
                let Some(roll) = position.thrown() else { return Vec::new() };
                let moves = position.legal_moves().map(|mv| AnyPly::Senet(roll, mv));
                moves.filter(|&ply| self.points_to(ply)).collect()
            }
        }
    }

    /// Whether the board points to this move: to the right one, once another was tried.
    pub(super) fn points_to(&self, ply: AnyPly) -> bool {
        matches!(self.act(), Some(Act::Play(right)) if self.wrong && written(ply) == right)
    }

    /// Whether a throw is asked for.
    pub(super) fn may_throw(&self) -> bool {
        matches!(self.act(), Some(Act::Throw(_)))
    }

    /// The task.
    pub(super) fn task(&self, language: Language) -> &'static str {
        self.now().map_or("", |step| (step.task)(language))
    }

    /// What is said about the last try.
    pub(super) fn answer(&self, language: Language) -> String {
        match (&self.refused, self.now()) {
            (_, Some(step)) if self.is_done() => (step.done)(language).to_owned(),
            (Some(why), _) => why.clone(),
            (None, Some(Step { wrong: Some(wrong), .. })) if self.wrong => wrong(language).to_owned(),
            _ => String::new(),
        }
    }

    /// The rules refused what the player chose.
    pub(super) fn refuse(&mut self, why: String) {
        self.refused = Some(why);
    }

    /// The player chooses a move, which the rules allow.
    pub(super) fn choose(&mut self, ply: AnyPly) {
        let Some(Act::Play(right)) = self.act() else { return };
        self.wrong = written(ply) != right;
        self.refused = None;
        let played = self.scene.position.apply(ply).ok().filter(|_| !self.wrong);
        if let Some(played) = played {
            self.act += 1;
            // A step is about one player; what the other would do is not asked for.
            self.scene =
                Scene { serial: self.scene.serial + 1, sticks: self.scene.sticks, ..Scene::of(played) };
        }
    }

    /// The player throws the sticks.
    pub(super) fn throw(&mut self) {
        let (Some(Act::Throw(bits)), AnyPosition::Senet(position)) = (self.act(), self.scene.position) else {
            return;
        };
        let sticks = Sticks::from_bits(bits);
        let cast = position.cast(sticks.roll(senet::Rules::CLASSIC.no_dark));
        self.act += 1;
        self.refused = None;
        let serial = self.scene.serial + 1;
        self.scene = Scene { serial, ..Scene::still(AnyPosition::Senet(cast), Some(sticks)) };
    }

    /// Goes on to the next step.
    pub(super) fn next(&mut self) {
        self.turn_to(self.step + 1);
    }

    /// Begins the step again.
    pub(super) fn again(&mut self) {
        self.turn_to(self.step);
    }

    fn turn_to(&mut self, step: usize) {
        (self.step, self.act, self.wrong, self.refused) = (step, 0, false, None);
        if let Some(step) = self.now() {
            self.scene = scene(self.game, step, self.scene.serial + 1);
        }
    }
}

/// A move without its throw.
fn written(ply: AnyPly) -> String {
    ply.mv().to_string()
}

/// A step before anything is done.
fn scene(game: GameKind, step: &Step, serial: u64) -> Scene {
    let rules = AnyRules::default_of(game).fit(step.position);
    let position = rules.position(step.position).expect("the positions of the lessons are right, by test");
    let sticks = match position {
        AnyPosition::Senet(position) => position.thrown().map(sticks_showing),
        AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => None,
    };
    Scene { serial, ..Scene::still(position, sticks) }
}

/// Sticks that count `roll` under the rules of the lessons.
fn sticks_showing(roll: senet::Roll) -> Sticks {
    Sticks::from_bits(match roll.get() {
        1 => 0b0100,
        2 => 0b1010,
        3 => 0b0111,
        4 => 0b1111,
        _ => 0b0000,
    })
}

#[cfg(test)]
mod tests {
    use gebeta_rules::{Outcome, Player};

    use super::*;

    const GAMES: [GameKind; 2] = [GameKind::Mancala, GameKind::Senet];

    /// Does what is asked for.
    fn obey(lesson: &mut Lesson) {
        match lesson.act().unwrap() {
            Act::Throw(_) => lesson.throw(),
            Act::Play(mv) => lesson.choose(ply(lesson, mv)),
        }
    }

    fn ply(lesson: &Lesson, mv: &str) -> AnyPly {
        match lesson.scene.position {
            AnyPosition::Mancala(_) | AnyPosition::Sowing(_) => AnyPly::Mancala(mv.parse().unwrap()),
            AnyPosition::Senet(position) => AnyPly::Senet(position.thrown().unwrap(), mv.parse().unwrap()),
        }
    }

    fn legal(position: &AnyPosition) -> Vec<String> {
        position.legal_plies().iter().map(|ply| ply.mv().to_string()).collect()
    }

    #[test]
    fn the_board_points_to_the_right_move_after_a_wrong_one() {
        let mut lesson = Lesson::begin(GameKind::Mancala);
        let pointed = |lesson: &Lesson| {
            let marked = lesson.marked().into_iter().filter(|&ply| lesson.points_to(ply));
            marked.map(written).collect::<Vec<_>>()
        };
        assert_eq!(pointed(&lesson), Vec::<String>::new());
        lesson.choose(ply(&lesson, "2"));
        assert_eq!(pointed(&lesson), ["1"]);
        lesson.choose(ply(&lesson, "1"));
        assert_eq!(pointed(&lesson), Vec::<String>::new());
    }

    #[test]
    fn in_senet_nothing_is_marked_before_a_wrong_move() {
        let mut lesson = Lesson::begin(GameKind::Senet);
        while lesson.now().is_some_and(|step| step.wrong.is_none()) {
            lesson.next();
        }
        assert_eq!(lesson.marked(), []);
        let Some(Act::Play(right)) = lesson.act() else { unreachable!("a wrong move needs a right one") };
        let other = legal(&lesson.scene.position).into_iter().find(|mv| mv != right).unwrap();
        lesson.choose(ply(&lesson, &other));
        assert_eq!(lesson.marked(), [ply(&lesson, right)]);
    }

    #[test]
    fn a_lesson_can_be_played_to_its_end() {
        for game in GAMES {
            let mut lesson = Lesson::begin(game);
            let mut serial = 0;
            while !lesson.is_over() {
                let (step, steps) = lesson.progress();
                assert!((8..=10).contains(&steps), "a lesson takes two minutes");
                assert!(lesson.scene.serial > serial && !lesson.task(Language::Am).is_empty());
                serial = lesson.scene.serial;
                while !lesson.is_done() {
                    assert_eq!(lesson.answer(Language::En), "");
                    assert_eq!(lesson.scene.position.to_move(), Some(Player::One), "{game} {step}");
                    let before = lesson.act;
                    obey(&mut lesson);
                    assert_eq!(lesson.act, before + 1, "{game} {step}: what is asked for is legal");
                }
                assert!(!lesson.answer(Language::Ar).is_empty());
                if step == steps {
                    assert_eq!(lesson.scene.position.outcome(), Some(Outcome::Win(Player::One)));
                }
                lesson.next();
            }
            assert!(lesson.is_done() && !lesson.may_choose() && !lesson.may_throw());
        }
    }

    #[test]
    fn a_wrong_try_is_explained_and_changes_nothing() {
        for game in GAMES {
            let mut lesson = Lesson::begin(game);
            while !lesson.is_over() {
                while let Some(act) = lesson.act() {
                    if let Act::Play(right) = act {
                        for other in legal(&lesson.scene.position).into_iter().filter(|mv| mv != right) {
                            let before = lesson.scene.clone();
                            lesson.choose(ply(&lesson, &other));
                            assert!(
                                !lesson.answer(Language::En).is_empty(),
                                "{game} {:?} {other}",
                                lesson.progress()
                            );
                            assert_eq!(lesson.scene, before);
                        }
                    }
                    obey(&mut lesson);
                }
                lesson.next();
            }
        }
    }

    #[test]
    fn a_step_can_be_tried_again() {
        let mut lesson = Lesson::begin(GameKind::Mancala);
        let fresh = lesson.scene.position;
        obey(&mut lesson);
        lesson.again();
        assert_eq!((lesson.scene.position, lesson.is_done()), (fresh, false));
    }

    #[test]
    fn sticks_lie_as_the_roll_says() {
        for roll in (1..=5).filter_map(senet::Roll::new) {
            assert_eq!(sticks_showing(roll).roll(senet::NoDark::Five), roll);
        }
    }
}
