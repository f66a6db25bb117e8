//! What a program says that was built without some of its features.

const EXAMPLES: &str = "\
Examples:
  gebeta                                   choose a game from a menu
  gebeta mancala                           play Gebeta against the computer
  gebeta mancala --rules avalanche --p1 human --p2 human --names Abebe,Sara
  gebeta mancala --rules tainted --difficulty hard --first coin
  gebeta senet -v                          play Senet and see what the computer thinks
  gebeta senet --p1 classic:2 --p2 steady:2 --seed 7
  gebeta serve --open                      play in the browser
  gebeta online http://localhost:8040 --new --name Abebe
  gebeta perft mancala --depth 8 --divide
  gebeta solve mancala --pits 4 --stones 4 --moves
  gebeta tablebase build mancala --stones 12
  gebeta match mancala --a steady:6 --b novice --games 200
  gebeta rules list
  gebeta replay game.gebeta
  gebeta analyse game.gebeta
  gebeta convert game.gebeta --to ogn
  gebeta stats --json";

/// The examples of the commands that this program has.
pub(crate) fn examples() -> String {
    let left_out = |line: &&str| {
        !cfg!(feature = "server") && line.starts_with("  gebeta serve ")
            || !cfg!(feature = "tui") && line.starts_with("  gebeta online ")
    };
    EXAMPLES.lines().filter(|line| !left_out(line)).collect::<Vec<_>>().join("\n")
}

#[cfg(not(all(feature = "server", feature = "tui")))]
pub(crate) use commands::{LeftOutArgs, refusal};

#[cfg(not(all(feature = "server", feature = "tui")))]
mod commands {
    use crate::CliError;

    /// What follows a command that this program was built without.
    #[derive(clap::Args, Debug)]
    pub struct LeftOutArgs {
        /// Anything.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        pub rest: Vec<std::ffi::OsString>,
    }

    /// Refuses such a command.
    pub(crate) fn refusal(what: &str, feature: &str) -> CliError {
        let message =
            format!("this program was built without {what}; build gebeta-cli with --features {feature}");
        CliError::usage("not-built", message)
    }
}
