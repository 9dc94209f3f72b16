//! Writing files so that a broken run leaves a whole one.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

/// Writes a file whole or not at all: beside it first, then renamed.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    let part = path.with_extension("part");
    fs::write(&part, bytes).with_context(|| format!("cannot write {}", part.display()))?;
    fs::rename(&part, path).with_context(|| format!("cannot write {}", path.display()))
}
