//! `sobremesa admin`: what an operator does with the matches of a server, also
//! while it runs.

mod backup;
mod person;

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use anyhow::bail;
use serde_json::json;
use sobremesa_store::Rows;
use sobremesa_store::tools::Tools;
use sobremesa_text::say;

use crate::Context;
use crate::serve::usual_data;

/// Care for the matches that a server keeps, also while it runs.
#[derive(Debug, clap::Args)]
#[command(arg_required_else_help = true)]
pub struct Args {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, clap::Subcommand)]
enum What {
    Backup(backup::Backup),
    Restore(backup::Restore),
    Check(Check),
    Export(Export),
    Delete(Delete),
    Prune(Prune),
    Stats(Stats),
}

/// Which database.
#[derive(Debug, clap::Args)]
struct Place {
    /// Where the games are kept [default: sobremesa in the data directory of the user]
    #[arg(long, value_name = "DIR", env = "SOBREMESA_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database instead of the file: postgres://user@host/name
    #[arg(long, value_name = "URL", env = "SOBREMESA_DATABASE", hide_env_values = true)]
    database: Option<String>,
}

impl Place {
    fn data(&self) -> PathBuf {
        self.data.clone().unwrap_or_else(usual_data)
    }

    async fn open(&self, context: &Context) -> anyhow::Result<Tools> {
        let opened = Tools::open(&self.data(), self.database.as_deref()).await;
        opened.map_err(|error| refused(&error, context))
    }
}

/// What a database says of itself stays as it says it.
fn refused(error: &sobremesa_store::Error, context: &Context) -> anyhow::Error {
    anyhow::Error::msg(say(context.lang, "server-no-store", &[("what", &error.to_string())]))
}

