//! The graph of a game in a terminal: how far ahead the first side is after
//! each move.

use sobremesa_judgement::{Judgement, number};
use sobremesa_kernel::{Side, Value};

/// Rows above the middle, and below it.
const HALF: usize = 4;
/// The most columns: the moves of a longer game share them.
const WIDE: usize = 72;

/// The graph, empty for a game whose moves have no values. Bars go up where
/// the first side is ahead and down where it is behind.
pub fn drawn(judgements: &[Judgement]) -> String {
    let heights: Vec<Option<f32>> = judgements.iter().map(height).collect();
    let most = heights.iter().flatten().fold(0.0f32, |most, value| most.max(value.abs()));
    if most == 0.0 {
        return String::new();
    }
    // The last of the moves that share a column.
    let columns = heights.len().min(WIDE);
    let bars: Vec<f32> = (1..=columns)
        .map(|column| heights[column * heights.len() / columns - 1].unwrap_or(0.0) / most)
        .collect();
    let label = |text: String| format!("{text:>6} ");
    let mut text = String::new();
    for row in 0..2 * HALF {
        let mark = match row {
            0 => label(format!("{most:+.0}")),
            _ if row == 2 * HALF - 1 => label(format!("{:+.0}", -most)),
            _ => label(String::new()),
        };
        // How much of a full bar a cell of this row stands for.
        let level = if row < HALF { HALF - row } else { row - HALF + 1 };
        let least = (level as f32 - 0.5) / HALF as f32;
        let cell = |bar: &f32| {
            let height = if row < HALF { *bar } else { -*bar };
            if height >= least { '█' } else { ' ' }
        };
        text += &mark;
        text += bars.iter().map(cell).collect::<String>().trim_end();
        let trimmed = text.trim_end_matches(' ').len();
        text.truncate(trimmed);
        text.push('\n');
        if row + 1 == HALF {
            text += &label("0".to_owned());
            text += &"─".repeat(columns);
            text.push('\n');
        }
    }
    text
}

/// How far the first side is ahead at the end of the game, as things stand
/// after a move.
pub fn height(judgement: &Judgement) -> Option<f32> {
    let sign = if judgement.side == Side::First { 1.0 } else { -1.0 };
    match judgement.value {
        Value::Chance(chance) => Some(sign * (2.0 * chance - 1.0)),
        value => Some(sign * (number(value)? + judgement.ahead as f32)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judgement(side: Side, value: i32) -> Judgement {
        Judgement {
            number: 1,
            side,
            play: "4".to_owned(),
            value: Value::Exact(value),
            best: Value::Exact(value),
            ahead: 0,
            chances: None,
            loss: Some(0.0),
            class: None,
            better: Vec::new(),
            refutation: Vec::new(),
            reasons: Vec::new(),
            is_final: true,
        }
    }

    #[test]
    fn bars_go_up_for_the_first_side_and_down_for_the_second() {
        let game =
            [judgement(Side::First, 4), judgement(Side::Second, 4), judgement(Side::First, 2)];
        let graph = drawn(&game);
        let rows: Vec<&str> = graph.lines().collect();
        assert_eq!(rows.len(), 2 * HALF + 1);
        assert_eq!(rows[0], "    +4 █");
        assert_eq!(rows[HALF], "     0 ───");
        assert_eq!(rows[HALF - 1], "       █ █");
        assert_eq!(rows[2 * HALF], "    -4  █");
    }

    #[test]
    fn a_long_game_is_as_wide_as_a_terminal_and_no_values_are_no_graph() {
        let long: Vec<Judgement> = (0..500).map(|_| judgement(Side::First, 1)).collect();
        assert!(drawn(&long).lines().all(|line| line.chars().count() <= WIDE + 7));
        assert_eq!(drawn(&[]), "");
        assert_eq!(drawn(&[judgement(Side::First, 0)]), "");
    }
}
