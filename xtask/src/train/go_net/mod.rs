//! `cargo xtask train go-net`: the network of Go that comes with the program.
//!
//! A teacher, a network given with `--teacher`, judges the positions of games
//! ([`labels`]): first of games that it plays itself, later of games that are
//! half the student's, so that the student learns what to think of positions
//! that it leads to. The student learns from all of them in pieces of some
//! hundred steps; after each piece everything is kept, and a run that was
//! stopped goes on from there as if it had not been.

mod contest;
mod games;
mod labels;
mod record;
mod state;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_go::net::{GLOBALS, PLANES};
use sobremesa_kernel::{Rng, mix};
use sobremesa_nn::train::{Loss, Sample, Trainer};
use sobremesa_nn::{Encoding, Model, Network, Shape};
use sobremesa_search::Tally;

use crate::files::replace;
use labels::Labels;
use record::Records;
use state::State;

/// Train the Go network that comes with the program, from a teacher's
/// judgement of games.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The network that judges positions (.bin.gz, .txt.gz)
    #[arg(long)]
    teacher: PathBuf,
    /// Where positions, weights and the log are kept; an earlier run there goes on
    #[arg(long, default_value = "target/train-go-net")]
    dir: PathBuf,
    /// Board sizes, each with how often it is played
    #[arg(long, value_delimiter = ',', default_value = "9:12,13:2,7:2,11:1,8:1,10:1")]
    sizes: Vec<String>,
    /// Begin with the weights of this network, whose shape is taken, not with random ones
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[arg(long, default_value_t = 4)]
    blocks: usize,
    /// Channels of the trunk, a multiple of 16
    #[arg(long, default_value_t = 32)]
    channels: usize,
    /// Shards of positions (some 13,000 each) judged before the first step; one is held back
    #[arg(long, default_value_t = 40)]
    openers: usize,
    /// Pieces after which another shard is made, half of it the student's games
    #[arg(long, default_value_t = 4)]
    every: u64,
    /// Pieces in all; steps get smaller over the second half
    #[arg(long, default_value_t = 400)]
    pieces: u64,
    /// Steps of a piece
    #[arg(long, default_value_t = 200)]
    steps: u64,
    /// Positions of a step
    #[arg(long, default_value_t = 256)]
    batch: usize,
    /// The size of steps at first
    #[arg(long, default_value_t = 2e-3)]
    rate: f32,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[arg(long, default_value_t = 2)]
    threads: usize,
    /// Only judge the games that need no student
    #[arg(long)]
    only_label: bool,
    /// Only play so many games against the player without a network, and say what they cost
    #[arg(long, value_name = "GAMES")]
    measure: Option<u32>,
    /// What is measured: board size, visits of the network and simulations of the other
    #[arg(long, value_delimiter = ',', default_value = "9,1200,16000")]
    terms: Vec<u64>,
    /// Where the network goes in the end; `-` leaves it in the directory
    #[arg(long, default_value = "-")]
    out: PathBuf,
}

/// Positions of one board size that go through the network together.
const TOGETHER: usize = 32;
/// Positions of the shard held back that are looked at after each piece.
const HELD_BACK: usize = 640;
/// Pieces between two matches, and their games.
const CONTEST: u64 = 20;
const CONTEST_GAMES: u32 = 24;

