//! The files of a store: whose they are, who uses them, whether they are there.

use std::fs::{self, File};
use std::io::{Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use crate::{Error, LEASE};

/// Makes the data directory if there is none; a new one is for its owner.
pub fn directory(data: &Path) -> Result<(), Error> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(data).map_err(|error| {
        Error::Unusable(format!("cannot create the data directory {}: {error}", data.display()))
    })
}

/// The files that belong to a database: itself, its log and the log's index.
pub fn parts(path: &Path) -> [PathBuf; 3] {
    ["", "-wal", "-shm"].map(|end| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        name.into()
    })
}

/// Makes the file if there is none; nobody but its owner reads it.
///
/// Never opens one that is there: when a process closes any descriptor of a
/// file, the locks that SQLite has on it are gone.
pub fn private(path: &Path) -> Result<(), Error> {
    let wrong =
        |error: std::io::Error| Error::Unusable(format!("cannot open {}: {error}", path.display()));
    match owners(File::options().write(true).create_new(true)).open(path) {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(wrong(error)),
    }
    if fs::metadata(path).map_err(wrong)?.len() == 0 {
        return Err(Error::Unusable(format!(
            "the file {} is empty, which no database is: restore a backup, or delete the file to \
             begin anew",
            path.display()
        )));
    }
    #[cfg(unix)]
    for part in parts(path).iter().filter(|part| part.exists()) {
        use std::os::unix::fs::PermissionsExt as _;
        if let Err(error) = fs::set_permissions(part, fs::Permissions::from_mode(0o600)) {
            tracing::warn!(%error, file = %part.display(), "others may read the file");
        }
    }
    Ok(())
}

fn owners(options: &mut fs::OpenOptions) -> &mut fs::OpenOptions {
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(options, 0o600);
    options
}

/// The right to use a directory, for as long as this lives and the process
/// does.
#[derive(Debug)]
pub struct Lease {
    path: PathBuf,
    _file: File,
}

impl Lease {
    /// Takes the lease, from a server that has just ended too.
    pub fn take(database: &Path) -> Result<Lease, Error> {
        let path = database.with_extension("lock");
        let wrong = |error: std::io::Error| {
            Error::Unusable(format!("cannot open {}: {error}", path.display()))
        };
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = owners(&mut options).open(&path).map_err(wrong)?;
        let begun = Instant::now();
        loop {
            match file.try_lock() {
                Ok(()) => break,
                Err(fs::TryLockError::Error(error)) => return Err(wrong(error)),
                Err(fs::TryLockError::WouldBlock) if begun.elapsed() < LEASE => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(fs::TryLockError::WouldBlock) => {
                    let mut who = String::new();
                    let _ = file.read_to_string(&mut who);
                    return Err(Error::Unusable(format!(
                        "another server ({}) uses {}: one at a time may",
                        if who.trim().is_empty() { "unknown" } else { who.trim() },
                        database.display(),
                    )));
                }
            }
        }
        let said = file
            .set_len(0)
            .and_then(|()| file.rewind())
            .and_then(|()| writeln!(file, "process {}", std::process::id()));
        said.map_err(wrong)?;
        Ok(Lease { path, _file: file })
    }
}

/// The files a store was opened on, to be known again.
#[derive(Debug)]
pub struct Presence(Vec<(PathBuf, Option<Identity>)>);

type Identity = (u64, u64);

impl Presence {
    /// Looks at the files of a database that is open.
    pub fn of(database: &Path, lease: &Lease) -> Presence {
        let files = parts(database).into_iter().chain([lease.path.clone()]);
        Presence(files.map(|path| (path.clone(), identity(&path))).collect())
    }

    /// Whether every file is the one that was opened.
    pub fn check(&self) -> Result<(), Error> {
        for (path, then) in &self.0 {
            if identity(path) != *then {
                return Err(Error::Gone(format!(
                    "the file {} was removed or replaced while the server ran: stop the server, \
                     put the files back and start it again",
                    path.display()
                )));
            }
        }
        Ok(())
    }
}

#[cfg(unix)]
fn identity(path: &Path) -> Option<Identity> {
    use std::os::unix::fs::MetadataExt as _;
    fs::metadata(path).ok().map(|file| (file.dev(), file.ino()))
}

#[cfg(not(unix))]
fn identity(path: &Path) -> Option<Identity> {
    fs::metadata(path).ok().map(|_| (0, 0))
}
