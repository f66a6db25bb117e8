//! The files of the bundle and the names by which they find each other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use super::{hash, parts as made, script, words};
use crate::workspace;

/// What the page may do, as far as a page can say it; the server says a little more.
const POLICY: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
     img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; form-action 'none'";

/// Files that are loaded by a fixed name.
const FIXED: [&str; 5] =
    ["manifest.webmanifest", "icon.svg", "icon-maskable.svg", "icon-192.png", "icon-512.png"];

/// Everything a browser loads.
#[derive(Debug, Default)]
pub(super) struct Bundle {
    files: Vec<File>,
    /// The parts that the program loads later, each with the files it needs.
    parts: Vec<(String, Vec<String>)>,
}

/// A file of the bundle.
#[derive(Debug)]
pub(super) struct File {
    pub(super) name: String,
    pub(super) use_: Use,
    content: Vec<u8>,
}

/// When a browser needs a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    /// Before the first game.
    First,
    /// When a computer player thinks.
    Worker,
    /// To be installed or to run without a network.
    Later,
}

impl Bundle {
    /// Puts the bundle together from the compiled `parts` and the sources of the page.
    pub(super) fn read(parts: &Path) -> Result<Self> {
        let web = workspace::root().join("crates/app/web");
        let source = |name: &str| text(&web.join("static").join(name));
        let texts = workspace::root().join("crates/play/i18n/text");
        let trouble = words::read(&texts, "trouble.txt")?;

        let mut bundle = Self::default();
        let style = bundle.add(Use::First, "style", ".css", styles(&web.join("styles"))?);
        let library = bundle.add(Use::Later, "library", ".css", styles(&web.join("styles/library"))?);
        let (main, wasm) = bundle.add_split_program(parts)?;
        let boot = fill(&source("boot.js")?, &[("main", &main), ("words", &trouble)])?;
        let boot = bundle.add(Use::First, "boot", ".js", script::lean(&boot));
        let dress = bundle.add(Use::First, "dress", ".js", script::lean(&source("dress.js")?));
        let (engine, _) = bundle.add_program(Use::Worker, parts, "engine")?;
        let weights = workspace::root().join("crates/core/engine/weights");
        let nets = ["senet-classic.bin", "senet-kendall.bin"].map(|name| bytes(&weights.join(name)));
        let nets = nets.into_iter().collect::<Result<Vec<_>>>()?.concat();
        let nets = bundle.add(Use::Later, "nets", ".bin", nets);
        let worker = fill(&source("worker.js")?, &[("engine", &engine), ("nets", &nets)])?;
        let worker = bundle.add(Use::Worker, "worker", ".js", worker);
        for name in FIXED {
            let content = bytes(&web.join("static").join(name))?;
            bundle.files.push(File { name: name.to_owned(), use_: Use::Later, content });
        }

        let [page, keeper] = [source("index.html")?, source("sw.js")?];
        let build = format!("gebeta-{}", bundle.build(&[&page, &keeper]));
        let page = fill(
            &page,
            &[
                ("csp", POLICY),
                ("name", &words::spans(&texts, "common.txt", "gebeta")?),
                ("tagline", &words::spans(&texts, "home.txt", "home_tagline")?),
                ("build", &build),
                ("worker", &worker),
                ("library", &library),
                ("style", &style),
                ("dress", &dress),
                ("boot", &boot),
                ("main", &main),
                ("wasm", &wasm),
            ],
        )?;
        let kept: Value =
            std::iter::once("./").chain(bundle.files.iter().map(|file| file.name.as_str())).collect();
        let keeper = fill(&keeper, &[("build", &build), ("files", &kept.to_string())])?;
        bundle.files.push(File { name: "index.html".to_owned(), use_: Use::First, content: page.into() });
        bundle.files.push(File { name: "sw.js".to_owned(), use_: Use::Later, content: keeper.into() });
        Ok(bundle)
    }

