//! `sobremesa match`: games between two players, counted once and kept.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::{Value, json};
use sobremesa_games::replay::{set_up, unusual_start};
use sobremesa_protocol::contest::{
    Judge, Log, LogError, Seat, Spec, Sprt, Standing, Tally, Terms, Verdict, play_game,
};
use sobremesa_protocol::external::Fault;
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
/// stopped goes on where it was. A game depends on its number and the seed, so
/// that levels with a budget in nodes or plies play the same match again.
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
    /// [default: the rules' own count; where players agree on dead stones, ours]
    #[arg(long, value_name = "COMMAND")]
    judge: Option<String>,
    /// Directory for the log and the SGF of every game; resumes from it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// End the match when a sequential test has decided between these two
    /// differences in Elo, with errors of 5 %
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true)]
    sprt: Option<Vec<f64>>,
    /// Write JSON, for programs: an object with the sum
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    start: Start,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let lang = context.lang;
    let entry = find(&args.game, lang)?;
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
    for spec in &specs {
        if let Spec::Level(level) = spec {
            start::level(Some(*level), 0, entry.levels().len(), context.lang)?;
        }
    }
    let test = args.sprt.as_deref().map(|elo| sprt(elo, lang)).transpose()?;
    let mut standing = Standing::new(test);
    let mut done = BTreeSet::new();
    let log = match &args.out {
        None => None,
        Some(directory) => {
            let described = terms.described([&args.first, &args.second], args.judge.as_deref());
            let (log, games) =
                Log::open(directory, &described).map_err(|error| unkept(&error, lang))?;
            for (number, game) in games.into_iter().filter(|(number, _)| *number < args.games) {
                done.insert(number);
                standing.add(game);
            }
            Some(Mutex::new(log))
        }
    };

    let bar = ProgressBar::new(u64::from(args.games));
    bar.set_style(ProgressStyle::with_template("{pos}/{len} {wide_bar} {msg} {eta}")?);
    bar.set_position(u64::from(standing.tally().games()));

    let next = AtomicU32::new(0);
    let shared = Mutex::new(standing);
    let names = Mutex::new([args.first.clone(), args.second.clone()]);
    let failed: Mutex<Option<anyhow::Error>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for _ in 0..args.parallel.max(1) {
            let (terms, specs, done, args, log) = (&terms, &specs, &done, &args, &log);
            let (next, shared, names, failed, bar) = (&next, &shared, &names, &failed, &bar);
            scope.spawn(move || {
                let work = || -> anyhow::Result<()> {
                    let mut seats: Option<[Seat; 2]> = None;
                    let judge = args
                        .judge
                        .as_deref()
                        .map(|command| Judge::start(command, terms.start.entry().id))
                        .transpose();
                    let mut judge = judge.map_err(|fault| {
                        anyhow::anyhow!(say(
                            lang,
                            "cli-match-judge",
                            &[("why", &told(&fault, lang))]
                        ))
                    })?;
                    loop {
                        let number = next.fetch_add(1, Ordering::Relaxed);
                        let decided = locked(shared).verdict().is_some();
                        if number >= args.games || decided || locked(failed).is_some() {
                            return Ok(());
                        }
                        if done.contains(&number) {
                            continue;
                        }
                        let seats = match &mut seats {
                            Some(seats) => seats,
                            none => {
                                let sat =
                                    [sit(terms, specs, 0, lang)?, sit(terms, specs, 1, lang)?];
                                *locked(names) = [sat[0].name(), sat[1].name()];
                                none.insert(sat)
                            }
                        };
                        let game = play_game(terms, seats, judge.as_mut(), number)?;
                        if let Some(log) = log {
                            locked(log).keep(&game).map_err(|error| unkept(&error, lang))?;
                        }
                        let fault = game.ending.at_fault().map(|player| (player, game.log_line()));
                        let mut standing = locked(shared);
                        standing.add(game);
                        let tally = *standing.tally();
                        drop(standing);
                        bar.inc(1);
                        bar.set_message(format!("{:.1} %", tally.rate() * 100.0));
                        if let Some((player, line)) = fault {
                            bar.println(line);
                            // An engine that broke is started anew.
                            seats[player] = sit(terms, specs, player, lang)?;
                        }
                    }
                };
                if let Err(error) = work() {
                    locked(failed).get_or_insert(error);
                }
            });
        }
    });
    bar.finish_and_clear();
    if let Some(error) = failed.into_inner().unwrap_or_default() {
        return Err(error);
    }
    let [first, second] = names.into_inner().unwrap_or_default();
    let standing = shared.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (tally, verdict) = (*standing.tally(), standing.verdict());
    let mut out = io::stdout().lock();
    if args.json {
        let mut sum = described(&tally, entry.id, &terms.start.rules(), [&first, &second]);
        if let Some(test) = test {
            sum["sprt"] = json!({
                "ratio": test.ratio(&tally),
                "bound": Sprt::bound(),
                "decided": verdict.map(|verdict| args.sprt.as_ref().map(|elo| match verdict {
                    Verdict::Lower => elo[0],
                    Verdict::Higher => elo[1],
                })),
            });
        }
        writeln!(out, "{sum}")?;
        return Ok(());
    }
    let title: [(&str, &dyn Display); 4] = [
        ("first", &first),
        ("second", &second),
        ("game", &entry.id),
        ("rules", &terms.start.rules()),
    ];
    writeln!(out, "{}", say(lang, "cli-match-title", &title))?;
    writeln!(out, "{}", summed(&tally, lang))?;
    if let (Some(test), Some(elo)) = (test, &args.sprt) {
        let (ratio, bound) =
            (format!("{:.2}", test.ratio(&tally)), format!("{:.2}", Sprt::bound()));
        let id = match verdict {
            Some(Verdict::Lower) => "cli-match-sprt-lower",
            Some(Verdict::Higher) => "cli-match-sprt-higher",
            None => "cli-match-sprt-open",
        };
        let numbers: [(&str, &dyn Display); 4] =
            [("lower", &elo[0]), ("higher", &elo[1]), ("ratio", &ratio), ("bound", &bound)];
        writeln!(out, "{}", say(lang, id, &numbers))?;
    }
    Ok(())
}

