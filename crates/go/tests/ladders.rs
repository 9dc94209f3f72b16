//! Ladders against a reader that tries every move.

#[path = "brute/chase.rs"]
mod chase;

use chase::{attack, defend, ends};
use sobremesa_go::{Ladder, Point, Position, Rules, ladder};
use sobremesa_kernel::{Position as _, Rng, Side};

fn line(ladder: &Ladder) -> String {
    ladder.line.iter().map(Point::to_string).collect::<Vec<_>>().join(" ")
}

#[test]
fn a_ladder_is_told_move_by_move() {
    let rules: Rules = "size=7".parse().unwrap();
    let told = |diagram: &str| {
        let position = Position::parse(&rules, diagram).unwrap().with_turn(Side::Second);
        let found = ladder(&position, Point::new(3, 2).unwrap()).expect("it is in atari");
        (found.caught, line(&found))
    };
    let works = "
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . X O X . . .
        . . . X . . .
        . . . . . . .
        . . . . . . .";
    assert_eq!(told(works), (true, "C3 C2 B3 B2 A3 A2 A4 A5".to_owned()));
    let (caught, escape) = told(&works.replacen(
        "X . . .\n        . . . . . . .",
        "X . . .\n        . O . . . . .",
        1,
    ));
    assert!(!caught && escape.starts_with("C3"), "{escape}");
    let free = Position::parse(&rules, works).unwrap();
    assert_eq!(ladder(&free, Point::new(4, 2).unwrap()), None, "it has liberties");
    assert_eq!(ladder(&free, Point::new(0, 0).unwrap()), None, "nothing stands there");
}

/// Every group of one or two liberties on boards filled by lot, whoever is to
/// move.
fn compare(count: usize, seed: u64) -> [usize; 2] {
    let start: Position = Position::start(&"size=7 ko=simple".parse().unwrap());
    let mut rng = Rng::new(seed);
    let mut found = [0; 2];
    for _ in 0..count {
        let mut position = start.clone();
        for _ in 0..8 + rng.below(30) {
            if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                break;
            }
        }
        let position = position.resumed();
        let stones = position.stones();
        for (stone, owner) in stones.iter() {
            let defends = owner == position.turn();
            let Some(chase) = ladder(&position, stone) else {
                assert!(stones.liberties(stone).len() > if defends { 1 } else { 2 });
                continue;
            };
            let caught =
                if defends { defend(&stones, stone) } else { attack(&stones, stone, None) };
            assert_eq!(chase.caught, caught, "{stone} of\n{}", position.diagram());
            let group = stones.group(stone);
            assert!(
                ends(&stones, position.turn(), &chase.line, &group, caught),
                "{stone} by {} on\n{}",
                line(&chase),
                position.diagram()
            );
            found[usize::from(caught)] += 1;
        }
    }
    found
}

#[test]
fn ladders_equal_a_reader_that_tries_every_move() {
    let [escaped, caught] = compare(150, 1);
    assert!(escaped > 100 && caught > 100, "{escaped} escaped, {caught} caught");
}

#[test]
#[ignore = "ten thousand boards"]
fn ladders_equal_a_reader_that_tries_every_move_on_many_boards() {
    compare(10_000, 2);
}
