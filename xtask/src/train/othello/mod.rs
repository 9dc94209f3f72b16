//! `cargo xtask train othello`: weights from nothing.
//!
//! A run is a list of [`ROUNDS`]. Each plays games by itself ([`play`]): a
//! number of random plies, then its own moves, then an exact ending whose
//! score labels every position after the random part. Then it fits the
//! weights to all the rows worth keeping ([`fit`]), measures how far shallow
//! searches are from deep ones ([`cuts`]) and plays the new weights against
//! those of the round before.
//!
//! Everything is kept in the work directory after every batch, so that a run
//! can be stopped at any moment and goes on from there; more games or rounds
//! later go on from the same rows. The same seed gives the same weights,
//! whatever the number of threads.

mod cuts;
mod fit;
mod play;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use sobremesa_othello::weights::{Knots, Weights};

use crate::files::replace;
use play::Row;

/// Train the Othello evaluation: self-play, exact endings, regression,
/// probcut, in rounds.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where rows, weights and the log are kept; an earlier run there goes on.
    #[arg(long, default_value = "target/train-othello")]
    work: PathBuf,
    /// Everything random comes from this.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Multiplies the number of games of every round.
    #[arg(long, default_value_t = 1.0)]
    scale: f64,
    /// Stop after this round (from 0): the shipped weights are of round 4, one
    /// more is there to go on with.
    #[arg(long, default_value_t = SHIPPED)]
    last_round: usize,
    /// Threads that play games and fit.
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Where the weights go in the end; `-` leaves them in the work directory.
    #[arg(long, default_value = "crates/othello/data/weights.bin")]
    out: PathBuf,
}

/// What a round plays and how it learns from it.
struct Round {
    games: u64,
    /// Plies of search for a move; 0 plays by mobility and corners.
    depth: u32,
    /// Empty squares from which the game is solved.
    exact: u32,
    /// The first round whose rows are all still used.
    rows_since: usize,
}

const ROUNDS: [Round; 6] = [
    Round { games: 20_000, depth: 0, exact: 10, rows_since: 0 },
    Round { games: 40_000, depth: 2, exact: 12, rows_since: 1 },
    Round { games: 80_000, depth: 3, exact: 12, rows_since: 2 },
    Round { games: 150_000, depth: 4, exact: 14, rows_since: 3 },
    Round { games: 320_000, depth: 6, exact: 16, rows_since: 4 },
    Round { games: 320_000, depth: 6, exact: 16, rows_since: 4 },
];

/// The round whose weights are shipped.
const SHIPPED: usize = 4;

/// One game in this many is held back from the fit and measures its error.
const HELD_BACK: u64 = 20;

pub fn run(args: Args) -> Result<()> {
    ensure!(args.scale > 0.0 && args.threads > 0, "--scale and --threads must be above 0");
    fs::create_dir_all(&args.work).with_context(|| format!("cannot make {:?}", args.work))?;
    let log = args.work.join("log.md");
    let mut knots = Knots::zero();
    let mut rows: Vec<Vec<Row>> = Vec::new();
    for (number, round) in ROUNDS.iter().enumerate().take(args.last_round + 1) {
        let weights = Weights::new(&knots);
        let games = (round.games as f64 * args.scale).ceil() as u64;
        let started = Instant::now();
        let plan = play::Plan { games, depth: round.depth, exact: round.exact, seed: args.seed };
        let rows_file = args.work.join(format!("rows-{number}.bin"));
        rows.push(play::games(&plan, number as u64, &weights, args.threads, &rows_file)?);
        // Of the first rounds only what was solved is as good as new.
        for (old, round) in rows[..round.rows_since.min(number)].iter_mut().zip(&ROUNDS) {
            old.retain(|row| row.board.empties() <= round.exact);
        }
        let file = args.work.join(format!("weights-{number}.bin"));
        if let Ok(bytes) = fs::read(&file) {
            println!("round {number}: weights are there, going on");
            knots = Knots::read(&bytes).with_context(|| format!("{file:?}"))?;
            continue;
        }
        let played = started.elapsed();
        let kept = rows.concat();
        let fitted = fit::fit(&kept, &knots, &fit::Method::default(), args.seed, args.threads);
        let mut next = fitted.knots;
        // Usable as it is, should the run be stopped while it measures.
        replace(&args.work.join(format!("fitted-{number}.bin")), &next.write())?;
        // The first rounds only lead to better games: no need to cut well.
        if round.depth > 1 {
            next.cuts = cuts::measure(&Weights::new(&next), &kept, args.seed);
        }
        let rate = play::compete(&Weights::new(&next), &weights, args.seed, args.threads);
        let mut text = String::new();
        writeln!(
            text,
            "## Round {number}\n\n{games} games by {}, solved from {} empty squares; {} rows kept. \
             Played in {:.0} s, fitted in {:.0} s (wall).\n",
            if round.depth == 0 {
                "mobility".to_owned()
            } else {
                format!("search of {} plies", round.depth)
            },
            round.exact,
            kept.len(),
            played.as_secs_f64(),
            (started.elapsed() - played).as_secs_f64(),
        )?;
        writeln!(
            text,
            "| empty squares | positions held back | mean distance to the game's score (discs) |\n|---|---|---|"
        )?;
        for stage in &fitted.errors {
            writeln!(text, "| {}–{} | {} | {:.2} |", stage.from, stage.to, stage.rows, stage.mean)?;
        }
        writeln!(
            text,
            "\nOver 24–40 empty squares: {:.2}. Probcut: {:?}\n\nAgainst the round before at {} plies: {:.1} % \
             of {} games.\n",
            fitted.middle_error,
            next.cuts,
            play::CONTEST.depth,
            100.0 * rate,
            play::CONTEST_GAMES,
        )?;
        print!("{text}");
        append(&log, &text)?;
        replace(&file, &next.write())?;
        knots = next;
    }
    if args.out.as_os_str() != "-" {
        replace(&args.out, &knots.write())?;
        println!("{} written", args.out.display());
    }
    Ok(())
}

fn append(path: &Path, text: &str) -> Result<()> {
    let old = fs::read_to_string(path).unwrap_or_default();
    replace(path, (old + text).as_bytes())
}
