use std::io::{self, Write as _};
use std::time::Duration;

use sobremesa_go::board::{BLACK, Board, NONE};
use sobremesa_go::mcts::{Mcts, policy::Policy};
use sobremesa_kernel::{Budget, Engine, Position, Rng, silent};
use sobremesa_search::cpu_time;

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

pub fn run(args: &Args) -> anyhow::Result<()> {
    let wanted = Duration::try_from_secs_f64(args.seconds).unwrap_or(Duration::from_secs(1));
    for (name, policy) in [("light", Policy::LIGHT), ("heavy", Policy::HEAVY)] {
        playouts::<128, 2>(name, &policy, 9, wanted, args.seed)?;
        playouts::<256, 4>(name, &policy, 13, wanted, args.seed)?;
        playouts::<448, 7>(name, &policy, 19, wanted, args.seed)?;
    }
    for size in [9, 13, 19] {
        let position = sobremesa_go::Position::start(&format!("size={size} komi=7").parse()?);
        let mut simulations = 0;
        let begun = cpu_time();
        while cpu_time() - begun < wanted {
            let mut engine = Mcts::new(args.seed);
            simulations += engine.search(&position, &Budget::nodes(2_000), &mut silent).nodes;
        }
        line("engine", size, simulations, None, cpu_time() - begun)?;
    }
    Ok(())
}

fn playouts<const P: usize, const W: usize>(
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
    line(name, size, games, Some(moves), cpu_time() - begun)
}

fn line(
    name: &str,
    size: usize,
    games: u64,
    moves: Option<u64>,
    spent: Duration,
) -> anyhow::Result<()> {
    let rate = games as f64 / spent.as_secs_f64();
    write!(io::stdout(), "go {name:<6} {:<6} {rate:>9.0} playouts/s", format!("{size}x{size}"))?;
    if let Some(moves) = moves {
        write!(io::stdout(), " {:>7.1} moves/playout", moves as f64 / games as f64)?;
    }
    writeln!(io::stdout())?;
    Ok(())
}
