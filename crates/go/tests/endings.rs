//! What is proposed as dead in endings with a name, and in two of games that
//! the network alone misjudges; GNU Go says the same of both.

use sobremesa_go::{Go, Position, estimate};
use sobremesa_kernel::{Position as _, Settling as _};

/// A name, whether playouts alone see it too, the dead stones, the board.
type Ending = (&'static str, bool, &'static str, &'static str);

const ENDINGS: [Ending; 11] = [
    (
        "a stone of each side in the other's area",
        true,
        "G3 B6",
        ". . . X O . .
         . O . X O . .
         . . . X O . .
         X X X X O . .
         . . . X O . X
         . . . X O . .
         . . . X O . .",
    ),
    (
        "bent four in the corner",
        true,
        "C1 D1 D2 B3 C3 D3 A4 B4",
        ". . . . . . . . .
         . . X . . . X . .
         . . . . . . . . .
         . . X . O . X . .
         O O O O O O X X X
         X X O O . O O O O
         . X X X O . O . O
         O O . X O O O O O
         . O X X O . O . O",
    ),
    (
        "seki with two shared liberties",
        true,
        "",
        ". . . . X O . . .
         . . . . X O . . .
         . . . . X O . . .
         . . . . X O . . .
         . . . . X O . . .
         X X X X X O O O O
         X X X O O X O O O
         . X O O . X X O O
         X X O O . X X O .",
    ),
    (
        "seki inside the eye space of the rival",
        true,
        "",
        "O . O O . O O .
         . O O O O . O O
         . O O O O O O .
         O O . O . O O O
         O O O O O O O O
         X X X X X X O O
         . O O O . X O .
         X X X X X X O O",
    ),
    (
        "a group with one eye",
        true,
        "B1 A2 B2",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         O O O O O O O O O
         X X X X X X X X X
         X X X . . . . . .
         O O X . . . . . .
         . O X . . . . . .",
    ),
    (
        "three in a row with a stone in the middle",
        true,
        "B1 F1 B2 C2 D2 E2 F2",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         X X X X X X X X X
         O O O O O O O O O
         . . . . . . . . .
         O O O O O O O . .
         O X X X X X O . .
         O X . O . X O . .",
    ),
    (
        "the same with two eyes",
        true,
        "",
        ". . . . . . . . .
         . . . . . . . . .
         . . . . . . . . .
         X X X X X X X X X
         O O O O O O O O O
         . . . . . . . . .
         O O O O O O O . .
         O X X X X X O . .
         O X . X . X O . .",
    ),
    (
        "a ko that is open",
        true,
        "",
        ". . . X O . . . .
         . . . X O . . . .
         . . . X O . . . .
         . . . X O . . . .
         . . X O . O . . .
         . . . X O . . . .
         . . . X O . . . .
         . . . X O . . . .
         . . . X O . . . .",
    ),
    (
        "a stone that lives only if its rival plays at random",
        false,
        "K2",
        ". . . . X . . O . . . . .
         . X . . X . . O . . . . .
         . . . . X X X O . . X . .
         . . . . X O O O . . X . .
         . . . . X O . . . . . . .
         X X X X X O . . . . O . .
         O O O O O O . . . . . . .
         . . . . . . . . . . . . .
         . . X . . . O O O O O O O
         . X X . . O X X X X X X X
         . . . . . O X . . . . . .
         . . . . . O X . . O . . .
         . . . . . O X . . . . . .",
    ),
    (
        "a game won by everything, which the network doubts",
        true,
        "A1 A2 B2 D2 J2 A3 J3 A4 B4 H4 A5 B5 F5 G5 H5 J5 A6 C6 D6 E6 F6 H6 J6 B7 E7 A8 H8 J8 B9",
        ". O X . . . . . .
         O X X X X X X O O
         . O X X O X X X X
         O . O O O O X O O
         O O X X . O O O O
         O O X . . X X O .
         O X X X X X . X O
         O O X O . X . X O
         O X X . . X . X .",
    ),
    (
        "a corner that the network doubts",
        true,
        "B1 C1 B2 B3 C3 A4 B4 A7 G7 H7 B8 G8 J8 G9",
        ". . . . X X O X X
         . O . X X . O . O
         O X X . X X O O .
         . X . X . X X X X
         X X X X X O O O O
         O O X X O . O . .
         . O O X O O . O .
         X O X X X O O . O
         X O O X X X X O .",
    ),
];

#[test]
fn endings_with_a_name_are_agreed_on_as_players_would() {
    for (name, by_playouts, dead, board) in ENDINGS {
        let size = board.lines().count();
        let rules = format!("size={size} komi=7 count=agreed").parse().unwrap();
        for turn in ["black", "white"] {
            let text = format!("{board}\nturn={turn} passes=2");
            let position = Position::parse(&rules, &text).unwrap_or_else(|e| panic!("{name}: {e}"));
            let judged = Go.judge(&position);
            assert_eq!(judged.dead.join(" "), dead, "{name}, {turn}");
            if by_playouts {
                let found = estimate(&position, 1_000, 0).dead;
                let found: Vec<String> = found.iter().map(ToString::to_string).collect();
                assert_eq!(found.join(" "), dead, "{name} by playouts, {turn}");
            }
        }
    }
}
