//! `solve connect4`: exact scores.

use std::borrow::Cow;
use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal as _, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, anyhow, bail};
use serde_json::{Value, json};
use sobremesa_connect4::{Book, Move, Position, Rules, Solver, Wanted};
use sobremesa_kernel::{Position as _, SyntaxError};
use sobremesa_search::cpu_time;
use sobremesa_text::{say, tell};

use crate::Context;
use crate::thinking::short;

/// The exact score of Connect 4 positions.
///
/// A position is the string of columns played from the empty board, such as
/// 4455; only the first word of a line is read, and an empty line is the empty
/// board. A terminal gets words; a pipe gets columns: the position, the score,
/// the nodes searched and the CPU microseconds, then what --columns and --line
/// add. The score is for the side to move: 22 minus the pieces the winner has played when it wins, negative if the rival
/// does, 0 for a draw.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Positions; without any, and without --file, standard input is read.
    positions: Vec<String>,
    /// A file of positions, one a line; - is standard input.
    #[arg(long, short, value_name = "FILE", conflicts_with = "positions")]
    file: Option<PathBuf>,
    /// Add the score of playing in each column, left to right; a full column is a dot.
    #[arg(long, short)]
    columns: bool,
    /// Add best play for both sides to the end of the game.
    #[arg(long, short)]
    line: bool,
    /// Only the sign of the score: 1 won, 0 drawn, -1 lost.
    #[arg(long)]
    wdl: bool,
    /// Threads, which share the table.
    #[arg(long, short, default_value_t = 1)]
    threads: usize,
    /// Size of the table, such as 64M or 2G.
    #[arg(long, value_name = "SIZE", default_value = "64M")]
    table: Size,
    /// Search even what the opening book knows.
    #[arg(long)]
    no_book: bool,
    /// Keep the table from one position to the next instead of starting each
    /// with an empty one.
    #[arg(long)]
    warm: bool,
    /// Board size, rows x columns.
    #[arg(long, value_name = "SIZE", default_value = "6x7")]
    size: String,
    /// Write JSON, for programs: an object a position.
    #[arg(long)]
    json: bool,
}

/// A number of bytes, written with K, M or G.
#[derive(Clone, Copy, Debug)]
struct Size(usize);

impl FromStr for Size {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Size, &'static str> {
        const EXPECTED: &str = "expected a size from 1M to 64G, such as 64M or 2G";
        let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let shift = match text[digits.len()..].to_ascii_uppercase().as_str() {
            "" => 0,
            "K" | "KB" | "KIB" => 10,
            "M" | "MB" | "MIB" => 20,
            "G" | "GB" | "GIB" => 30,
            _ => return Err(EXPECTED),
        };
        let bytes = digits.parse::<usize>().ok().and_then(|n| n.checked_mul(1 << shift));
        bytes.filter(|n| (1 << 20..=64 << 30).contains(n)).map(Size).ok_or(EXPECTED)
    }
}

/// The positions and how many of them could not be read.
struct Run<'a, W> {
    args: &'a Args,
    context: &'a Context,
    solver: Solver,
    /// Empty where none is wanted.
    book: Cow<'static, Book>,
    rules: Rules,
    out: W,
    form: Form,
    refused: usize,
}

/// How the answers are written.
#[derive(Clone, Copy)]
enum Form {
    Words,
    Columns,
    Json,
}

/// What was found of a position.
struct Found {
    position: Position,
    /// As it was given.
    text: String,
    score: i32,
    nodes: u64,
    micros: u128,
    columns: Option<Vec<Option<i32>>>,
    line: Option<String>,
}