pub fn run(args: Args) -> Result<()> {
    let teacher = sobremesa_nn::open(&args.teacher)
        .with_context(|| format!("cannot read the teacher {}", args.teacher.display()))?;
    if let Some(games) = args.measure {
        return measure(&args, games);
    }
    ensure!(args.openers >= 2, "--openers: found {}, expected 2 or more", args.openers);
    ensure!(args.every > 0 && args.pieces > 0, "--every and --pieces must be above 0");
    let labels = Labels {
        dir: args.dir.join("positions"),
        teacher: Arc::new(Network::new(&teacher)),
        sizes: args.sizes.iter().map(|text| size(text)).collect::<Result<_>>()?,
        seed: args.seed,
        threads: args.threads.clamp(1, 64),
    };
    let fresh = beginning(&args)?;
    // A network that plays already leads to positions of its own at once.
    let student = args.from.is_some().then(|| Arc::new(Network::new(&fresh)));
    agree_on_plan(&args, &teacher.name)?;
    let held_back = {
        let mut records = Records::default();
        records.add(&labels.shard(0, None)?)?;
        let places: Vec<usize> = records.alike(0).iter().copied().take(HELD_BACK).collect();
        places.iter().map(|place| records.sample(*place, 0)).collect::<Vec<Sample>>()
    };
    let mut records = Records::default();
    for shard in 1..args.openers {
        let started = Instant::now();
        records.add(&labels.shard(shard, student.as_ref())?)?;
        let seconds = started.elapsed().as_secs_f64();
        println!("shard {shard}: {} positions, {seconds:.0} s", records.len());
    }
    if args.only_label {
        return Ok(());
    }
    let run = Run { held_back, labels, args };
    run.learn(fresh, &mut records)
}

/// The weights before the first step.
fn beginning(args: &Args) -> Result<Model> {
    let Some(file) = &args.from else {
        let shape = Shape {
            planes: PLANES,
            globals: GLOBALS,
            blocks: args.blocks,
            channels: args.channels,
            heads: 16,
        };
        let name = format!("sobremesa-b{}c{}", args.blocks, args.channels);
        return Ok(Model::fresh(&name, &shape, args.seed));
    };
    let model = sobremesa_nn::open(file)
        .with_context(|| format!("cannot read the network {}", file.display()))?;
    Trainer::new(model.clone()).with_context(|| format!("--from {}", file.display()))?;
    Ok(model)
}

/// Plays the network that the directory has against the player without one.
fn measure(args: &Args, games: u32) -> Result<()> {
    let [size, visits, simulations] = args.terms[..] else {
        bail!("--terms: found {} numbers, expected size, visits and simulations", args.terms.len());
    };
    let file = args.dir.join("network.bin.gz");
    let network = sobremesa_nn::open(&file)
        .with_context(|| format!("cannot read the network {}", file.display()))?;
    let network = Arc::new(Network::new(&network));
    let told = |found: &contest::Measured| {
        let Tally { won, drawn, lost } = found.tally;
        let [own, other] = found.seconds;
        println!("{won} won, {drawn} drawn, {lost} lost; CPU a move {own:.3} s, {other:.3} s");
    };
    contest::measure(&network, visits, simulations, (size as usize, games), told)
        .with_context(|| format!("--terms: found size {size}, expected 1 to 25"))?;
    Ok(())
}

/// A board size and its share, such as `9:12`.
fn size(text: &str) -> Result<(usize, u32)> {
    let parts = text.split_once(':').map(|(size, share)| (size.parse(), share.parse()));
    match parts {
        Some((Ok(size), Ok(share))) if (2..=19).contains(&size) && share > 0 => Ok((size, share)),
        _ => bail!("found size {text}, expected one from 2 to 19 and its share, such as 9:12"),
    }
}

/// A run that goes on has to mean what it meant: everything but the number of
/// pieces and threads.
fn agree_on_plan(args: &Args, teacher: &str) -> Result<()> {
    let Args { sizes, blocks, channels, openers, every, steps, batch, rate, seed, .. } = args;
    let shape = match &args.from {
        Some(from) => format!("from {}", from.display()),
        None => format!("{blocks} blocks of {channels} channels"),
    };
    let plan = format!(
        "teacher {teacher}, sizes {}, {shape}, {openers} openers, \
         a shard every {every} pieces of {steps} steps of {batch}, rate {rate}, seed {seed}\n",
        sizes.join(",")
    );
    fs::create_dir_all(&args.dir).with_context(|| format!("cannot make {}", args.dir.display()))?;
    let file = args.dir.join("plan.txt");
    match fs::read_to_string(&file) {
        Ok(kept) => ensure!(
            kept == plan,
            "{}: found a run with {}, expected {}; give the same arguments or another --dir",
            file.display(),
            kept.trim(),
            plan.trim()
        ),
        Err(_) => replace(&file, plan.as_bytes())?,
    }
    Ok(())
}

