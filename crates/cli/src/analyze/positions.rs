//! What the moves of one position are worth.

use std::io::{self, Write as _};

use anyhow::bail;
use serde_json::{Value as Json, json};
use sobremesa_judgement::{Effort, values};
use sobremesa_kernel::{AnyGame, Line};
use sobremesa_server::wire;
use sobremesa_text::{Lang, say};

/// Writes the moves of a position, best first, with what each is worth to the
/// side to move and how the game goes on where that is known.
pub fn run(game: &dyn AnyGame, effort: &Effort, as_json: bool, lang: Lang) -> anyhow::Result<()> {
    if game.outcome().is_some() {
        bail!(say(lang, "common-game-over", &[]));
    }
    let found = values(game, effort, &|| false);
    let mut out = io::stdout().lock();
    if as_json {
        let moves: Vec<Json> = found.iter().map(told).collect();
        writeln!(out, "{}", json!({ "side": game.turn().to_string(), "moves": moves }))?;
        return Ok(());
    }
    writeln!(out, "{}", game.diagram().trim_end())?;
    for line in found {
        let rest = line.pv[1..].join(" ");
        let row = format!("{:<8} {:>6}  {rest}", line.play, line.value.to_string());
        writeln!(out, "{}", row.trim_end())?;
    }
    Ok(())
}

fn told(line: &Line<String>) -> Json {
    json!({ "move": line.play, "value": wire::MoveValue::from(line.value), "line": line.pv })
}
