//! wasm-opt, which makes a program some percent smaller where npm can fetch it.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use crate::node;
use crate::process::{command, run as run_command};

/// Replaces `program` by a smaller one; without Node it stays as it is.
pub(super) fn shrink(program: &Path) -> Result<()> {
    let tool = match node::package("binaryen") {
        Ok(folder) => folder.join("bin/wasm-opt"),
        Err(missing) => {
            println!("not made smaller by wasm-opt: {missing}");
            return Ok(());
        }
    };
    let smaller = program.with_extension("smaller");
    // The compiler writes down which features it used, and wasm-opt keeps to them. Nothing else reads that, nor the producers section.
    let passes = ["-Oz", "--converge", "--strip-producers", "--strip-target-features"];
    let mut shrink = command("node", &[]);
    run_command(shrink.arg(tool).args(passes).arg("--output").args([&smaller, program]))?;
    fs::rename(&smaller, program).with_context(|| format!("cannot replace {}", program.display()))
}
