//! Games that label positions, and games that compare weights.

use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use sobremesa_kernel::{Budget, Rng, mix};
use sobremesa_othello::board::{Board, CORNERS, squares};
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Goal, Report, Thinker};

/// A position, what the mover won by in the end, what the search that chose
/// the move expected, and whether the game is held back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    pub board: Board,
    pub score: i8,
    /// The value of the search for the mover; the score itself where the game
    /// is solved or nobody searched.
    pub expected: i8,
    pub held_back: bool,
}

/// Bytes of a row in a file: the two words, the score, the expected value and
/// the flag.
const ROW: usize = 19;

impl Row {
    fn write(self, into: &mut Vec<u8>) {
        into.extend(self.board.mover.to_le_bytes());
        into.extend(self.board.rival.to_le_bytes());
        into.extend([self.score as u8, self.expected as u8, u8::from(self.held_back)]);
    }

    fn read(bytes: &[u8]) -> Row {
        let word =
            |at: usize| bytes[at..at + 8].iter().rev().fold(0, |n, &b| n << 8 | u64::from(b));
        Row {
            board: Board::new(word(0), word(8)),
            score: bytes[16] as i8,
            expected: bytes[17] as i8,
            held_back: bytes[18] != 0,
        }
    }
}

/// The games of a round.
#[derive(Clone, Debug)]
pub struct Plan {
    pub games: u64,
    pub depth: u32,
    pub exact: u32,
    pub seed: u64,
}

/// Games in a batch: the unit of work, of saving and of forgetting (a thinker
/// forgets after each, so that a batch does not depend on those before).
const BATCH: u64 = 100;

/// Plays what is missing of a round and returns all its rows.
pub fn games(
    plan: &Plan,
    round: u64,
    weights: &Weights,
    threads: usize,
    file: &Path,
) -> Result<Vec<Row>> {
    // The number of batches done is kept beside the rows: bytes past the
    // recorded end belong to a batch that was cut short.
    let done_file = file.with_extension("done");
    let recorded = fs::read_to_string(&done_file).unwrap_or_default();
    let mut words = recorded.split_whitespace().filter_map(|w| w.parse::<u64>().ok());
    let (mut done, mut length) = (words.next().unwrap_or(0), words.next().unwrap_or(0));
    let mut bytes = fs::read(file).unwrap_or_default();
    if (bytes.len() as u64) < length {
        (done, length) = (0, 0);
    }
    bytes.truncate(length as usize);
    let batches = plan.games.div_ceil(BATCH);
    let mut out = fs::File::create(file).with_context(|| format!("cannot write {file:?}"))?;
    out.write_all(&bytes)?;
    let started = Instant::now();
    let first = done;
    while done < batches {
        let end = batches.min(done + 4 * threads as u64);
        let mut parts: Vec<(u64, Vec<u8>)> = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads as u64)
                .map(|worker| {
                    scope.spawn(move || {
                        let mut thinker = Thinker::new(weights, 16);
                        (done + worker..end)
                            .step_by(threads)
                            .map(|batch| (batch, play_batch(plan, round, batch, &mut thinker)))
                            .collect::<Vec<_>>()
                    })
                })
                .collect();
            workers.into_iter().flat_map(|worker| worker.join().unwrap_or_default()).collect()
        });
        parts.sort_by_key(|part| part.0);
        for (_, part) in &parts {
            out.write_all(part)?;
            bytes.extend(part);
        }
        done = end;
        fs::write(&done_file, format!("{done} {}\n", bytes.len()))?;
        if (done - first) % (40 * threads as u64) < 4 * threads as u64 {
            let rate = (done - first) as f64 * BATCH as f64 / started.elapsed().as_secs_f64();
            println!(
                "round {round}: {} of {} games, {} rows, {rate:.0} games/s",
                done * BATCH,
                batches * BATCH,
                bytes.len() / ROW
            );
        }
    }
    Ok(bytes.chunks_exact(ROW).map(Row::read).collect())
}

fn play_batch(plan: &Plan, round: u64, batch: u64, thinker: &mut Thinker<'_>) -> Vec<u8> {
    thinker.clear();
    let mut bytes = Vec::new();
    for game in batch * BATCH..(batch + 1) * BATCH {
        let mut rng = Rng::new(mix(plan.seed ^ mix(round << 40 | game)));
        for row in play_one(plan, thinker, &mut rng) {
            Row { held_back: game % super::HELD_BACK == 0, ..row }.write(&mut bytes);
        }
    }
    bytes
}

