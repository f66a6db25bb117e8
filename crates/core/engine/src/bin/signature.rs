//! Prints the total of [`gebeta_engine::signature`], and fails if the build was told to expect another one.
//!
//! `cargo xtask wasm` builds it for browsers with what the native build has printed.

use std::process::ExitCode;

#[expect(
    clippy::print_stdout,
    reason = "this is all it does; a browser, which has nowhere to print, gets the exit code"
)]
fn main() -> ExitCode {
    #[cfg(target_arch = "wasm32")]
    {
        let nets = [
            &include_bytes!("../../weights/senet-classic.bin")[..],
            include_bytes!("../../weights/senet-kendall.bin"),
        ];
        if gebeta_engine::senet::Net::bring(&nets.concat()).is_err() {
            return ExitCode::FAILURE;
        }
    }
    let total: u64 = gebeta_engine::signature().iter().map(|(_, nodes)| nodes).sum();
    println!("{total}");
    let is_expected = option_env!("GEBETA_SIGNATURE").is_none_or(|expected| expected == total.to_string());
    if is_expected { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
