//! `bench nn`: evaluations of a network a second.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use sobremesa_go::{Position, net};
use sobremesa_kernel::{Position as _, Rng};
use sobremesa_nn::{Evaluator, Input, Kernel, Model, Network, Shape};
use sobremesa_search::cpu_time;

use super::Figures;
use crate::networks;

/// Evaluations of a network per CPU second, one thread, with every kernel of
/// this machine, one position and eight at a time.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// A KataGo network [default: one of random weights in the shape b6c96]
    #[arg(long, value_name = "FILE", env = "SOBREMESA_GO_NETWORK")]
    network: Option<PathBuf>,
    /// CPU seconds per line
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
}

pub fn run(args: &Args, figures: Figures) -> anyhow::Result<()> {
    let wanted = Duration::try_from_secs_f64(args.seconds).unwrap_or(Duration::from_secs(1));
    let model = match &args.network {
        Some(file) => networks::open(file, figures.lang)?,
        None => {
            let (planes, globals) = (net::PLANES, net::GLOBALS);
            let shape = Shape { planes, globals, blocks: 6, channels: 96, heads: 32 };
            Model::fresh("random", &shape, 1)
        }
    };
    for kernel in Kernel::available() {
        let mut evaluator = Evaluator::new(Arc::new(Network::with_kernel(&model, kernel)));
        for size in [9, 13, 19] {
            let inputs: Vec<Input> = (0..8).map(|seed| middle_game(size, seed)).collect();
            for batch in [1, 8] {
                let inputs = &inputs[..batch];
                // What is laid out at the first use is not measured.
                evaluator.evaluate(size, size, inputs);
                let mut evaluations = 0u64;
                let begun = cpu_time();
                while cpu_time() - begun < wanted {
                    std::hint::black_box(evaluator.evaluate(size, size, inputs));
                    evaluations += batch as u64;
                }
                let rate = evaluations as f64 / (cpu_time() - begun).as_secs_f64();
                figures
                    .line()
                    .label("network", model.shape().to_string(), 0)
                    .label("kernel", kernel.name(), 9)
                    .label("size", format!("{size}x{size}"), 6)
                    .count("batch", batch as u64, 0)
                    .figure("evaluations_per_second", rate, 8, 0)
                    .write()?;
            }
        }
    }
    // What a position costs before the network sees it.
    for size in [9, 19] {
        let position = random_game(size, 1);
        let mut made = 0u64;
        let begun = cpu_time();
        while cpu_time() - begun < wanted {
            std::hint::black_box(net::input(&position, false));
            made += 1;
        }
        let rate = made as f64 / (cpu_time() - begun).as_secs_f64();
        figures
            .line()
            .label("kernel", "inputs", 0)
            .label("size", format!("{size}x{size}"), 6)
            .figure("positions_per_second", rate, 8, 0)
            .write()?;
    }
    Ok(())
}

fn random_game(size: usize, seed: u64) -> Position {
    let rules = sobremesa_go::Rules::sized(size, size).expect("a size that exists");
    let mut position = Position::start(&rules);
    let mut rng = Rng::new(seed);
    for _ in 0..size * size / 3 {
        position.play_random(&mut rng, &mut Vec::new());
    }
    position.resumed()
}

fn middle_game(size: usize, seed: u64) -> Input {
    net::input(&random_game(size, seed), false)
}
