//! The laws of every game, and the fast board against its slow twin.

use sobremesa_go::{Illegal, Ko, Move, Point, Position, Rules, Stones};
use sobremesa_kernel::{Position as _, Rng, Side, laws};

const RULES: [&str; 9] = [
    "size=2",
    "size=3 ko=situational",
    "size=5 komi=0.5",
    "size=7 ko=simple komi=-3",
    "size=9 komi=7 handicap=4",
    "size=4x7 ko=situational",
    "size=13 ko=positional",
    "size=19 ko=simple handicap=9",
    "size=25",
];

fn rules(text: &str) -> Rules {
    text.parse().unwrap()
}

#[test]
fn every_law_holds_at_every_size() {
    for (i, text) in RULES.iter().enumerate() {
        let rules = rules(text);
        // Random superko games end: on these sizes long before this.
        let longest = (rules.ko() != Ko::Simple).then_some(20_000);
        let games = if rules.rows() < 10 { 12 } else { 1 };
        laws::check::<Position>(&rules, games, i as u64, longest);
        laws::check_actions::<Position>(&rules, 1, i as u64);
    }
}

#[test]
fn what_is_not_listed_is_refused() {
    let mut all: Vec<Move> = (0..11)
        .flat_map(|row| (0..11).map(move |column| Move::Play(Point::new(row, column).unwrap())))
        .collect();
    all.push(Move::Pass);
    for text in ["size=5", "size=9 ko=simple", "size=6x3 ko=situational"] {
        let mut position = Position::start(&rules(text));
        let mut rng = Rng::new(7);
        for _ in 0..150 {
            laws::list_is_predicate(&position, &all);
            if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                break;
            }
        }
    }
}

#[test]
fn diagrams_read_back() {
    for text in RULES {
        laws::diagrams_round_trip::<Position>(&rules(text), 3, 11);
    }
}

/// Plays random games on the position and, move by move, on plain stones with
/// the boards seen so far, and compares captures, liberties, legality and
/// score at every ply. Returns how many positions were compared.
fn against_the_slow_twin(text: &str, seed: u64, plies: usize) -> usize {
    let rules = rules(text);
    let mut rng = Rng::new(seed);
    let mut position = Position::start(&rules);
    let mut stones = position.stones();
    // What superko forbids: the boards so far, with the side to move then.
    let mut history: Vec<(Stones, Side)> = vec![(stones.clone(), position.turn())];
    let mut compared = 0;
    while compared < plies && position.outcome().is_none() {
        let side = position.turn();
        for point in stones.points() {
            let slow = slow_check(&rules, &stones, &history, side, point);
            assert_eq!(
                position.check(Move::Play(point)).is_ok(),
                slow.is_ok(),
                "{point} in\n{}",
                position.diagram()
            );
        }
        assert_eq!(position.area(), stones.area());
        compared += 1;
        let Some(m) = position.play_random(&mut rng, &mut Vec::new()) else { break };
        if let Move::Play(point) = m {
            stones = stones.play(side, point, &[]).unwrap();
        }
        history.push((stones.clone(), position.turn()));
        assert_eq!(position.stones(), stones, "after {m}");
    }
    compared
}

fn slow_check(
    rules: &Rules,
    stones: &Stones,
    history: &[(Stones, Side)],
    side: Side,
    point: Point,
) -> Result<(), Illegal> {
    let after = stones.play(side, point, &[])?;
    let repeats = match rules.ko() {
        // A simple ko brings back the board of one move before.
        Ko::Simple => {
            let alone = after.group(point).len() == 1;
            let took = stones.iter().count() == after.iter().count();
            alone && took && history.len() > 1 && history[history.len() - 2].0 == after
        }
        Ko::Positional => history.iter().any(|(board, _)| *board == after),
        Ko::Situational => {
            history.iter().any(|(board, next)| *board == after && *next == side.other())
        }
    };
    if repeats { Err(Illegal::Ko(point, rules.ko())) } else { Ok(()) }
}

fn compare_many(games: u64, plies: usize) -> usize {
    let mut compared = 0;
    for game in 0..games {
        for text in ["size=3", "size=4 ko=simple", "size=5 ko=situational", "size=3x6", "size=7"] {
            compared += against_the_slow_twin(text, game, plies);
        }
        if game % 40 == 0 {
            compared += against_the_slow_twin("size=9 ko=simple", game, 200);
            compared += against_the_slow_twin("size=19", game, 20);
        }
    }
    compared
}

#[test]
fn captures_liberties_and_ko_agree_with_flood_fill() {
    assert!(compare_many(30, 60) > 4_000);
}

#[test]
#[ignore = "long proof"]
fn captures_liberties_and_ko_agree_with_flood_fill_a_million_times() {
    let compared = compare_many(8_000, 80);
    assert!(compared > 1_000_000, "{compared}");
}

#[test]
fn random_moves_are_uniform_over_the_legal_ones() {
    // Black may not play A1 (suicide); the others and the pass are equal.
    let text = ". O .\nO . .\n. . .\nturn=black";
    let start = Position::parse(&rules("size=3"), text).unwrap();
    let legal = start.legal();
    assert_eq!(legal.len(), 7);
    let mut seen = vec![0; legal.len()];
    let mut rng = Rng::new(3);
    for _ in 0..70_000 {
        let m = start.clone().play_random(&mut rng, &mut Vec::new()).unwrap();
        seen[legal.iter().position(|&l| l == m).unwrap()] += 1;
    }
    assert!(seen.iter().all(|n| (9_500..10_500).contains(n)), "{seen:?}");
}
