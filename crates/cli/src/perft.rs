//! `perft`: counts move sequences.

use std::io::{self, Write as _};

use serde_json::json;
use sobremesa_games::Visitor;
use sobremesa_kernel::{Game, Position};
use sobremesa_search::cpu_time;

use crate::Context;
use crate::start::{Start, find};

/// Count the move sequences of every length up to DEPTH.
///
/// One line per depth: depth, count, CPU seconds, million leaves a second.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// go, connect4, dots or othello
    game: String,
    /// Plies
    #[arg(value_parser = clap::value_parser!(u32).range(0..=60))]
    depth: u32,
    /// Show the count below each first move instead
    #[arg(long)]
    divide: bool,
    /// Write JSON, for programs: an object a line
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    start: Start,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let entry = find(&args.game, context.lang)?;
    sobremesa_games::visit(entry.id, Perft { args, context }).expect("the entry is on the list")
}

struct Perft<'a> {
    args: Args,
    context: &'a Context,
}

impl Visitor for Perft<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self) -> anyhow::Result<()> {
        let position = self.args.start.position::<G>(self.context.lang)?;
        let mut out = io::stdout().lock();
        if self.args.divide && self.args.depth > 0 {
            let mut total = 0;
            for m in position.legal() {
                let mut next = position.clone();
                next.play_unchecked(m);
                let count = count::<G>(&next, self.args.depth - 1);
                if self.args.json {
                    let row = json!({ "move": m.to_string(), "count": count });
                    writeln!(out, "{row}")?;
                } else {
                    writeln!(out, "{m} {count}")?;
                }
                total += count;
            }
            if !self.args.json {
                writeln!(out, "{total}")?;
            }
            return Ok(());
        }
        for depth in self.args.depth.min(1)..=self.args.depth {
            let begun = cpu_time();
            let count = count::<G>(&position, depth);
            let seconds = (cpu_time() - begun).as_secs_f64();
            let speed = count as f64 / seconds.max(1e-9) / 1e6;
            if self.args.json {
                let row = json!({ "depth": depth, "count": count, "cpu_seconds": seconds });
                writeln!(out, "{row}")?;
            } else {
                writeln!(out, "{depth:>2} {count:>15} {seconds:>9.3} s {speed:>9.1} M/s")?;
            }
            out.flush()?;
        }
        Ok(())
    }
}

/// The sequences of exactly `depth` plies, as the game itself counts if it does.
pub fn count<G: Game>(position: &G::Position, depth: u32) -> u64 {
    G::perft(position, depth).unwrap_or_else(|| sobremesa_search::perft(position, depth))
}
