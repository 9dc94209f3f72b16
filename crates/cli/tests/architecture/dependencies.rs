//! What the program depends on keeps to `deny.toml`: licences, bans, sources.
//!
//! `cargo deny` reads the same file and knows more; this needs neither the tool
//! nor a network.

use std::fs;
use std::process::Command;

use serde_json::Value;

use super::root;

/// The texts of `key = [ … ]` in a section of `deny.toml`.
fn list(toml: &str, section: &str, key: &str) -> Vec<String> {
    let section = toml.split(&format!("[{section}]\n")).nth(1).expect(section);
    let section = section.split("\n[").next().unwrap();
    let inside = section.split(&format!("\n{key} = [")).nth(1).expect(key);
    let inside = inside.split(']').next().unwrap();
    inside.split('"').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether an SPDX expression is met by the licences that are allowed. An older
/// form writes `/` for OR.
fn is_met(expression: &str, allowed: &[String]) -> bool {
    let spaced = expression.replace('/', " OR ").replace('(', " ( ").replace(')', " ) ");
    let words: Vec<&str> = spaced.split_whitespace().collect();
    let mut rest = words.as_slice();
    let met = any_of(&mut rest, allowed);
    met && rest.is_empty()
}

fn any_of(rest: &mut &[&str], allowed: &[String]) -> bool {
    let mut met = all_of(rest, allowed);
    while rest.first() == Some(&"OR") {
        *rest = &rest[1..];
        met |= all_of(rest, allowed);
    }
    met
}

fn all_of(rest: &mut &[&str], allowed: &[String]) -> bool {
    let mut met = one(rest, allowed);
    while rest.first() == Some(&"AND") {
        *rest = &rest[1..];
        met &= one(rest, allowed);
    }
    met
}

fn one(rest: &mut &[&str], allowed: &[String]) -> bool {
    let Some((&word, after)) = rest.split_first() else { return false };
    *rest = after;
    if word == "(" {
        let met = any_of(rest, allowed);
        *rest = rest.get(1..).unwrap_or_default();
        return met;
    }
    // An exception only permits more.
    if rest.first() == Some(&"WITH") {
        *rest = rest.get(2..).unwrap_or_default();
    }
    allowed.iter().any(|licence| licence == word)
}

/// Every package that is built for this machine.
fn packages() -> Vec<Value> {
    let rustc = Command::new("rustc").arg("-vV").output().expect("rustc says what it is");
    let rustc = String::from_utf8(rustc.stdout).unwrap();
    let host = rustc.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
    let output = Command::new(cargo)
        .current_dir(root())
        .args(["metadata", "--locked", "--offline", "--format-version", "1"])
        .args(["--filter-platform", host])
        .output()
        .expect("cargo metadata");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let all: Value = serde_json::from_slice(&output.stdout).unwrap();
    all["packages"].as_array().expect("packages").clone()
}

#[test]
fn dependencies_keep_to_deny_toml() {
    let toml = fs::read_to_string(root().join("deny.toml")).unwrap();
    let allowed = list(&toml, "licenses", "allow");
    let banned = list(&toml, "bans", "deny");
    assert!(allowed.len() > 5 && banned.len() > 2, "deny.toml is read wrongly");
    let packages = packages();
    assert!(packages.len() > 100, "{} packages", packages.len());
    let mut wrong = Vec::new();
    for package in &packages {
        let name = package["name"].as_str().unwrap();
        let licence = package["license"].as_str().unwrap_or("none");
        if !is_met(licence, &allowed) {
            wrong.push(format!("{name}: licence {licence}"));
        }
        if banned.iter().any(|banned| banned == name) {
            wrong.push(format!("{name}: banned"));
        }
        // What has no source is in this repository.
        let source = package["source"].as_str().unwrap_or("registry+ours");
        if !source.starts_with("registry+") {
            wrong.push(format!("{name}: from {source}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What is built for this machine and no test or build alone needs is listed
/// with its licence; `cargo xtask notices` writes the list.
#[test]
fn third_party_notices_name_the_versions_of_the_lock_file() {
    let notices = fs::read_to_string(root().join("THIRD-PARTY.txt")).unwrap();
    // What follows the list are the licences, which may hold lists of their own.
    let list = notices.split("\n## ").next().unwrap();
    let listed: Vec<&str> =
        list.lines().filter_map(|line| line.strip_prefix("- ")?.split(": ").next()).collect();
    assert!(listed.len() > 50, "{} crates listed", listed.len());
    let lock = fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let locked: Vec<String> = lock
        .split("[[package]]")
        .filter_map(|package| {
            let value = |key: &str| {
                let line = package.lines().find_map(|line| line.strip_prefix(key))?;
                line.strip_prefix(" = ").map(|value| value.trim_matches('"').to_owned())
            };
            Some(format!("{} {}", value("name")?, value("version")?))
        })
        .collect();
    let old: Vec<&&str> =
        listed.iter().filter(|name| !locked.iter().any(|locked| locked == **name)).collect();
    assert!(old.is_empty(), "run `cargo xtask notices`: {old:?}");
    for name in ["axum", "tokio", "serde", "rusqlite", "rustix"] {
        let versions = locked.iter().filter(|locked| locked.starts_with(&format!("{name} ")));
        for version in versions {
            assert!(listed.contains(&version.as_str()), "run `cargo xtask notices`: {version}");
        }
    }
}

#[test]
fn expressions_of_licences_are_read() {
    let allowed: Vec<String> = ["MIT", "BSD-3-Clause"].map(String::from).to_vec();
    for met in ["MIT", "MIT/Apache-2.0", "GPL-2.0 OR MIT", "(Apache-2.0 OR MIT) AND BSD-3-Clause"] {
        assert!(is_met(met, &allowed), "{met}");
    }
    for unmet in ["GPL-3.0", "MIT AND GPL-3.0", "(MIT OR GPL-3.0) AND OpenSSL", "", "MIT MIT"] {
        assert!(!is_met(unmet, &allowed), "{unmet}");
    }
}
