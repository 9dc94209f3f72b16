//! The boards that are asked about: all of the smallest, and of every kind
//! that a game can come to.

use sobremesa_kernel::Rng;

use super::case::{Case, Columns, EMPTY, pieces};
use super::expect::dropped;
use super::reading::{COLUMNS, Grid, ROWS, Reading};

/// Boards of each kind that chance plays.
const EACH: usize = 40;

/// Every question that may be asked about a task.
pub fn pool(task: usize, seed: u64) -> Vec<Case> {
    let mut rng = Rng::new(seed ^ 0xc4_c4c4);
    let boards = Boards::new(&mut rng);
    match task {
        0 => vec![Case::Initial],
        1 => drops(&boards, &mut rng),
        2 => rooms(&boards),
        3 => contents(&boards, &mut rng),
        4 => fours(&boards),
        5 => boards.all().map(|&grid| Case::Draw { grid }).collect(),
        6 => kinds(Columns::Winning, &boards),
        7 => kinds(Columns::Safe, &boards),
        _ => kinds(Columns::Definitive, &boards),
    }
}

/// Every board of at most so many pieces, either side having begun.
pub fn universe(most: usize) -> Vec<Grid> {
    let mut boards = vec![EMPTY];
    let mut last = vec![EMPTY];
    let rule = Reading::default();
    for _ in 0..most {
        let mut next: Vec<Grid> = Vec::new();
        for grid in &last {
            for side in on_turn(grid) {
                next.extend((0..COLUMNS).filter_map(|column| rule.dropped(grid, column, side)));
            }
        }
        next.sort_unstable();
        next.dedup();
        boards.extend(&next);
        last = next;
    }
    boards
}

/// Who may be to move: whoever has fewer pieces, either where both have as many.
pub fn on_turn(grid: &Grid) -> Vec<u8> {
    let count = |side: u8| grid.iter().flatten().filter(|&&cell| cell == side).count();
    match count(1).cmp(&count(2)) {
        std::cmp::Ordering::Less => vec![1],
        std::cmp::Ordering::Equal => vec![1, 2],
        std::cmp::Ordering::Greater => vec![2],
    }
}

/// Boards with one or two pieces less, as a game could have come to them: a
/// piece from the top of a column, or one of each side.
pub fn lifted(grid: &Grid) -> Vec<Grid> {
    let fair = |grid: &Grid| {
        let count = |side: u8| grid.iter().flatten().filter(|&&cell| cell == side).count();
        count(1).abs_diff(count(2)) <= 1
    };
    let one = |grid: &Grid, column: usize| {
        let row = (0..ROWS).find(|&row| grid[row][column] != 0)?;
        let mut less = *grid;
        less[row][column] = 0;
        Some(less)
    };
    let singles: Vec<Grid> = (0..COLUMNS).filter_map(|column| one(grid, column)).collect();
    let mut all: Vec<Grid> = singles
        .iter()
        .flat_map(|less| (0..COLUMNS).filter_map(|column| one(less, column)))
        .chain(singles.iter().copied())
        .filter(fair)
        .collect();
    all.sort_unstable_by_key(|less| (pieces(less), *less));
    all.dedup();
    all
}

/// Boards of every kind.
struct Boards {
    small: Vec<Grid>,
    /// Stopped somewhere on the way.
    quiet: Vec<Grid>,
    /// A move before somebody wins.
    threats: Vec<Grid>,
    won: Vec<Grid>,
    /// Full, or nearly, and nobody has won.
    full: Vec<Grid>,
    full_and_won: Vec<Grid>,
}

impl Boards {
    fn new(rng: &mut Rng) -> Boards {
        let mut boards = Boards {
            small: universe(2),
            quiet: vec![],
            threats: vec![],
            won: vec![],
            full: vec![],
            full_and_won: vec![],
        };
        let rule = Reading::default();
        while boards.threats.len() < EACH || boards.quiet.len() < EACH {
            let game = random_game(rng, &rule);
            let stop = rng.below(game.len() as u32) as usize;
            let end = game[game.len() - 1];
            if rule.is_won(&end) {
                boards.threats.push(game[game.len() - 2]);
                boards.threats.push(game[game.len().saturating_sub(4)]);
                boards.won.push(end);
            }
            // The end is for whoever wins.
            boards.quiet.push(game[stop.min(game.len() - 2)]);
        }
        boards.won.extend(each_direction(rng, &rule));
        boards.won.extend(long_lines(rng, &rule));
        boards.full.extend((0..8).map(|_| draw(rng, &rule)));
        for grid in boards.full.clone() {
            // With a column open again, and with the last piece that wins.
            boards.full.extend(lifted(&grid).into_iter().take(3));
        }
        boards.full_and_won = (0..12).filter_map(|_| full_and_won(rng, &rule)).collect();
        boards.threats.truncate(2 * EACH);
        boards
    }

