//! Simulations: down the tree, out to the end of the game, and back.

use std::sync::Mutex;

use sobremesa_kernel::{Rng, Side};

use super::policy::Policy;
use super::prior;
use super::tree::{Node, Tree};
use crate::board::{BLACK, Board, Colour, NONE, Vertex, WHITE, colour, other};
use crate::{Ko, Position};

/// What every simulation starts from.
pub(crate) struct Root<const P: usize, const W: usize> {
    pub board: Board<P, W>,
    pub colour: Colour,
    pub last: [Vertex; 2],
    pub passes: u8,
    pub ko: Ko,
    /// The seals of earlier positions, sorted.
    pub history: Vec<u64>,
    /// Komi in half points.
    pub komi: i32,
    /// How much of a result is the margin rather than the win.
    pub margin_share: f32,
    /// The moves to look at here, `None` for all.
    pub allowed: Option<Vec<Vertex>>,
    pub policy: Policy,
}

impl<const P: usize, const W: usize> Root<P, W> {
    /// `board` is that of `position`.
    pub(crate) fn new(position: &Position, board: &Board<P, W>) -> Root<P, W> {
        use sobremesa_kernel::Position as _;
        let mut history = position.history().to_vec();
        history.sort_unstable();
        Root {
            board: board.clone(),
            colour: colour(position.turn()),
            last: position.last_vertices(),
            passes: position.passes(),
            ko: position.rules().ko(),
            history,
            komi: position.rules().komi().in_halves(),
            margin_share: 0.04,
            allowed: None,
            policy: Policy::HEAVY,
        }
    }

    /// The result for Black, 0 to 1, of a margin in half points.
    fn result(&self, halves: i32) -> f32 {
        let won = match halves.signum() {
            1 => 1.0,
            -1 => 0.0,
            _ => 0.5,
        };
        let points = (self.board.rows() * self.board.columns()) as f32;
        let margin = 0.5 + 0.5 * (halves as f32 / points).clamp(-1.0, 1.0);
        won * (1.0 - self.margin_share) + margin * self.margin_share
    }
}

/// How the points ended up in many simulations.
#[derive(Clone, Debug)]
pub(crate) struct Ownership {
    /// By vertex: simulations that ended with it Black's minus White's.
    pub owners: Vec<i32>,
    pub simulations: u32,
    /// The sum of the margins for Black, komi included, in half points.
    pub margin: i64,
}

impl Ownership {
    pub(crate) fn new() -> Ownership {
        Ownership { owners: vec![0; 704], simulations: 0, margin: 0 }
    }

    pub(crate) fn add(&mut self, other: &Ownership) {
        for (mine, theirs) in self.owners.iter_mut().zip(&other.owners) {
            *mine += theirs;
        }
        self.simulations += other.simulations;
        self.margin += other.margin;
    }
}

/// One thread's tools.
pub(crate) struct Simulator {
    rng: Rng,
    path: Vec<u32>,
    /// The moves in the tree, then those of the playout.
    moves: Vec<(Vertex, Colour)>,
    seals: Vec<u64>,
    fresh: Vec<Node>,
    pub tally: Ownership,
}

impl Simulator {
    /// Visits before a node gets children.
    const RIPE: f32 = 5.0;

    pub(crate) fn new(seed: u64) -> Simulator {
        Simulator {
            rng: Rng::new(seed),
            path: Vec::new(),
            moves: Vec::new(),
            seals: Vec::new(),
            fresh: Vec::new(),
            tally: Ownership::new(),
        }
    }

