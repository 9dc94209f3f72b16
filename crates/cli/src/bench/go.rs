//! `bench go`: playouts and search, in simulations a second.

use std::time::Duration;

use sobremesa_go::board::{BLACK, Board, NONE};
use sobremesa_go::mcts::{Mcts, policy::Policy};
use sobremesa_kernel::{Budget, Engine, Position, Rng, silent};
use sobremesa_search::cpu_time;

use super::Figures;

/// Playouts of Go per CPU second: light (random with an eye rule), heavy, and
/// whole simulations of the engine.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// CPU seconds per line
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

pub fn run(args: &Args, figures: Figures) -> anyhow::Result<()> {
    let wanted = Duration::try_from_secs_f64(args.seconds).unwrap_or(Duration::from_secs(1));
    for (name, policy) in [("light", Policy::LIGHT), ("heavy", Policy::HEAVY)] {
        playouts::<128, 2>(figures, name, &policy, 9, wanted, args.seed)?;
        playouts::<256, 4>(figures, name, &policy, 13, wanted, args.seed)?;
        playouts::<448, 7>(figures, name, &policy, 19, wanted, args.seed)?;
    }
    for size in [9, 13, 19] {
        let position = sobremesa_go::Position::start(&format!("size={size} komi=7").parse()?);
        let mut simulations = 0;
        let begun = cpu_time();
        while cpu_time() - begun < wanted {
            let mut engine = Mcts::new(args.seed);
            simulations += engine.search(&position, &Budget::nodes(2_000), &mut silent).nodes;
        }
        line(figures, "engine", size, simulations, None, cpu_time() - begun)?;
    }
    Ok(())
}

fn playouts<const P: usize, const W: usize>(
    figures: Figures,
    name: &str,
    policy: &Policy,
    size: usize,
    wanted: Duration,
    seed: u64,
) -> anyhow::Result<()> {
    let start = Board::<P, W>::new(size, size);
    let mut rng = Rng::new(seed);
    let (mut games, mut moves) = (0u64, 0u64);
    let begun = cpu_time();
    while cpu_time() - begun < wanted {
        for _ in 0..100 {
            let mut board = start.clone();
            policy.play_out(&mut board, BLACK, NONE, NONE, &mut rng, |_, _| moves += 1);
            std::hint::black_box(board.quick_margin());
        }
        games += 100;
    }
    line(figures, name, size, games, Some(moves), cpu_time() - begun)
}

fn line(
    figures: Figures,
    name: &str,
    size: usize,
    games: u64,
    moves: Option<u64>,
    spent: Duration,
) -> anyhow::Result<()> {
    let rate = games as f64 / spent.as_secs_f64();
    let mut line = figures
        .line()
        .label("playouts", name, 6)
        .label("size", format!("{size}x{size}"), 6)
        .figure("playouts_per_second", rate, 9, 0);
    if let Some(moves) = moves {
        line = line.figure("moves_per_playout", moves as f64 / games as f64, 7, 1);
    }
    line.write()?;
    Ok(())
}
