//! Positions with a name: what the two source documents describe, and what
//! every Go player knows.

use sobremesa_go::board::{NONE, Small};
use sobremesa_go::mcts::tactics;
use sobremesa_go::{Counting, Illegal, Ko, Move, Point, Position, Stones, count, seki};
use sobremesa_kernel::{Outcome, Points, Position as _, Side};

fn position(rules: &str, diagram: &str) -> Position {
    Position::parse(&rules.parse().unwrap(), diagram).unwrap()
}

fn at(text: &str) -> Point {
    text.parse().unwrap()
}

fn play(position: &mut Position, moves: &str) {
    for m in moves.split_whitespace() {
        position.play(m.parse().unwrap()).unwrap_or_else(|e| panic!("{e}\n{}", position.diagram()));
    }
}

fn refusal(position: &Position, m: &str) -> Illegal {
    position.check(m.parse().unwrap()).expect_err("a refusal")
}

// The source documents (000 and 001): trapped stones, invalid and valid moves,
// the end of the game.

#[test]
fn source_a_stone_surrounded_by_the_rival_is_captured() {
    let mut p = position("size=5", ". . . . .\n. . X . .\n. X O . .\n. . X . .\n. . . . .");
    play(&mut p, "D3");
    assert_eq!(p.at(at("C3")), None);
    assert_eq!(p.captures(), [1, 0]);
}

#[test]
fn source_a_stone_surrounded_by_the_rival_and_the_edges_is_captured() {
    let mut p = position("size=5", "O . . . .\nX . . . .\n. . . . .\n. . . . .\n. . . . .");
    play(&mut p, "B5");
    assert_eq!(p.at(at("A5")), None);
}

#[test]
fn source_a_set_of_stones_is_captured_and_several_sets_at_once() {
    // C3 takes the pair on its left, the single on its right and the one below.
    let mut p = position(
        "size=5",
        ". . . . .
         X X X X .
         O O . O X
         X X O X .
         . X . X .
         turn=black",
    );
    play(&mut p, "C1 pass C3");
    assert_eq!(p.captures(), [4, 0]);
    for gone in ["A3", "B3", "D3", "C2"] {
        assert_eq!(p.at(at(gone)), None, "{gone}");
    }
}

#[test]
fn source_suicide_is_refused_for_one_stone_and_for_a_set() {
    let p = position("size=5", ". X . . .\nX . . . .\n. . . . .\n. . . . .\n. . . . .\nturn=white");
    assert_eq!(refusal(&p, "A5"), Illegal::Suicide(at("A5")));
    let p = position("size=5", "O . X . .\nO X . . .\nX . . . .\n. . . . .\n. . . . .\nturn=white");
    assert_eq!(refusal(&p, "B5"), Illegal::Suicide(at("B5")));
}

#[test]
fn source_a_surrounded_stone_that_captures_is_a_valid_move() {
    let mut p =
        position("size=5", ". X O . .\nX O . . .\nO . . . .\n. . . . .\n. . . . .\nturn=white");
    play(&mut p, "A5");
    assert_eq!(p.captures(), [0, 2]);
}

#[test]
fn source_occupied_and_off_board_are_refused_and_change_nothing() {
    let mut p = position("size=5", &". . X . .\n".repeat(5));
    let before = p.clone();
    assert_eq!(p.play(Move::Play(at("C3"))), Err(Illegal::Occupied(at("C3"))));
    assert_eq!(p.play(Move::Play(at("F3"))), Err(Illegal::OffBoard(at("F3"))));
    assert_eq!(p.play(Move::Play(at("A6"))), Err(Illegal::OffBoard(at("A6"))));
    assert_eq!(p, before);
}

#[test]
fn source_two_passes_end_the_game_and_a_move_between_does_not() {
    let mut p = Position::start(&"size=19".parse().unwrap());
    play(&mut p, "pass D4 pass");
    assert_eq!(p.outcome(), None);
    play(&mut p, "pass");
    assert_eq!(p.outcome(), Some(Outcome::Win(Side::Second)));
    assert_eq!(p.score(), Some([Points::whole(0), Points::whole(361)]));
    assert_eq!(refusal(&p, "Q16"), Illegal::Over);
    assert_eq!(refusal(&p, "pass"), Illegal::Over);
}

#[test]
fn source_an_empty_board_is_a_draw_without_points() {
    let mut p = Position::start(&"size=19".parse().unwrap());
    play(&mut p, "pass pass");
    assert_eq!(p.outcome(), Some(Outcome::Draw));
    assert_eq!(p.score(), Some([Points::whole(0); 2]));
}