/// Look whether every match can be read, is what was kept and keeps the rules.
#[derive(Debug, clap::Args)]
struct Check {
    #[command(flatten)]
    place: Place,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Write all that is kept of matches as JSON, one line for each, without the secrets of the seats.
#[derive(Debug, clap::Args)]
struct Export {
    /// The ids of the matches [default: all]
    ids: Vec<String>,
    #[command(flatten)]
    place: Place,
}

/// Remove matches with all that happened in them.
#[derive(Debug, clap::Args)]
struct Delete {
    /// The ids of the matches
    #[arg(required = true)]
    ids: Vec<String>,
    #[command(flatten)]
    place: Place,
}

/// Remove the matches in which nothing has happened for long.
#[derive(Debug, clap::Args)]
struct Prune {
    /// Days without anything
    #[arg(long, value_name = "DAYS", value_parser = clap::value_parser!(u64).range(1..=36_500))]
    older: u64,
    #[command(flatten)]
    place: Place,
}

/// Say how much is kept.
#[derive(Debug, clap::Args)]
struct Stats {
    #[command(flatten)]
    place: Place,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
    let done = runtime.block_on(async {
        match args.what {
            What::Backup(args) => backup::backup(args, context).await,
            What::Restore(args) => backup::restore(args, context).await,
            What::Check(args) => check(args, context).await,
            What::Export(args) => export(args, context).await,
            What::Delete(args) => delete(args, context).await,
            What::Prune(args) => prune(args, context).await,
            What::Stats(args) => stats(args, context).await,
        }
    });
    runtime.shutdown_timeout(Duration::from_secs(1));
    done
}

async fn check(args: Check, context: &Context) -> anyhow::Result<()> {
    let mut tools = args.place.open(context).await?;
    let mut damaged: Vec<(String, String)> = Vec::new();
    let mut well = 0_u64;
    let file = tools.check().err().map(|error| error.to_string());
    let mut seen = |rows: Result<Rows, sobremesa_store::Error>| {
        match rows.and_then(|rows| sobremesa_server::replay(rows.read()?)) {
            Ok(_) => well += 1,
            Err(sobremesa_store::Error::Damaged { id, what }) => damaged.push((id, what)),
            Err(other) => return Err(other),
        }
        Ok(())
    };
    tools.each(None, &mut seen).await.map_err(|error| refused(&error, context))?;
    let mut out = io::stdout().lock();
    if args.json {
        let damaged: Vec<_> =
            damaged.iter().map(|(id, what)| json!({ "id": id, "what": what })).collect();
        writeln!(out, "{}", json!({ "well": well, "damaged": damaged, "file": file }))?;
    } else {
        writeln!(out, "{}", say(context.lang, "cli-admin-well", &[("count", &well.to_string())]))?;
        for (id, what) in &damaged {
            writeln!(
                out,
                "{}",
                say(context.lang, "cli-admin-damaged", &[("match", id), ("what", what)])
            )?;
        }
        if let Some(what) = &file {
            writeln!(out, "{}", say(context.lang, "cli-admin-file", &[("what", what)]))?;
        }
    }
    if !damaged.is_empty() || file.is_some() {
        bail!(say(context.lang, "cli-admin-not-well", &[]));
    }
    Ok(())
}

async fn export(args: Export, context: &Context) -> anyhow::Result<()> {
    let mut tools = args.place.open(context).await?;
    let ids = Some(args.ids.as_slice()).filter(|ids| !ids.is_empty());
    let mut wrong = Vec::new();
    let mut found = 0;
    let mut written = Ok(());
    let mut seen = |rows: Result<Rows, sobremesa_store::Error>| {
        found += 1;
        match rows.and_then(|rows| rows.read()) {
            Ok(stored) if written.is_ok() => {
                written = writeln!(io::stdout().lock(), "{}", person::told(&stored));
            }
            Ok(_) => {}
            Err(error) => wrong.push(error.to_string()),
        }
        Ok(())
    };
    tools.each(ids, &mut seen).await.map_err(|error| refused(&error, context))?;
    written?;
    if !wrong.is_empty() {
        bail!("{}", wrong.join("\n"));
    }
    if found < args.ids.len() {
        bail!(say(
            context.lang,
            "cli-admin-missing",
            &[("count", &(args.ids.len() - found).to_string())]
        ));
    }
    Ok(())
}

async fn delete(args: Delete, context: &Context) -> anyhow::Result<()> {
    let mut tools = args.place.open(context).await?;
    let removed = tools.delete(&args.ids).await.map_err(|error| refused(&error, context))?;
    tell_removed(removed, context)?;
    let missing = (args.ids.len() as u64).saturating_sub(removed);
    if missing > 0 {
        bail!(say(context.lang, "cli-admin-missing", &[("count", &missing.to_string())]));
    }
    Ok(())
}

async fn prune(args: Prune, context: &Context) -> anyhow::Result<()> {
    let mut tools = args.place.open(context).await?;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH)?;
    let before = now.saturating_sub(Duration::from_secs(args.older * 24 * 60 * 60));
    let before = i64::try_from(before.as_millis())?;
    let mut removed = 0;
    loop {
        let old = tools.idle(before).await.map_err(|error| refused(&error, context))?;
        if old.is_empty() {
            break;
        }
        removed += tools.delete(&old).await.map_err(|error| refused(&error, context))?;
    }
    tell_removed(removed, context)
}

fn tell_removed(removed: u64, context: &Context) -> anyhow::Result<()> {
    let words = say(context.lang, "cli-admin-removed", &[("count", &removed.to_string())]);
    writeln!(io::stdout().lock(), "{words}")?;
    Ok(())
}

async fn stats(args: Stats, context: &Context) -> anyhow::Result<()> {
    let mut tools = args.place.open(context).await?;
    let stats = tools.stats().await.map_err(|error| refused(&error, context))?;
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", serde_json::to_string(&stats)?)?;
        return Ok(());
    }
    let numbers = [stats.matches, stats.over, stats.listed, stats.events, stats.bytes >> 10]
        .map(|number| number.to_string());
    let [matches, over, listed, events, size] = &numbers;
    let arguments: [(&str, &dyn std::fmt::Display); 5] = [
        ("matches", matches),
        ("over", over),
        ("listed", listed),
        ("events", events),
        ("size", size),
    ];
    writeln!(out, "{}", say(context.lang, "cli-admin-stats", &arguments))?;
    for (game, count) in &stats.games {
        writeln!(out, "  {game} {count}")?;
    }
    Ok(())
}
