//! `cargo xtask measured`: appends what benchmarks say now to `docs/measured/`,
//! so that speed has a history.

use std::fs::OpenOptions;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, Result, ensure};
use serde_json::{Map, Value};

/// Append what the benchmarks say now to docs/measured.
///
/// A file per benchmark, an object a line: what `sobremesa bench NAME --json`
/// writes, with the commit, its date, the processor and how busy the machine was.
/// The program is built as for release first.
#[derive(clap::Args)]
pub struct Args {
    /// Benchmarks, with their arguments in quotes: `perft` or `"othello --games 2"`
    #[arg(required = true)]
    benchmarks: Vec<String>,
}

pub fn run(args: &Args) -> Result<()> {
    let changed = said("git", &["status", "--porcelain", "--", "crates", "Cargo.lock"])?;
    ensure!(changed.is_empty(), "commit first, so that it is known what is measured:\n{changed}");
    let built = Command::new("cargo").args(["build", "--locked", "--release"]).status()?;
    ensure!(built.success(), "cargo build failed");
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"])?;
    let date = said("git", &["show", "--no-patch", "--format=%cs", "HEAD"])?;
    let processor = processor();
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or("target".into(), PathBuf::from);
    let program = target.join("release/sobremesa");
    for benchmark in &args.benchmarks {
        let words: Vec<&str> = benchmark.split_whitespace().collect();
        let [name, ..] = words[..] else { continue };
        let mut arguments = vec!["bench"];
        arguments.extend(&words);
        arguments.push("--json");
        let lines = said(&program.to_string_lossy(), &arguments)?;
        let mut file = open(Path::new("docs/measured"), name)?;
        for line in lines.lines() {
            let measured: Map<String, Value> =
                serde_json::from_str(line).with_context(|| format!("bench {benchmark}: {line}"))?;
            writeln!(file, "{}", stamped(measured, [&commit, &date, &processor, &load()]))?;
        }
        println!("docs/measured/{name}.jsonl: {} lines more", lines.lines().count());
    }
    Ok(())
}

/// What was measured, with when and where it was.
fn stamped(measured: Map<String, Value>, told: [&str; 4]) -> Value {
    let mut whole = Map::new();
    for (key, value) in ["commit", "date", "processor", "load"].into_iter().zip(told) {
        whole.insert(key.to_owned(), value.into());
    }
    whole.extend(measured);
    Value::Object(whole)
}

fn open(directory: &Path, name: &str) -> Result<std::fs::File> {
    let plain = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    ensure!(plain, "{name:?} is no benchmark: see `sobremesa bench`");
    let path = directory.join(format!("{name}.jsonl"));
    OpenOptions::new().create(true).append(true).open(&path).context(path.display().to_string())
}

/// What Linux calls the processor; elsewhere only its kind.
fn processor() -> String {
    let about = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = about.lines().find_map(|line| line.strip_prefix("model name"));
    let model = model.and_then(|line| line.split_once(':')).map(|(_, model)| model.trim());
    model.unwrap_or(std::env::consts::ARCH).to_owned()
}

/// How many wanted a processor during the last minute, as Linux counts: what
/// others do disturbs even CPU time a little, by their use of the caches.
fn load() -> String {
    let average = std::fs::read_to_string("/proc/loadavg").unwrap_or_default();
    average.split_whitespace().next().unwrap_or("?").to_owned()
}

fn said(program: &str, arguments: &[&str]) -> Result<String> {
    let output = Command::new(program).args(arguments).output().context(program.to_owned())?;
    let complaint = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "{program} {}: {complaint}", arguments.join(" "));
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_measured_says_when_and_where() {
        let measured = serde_json::from_str(r#"{"bench":"perft","game":"go","nodes":7}"#).unwrap();
        let whole = stamped(measured, ["abc", "2026-11-19", "a machine", "0.5"]);
        assert_eq!(whole["commit"], "abc");
        assert_eq!(whole["processor"], "a machine");
        assert_eq!(whole["load"], "0.5");
        assert_eq!(whole["nodes"], 7);
        assert_eq!(whole.as_object().unwrap().len(), 7);
    }

    #[test]
    fn a_benchmark_is_a_plain_name() {
        assert!(open(Path::new("docs/measured"), "../perft").is_err());
    }
}