#[test]
fn source_a_region_that_touches_both_colours_counts_for_nobody() {
    let p = position("size=5", ". X . O .\n. X . O .\n. X . O .\n. X . O .\n. X . O .");
    assert_eq!(p.area(), [10, 10]);
}

#[test]
fn source_eternity_is_seen_through_the_history_of_boards() {
    let read = |text| position("size=5", text).stones();
    let before = read(". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .");
    let after = before.play(Side::First, at("C4"), &[]).unwrap();
    assert_eq!(after.at(at("B4")), None);
    // A bare board cannot know; with its history it does.
    assert!(after.play(Side::Second, at("B4"), &[]).is_ok());
    let refused = after.play(Side::Second, at("B4"), &[before]);
    assert_eq!(refused, Err(Illegal::Ko(at("B4"), Ko::Positional)));
    assert_eq!(Stones::new(19, 19).unwrap().area(), [0, 0]);
}

// What every player knows.

#[test]
fn ko_is_retaken_only_after_a_move_elsewhere_under_every_rule() {
    for ko in Ko::ALL {
        let rules = format!("size=5 ko={ko}");
        let mut p = position(&rules, ". X O . .\nX O . O .\n. X O . .\n. . . . .\n. . . . .");
        play(&mut p, "C4");
        assert_eq!(p.ko(), Some(at("B4")));
        assert_eq!(refusal(&p, "B4"), Illegal::Ko(at("B4"), Ko::Simple));
        play(&mut p, "E1 E2");
        assert_eq!(p.check(Move::Play(at("B4"))), Ok(()), "{ko}");
        play(&mut p, "B4");
        assert_eq!(p.captures(), [1, 1]);
    }
}

#[test]
fn snapback_gives_one_stone_and_takes_five() {
    let mut p = position(
        "size=5",
        ". . . . .
         . . . . .
         . O O O .
         O X X X O
         O X . . O
         turn=white",
    );
    play(&mut p, "C1 D1");
    assert_eq!(p.captures(), [1, 0]);
    play(&mut p, "C1");
    assert_eq!(p.captures(), [1, 5]);
}

/// Three kos: Black, White, Black take, then all three are retaken in turn.
const TRIPLE_KO: &str = ". X O .
                         X O . O
                         . X O .
                         . X O .
                         X . X O
                         . X O .
                         . X O .
                         X O . O
                         . X O .
                         turn=black";

#[test]
fn triple_ko_cycles_under_simple_ko_and_is_stopped_by_superko() {
    for ko in Ko::ALL {
        let mut p = position(&format!("size=9x4 ko={ko}"), TRIPLE_KO);
        let start = p.clone();
        play(&mut p, "C8 B5 C2 B8 C5");
        match ko {
            Ko::Simple => {
                play(&mut p, "B2");
                assert_eq!(p.stones(), start.stones());
            }
            _ => assert_eq!(refusal(&p, "B2"), Illegal::Ko(at("B2"), ko)),
        }
    }
}

#[test]
fn sending_two_and_returning_one_is_stopped_by_positional_superko_only() {
    for ko in Ko::ALL {
        let mut p = position(
            &format!("size=5 ko={ko}"),
            ". . . . .
             . . . . .
             O O X . .
             O O X . .
             . X . X .
             turn=black",
        );
        play(&mut p, "A1 C1");
        assert_eq!(p.captures(), [0, 2]);
        match ko {
            Ko::Positional => assert_eq!(refusal(&p, "B1"), Illegal::Ko(at("B1"), ko)),
            // The board comes back, but with the other side to move.
            Ko::Simple | Ko::Situational => play(&mut p, "B1"),
        }
    }
}

/// Four stones of each side, without eyes, share two liberties; whoever plays
/// there loses them.
#[test]
fn seki_counts_its_liberties_for_nobody() {
    let p = position(
        "size=2x11",
        ". X X O O . X X O O .
         X . X O O . X X O . O
         turn=black",
    );
    assert_eq!(p.area(), [10, 10]);
    let mut black_first = p.clone();
    play(&mut black_first, "F2 F1");
    assert_eq!(black_first.captures(), [0, 5]);
    let mut white_first = p;
    play(&mut white_first, "pass F2 F1");
    assert_eq!(white_first.captures(), [5, 0]);
}

