//! Who wins the waiting game: bounds from the order in which columns fill.
//!
//! On a board with an even number of rows the player who moves second can
//! always answer in the same column, one cell higher. Cells are odd or even by
//! their row counted from the bottom (1, 2, …).
//!
//! *Claim-even.* When `First` is to move, an even number of columns have odd
//! height. `Second` answers an odd cell with the even cell above it, and the
//! even cell of one of those columns with that of another. So `First` never
//! gets an even cell except those playable now. If its pieces, the empty odd
//! cells and the playable even cells hold no line of four, `First` cannot win;
//! if moreover `Second`'s pieces and the even cells it is sure of hold one,
//! `Second` wins.
//!
//! *Odd threat.* Let `First` lack only the odd cell `t`, with the cell `u`
//! under it still empty. If `Second` plays `u`, `First` wins on `t`, so take
//! `u` and all above off the board. An odd number of cells fewer remain and
//! the roles change: now `First` can answer every move one cell higher, until
//! `Second` is left with `u` alone. In the column of `t`, now of odd height,
//! that gives `Second` the even cells; in the others the odd ones, as before.
//! If these, its pieces, `u` and the cells playable now that only pair with
//! one another hold no line, `First` wins, at the latest when all but the
//! cells above `t` are filled.
//!
//! Each bound also holds with the other side to move, which first plays one of
//! the playable even cells, of which there is then an odd number.

use super::transposition::Bounds;
use crate::Shape;
use crate::board::ones;

/// The masks the bounds need, made once for a shape.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parity {
    odd: u64,
    even: u64,
}

/// A position as the bounds see it. No piece played now wins at once.
pub(crate) struct Waiting {
    pub first: u64,
    pub second: u64,
    pub playable: u64,
    /// Empty cells that complete a line of `First`.
    pub first_wins: u64,
    /// Empty cells that complete a line of `Second`.
    pub second_wins: u64,
    pub first_to_move: bool,
}

impl Parity {
    /// `None` on boards with an odd number of rows, where none of this holds.
    pub(crate) fn new<S: Shape>(shape: S) -> Option<Parity> {
        if !shape.rows().is_multiple_of(2) {
            return None;
        }
        let odd = (0..shape.rows()).step_by(2).fold(0, |rows, up| rows | shape.bottom_row() << up);
        Some(Parity { odd, even: odd << 1 })
    }

    /// What waiting proves about the score for `First`, within `known`, as far
    /// as it may settle the window (alpha, alpha + 1).
    #[inline(always)]
    pub(crate) fn bounds<S: Shape>(
        &self,
        shape: S,
        at: &Waiting,
        mut known: Bounds,
        alpha: i32,
    ) -> Bounds {
        let empty = shape.all() & !(at.first | at.second);
        if alpha < shape.rows() as i32 / 2 {
            known.lower = known.lower.max(self.odd_threat(shape, at, empty));
        }
        if known.lower <= alpha && alpha >= -(shape.rows() as i32) / 2 {
            known.upper = known.upper.min(self.claim_even(shape, at, empty));
        }
        known
    }

    /// The most `First` can score if `Second` claims the even cells.
    #[inline(always)]
    fn claim_even<S: Shape>(&self, shape: S, at: &Waiting, empty: u64) -> i32 {
        const NOTHING: i32 = i32::MAX;
        let base = at.first | empty & self.odd;
        let open = at.playable & self.even;
        let sure = empty & self.even & !at.playable;
        if at.first_to_move {
            if shape.has_line(base | open) {
                return NOTHING;
            }
            return -self.sure_win(shape, at, sure, 0);
        }
        if shape.has_line(base) {
            return NOTHING;
        }
        let mut most = NOTHING;
        for taken in ones(open) {
            if !shape.has_line(base | open ^ taken) {
                most = most.min(-self.sure_win(shape, at, sure, taken));
            }
        }
        most
    }

