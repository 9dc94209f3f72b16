//! The player: legal, repeatable, and not foolish.

use sobremesa_go::mcts::Mcts;
use sobremesa_go::{Go, Move, Position};
use sobremesa_kernel::{Budget, Engine, Game, Position as _, silent};

fn position(rules: &str, diagram: &str) -> Position {
    Position::parse(&rules.parse().unwrap(), diagram).unwrap()
}

fn best(position: &Position, nodes: u64) -> String {
    Mcts::new(1).search(position, &Budget::nodes(nodes), &mut silent).best().to_string()
}

#[test]
fn every_level_plays_legal_games_on_every_kind_of_board() {
    for rules in ["size=2", "size=1x5", "size=5 ko=situational", "size=9 handicap=2", "size=25"] {
        for level in Go::levels() {
            let mut engine = Go::engine(level.number, 5).unwrap();
            let mut position = Position::start(&rules.parse().unwrap());
            let moves = if position.rules().rows() > 9 { 1 } else { 6 };
            for _ in 0..moves {
                if position.outcome().is_some() {
                    break;
                }
                let found = engine.search(&position, &Budget::nodes(12), &mut silent);
                position.play(found.best()).unwrap();
            }
        }
    }
}

#[test]
fn the_same_seed_and_simulations_give_the_same_moves() {
    let game = || {
        let mut engine = Mcts::new(3);
        let mut position = Position::start(&"size=7 komi=7".parse().unwrap());
        let mut moves = Vec::new();
        for _ in 0..8 {
            let m = engine.search(&position, &Budget::nodes(60), &mut silent).best();
            position.play(m).unwrap();
            moves.push(m);
        }
        moves
    };
    assert_eq!(game(), game());
}

#[test]
fn two_threads_find_a_legal_move() {
    let position = Position::start(&"size=9".parse().unwrap());
    let found = Mcts::new(1).search(&position, &Budget::nodes(300).threads(2), &mut silent);
    assert!(found.nodes >= 150, "{}", found.nodes);
    position.check(found.best()).unwrap();
}

#[test]
fn a_search_can_be_stopped() {
    let position = Position::start(&"size=9".parse().unwrap());
    let mut reports = 0;
    let found = Mcts::new(1).search(&position, &Budget::nodes(u64::MAX), &mut |_| {
        reports += 1;
        std::ops::ControlFlow::Break(())
    });
    assert_eq!(reports, 1);
    position.check(found.best()).unwrap();
}

#[test]
fn it_takes_a_large_group_in_atari() {
    let position = position(
        "size=7",
        ". . . . . . .
         . X X X X . .
         X O O O O X .
         X O O O O . .
         X X X X X X .
         . . . . . . .
         . O O . O O .
         turn=black",
    );
    assert_eq!(best(&position, 300), "F4");
}

/// White has two eyes, Black's stones inside are dead; White wins by counting
/// only once they are off the board, and Black has passed.
#[test]
fn it_does_not_pass_a_won_game_away() {
    let rules = "size=5 komi=0";
    let text = "O O O O O
                . O X O .
                O O . O O
                O O O O O
                X X X X X
                turn=white passes=1";
    // Black's last row has no liberty, so give it one and white the rest.
    let text = text.replace("X X X X X", "X X X X .");
    let position = position(rules, &text);
    let m = Mcts::new(1).search(&position, &Budget::nodes(400), &mut silent).best();
    let mut after = position.clone();
    after.play(m).unwrap();
    assert!(m == Move::Pass || after.outcome().is_none());
    if m == Move::Pass {
        let [black, white] = position.score().unwrap();
        assert!(white > black);
    }
}

#[test]
fn it_answers_a_pass_with_a_pass_when_counting_wins() {
    let position = position(
        "size=5 komi=0",
        ". X . X O
         X X X X O
         X X X O O
         O O O O .
         . O . O O
         turn=black passes=1",
    );
    let [black, white] = position.score().unwrap();
    assert!(black < white);
    let ahead = position.with_komi(sobremesa_kernel::Points::whole(-5));
    assert_eq!(best(&ahead, 200), "pass");
}