/// A lock that a panic elsewhere does not spoil: what is behind it is whole.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn sprt(elo: &[f64], lang: Lang) -> anyhow::Result<Sprt> {
    match elo {
        [lower, higher] => Sprt::new(*lower, *higher),
        _ => None,
    }
    .ok_or_else(|| anyhow::anyhow!(say(lang, "cli-match-sprt-odd", &[])))
}

/// Why a match cannot be kept where it should be.
fn unkept(error: &LogError, lang: Lang) -> anyhow::Error {
    let text = match error {
        LogError::Io(path, error) => format!("{}: {error}", path.display()),
        LogError::Other { found } => say(lang, "cli-match-out-other", &[("found", found)]),
        LogError::Nameless => say(lang, "cli-match-out-nameless", &[]),
        LogError::Busy => say(lang, "cli-match-out-busy", &[]),
    };
    anyhow::anyhow!(text)
}

/// A match for programs, seen from the first player: rates from 0 to 1, times
/// in seconds.
fn described(tally: &Tally, game: &str, rules: &str, names: [&str; 2]) -> Value {
    let player = |number: usize| {
        json!({
            "name": names[number],
            "moves": tally.moves[number],
            "cpu_per_move": tally.cpu_per_move(number),
            "faults": tally.faults[number],
        })
    };
    let (low, high) = tally.interval();
    json!({
        "game": game,
        "rules": rules,
        "players": [player(0), player(1)],
        "games": tally.games(),
        "won": tally.won,
        "drawn": tally.drawn,
        "lost": tally.lost,
        "rate": tally.rate(),
        "interval": [low, high],
    })
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

fn sit(terms: &Terms, specs: &[Spec; 2], player: usize, lang: Lang) -> anyhow::Result<Seat> {
    specs[player].seat(terms.start.entry()).map_err(|fault| {
        let who: [(&str, &dyn Display); 2] =
            [("number", &(player + 1)), ("why", &told(&fault, lang))];
        anyhow::anyhow!(say(lang, "cli-match-player", &who))
    })
}

/// What went wrong with an engine. What it said itself, and the system, is
/// left as it is.
fn told(fault: &Fault, lang: Lang) -> String {
    let (id, what) = match fault {
        Fault::Missing(why) => ("cli-fault-missing", why.as_str()),
        Fault::Silent => ("cli-fault-silent", ""),
        Fault::Gone => ("cli-fault-gone", ""),
        Fault::Nonsense(text) => ("cli-fault-nonsense", text.as_str()),
        Fault::Refused(text) => ("cli-fault-refused", text.as_str()),
        Fault::NoSetUp(why) => ("cli-fault-set-up", why.as_str()),
    };
    say(lang, id, &[("what", &what)])
}
