//! What searches to a depth cost: nodes and CPU milliseconds on an empty board
//! and after some random lines. `depths [SIZE] [DEEPEST]`.

use sobremesa_dots::{Dots, DotsPosition, Rules};
use sobremesa_kernel::{Budget, Game, Position, Rng, silent};
use sobremesa_search::cpu_time;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let size = arguments.next().unwrap_or_else(|| "5x5".into());
    let deepest = arguments.next().and_then(|text| text.parse().ok()).unwrap_or(6);
    let rules: Rules = format!("size={size}").parse().expect("a size such as 5x5");
    for drawn in [0, 4, 8, 12, 16, 20, 24, 30] {
        let mut position = DotsPosition::start(&rules);
        let mut rng = Rng::new(drawn);
        for _ in 0..drawn.min(rules.size.lines() as u64 - 1) {
            position.play_random(&mut rng, &mut Vec::new());
        }
        for depth in 1..=deepest {
            let level = (depth as u8).clamp(2, 7);
            let begun = cpu_time();
            let found = Dots::engine(level, 1).unwrap().search(
                &position,
                &Budget::depth(depth),
                &mut silent,
            );
            let spent = (cpu_time() - begun).as_millis();
            let line = &found.lines[0];
            println!(
                "{drawn} drawn, depth {depth}: {} nodes, {spent} ms, {} {}",
                found.nodes, line.play, line.value
            );
        }
    }
}
