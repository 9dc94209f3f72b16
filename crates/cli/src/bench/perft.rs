use std::io::{self, Write as _};

use sobremesa_games::{GAMES, Visitor};
use sobremesa_kernel::Game;
use sobremesa_search::cpu_time;

use crate::Context;
use crate::perft::count;
use crate::start::{Start, find};

/// Move sequences counted per CPU second.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One game; all of them when absent
    game: Option<String>,
}

/// Rules and a depth that takes about a second.
const DEPTHS: &[(&str, &str, u32)] =
    &[("connect4", "", 9), ("othello", "", 10), ("dots", "size=3x3", 5), ("go", "size=9", 4)];

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    let wanted = args.game.as_deref().map(|name| find(name, context.lang)).transpose()?;
    for entry in GAMES.iter().filter(|entry| wanted.is_none_or(|one| one.id == entry.id)) {
        let usual = DEPTHS.iter().find(|(id, _, _)| *id == entry.id);
        let (rules, depth) = usual.map_or(("", 3), |&(_, rules, depth)| (rules, depth));
        sobremesa_games::visit(entry.id, Line { rules, depth, context })
            .expect("the entry is on the list")?;
    }
    Ok(())
}

struct Line<'a> {
    rules: &'static str,
    depth: u32,
    context: &'a Context,
}

impl Visitor for Line<'_> {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self) -> anyhow::Result<()> {
        let start = Start { rules: self.rules.to_owned(), ..Start::default() };
        let position = start.position::<G>(self.context.lang)?;
        let begun = cpu_time();
        let leaves = count::<G>(&position, self.depth);
        let seconds = (cpu_time() - begun).as_secs_f64();
        writeln!(
            io::stdout(),
            "{:<9} {:<22} depth {:>2} {leaves:>12} leaves {seconds:>8.3} s {:>8.1} M/s",
            G::ID,
            if self.rules.is_empty() { "-" } else { self.rules },
            self.depth,
            leaves as f64 / seconds.max(1e-9) / 1e6,
        )?;
        Ok(())
    }
}
