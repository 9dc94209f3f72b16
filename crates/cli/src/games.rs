//! `games`: the list of games, rules, presets and levels.

use std::io::{self, Write as _};

use serde_json::{Value, json};
use sobremesa_games::all;
use sobremesa_kernel::{GameEntry, Phrase};
use sobremesa_text::{Lang, phrase, say};

use crate::start::find;
use crate::{Context, wrap};

/// List the games with their rules, presets and machine levels.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One game; all of them when absent
    game: Option<String>,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let games: Vec<&GameEntry> = match args.game {
        Some(name) => vec![find(&name, lang)?],
        None => all().collect(),
    };
    let mut out = io::stdout().lock();
    if args.json {
        let games: Vec<Value> = games.into_iter().map(|entry| described(entry, lang)).collect();
        writeln!(out, "{:#}", Value::from(games))?;
        return Ok(());
    }
    for entry in games {
        writeln!(out, "{}", wrap::on(&io::stdout(), &listed(entry, lang)))?;
    }
    Ok(())
}

/// A game in words, its tables in columns.
fn listed(entry: &GameEntry, lang: Lang) -> String {
    let mut names = vec![entry.id];
    names.extend(sobremesa_games::aliases(entry.id));
    let name = say(lang, &format!("game-{}", entry.id), &[]);
    let rules = entry.options().into_iter().map(|option| {
        let word = say(lang, &format!("rule-{}", option.key), &[]);
        let mut values = option.choices.join(" | ");
        if let Some(free) = option.free {
            if !values.is_empty() {
                values.push_str("; ");
            }
            values.push_str(&phrase(lang, &Phrase::new(free)));
        }
        [format!("{}={}", option.key, option.default), word, values]
    });
    let presets = entry.presets().into_iter().map(|preset| {
        let word = say(lang, &format!("preset-{}", preset.id), &[]);
        [preset.id.to_owned(), word, preset.rules]
    });
    let levels = entry.levels().iter().map(|level| {
        let word = say(lang, level.name, &[]);
        [level.number.to_string(), word, phrase(lang, &Phrase::new(level.about))]
    });
    let part = |id: &str, rows: String| format!("  {}\n{rows}", say(lang, id, &[]));
    [
        format!("{name} ({})\n", names.join(", ")),
        part("cli-games-rules", columns(rules.collect())),
        part("cli-games-presets", columns(presets.collect())),
        part("cli-games-levels", columns(levels.collect())),
    ]
    .concat()
}

/// Rows of three cells, each as wide as the widest of its column.
fn columns(rows: Vec<[String; 3]>) -> String {
    let width = |column: usize| {
        rows.iter().map(|row| row[column].chars().count()).max().unwrap_or_default()
    };
    let (first, second) = (width(0), width(1));
    let line = |[a, b, c]: &[String; 3]| format!("    {a:<first$}  {b:<second$}  {c}\n");
    rows.iter().map(line).collect()
}

/// A game for programs: the same, with the words of the language.
fn described(entry: &GameEntry, lang: Lang) -> Value {
    let word = |id: String| say(lang, &id, &[]);
    let rules: Vec<Value> = entry
        .options()
        .into_iter()
        .map(|option| {
            json!({
                "key": option.key,
                "name": word(format!("rule-{}", option.key)),
                "default": option.default,
                "choices": option.choices,
                "free": option.free.map(|free| phrase(lang, &Phrase::new(free))),
            })
        })
        .collect();
    let presets: Vec<Value> = entry
        .presets()
        .into_iter()
        .map(|preset| {
            let name = word(format!("preset-{}", preset.id));
            json!({ "id": preset.id, "name": name, "rules": preset.rules })
        })
        .collect();
    let levels: Vec<Value> = entry
        .levels()
        .iter()
        .map(|level| {
            let name = word(level.name.to_owned());
            let about = phrase(lang, &Phrase::new(level.about));
            json!({ "number": level.number, "name": name, "about": about })
        })
        .collect();
    json!({
        "id": entry.id,
        "name": word(format!("game-{}", entry.id)),
        "aliases": sobremesa_games::aliases(entry.id),
        "rules": rules,
        "presets": presets,
        "levels": levels,
    })
}
