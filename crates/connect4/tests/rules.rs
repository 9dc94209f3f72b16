//! The rules of Connect 4 keep the laws of every game, refuse with reasons,
//! and find lines of four as a slow, obvious twin does.

use proptest::prelude::*;
use sobremesa_connect4::{Board, Cell, Illegal, Move, Position, Rules};
use sobremesa_kernel::{Outcome, Position as _, Rng, Side, laws};

fn rules(text: &str) -> Rules {
    text.parse().expect("rules of a test are well written")
}

fn column(number: u32) -> Move {
    Move::new(number).expect("columns of a test exist")
}

#[test]
fn the_laws_hold_at_many_sizes() {
    for size in ["6x7", "4x4", "5x6", "7x8", "6x9", "15x4", "3x16", "1x32", "2x3", "1x1"] {
        let rules = rules(&format!("size={size}"));
        let longest = (rules.rows() * rules.columns()) as usize;
        laws::check::<Position>(&rules, 60, 1, Some(longest));
        laws::check_actions::<Position>(&rules, 5, 1);
        laws::diagrams_round_trip::<Position>(&rules, 60, 2);
    }
}

#[test]
fn the_list_of_moves_is_the_predicate() {
    let all: Vec<Move> = (1..=40).map(column).collect();
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut position = Position::start(&Rules::STANDARD);
        loop {
            laws::list_is_predicate(&position, &all);
            if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                break;
            }
        }
    }
}

#[test]
fn sizes_that_do_not_fit_are_refused() {
    for text in ["size=7x9", "size=16x3", "size=0x7", "size=6x0", "size=6y7", "sise=6x7", "6x7"] {
        assert!(text.parse::<Rules>().is_err(), "{text}");
    }
    assert_eq!(rules(""), Rules::STANDARD);
    assert_eq!(rules("size=4"), Rules::new(4, 4).unwrap());
}

#[test]
fn refusals_say_why() {
    let full = Position::from_columns(Rules::STANDARD, "444444").unwrap();
    assert_eq!(full.check(column(4)), Err(Illegal::ColumnFull { column: 4 }));
    assert_eq!(full.check(column(8)), Err(Illegal::NoSuchColumn { column: 8, columns: 7 }));
    let won = Position::from_columns(Rules::STANDARD, "1212121").unwrap();
    let outcome = Outcome::Win(Side::First);
    assert_eq!(won.outcome(), Some(outcome));
    assert_eq!(won.check(column(3)), Err(Illegal::GameOver { outcome }));
    for text in ["", "0", "-1", "+4", "x", "4 ", "256", "99999999999999999999"] {
        assert!(text.parse::<Move>().is_err(), "{text:?} is no column");
    }
}

#[test]
fn strings_of_columns_say_where_they_go_wrong() {
    let at = |text: &str| {
        let error = Position::from_columns(Rules::STANDARD, text).expect_err(text);
        (error.place().unwrap().1, error.expected())
    };
    assert_eq!(at("4448").0, 4);
    assert_eq!(at("4444444"), (7, "a column with room: column 4 is full".into()));
    assert_eq!(at("12121213").0, 8);
    assert!(at("12121213").1.contains("over"));
    assert_eq!(at("44x").0, 3);
    assert_eq!(at("4, 4, 0").0, 7);
    let wide = rules("size=3x16");
    assert_eq!(Position::from_columns(wide, "16 15,14").unwrap().plies(), 3);
    assert_eq!(Position::from_columns(Rules::STANDARD, " 4 4\n").unwrap().plies(), 2);
    assert_eq!(Position::from_columns(Rules::STANDARD, "").unwrap().plies(), 0);
}

#[test]
fn impossible_diagrams_are_refused() {
    let read = |rows: &str| Position::parse(&Rules::new(4, 5).unwrap(), &rows.replace('/', "\n"));
    let message = |rows: &str| {
        let error = read(rows).expect_err(rows);
        sobremesa_kernel::Message::from(error).id
    };
    assert!(read("-----/-----/-----/ab---").is_ok());
    assert!(read("| . . . . . |/.,.,.,.,./_____/00000").is_ok());
    assert_eq!(message("-----/-----/a----/-b---"), "connect4-diagram-floating");
    assert_eq!(message("-----/-----/-----/aa---"), "connect4-diagram-counts");
    assert_eq!(message("-----/-----/-----/b----"), "connect4-diagram-counts");
    assert_eq!(message("-----/-----/bbbb-/aaaa-"), "connect4-diagram-both-won");
    assert_eq!(message("-----/-----/bbb--/aaaab"), "connect4-diagram-played-on");
    assert_eq!(message("-----/-----/-----/abc--"), "connect4-diagram-unreadable");
    assert_eq!(message("-----/-----/-----/ab--"), "connect4-diagram-unreadable");
    assert_eq!(message("-----/-----/-----/ab----"), "connect4-diagram-unreadable");
    assert_eq!(message("-----/-----/ab---"), "connect4-diagram-unreadable");
    assert_eq!(message("-----/-----/-----/-----/ab---"), "connect4-diagram-unreadable");
    assert_eq!(message(""), "connect4-diagram-unreadable");
    // A line of seven is fine: the piece in the middle made it.
    let seven = "-------\n-------\n-------\n-------\nbbb-bbb\naaaaaaa\n";
    assert!(Position::parse(&Rules::STANDARD, seven).is_ok());
    let two_moves_late = "-------\n-------\n-------\n-------\nbbbbabb\naaaaaaa\n";
    assert!(Position::parse(&Rules::STANDARD, two_moves_late).is_err());
}

