use std::borrow::Cow;
use std::fs;
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::atomic::AtomicBool;

use anyhow::{Context as _, anyhow, bail};
use sobremesa_connect4::{Book, Move, Position, Rules, Solver, Wanted};
use sobremesa_kernel::{Position as _, SyntaxError};
use sobremesa_search::cpu_time;
use sobremesa_text::{say, tell};

use crate::Context;

/// The exact score of Connect 4 positions.
///
/// A position is the string of columns played from the empty board, such as
/// 4455; only the first word of a line is read, and an empty line is the empty
/// board. For each the program prints the position, the score, the nodes
/// searched and the CPU microseconds. The score is for the side to move: 22
/// minus the pieces the winner has played when it wins, negative if the rival
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
    refused: usize,
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

impl<W: Write> Run<'_, W> {
    /// Solves one line of input and prints one of output.
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
        write!(self.out, "{text} {score} {searched} {}", used.as_micros())?;
        for column in columns.into_iter().flatten() {
            match column {
                Some(score) => write!(self.out, " {score}")?,
                None => write!(self.out, " .")?,
            }
        }
        if self.args.line {
            let never = AtomicBool::new(false);
            let line = self.solver.line(&position, &never).unwrap_or_default();
            let separator = if self.rules.columns() > 9 { "," } else { "" };
            let shown: Vec<String> = line.iter().map(ToString::to_string).collect();
            write!(self.out, " {}", shown.join(separator))?;
        }
        writeln!(self.out)?;
        Ok(())
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
