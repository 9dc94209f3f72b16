//! `solve othello`: exact scores of endings.

use std::fmt::Display;
use std::io::{self, IsTerminal as _, Write as _};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{Context as _, anyhow, bail};
use serde_json::json;
use sobremesa_kernel::{Budget, Position as _};
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Goal, Move, Othello, Position, Report, Rules, Square, Thinker};
use sobremesa_record::obf;
use sobremesa_search::cpu_time;
use sobremesa_text::{Lang, say, tell};

use super::speed;
use crate::Context;
use crate::start::Start;
use crate::thinking;

/// Solve Othello positions: the score for the side to move with best play by
/// both, empty squares going to the winner.
#[derive(Debug, clap::Args)]
#[command(mut_arg("size", |size| size.hide(true)))]
pub struct Args {
    #[command(flatten)]
    start: Start,
    /// Solve every problem of an OBF file (- is standard input) and compare
    /// with its scores
    #[arg(long, value_name = "FILE", conflicts_with_all = ["size", "preset", "rules", "position", "moves"])]
    obf: Option<PathBuf>,
    /// Only who wins, not by how much
    #[arg(long)]
    wld: bool,
    /// Threads that search together
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=64))]
    threads: u16,
    /// Size of the table: 2^BITS boards of 16 bytes
    #[arg(long, default_value_t = 22, value_parser = clap::value_parser!(u32).range(10..=30))]
    bits: u32,
    /// Write JSON, for programs: an object a problem
    #[arg(long)]
    json: bool,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let explain = |error: sobremesa_kernel::SyntaxError| anyhow!(tell(lang, &error.into()));
    let mut problems: Vec<(Position, Option<i32>)> = Vec::new();
    if let Some(file) = &args.obf {
        let text = match file.as_os_str() == "-" {
            true => io::read_to_string(io::stdin()),
            false => std::fs::read_to_string(file),
        };
        let text = text.with_context(|| file.display().to_string())?;
        for problem in obf::read(&text).map_err(explain)? {
            let best = problem.scores.iter().map(|score| score.1).max();
            let bare = obf::TestPosition { scores: Vec::new(), comment: String::new(), ..problem };
            let board = Position::parse(&Rules::default(), &obf::write(&bare)).map_err(explain)?;
            problems.push((board, best));
        }
        if problems.is_empty() {
            bail!(say(lang, "cli-no-problems", &[("file", &file.display())]));
        }
    } else {
        problems.push((args.start.position::<Othello>(lang)?, None));
    }
    let goal = Goal { outcome_only: args.wld, ..Goal::SOLVE };
    let mut out = io::stdout().lock();
    let (mut nodes, mut seconds, mut wrong) = (0, 0.0, 0);
    for (position, expected) in &problems {
        let begun = cpu_time();
        let report = solve(position, &goal, &args, lang);
        let spent = (cpu_time() - begun).as_secs_f64();
        nodes += report.nodes;
        seconds += spent;
        let score = if position.outcome().is_some() {
            position.board().final_score()
        } else {
            report.value()
        };
        let value = match (args.wld, score.signum()) {
            (true, 1) => say(lang, "cli-solve-win", &[]),
            (true, 0) => say(lang, "cli-solve-draw", &[]),
            (true, _) => say(lang, "cli-solve-loss", &[]),
            _ => format!("{score:+}"),
        };
        let line: Vec<String> =
            report.moves.first().map_or(&[][..], |m| &m.line).iter().map(|&m| text(m)).collect();
        let empties = position.board().empties();
        let words: [(&str, &dyn Display); 2] = [("empties", &empties), ("value", &value)];
        let right = expected.map(|expected| match args.wld {
            true => score.signum() == expected.signum(),
            false => score == expected,
        });
        wrong += u32::from(right == Some(false));
        if args.json {
            let row = json!({
                "empties": empties,
                "value": if args.wld { score.signum() } else { score },
                "exact": !args.wld,
                "expected": expected,
                "line": line,
                "nodes": report.nodes,
                "cpu_seconds": spent,
            });
            writeln!(out, "{row}")?;
            out.flush()?;
            continue;
        }
        let speed = speed(report.nodes, spent, lang);
        write!(out, "{}, {speed}", say(lang, "cli-solve-value", &words))?;
        if let Some((expected, right)) = expected.zip(right) {
            let id = if right { "cli-solve-right" } else { "cli-solve-wrong" };
            write!(out, ", {}", say(lang, id, &[("expected", &format!("{expected:+}"))]))?;
        }
        writeln!(out, "\n  {}", line.join(" "))?;
        out.flush()?;
    }
    if problems.len() > 1 && !args.json {
        let total = say(lang, "cli-solve-total", &[]);
        writeln!(out, "{total}: {}", speed(nodes, seconds, lang))?;
    }
    if wrong > 0 {
        bail!(say(lang, "cli-results-wrong", &[("count", &wrong)]));
    }
    Ok(())
}

fn solve(position: &Position, goal: &Goal, args: &Args, lang: Lang) -> Report {
    let mut thinker = Thinker::new(Weights::shipped(), args.bits);
    let budget = Budget::default().threads(args.threads.into());
    let show = io::stderr().is_terminal() && !thinking::is_plain();
    let mut shown = Instant::now();
    let report = thinker.think(position.board(), goal, &budget, &mut |report| {
        if show && shown.elapsed() > Duration::from_millis(300) {
            shown = Instant::now();
            let best = report.moves.first().map_or(String::new(), |m| text(m.square));
            let value = format!("{:+}", report.value());
            let nodes = format!("{:.1} M", report.nodes as f64 / 1e6);
            let words: [(&str, &dyn Display); 4] =
                [("move", &best), ("value", &value), ("depth", &report.depth), ("nodes", &nodes)];
            // Progress is not worth an error.
            let so_far = say(lang, "cli-thinking-so-far", &words);
            let _ = write!(io::stderr(), "\r\x1b[K{so_far} ");
        }
        ControlFlow::Continue(())
    });
    if show {
        let _ = write!(io::stderr(), "\r\x1b[K");
    }
    report
}

fn text(square: Option<usize>) -> String {
    square.and_then(Square::new).map_or(Move::Pass, Move::Place).to_string()
}
