//! Random games per second of wall time, from the empty board.

use sobremesa_dots::{DotsPosition, Rules};
use sobremesa_kernel::{Position, Rng};

fn main() {
    for size in ["5x5", "8x8"] {
        let rules: Rules = format!("size={size}").parse().expect("a size");
        let begun = std::time::Instant::now();
        let games = 1_000_000;
        let start = DotsPosition::start(&rules);
        let sum = sobremesa_search::playouts(&start, games, 1000, &mut Rng::new(1));
        let seconds = begun.elapsed().as_secs_f64();
        println!("{size}: {:.0} games/s ({} first wins)", games as f64 / seconds, sum.first);
    }
}
