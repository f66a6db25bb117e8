//! Turns the texts of `text/LANGUAGE/AREA.txt` into methods of `Language`.
// A build script speaks to cargo on its standard output.
#![allow(clippy::print_stdout)]

mod catalog;
mod code;

use std::ffi::OsStr;
use std::path::Path;
use std::{env, fs};

use catalog::{Catalog, Source};

fn main() {
    let root =
        Path::new(&env::var("CARGO_MANIFEST_DIR").expect("cargo names the folder of the crate")).join("text");
    println!("cargo::rerun-if-changed=text");
    println!("cargo::rerun-if-changed=build");
    let mut sources = Vec::new();
    for language in catalog::LANGUAGES {
        sources.extend(read_folder(&root, language.code));
    }
    match Catalog::read(&sources) {
        Ok(catalog) => {
            let out = env::var("OUT_DIR").expect("cargo names the folder for generated code");
            fs::write(Path::new(&out).join("texts.rs"), code::write(&catalog))
                .expect("the folder can be written to");
        }
        Err(faults) => faults.iter().for_each(|fault| println!("cargo::error={fault}")),
    }
}

/// Every text file of a language, in order of their names.
fn read_folder(root: &Path, language: &'static str) -> Vec<Source> {
    let folder = root.join(language);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<_> = entries.map(|entry| entry.expect("the folder can be listed").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    if env::var_os("CARGO_FEATURE_FAMILY").is_none() {
        let is_of_family = |name: &OsStr| name.to_string_lossy().starts_with("family_");
        files.retain(|file| !file.file_name().is_some_and(is_of_family));
    }
    files.sort();
    files
        .into_iter()
        .map(|file| {
            let name = file.file_name().expect("a file has a name").to_string_lossy();
            let text =
                fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            Source { language, name: format!("text/{language}/{name}"), text }
        })
        .collect()
}