pub fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let rules: Rules = format!("size={}", args.size)
        .parse()
        .map_err(|error: SyntaxError| anyhow!(tell(context.lang, &error.into())))?;
    let mut run = Run {
        args,
        context,
        solver: Solver::new(rules, args.table.0).threads(args.threads),
        book: match args.no_book {
            true => Cow::default(),
            false => Cow::Borrowed(Book::shipped()),
        },
        rules,
        form: match (args.json, io::stdout().is_terminal()) {
            (true, _) => Form::Json,
            (false, true) => Form::Words,
            (false, false) => Form::Columns,
        },
        out: io::BufWriter::new(io::stdout().lock()),
        refused: 0,
    };
    if args.positions.is_empty() {
        let input: Box<dyn BufRead> = match &args.file {
            Some(path) if path.as_os_str() != "-" => Box::new(BufReader::new(
                fs::File::open(path).with_context(|| path.display().to_string())?,
            )),
            _ => Box::new(io::stdin().lock()),
        };
        for (number, line) in (1..).zip(input.split(b'\n')) {
            // What is not UTF-8 is no position either, and is refused as such.
            run.solve(number, &String::from_utf8_lossy(&line?))?;
        }
    } else {
        for (number, position) in (1..).zip(&args.positions) {
            run.solve(number, position)?;
        }
    }
    run.out.flush()?;
    if run.refused > 0 {
        bail!(say(context.lang, "cli-positions-refused", &[("count", &run.refused)]));
    }
    Ok(())
}

impl Found {
    /// In columns, for programs.
    fn columns(&self) -> String {
        let mut line = format!("{} {} {} {}", self.text, self.score, self.nodes, self.micros);
        for column in self.columns.iter().flatten() {
            line += &column.map_or_else(|| " .".to_owned(), |score| format!(" {score}"));
        }
        if let Some(best) = &self.line {
            line = format!("{line} {best}");
        }
        line
    }

    fn json(&self, sign_only: bool) -> Value {
        let mut row = json!({
            "position": self.text,
            "side": self.position.turn().to_string(),
            (if sign_only { "sign" } else { "score" }): self.score,
            "nodes": self.nodes,
            "cpu_micros": self.micros as u64,
        });
        if let Some(columns) = &self.columns {
            row["columns"] = json!(columns);
        }
        if let Some(line) = &self.line {
            row["line"] = json!(line);
        }
        row
    }
}

/// The moves that whoever wins still makes, from the score of a board of so
/// many cells with so many pieces.
pub fn moves_left(cells: i32, pieces: i32, score: i32) -> i32 {
    let wins_with = cells / 2 + 1 - score.abs();
    // The first player has the odd pieces; the mover is the first after an
    // even number of them.
    let first_wins = (score > 0) == (pieces % 2 == 0);
    let has = if first_wins { (pieces + 1) / 2 } else { pieces / 2 };
    wins_with - has
}

