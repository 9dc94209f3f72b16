//! Fits the weights that Go's tree search gives new moves
//! (`crates/go/src/mcts/weights.txt`) to how the search itself spreads its
//! simulations in games against itself.

use std::path::PathBuf;

use sobremesa_go::mcts::Mcts;
use sobremesa_go::mcts::features::{Look, Weights, looks_of};
use sobremesa_go::{Move, Position};
use sobremesa_kernel::{Budget, Engine, Position as _, Rng, silent};

/// Fit the first-sight weights of Go moves to self-play.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Games of self-play
    #[arg(long, default_value_t = 200)]
    games: u64,
    /// Simulations for each move
    #[arg(long, default_value_t = 600)]
    simulations: u64,
    /// Board sizes, taken in turn
    #[arg(long, value_delimiter = ',', default_value = "9,9,13")]
    sizes: Vec<usize>,
    /// Passes over the data
    #[arg(long, default_value_t = 30)]
    epochs: u32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Where the weights go
    #[arg(long, default_value = "crates/go/src/mcts/weights.txt")]
    out: PathBuf,
}

/// A position: how each move looks and its share of the simulations.
type Example = Vec<(Look, f32)>;

pub fn run(args: Args) -> anyhow::Result<()> {
    let (mut train, mut test): (Vec<Example>, Vec<Example>) = (Vec::new(), Vec::new());
    for game in 0..args.games {
        let size = args.sizes[game as usize % args.sizes.len()];
        let examples = self_play(size, args.simulations, args.seed.wrapping_add(game))?;
        let into = if game % 10 == 9 { &mut test } else { &mut train };
        into.extend(examples);
        if game % 10 == 9 {
            eprintln!("{} games, {} positions", game + 1, train.len() + test.len());
        }
    }
    let before = Weights::read(&std::fs::read_to_string(&args.out).unwrap_or_default());
    report("old weights", &before, &test);
    let weights = fit(&train, args.epochs, &mut Rng::new(args.seed));
    report("new weights", &weights, &test);
    crate::files::replace(&args.out, weights.write().as_bytes())?;
    Ok(())
}

/// One game of the search against itself; the first moves are drawn by their
/// simulations so that games differ.
fn self_play(size: usize, simulations: u64, seed: u64) -> anyhow::Result<Vec<Example>> {
    let mut rng = Rng::new(seed);
    let mut engine = Mcts::new(seed);
    let mut position = Position::start(&format!("size={size} komi=7").parse()?);
    let mut examples = Vec::new();
    for ply in 0..size * size * 2 {
        if position.outcome().is_some() {
            break;
        }
        let found = engine.search(&position, &Budget::nodes(simulations), &mut silent);
        let total: u64 =
            found.lines.iter().filter(|l| l.play != Move::Pass).map(|l| l.visits).sum();
        if found.best() != Move::Pass && total > 0 {
            let share = |m: Move| {
                let line = found.lines.iter().find(|line| line.play == m);
                line.map_or(0.0, |line| line.visits as f32 / total as f32)
            };
            examples
                .push(looks_of(&position).into_iter().map(|(m, look)| (look, share(m))).collect());
        }
        let mut chosen = found.best();
        if ply < 8 && total > 0 {
            let mut point = rng.below(total.min(u64::from(u32::MAX)) as u32);
            for line in found.lines.iter().filter(|line| line.play != Move::Pass) {
                if u64::from(point) < line.visits {
                    chosen = line.play;
                    break;
                }
                point -= line.visits as u32;
            }
        }
        position.play(chosen)?;
    }
    Ok(examples)
}

/// Every move's chance under the weights.
fn chances(weights: &Weights, example: &Example) -> Vec<f32> {
    let mut chances: Vec<f32> = example.iter().map(|(look, _)| weights.of(*look).exp()).collect();
    let sum: f32 = chances.iter().sum();
    chances.iter_mut().for_each(|chance| *chance /= sum);
    chances
}

/// Adagrad on the cross-entropy, with a little decay so that shapes seldom
/// seen stay near nothing.
fn fit(train: &[Example], epochs: u32, rng: &mut Rng) -> Weights {
    const RATE: f32 = 0.15;
    const DECAY: f32 = 2e-4;
    let mut weights = Weights::zero();
    let mut squares = Weights::zero();
    let mut order: Vec<usize> = (0..train.len()).collect();
    let step = |weight: &mut f32, square: &mut f32, slope: f32| {
        let slope = slope + DECAY * *weight;
        *square += slope * slope;
        *weight -= RATE * slope / (square.sqrt() + 1e-3);
    };
    for _ in 0..epochs {
        rng.shuffle(&mut order);
        for &i in &order {
            let example = &train[i];
            for ((look, share), chance) in example.iter().zip(chances(&weights, example)) {
                let slope = chance - share;
                let shape = usize::from(look.shape);
                step(&mut weights.shapes[shape], &mut squares.shapes[shape], slope);
                for bit in (0..64).filter(|bit| look.traits >> bit & 1 == 1) {
                    step(&mut weights.traits[bit], &mut squares.traits[bit], slope);
                }
            }
        }
    }
    weights
}

fn report(name: &str, weights: &Weights, test: &[Example]) {
    let (mut entropy, mut hits) = (0.0, 0u32);
    for example in test {
        let chances = chances(weights, example);
        for ((_, share), chance) in example.iter().zip(&chances) {
            entropy -= share * chance.max(1e-9).ln();
        }
        let best = |values: &mut dyn Iterator<Item = f32>| {
            values.enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(i, _)| i)
        };
        let played = best(&mut example.iter().map(|(_, share)| *share));
        hits += u32::from(played == best(&mut chances.iter().copied()));
    }
    let n = test.len().max(1) as f32;
    println!(
        "{name}: cross-entropy {:.3}, first choice {:.1} % of {} positions",
        entropy / n,
        100.0 * hits as f32 / n,
        test.len()
    );
}
