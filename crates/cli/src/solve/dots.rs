//! `solve dots`: exact values.

use std::cmp::Ordering;
use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use sobremesa_dots::book::Book;
use sobremesa_dots::chains::captures;
use sobremesa_dots::player::proven_ply;
use sobremesa_dots::solver::{Search, prove};
use sobremesa_dots::{Dots, DotsPosition, Graph, Table};
use sobremesa_kernel::Position;
use sobremesa_search::cpu_time;
use sobremesa_text::{Lang, say};

use super::speed;
use crate::Context;
use crate::start::Start;
use crate::thinking;

/// Solve a Dots and Boxes position: net boxes for the side to move from now
/// on, with best play by both.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Rows x columns of boxes; the same as --size
    #[arg(default_value = "3x3")]
    board: String,
    /// Rows x columns of boxes, such as 4 or 3x4
    #[arg(long, value_name = "SIZE", conflicts_with = "board")]
    size: Option<String>,
    /// Begin from a diagram (see docs/dots.md): its text, @FILE, or - for
    /// standard input; `/` stands for a new line
    #[arg(long, value_name = "DIAGRAM", allow_hyphen_values = true)]
    position: Option<String>,
    /// Play these lines first, such as "1-1-h 2-2-v"
    #[arg(long, value_name = "LINES", default_value = "", hide_default_value = true)]
    moves: String,
    /// Threads that share the table
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=64))]
    threads: u64,
    /// Size of the table, such as 512M or 2G
    #[arg(long, default_value = "2G", value_parser = bytes)]
    table: u64,
    /// Also say what every line is worth
    #[arg(long)]
    lines: bool,
    /// Do without the book, if there is one for this board
    #[arg(long)]
    no_book: bool,
    /// Write JSON, for programs
    #[arg(long)]
    json: bool,
}

