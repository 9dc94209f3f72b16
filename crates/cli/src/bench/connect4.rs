//! `bench connect4`: how fast positions are solved.

use std::sync::atomic::AtomicBool;

use anyhow::ensure;
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_connect4::{Book, Position, Rules, Solver};
use sobremesa_kernel::{Position as _, Rng};
use sobremesa_search::cpu_time;
use sobremesa_text::say;

use super::Figures;

/// The Connect 4 solver on six kinds of position, each solved from an empty
/// table without the book.
///
/// The positions come of random play by seed and are sorted into kinds by how
/// many pieces stand and how many plies of best play remain: easy fewer than
/// 14, medium fewer than 28, hard more; the book helps to sort them. Where a
/// piece wins at once there is nothing to solve: such positions are left out.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Only this kind, such as middle-medium
    kind: Option<String>,
    /// Positions of each kind; hard ones are a tenth of that
    #[arg(long, default_value_t = 100)]
    count: usize,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print the positions with their scores instead of measuring
    #[arg(long)]
    list: bool,
}

/// A kind of position: pieces on the board, plies that remain.
struct Kind {
    name: &'static str,
    pieces: std::ops::RangeInclusive<u32>,
    remain: std::ops::Range<i32>,
    /// Of so many positions asked for, one is taken.
    share: usize,
}

const KINDS: [Kind; 6] = [
    Kind { name: "end-easy", pieces: 29..=41, remain: 0..14, share: 1 },
    Kind { name: "middle-easy", pieces: 15..=28, remain: 0..14, share: 1 },
    Kind { name: "middle-medium", pieces: 15..=27, remain: 14..28, share: 1 },
    Kind { name: "begin-easy", pieces: 4..=14, remain: 0..14, share: 1 },
    Kind { name: "begin-medium", pieces: 4..=14, remain: 14..28, share: 1 },
    Kind { name: "begin-hard", pieces: 1..=13, remain: 28..42, share: 10 },
];

pub fn run(args: &Args, figures: Figures) -> anyhow::Result<()> {
    let kinds: Vec<&Kind> = KINDS
        .iter()
        .filter(|kind| args.kind.as_ref().is_none_or(|wanted| wanted == kind.name))
        .collect();
    if kinds.is_empty() {
        let names: Vec<&str> = KINDS.iter().map(|kind| kind.name).collect();
        anyhow::bail!(say(figures.lang, "bench-kinds", &[("kinds", &names.join(", "))]));
    }
    let halt = AtomicBool::new(false);
    let mut solver = Solver::new(Rules::STANDARD, Solver::TABLE);
    let mut sorter = Solver::new(Rules::STANDARD, Solver::TABLE);
    for kind in kinds {
        let mut rng = Rng::new(args.seed);
        let count = args.count.div_ceil(kind.share);
        let (mut taken, mut cpu, mut nodes) = (0, std::time::Duration::ZERO, 0);
        let bar = ProgressBar::new(count as u64)
            .with_style(ProgressStyle::with_template("{msg} {wide_bar} {pos}/{len} {eta}")?)
            .with_message(kind.name);
        while taken < count {
            let Some((text, position)) = random(kind, &mut rng) else { continue };
            let sorted = Book::shipped().solve(&mut sorter, &position, &halt);
            let Some(score) =
                sorted.filter(|&score| kind.remain.contains(&remaining(&position, score)))
            else {
                bar.tick();
                continue;
            };
            taken += 1;
            bar.inc(1);
            if args.list {
                let line = figures.line().label("position", text, 0).label("score", score, 0);
                bar.suspend(|| line.write())?;
                continue;
            }
            solver.forget();
            let (cpu_before, nodes_before) = (cpu_time(), solver.nodes());
            let found = solver.score(&position, &halt);
            cpu += cpu_time().saturating_sub(cpu_before);
            nodes += solver.nodes() - nodes_before;
            ensure!(found == Some(score), "{text}: {score} with the book, {found:?} without");
        }
        bar.finish_and_clear();
        if !args.list && taken > 0 {
            figures
                .line()
                .label("kind", kind.name, 14)
                .count("positions", taken as u64, 5)
                .figure("microseconds", cpu.as_secs_f64() * 1e6 / taken as f64, 12, 1)
                .figure("nodes", nodes as f64 / taken as f64, 12, 1)
                .write()?;
        }
    }
    Ok(())
}

/// An unfinished position with a number of pieces of the kind.
fn random(kind: &Kind, rng: &mut Rng) -> Option<(String, Position)> {
    let (least, most) = (*kind.pieces.start(), *kind.pieces.end());
    let pieces = least + rng.below(most - least + 1);
    let mut position = Position::start(&Rules::STANDARD);
    let mut text = String::new();
    for _ in 0..pieces {
        text += &position.play_random(rng, &mut Vec::new())?.to_string();
    }
    let open = position.outcome().is_none()
        && position.board().winning_columns(position.turn()).is_empty();
    open.then_some((text, position))
}

/// Plies to the end of the game with best play, from the score.
fn remaining(position: &Position, score: i32) -> i32 {
    let pieces = position.plies() as i32;
    let end = match (score.signum(), pieces % 2) {
        (0, _) => 42,
        // The first player wins with an odd ply, the second with an even one.
        (1, 0) | (-1, 1) => 2 * (22 - score.abs()) - 1,
        _ => 2 * (22 - score.abs()),
    };
    end - pieces
}
