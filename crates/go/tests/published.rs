//! Counts that others published, from the data files beside this one.

use sobremesa_go::{Ko, Move, Position, Rules, Stones};
use sobremesa_kernel::{Position as _, Rng, Side};
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

/// A board's moves and captures without its history: for every legal board
/// and side to move, the boards that a stone leads to. 1×4 has 41 boards.
struct Strip {
    boards: Vec<Stones>,
    after: Vec<[Vec<usize>; 2]>,
    by_turn: bool,
}

impl Strip {
    fn new(rules: &Rules) -> Strip {
        let mut strip = Strip {
            boards: vec![Position::start(rules).stones()],
            after: Vec::new(),
            by_turn: rules.ko() == Ko::Situational,
        };
        while strip.after.len() < strip.boards.len() {
            let board = strip.boards[strip.after.len()].clone();
            let next = [Side::First, Side::Second].map(|side| {
                let position = Position::set_up(rules, &board, side).unwrap();
                let stones = position.legal().into_iter().filter(|&m| m != Move::Pass);
                let after = |m| {
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    strip.number(&next.stones())
                };
                stones.map(after).collect()
            });
            strip.after.push(next);
        }
        strip
    }

    fn number(&mut self, board: &Stones) -> usize {
        self.boards.iter().position(|known| known == board).unwrap_or_else(|| {
            self.boards.push(board.clone());
            self.boards.len() - 1
        })
    }

    /// What may not come again when this board stands and this side moves.
    fn seen(&self, board: usize, turn: usize) -> u128 {
        1 << (2 * board + if self.by_turn { turn } else { 0 })
    }

    /// The games that follow; `seen` has what stood before.
    fn games(&self, board: usize, turn: usize, passed: bool, seen: u128) -> u64 {
        let (seen, next) = (seen | self.seen(board, turn), 1 - turn);
        let stones = self.after[board][turn].iter();
        let by_stone: u64 = stones
            .filter(|&&after| seen & self.seen(after, next) == 0)
            .map(|&after| self.games(after, next, false, seen))
            .sum();
        by_stone + if passed { 1 } else { self.games(board, next, true, seen) }
    }

    /// Plays a game at random and checks that the rules allow as many stones
    /// at every turn as are counted here.
    fn check(&self, rules: &Rules, rng: &mut Rng) {
        let mut position = Position::start(rules);
        let mut seen = 0;
        while position.outcome().is_none() {
            let turn = position.turn().index();
            let board = self.boards.iter().position(|known| *known == position.stones()).unwrap();
            seen |= self.seen(board, turn);
            let open = |&&after: &&usize| seen & self.seen(after, 1 - turn) == 0;
            let stones = self.after[board][turn].iter().filter(open).count();
            let legal = position.legal();
            assert_eq!(legal.len(), stones + 1, "{}", position.diagram());
            position.play_unchecked(rng.pick(&legal).expect("passing is always legal"));
        }
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
            let strip = Strip::new(start.rules());
            let mut rng = Rng::new(1);
            (0..200).for_each(|_| strip.check(start.rules(), &mut rng));
            let games = strip.games(0, 0, false, 0);
            assert_eq!(games.to_string(), line[1], "{} without positions", line[0]);
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
