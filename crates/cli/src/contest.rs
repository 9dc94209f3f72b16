use std::collections::HashMap;
use std::fmt::Display;
use std::fs::{self, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};

use anyhow::{Context as _, bail};
use indicatif::{ProgressBar, ProgressStyle};
use sobremesa_games::replay::{set_up, unusual_start};
use sobremesa_protocol::contest::{Finished, Judge, Seat, Spec, Tally, Terms, play_game};
use sobremesa_text::{Lang, say};

use crate::Context;
use crate::start::{self, Start, find};

/// Play a match between levels and outside engines.
///
/// A player is a level of ours (`6` or `level:6`) or the command line of an
/// outside engine: GTP for Go and Othello, the line protocol of docs/dots.md
/// for Dots and Boxes. `nboard:COMMAND` speaks NBoard to an Othello engine and
/// asks for 12 plies, `nboard@16:COMMAND` for 16. The sides are swapped after
/// every game. With --out every game is kept as SGF, and a match that was
/// stopped goes on where it was.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// go, connect4, dots or othello
    game: String,
    /// The first player: a level or a command
    #[arg(long, visible_alias = "black", value_name = "PLAYER")]
    first: String,
    /// The second player: a level or a command
    #[arg(long, visible_alias = "white", value_name = "PLAYER")]
    second: String,
    /// Games to play
    #[arg(long, default_value_t = 100)]
    games: u32,
    /// Games at the same time
    #[arg(long, default_value_t = 1)]
    parallel: usize,
    /// Random plies at the start, the same for both games of a pair
    #[arg(long, default_value_t = 0)]
    opening: u32,
    /// Seconds a move [default: what each level uses]
    #[arg(long, value_name = "SECONDS")]
    time: Option<f64>,
    /// Playouts or nodes a move for our levels
    #[arg(long, visible_alias = "playouts")]
    nodes: Option<u64>,
    /// Komi, in Go; short for --rules komi=…
    #[arg(long)]
    komi: Option<String>,
    /// GTP engine whose final_score decides games that two passes ended
    /// [default: the rules' own count, stones as they stand]
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,
    /// Directory for the log and the SGF of every game; resumes from it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    start: Start,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let entry = find(&args.game, context.lang)?;
    let mut from = args.start.clone();
    if let Some(komi) = &args.komi {
        from.rules = format!("{} komi={komi}", from.rules);
    }
    let start = from.open(entry, context.lang)?;
    if unusual_start(&*start).is_some_and(|start| set_up(&*start).is_none()) {
        // Its records would not say where the games began.
        bail!(say(context.lang, "cli-match-position", &[("game", &entry.id)]));
    }
    let time = start::time(args.time, context.lang)?;
    let picture = start.view().picture;
    let terms = Terms {
        start: start.into(),
        opening: args.opening,
        time,
        nodes: args.nodes,
        seed: args.seed,
        most_plies: 4 * picture.rows * picture.columns + 40,
    };
    let specs = [Spec::parse(&args.first), Spec::parse(&args.second)];
    let mut done = args.out.as_deref().map(open_log).transpose()?.unwrap_or_default();
    done.retain(|&number, _| number < args.games);

    let bar = ProgressBar::new(u64::from(args.games));
    bar.set_style(ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg} {eta}")?);
    let mut tally = Tally::default();
    for game in done.values() {
        tally.add(game);
    }
    bar.set_position(u64::from(tally.games()));

    let next = AtomicU32::new(0);
    let shared = Mutex::new(tally);
    let names = Mutex::new([args.first.clone(), args.second.clone()]);
    let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for worker in 0..args.parallel.max(1) {
            let (terms, specs, done, args) = (&terms, &specs, &done, &args);
            let (next, shared, names, failed, bar) = (&next, &shared, &names, &failed, &bar);
            scope.spawn(move || {
                let work = || -> anyhow::Result<()> {
                    let mut seats: Option<[Seat; 2]> = None;
                    let mut judge =
                        args.judge.as_deref().map(Judge::start).transpose().context("the judge")?;
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        if number >= args.games || failed.lock().unwrap().is_some() {
                            return Ok(());
                        }
                        if done.contains_key(&number) {
                            continue;
                        }
                        let seats = match &mut seats {
                            Some(seats) => seats,
                            none => {
                                let sat = sit(terms, specs, args.seed.wrapping_add(worker as u64))?;
                                *names.lock().unwrap() = [sat[0].name(), sat[1].name()];
                                none.insert(sat)
                            }
                        };
                        let game = play_game(terms, seats, judge.as_mut(), number)?;
                        let broke = !game.reason.is_empty() && !game.reason.ends_with("resigned");
                        if let Some(dir) = &args.out {
                            keep(dir, &game)?;
                        }
                        let mut tally = shared.lock().unwrap();
                        tally.add(&game);
                        bar.set_position(u64::from(tally.games()));
                        bar.set_message(format!("{:.1} %", tally.rate() * 100.0));
                        drop(tally);
                        if broke {
                            bar.println(game.log_line());
                            // An engine that broke is started anew.
                            *seats = sit(terms, specs, args.seed.wrapping_add(u64::from(number)))?;
                        }
                    }
                };
                if let Err(error) = work() {
                    failed.lock().unwrap().get_or_insert(error);
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().unwrap_or_default() {
        return Err(error);
    }
    let [first, second] = names.into_inner().unwrap_or_default();
    let mut out = io::stdout().lock();
    let lang = context.lang;
    let title: [(&str, &dyn Display); 4] = [
        ("first", &first),
        ("second", &second),
        ("game", &entry.id),
        ("rules", &terms.start.rules()),
    ];
    writeln!(out, "{}", say(lang, "cli-match-title", &title))?;
    writeln!(out, "{}", summed(&shared.into_inner().unwrap_or_default(), lang))?;
    Ok(())
}

/// A match in a sentence, seen from the first player.
fn summed(tally: &Tally, lang: Lang) -> String {
    let percent = |rate: f64| format!("{:.1}", 100.0 * rate);
    let seconds = |player| format!("{:.3}", tally.cpu_per_move(player));
    let (low, high) = tally.interval();
    let numbers: [(&str, &dyn Display); 9] = [
        ("games", &tally.games()),
        ("won", &tally.won),
        ("drawn", &tally.drawn),
        ("lost", &tally.lost),
        ("rate", &percent(tally.rate())),
        ("low", &percent(low)),
        ("high", &percent(high)),
        ("first", &seconds(0)),
        ("second", &seconds(1)),
    ];
    let mut sum = say(lang, "cli-match-result", &numbers);
    if tally.faults != [0, 0] {
        let faults: [(&str, &dyn Display); 2] =
            [("first", &tally.faults[0]), ("second", &tally.faults[1])];
        sum = format!("{sum}; {}", say(lang, "cli-match-faults", &faults));
    }
    sum
}

fn sit(terms: &Terms, specs: &[Spec; 2], seed: u64) -> anyhow::Result<[Seat; 2]> {
    let seat = |player: usize| {
        specs[player]
            .seat(terms.start.entry(), seed.wrapping_mul(2).wrapping_add(player as u64))
            .map_err(|fault| anyhow::anyhow!("player {} {fault}", player + 1))
    };
    Ok([seat(0)?, seat(1)?])
}

/// The games that a log already has, by number.
fn open_log(dir: &Path) -> anyhow::Result<HashMap<u32, Finished>> {
    fs::create_dir_all(dir).with_context(|| dir.display().to_string())?;
    let text = fs::read_to_string(dir.join("log.txt")).unwrap_or_default();
    // A line cut short by a crash does not read back and is played again.
    Ok(text.lines().filter_map(Finished::from_log_line).map(|g| (g.number, g)).collect())
}

fn keep(dir: &Path, game: &Finished) -> anyhow::Result<()> {
    fs::write(dir.join(format!("{:05}.sgf", game.number)), &game.sgf)?;
    let mut log = OpenOptions::new().create(true).append(true).open(dir.join("log.txt"))?;
    writeln!(log, "{}", game.log_line())?;
    Ok(())
}
