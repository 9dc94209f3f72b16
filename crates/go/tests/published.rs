//! Counts that others published, from the data files beside this one.

use std::collections::HashMap;

use sobremesa_go::{Ko, Position, Rules, Stones};
use sobremesa_kernel::{Position as _, Side, mix};
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

/// Counts the games of strips that have too many to walk one by one: positions
/// with the same board, turn and set of earlier boards are followed by the
/// same games, whatever the order was.
struct GamesBySets {
    /// A number for each board, as it is first met; 1×4 has 41 legal boards.
    boards: HashMap<Vec<Option<Side>>, u32>,
    /// Games by what they depend on, the later of two that want one place:
    /// all of them would take gigabytes, and most are wanted again soon. From
    /// the lowest bit the boards so far (two bits each, for who moved next
    /// where that matters), the number of the present board, the turn.
    known: Vec<(u128, u64)>,
}

impl GamesBySets {
    const BOARDS: u32 = 41;
    const PLACES: u32 = 1 << 22;

    fn new() -> GamesBySets {
        GamesBySets { boards: HashMap::new(), known: vec![(0, 0); Self::PLACES as usize] }
    }

    fn count(&mut self, position: &Position, seen: u128) -> u64 {
        if position.outcome().is_some() {
            return 1;
        }
        let stones = position.stones();
        let fresh = self.boards.len() as u32;
        let cells = stones.points().map(|point| stones.at(point)).collect();
        let board = *self.boards.entry(cells).or_insert(fresh);
        assert!(board < Self::BOARDS);
        let turn = position.turn().index() as u32;
        let by_turn = position.rules().ko() == Ko::Situational;
        let seen = seen | 1 << (2 * board + if by_turn { turn } else { 0 });
        let state = seen | u128::from(board << 1 | turn) << (2 * Self::BOARDS);
        // Those after a pass are as many and are each soon counted.
        let keep = position.passes() == 0;
        let place = mix(state as u64 ^ mix((state >> 64) as u64)) as usize % self.known.len();
        if keep && self.known[place].0 == state {
            return self.known[place].1;
        }
        let mut games = 0;
        for m in position.legal() {
            let mut next = position.clone();
            next.play_unchecked(m);
            games += self.count(&next, seen);
        }
        if keep {
            self.known[place] = (state, games);
        }
        games
    }
}

fn check_games(long: bool) {
    for line in lines(include_str!("data/games.txt")) {
        let start = Position::start(&line[0].parse().unwrap());
        let is_long = line.get(2) == Some(&"long");
        if !is_long && !long {
            assert_eq!(complete_games(&start).to_string(), line[1], "{}", line[0]);
        }
        if !is_long || long {
            let games = GamesBySets::new().count(&start, 0);
            assert_eq!(games.to_string(), line[1], "{} by sets", line[0]);
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
