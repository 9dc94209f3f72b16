//! Published counts of sequences and positions.

use sobremesa_connect4::{Position, Rules};
use sobremesa_kernel::Position as _;
use sobremesa_search::{distinct, perft};

/// The numbers of each line of a data file.
fn table(text: &str) -> Vec<Vec<u64>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().map(|n| n.parse().expect("numbers only")).collect())
        .collect()
}

fn perft_matches(depths: std::ops::RangeInclusive<u64>) {
    let start = Position::start(&Rules::STANDARD);
    let rows = table(include_str!("../data/perft.txt"));
    for row in rows.iter().filter(|row| depths.contains(&row[0])) {
        assert_eq!(perft(&start, row[0] as u32), row[1], "depth {}", row[0]);
    }
}

#[test]
fn perft_is_the_published_one() {
    perft_matches(1..=9);
}

#[test]
#[ignore = "two thousand million sequences: run by ./test --full"]
fn perft_is_the_published_one_to_depth_11() {
    perft_matches(10..=11);
}

fn distinct_match(depth: u32) {
    let rows = table(include_str!("../data/distinct.txt"));
    let published: Vec<u64> = rows.iter().take(depth as usize + 1).map(|row| row[1]).collect();
    assert_eq!(distinct(&Position::start(&Rules::STANDARD), depth), published);
}

#[test]
fn distinct_positions_are_the_published_ones() {
    distinct_match(8);
}

#[test]
#[ignore = "two million positions: run by ./test --full"]
fn distinct_positions_are_the_published_ones_to_ply_10() {
    distinct_match(10);
}
