//! `cargo xtask ladder`: how much stronger each style of Go is than the one
//! before it. The levels in `crates/go/src/levels` were chosen by it.

use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context, Result, bail};
use sobremesa_go::levels::Style;
use sobremesa_go::levels::human::Human;
use sobremesa_go::mcts::Mcts;
use sobremesa_go::{Move, Position, Rules, net};
use sobremesa_kernel::{Budget, Engine, Points, Position as _};
use sobremesa_nn::Network;
use sobremesa_search::{Duel, Tally, duel};

/// Play each style of Go against the one before it and say how it scores.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Styles from the weakest up: glance:TASTE:SHY, search:VISITS or
    /// playouts:SIMULATIONS
    #[arg(required = true, num_args = 2..)]
    styles: Vec<String>,
    #[arg(long, default_value_t = 9)]
    size: usize,
    /// Games of each pair, colours alternating
    #[arg(long, default_value_t = 200)]
    games: u32,
    /// The network [default: the one that comes with the program]
    #[arg(long)]
    network: Option<std::path::PathBuf>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
}

pub fn run(args: &Args) -> Result<()> {
    let network = match &args.network {
        Some(file) => {
            let model = sobremesa_nn::open(file)
                .with_context(|| format!("cannot read the network {}", file.display()))?;
            Arc::new(Network::new(&model))
        }
        None => net::own().clone(),
    };
    let komi = if args.size <= 9 { Points::whole(7) } else { Points::halves(15) };
    let rules = Rules::sized(args.size, args.size)
        .with_context(|| format!("--size: found {}, expected 1 to 25", args.size))?
        .with_komi(komi);
    for text in &args.styles {
        player(text, &network, 0)?;
    }
    for pair in args.styles.windows(2) {
        let [weaker, stronger] = pair else { continue };
        let next = AtomicU32::new(0);
        let sum = Mutex::new(Tally::default());
        let games = args.games.div_ceil(2);
        std::thread::scope(|scope| {
            for _ in 0..args.threads.clamp(1, 64) {
                scope.spawn(|| {
                    loop {
                        let pair = next.fetch_add(1, Ordering::Relaxed);
                        if pair >= games {
                            break;
                        }
                        let terms = Duel {
                            games: 2,
                            random_plies: 1,
                            budget: [Budget::default(), Budget::default()],
                            seed: args.seed ^ u64::from(pair),
                            most_plies: 3 * args.size * args.size,
                        };
                        let seed = (args.seed << 32) ^ u64::from(pair);
                        let engine = |text: &str, seed| player(text, &network, seed);
                        let (Ok(mut new), Ok(mut old)) =
                            (engine(stronger, 2 * seed), engine(weaker, 2 * seed + 1))
                        else {
                            break;
                        };
                        let start = Position::start(&rules);
                        let found = duel(&start, [&mut *new, &mut *old], &terms);
                        let mut sum = sum.lock().expect("no game panics");
                        sum.won += found.won;
                        sum.drawn += found.drawn;
                        sum.lost += found.lost;
                    }
                });
            }
        });
        let tally = sum.into_inner().expect("no game panics");
        let Tally { won, drawn, lost } = tally;
        println!(
            "{stronger} against {weaker}, {size}×{size}: {won} won, {drawn} drawn, {lost} lost, {share:.1} %",
            size = args.size,
            share = 100.0 * tally.rate()
        );
    }
    Ok(())
}

/// A player by the text of its style.
fn player(text: &str, network: &Arc<Network>, seed: u64) -> Result<Box<dyn Engine<Position>>> {
    if let Some(simulations) = text.strip_prefix("playouts:") {
        let Ok(simulations) = simulations.parse() else {
            bail!("found style {text}, expected one such as playouts:5500");
        };
        return Ok(Box::new(Playouts { mcts: Mcts::new(seed), simulations }));
    }
    let style: Style = text.parse().map_err(anyhow::Error::msg)?;
    Ok(Box::new(Human::new(network.clone(), style, Budget::default(), seed)))
}

/// The player without a network, with so many simulations a move.
struct Playouts {
    mcts: Mcts,
    simulations: u64,
}

impl Engine<Position> for Playouts {
    fn search(
        &mut self,
        position: &Position,
        _: &Budget,
        progress: &mut sobremesa_kernel::Progress<'_, Move>,
    ) -> sobremesa_kernel::Analysis<Move> {
        self.mcts.search(position, &Budget::nodes(self.simulations), progress)
    }
}
