//! Plays a game of Connect 4 and solves a position with `sobremesa-connect4`
//! alone, without its book.

use std::sync::atomic::AtomicBool;

use sobremesa_connect4::kernel::silent;
use sobremesa_connect4::kernel::{Actions, Budget, Game, History, Outcome, Position as _, Side};
use sobremesa_connect4::{Book, Connect4, Illegal, Position, Rules, Solver};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    assert!(Book::shipped().is_empty(), "the book was not asked for");
    play()?;
    solve()?;
    Ok(())
}

/// A level against the first legal move, then one move back.
fn play() -> Result<(), Failure> {
    let mut game = History::new(Position::start(&Rules::STANDARD));
    let mut engine = Connect4::engine(5, 1)?;
    while game.now().outcome().is_none() {
        let m = match game.now().turn() {
            Side::First => engine.search(game.now(), &Budget::depth(4), &mut silent).best(),
            Side::Second => game.now().legal()[0],
        };
        game.play(m)?;
    }
    assert_eq!(game.now().outcome(), Some(Outcome::Win(Side::First)), "{}", game.now().diagram());
    let last = game.undo().ok_or("a game without a move")?;
    assert!(game.now().outcome().is_none());
    assert!(Position::action(&Rules::STANDARD, last).is_some_and(|number| number < 7));
    assert!(Connect4::engine(100, 1).is_err());
    Ok(())
}

/// Scores as Pascal Pons publishes them, and a refusal that says why.
fn solve() -> Result<(), Failure> {
    let mut position = Position::start(&Rules::STANDARD);
    for column in "2252576253462244111563365343671351441".chars() {
        position.play(column.to_string().parse()?)?;
    }
    let mut solver = Solver::new(Rules::STANDARD, 1 << 20);
    assert_eq!(solver.score(&position, &AtomicBool::new(false)), Some(-1));
    assert_eq!(position.play("4".parse()?), Err(Illegal::ColumnFull { column: 4 }));
    Ok(())
}
