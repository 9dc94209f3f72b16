//! Explanations in the game's own terms, on positions small enough to know.

use std::time::Duration;

use sobremesa_dots::chains::Shape;
use sobremesa_dots::explain::{Explanation, Kind, explain};
use sobremesa_dots::{DotsPosition, Rules};
use sobremesa_kernel::{Position, Side, Value};

fn explained(size: &str, diagram: &str) -> Explanation {
    let rules: Rules = format!("size={size}").parse().unwrap();
    let position = DotsPosition::parse(&rules, diagram).unwrap();
    explain(&position, Duration::from_secs(60), 16 << 20)
}

fn kind(explanation: &Explanation, line: &str) -> Kind {
    explanation.lines.iter().find(|judged| judged.line.to_string() == line).unwrap().kind
}

fn value(explanation: &Explanation, line: &str) -> Value {
    explanation.lines.iter().find(|judged| judged.line.to_string() == line).unwrap().value
}

#[test]
fn a_chain_of_three_is_loony_to_open_and_the_opponent_is_in_control() {
    let found = explained("1x3", "+---+---+---+\n\n+---+---+---+\nturn 1\n");
    assert_eq!(found.lines.len(), 4);
    for line in ["1-1-v", "1-2-v", "1-3-v", "1-4-v"] {
        assert_eq!(kind(&found, line), Kind::Loony(3));
        assert_eq!(value(&found, line), Value::Exact(-3));
    }
    assert_eq!(found.runs.len(), 1);
    assert_eq!(found.runs[0].boxes.len(), 3);
    assert_eq!(found.runs[0].shape, Shape::Free);
    assert!(found.runs[0].long && !found.runs[0].open);
    assert_eq!((found.control.side, found.control.certain), (Some(Side::Second), true));
}

#[test]
fn the_middle_of_a_pair_is_a_sacrifice_and_its_end_is_loony() {
    let found = explained("1x2", "+---+---+\n\n+---+---+\nturn 2\n");
    assert_eq!(kind(&found, "1-2-v"), Kind::Sacrifice(2));
    assert_eq!(kind(&found, "1-1-v"), Kind::Loony(2));
    assert_eq!(value(&found, "1-2-v"), Value::Exact(-2));
    assert_eq!(found.control.side, None, "two boxes are no long chain");
}

#[test]
fn captures_and_safe_lines_are_told_apart() {
    let found = explained("2x2", "+---+   +\n|\n+---+   +\n\n+   +   +\nturn 1\n");
    assert_eq!(kind(&found, "1-2-v"), Kind::Captures(1));
    assert_eq!(kind(&found, "2-3-v"), Kind::Safe);
    assert_eq!(found.lines[0].line.to_string(), "1-2-v", "taking the box is best");
    assert!(found.runs.iter().any(|run| run.open));
}

#[test]
fn a_loop_is_seen_as_one() {
    let found = explained("2x2", "+---+---+\n|       |\n+   +   +\n|       |\n+---+---+\nturn 1\n");
    assert_eq!(found.runs.len(), 1);
    assert_eq!((found.runs[0].shape, found.runs[0].boxes.len()), (Shape::Loop, 4));
    assert!(found.lines.iter().all(|judged| judged.kind == Kind::Loony(4)));
    assert!(found.lines.iter().all(|judged| judged.value == Value::Exact(-4)));
}

#[test]
fn the_best_line_of_an_empty_board_has_the_boards_value() {
    for (size, worth) in [("2x2", 2), ("2x3", -2), ("3x3", -3)] {
        let rules: Rules = format!("size={size}").parse().unwrap();
        let found = explain(&DotsPosition::start(&rules), Duration::from_secs(600), 64 << 20);
        assert_eq!(found.lines.len(), rules.size.lines());
        assert_eq!(found.lines[0].value, Value::Exact(worth), "{size}");
        assert!(found.lines.iter().all(|judged| judged.kind == Kind::Safe));
    }
}

#[test]
fn large_and_hasty_explanations_say_that_they_estimate() {
    let rules: Rules = "size=5x5".parse().unwrap();
    let found = explain(&DotsPosition::start(&rules), Duration::from_millis(1), 1 << 20);
    assert_eq!(found.lines.len(), 60);
    assert!(found.lines.iter().all(|judged| matches!(judged.value, Value::Estimate(_))));
    let rules: Rules = "size=8x8".parse().unwrap();
    let found = explain(&DotsPosition::start(&rules), Duration::from_millis(1), 1 << 20);
    assert!(found.lines.iter().all(|judged| judged.value == Value::Unknown));
}
