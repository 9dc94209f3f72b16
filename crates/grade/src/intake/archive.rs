//! Archives, opened in memory and believed in nothing they say of themselves:
//! what counts is what comes out, and as much as is allowed to.

use std::io::{Cursor, Read};

use flate2::read::GzDecoder;

use super::bounds::{BOUNDS, inner_path};

/// Kinds of archive that are opened, and those that are named and refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Zip,
    Tar,
    TarGz,
    /// RAR, 7z and their like.
    Foreign,
}

/// Something in an archive.
#[derive(Debug)]
pub enum Found {
    File(String, Vec<u8>),
    /// The key of a sentence, and what it is about.
    Note(&'static str, String),
}

/// Whoever takes what is found.
type Take<'a> = &'a mut dyn FnMut(Found);

/// What a name says a file is.
pub fn kind(name: &str) -> Option<Kind> {
    let name = name.to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|ending| name.ends_with(ending));
    if ends(&[".zip"]) {
        Some(Kind::Zip)
    } else if ends(&[".tar.gz", ".tgz"]) {
        Some(Kind::TarGz)
    } else if ends(&[".tar"]) {
        Some(Kind::Tar)
    } else if ends(&[".rar", ".7z", ".tar.xz", ".tar.bz2", ".gz", ".xz"]) {
        Some(Kind::Foreign)
    } else {
        None
    }
}

/// Finds what is in an archive, below its name without the ending where it is
/// within another.
pub fn open(kind: Kind, name: &str, bytes: Vec<u8>, nested: u32, into: Take<'_>) {
    let prefix = match nested {
        0 if !name.contains('/') => String::new(),
        _ => format!("{}/", name.rsplit_once('.').map_or(name, |(stem, _)| stem)),
    };
    match kind {
        Kind::Zip => open_zip(into, &prefix, name, bytes),
        Kind::Tar => open_tar(into, &prefix, name, &bytes[..]),
        Kind::TarGz => open_tar(into, &prefix, name, GzDecoder::new(&bytes[..])),
        Kind::Foreign => into(Found::Note("grade-note-foreign-archive", name.to_owned())),
    }
}

fn open_zip(into: Take<'_>, prefix: &str, name: &str, bytes: Vec<u8>) {
    let Ok(mut archive) = zip::ZipArchive::new(Cursor::new(bytes)) else {
        return into(Found::Note("grade-note-damaged", name.to_owned()));
    };
    for n in 0..archive.len() {
        if n >= BOUNDS.files {
            return into(Found::Note("grade-note-too-much", name.to_owned()));
        }
        let Ok(entry) = archive.by_index(n) else {
            into(Found::Note("grade-note-damaged", name.to_owned()));
            continue;
        };
        let Ok(inner) = entry.name().map(std::borrow::Cow::into_owned) else {
            into(Found::Note("grade-note-damaged", name.to_owned()));
            continue;
        };
        if entry.is_dir() {
            continue;
        }
        if entry.is_symlink() {
            into(Found::Note("grade-note-link", inner));
            continue;
        }
        take(into, prefix, &inner, entry);
    }
}

fn open_tar(into: Take<'_>, prefix: &str, name: &str, from: impl Read) {
    // Whatever the headers say, no more than this is unpacked.
    let mut archive = tar::Archive::new(from.take(BOUNDS.all * 2));
    let Ok(entries) = archive.entries() else {
        return into(Found::Note("grade-note-damaged", name.to_owned()));
    };
    for (n, entry) in entries.enumerate() {
        if n >= BOUNDS.files {
            return into(Found::Note("grade-note-too-much", name.to_owned()));
        }
        let Ok(entry) = entry else {
            return into(Found::Note("grade-note-damaged", name.to_owned()));
        };
        let inner = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let kind = entry.header().entry_type();
        if kind.is_dir() || kind.is_pax_global_extensions() {
            continue;
        }
        if kind.is_symlink() || kind.is_hard_link() {
            into(Found::Note("grade-note-link", inner.to_owned()));
        } else if !kind.is_file() {
            into(Found::Note("grade-note-special", inner.to_owned()));
        } else {
            take(into, prefix, &inner, entry);
        }
    }
}

/// Reads an entry to its end or its limit.
fn take(into: Take<'_>, prefix: &str, inner: &str, from: impl Read) {
    let Some(path) = inner_path(inner) else {
        return into(Found::Note("grade-note-outside", inner.to_owned()));
    };
    let hidden = |part: &str| part == "__MACOSX" || part == "node_modules" || part == ".git";
    if path.split('/').any(hidden) {
        return;
    }
    let path = format!("{prefix}{path}");
    let most = if kind(&path).is_some() { BOUNDS.all } else { BOUNDS.file };
    let mut bytes = Vec::new();
    if from.take(most + 1).read_to_end(&mut bytes).is_err() {
        return into(Found::Note("grade-note-damaged", path));
    }
    if bytes.len() as u64 > most {
        return into(Found::Note("grade-note-too-large", path));
    }
    into(Found::File(path, bytes));
}
