//! How a game is played out: quickly, but not stupidly.

use sobremesa_kernel::Rng;

use super::patterns;
use super::tactics::{Moves, escapes, is_bad_self_atari, ladder, nakade};
use crate::board::{Board, Colour, EMPTY, NONE, Vertex, other};

/// How often each idea is followed, out of 256, so that playouts differ even
/// where an idea always applies.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Answering an atari.
    pub atari: u32,
    /// Following a ladder.
    pub ladder: u32,
    /// Playing the vital point of a dead shape.
    pub nakade: u32,
    /// Playing one of the 3×3 patterns.
    pub pattern: u32,
    /// How often a bad self-atari is refused.
    pub prudence: u32,
}

impl Policy {
    /// What playouts of a search use.
    pub const HEAVY: Policy =
        Policy { atari: 230, ladder: 150, nakade: 200, pattern: 240, prudence: 245 };

    /// Uniformly random moves, own eyes apart.
    pub const LIGHT: Policy = Policy { atari: 0, ladder: 0, nakade: 0, pattern: 0, prudence: 0 };

    /// Moves a ladder reader may try in a playout.
    const READING: u32 = 12;

    /// Plays the game out on `board` with `colour` to move and hands every
    /// move, [`NONE`] for a pass, to `record`. `last` and `before` are the two
    /// moves before. Ends when both sides have nothing but eyes left, or after
    /// three moves a point.
    pub fn play_out<const P: usize, const W: usize>(
        &self,
        board: &mut Board<P, W>,
        mut colour: Colour,
        mut last: Vertex,
        mut before: Vertex,
        rng: &mut Rng,
        mut record: impl FnMut(Vertex, Colour),
    ) {
        let table = &**patterns::TABLE;
        let most = 3 * board.rows() * board.columns();
        let mut passes = 0;
        for _ in 0..most {
            let v = self.choose(board, colour, last, before, table, rng);
            record(v, colour);
            if v == NONE {
                board.pass();
                passes += 1;
                if passes == 2 {
                    break;
                }
            } else {
                board.play(v, colour);
                passes = 0;
            }
            before = last;
            last = v;
            colour = other(colour);
        }
    }

    #[inline]
    fn choose<const P: usize, const W: usize>(
        &self,
        board: &Board<P, W>,
        colour: Colour,
        last: Vertex,
        before: Vertex,
        table: &[u64; 1024],
        rng: &mut Rng,
    ) -> Vertex {
        // One draw serves all the ideas: eight bits for each.
        let dice = rng.next_u64();
        let follow = |rate: u32, idea: u32| (dice >> (8 * idea)) as u32 & 255 < rate;
        if last != NONE && self.atari > 0 {
            if follow(self.atari, 0)
                && let Some(v) = self.answer_atari(board, colour, last, rng)
            {
                return v;
            }
            if follow(self.ladder, 1)
                && let Some(v) = self.two_liberties(board, colour, last, rng)
            {
                return v;
            }
            if follow(self.nakade, 2) {
                let vital = nakade(board, last);
                if vital != NONE && board.allows(vital, colour) {
                    return vital;
                }
            }
            if follow(self.pattern, 3)
                && let Some(v) = self.shape(board, colour, last, before, table, rng)
            {
                return v;
            }
        }
        self.any(board, colour, rng)
    }

    /// Saves own groups that the last move put in atari, or takes the rival's
    /// stone that walked into one.
    fn answer_atari<const P: usize, const W: usize>(
        &self,
        board: &Board<P, W>,
        colour: Colour,
        last: Vertex,
        rng: &mut Rng,
    ) -> Option<Vertex> {
        let mut moves = Moves::NONE;
        let mut budget = Self::READING;
        if board.at(last) == other(colour) && board.count(last) == 1 {
            let capture = board.liberties(last).first();
            if board.allows(capture, colour) {
                moves.add(capture);
            }
        }
        let mut seen = [NONE; 4];
        for (i, n) in board.neighbours(last).into_iter().enumerate() {
            if board.at(n) == colour && board.count(n) == 1 && !seen.contains(&board.head(n)) {
                seen[i] = board.head(n);
                escapes(board, n, &mut budget, &mut moves);
            }
        }
        rng.pick(moves.as_slice())
    }

    /// Catches the last stone's group in a ladder, or runs before own groups
    /// next to it are caught in one.
    fn two_liberties<const P: usize, const W: usize>(
        &self,
        board: &Board<P, W>,
        colour: Colour,
        last: Vertex,
        rng: &mut Rng,
    ) -> Option<Vertex> {
        let mut moves = Moves::NONE;
        let mut budget = Self::READING;
        if board.at(last) == other(colour) && board.count(last) == 2 {
            let attack = ladder(board, last, &mut budget);
            if attack != NONE {
                moves.add(attack);
            }
        }
        let mut seen = [NONE; 4];
        for (i, n) in board.neighbours(last).into_iter().enumerate() {
            if board.at(n) == colour && board.count(n) == 2 && !seen.contains(&board.head(n)) {
                seen[i] = board.head(n);
                if ladder(board, n, &mut budget) == NONE {
                    continue;
                }
                for v in board.liberties(n).iter() {
                    let outlook = board.outlook(v, colour);
                    if board.allows(v, colour)
                        && (outlook.liberties.few() > 2 || outlook.captures > 0)
                    {
                        moves.add(v);
                    }
                }
                super::tactics::counter_captures(board, n, &mut moves);
            }
        }
        rng.pick(moves.as_slice())
    }

    /// A move of good shape next to one of the last two.
    fn shape<const P: usize, const W: usize>(
        &self,
        board: &Board<P, W>,
        colour: Colour,
        last: Vertex,
        before: Vertex,
        table: &[u64; 1024],
        rng: &mut Rng,
    ) -> Option<Vertex> {
        let mut moves = Moves::NONE;
        for centre in [last, before] {
            if centre == NONE {
                continue;
            }
            let (sides, corners) = (board.neighbours(centre), board.diagonals(centre));
            for v in sides.into_iter().chain(corners) {
                if board.at(v) == EMPTY
                    && patterns::matches(table, patterns::code(board, v))
                    && board.allows(v, colour)
                    && !is_bad_self_atari(board, v, colour)
                {
                    moves.add(v);
                }
            }
            if !moves.is_empty() {
                break;
            }
        }
        rng.pick(moves.as_slice())
    }

    /// Any move that fills no own eye, from a random place of the list on.
    fn any<const P: usize, const W: usize>(
        &self,
        board: &Board<P, W>,
        colour: Colour,
        rng: &mut Rng,
    ) -> Vertex {
        let empties = board.empties();
        if empties.is_empty() {
            return NONE;
        }
        let start = rng.below(empties.len() as u32) as usize;
        let prudent = self.prudence > 0 && rng.below(256) < self.prudence;
        let fits = |v: Vertex| {
            v != board.ko()
                && (board.has_free_neighbour(v)
                    || !board.is_eye(v, colour) && !board.is_suicide(v, colour))
                && !(prudent && is_bad_self_atari(board, v, colour))
        };
        let mut i = start;
        loop {
            if fits(empties[i]) {
                return empties[i];
            }
            i = if i + 1 == empties.len() { 0 } else { i + 1 };
            if i == start {
                return NONE;
            }
        }
    }
}
