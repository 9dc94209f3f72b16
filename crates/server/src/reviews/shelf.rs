//! Finished reviews on the disk: a file each in a directory of their own. It is
//! no more than a cache, and may be emptied at any time.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use data_encoding::HEXLOWER;
use serde_json::value::RawValue;
use sha2::{Digest, Sha256};

use crate::written::Written;

/// Bytes that are kept; what was written longest ago goes first.
const MOST: u64 = 256 << 20;

/// Where finished reviews are kept.
#[derive(Clone, Debug)]
pub struct Shelf {
    directory: PathBuf,
    most: u64,
}

impl Shelf {
    #[must_use]
    pub fn new(directory: PathBuf) -> Shelf {
        Shelf { directory, most: MOST }
    }

    /// The judgements of a review of so many moves; nothing when it is not
    /// there or cannot be read.
    pub fn take(&self, key: &str, moves: usize) -> Option<Vec<Written>> {
        let path = self.path(key);
        let bytes = fs::read(&path).ok()?;
        let found: Result<Vec<Box<RawValue>>, _> = serde_json::from_slice(&bytes);
        match found {
            Ok(found) if found.len() == moves => {
                Some(found.into_iter().map(Written::from).collect())
            }
            _ => {
                tracing::warn!(path = %path.display(), "a kept review is damaged; it goes");
                let _ = fs::remove_file(path);
                None
            }
        }
    }

    /// Keeps a review. When that fails it is worked out again another time.
    pub fn put(&self, key: &str, judgements: &[Arc<Written>]) {
        if let Err(error) = self.write(key, judgements) {
            tracing::warn!(%error, "a review was not kept");
        }
    }

    fn write(&self, key: &str, judgements: &[Arc<Written>]) -> io::Result<()> {
        fs::create_dir_all(&self.directory)?;
        let parts: Vec<&str> = judgements.iter().map(|written| written.text()).collect();
        let path = self.path(key);
        let half = path.with_extension("part");
        fs::write(&half, format!("[{}]", parts.join(",\n")))?;
        fs::rename(&half, &path)?;
        self.tidy(&path)
    }

    /// Makes room: the oldest go, and never the one that was just written.
    fn tidy(&self, newest: &Path) -> io::Result<()> {
        let mut files: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
        for entry in fs::read_dir(&self.directory)? {
            let entry = entry?;
            let about = entry.metadata()?;
            let path = entry.path();
            if about.is_file() && path != newest {
                files.push((about.modified().unwrap_or(SystemTime::UNIX_EPOCH), about.len(), path));
            }
        }
        files.sort();
        let mut bytes: u64 = files.iter().map(|(_, bytes, _)| bytes).sum();
        for (_, size, path) in files {
            if bytes <= self.most {
                break;
            }
            fs::remove_file(path)?;
            bytes -= size;
        }
        Ok(())
    }

    fn path(&self, key: &str) -> PathBuf {
        let name = HEXLOWER.encode(&Sha256::digest(key));
        self.directory.join(name).with_extension("json")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shelf(name: &str, most: u64) -> Shelf {
        let directory = format!("reviews_{}_{name}", std::process::id());
        let directory = std::env::temp_dir().join(directory);
        let _ = fs::remove_dir_all(&directory);
        Shelf { directory, most }
    }

    fn review(text: &str) -> Vec<Arc<Written>> {
        vec![Arc::new(Written::of(&text)), Arc::new(Written::of(&1))]
    }

    fn found(shelf: &Shelf, key: &str) -> Option<Vec<String>> {
        let found = shelf.take(key, 2)?;
        Some(found.iter().map(|written| written.text().to_owned()).collect())
    }

    #[test]
    fn what_is_put_there_is_found_again_and_damage_is_no_review() {
        let shelf = shelf("found", MOST);
        assert_eq!(found(&shelf, "a"), None);
        shelf.put("a", &review("one"));
        assert_eq!(found(&shelf, "a").unwrap(), ["\"one\"", "1"]);
        assert_eq!(found(&shelf, "b"), None);
        assert!(shelf.take("a", 3).is_none(), "another number of moves");
        shelf.put("a", &review("one"));
        fs::write(shelf.path("a"), "[1, ").unwrap();
        assert_eq!(found(&shelf, "a"), None);
        assert!(!shelf.path("a").exists(), "it is not looked at again");
        fs::remove_dir_all(&shelf.directory).unwrap();
    }

    #[test]
    fn the_oldest_make_room_and_a_disk_that_fails_does_no_harm() {
        let shelf = shelf("room", 60);
        for (age, key) in (1..).zip(["a", "b", "c", "d", "e"]) {
            shelf.put(key, &review("some words to fill it"));
            let file = fs::File::options().append(true).open(shelf.path(key)).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(age))
                .unwrap();
        }
        shelf.put("f", &review("the newest"));
        assert!(found(&shelf, "f").is_some());
        let left = fs::read_dir(&shelf.directory).unwrap().count();
        assert!((1..=3).contains(&left), "{left} files");
        fs::remove_dir_all(&shelf.directory).unwrap();
        // A file where the directory should be.
        fs::write(&shelf.directory, "").unwrap();
        shelf.put("a", &review("one"));
        assert_eq!(found(&shelf, "a"), None);
        fs::remove_file(&shelf.directory).unwrap();
    }
}
