//! The files of the course's two programs: read with a limit, and written
//! whole or not at all.

use std::fs::{self, File, Metadata};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow, bail};
use sobremesa_kernel::escaped;
use sobremesa_othello::transcript::MAX_LEN;
use sobremesa_text::{Lang, decode, say};

pub fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A whole file, or standard input for `-`; of one that is too large, enough
/// to see that it is.
pub fn read(path: &Path) -> Result<String> {
    let most = MAX_LEN as u64 + 1;
    let mut bytes = Vec::new();
    if is_dash(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        let file = File::open(path).map_err(|error| failed(path, error))?;
        file.take(most).read_to_end(&mut bytes).map_err(|error| failed(path, error))?;
    }
    Ok(decode(&bytes))
}

/// Whether both are one plain file, by whatever names or redirections.
pub fn same(input: &Path, output: &Path) -> bool {
    let input = if is_dash(input) { standard(io::stdin()) } else { fs::metadata(input).ok() };
    let output = if is_dash(output) { standard(io::stdout()) } else { fs::metadata(output).ok() };
    input.zip(output).is_some_and(|(input, output)| input.is_file() && is_one(&input, &output))
}

/// Whether what is written there is standard output: `-`, or another name of
/// it such as `/dev/stdout`, which cannot be opened a second time without
/// writing over what was printed.
pub fn is_standard_output(path: &Path) -> bool {
    is_dash(path)
        || fs::metadata(path)
            .ok()
            .zip(standard(io::stdout()))
            .is_some_and(|(found, out)| is_one(&found, &out))
}

/// Writes a file so that it is there whole or not at all: beside its place,
/// and then renamed. Links are followed, and a file that was there keeps its
/// permissions and owner.
///
/// Where a new file cannot take its place (the directory is not writable, the
/// file has other names or another owner) the old one is written over; the
/// text is then complete and short. What is no plain file, such as a
/// terminal or a pipe, is written as it is.
pub fn write(path: &Path, text: &str, lang: Lang) -> Result<()> {
    let failed = |error: io::Error| failed(path, error);
    let old = match fs::metadata(path) {
        Ok(old) => old,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let target = followed(path).unwrap_or_else(|| path.to_owned());
            return beside(&target, text, None).map_err(failed);
        }
        Err(error) => return Err(failed(error)),
    };
    // Even for those who may write everything.
    if old.is_file() && old.permissions().readonly() {
        bail!(say(lang, "othello-file-read-only", &[("file", &shown(path))]));
    }
    let mut file = File::options().write(true).open(path).map_err(failed)?;
    if !old.is_file() {
        return file.write_all(text.as_bytes()).map_err(failed);
    }
    if let Some(target) = replaceable(path, &old) {
        use io::ErrorKind::{PermissionDenied, ReadOnlyFilesystem, ResourceBusy};
        match beside(&target, text, Some(&old)) {
            Err(error)
                if matches!(error.kind(), PermissionDenied | ReadOnlyFilesystem | ResourceBusy) => {
            }
            done => return done.map_err(failed),
        }
    }
    // Cut only after writing, so that a full disk leaves what was there.
    let written = file.write_all(text.as_bytes());
    written.and_then(|()| file.set_len(text.len() as u64)).map_err(failed)
}

/// A path for people.
pub fn shown(path: &Path) -> String {
    escaped(&path.to_string_lossy())
}

/// An error that names its file. A pipe that nobody reads is words alone: it
/// is an error here, unlike on standard output.
fn failed(path: &Path, error: io::Error) -> anyhow::Error {
    match error.kind() {
        io::ErrorKind::BrokenPipe => anyhow!("{}: {error}", shown(path)),
        _ => anyhow::Error::new(error).context(shown(path)),
    }
}

/// Writes a new file and gives it the name; `old` is the file that had it.
fn beside(target: &Path, text: &str, old: Option<&Metadata>) -> io::Result<()> {
    let (part, mut file) = new_beside(target, old.is_some())?;
    let mut written = file.write_all(text.as_bytes());
    if let Some(old) = old {
        written = written.and_then(|()| resemble(&file, old));
    }
    // On the disk before it has the name, or a power cut could leave an empty
    // file there.
    written = written.and_then(|()| file.sync_all());
    drop(file);
    let done = written.and_then(|()| fs::rename(&part, target));
    if done.is_err() {
        let _ = fs::remove_file(&part);
    }
    done
}

/// A new file in the directory of another. Its name is short, as the other's
/// may be as long as a name can be, and is not taken. One that is to stand for
/// an old file, whose permissions it will have, is nobody else's until then.
fn new_beside(target: &Path, private: bool) -> io::Result<(PathBuf, File)> {
    let mut options = File::options();
    options.write(true).create_new(true);
    if private {
        keep_private(&mut options);
    }
    let mut number = 0;
    loop {
        let part = target.with_file_name(format!(".{}-{number}.part", std::process::id()));
        match options.open(&part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < 100 => {
                number += 1;
            }
            opened => return opened.map(|file| (part, file)),
        }
    }
}

/// Where the links of a path lead, whether or not anything is there. `None`
/// for the open files of a process (`/proc/self/fd/3`), which are not links
/// although they look like them.
fn followed(path: &Path) -> Option<PathBuf> {
    let mut path = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        let Ok(next) = fs::read_link(&path) else { return Some(path) };
        let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
        let parent = parent.unwrap_or(Path::new("."));
        if fs::canonicalize(parent).is_ok_and(|parent| parent.starts_with("/proc")) {
            return None;
        }
        path = parent.join(next);
    }
    None
}

#[cfg(unix)]
mod system {
    use std::os::fd::AsFd;
    use std::os::unix::fs::{MetadataExt as _, OpenOptionsExt as _, fchown};

    use super::*;

    /// What standard input or output is.
    pub fn standard(stream: impl AsFd) -> Option<Metadata> {
        File::from(stream.as_fd().try_clone_to_owned().ok()?).metadata().ok()
    }

    pub fn is_one(a: &Metadata, b: &Metadata) -> bool {
        (a.dev(), a.ino()) == (b.dev(), b.ino())
    }

    /// The real place of a file that a new one can stand for: it has no other
    /// name, which would keep the old contents.
    pub fn replaceable(path: &Path, old: &Metadata) -> Option<PathBuf> {
        let target = followed(path).filter(|_| old.nlink() == 1)?;
        let found = fs::symlink_metadata(&target).ok()?;
        is_one(&found, old).then_some(target)
    }

    /// Lets only the owner open what is created.
    pub fn keep_private(options: &mut fs::OpenOptions) {
        options.mode(0o600);
    }

    /// Gives a new file the owner and the permissions of the old one.
    pub fn resemble(file: &File, old: &Metadata) -> io::Result<()> {
        let new = file.metadata()?;
        if (new.uid(), new.gid()) != (old.uid(), old.gid()) {
            fchown(file, Some(old.uid()), Some(old.gid()))?;
        }
        file.set_permissions(old.permissions())
    }
}

/// Without a way to tell files apart, one that is there is written over.
#[cfg(not(unix))]
mod system {
    use super::*;

    pub fn standard<T>(_: T) -> Option<Metadata> {
        None
    }

    pub fn is_one(_: &Metadata, _: &Metadata) -> bool {
        false
    }

    pub fn replaceable(_: &Path, _: &Metadata) -> Option<PathBuf> {
        None
    }

    pub fn keep_private(_: &mut fs::OpenOptions) {}

    pub fn resemble(_: &File, _: &Metadata) -> io::Result<()> {
        Ok(())
    }
}

use system::{is_one, keep_private, replaceable, resemble, standard};
