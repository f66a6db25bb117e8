//! The steps of the browser's bundle that stand on large crates, apart from `xtask`, whose other chores need not wait for them.
#![allow(clippy::print_stderr, reason = "a chore talks to the person who runs it")]

use std::collections::HashMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow, bail};
use brotli::CompressorWriter;
use wasm_bindgen_cli_support::Bindgen;
use wasm_split_cli_support::Options;

const HELP: &str = "\
xtask-bundle split FILE.wasm FOLDER      write FOLDER/main.wasm, the parts that it loads later, FOLDER/split.js, which loads
                                         them, and FOLDER/needs.txt: which part needs which files
xtask-bundle bind FILE.wasm NAME FOLDER   write FOLDER/NAME.js and FOLDER/NAME_bg.wasm
xtask-bundle compress FILE ..             write FILE.br beside each";

/// The smallest result, as these files are compressed once and loaded often.
const QUALITY: u32 = 11;
/// The largest window that every browser knows, as a power of two.
const WINDOW: u32 = 22;
const BUFFER: usize = 1 << 16;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match args.as_slice() {
        ["split", file, folder] => split(Path::new(file), Path::new(folder)),
        ["bind", file, name, folder] => bind(Path::new(file), name, Path::new(folder)),
        ["compress", files @ ..] => files.iter().try_for_each(|file| compress(Path::new(file))),
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Writes what a program needs at once, and in files of their own what only its split points reach.
fn split(file: &Path, folder: &Path) -> Result<()> {
    let program = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let main = folder.join("main.wasm");
    let mut options = Options::new(&program);
    options.output_dir = folder;
    options.main_out_path = &main;
    options.link_name = "./split.js";
    let split = wasm_split_cli_support::transform(options)
        .map_err(|report| anyhow!("cannot split {}: {report:#}", file.display()))?;
    let mut needs: Vec<_> =
        split.prefetch_map.iter().map(|(part, files)| format!("{part} {}\n", files.join(" "))).collect();
    needs.sort();
    fs::write(folder.join("needs.txt"), needs.concat())?;
    Ok(())
}

/// Writes the bindings of a compiled crate for a page that loads them as a module.
fn bind(file: &Path, name: &str, folder: &Path) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(file).out_name(name).typescript(false).remove_name_section(true);
    // Parts that are loaded later share the table and the memory by the linker's names.
    bindgen.keep_lld_exports(true);
    // With the path inside, `init()` finds the program by itself.
    bindgen.web(true)?.omit_default_module_path(false);
    let mut bound = bindgen.generate_output().with_context(|| format!("cannot bind {}", file.display()))?;
    let renamed = shorten(bound.wasm_mut().imports.iter_mut().map(|import| &mut import.name));
    bound.emit(folder).with_context(|| format!("cannot write the bindings of {}", file.display()))?;
    let script = folder.join(format!("{name}.js"));
    let short = rename(&fs::read_to_string(&script)?, &renamed);
    fs::write(&script, short)?;
    if folder.join("snippets").exists() {
        bail!("{}: a crate brings JavaScript of its own, which the bundle does not carry", file.display());
    }
    Ok(())
}

/// How wasm-bindgen begins the names of what a program imports from its bindings. Behind them stands a hash of sixteen digits.
const BOUND: &str = "__wbg_";
const HASH_DIGITS: usize = 16;

/// Gives every bound import a short name, and tells the old names with the new ones. A hash cannot be compressed, and each
/// stands in the program and in its bindings: two percent of what a first game loads.
fn shorten<'a>(names: impl Iterator<Item = &'a mut String>) -> HashMap<String, String> {
    let is_bound = |name: &&mut String| name.starts_with(BOUND) && name.len() > BOUND.len() + HASH_DIGITS;
    let rename = |(number, name): (usize, &mut String)| {
        let short = format!("{BOUND}{number}");
        (std::mem::replace(name, short.clone()), short)
    };
    names.filter(is_bound).enumerate().map(rename).collect()
}

/// The script with other names where whole words are names to be replaced.
fn rename(script: &str, renamed: &HashMap<String, String>) -> String {
    let is_apart = |letter: char| !letter.is_ascii_alphanumeric() && letter != '_' && letter != '$';
    let words = script.split_inclusive(is_apart).flat_map(|piece| {
        let word = piece.trim_end_matches(is_apart);
        [renamed.get(word).map_or(word, String::as_str), &piece[word.len()..]]
    });
    words.collect()
}

/// Compresses a file as well as brotli can.
fn compress(file: &Path) -> Result<()> {
    let content = fs::read(file).with_context(|| format!("cannot read {}", file.display()))?;
    let mut target = file.as_os_str().to_owned();
    target.push(".br");
    let mut writer = CompressorWriter::new(File::create(target)?, BUFFER, QUALITY, WINDOW);
    writer.write_all(&content)?;
    writer.flush()?;
    Ok(())
}