    /// One simulation. The tree is locked on the way down and on the way
    /// back, not during the playout, so that threads seldom wait; a visit is
    /// counted on the way down, which keeps other threads off the same path.
    pub(crate) fn run<const P: usize, const W: usize>(
        &mut self,
        root: &Root<P, W>,
        tree: &Mutex<Tree>,
    ) {
        let mut board = root.board.clone();
        let mut colour = root.colour;
        let (mut last, mut before) = (root.last[0], root.last[1]);
        let mut passes = root.passes;
        self.path.clear();
        self.moves.clear();
        self.seals.clear();
        {
            let mut tree = tree.lock().expect("no simulation panics");
            let mut at = 0;
            self.path.push(0);
            tree.node_mut(0).visits += 1.0;
            while passes < 2 {
                if tree.node(at).children == 0 {
                    if at != 0 && (tree.node(at).visits < Self::RIPE || tree.is_full()) {
                        break;
                    }
                    self.expand(root, &board, colour, [last, before], at, &mut tree);
                }
                at = tree.best_child(at);
                let node = tree.node_mut(at);
                node.visits += 1.0;
                let v = node.vertex;
                self.path.push(at);
                self.moves.push((v, colour));
                if v == NONE {
                    board.pass();
                    passes += 1;
                } else {
                    board.play(v, colour);
                    passes = 0;
                    self.seals.push(seal(root.ko, board.hash(), other(colour)));
                }
                before = last;
                last = v;
                colour = other(colour);
            }
        }
        let tree_moves = self.moves.len();
        let halves = if passes < 2 {
            let moves = &mut self.moves;
            root.policy.play_out(&mut board, colour, last, before, &mut self.rng, |v, c| {
                moves.push((v, c));
            });
            2 * board.quick_margin() - root.komi
        } else {
            let [black, white] = board.area().map(|points| points as i32);
            2 * (black - white) - root.komi
        };
        self.count(&board, halves);
        let result = root.result(halves);
        self.back(root.colour, tree_moves, result, halves, tree);
    }

    /// Adds the end of a simulation to the tally.
    fn count<const P: usize, const W: usize>(&mut self, board: &Board<P, W>, halves: i32) {
        self.tally.simulations += 1;
        self.tally.margin += i64::from(halves);
        let owners = &mut self.tally.owners;
        for row in 0..board.rows() {
            for column in 0..board.columns() {
                let v = board.vertex(row, column);
                owners[usize::from(v)] += match board.at(v) {
                    BLACK => 1,
                    WHITE => -1,
                    _ => {
                        let black = board.beside(v, BLACK) > 0;
                        let white = board.beside(v, WHITE) > 0;
                        i32::from(black) - i32::from(white)
                    }
                };
            }
        }
    }

    fn expand<const P: usize, const W: usize>(
        &mut self,
        root: &Root<P, W>,
        board: &Board<P, W>,
        colour: Colour,
        last: [Vertex; 2],
        at: u32,
        tree: &mut Tree,
    ) {
        let seals = &self.seals;
        let legal = |v: Vertex| {
            if root.ko == Ko::Simple {
                return true;
            }
            let seal = seal(root.ko, board.hash_after(v, colour), other(colour));
            root.history.binary_search(&seal).is_err() && !seals.contains(&seal)
        };
        prior::children(board, colour, last, legal, &mut self.fresh);
        // An opening keeps to few moves; whoever names others wants those.
        if let (0, Some(allowed)) = (at, &root.allowed) {
            self.fresh.retain(|node| allowed.contains(&node.vertex));
            for &v in allowed {
                if self.fresh.iter().all(|node| node.vertex != v) {
                    self.fresh.push(prior::unlikely(v));
                }
            }
        }
        tree.expand(at, &self.fresh);
    }

    /// Takes the result and the margin (for Black) back to every node of the path, and to
    /// the children of each that were played later by the same side.
    fn back(
        &mut self,
        first: Colour,
        tree_moves: usize,
        result: f32,
        halves: i32,
        tree: &Mutex<Tree>,
    ) {
        let for_colour = |colour: Colour| if colour == BLACK { result } else { 1.0 - result };
        let points = |colour: Colour| {
            let ahead = halves as f32 / 2.0;
            if colour == BLACK { ahead } else { -ahead }
        };
        // Who played each vertex first; passes land on NONE and stay there.
        let mut owner = [0u8; 704];
        for &(v, colour) in self.moves[tree_moves..].iter().rev() {
            owner[usize::from(v)] = colour;
        }
        owner[usize::from(NONE)] = 0;
        let mut tree = tree.lock().expect("no simulation panics");
        for depth in (0..self.path.len()).rev() {
            let at = self.path[depth];
            let mover = if depth % 2 == 0 { first } else { other(first) };
            if let Some(&(v, colour)) = self.moves[..tree_moves].get(depth)
                && v != NONE
            {
                owner[usize::from(v)] = colour;
            }
            let reward = for_colour(mover);
            for child in tree.children_mut(at) {
                if owner[usize::from(child.vertex)] == mover {
                    child.rave_visits += 1.0;
                    child.rave_wins += reward;
                }
            }
            // A node's own results are for the side that moved into it.
            let node = tree.node_mut(at);
            node.wins += for_colour(other(mover));
            node.points += points(other(mover));
        }
    }
}

#[inline]
fn seal(ko: Ko, hash: u64, next: Colour) -> u64 {
    let side = if next == BLACK { Side::First } else { Side::Second };
    Position::seal(ko, hash, side)
}
