//! A directory of our own for as long as it is needed.

use std::fs;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io;
use std::path::{Path, PathBuf};

/// A new directory in the machine's place for such; it is gone when this is.
#[derive(Debug)]
pub struct Scratch {
    path: PathBuf,
}

impl Scratch {
    /// A directory that was not there before. Whoever runs a program inside
    /// may be another user, so everybody may look into it; nobody else may
    /// write.
    pub fn new() -> io::Result<Scratch> {
        loop {
            let chance = RandomState::new().build_hasher().finish();
            let path = std::env::temp_dir().join(format!("sobremesa-grade-{chance:016x}"));
            match fs::create_dir(&path) {
                Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
                made => {
                    made?;
                    open_to_all(&path)?;
                    return Ok(Scratch { path });
                }
            }
        }
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What cannot be removed is left to the machine.
        let _ = fs::remove_dir_all(&self.path);
    }
}

/// Lets other users look into a directory of ours.
#[cfg(unix)]
pub fn open_to_all(directory: &Path) -> io::Result<()> {
    use std::os::unix::fs::PermissionsExt as _;
    fs::set_permissions(directory, fs::Permissions::from_mode(0o755))
}

#[cfg(not(unix))]
pub fn open_to_all(_: &Path) -> io::Result<()> {
    Ok(())
}