    /// What `Second` scores at least, being sure of these even cells and
    /// having `taken` one now, when `First` cannot win.
    #[inline(always)]
    fn sure_win<S: Shape>(&self, shape: S, at: &Waiting, sure: u64, taken: u64) -> i32 {
        if !shape.has_line(at.second | sure | taken) {
            return 0;
        }
        let ready = at.second_wins & sure;
        let mut row = self.even & shape.bottom_row() << 1;
        let mut score = shape.rows() as i32 / 2;
        while score > 1 {
            if ready & row != 0 {
                return score;
            }
            row <<= 2;
            score -= 1;
        }
        1
    }

    /// The least `First` scores thanks to an odd threat.
    #[inline(always)]
    fn odd_threat<S: Shape>(&self, shape: S, at: &Waiting, empty: u64) -> i32 {
        let mut best = i32::MIN;
        for cell in ones(at.first_wins & self.odd & !at.playable) {
            let column = shape.column(cell.trailing_zeros() / shape.stride());
            let under = cell >> 1;
            let left = empty & !(column & !(under - 1));
            // The cells Second may get by moving first in each column, and
            // those playable now that pair with one another.
            let leads = (self.odd & !column | self.even & column) & left;
            let open = at.playable & left & !leads;
            let base = at.second | leads | under;
            let wins = if at.first_to_move {
                !shape.has_line(base)
                    && ones(open).any(|taken| !shape.has_line(base | open ^ taken))
            } else {
                !shape.has_line(base | open)
            };
            if wins {
                let row = cell.trailing_zeros() % shape.stride() + 1;
                best = best.max((1 + shape.rows() as i32 - row as i32) / 2);
            }
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use sobremesa_kernel::{Position as _, Rng};

    use super::*;
    use crate::{Position, Rules};

    /// The exact score by plain search.
    fn minimax(position: &Position) -> i32 {
        let cells = (position.rules().rows() * position.rules().columns()) as i32;
        if position.outcome().is_some() {
            let left = cells - position.plies() as i32;
            return if position.board().is_won() { -((left + 2) / 2) } else { 0 };
        }
        let values = position.legal().into_iter().map(|m| {
            let mut next = *position;
            next.play_unchecked(m);
            -minimax(&next)
        });
        values.max().unwrap_or(0)
    }

    /// What waiting proves holds, and it proves something often enough.
    #[test]
    fn the_bounds_hold() {
        for (rows, columns, left) in [(6, 7, 9), (4, 5, 10), (4, 6, 10), (6, 5, 10), (8, 4, 10)] {
            let rules = Rules::new(rows, columns).unwrap();
            let shape = rules.shape();
            let parity = Parity::new(shape).unwrap();
            let mut rng = Rng::new(3);
            let (mut seen, mut proven) = (0, [0, 0]);
            while seen < 300 {
                let mut position = Position::start(&rules);
                while position.plies() + left - seen % 4 < shape.cells() {
                    if position.play_random(&mut rng, &mut Vec::new()).is_none() {
                        break;
                    }
                }
                let (own, occupied) = (position.own(), position.board().occupied());
                let (wins, playable) = (shape.completions(own), shape.playable(occupied));
                if position.outcome().is_some() || wins & playable != 0 {
                    continue;
                }
                seen += 1;
                let first_to_move = position.plies().is_multiple_of(2);
                let rival = own ^ occupied;
                let (first, second) = if first_to_move { (own, rival) } else { (rival, own) };
                let at = Waiting {
                    first,
                    second,
                    playable,
                    first_wins: shape.completions(first) & !occupied,
                    second_wins: shape.completions(second) & !occupied,
                    first_to_move,
                };
                let wide = Bounds { lower: -40, upper: 40 };
                let bounds = parity.bounds(shape, &at, wide, 0);
                let score = if first_to_move { minimax(&position) } else { -minimax(&position) };
                assert!(
                    (bounds.lower..=bounds.upper).contains(&score),
                    "{score} is not in {bounds:?}\n{}",
                    position.diagram()
                );
                proven[0] += u32::from(bounds.lower > wide.lower);
                proven[1] += u32::from(bounds.upper < wide.upper);
            }
            assert!(proven[1] > 20, "{rows}x{columns}: {proven:?}");
        }
    }

    #[test]
    fn odd_numbers_of_rows_have_no_waiting_game() {
        assert!(Parity::new(Rules::new(5, 6).unwrap().shape()).is_none());
    }
}
