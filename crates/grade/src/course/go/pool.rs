//! The boards that are asked about: fights in a corner, at an edge and in the
//! middle, walls with and without gaps, and what is full or empty.

use sobremesa_kernel::Rng;

use super::case::Case;
use super::reading::{Board, Reading, SIZE};

/// Every question that may be asked about a task.
pub fn pool(task: usize, seed: u64) -> Vec<Case> {
    let mut rng = Rng::new(seed ^ 0x60_60);
    match task {
        0 => vec![Case::Empty],
        1 => moves(&mut rng),
        _ => scores(&mut rng),
    }
}

/// The upper left places of the windows in which chance fights.
const WINDOWS: [(usize, usize, usize); 6] =
    [(0, 0, 2), (0, 0, 3), (0, 16, 3), (16, 16, 3), (0, 8, 4), (7, 7, 4)];

/// A board that chance came to by legal moves in one window, and its window.
fn fight(rng: &mut Rng, plies: u32) -> (Board, (usize, usize, usize)) {
    let rule = Reading::default();
    let window = WINDOWS[rng.below(WINDOWS.len() as u32) as usize];
    let (top, left, size) = window;
    let mut board = Board::empty();
    for _ in 0..plies {
        let row = top + rng.below(size as u32) as usize;
        let column = left + rng.below(size as u32) as usize;
        // Who is to move is the caller's to say, so colours need not alternate.
        let colour = 1 + rng.below(2) as u8;
        if let Some(next) = rule.played(&board, colour, row as i64, column as i64) {
            board = next;
        }
    }
    (board, window)
}

fn moves(rng: &mut Rng) -> Vec<Case> {
    let rule = Reading::default();
    let mut cases = Vec::new();
    for row in [0, 9, 18] {
        let case = |column| Case::Move { board: Board::empty(), colour: 1, row, column };
        cases.extend([case(0), case(18), case(7)]);
    }
    for (row, column) in [(-1, 0), (0, 19), (19, 5), (3, -1)] {
        cases.push(Case::Move { board: Board::empty(), colour: 1, row, column });
    }
    cases.extend(several_groups());
    for round in 0..220 {
        let plies = 2 + rng.below(24);
        let (board, (top, left, size)) = fight(rng, plies);
        let mut told: [Option<Case>; 4] = [const { None }; 4];
        for row in top..top + size {
            for column in left..left + size {
                for colour in [1, 2] {
                    let (row, column) = (row as i64, column as i64);
                    let next = rule.played(&board, colour, row, column);
                    let kind = match &next {
                        _ if board.at(row as usize, column as usize) != 0 => 0,
                        None => 1,
                        Some(next) if next.stones() <= board.stones() => 2,
                        Some(_) => 3,
                    };
                    let case = Case::Move { board: board.clone(), colour, row, column };
                    if told[kind].is_none() || rng.below(3) == 0 {
                        told[kind] = Some(case);
                    }
                }
            }
        }
        // Quiet moves and stones on stones are many.
        let [on_stone, suicide, capture, quiet] = told;
        cases.extend(suicide);
        cases.extend(capture);
        cases.extend(quiet.filter(|_| round % 4 == 0));
        cases.extend(on_stone.filter(|_| round % 12 == 0));
    }
    cases
}

/// Moves that take two or three single stones at once, each on its side of the
/// point, in the middle and at two edges.
fn several_groups() -> Vec<Case> {
    let mut cases = Vec::new();
    for (row, column) in [(5_usize, 5_usize), (0, 8), (9, 0), (13, 12)] {
        let beside = |row: usize, column: usize| {
            [(-1, 0), (1, 0), (0, -1), (0, 1)].into_iter().filter_map(move |(down, right)| {
                let row = row.checked_add_signed(down).filter(|&row| row < SIZE)?;
                let column = column.checked_add_signed(right).filter(|&c| c < SIZE)?;
                Some((row, column))
            })
        };
        let around: Vec<(usize, usize)> = beside(row, column).collect();
        for chosen in 1_u32..1 << around.len() {
            let taken: Vec<(usize, usize)> =
                (0..around.len()).filter(|n| chosen >> n & 1 == 1).map(|n| around[n]).collect();
            if !(2..=3).contains(&taken.len()) {
                continue;
            }
            let mut board = Board::empty();
            for &(r, c) in &taken {
                for (r, c) in beside(r, c) {
                    board.0[r * SIZE + c] = 1;
                }
            }
            for &(r, c) in &taken {
                board.0[r * SIZE + c] = 2;
            }
            board.0[row * SIZE + column] = 0;
            let (row, column) = (row as i64, column as i64);
            cases.push(Case::Move { board, colour: 1, row, column });
        }
    }
    cases
}

fn scores(rng: &mut Rng) -> Vec<Case> {
    let mut boards = vec![Board::empty()];
    // Walls across or down, with a gap or none, and a second one.
    for n in 0..40 {
        let mut board = Board::empty();
        let wall = 1 + rng.below(8) as usize;
        let second = 10 + rng.below(8) as usize;
        for at in 0..SIZE {
            let gap = n % 4 == 1 && at == 9;
            let places = match n % 2 {
                0 => [wall * SIZE + at, second * SIZE + at],
                _ => [at * SIZE + wall, at * SIZE + second],
            };
            if !gap {
                board.0[places[0]] = 1 + (n / 2 % 2) as u8;
                board.0[places[1]] = 2 - (n / 2 % 2) as u8;
            }
        }
        boards.push(board);
    }
    for _ in 0..60 {
        let plies = 4 + rng.below(30);
        boards.push(fight(rng, plies).0);
    }
    // Both colours everywhere, with single points and larger regions between.
    for _ in 0..20 {
        let mut board = Board::empty();
        let gaps = 2 + rng.below(8);
        for (at, cell) in board.0.iter_mut().enumerate() {
            *cell = match rng.below(gaps) {
                0 => 0,
                _ => 1 + u8::from(at % SIZE > 9),
            };
        }
        boards.push(board);
    }
    boards.into_iter().filter(fair).map(|board| Case::Score { board }).collect()
}

/// Boards of one colour alone, and of stones without a liberty, are left out:
/// whether one stone surrounds all of a board the sheets do not say.
pub fn fair(board: &Board) -> bool {
    let rule = Reading::default();
    let has = |colour: u8| board.0.contains(&colour);
    let all_breathe = (0..board.0.len())
        .all(|at| board.0[at] == 0 || rule.breathes(board, &rule.region(board, at)));
    has(1) == has(2) && all_breathe
}

/// Boards with one stone less.
pub fn lifted(board: &Board) -> Vec<Board> {
    let stones = (0..board.0.len()).filter(|&at| board.0[at] != 0);
    stones
        .map(|at| {
            let mut less = board.clone();
            less.0[at] = 0;
            less
        })
        .collect()
}
