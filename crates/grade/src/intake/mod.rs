//! Submissions as they are handed in: a file, a folder, an archive, or a
//! folder or archive of them, as Moodle's “download all” makes it.
//!
//! Everything is read into memory with limits before anything is written
//! anywhere: a link is not followed, a path that leads out is refused, an
//! archive that grows without bound is cut off; each is said, and the rest of
//! the class is read.

mod archive;
mod bounds;
mod gathered;
mod names;
mod stage;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use bounds::{BOUNDS, Bounds, File};
use gathered::Gathered;
pub use names::{Person, person};
pub use stage::Stage;

use crate::report::Note;

/// What one student handed in.
#[derive(Clone, Debug, Default)]
pub struct Submission {
    pub person: Person,
    pub files: Vec<File>,
    pub notes: Vec<Note>,
}

/// Whether a folder is one submission or a folder of them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Group {
    /// As it looks.
    #[default]
    Guess,
    One,
    Class,
}

/// Reads what is at a path. `complete` says of files whether they are a whole
/// submission, which tells a folder of submissions from one.
pub fn read(
    path: &Path,
    group: Group,
    complete: &dyn Fn(&[File]) -> bool,
) -> io::Result<Vec<Submission>> {
    let kind = fs::metadata(path)?;
    let name = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = name.file_name().unwrap_or_default().to_string_lossy().into_owned();
    if !kind.is_dir() {
        let mut found = Gathered::default();
        found.take_file(path, name.clone(), 0)?;
        return Ok(split(name, found, group, complete));
    }
    if group != Group::One {
        let mut children: Vec<PathBuf> =
            fs::read_dir(path)?.map(|entry| entry.map(|e| e.path())).collect::<io::Result<_>>()?;
        children.sort();
        let mut each = Vec::new();
        for child in &children {
            let name = child.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let mut found = Gathered::default();
            found.take(child, name.clone(), 0)?;
            each.push((name, found));
        }
        let whole = each.iter().filter(|(_, found)| complete(&found.files)).count();
        let moodle = each.iter().any(|(name, _)| person(name).id.is_some());
        if group == Group::Class || moodle || whole > 1 {
            return Ok(several(each));
        }
    }
    let mut found = Gathered::default();
    found.take(path, String::new(), 0)?;
    Ok(vec![submission(found, &name)])
}

/// What was gathered as one submission.
fn submission(found: Gathered, name: &str) -> Submission {
    Submission { person: person(name), files: found.files, notes: found.notes }
}

/// An archive may hold one submission or a class.
fn split(
    name: String,
    found: Gathered,
    group: Group,
    complete: &dyn Fn(&[File]) -> bool,
) -> Vec<Submission> {
    if group == Group::One {
        return vec![submission(found, &name)];
    }
    let mut each: Vec<(String, Gathered)> = Vec::new();
    for file in &found.files {
        let top = file.path.split('/').next().unwrap_or_default().to_owned();
        let at = match each.iter().position(|(name, _)| *name == top) {
            Some(at) => at,
            None => {
                each.push((top, Gathered::default()));
                each.len() - 1
            }
        };
        each[at].1.files.push(file.clone());
    }
    let whole = each.iter().filter(|(_, found)| complete(&found.files)).count();
    let moodle = each.iter().any(|(name, _)| person(name).id.is_some());
    if group == Group::Class || moodle || whole > 1 {
        let mut all = several(each);
        if let Some(first) = all.first_mut() {
            first.notes.extend(found.notes);
        }
        return all;
    }
    vec![submission(found, &name)]
}

/// One submission each; Moodle may put the files of one person side by side.
fn several(each: Vec<(String, Gathered)>) -> Vec<Submission> {
    let mut all: Vec<Submission> = Vec::new();
    for (name, found) in each {
        if found.is_nothing() {
            continue;
        }
        let one = submission(found, &name);
        match all
            .iter_mut()
            .find(|other| one.person.id.is_some() && other.person.id == one.person.id)
        {
            Some(other) => {
                other.files.extend(one.files);
                other.notes.extend(one.notes);
            }
            None => all.push(one),
        }
    }
    all
}
