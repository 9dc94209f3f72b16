//! `networks`: the networks for Go, listed, checked and loaded.

use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context as _, bail};
use serde_json::json;
use sobremesa_go::net;
use sobremesa_nn::{Model, Network};
use sobremesa_text::{Lang, say};

use crate::serve::usual_data;
use crate::{Context, wrap};

/// List the networks for Go that are at hand, and check them.
///
/// Without arguments: the one that comes with the program, those in the directory
/// `networks` of the data directory and the one that SOBREMESA_GO_NETWORK names.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Network files to check instead
    files: Vec<PathBuf>,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut out = io::stdout().lock();
    let files = if args.files.is_empty() {
        one(None, Ok(net::own_model()), args.json, lang, &mut out)?;
        let files = at_hand()?;
        if files.is_empty() && !args.json {
            let directory = directory().display().to_string();
            let none = say(lang, "cli-networks-none", &[("directory", &directory)]);
            writeln!(out, "{}", wrap::on(&out, &none))?;
        }
        files
    } else {
        args.files.clone()
    };
    let mut wrong = 0;
    for file in &files {
        let model = open(&named(file), lang);
        wrong += usize::from(model.is_err());
        one(Some(file), model, args.json, lang, &mut out)?;
    }
    if wrong > 0 {
        bail!(say(lang, "cli-networks-wrong", &[("count", &wrong)]));
    }
    Ok(())
}

/// Says what a network is or what is wrong with it: an object for programs, a
/// line for people. One of no file comes with the program.
fn one(
    file: Option<&Path>,
    model: anyhow::Result<Model>,
    as_json: bool,
    lang: Lang,
    out: &mut dyn io::Write,
) -> io::Result<()> {
    let path = file.map(|file| file.display().to_string());
    match (model, as_json) {
        (Ok(model), true) => {
            let object = json!({
                "file": path,
                "name": model.name,
                "shape": model.shape(),
                "version": model.version,
                "weights": model.weights(),
            });
            writeln!(out, "{object}")
        }
        (Err(error), true) => {
            writeln!(out, "{}", json!({ "file": path, "error": format!("{error:#}") }))
        }
        (Ok(model), false) => {
            let told: [(&str, &dyn Display); 5] = [
                ("file", &path.unwrap_or_else(|| say(lang, "cli-networks-own", &[]))),
                ("name", &model.name),
                ("shape", &model.shape()),
                ("version", &model.version),
                ("weights", &model.weights()),
            ];
            writeln!(out, "{}", say(lang, "cli-networks-line", &told))
        }
        (Err(error), false) => writeln!(out, "{error:#}"),
    }
}

/// A network ready to play: a file, or a name in the data directory.
pub fn load(file: &Path, lang: Lang) -> anyhow::Result<Arc<Network>> {
    Ok(Arc::new(Network::new(&open(&named(file), lang)?)))
}

/// Reads a network and makes sure that it is one for Go as we show it.
pub fn open(file: &Path, lang: Lang) -> anyhow::Result<Model> {
    let model = sobremesa_nn::open(file).with_context(|| file.display().to_string())?;
    if (model.planes(), model.globals()) != (net::PLANES, net::GLOBALS) {
        let found = [model.version, model.planes() as u32, model.globals() as u32];
        let [version, planes, globals] = found.map(|n| n.to_string());
        bail!(say(
            lang,
            "cli-network-inputs",
            &[
                ("file", &file.display().to_string()),
                ("version", &version),
                ("planes", &planes),
                ("globals", &globals),
            ],
        ));
    }
    Ok(model)
}

fn directory() -> PathBuf {
    usual_data().join("networks")
}

fn is_network(file: &Path) -> bool {
    let name = file.to_string_lossy();
    [".bin.gz", ".txt.gz", ".bin", ".txt"].iter().any(|ending| name.ends_with(ending))
}

/// The networks in the data directory by name, and the one of the environment.
fn at_hand() -> anyhow::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    match std::fs::read_dir(directory()) {
        Ok(entries) => {
            for entry in entries {
                let path = entry?.path();
                if is_network(&path) {
                    files.push(path);
                }
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error).with_context(|| directory().display().to_string()),
    }
    files.sort();
    let chosen = std::env::var_os("SOBREMESA_GO_NETWORK").filter(|file| !file.is_empty());
    files.extend(chosen.map(PathBuf::from));
    Ok(files)
}

/// The file that is meant: itself when it is there, else the network of that
/// name in the data directory.
fn named(file: &Path) -> PathBuf {
    if file.exists() || file.components().count() > 1 {
        return file.to_owned();
    }
    let endings = ["", ".bin.gz", ".txt.gz"];
    let name = file.to_string_lossy();
    endings
        .iter()
        .map(|ending| directory().join(format!("{name}{ending}")))
        .find(|path| path.exists())
        .unwrap_or_else(|| file.to_owned())
}
