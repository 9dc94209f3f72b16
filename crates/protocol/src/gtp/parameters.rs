//! KataGo's parameters by name, as far as there is something behind them.

use sobremesa_kernel::Game;

use super::commands::{Commands, syntax_error};
use super::{Answer, Command, Session};
use crate::time::seconds;

pub(super) fn table<G: Game>() -> Commands<G> {
    vec![
        Command { name: "kata-list-params", run: |_, _| Ok(NAMES.join(" ")) },
        Command { name: "kata-get-param", run: get },
        Command { name: "kata-set-param", run: set },
    ]
}

const NAMES: [&str; 5] = [
    "maxVisits",
    "maxTime",
    "numSearchThreads",
    // KataGo's own devices, which are off here and stay off.
    "playoutDoublingAdvantage",
    "analysisWideRootNoise",
];

/// What KataGo says of visits and of seconds without a limit.
const ENDLESS_VISITS: u64 = 1 << 50;
const ENDLESS_TIME: f64 = 1e20;

/// More threads than any machine has.
const MOST_THREADS: usize = 1024;

fn get<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let [name] = arguments else { return syntax_error() };
    let budget = &session.options.budget;
    Ok(match *name {
        "maxVisits" => budget.nodes.unwrap_or(ENDLESS_VISITS).to_string(),
        "maxTime" => match budget.time {
            Some(time) => time.as_secs_f64().to_string(),
            None => format!("{ENDLESS_TIME:e}"),
        },
        "numSearchThreads" => {
            let level = G::levels()[usize::from(session.options.level)].budget.threads;
            budget.threads.or(level).unwrap_or(1).to_string()
        }
        "playoutDoublingAdvantage" | "analysisWideRootNoise" => "0".to_owned(),
        _ => return Err(unknown(name)),
    })
}

fn set<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let [name, value] = arguments else { return syntax_error() };
    let budget = &mut session.options.budget;
    let refused = || format!("{name}: {value:?} is not a value it can have");
    match *name {
        "maxVisits" => {
            let visits: u64 = value.parse().ok().filter(|&n| n > 0).ok_or_else(refused)?;
            budget.nodes = (visits < ENDLESS_VISITS).then_some(visits);
        }
        "maxTime" => {
            let time: f64 = value.parse().map_err(|_| refused())?;
            if time.is_nan() || time <= 0.0 {
                return Err(refused());
            }
            // More than a lifetime is no limit.
            budget.time = seconds(value);
        }
        "numSearchThreads" => {
            let threads = value.parse().ok().filter(|n| (1..=MOST_THREADS).contains(n));
            budget.threads = Some(threads.ok_or_else(refused)?);
        }
        "playoutDoublingAdvantage" | "analysisWideRootNoise" => {
            if value.parse() != Ok(0.0) {
                return Err(refused());
            }
        }
        _ => return Err(unknown(name)),
    }
    Ok(String::new())
}

fn unknown(name: &str) -> String {
    format!("unknown parameter {name:?}; known are {}", NAMES.join(" "))
}
