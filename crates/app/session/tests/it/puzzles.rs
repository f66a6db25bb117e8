use gebeta_engine::Engine;
use gebeta_session::Puzzle;

#[test]
fn every_puzzle_is_proved_to_have_its_one_solution() {
    let mut engine = Engine::default();
    assert!(Puzzle::count() >= 90, "{}", Puzzle::count());
    for day in 0..Puzzle::count() as u32 {
        let puzzle = Puzzle::of_day(day).unwrap();
        assert_eq!(Puzzle::of(&mut engine, puzzle.kind, puzzle.position).as_ref(), Some(&puzzle));
    }
}
