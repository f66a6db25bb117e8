use std::fs;
use std::thread;
use std::time::Duration;

use gebeta_testkit::Walk;

use super::Home;

/// Kills `gebeta tablebase build` with these arguments so many times at random instants; it must end with the bytes of a
/// build that was left alone.
///
/// # Panics
/// When it does not, or no kill found it at work.
pub(crate) fn survives(build: &str, kills: usize, longest_ms: usize) {
    let home = Home::new();
    let build = |name: &str| format!("tablebase build {build} --out {name}");
    home.run(&build("whole"), "").done();
    let read = |name: &str| fs::read(home.path(name)).expect("a finished file can be read");
    let whole = read("whole");
    let mut walk = Walk::new(20);
    let (mut killed, mut resumed) = (0, 0);
    while killed < kills {
        let mut child = home.command(&build("cut")).spawn().expect("the program is built and starts");
        thread::sleep(Duration::from_millis(walk.below(longest_ms) as u64));
        if child.try_wait().expect("it is our child").is_none() {
            child.kill().expect("it is our child");
            killed += 1;
        }
        child.wait().expect("it is our child");
        // What has its name is finished.
        if home.path("cut").exists() {
            assert!(read("cut") == whole, "after {killed} kills");
            fs::remove_file(home.path("cut")).expect("it is there");
        }
        let kept = fs::metadata(home.path("cut.part")).map_or(0, |part| part.len());
        resumed += usize::from(kept > 10_000);
    }
    let told = home.run(&build("cut"), "").done();
    assert!(read("cut") == whole, "{told}");
    assert!(resumed > 0, "some kill found the build at work");
}