    fn all(&self) -> impl Iterator<Item = &Grid> {
        self.small
            .iter()
            .chain(&self.quiet)
            .chain(&self.threats)
            .chain(&self.won)
            .chain(&self.full)
            .chain(&self.full_and_won)
    }

    /// Those on which the game goes on.
    fn open(&self) -> impl Iterator<Item = &Grid> {
        self.small.iter().chain(&self.quiet).chain(&self.threats).chain(&self.full)
    }
}

/// A game of chance to its end, every board of it; sides that see a win in one
/// let it pass half of the time, so that threats pile up.
fn random_game(rng: &mut Rng, rule: &Reading) -> Vec<Grid> {
    let mut game = vec![EMPTY];
    let mut side = 1 + rng.below(2) as u8;
    loop {
        let grid = game[game.len() - 1];
        let mut free = rule.free(&grid);
        rng.shuffle(&mut free);
        if rng.below(2) == 0 {
            let wins = |&column: &usize| {
                rule.dropped(&grid, column, side).is_some_and(|next| rule.has_line(&next, side))
            };
            if let Some(at) = free.iter().position(|column| !wins(column)) {
                free.swap(0, at);
            }
        }
        let Some(&column) = free.first() else { return game };
        let next = rule.dropped(&grid, column, side).expect("it has room");
        game.push(next);
        if rule.is_won(&next) {
            return game;
        }
        side = 3 - side;
    }
}

/// Boards with one line alone, several of each direction.
fn each_direction(rng: &mut Rng, rule: &Reading) -> Vec<Grid> {
    let mut found = Vec::new();
    let mut wanted = [6; 4];
    for _ in 0..20_000 {
        let game = random_game(rng, rule);
        let end = game[game.len() - 1];
        let only = |direction: usize| {
            let mut reading = rule.clone();
            reading.directions = std::array::from_fn(|at| at != direction);
            rule.is_won(&end) && !reading.is_won(&end)
        };
        if let Some(direction) = (0..4).find(|&at| wanted[at] > 0 && only(at)) {
            wanted[direction] -= 1;
            found.push(end);
        }
        if wanted == [0; 4] {
            break;
        }
    }
    found
}

/// Boards with a line of five or more, and with two lines at once.
fn long_lines(rng: &mut Rng, rule: &Reading) -> Vec<Grid> {
    let mut found = Vec::new();
    for _ in 0..20_000 {
        if found.len() >= 8 {
            break;
        }
        let game = random_game(rng, rule);
        let end = game[game.len() - 1];
        let lines: Vec<_> = [1, 2].into_iter().flat_map(|side| rule.lines(&end, side)).collect();
        if lines.len() > 1 || lines.iter().any(|line| line.len() > 4) {
            found.push(end);
        }
    }
    found
}

/// A full board that nobody won: pairs of rows that keep lines short, with
/// columns and sides as chance has it.
fn draw(rng: &mut Rng, rule: &Reading) -> Grid {
    loop {
        let mut grid = EMPTY;
        let mut side = 1 + rng.below(2) as u8;
        loop {
            let mut free = rule.free(&grid);
            rng.shuffle(&mut free);
            let quiet = free.iter().find(|&&column| {
                rule.dropped(&grid, column, side).is_some_and(|next| !rule.has_line(&next, side))
            });
            let Some(&column) = quiet else { break };
            grid = rule.dropped(&grid, column, side).expect("it has room");
            side = 3 - side;
        }
        if pieces(&grid) == ROWS * COLUMNS {
            return grid;
        }
    }
}

/// A full board whose very last piece won.
fn full_and_won(rng: &mut Rng, rule: &Reading) -> Option<Grid> {
    (0..200).find_map(|_| {
        let full = draw(rng, rule);
        let column = rng.below(COLUMNS as u32) as usize;
        let mut less = full;
        less[0][column] = 0;
        let side = on_turn(&less);
        side.into_iter().find_map(|side| {
            // A rival's piece on top may have to be ours for a line.
            let mut other = less;
            other[0][column] = side;
            let rest = (0..COLUMNS).filter(|&c| c != column).find_map(|c| {
                let mut swapped = other;
                swapped[0][c] = side;
                swapped[1][c] = side;
                (rule.has_line(&swapped, side) && !rule.has_line(&swapped, 3 - side))
                    .then_some(swapped)
            });
            rule.has_line(&other, side).then_some(other).or(rest)
        })
    })
}

