//! `cargo xtask notices`: writes THIRD-PARTY.txt, the licences of what others
//! wrote and the programs contain.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::Value;

use crate::files;

/// Write THIRD-PARTY.txt: the licences of the crates that the programs contain.
///
/// Needed after a change of Cargo.lock. The texts come from the crates' own
/// sources; equal ones are written once.
#[derive(clap::Args)]
pub struct Args {}

/// What is given to others: the programs and the library for SWI-Prolog.
const GIVEN: [&str; 2] = ["sobremesa", "sobremesa-swipl"];

pub fn run(_: &Args) -> Result<()> {
    let output = Command::new("cargo")
        .args(["metadata", "--locked", "--format-version", "1"])
        .args(["--filter-platform", "x86_64-unknown-linux-gnu"])
        .output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout)?;
    let text = notices(&metadata)?;
    files::replace(Path::new("THIRD-PARTY.txt"), text.as_bytes())
}

fn notices(metadata: &Value) -> Result<String> {
    let inside = contained(metadata);
    let mut list = String::new();
    let mut texts: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for package in array(&metadata["packages"]) {
        if package["source"].is_null() || !inside.contains(text(&package["id"])) {
            continue;
        }
        let name = format!("{} {}", text(&package["name"]), text(&package["version"]));
        writeln!(list, "- {name}: {}", text(&package["license"]))?;
        let directory = Path::new(text(&package["manifest_path"])).parent();
        let directory = directory.context("a manifest without a directory")?;
        for licence in licences(directory)? {
            texts.entry(licence).or_default().insert(name.clone());
        }
    }
    let mut whole = format!(
        "# What others wrote\n\n\
         Sobremesa contains these crates. Their licences follow, each with the crates\n\
         that come with it; where a crate has several, Sobremesa uses it under any of\n\
         them. `cargo xtask notices` writes this file.\n\n{list}"
    );
    for (licence, names) in texts {
        let names: Vec<String> = names.into_iter().collect();
        write!(whole, "\n## {}\n\n```text\n{licence}\n```\n", names.join(", "))?;
    }
    Ok(whole)
}

/// The ids of the packages that what is given to others is linked with.
fn contained(metadata: &Value) -> BTreeSet<&str> {
    let nodes: BTreeMap<&str, &Value> =
        array(&metadata["resolve"]["nodes"]).iter().map(|node| (text(&node["id"]), node)).collect();
    let given = array(&metadata["packages"])
        .iter()
        .filter(|package| GIVEN.contains(&text(&package["name"])))
        .map(|package| text(&package["id"]));
    let mut open: Vec<&str> = given.collect();
    let mut inside: BTreeSet<&str> = open.iter().copied().collect();
    while let Some(id) = open.pop() {
        let Some(node) = nodes.get(id) else { continue };
        for dependency in array(&node["deps"]) {
            let linked = array(&dependency["dep_kinds"]).iter().any(|kind| kind["kind"].is_null());
            if linked && inside.insert(text(&dependency["pkg"])) {
                open.push(text(&dependency["pkg"]));
            }
        }
    }
    inside
}

/// The licences and notices in a crate's directory.
fn licences(directory: &Path) -> Result<Vec<String>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).context(directory.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_uppercase();
        let about = ["LICENSE", "LICENCE", "COPYING", "COPYRIGHT", "NOTICE", "UNLICENSE"];
        if path.is_file() && about.iter().any(|about| name.starts_with(about)) {
            let bytes = fs::read(&path)?;
            let lines: Vec<String> = String::from_utf8_lossy(&bytes)
                .lines()
                .map(|line| line.trim_end().to_owned())
                .collect();
            found.push(lines.join("\n").trim_matches('\n').to_owned());
        }
    }
    Ok(found)
}

fn array(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::contained;

    #[test]
    fn what_only_tests_and_builds_need_is_not_contained() {
        let node = |id: &str, deps: &[(&str, Option<&str>)]| {
            let deps =
                deps.iter().map(|(pkg, kind)| json!({"pkg": pkg, "dep_kinds": [{"kind": kind}]}));
            json!({"id": id, "deps": deps.collect::<Vec<_>>()})
        };
        let metadata = json!({
            "packages": [{"id": "s", "name": "sobremesa"}, {"id": "x", "name": "xtask"}],
            "resolve": {"nodes": [
                node("s", &[("a", None), ("t", Some("dev")), ("b", Some("build"))]),
                node("a", &[("c", None)]),
                node("c", &[]),
                node("x", &[("y", None)]),
            ]},
        });
        assert_eq!(contained(&metadata).into_iter().collect::<Vec<_>>(), ["a", "c", "s"]);
    }
}
