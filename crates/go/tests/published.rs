//! Counts that others published, from the data files beside this one.

use sobremesa_go::{Position, Rules, Stones};
use sobremesa_kernel::{Position as _, Side};
use sobremesa_search::perft;

/// The fields of every line that is not a comment.
fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split(';').map(str::trim).collect())
}

fn check_perft(long: bool) {
    for line in lines(include_str!("data/perft.txt")) {
        let rules: Rules = line[0].parse().unwrap();
        let ordinary: usize = line[2].parse().unwrap();
        let start = Position::start(&rules);
        for (depth, count) in (1..).zip(line[1].split_whitespace()) {
            if long == (depth > ordinary) {
                let found = perft(&start, depth as u32);
                assert_eq!(found.to_string(), count, "{rules} at depth {depth}");
            }
        }
    }
}

#[test]
fn perft_counts() {
    check_perft(false);
}

#[test]
#[ignore = "long proof"]
fn perft_counts_to_the_end() {
    check_perft(true);
}

fn complete_games(position: &Position) -> u64 {
    if position.outcome().is_some() {
        return 1;
    }
    position
        .legal()
        .into_iter()
        .map(|m| {
            let mut next = position.clone();
            next.play_unchecked(m);
            complete_games(&next)
        })
        .sum()
}

fn check_games(long: bool) {
    for line in lines(include_str!("data/games.txt")) {
        if long == (line.get(2) == Some(&"long")) {
            let start = Position::start(&line[0].parse().unwrap());
            assert_eq!(complete_games(&start).to_string(), line[1], "{}", line[0]);
        }
    }
}

#[test]
fn complete_game_counts() {
    check_games(false);
}

#[test]
#[ignore = "long proof"]
fn complete_game_counts_of_longer_strips() {
    check_games(true);
}

/// Every colouring of an n×n board, counted by the set-up of a position.
fn legal_boards(n: usize) -> u64 {
    let rules = Rules::sized(n, n).unwrap();
    let mut stones = Stones::new(n, n).unwrap();
    let points: Vec<_> = stones.points().collect();
    let mut legal = 0;
    loop {
        if stones.breathless().is_none() {
            legal += 1;
            if n < 4 {
                assert!(Position::set_up(&rules, &stones, Side::First).is_ok());
            }
        }
        // The next colouring, counting in base three.
        let mut carry = true;
        for &point in &points {
            let (next, over) = match stones.at(point) {
                None => (Some(Side::First), false),
                Some(Side::First) => (Some(Side::Second), false),
                Some(Side::Second) => (None, true),
            };
            stones.put(point, next);
            if !over {
                carry = false;
                break;
            }
        }
        if carry {
            return legal;
        }
    }
}

fn check_boards(sizes: std::ops::RangeInclusive<usize>) {
    for line in lines(include_str!("data/boards.txt")) {
        let n: usize = line[0].parse().unwrap();
        if sizes.contains(&n) {
            assert_eq!(legal_boards(n).to_string(), line[1], "{n}×{n}");
        }
    }
}

#[test]
fn legal_board_counts() {
    check_boards(1..=3);
}

#[test]
#[ignore = "long proof"]
fn legal_board_counts_4x4() {
    check_boards(4..=4);
}