impl<W: Write> Run<'_, W> {
    /// Solves one line of input and prints the answer.
    fn solve(&mut self, number: usize, line: &str) -> anyhow::Result<()> {
        let text = line.split_whitespace().next().unwrap_or("");
        let position = match Position::from_columns(self.rules, text) {
            Ok(position) => position,
            Err(error) => {
                self.refused += 1;
                self.out.flush()?;
                let why = tell(self.context.lang, &error.into());
                writeln!(io::stderr(), "sobremesa: {number}: {why}")?;
                return Ok(());
            }
        };
        if !self.args.warm {
            self.solver.forget();
        }
        let (nodes, cpu) = (self.solver.nodes(), cpu_time());
        let score = self.score(&position);
        let columns: Option<Vec<Option<i32>>> =
            self.args.columns.then(|| self.columns(&position, score));
        let used = cpu_time().saturating_sub(cpu);
        let searched = self.solver.nodes() - nodes;
        let line = self.args.line.then(|| {
            let never = AtomicBool::new(false);
            let line = self.solver.line(&position, &never).unwrap_or_default();
            let separator = if self.rules.columns() > 9 { "," } else { "" };
            line.iter().map(ToString::to_string).collect::<Vec<_>>().join(separator)
        });
        let found = Found {
            position,
            text: text.to_owned(),
            score,
            nodes: searched,
            micros: used.as_micros(),
            columns,
            line,
        };
        let told = match self.form {
            Form::Words => self.words(&found),
            Form::Columns => found.columns(),
            Form::Json => found.json(self.args.wdl).to_string(),
        };
        writeln!(self.out, "{told}")?;
        // Somebody is watching.
        if matches!(self.form, Form::Words) {
            self.out.flush()?;
        }
        Ok(())
    }

    /// What was found, for people.
    fn words(&self, found: &Found) -> String {
        let lang = self.context.lang;
        let side = say(lang, &format!("connect4-{}", found.position.turn()), &[]);
        let position = match found.text.as_str() {
            "" => say(lang, "cli-connect4-empty", &[]),
            text => text.to_owned(),
        };
        let score = format!("{:+}", found.score);
        let id = match (found.score.signum(), self.args.wdl) {
            (1, false) => "cli-connect4-win",
            (1, true) => "cli-connect4-win-only",
            (-1, false) => "cli-connect4-loss",
            (-1, true) => "cli-connect4-loss-only",
            _ => "cli-connect4-draw",
        };
        let cells = (self.rules.rows() * self.rules.columns()) as i32;
        let moves = moves_left(cells, found.position.plies() as i32, found.score);
        let words: [(&str, &dyn std::fmt::Display); 4] =
            [("position", &position), ("side", &side), ("count", &moves), ("score", &score)];
        let mut lines = vec![say(lang, id, &words)];
        if let Some(columns) = &found.columns {
            let cell = |score: &Option<i32>| match score {
                Some(score) => format!("{score:>+4}"),
                None => format!("{:>4}", "."),
            };
            let numbers = (1..=columns.len()).map(|column| format!("{column:>4}"));
            let title = say(lang, "cli-connect4-columns", &[]);
            lines.push(format!("  {title:<12}{}", numbers.collect::<String>()));
            lines.push(format!("  {:<12}{}", "", columns.iter().map(cell).collect::<String>()));
        }
        if let Some(line) = &found.line {
            let line = if line.is_empty() { "-" } else { line };
            lines.push(format!("  {}", say(lang, "cli-connect4-line", &[("line", &line)])));
        }
        let effort = match found.nodes {
            0 => say(lang, "cli-connect4-known", &[]),
            nodes => {
                let time = format!("{:.1}", found.micros as f64 / 1e3);
                let nodes = short(nodes);
                say(lang, "cli-connect4-effort", &[("nodes", &nodes), ("time", &time)])
            }
        };
        lines.push(format!("  {effort}"));
        lines.join("\n")
    }

    fn score(&mut self, position: &Position) -> i32 {
        let never = AtomicBool::new(false);
        let score = if self.args.wdl {
            let known = self.book.score(position).map(i32::signum);
            known.or_else(|| self.solver.solve(position, Wanted::Sign, &never))
        } else {
            self.book.solve(&mut self.solver, position, &never)
        };
        score.unwrap_or_default()
    }

    /// The scores of the columns of a position with this score, which none of
    /// them exceeds.
    fn columns(&mut self, position: &Position, score: i32) -> Vec<Option<i32>> {
        let never = AtomicBool::new(false);
        let columns = 1..=self.rules.columns();
        columns
            .map(|column| {
                let mut next = *position;
                next.play(Move::new(column)?).ok()?;
                if self.args.wdl {
                    return Some(-self.score(&next));
                }
                let found = self.book.solve_above(&mut self.solver, &next, -score, &never);
                found.map(|score| -score)
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Against the length of best play, on boards of even and odd area.
    #[test]
    fn the_moves_that_are_left_are_those_of_best_play() {
        for (size, positions) in [
            ("size=4x5", &["", "1", "33", "2415", "333", "12321"][..]),
            ("size=3x5", &["", "3", "34", "112"]),
            ("size=5x5", &["33", "33344", "1234"]),
        ] {
            let rules: Rules = size.parse().unwrap();
            let mut solver = Solver::new(rules, 1 << 20);
            for text in positions {
                let position = Position::from_columns(rules, text).unwrap();
                let never = AtomicBool::new(false);
                let score = solver.score(&position, &never).unwrap();
                let line = solver.line(&position, &never).unwrap();
                let cells = (rules.rows() * rules.columns()) as i32;
                if score == 0 {
                    continue;
                }
                // Of the plies that are left the winner makes the first and
                // the last, or the rival makes the first.
                let plies = line.len() as i32;
                let own = if score > 0 { (plies + 1) / 2 } else { plies / 2 };
                let pieces = position.plies() as i32;
                assert_eq!(moves_left(cells, pieces, score), own, "{size} {text} {score}");
            }
        }
    }
}