/// One game: random plies, own plies, exact ending.
fn play_one(plan: &Plan, thinker: &mut Thinker<'_>, rng: &mut Rng) -> Vec<Row> {
    // Anything from the first plies to deep into the game, more often early:
    // the later part of every game is labelled anyway.
    let random = 4 + rng.below(8) + rng.below(2) * rng.below(36);
    let mut board = Board::START;
    let mut sign = 1;
    // Board, whose turn it is, and what the mover's search expected.
    let mut rows: Vec<(Board, i32, Option<i32>)> = Vec::new();
    let score = loop {
        let moves = board.moves();
        if moves == 0 {
            board = board.swapped();
            sign = -sign;
            if board.moves() == 0 {
                break sign * board.final_score();
            }
            continue;
        }
        let ply = 60 - board.empties();
        let mut expected = None;
        let square = if ply < random {
            let all: Vec<usize> = squares(moves).collect();
            rng.pick(&all).unwrap_or(0)
        } else if board.empties() <= plan.exact {
            let report = thinker.think(board, &Goal::SOLVE, &Budget::default(), &mut go_on);
            // What follows is known; the line gives a few more rows.
            let score = sign * report.value();
            rows.push((board, sign, None));
            let mut now = board;
            for m in &report.moves[0].line {
                match m {
                    Some(square) => now = now.after(*square, now.flips(*square)),
                    None => now = now.swapped(),
                }
                sign = -sign;
                if now.empties() < 4 || now.moves() == 0 {
                    continue;
                }
                rows.push((now, sign, None));
            }
            break score;
        } else if plan.depth == 0 {
            by_mobility(board, rng)
        } else {
            let goal =
                Goal { depth: plan.depth, to_end: 0, exact: 0, sure: 1, outcome_only: false };
            let report = thinker.think(board, &goal, &Budget::default(), &mut go_on);
            expected = Some(report.value());
            report.moves[0].square.unwrap_or(0)
        };
        if ply >= random {
            rows.push((board, sign, expected));
        }
        board = board.after(square, board.flips(square));
        sign = -sign;
    };
    rows.into_iter()
        .map(|(board, sign, expected)| {
            let score = sign * score;
            let expected = expected.unwrap_or(score) as i8;
            Row { board, score: score as i8, expected, held_back: false }
        })
        .collect()
}

fn go_on(_: &Report) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// The move that leaves the rival least, with a little chance.
fn by_mobility(board: Board, rng: &mut Rng) -> usize {
    squares(board.moves())
        .min_by_key(|&square| {
            let child = board.after(square, board.flips(square));
            let replies = child.moves();
            let corner = i32::from(1 << square & CORNERS != 0);
            4 * (replies.count_ones() + 4 * (replies & CORNERS).count_ones()) as i32
                - 24 * corner
                - 2 * child.swapped().moves().count_ones() as i32
                + rng.below(10) as i32
        })
        .unwrap_or(0)
}

/// How weights are compared.
pub const CONTEST: Goal = Goal { depth: 5, to_end: 12, exact: 12, sure: 1, outcome_only: false };
pub const CONTEST_GAMES: u64 = 1_000;

/// The share of points that `new` takes from `old` in games from random
/// openings, each played twice.
pub fn compete(new: &Weights, old: &Weights, seed: u64, threads: usize) -> f64 {
    let points: f64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads as u64)
            .map(|worker| {
                scope.spawn(move || {
                    let mut thinkers = [Thinker::new(new, 16), Thinker::new(old, 16)];
                    (worker..CONTEST_GAMES)
                        .step_by(threads)
                        .map(|game| contest(&mut thinkers, seed, game))
                        .sum::<f64>()
                })
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().expect("a contest does not panic")).sum()
    });
    points / CONTEST_GAMES as f64
}

/// The points of the first thinker, who begins in every other game.
fn contest(thinkers: &mut [Thinker<'_>; 2], seed: u64, game: u64) -> f64 {
    thinkers.iter_mut().for_each(Thinker::clear);
    let mut rng = Rng::new(mix(seed ^ 0x5eed ^ (game / 2)));
    let mut board = Board::START;
    let mut side = 0;
    let first = (game % 2) as usize;
    while !board.is_over() {
        let moves = board.moves();
        if moves == 0 {
            board = board.swapped();
        } else {
            let square = if board.empties() > 50 {
                let all: Vec<usize> = squares(moves).collect();
                rng.pick(&all).unwrap_or(0)
            } else {
                let thinker = &mut thinkers[side ^ first];
                let report = thinker.think(board, &CONTEST, &Budget::default(), &mut go_on);
                report.moves[0].square.unwrap_or(0)
            };
            board = board.after(square, board.flips(square));
        }
        side = 1 - side;
    }
    // `side` is to move; the first thinker plays the sides equal to `first`.
    let score = if side == first { board.final_score() } else { -board.final_score() };
    f64::from(score.signum() + 1) / 2.0
}
