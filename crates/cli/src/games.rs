use std::io::{self, Write as _};

use sobremesa_games::GAMES;
use sobremesa_kernel::Entry;
use sobremesa_text::say;

use crate::Context;
use crate::start::find;

/// List the games with their rules, presets and machine levels.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One game; all of them when absent
    game: Option<String>,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    match args.game {
        Some(name) => show(find(&name, context.lang)?, context),
        None => GAMES.iter().try_for_each(|entry| show(entry, context)),
    }
}

fn show(entry: &Entry, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let mut out = io::stdout().lock();
    let name = say(lang, &format!("game-{}", entry.id), &[]);
    let mut names = vec![entry.id];
    names.extend(sobremesa_games::aliases(entry.id));
    writeln!(out, "{name} ({})", names.join(", "))?;
    writeln!(out, "  {}", say(lang, "cli-games-rules", &[]))?;
    for option in entry.options() {
        let word = say(lang, &format!("rule-{}", option.key), &[]);
        let mut values = option.choices.join(" | ");
        if let Some(free) = option.free {
            if !values.is_empty() {
                values.push_str("; ");
            }
            values.push_str(free);
        }
        writeln!(out, "    {}={}  {word}: {values}", option.key, option.default)?;
    }
    writeln!(out, "  {}", say(lang, "cli-games-presets", &[]))?;
    for preset in entry.presets() {
        let word = say(lang, &format!("preset-{}", preset.id), &[]);
        writeln!(out, "    {:<16} {:<32} {word}", preset.id, preset.rules)?;
    }
    writeln!(out, "  {}", say(lang, "cli-games-levels", &[]))?;
    for level in entry.levels() {
        let word = say(lang, level.name, &[]);
        writeln!(out, "    {} {word:<12} {}", level.number, level.about)?;
    }
    writeln!(out)?;
    Ok(())
}
