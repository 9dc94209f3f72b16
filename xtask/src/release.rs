//! `cargo xtask release`: checks that a version can be released, and tags it.

use std::process::Command;

use anyhow::{Context as _, Result, bail, ensure};

/// Check that the version of Cargo.toml can be released, and tag it.
///
/// Its section must be the first of CHANGELOG.md, everything committed and the
/// tag new. Nothing is pushed or published.
#[derive(clap::Args)]
pub struct Args {
    /// Check only
    #[arg(long)]
    check: bool,
}

pub fn run(args: &Args) -> Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    let log = std::fs::read_to_string("CHANGELOG.md").context("CHANGELOG.md")?;
    let notes = notes(&log, version)?;
    let changed = git(&["status", "--porcelain"])?;
    ensure!(changed.is_empty(), "there is work that is not committed:\n{changed}");
    let tag = format!("v{version}");
    let known = git(&["tag", "--list", &tag])?;
    ensure!(known.is_empty(), "{tag} is released: write the next version into Cargo.toml");
    // What the lock file says of our own crates follows the version.
    let status = Command::new("cargo")
        .args(["metadata", "--locked", "--no-deps", "--format-version", "1"])
        .stdout(std::process::Stdio::null())
        .status()?;
    ensure!(status.success(), "Cargo.lock is behind Cargo.toml: run `cargo update --workspace`");
    if args.check {
        println!("{tag} can be released");
    } else {
        git(&["tag", "--annotate", &tag, "--cleanup=verbatim", "--message", &notes])?;
        println!("tagged {tag}; `./test` is the check before it is pushed");
    }
    Ok(())
}

/// What the changelog says of a version, which must be its first section.
fn notes(log: &str, version: &str) -> Result<String> {
    let mut sections = log.split("\n## ").skip(1);
    let Some(first) = sections.next() else { bail!("CHANGELOG.md has no section") };
    let (heading, text) = first.split_once('\n').unwrap_or((first, ""));
    ensure!(
        heading.split_whitespace().next() == Some(version),
        "the first section of CHANGELOG.md is {heading:?}, expected {version:?}"
    );
    ensure!(!text.trim().is_empty(), "CHANGELOG.md says nothing of {version}");
    Ok(format!("Sobremesa {version}\n\n{}\n", text.trim()))
}

fn git(arguments: &[&str]) -> Result<String> {
    let output = Command::new("git").args(arguments).output().context("git")?;
    let said = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "git {}: {said}", arguments.join(" "));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::notes;

    #[test]
    fn the_first_section_must_be_the_version_and_say_something() {
        let log = "# Changelog\n\n## 1.2.0 (2026-11-19)\n\n- New.\n\n## 1.1.0\n\n- Old.\n";
        assert_eq!(notes(log, "1.2.0").unwrap(), "Sobremesa 1.2.0\n\n- New.\n");
        assert!(notes(log, "1.1.0").unwrap_err().to_string().contains("expected \"1.1.0\""));
        assert!(notes(log, "1.2").is_err());
        assert!(notes("# Changelog\n\n## 1.2.0\n\n## 1.1.0\n\n- Old.\n", "1.2.0").is_err());
        assert!(notes("# Changelog\n", "1.2.0").is_err());
    }
}
