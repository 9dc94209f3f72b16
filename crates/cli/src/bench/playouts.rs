//! `bench playouts`: random games a second.

use std::time::Duration;

use sobremesa_games::{GAMES, Visitor};
use sobremesa_kernel::{Game, Position, Rng};
use sobremesa_search::{cpu_time, playouts};

use super::Figures;
use crate::start::find;

/// Random games per CPU second, every move uniform over the legal ones.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// One game; all of them when absent
    game: Option<String>,
    /// Rules instead of the usual ones
    #[arg(long, value_name = "RULES", requires = "game")]
    rules: Option<String>,
    /// CPU seconds per line
    #[arg(long, default_value_t = 1.0)]
    seconds: f64,
    #[arg(long, default_value_t = 1)]
    seed: u64,
}

/// The rules that are compared with other libraries: two sizes of Go with
/// simple ko, the usual ones elsewhere.
const USUAL: &[(&str, &str)] = &[
    ("connect4", ""),
    ("othello", ""),
    ("dots", "size=5x5"),
    ("go", "size=9 ko=simple"),
    ("go", "size=19 ko=simple"),
];

pub fn run(args: &Args, figures: Figures) -> anyhow::Result<()> {
    let wanted = args.game.as_deref().map(|name| find(name, figures.lang)).transpose()?;
    let lines: Vec<(&str, String)> = match (&wanted, &args.rules) {
        (Some(entry), Some(rules)) => vec![(entry.id, rules.clone())],
        _ => USUAL
            .iter()
            .filter(|(id, _)| wanted.is_none_or(|entry| entry.id == *id))
            .filter(|(id, _)| GAMES.iter().any(|entry| entry.id == *id))
            .map(|(id, rules)| (*id, (*rules).to_owned()))
            .collect(),
    };
    for (id, rules) in lines {
        let line = Line { rules, seconds: args.seconds, seed: args.seed, figures };
        sobremesa_games::visit(id, line).expect("the entry is on the list")?;
    }
    Ok(())
}

struct Line {
    rules: String,
    seconds: f64,
    seed: u64,
    figures: Figures,
}

impl Visitor for Line {
    type Output = anyhow::Result<()>;

    fn visit<G: Game>(self) -> anyhow::Result<()> {
        let start = crate::start::Start { rules: self.rules.clone(), ..Default::default() }
            .position::<G>(self.figures.lang)?;
        // The comparison stops a game after twice as many plies as the board
        // has points; only Go can get there.
        let picture = G::picture(&start);
        let most = 2 * picture.rows * picture.columns;
        let most = most.max(start.legal().len() * 2);
        let mut rng = Rng::new(self.seed);
        let wanted = Duration::try_from_secs_f64(self.seconds).unwrap_or(Duration::from_secs(1));
        let (mut games, mut moves, mut batch) = (0u64, 0u64, 1u64);
        let begun = cpu_time();
        while cpu_time() - begun < wanted {
            let sum = playouts(&start, batch, most, &mut rng);
            games += sum.games;
            moves += sum.moves;
            batch = (batch * 2).min(4096);
        }
        let seconds = (cpu_time() - begun).as_secs_f64();
        self.figures
            .line()
            .label("game", G::ID, 9)
            .label("rules", self.rules, 22)
            .figure("games_per_second", games as f64 / seconds, 12, 0)
            .figure("moves_per_second", moves as f64 / seconds, 14, 0)
            .figure("moves_per_game", moves as f64 / games as f64, 7, 1)
            .write()?;
        Ok(())
    }
}