fn drops(boards: &Boards, rng: &mut Rng) -> Vec<Case> {
    let rule = Reading::default();
    let mut cases = Vec::new();
    for (n, &grid) in boards.open().enumerate() {
        let side = on_turn(&grid)[0];
        let column = 1 + (n % COLUMNS) as i64;
        cases.push(Case::Drop { grid, column, side, into: None });
        let full = (0..COLUMNS).find(|&column| grid[0][column] != 0);
        if let Some(column) = full {
            let column = column as i64 + 1;
            cases.push(Case::Drop { grid, column, side, into: None });
        }
        if n % 5 == 0 {
            let column = [0, 8, -1][rng.below(3) as usize];
            cases.push(Case::Drop { grid, column, side, into: None });
            let into = dropped(&grid, 1 + (n % COLUMNS) as i64, side, &rule);
            if let Some(into) = into {
                for at in [1 + (n % COLUMNS) as i64, 1 + ((n + 1) % COLUMNS) as i64] {
                    cases.push(Case::Drop { grid, column: at, side, into: Some(into) });
                }
            }
        }
    }
    cases
}

fn rooms(boards: &Boards) -> Vec<Case> {
    let mut cases = Vec::new();
    for (n, &grid) in boards.open().enumerate() {
        cases.push(Case::Room { grid, column: None });
        if n % 4 == 0 {
            cases.push(Case::Room { grid, column: Some((n % 9) as i64) });
        }
        if let Some(column) = (0..COLUMNS).find(|&column| grid[0][column] != 0) {
            cases.push(Case::Room { grid, column: Some(column as i64 + 1) });
        }
    }
    cases
}

fn contents(boards: &Boards, rng: &mut Rng) -> Vec<Case> {
    let mut cases = Vec::new();
    for (n, &grid) in boards.all().enumerate() {
        let (row, column) = (rng.below(6) as usize, rng.below(7) as usize);
        let content = grid[row][column];
        let (row, column) = (row as i64 + 1, column as i64 + 1);
        cases.push(Case::Content { grid, row, column, piece: None });
        match n % 4 {
            0 => cases.push(Case::Content { grid, row, column, piece: Some(content) }),
            1 => cases.push(Case::Content { grid, row, column, piece: Some((content + 1) % 3) }),
            2 => {
                let places = [(0, column), (7, column), (row, 0), (row, 8)];
                let (row, column) = places[rng.below(4) as usize];
                cases.push(Case::Content { grid, row, column, piece: None });
            }
            _ => {}
        }
    }
    cases
}

fn fours(boards: &Boards) -> Vec<Case> {
    let mut cases = Vec::new();
    for (n, &grid) in boards.all().enumerate() {
        cases.push(Case::Four { grid, side: None });
        if n % 3 == 0 {
            cases.extend([1, 2].map(|side| Case::Four { grid, side: Some(side) }));
        }
    }
    cases
}

fn kinds(which: Columns, boards: &Boards) -> Vec<Case> {
    let mut cases = Vec::new();
    for (n, &grid) in boards.open().enumerate() {
        for side in on_turn(&grid) {
            cases.push(Case::Kind { which, grid, side, column: None });
            if n % 6 == 0 {
                let column = Some((n % 9) as i64);
                cases.push(Case::Kind { which, grid, side, column });
            }
        }
    }
    cases
}

/// The same question about another board; `None` where it would not be one
/// that the sheet settles.
pub fn with_grid(case: &Case, new: Grid) -> Option<Case> {
    let rule = Reading::default();
    let mut case = case.clone();
    match &mut case {
        Case::Initial => return None,
        Case::Drop { grid, column, side, into } => {
            if let Some(into) = into {
                *into = dropped(&new, *column, *side, &rule)?;
            }
            *grid = new;
        }
        Case::Kind { grid, side, .. } => {
            if !on_turn(&new).contains(side) || rule.is_won(&new) {
                return None;
            }
            *grid = new;
        }
        Case::Four { grid, .. } => {
            if rule.has_line(&new, 1) && rule.has_line(&new, 2) {
                return None;
            }
            *grid = new;
        }
        Case::Room { grid, .. } | Case::Content { grid, .. } | Case::Draw { grid } => *grid = new,
    }
    Some(case)
}
