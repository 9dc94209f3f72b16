//! A submission as files again, in a directory of ours that holds nothing else.

use std::fs;
use std::io;
use std::path::Path;

use super::bounds::File;
use crate::scratch::{Scratch, open_to_all};

/// A directory with the files of one submission; it is gone when this is.
#[derive(Debug)]
pub struct Stage {
    directory: Scratch,
}

impl Stage {
    /// Writes the files. Text of a program that is no UTF-8 is what older
    /// editors wrote, and becomes UTF-8.
    pub fn new(files: &[File]) -> io::Result<Stage> {
        let directory = Scratch::new()?;
        for file in files {
            let path = directory.path().join(&file.path);
            if let Some(parent) = path.parent() {
                fs::create_dir_all(parent)?;
                let mut place = Some(parent);
                while let Some(here) = place.filter(|here| *here != directory.path()) {
                    open_to_all(here)?;
                    place = here.parent();
                }
            }
            // A file may have the name of a directory of another archive.
            if path.is_dir() {
                continue;
            }
            fs::write(&path, contents(file))?;
            readable(&path)?;
        }
        Ok(Stage { directory })
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

fn contents(file: &File) -> std::borrow::Cow<'_, [u8]> {
    let program = [".pl", ".pro", ".prolog", ".plt", ".py", ".c", ".h"];
    let text = program.iter().any(|ending| file.path.to_ascii_lowercase().ends_with(ending));
    let says_so = |bytes: &[u8]| {
        let start = String::from_utf8_lossy(&bytes[..bytes.len().min(500)]).into_owned();
        start.contains("encoding(") || start.contains("coding:")
    };
    if text && std::str::from_utf8(&file.bytes).is_err() && !says_so(&file.bytes) {
        return sobremesa_text::decode(&file.bytes).into_bytes().into();
    }
    (&file.bytes[..]).into()
}

#[cfg(unix)]
fn readable(path: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(path, fs::Permissions::from_mode(0o644))
}

#[cfg(not(unix))]
fn readable(_: &Path) -> io::Result<()> {
    Ok(())
}
