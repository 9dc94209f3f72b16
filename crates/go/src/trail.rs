//! The way a position came about, as far as good play looks back.

use sobremesa_kernel::Side;

use crate::board::{NONE, Vertex};
use crate::goban::Goban;

/// A move that was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Step {
    /// The game had not begun, or the sides did not take turns.
    #[default]
    None,
    Pass,
    Play(Vertex),
}

/// The last five moves, the latest first, and what it takes to undo two.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    steps: [Step; 5],
    /// What each of the last two moves took, and the ko point before it.
    taken: [Vec<Vertex>; 2],
    ko: [Vertex; 2],
}

impl Trail {
    pub(crate) fn steps(&self) -> &[Step; 5] {
        &self.steps
    }

    pub(crate) fn push(&mut self, step: Step, taken: Vec<Vertex>, ko: Vertex) {
        self.steps.rotate_right(1);
        self.steps[0] = step;
        self.taken.swap(0, 1);
        self.taken[0] = taken;
        self.ko = [ko, self.ko[0]];
    }

    /// The board one move earlier and two moves earlier than `board`, with
    /// `turn` to move now; where there was none, the earliest there is.
    pub(crate) fn earlier(&self, board: &Goban, turn: Side) -> [Goban; 2] {
        let mut boards = [board.clone(), board.clone()];
        let mut stones = board.stones();
        for i in 0..2 {
            match self.steps[i] {
                Step::None => {
                    if i == 1 {
                        boards[1] = boards[0].clone();
                    }
                    break;
                }
                Step::Pass => {}
                Step::Play(v) => {
                    let mover = if i == 0 { turn.other() } else { turn };
                    stones.put(board.point(v), None);
                    for &stone in &self.taken[i] {
                        stones.put(board.point(stone), Some(mover.other()));
                    }
                }
            }
            boards[i] = Goban::set_up(&stones);
            if self.ko[i] != NONE {
                boards[i].set_ko(self.ko[i]);
            }
        }
        boards
    }
}

/// Where a position came from is no part of what it is.
impl PartialEq for Trail {
    fn eq(&self, _: &Trail) -> bool {
        true
    }
}

impl Eq for Trail {}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::{Position as _, Rng};

    use crate::Position;

    #[test]
    fn earlier_boards_are_those_that_were_there() {
        for size in [5, 9, 13] {
            let mut rng = Rng::new(size);
            let mut position = Position::start(&format!("size={size}").parse().unwrap());
            let mut before = Vec::new();
            for _ in 0..400 {
                if position.outcome().is_some() {
                    position = position.resumed();
                    before.clear();
                }
                before.push(position.goban().clone());
                position.play_random(&mut rng, &mut Vec::new()).unwrap();
                let earlier = position.trail().earlier(position.goban(), position.turn());
                let n = before.len();
                assert_eq!(earlier[0], before[n - 1]);
                assert_eq!(earlier[1], before[n.saturating_sub(2)]);
            }
        }
    }
}
