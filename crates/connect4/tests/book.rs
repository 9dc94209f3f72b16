//! The shipped opening book against the published totals and against the
//! solver.

use std::sync::atomic::AtomicBool;

use sobremesa_connect4::{Book, Position, Rules, Solver};
use sobremesa_kernel::{Position as _, Side};

/// Ply, distinct positions, the same up to mirror image, and where known the
/// positions the first player wins, draws and loses.
fn published() -> Vec<Vec<u64>> {
    include_str!("../data/distinct.txt")
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split_whitespace().map(|n| n.parse().expect("numbers only")).collect())
        .collect()
}

/// The deepest complete ply of the shipped book.
fn complete() -> usize {
    Book::shipped().complete().expect("a shipped book knows the empty board at least")
}

#[test]
fn the_shipped_book_has_the_published_totals() {
    let book = Book::shipped();
    for (ply, row) in published().iter().enumerate().take(complete() + 1) {
        let positions = Book::positions(ply);
        assert_eq!(positions.len() as u64, row[2], "ply {ply} up to mirror image");
        // Won, drawn and lost for the first player, a position and its image
        // counted apart.
        let mut totals = [0; 3];
        for position in &positions {
            let score = book.score(position).expect("a shipped book knows all its positions");
            let first = if position.turn() == Side::First { score } else { -score };
            let weight = if is_symmetric(position) { 1 } else { 2 };
            totals[(1 - first.signum()) as usize] += weight;
        }
        assert_eq!(totals.iter().sum::<u64>(), row[1], "ply {ply}");
        if let Some(known) = row.get(3..6) {
            assert_eq!(totals, known, "won, drawn and lost at ply {ply}");
        }
    }
}

fn is_symmetric(position: &Position) -> bool {
    position.diagram().lines().all(|row| row.chars().rev().eq(row.chars()))
}

#[test]
fn a_parent_is_worth_its_best_reply() {
    let book = Book::shipped();
    for ply in 0..complete() {
        for position in Book::positions(ply) {
            let scores: Option<Vec<i32>> =
                position.replies().map(|next| book.score(&next).map(|score| -score)).collect();
            match scores.expect("the next ply is known").into_iter().max() {
                Some(best) => {
                    assert_eq!(book.score(&position), Some(best), "{}", position.diagram());
                }
                None => assert!(position.outcome().is_some()),
            }
        }
    }
}

fn verify(positions: &[Position], table: usize) {
    let halt = AtomicBool::new(false);
    let mut solver = Solver::new(Rules::STANDARD, table);
    for position in positions {
        let score = solver.score(position, &halt);
        assert_eq!(score, Book::shipped().score(position), "{}", position.diagram());
    }
}

/// Entries from all over the deepest ply and the part of the next that is
/// known; all of ply 5 is for the long run.
#[test]
fn a_sample_is_solved_again_without_the_book() {
    for (ply, count) in [(complete(), 30), (complete() + 1, 20)] {
        let mut known = Book::positions(ply);
        known.retain(|position| Book::shipped().score(position).is_some());
        let sample: Vec<Position> = known.iter().step_by(known.len() / count).copied().collect();
        assert!(sample.len() >= count, "ply {ply}");
        verify(&sample, 64 << 20);
    }
}

/// Plies before the last are worth the best of their replies, which another
/// test sees to.
#[test]
#[ignore = "solves every position of ply 5 again: run by ./test --full"]
fn the_first_plies_are_solved_again_without_the_book() {
    verify(&Book::walk(complete().min(5)), 256 << 20);
}

#[test]
fn a_book_is_written_and_read_back() {
    let book = Book::shipped();
    assert_eq!(Book::read(&book.write()).as_ref(), Ok(book));
    let mut part = Book::default();
    assert_eq!(part.complete(), None);
    part.extend([(Position::start(&Rules::STANDARD), 1)]);
    part.extend(Book::positions(3).into_iter().skip(7).take(2).zip([-2, 2]));
    let read = Book::read(&part.write()).expect("an unfinished book can be read");
    assert_eq!(read, part);
    assert_eq!(read.len(), 3);
    assert_eq!(read.complete(), Some(0));
    assert_eq!(read.score(&Book::positions(3)[7]), Some(-2));
    assert_eq!(read.score(&Book::positions(3)[6]), None);
}

#[test]
fn a_damaged_book_is_refused() {
    let file = Book::shipped().write();
    assert!(Book::read(&[]).is_err());
    assert!(Book::read(&file[..file.len() - 1]).is_err());
    assert!(Book::read(b"not a book at all, but long enough to be one").is_err());
    for at in [0, 6, 9, 16, file.len() - 1] {
        let mut damaged = file.clone();
        damaged[at] ^= 1;
        assert!(Book::read(&damaged).is_err(), "byte {at}");
    }
}

#[test]
fn other_sizes_are_not_in_the_book() {
    let start = Position::start(&Rules::new(5, 6).expect("5x6 fits"));
    assert_eq!(Book::shipped().score(&start), None);
}

/// No two positions are taken for the same one, but every position and its
/// mirror image are.
#[test]
fn mirror_images_share_an_entry_and_nothing_else_does() {
    let mut book = Book::default();
    let positions = Book::positions(6);
    book.extend(positions.iter().map(|&position| (position, 3)));
    assert_eq!(book.len(), positions.len());
    for text in ["1", "4", "12", "1775", "332211", "554467"] {
        let image: String = text.bytes().map(|column| char::from(b'1' + b'7' - column)).collect();
        let [one, other] = [text, &image]
            .map(|text| Position::from_columns(Rules::STANDARD, text).expect("a game"));
        assert_eq!(Book::shipped().score(&one), Book::shipped().score(&other), "{text}");
        assert!(Book::shipped().score(&one).is_some());
    }
}

/// What a position is worth at least by those before it is never too much.
#[test]
fn parents_bound_what_a_position_is_worth() {
    let book = Book::shipped();
    let (mut exact, mut seen) = (0, 0);
    for position in Book::positions(complete()) {
        let score = book.score(&position).expect("a shipped book knows all its positions");
        // A finished game is worth what it is, whatever came before.
        if position.outcome().is_none() {
            let least = book.least(&position).expect("a position comes from somewhere");
            assert!(least <= score, "{least} > {score}\n{}", position.diagram());
            seen += 1;
            exact += usize::from(least == score);
        }
    }
    assert!(3 * exact > seen, "{exact} of {seen}");
    assert_eq!(book.least(&Position::start(&Rules::STANDARD)), None);
}