struct Run {
    labels: Labels,
    held_back: Vec<Sample>,
    args: Args,
}

impl Run {
    fn learn(&self, fresh: Model, records: &mut Records) -> Result<()> {
        let args = &self.args;
        let file = args.dir.join("state.bin");
        let mut state = State::open(&file, fresh)?;
        // The shards that the pieces done have made, made again if missing
        // with whatever student there is.
        for piece in 0..state.pieces {
            if let Some(shard) = self.shard_before(piece) {
                records.add(&self.labels.shard(shard, Some(&student(&state)))?)?;
            }
        }
        while state.pieces < args.pieces {
            let started = Instant::now();
            if let Some(shard) = self.shard_before(state.pieces) {
                records.add(&self.labels.shard(shard, Some(&student(&state)))?)?;
            }
            let played = started.elapsed().as_secs_f64();
            let learnt = self.piece(&mut state, records).mean();
            state.pieces += 1;
            state.keep(&file)?;
            write_network(&state, &args.dir.join("network.bin.gz"))?;
            let mut held_back = Loss::default();
            for samples in self.held_back.chunks(TOGETHER) {
                held_back.add(&state.trainer.cost(samples)?);
            }
            let held_back = held_back.mean();
            let seconds = started.elapsed().as_secs_f64() - played;
            let mut line = format!(
                "piece {}: cost {:.4}; held back: cost {:.4}, policy {:.3}, first choice {:.1} %, \
                 value {:.4}, ownership {:.4}, lead ±{:.2}; {:.0} positions a second, {} in all",
                state.pieces,
                learnt.total,
                held_back.total,
                held_back.policy,
                100.0 * held_back.agreed,
                held_back.value,
                held_back.ownership,
                held_back.lead,
                (args.steps * args.batch as u64) as f64 / seconds,
                records.len(),
            );
            if state.pieces.is_multiple_of(CONTEST) {
                self.contest(&state, &mut line)?;
            }
            println!("{line}");
            append(&args.dir.join("log.txt"), &line)?;
        }
        if args.out.as_os_str() != "-" {
            write_network(&state, &args.out)?;
            println!("{} written", args.out.display());
        }
        Ok(())
    }

    /// The shard that is made before a piece, if any.
    fn shard_before(&self, piece: u64) -> Option<usize> {
        (piece > 0 && piece.is_multiple_of(self.args.every))
            .then(|| self.args.openers + (piece / self.args.every) as usize - 1)
    }

    /// Steps get smaller over the second half of the pieces.
    fn rate(&self, step: u64) -> f32 {
        let all = (self.args.pieces * self.args.steps) as f32;
        let done = step as f32 / all;
        let warm = (step as f32 / 200.0).min(1.0);
        let late = ((done - 0.5) / 0.5).clamp(0.0, 1.0);
        self.args.rate * warm * (0.02 + 0.98 * (0.5 + 0.5 * (late * std::f32::consts::PI).cos()))
    }