/// Reads a size such as `512M`.
fn bytes(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.char_indices().find(|(_, c)| !c.is_ascii_digit()) {
        Some((at, _)) => text.split_at(at),
        None => (text, ""),
    };
    let shift = match unit.to_ascii_uppercase().as_str() {
        "" => 0,
        "K" | "KB" | "KIB" => 10,
        "M" | "MB" | "MIB" => 20,
        "G" | "GB" | "GIB" => 30,
        _ => return Err("expected a size such as 512M or 2G".to_owned()),
    };
    let count: u64 = digits.parse().map_err(|_| "expected a size such as 512M or 2G".to_owned())?;
    match count.checked_mul(1 << shift) {
        Some(bytes) if (1 << 10..=1 << 40).contains(&bytes) => Ok(bytes),
        _ => Err("expected from 1K to 1024G".to_owned()),
    }
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let start = Start {
        size: Some(args.size.clone().unwrap_or_else(|| args.board.clone())),
        position: args.position.clone(),
        moves: args.moves.clone(),
        ..Start::default()
    };
    let position: DotsPosition = start.position::<Dots>(context.lang)?;
    if position.outcome().is_some() {
        bail!(say(context.lang, "dots-game-over", &[]));
    }
    let (graph, word) = Graph::of_position(&position)
        .with_context(|| say(context.lang, "cli-dots-too-many-lines", &[]))?;
    let table = Table::fitting(args.table, graph.lines.len() as u32, word.count_ones());
    let book = Book::of(position.size()).filter(|_| !args.no_book);
    let found = captures(&graph, word);
    let rest = graph.normal(found.rest);
    let begun = cpu_time();
    let mut shown = Instant::now();
    let tell = io::stderr().is_terminal() && !thinking::is_plain();
    let mut pulse = |nodes: u64| {
        if tell && shown.elapsed() >= Duration::from_millis(500) {
            shown = Instant::now();
            let seconds = (cpu_time() - begun).as_secs_f64();
            // Progress is not worth an error.
            let _ = write!(io::stderr(), "\r{} ", speed(nodes, seconds, context.lang));
        }
        false
    };
    let (bounds, nodes) = prove(&graph, &table, book, rest, 0, args.threads as usize, &mut pulse);
    let value = found.value(bounds.lower);
    let geometry = position.geometry();
    let text = |string: usize| geometry.lines[graph.undrawn_line(&position, string)].to_string();
    let mut pulse = |more: u64| pulse(nodes + more);
    let mut search = Search::new(&graph, &table, &mut pulse).with_book(book);
    let best = match (found.sure.first(), found.tail) {
        (Some(&string), _) => text(string),
        (None, Some(tail)) if bounds.lower + tail.coins >= 0 => text(tail.take),
        (None, Some(tail)) => text(tail.leave),
        (None, None) => book
            .and_then(|book| Some(book.answer(&graph, rest)?.1))
            .or_else(|| Some(proven_ply(&graph, &mut search, rest, bounds.lower)?.string.into()))
            .map_or_else(String::new, text),
    };
    let nodes = nodes + search.nodes();
    let seconds = (cpu_time() - begun).as_secs_f64();
    if tell {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    let worth: Vec<(String, i32)> = match args.lines {
        false => Vec::new(),
        true => position
            .undrawn()
            .filter_map(|line| {
                let after = graph.after_line(word, line)?;
                // The search is never stopped, so it always has an answer.
                let rest = search.value(after.next, 0).ok()?;
                Some((geometry.lines[line].to_string(), after.worth(rest)))
            })
            .collect(),
    };
    let mut out = io::stdout().lock();
    let lang = context.lang;
    if args.json {
        let line = |(line, value): &(String, i32)| json!({ "line": line, "value": value });
        let mut found =
            json!({ "value": value, "best": best, "nodes": nodes, "cpu_seconds": seconds });
        if args.lines {
            found["lines"] = worth.iter().map(line).collect::<Vec<Value>>().into();
        }
        writeln!(out, "{found}")?;
        return Ok(());
    }
    let memory = say(lang, "cli-solve-table", &[("size", &(table.bytes() >> 20))]);
    let effort = format!("{}, {memory}", speed(nodes, seconds, lang));
    let words = io::stdout().is_terminal();
    if words {
        writeln!(out, "{}", told(&position, value, lang))?;
        writeln!(out, "  {}", say(lang, "cli-dots-best-line", &[("line", &best)]))?;
        writeln!(out, "  {effort}")?;
        if !worth.is_empty() {
            writeln!(out, "  {}", say(lang, "cli-dots-every-line", &[]))?;
        }
    } else {
        let value = format!("{value:+}");
        writeln!(out, "{}", say(lang, "cli-solve-dots-value", &[("value", &value)]))?;
        writeln!(out, "{}", say(lang, "cli-solve-dots-best", &[("line", &best)]))?;
        writeln!(out, "{effort}")?;
    }
    let margin = if words { "    " } else { "" };
    for (line, value) in worth {
        writeln!(out, "{margin}{line} {value:+}")?;
    }
    Ok(())
}

/// How the game ends, with the boxes that are owned already.
fn told(position: &DotsPosition, value: i32, lang: Lang) -> String {
    let side = position.turn();
    let owned = position.boxes().map(i32::from);
    let left = position.size().boxes() as i32 - owned[0] - owned[1];
    let (own, rival) = (owned[side.index()], owned[side.other().index()]);
    let (own, rival) = (own + (left + value) / 2, rival + (left - value) / 2);
    let id = match own.cmp(&rival) {
        Ordering::Greater => "cli-dots-wins",
        Ordering::Less => "cli-dots-loses",
        Ordering::Equal => "cli-dots-draws",
    };
    let side = say(lang, &format!("dots-{side}"), &[]);
    let value = format!("{value:+}");
    let words: [(&str, &dyn Display); 4] =
        [("side", &side), ("own", &own), ("rival", &rival), ("value", &value)];
    say(lang, id, &words)
}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::Position as _;
    use sobremesa_text::Lang;

    use super::{DotsPosition, bytes, told};

    #[test]
    fn the_end_counts_the_boxes_that_are_owned() {
        let rules = "size=1x2".parse().unwrap();
        let mut position = DotsPosition::start(&rules);
        for line in ["1-1-h", "2-1-h", "1-1-v"] {
            position.play(line.parse().unwrap()).unwrap();
        }
        let said = told(&position, 2, Lang::En);
        assert_eq!(said, "Player 2 to move, and wins 2–0 (value +2)");
        position.play("1-2-v".parse().unwrap()).unwrap();
        let said = told(&position, -1, Lang::Es);
        assert_eq!(said, "mueve Jugador 2, y termina 1–1, en empate (valor -1)");
    }

    #[test]
    fn sizes_are_read() {
        assert_eq!(bytes("2G"), Ok(2 << 30));
        assert_eq!(bytes("512m"), Ok(512 << 20));
        for wrong in ["", "G", "2T", "-1M", "99999999999G", "12"] {
            assert!(bytes(wrong).is_err(), "{wrong}");
        }
    }
}
