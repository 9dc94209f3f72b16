//! What controllers say of time: GTP's own commands, KGS' and KataGo's.

use sobremesa_kernel::Game;

use super::commands::{Commands, colour_arg, syntax_error};
use super::{Answer, Command, Session};
use crate::time::{Clocks, TimeSettings, seconds};

pub(super) fn table<G: Game>() -> Commands<G> {
    vec![
        Command { name: "time_settings", run: time_settings },
        Command { name: "time_left", run: time_left },
        Command { name: "kgs-time_settings", run: named_settings },
        Command { name: "kata-time_settings", run: named_settings },
        Command { name: "kata-list_time_settings", run: |_, _| Ok(TimeSettings::NAMES.to_owned()) },
    ]
}

fn time_settings<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let [main, period, stones] = arguments else { return syntax_error() };
    let system = seconds(main).zip(seconds(period)).zip(stones.parse().ok());
    let Some(((main, period), stones)) = system else { return syntax_error() };
    session.clock = Clocks::new(TimeSettings::gtp(main, period, stones));
    Ok(String::new())
}

fn named_settings<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    match TimeSettings::named(arguments) {
        Some(system) => {
            session.clock = Clocks::new(system);
            Ok(String::new())
        }
        None => syntax_error(),
    }
}

fn time_left<G: Game>(session: &mut Session<G>, arguments: &[&str]) -> Answer {
    let side = colour_arg(arguments)?;
    let [time, stones] = &arguments[1..] else { return syntax_error() };
    match seconds(time).zip(stones.parse().ok()) {
        Some((time, stones)) => {
            session.clock.set_left(side.index(), time, stones);
            Ok(String::new())
        }
        None => syntax_error(),
    }
}
