use std::borrow::Cow;
use std::fs;
use std::path::PathBuf;

/// The files of the browser game.
#[derive(Clone, Debug)]
pub struct WebBundle(BundleSource);

#[derive(Clone, Debug)]
enum BundleSource {
    EmbeddedFile,
    Folder(PathBuf),
}

/// A file of the bundle inside the program.
struct EmbeddedFile {
    name: &'static str,
    plain: &'static [u8],
    brotli: Option<&'static [u8]>,
}

static EMBEDDED: &[EmbeddedFile] = include!(concat!(env!("OUT_DIR"), "/embedded.rs"));

/// The name of the page itself.
const PAGE: &str = "index.html";

/// The content of a file, and a compressed copy if there is one.
#[derive(Debug)]
pub(crate) struct BundleFile {
    pub(crate) plain: Cow<'static, [u8]>,
    pub(crate) brotli: Option<Cow<'static, [u8]>>,
}

impl WebBundle {
    /// The bundle inside the program; none if it was built without one.
    pub fn embedded() -> Option<Self> {
        let site = Self(BundleSource::EmbeddedFile);
        site.find(PAGE).is_some().then_some(site)
    }

    /// A bundle in a folder, read for every request; none if it has no page.
    pub fn folder(folder: PathBuf) -> Option<Self> {
        let site = Self(BundleSource::Folder(folder));
        site.find(PAGE).is_some().then_some(site)
    }

    /// The file with this name; the empty name is the page.
    pub(crate) fn find(&self, name: &str) -> Option<BundleFile> {
        let name = if name.is_empty() { PAGE } else { name };
        match &self.0 {
            BundleSource::EmbeddedFile => {
                let file = EMBEDDED.iter().find(|file| file.name == name)?;
                Some(BundleFile { plain: file.plain.into(), brotli: file.brotli.map(Into::into) })
            }
            BundleSource::Folder(folder) => {
                if !is_plain(name) {
                    return None;
                }
                let read = |name: &str| fs::read(folder.join(name)).ok().map(Cow::Owned);
                Some(BundleFile { plain: read(name)?, brotli: read(&format!("{name}.br")) })
            }
        }
    }
}

/// Whether a name can only be a file in the folder itself.
fn is_plain(name: &str) -> bool {
    !name.starts_with('.') && name.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
}

#[cfg(test)]
mod tests {
    use super::is_plain;

    #[test]
    fn no_name_leaves_the_folder() {
        assert!(is_plain("main-0123456789abcdef_bg.wasm"));
        for name in ["../secret", "..", ".git", "a/b", "a\\b", "/etc/passwd", "C:x", "a%2fb", "a\0b"] {
            assert!(!is_plain(name), "{name:?}");
        }
    }
}