/// The stones in seki, in the order of the board.
fn in_seki(rules: &str, diagram: &str) -> String {
    let stones: Vec<String> =
        seki(&position(rules, diagram)).iter().map(Point::to_string).collect();
    stones.join(" ")
}

#[test]
fn seki_with_two_shared_liberties_and_no_eyes_is_seen() {
    let diagram = ". X X O O . X X O O .
                   X . X O O . X X O . O";
    assert_eq!(in_seki("size=2x11", diagram), "D1 E1 G1 H1 D2 E2 G2 H2");
}

#[test]
fn seki_with_an_eye_each_and_one_shared_liberty_is_seen() {
    let diagram = ". O O X X X . O O O X X .
                   O . O X . X X O . O X . X";
    assert_eq!(in_seki("size=2x13", diagram), "D1 F1 G1 H1 K1 D2 E2 F2 H2 J2 K2");
}

/// Black on either side of the three stones is captured, White there gives
/// four in a row and Black lives with them. The wall of White lives.
#[test]
fn seki_inside_the_eye_space_of_the_rival_is_seen() {
    let diagram = ". O O O O O O .
                   O O . O . O O O
                   O O O O O O O O
                   X X X X X X O O
                   . O O O . X O .
                   X X X X X X O O";
    let stones = "A1 B1 C1 D1 E1 F1 B2 C2 D2 F2 A3 B3 C3 D3 E3 F3";
    assert_eq!(in_seki("size=6x8", diagram), stones);
    // With two stones inside White gives three and kills on the vital point.
    let killed = diagram
        .replace("X X X X X X O", "X X X X X O O")
        .replace(". O O O . X O .", ". O O . X O O .");
    assert_eq!(in_seki("size=6x8", &killed), "");
}

#[test]
fn an_eye_against_none_and_neutral_points_are_no_seki() {
    // The right side of the second diagram without White's eye.
    let eye = ". O O X X X . O O O X X .
               O . O X . X X O O O X . X";
    assert_eq!(in_seki("size=2x13", eye), "");
    // Neutral points between living groups, and a dead stone in territory.
    let open = ". X . X . O . O .
                X X X X . O O O O
                . . O X . O . . .";
    assert_eq!(in_seki("size=3x9", open), "");
}

#[test]
fn bent_four_in_the_corner_lives_as_it_stands_and_is_dead_by_agreement() {
    let p = position(
        "size=7",
        ". . . . . . .
         . . . . . . .
         . . . . . . .
         O O O . . . .
         X X O O . . .
         . X X X O . .
         O O . X O . .
         turn=black",
    );
    assert_eq!(p.area()[0], 6);
    let agreed = count(&p, &[at("A3")], Counting::Area);
    assert_eq!(agreed.score, [Points::whole(0), Points::whole(49)]);
    assert_eq!(agreed.dead.len(), 6);
}

#[test]
fn a_ladder_works_on_an_empty_board_and_not_against_a_breaker() {
    let ladder = ". . . . . . . . .
                  . . . . . . . . .
                  . . . . . . . . .
                  . . . . . . . . .
                  . . . X O . . . .
                  . . . . X X . . .
                  . . . . . . . . .
                  . . . . . . . . .
                  . . . . . . . . .";
    let read = |text: &str| {
        let board = Small::set_up(&position("size=9", text).stones());
        let found = tactics::ladder(&board, board.vertex(4, 4), &mut 100);
        (found != NONE).then(|| board.point(found).to_string())
    };
    assert_eq!(read(ladder).as_deref(), Some("E6"));
    // A white stone on G7, in the way.
    let breaker = ladder.replacen(". . . . . . . . .", "@", 3).replacen('@', &". ".repeat(9), 2);
    let breaker = breaker.replacen('@', ". . . . . . O . .", 1);
    assert_eq!(read(&breaker), None);
}

#[test]
fn a_group_without_liberties_is_no_diagram() {
    let rules = "size=3".parse().unwrap();
    let error = Position::parse(&rules, "X O .\nO . .\n. . .").unwrap_err();
    assert_eq!(error.place(), Some((1, 1)));
    assert_eq!(error.found(), "A3");
    for text in ["", "X", ". . .\n. . .", ". . .\n. ? .\n. . .", ". . . .\n. . .\n. . ."] {
        assert!(Position::parse(&rules, text).is_err(), "{text:?} was read");
    }
    let no_ko = ". . .\n. . .\n. . .\nturn=black ko=B2";
    assert!(Position::parse(&rules, no_ko).is_err());
}
