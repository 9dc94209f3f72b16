//! `bench perft`: move sequences counted a second.

use sobremesa_games::{GAMES, Visitor};
use sobremesa_kernel::Game;
use sobremesa_search::cpu_time;

use super::Figures;
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

pub fn run(args: &Args, figures: Figures) -> anyhow::Result<()> {
    let wanted = args.game.as_deref().map(|name| find(name, figures.lang)).transpose()?;
    for entry in GAMES.iter().filter(|entry| wanted.is_none_or(|one| one.id == entry.id)) {
        let usual = DEPTHS.iter().find(|(id, _, _)| *id == entry.id);
        let (rules, depth) = usual.map_or(("", 3), |&(_, rules, depth)| (rules, depth));
        sobremesa_games::visit(entry.id, Line { rules, depth, figures })
            .expect("the entry is on the list")?;
    }
    Ok(())
}

struct Line {
    rules: &'static str,
    depth: u32,
    figures: Figures,
}

impl Visitor for Line {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self) -> anyhow::Result<()> {
        let start = Start { rules: self.rules.to_owned(), ..Start::default() };
        let position = start.position::<G>(self.figures.lang)?;
        let begun = cpu_time();
        let leaves = count::<G>(&position, self.depth);
        let seconds = (cpu_time() - begun).as_secs_f64();
        self.figures
            .line()
            .label("game", G::ID, 9)
            .label("rules", self.rules, 22)
            .count("depth", self.depth.into(), 2)
            .count("leaves", leaves, 12)
            .figure("cpu_seconds", seconds, 8, 3)
            .figure("million_leaves_per_second", leaves as f64 / seconds.max(1e-9) / 1e6, 8, 1)
            .write()?;
        Ok(())
    }
}