#[test]
fn a_full_board_without_a_line_is_a_draw() {
    let mut rng = Rng::new(5);
    let drawn = loop {
        let mut position = Position::start(&Rules::STANDARD);
        while position.play_random(&mut rng, &mut Vec::new()).is_some() {}
        if position.plies() == 42 && !position.board().is_won() {
            break position;
        }
    };
    assert_eq!(drawn.outcome(), Some(Outcome::Draw));
    assert_eq!(drawn.legal(), []);
    assert!(matches!(drawn.check(column(1)), Err(Illegal::GameOver { outcome: Outcome::Draw })));
}

/// The obvious twin of `Board::has_line`: every cell, every direction.
fn slow_has_line(board: &Board, side: Side) -> bool {
    let own = |row: i64, column: i64| {
        row > 0
            && column > 0
            && board.at(Cell { row: row as u32, column: column as u32 }) == Some(side)
    };
    board.cells().any(|cell| {
        [(0, 1), (1, 0), (1, 1), (1, -1)].into_iter().any(|(down, right)| {
            (0..4).all(|n| own(i64::from(cell.row) + n * down, i64::from(cell.column) + n * right))
        })
    })
}

/// The obvious twins of the columns' notions, straight from their definitions.
fn slow_columns(board: &Board, side: Side) -> [Vec<u32>; 3] {
    let won = |b: &Board| slow_has_line(b, Side::First) || slow_has_line(b, Side::Second);
    let wins = |b: &Board, s: Side| -> Vec<u32> {
        if won(b) {
            return Vec::new();
        }
        b.columns().filter(|&c| slow_has_line(&b.dropped(c, s).unwrap(), s)).collect()
    };
    let all: Vec<u32> = if won(board) { Vec::new() } else { board.columns().collect() };
    let safe = all
        .iter()
        .copied()
        .filter(|&c| wins(&board.dropped(c, side).unwrap(), side.other()).is_empty())
        .collect();
    let definitive = all
        .iter()
        .copied()
        .filter(|&c| {
            let next = board.dropped(c, side).unwrap();
            !won(&next)
                && next.columns().next().is_some()
                && next.columns().all(|reply| {
                    let after = next.dropped(reply, side.other()).unwrap();
                    !wins(&after, side).is_empty()
                })
        })
        .collect();
    [wins(board, side), safe, definitive]
}

/// Lines are compared at every position, the columns' notions, whose twins
/// take milliseconds on wide boards, at one in `rare`.
fn twins_agree(games: u64, rare: u64) {
    for size in ["6x7", "4x5", "7x8", "3x16", "15x4"] {
        let rules = rules(&format!("size={size}"));
        for game in 0..games {
            let mut rng = Rng::new(game);
            let mut position = Position::start(&rules);
            loop {
                let board = position.board();
                for side in Side::BOTH {
                    assert_eq!(board.has_line(side), slow_has_line(board, side));
                    assert_eq!(board.lines(side).is_empty(), !board.has_line(side));
                    if !rng.next_u64().is_multiple_of(rare) {
                        continue;
                    }
                    let [winning, safe, definitive] = slow_columns(board, side);
                    assert_eq!(board.winning_columns(side), winning, "{}", board.diagram());
                    assert_eq!(board.safe_columns(side), safe, "{}", board.diagram());
                    assert_eq!(board.definitive_columns(side), definitive, "{}", board.diagram());
                }
                if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                    break;
                }
            }
        }
    }
}

#[test]
fn fast_bits_and_slow_twins_agree() {
    twins_agree(25, 1);
}

#[test]
#[ignore = "a million positions: run by ./test --full"]
fn fast_bits_and_slow_twins_agree_on_a_million_positions() {
    twins_agree(10_000, 100);
}

proptest! {
    #[test]
    fn readers_never_panic(text in "[-ab.x14 |,\n]{0,80}|.{0,40}") {
        for size in ["6x7", "2x3", "3x16"] {
            let rules = rules(&format!("size={size}"));
            if let Ok(position) = Position::parse(&rules, &text) {
                prop_assert_eq!(Position::parse(&rules, &position.diagram()), Ok(position));
            }
            let _ = Position::from_columns(rules, &text);
        }
        let _ = text.parse::<Rules>();
        let _ = text.parse::<Move>();
    }

    #[test]
    fn a_game_is_its_columns(columns in prop::collection::vec(1u32..=7, 0..42)) {
        let mut position = Position::start(&Rules::STANDARD);
        let mut text = String::new();
        for m in columns.into_iter().map(column) {
            if position.play(m).is_ok() {
                text += &m.to_string();
            }
        }
        let (moves, read) = Position::replay(Rules::STANDARD, &text).unwrap();
        prop_assert_eq!(read, position);
        prop_assert_eq!(moves.len(), text.len());
    }
}
