//! Files while they are read, within bounds, with what there is to say of them.

use std::fs;
use std::io;
use std::path::Path;

use super::archive::{self, Found};
use super::bounds::{BOUNDS, File};
use crate::report::Note;

/// Files while they are read.
#[derive(Debug, Default)]
pub struct Gathered {
    pub files: Vec<File>,
    pub notes: Vec<Note>,
    bytes: u64,
}

impl Gathered {
    /// A class's folder has lists and pictures that are nobody's submission.
    pub fn is_nothing(&self) -> bool {
        self.files.is_empty() && self.notes.is_empty()
    }

    fn note(&mut self, what: &'static str, about: impl Into<String>) {
        let note = Note { what, about: about.into() };
        if self.notes.len() < 50 && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// Whether so many more bytes are still read.
    fn room(&mut self, name: &str, bytes: u64) -> bool {
        if self.files.len() >= BOUNDS.files || self.bytes + bytes > BOUNDS.all {
            self.note("grade-note-too-much", name);
            return false;
        }
        if bytes > BOUNDS.file {
            self.note("grade-note-too-large", name);
            return false;
        }
        true
    }

    /// A file or a folder and all below it.
    pub fn take(&mut self, path: &Path, name: String, depth: u32) -> io::Result<()> {
        let kind = fs::symlink_metadata(path)?.file_type();
        if kind.is_symlink() {
            self.note("grade-note-link", name);
        } else if kind.is_file() {
            self.take_file(path, name, 0)?;
        } else if kind.is_dir() && depth < 30 {
            let hidden =
                path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
            if hidden && depth > 0 || name.ends_with("__MACOSX") || name.ends_with("node_modules") {
                return Ok(());
            }
            let mut entries: Vec<fs::DirEntry> = fs::read_dir(path)?.collect::<io::Result<_>>()?;
            entries.sort_by_key(fs::DirEntry::file_name);
            for entry in entries {
                let part = entry.file_name().to_string_lossy().into_owned();
                let name = if name.is_empty() { part } else { format!("{name}/{part}") };
                self.take(&entry.path(), name, depth + 1)?;
            }
        } else {
            self.note("grade-note-special", name);
        }
        Ok(())
    }

    /// A plain file.
    pub fn take_file(&mut self, path: &Path, name: String, nested: u32) -> io::Result<()> {
        let length = fs::metadata(path)?.len();
        // An archive may be as large as what is in it.
        let archive = archive::kind(&name).is_some();
        if archive && length > BOUNDS.all * 4 || !archive && !self.room(&name, length) {
            if archive {
                self.note("grade-note-too-large", name);
            }
            return Ok(());
        }
        let bytes = fs::read(path)?;
        self.add(name, bytes, nested);
        Ok(())
    }

    /// A file by its contents; an archive is opened.
    fn add(&mut self, name: String, bytes: Vec<u8>, nested: u32) {
        if let Some(kind) = archive::kind(&name) {
            if nested > BOUNDS.nested {
                self.note("grade-note-nested", name);
            } else {
                archive::open(kind, &name, bytes, nested, &mut |found| match found {
                    Found::Note(what, about) => self.note(what, about),
                    Found::File(path, bytes) => self.add(path, bytes, nested + 1),
                });
            }
            return;
        }
        if self.room(&name, bytes.len() as u64) {
            self.bytes += bytes.len() as u64;
            self.files.push(File { path: name, bytes });
        }
    }
}