    /// Writes the files into `folder` and removes whatever else was in it.
    pub(super) fn write(&self, folder: &Path) -> Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| format!("cannot empty {}", folder.display()))?;
        }
        fs::create_dir_all(folder)?;
        for file in &self.files {
            fs::write(folder.join(&file.name), &file.content)?;
        }
        Ok(())
    }

    /// The files of the bundle in `folder`.
    pub(super) fn paths(&self, folder: &Path) -> Vec<PathBuf> {
        self.files.iter().map(|file| folder.join(&file.name)).collect()
    }

    /// The files of the bundle.
    pub(super) fn files(&self) -> &[File] {
        &self.files
    }

    /// The files of a part that the program loads later.
    pub(super) fn part(&self, name: &str) -> Option<&[String]> {
        let (_, files) = self.parts.iter().find(|(part, _)| part == name)?;
        Some(files)
    }

    /// Adds a file whose name changes with its content, and gives that name.
    fn add(&mut self, use_: Use, stem: &str, ending: &str, content: impl Into<Vec<u8>>) -> String {
        let content = content.into();
        let name = format!("{stem}-{}{ending}", hash::of(&content));
        self.files.push(File { name: name.clone(), use_, content });
        name
    }

    /// Adds a compiled program and its bindings, which name the program; gives the names of both.
    fn add_program(&mut self, use_: Use, parts: &Path, name: &str) -> Result<(String, String)> {
        let (bindings, wasm) = self.add_compiled(use_, parts, name)?;
        let bindings = self.add(use_, name, ".js", script::lean(&bindings));
        Ok((bindings, wasm))
    }

    /// Adds a compiled program and gives its bindings, which name it, and its name.
    fn add_compiled(&mut self, use_: Use, parts: &Path, name: &str) -> Result<(String, String)> {
        let plain = format!("{name}_bg.wasm");
        let wasm = self.add(use_, name, "_bg.wasm", bytes(&parts.join(&plain))?);
        let bindings = renamed(&text(&parts.join(format!("{name}.js")))?, &plain, &wasm)?;
        Ok((bindings, wasm))
    }

    /// Adds the program of the page with all that it loads later; gives the names of its bindings and of itself.
    fn add_split_program(&mut self, parts: &Path) -> Result<(String, String)> {
        let (mut bindings, wasm) = self.add_compiled(Use::First, parts, "main")?;
        let later = made::later(parts);
        let mut loader = text(&later.join("split.js"))?;
        let mut names = BTreeMap::new();
        for part in made::programs(&later)? {
            let stem = part.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let name = self.add(Use::Later, &stem, ".wasm", bytes(&part)?);
            loader = renamed(&loader, &format!("{stem}.wasm"), &name)?;
            names.insert(stem, name);
        }
        for line in text(&later.join("needs.txt"))?.lines() {
            let mut words = line.split(' ').filter(|word| !word.is_empty());
            let part = words.next().context("a line of needs.txt names no part")?.to_owned();
            let files = words.map(|stem| names.get(stem).cloned().with_context(|| format!("no part {stem}")));
            self.parts.push((part, files.collect::<Result<_>>()?));
        }
        // They name each other, so both are named after what they were before that.
        let both = hash::of(format!("{bindings}{loader}").as_bytes());
        let names = ["main", "split"].map(|stem| format!("{stem}-{both}.js"));
        // Not everywhere: the program itself knows its loader by the plain name.
        bindings = renamed(&bindings, r#"from "./split.js""#, &format!(r#"from "./{}""#, names[1]))?;
        loader = renamed(&loader, r#"from "./main.js""#, &format!(r#"from "./{}""#, names[0]))?;
        for (name, content) in names.iter().zip([bindings, loader]) {
            let content = script::lean(&content).into();
            self.files.push(File { name: name.clone(), use_: Use::First, content });
        }
        let [main, _] = names;
        Ok((main, wasm))
    }

    /// A name for this build: that of all it consists of.
    fn build(&self, sources: &[&str]) -> String {
        let files = self.files.iter().flat_map(|file| [hash::of(&file.content), file.name.clone()]);
        let parts = files.chain(sources.iter().map(|source| hash::of(source.as_bytes())));
        hash::of(parts.collect::<String>().as_bytes())
    }
}

/// Every style sheet in a folder, one after the other by name.
fn styles(folder: &Path) -> Result<String> {
    let entries = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "css"));
    files.sort();
    files.iter().map(|file| Ok(plain(&text(file)?))).collect()
}

/// A style sheet without what is there for its readers: comments and the room around lines.
fn plain(style: &str) -> String {
    let mut parts = style.split("/*");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.split_once("*/").map_or("", |(_, code)| code));
    let code = rest.fold(first, |code, part| code + part);
    code.lines().map(str::trim).filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect()
}

/// `text` with every `{{name}}` replaced by its value.
fn fill(text: &str, values: &[(&str, &str)]) -> Result<String> {
    let mut text = text.to_owned();
    for (name, value) in values {
        let place = format!("{{{{{name}}}}}");
        if !text.contains(&place) {
            bail!("there is no place for {place}");
        }
        text = text.replace(&place, value);
    }
    match text.split_once("{{") {
        Some((_, rest)) => bail!("nothing to put at {{{{{}", rest.lines().next().unwrap_or_default()),
        None => Ok(text),
    }
}

/// `text` with another name for a file that it must name.
fn renamed(text: &str, from: &str, to: &str) -> Result<String> {
    if !text.contains(from) {
        bail!("nothing names {from}");
    }
    Ok(text.replace(from, to))
}

fn text(file: &Path) -> Result<String> {
    fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

fn bytes(file: &Path) -> Result<Vec<u8>> {
    fs::read(file).with_context(|| format!("cannot read {}", file.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_filled_or_it_is_a_mistake() {
        assert_eq!(fill("a {{b}} c {{b}}", &[("b", "x")]).unwrap(), "a x c x");
        assert!(fill("a {{b}} {{c}}", &[("b", "x")]).is_err());
        assert!(fill("a", &[("b", "x")]).is_err());
    }

    #[test]
    fn a_style_sheet_loses_only_what_browsers_skip() {
        let style = "/* A */\n.a {\n  b: c; /* d\n e */\n\n  f: g;\n}\n";
        assert_eq!(plain(style), ".a {\nb: c;\nf: g;\n}\n");
    }

    #[test]
    fn a_name_changes_with_the_content() {
        let mut bundle = Bundle::default();
        let one = bundle.add(Use::First, "a", ".js", "1");
        let two = bundle.add(Use::First, "a", ".js", "2");
        assert_ne!(one, two);
        assert!(one.starts_with("a-") && one.ends_with(".js") && one.len() == "a-.js".len() + 16);
    }

    #[test]
    fn a_build_changes_with_any_file_or_source() {
        let mut bundle = Bundle::default();
        let empty = bundle.build(&["page"]);
        assert_ne!(empty, bundle.build(&["another page"]));
        bundle.add(Use::First, "a", ".js", "1");
        assert_ne!(empty, bundle.build(&["page"]));
    }
}
