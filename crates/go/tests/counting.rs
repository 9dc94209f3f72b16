//! Dead stones, territory and estimates.

use sobremesa_go::{Counting, Point, Position, count, estimate};
use sobremesa_kernel::{Points, Position as _};

fn position(rules: &str, diagram: &str) -> Position {
    Position::parse(&rules.parse().unwrap(), diagram).unwrap()
}

/// Black holds the left, White the right; one dead stone of each inside.
const SETTLED: &str = ". . . X O . .
                       . O . X O . .
                       . . . X O . .
                       X X X X O . .
                       . . . X O . X
                       . . . X O . .
                       . . . X O . .
                       turn=black passes=2";

#[test]
fn dead_stones_are_found_and_taken_off() {
    let position = position("size=7 komi=0.5", SETTLED);
    assert_eq!(position.score(), Some([Points::whole(20), Points::halves(17)]));
    let found = estimate(&position, 600, 1);
    let dead: Vec<String> = found.dead.iter().map(Point::to_string).collect();
    assert_eq!(dead, ["G3", "B6"]);
    let counted = count(&position, &found.dead, Counting::Area);
    assert_eq!(counted.score, [Points::whole(28), Points::halves(43)]);
    assert_eq!(counted.lead(), Points::halves(13));
    assert!(found.lead > 3.0 && found.lead < 14.0, "{}", found.lead);
    let territory = count(&position, &found.dead, Counting::Territory);
    // Empty points and one prisoner each.
    assert_eq!(territory.score, [Points::whole(19), Points::halves(31)]);
}

#[test]
fn stones_in_seki_are_not_given_up() {
    let diagram = ". X X O O . X X O O .\nX . X O O . X X O . O\nturn=";
    for turn in ["black", "white"] {
        let position = position("size=2x11", &format!("{diagram}{turn}"));
        assert_eq!(estimate(&position, 300, 1).dead, [], "{turn} to move");
    }
}

#[test]
fn a_group_is_taken_whole_and_odd_points_are_ignored() {
    let position = position("size=3", "X X .\n. O O\n. . .");
    let at = |text: &str| text.parse::<Point>().unwrap();
    let counted = count(&position, &[at("A3"), at("A1"), at("Z25")], Counting::Area);
    assert_eq!(counted.dead, [at("A3"), at("B3")]);
    assert_eq!(counted.score, [Points::whole(0), Points::whole(9)]);
}

#[test]
fn an_empty_board_belongs_to_nobody() {
    let position = position("size=9", &". . . . . . . . .\n".repeat(9));
    let found = estimate(&position, 300, 2);
    assert!(found.dead.is_empty());
    assert!(found.ownership.iter().all(|o| o.abs() < 0.9));
    assert_eq!(count(&position, &[], Counting::Area).score, [Points::whole(0); 2]);
}