    fn piece(&self, state: &mut State, records: &Records) -> Loss {
        let args = &self.args;
        let style = ProgressStyle::with_template("{msg} {bar:30} {pos}/{len}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::new(args.steps).with_style(style);
        bar.set_message(format!("piece {} of {}", state.pieces + 1, args.pieces));
        let mut all = Loss::default();
        for step in 0..args.steps {
            let number = state.pieces * args.steps + step;
            let mut rng = Rng::new(mix(args.seed ^ mix(!number)));
            let batches: Vec<Vec<Sample>> =
                (0..args.batch.div_ceil(TOGETHER)).map(|_| draw(records, &mut rng)).collect();
            let rate = self.rate(number);
            all.add(&state.trainer.step(&batches, rate, self.labels.threads));
            bar.inc(1);
        }
        bar.finish_and_clear();
        all
    }

    /// A match against the network of the last match.
    fn contest(&self, state: &State, line: &mut String) -> Result<()> {
        let kept = self.args.dir.join("rival.bin.gz");
        let new = student(state);
        if let Ok(rival) = sobremesa_nn::open(&kept) {
            let rival = Arc::new(Network::new(&rival));
            let tally = contest::contest(&new, &rival, CONTEST_GAMES, state.pieces);
            write!(
                line,
                "; against the network of {CONTEST} pieces before: {} won, {} drawn, {} lost",
                tally.won, tally.drawn, tally.lost
            )?;
        }
        write_network(state, &kept)
    }
}

/// The network as it would play now.
fn student(state: &State) -> Arc<Network> {
    Arc::new(Network::new(&state.trainer.average))
}

/// Positions of one board size, drawn and turned at random.
fn draw(records: &Records, rng: &mut Rng) -> Vec<Sample> {
    let alike = records.alike(rng.below(records.len().max(1) as u32) as usize);
    (0..TOGETHER)
        .filter_map(|_| {
            let place = rng.pick(alike)?;
            Some(records.sample(place, rng.below(8) as u8))
        })
        .collect()
}

/// Writes the average with its weights rounded to 11 bits: they compress to
/// half and play the same.
fn write_network(state: &State, file: &Path) -> Result<()> {
    let mut model = state.trainer.average.clone();
    for x in model.parts().into_iter().flatten() {
        let bits = x.to_bits();
        *x = f32::from_bits((bits + 0x1000) & !0x1fff);
    }
    let mut bytes = Vec::new();
    sobremesa_nn::write(&model, Encoding::Binary, &mut bytes)?;
    replace(file, &bytes)
}

fn append(path: &Path, line: &str) -> Result<()> {
    let old = fs::read_to_string(path).unwrap_or_default();
    replace(path, format!("{old}{line}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Line {
        #[command(flatten)]
        args: Args,
    }

    fn args(words: &[&str]) -> Args {
        let line = ["train", "--teacher", "teacher.bin.gz"].iter().chain(words);
        Line::parse_from(line).args
    }

    #[test]
    fn a_run_begins_with_the_weights_it_is_given() {
        let shape = Shape { planes: PLANES, globals: GLOBALS, blocks: 2, channels: 32, heads: 16 };
        let kept = Model::fresh("kept", &shape, 3);
        let dir = std::env::temp_dir().join(format!("sobremesa-from-{}", std::process::id()));
        fs::create_dir_all(&dir).unwrap();
        let write = |name: &str, model: &Model| {
            let mut bytes = Vec::new();
            sobremesa_nn::write(model, Encoding::Binary, &mut bytes).unwrap();
            let file = dir.join(name);
            fs::write(&file, bytes).unwrap();
            file.to_str().unwrap().to_owned()
        };
        let from = write("kept.bin.gz", &kept);
        let mut given = args(&["--from", &from, "--blocks", "9"]);
        given.dir.clone_from(&dir);
        assert_eq!(beginning(&given).unwrap(), kept);
        let fresh = beginning(&args(&["--blocks", "2"])).unwrap();
        assert!(fresh != kept && fresh.blocks.len() == 2);

        // What was begun with these weights does not go on with others.
        agree_on_plan(&given, "a teacher").unwrap();
        given.from = None;
        let error = agree_on_plan(&given, "a teacher").unwrap_err().to_string();
        assert!(error.contains("9 blocks of 32 channels"), "{error}");

        let odd = Model::fresh("odd", &Shape { channels: 24, heads: 8, ..shape }, 3);
        let error = beginning(&args(&["--from", &write("odd.bin.gz", &odd)])).unwrap_err();
        assert!(format!("{error:#}").contains("expected a multiple of 16"), "{error:#}");
        let missing = dir.join("missing.bin.gz");
        assert!(beginning(&args(&["--from", missing.to_str().unwrap()])).is_err());
        fs::remove_dir_all(&dir).unwrap();
    }
}
