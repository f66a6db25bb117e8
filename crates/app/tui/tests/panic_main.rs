//! A panic in the first thread, that of the screen itself, gives the terminal back too. Tests of the usual kind never run
//! in that thread, so this one is a program of its own.

#[cfg(unix)]
#[path = "it/broken.rs"]
mod broken;

fn main() {
    #[cfg(unix)]
    if !broken::program() {
        // The form for games by a link asks where one was last.
        broken::check("main", &[], "o", "nobody was ever there");
    }
}
