//! Takes the bundle into the program: every file of the folder that `GEBETA_WEB_DIR` names (`cargo xtask web`).

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=GEBETA_WEB_DIR");
    let mut list = String::from("&[\n");
    if let Some(folder) = env::var_os("GEBETA_WEB_DIR") {
        let folder = PathBuf::from(folder);
        println!("cargo::rerun-if-changed={}", folder.display());
        for file in files(&folder)? {
            let compressed = compressed(&file);
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            let brotli =
                if compressed.exists() { format!("Some({})", bytes(&compressed)) } else { "None".to_owned() };
            let _ = writeln!(
                list,
                "    EmbeddedFile {{ name: {name:?}, plain: {}, brotli: {brotli} }},",
                bytes(&file)
            );
        }
    }
    list.push(']');
    let out = env::var_os("OUT_DIR").map(PathBuf::from).unwrap_or_default();
    fs::write(out.join("embedded.rs"), list)
}

/// The files of the bundle by name, without their compressed copies.
fn files(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.is_file() && file.extension().is_none_or(|extension| extension != "br"));
    files.sort();
    Ok(files)
}

fn compressed(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".br");
    name.into()
}

fn bytes(file: &Path) -> String {
    format!("include_bytes!({:?})", file.display().to_string())
}
