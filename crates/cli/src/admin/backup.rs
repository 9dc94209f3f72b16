//! All matches as one file, and back from it: the same file for SQLite and
//! PostgreSQL.
//!
//! ```text
//! {"sobremesa":"backup","version":1}
//! {"id":…,"game":…, … ,"events":[…]}      one line for each match
//! {"matches":N,"hash":"…"}                SHA-256 of all lines before
//! ```

use std::fs::File;
use std::io::{self, BufRead as _, BufReader, BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, bail};
use futures_util::stream::{FuturesUnordered, StreamExt as _};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use sobremesa_store::Rows;
use sobremesa_text::say;

use super::{Place, refused};
use crate::Context;

/// Write all matches to a file, as they are at one moment.
#[derive(Debug, clap::Args)]
pub struct Backup {
    /// The file to write, which must not be there yet
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Put the matches of a backup into a database without any, while no server uses it.
#[derive(Debug, clap::Args)]
pub struct Restore {
    /// A file that backup wrote
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct First {
    sobremesa: String,
    version: u32,
}

impl First {
    fn now() -> First {
        First { sobremesa: "backup".to_owned(), version: 1 }
    }
}

#[derive(Debug, Serialize, Deserialize, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
struct Last {
    matches: u64,
    hash: String,
}

/// Matches that wait to be kept at a time.
const AT_A_TIME: usize = 1000;

/// A file that grows, and its hash.
struct Hashed<W> {
    out: W,
    hash: Sha256,
}

impl<W: io::Write> Hashed<W> {
    fn line(&mut self, line: &impl Serialize) -> anyhow::Result<()> {
        let mut line = serde_json::to_vec(line)?;
        line.push(b'\n');
        self.hash.update(&line);
        self.out.write_all(&line)?;
        Ok(())
    }
}

fn hexadecimal(hash: Sha256) -> String {
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

pub async fn backup(args: Backup, context: &Context) -> anyhow::Result<()> {
    let mut tools = args.place.open(context).await?;
    let named = || args.file.display().to_string();
    // Under its name it is whole.
    let mut part = args.file.clone().into_os_string();
    part.push(".part");
    let part = PathBuf::from(part);
    if args.file.exists() {
        bail!(say(context.lang, "cli-admin-exists", &[("file", &named())]));
    }
    let mut options = File::options();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = options.open(&part).with_context(|| part.display().to_string())?;
    let mut out = Hashed { out: BufWriter::new(file), hash: Sha256::new() };
    out.line(&First::now())?;
    let mut matches = 0;
    let mut damaged = Vec::new();
    let mut written = Ok(());
    let mut seen = |rows: Result<Rows, sobremesa_store::Error>| {
        let readable = rows.and_then(|rows| rows.read().map(|_| rows));
        match readable {
            Ok(rows) if written.is_ok() => {
                matches += 1;
                written = out.line(&rows);
            }
            Ok(_) => {}
            Err(error) => damaged.push(error.to_string()),
        }
        Ok(())
    };
    tools.each(None, &mut seen).await.map_err(|error| refused(&error, context))?;
    written?;
    let Hashed { mut out, hash } = out;
    serde_json::to_writer(&mut out, &Last { matches, hash: hexadecimal(hash) })?;
    out.write_all(b"\n")?;
    out.into_inner().map_err(io::IntoInnerError::into_error)?.sync_all()?;
    std::fs::rename(&part, &args.file).with_context(named)?;
    let count = matches.to_string();
    let words = say(context.lang, "cli-admin-backup", &[("count", &count), ("file", &named())]);
    writeln!(io::stdout().lock(), "{words}")?;
    if !damaged.is_empty() {
        let left = say(context.lang, "cli-admin-left-out", &[]);
        bail!("{}\n{left}", damaged.join("\n"));
    }
    Ok(())
}

pub async fn restore(args: Restore, context: &Context) -> anyhow::Result<()> {
    // All of it is read before anything is written.
    let expected = read(&args.file, context)?;
    let store = sobremesa_store::open(&args.place.data(), args.place.database.as_deref())
        .await
        .map_err(|error| refused(&error, context))?;
    let there = store.ids().await.map_err(|error| refused(&error, context))?.len();
    let done = match there {
        0 => fill(&*store, &args.file, context).await,
        _ => Err(anyhow::Error::msg(say(
            context.lang,
            "cli-admin-not-empty",
            &[("count", &there.to_string())],
        ))),
    };
    let closed = store.close().await.map_err(|error| refused(&error, context));
    done.and(closed)?;
    let arguments: [(&str, &dyn std::fmt::Display); 2] =
        [("count", &expected), ("file", &args.file.display())];
    writeln!(io::stdout().lock(), "{}", say(context.lang, "cli-admin-restored", &arguments))?;
    Ok(())
}

async fn fill(
    store: &dyn sobremesa_store::Store,
    file: &Path,
    context: &Context,
) -> anyhow::Result<()> {
    let mut some = Vec::with_capacity(AT_A_TIME);
    let mut lines = lines(file)?;
    // The first line and the last were looked at.
    lines.next();
    loop {
        let line = lines.next().transpose()?;
        let rows = line.as_deref().and_then(|line| serde_json::from_str::<Rows>(line).ok());
        let end = rows.is_none();
        some.extend(rows);
        if end || some.len() == AT_A_TIME {
            let mut kept: FuturesUnordered<_> =
                some.drain(..).map(|rows| store.import(rows)).collect();
            while let Some(kept) = kept.next().await {
                kept.map_err(|error| refused(&error, context))?;
            }
        }
        if end {
            return Ok(());
        }
    }
}

fn lines(file: &Path) -> anyhow::Result<io::Lines<BufReader<File>>> {
    let named = || file.display().to_string();
    Ok(BufReader::new(File::open(file).with_context(named)?).lines())
}

/// Reads a backup to its end; how many matches it has.
fn read(file: &Path, context: &Context) -> anyhow::Result<u64> {
    let wrong = |what: String| {
        let file = file.display().to_string();
        let words = say(context.lang, "cli-admin-no-backup", &[("file", &file), ("what", &what)]);
        anyhow::Error::msg(words)
    };
    let mut hash = Sha256::new();
    let mut matches = 0;
    for (number, line) in (1..).zip(lines(file)?) {
        let line = line.map_err(|error| wrong(error.to_string()))?;
        let at = |error: serde_json::Error| wrong(format!("line {number}: {error}"));
        if number == 1 {
            let first: First = serde_json::from_str(&line).map_err(at)?;
            if first != First::now() {
                return Err(wrong(format!("version {}", first.version)));
            }
        } else if line.starts_with("{\"matches\":") {
            let last: Last = serde_json::from_str(&line).map_err(at)?;
            let expected = Last { matches, hash: hexadecimal(hash) };
            if last != expected {
                return Err(wrong(format!("line {number}: the hash is another")));
            }
            return Ok(matches);
        } else {
            let rows: Rows = serde_json::from_str(&line).map_err(at)?;
            rows.read().map_err(|error| wrong(format!("line {number}: {error}")))?;
            matches += 1;
        }
        hash.update(line.as_bytes());
        hash.update(b"\n");
    }
    Err(wrong("the end is missing".to_owned()))
}
