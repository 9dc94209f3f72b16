//! The stones on the board, with every group's liberties kept up to date.
//!
//! A board of `columns` columns is a strip of vertices with one border column
//! shared by neighbouring rows and a border row at each end, so the four
//! neighbours of `v` are `v ± 1` and `v ± stride` and none needs a range
//! check. On 3×3 (`stride` 4):
//!
//! ```text
//!      16  17  18  19  20        # # # # #
//!      12 [13][14][15]           # . . .       row 2
//!       8 [ 9][10][11]           # . . .       row 1
//!       4 [ 5][ 6][ 7]           # . . .       row 0, A1 = 5
//!       0   1   2   3            # # # #
//! ```
//!
//! A group is the ring of its stones (`next`), known by one of them
//! (`head`); under that head stand its liberties as a set of bits and their
//! number. Sets of bits make joining two groups one `or`, and let a reader of
//! ladders see the liberties themselves, not only how many there are. The set
//! has to be as small as the board allows, hence the parameters: `P` vertices
//! in `W` words of 64, see [`Small`] to [`Huge`].
//!
//! The board knows captures, suicide and the simple ko point. Whose turn it
//! is, passes and repetition belong to [`crate::Position`].

use sobremesa_kernel::{Rng, Side, mix};

use crate::bits::Bits;
use crate::{Point, Stones};

/// An index into the strip.
pub type Vertex = u16;

/// No vertex: a border vertex, never played.
pub const NONE: Vertex = 0;

/// What is on a vertex. Stones are 1 and 2 so that `3 - colour` is the other.
pub type Colour = u8;
/// No stone.
pub const EMPTY: Colour = 0;
/// A black stone.
pub const BLACK: Colour = 1;
/// A white stone.
pub const WHITE: Colour = 2;
/// Beyond the board.
pub const EDGE: Colour = 3;

/// The stones of a side.
#[inline]
#[must_use]
pub const fn colour(side: Side) -> Colour {
    side.index() as Colour + 1
}

/// The other side's stones.
#[inline]
#[must_use]
pub const fn other(colour: Colour) -> Colour {
    3 - colour
}

/// Up to 9×9 (and longer strips, as 1×24).
pub type Small = Board<128, 2>;
/// Up to 13×13.
pub type Medium = Board<256, 4>;
/// Up to 19×19.
pub type Large = Board<448, 7>;
/// Up to 25×25.
pub type Huge = Board<704, 11>;

/// The most vertices of any board.
const MOST: usize = 704;

/// One Zobrist key for each vertex and colour.
static KEYS: [[u64; 2]; MOST] = {
    let mut keys = [[0; 2]; MOST];
    let mut v = 0;
    while v < MOST {
        keys[v] = [mix(2 * v as u64), mix(2 * v as u64 + 1)];
        v += 1;
    }
    keys
};

#[inline]
fn key(v: Vertex, colour: Colour) -> u64 {
    KEYS[usize::from(v)][usize::from(colour - 1)]
}

/// How many vertices a board of this size takes.
#[must_use]
pub const fn vertices(rows: usize, columns: usize) -> usize {
    (rows + 2) * (columns + 1) + 1
}

/// What the group of a new stone would be like: see [`Board::outlook`].
#[derive(Clone, Copy, Debug)]
pub struct Outlook<const W: usize> {
    /// Its liberties; of each group it captures only the stones next to it.
    pub liberties: Bits<W>,
    /// Stones of the group.
    pub size: u16,
    /// Stones captured (a group touched twice counts twice).
    pub captures: u16,
}

/// A board of at most `P` vertices, whose sets of vertices are `W` words.
#[derive(Clone, Debug)]
pub struct Board<const P: usize, const W: usize> {
    rows: u8,
    columns: u8,
    stride: u16,
    ko: Vertex,
    empties: u16,
    /// Stones taken by each colour.
    captures: [u32; 2],
    hash: u64,
    /// Stones of each colour on the board.
    placed: [u16; 2],
    cells: [Colour; P],
    /// By vertex: how many of its four neighbours are empty, Black, White and
    /// edge, four bits each from the lowest. Most questions about a point
    /// (has it a free neighbour, is it an eye) are one look at this.
    around: [u16; P],
    head: [Vertex; P],
    next: [Vertex; P],
    /// By head: stones in the group, number of liberties, liberties.
    size: [u16; P],
    count: [u16; P],
    liberties: [Bits<W>; P],
    /// The empty vertices in no order, and where each stands in that list.
    empty: [Vertex; P],
    place: [u16; P],
}

impl<const P: usize, const W: usize> Board<P, W> {
    /// An empty board. `vertices(rows, columns)` must not exceed `P`.
    #[must_use]
    pub fn new(rows: usize, columns: usize) -> Board<P, W> {
        assert!(P <= W * 64 && vertices(rows, columns) <= P, "board too small for its size");
        let mut board = Board {
            rows: rows as u8,
            columns: columns as u8,
            stride: columns as u16 + 1,
            ko: NONE,
            empties: 0,
            captures: [0; 2],
            hash: 0,
            placed: [0; 2],
            cells: [EDGE; P],
            around: [0; P],
            head: [NONE; P],
            next: [NONE; P],
            size: [0; P],
            count: [0; P],
            liberties: [Bits::EMPTY; P],
            empty: [NONE; P],
            place: [0; P],
        };
        for row in 0..rows {
            for column in 0..columns {
                board.add_empty(board.vertex(row, column));
            }
        }
        for &v in &board.empty[..rows * columns] {
            let cells = board.neighbours(v).map(|n| board.at(n));
            board.around[usize::from(v)] = cells.into_iter().map(|cell| 1 << (4 * cell)).sum();
        }
        board
    }

    /// A board with these stones on it, each of whose groups must have a
    /// liberty.
    #[must_use]
    pub fn set_up(stones: &Stones) -> Board<P, W> {
        let mut board = Board::new(stones.rows(), stones.columns());
        for (point, side) in stones.iter() {
            board.play(board.vertex(point.row(), point.column()), colour(side));
        }
        debug_assert_eq!(board.captures, [0; 2], "a group without liberties was set up");
        board.ko = NONE;
        board
    }

    /// How many rows it has.
    #[must_use]
    pub fn rows(&self) -> usize {
        usize::from(self.rows)
    }

    /// How many columns it has.
    #[must_use]
    pub fn columns(&self) -> usize {
        usize::from(self.columns)
    }

    /// The vertex of a row from the bottom and a column from the left.
    #[inline]
    #[must_use]
    pub fn vertex(&self, row: usize, column: usize) -> Vertex {
        (row as u16 + 1) * self.stride + column as u16 + 1
    }

    /// The point of a vertex that is on the board.
    #[inline]
    #[must_use]
    pub fn point(&self, v: Vertex) -> Point {
        let (row, column) = (v / self.stride - 1, v % self.stride - 1);
        Point::new(row.into(), column.into()).expect("a vertex on the board")
    }

    /// What is on a vertex.
    #[inline]
    #[must_use]
    pub fn at(&self, v: Vertex) -> Colour {
        self.cells[usize::from(v)]
    }

    /// The vertices above, left, right and below.
    #[inline]
    #[must_use]
    pub fn neighbours(&self, v: Vertex) -> [Vertex; 4] {
        [v - self.stride, v - 1, v + 1, v + self.stride]
    }

    /// The four vertices across a corner.
    #[inline]
    #[must_use]
    pub fn diagonals(&self, v: Vertex) -> [Vertex; 4] {
        [v - self.stride - 1, v - self.stride + 1, v + self.stride - 1, v + self.stride + 1]
    }

    /// From one row to the next.
    #[inline]
    #[must_use]
    pub fn stride(&self) -> u16 {
        self.stride
    }

    /// The point that may not be retaken at once, or [`NONE`].
    #[inline]
    #[must_use]
    pub fn ko(&self) -> Vertex {
        self.ko
    }

    /// The Zobrist hash of the stones.
    #[inline]
    #[must_use]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    /// [`hash`](Board::hash) computed afresh.
    #[must_use]
    pub fn recomputed_hash(&self) -> u64 {
        (0..P as u16)
            .filter(|&v| matches!(self.at(v), BLACK | WHITE))
            .fold(0, |hash, v| hash ^ key(v, self.at(v)))
    }

    /// Stones taken by Black and by White.
    #[must_use]
    pub fn captures(&self) -> [u32; 2] {
        self.captures
    }

    /// The empty vertices, in no particular order.
    #[inline]
    #[must_use]
    pub fn empties(&self) -> &[Vertex] {
        &self.empty[..usize::from(self.empties)]
    }

    /// The name of the group that the stone on `v` belongs to.
    #[inline]
    #[must_use]
    pub fn head(&self, v: Vertex) -> Vertex {
        self.head[usize::from(v)]
    }

    /// How many liberties the group of the stone on `v` has.
    #[inline]
    #[must_use]
    pub fn count(&self, v: Vertex) -> u16 {
        self.count[usize::from(self.head(v))]
    }

    /// The liberties of the group of the stone on `v`.
    #[inline]
    #[must_use]
    pub fn liberties(&self, v: Vertex) -> &Bits<W> {
        &self.liberties[usize::from(self.head(v))]
    }

    /// How many stones the group of the stone on `v` has.
    #[inline]
    #[must_use]
    pub fn size(&self, v: Vertex) -> u16 {
        self.size[usize::from(self.head(v))]
    }

    /// The stone after `v` in the ring of its group.
    #[inline]
    #[must_use]
    pub fn next(&self, v: Vertex) -> Vertex {
        self.next[usize::from(v)]
    }

    /// Whether an empty vertex is next to it.
    #[inline]
    #[must_use]
    pub fn has_free_neighbour(&self, v: Vertex) -> bool {
        self.around[usize::from(v)] & 15 != 0
    }

    /// How many neighbours of `v` are of `colour` (stones, empty or edge).
    #[inline]
    #[must_use]
    pub fn beside(&self, v: Vertex, colour: Colour) -> u16 {
        self.around[usize::from(v)] >> (4 * colour) & 15
    }

    /// Whether playing `colour` on the empty vertex `v` would leave its own
    /// group without liberties and capture nothing.
    #[inline]
    #[must_use]
    pub fn is_suicide(&self, v: Vertex, colour: Colour) -> bool {
        !self.has_free_neighbour(v) && self.is_suicide_between_stones(v, colour)
    }

    /// [`is_suicide`](Board::is_suicide) where no neighbour is empty.
    fn is_suicide_between_stones(&self, v: Vertex, colour: Colour) -> bool {
        for n in self.neighbours(v) {
            let stone = self.at(n);
            // An own group with another liberty, or a rival group without one.
            if stone != EDGE && (stone == colour) == (self.count(n) > 1) {
                return false;
            }
        }
        true
    }

    /// Whether `colour` may play on `v` as far as the board alone can tell:
    /// empty, no suicide, not the simple ko point.
    #[inline]
    #[must_use]
    pub fn allows(&self, v: Vertex, colour: Colour) -> bool {
        self.at(v) == EMPTY && v != self.ko && !self.is_suicide(v, colour)
    }

    /// The hash of the stones after a move that [`allows`](Board::allows).
    #[must_use]
    pub fn hash_after(&self, v: Vertex, colour: Colour) -> u64 {
        let mut hash = self.hash ^ key(v, colour);
        let mut taken = [NONE; 4];
        for (i, n) in self.neighbours(v).into_iter().enumerate() {
            if self.at(n) != other(colour) || self.count(n) > 1 || taken.contains(&self.head(n)) {
                continue;
            }
            taken[i] = self.head(n);
            self.each_stone(n, |stone| hash ^= key(stone, other(colour)));
        }
        hash
    }

    /// Calls `f` with every stone of the group of the stone on `v`.
    #[inline]
    pub fn each_stone(&self, v: Vertex, mut f: impl FnMut(Vertex)) {
        let mut stone = v;
        loop {
            f(stone);
            stone = self.next(stone);
            if stone == v {
                break;
            }
        }
    }

    /// The stones that a move would capture, each once.
    #[must_use]
    pub fn captured_by(&self, v: Vertex, colour: Colour) -> Vec<Vertex> {
        let mut stones = Vec::new();
        for n in self.neighbours(v) {
            if self.at(n) == other(colour) && self.count(n) == 1 && !stones.contains(&n) {
                self.each_stone(n, |stone| stones.push(stone));
            }
        }
        stones
    }

    /// What the group of a stone of `colour` on the empty vertex `v` would be
    /// like.
    #[inline]
    #[must_use]
    pub fn outlook(&self, v: Vertex, colour: Colour) -> Outlook<W> {
        let mut outlook = Outlook { liberties: Bits::EMPTY, size: 1, captures: 0 };
        // Groups joined so far (what the last neighbour adds is not asked for).
        let mut own = [NONE; 4];
        for (i, n) in self.neighbours(v).into_iter().enumerate() {
            match self.at(n) {
                EMPTY => {
                    outlook.liberties.insert(n);
                }
                EDGE => {}
                stone if stone == colour => {
                    let head = self.head(n);
                    if head != own[0] && head != own[1] && head != own[2] {
                        own[i] = head;
                        outlook.liberties.add(&self.liberties[usize::from(head)]);
                        outlook.size += self.size[usize::from(head)];
                    }
                }
                _ => {
                    if self.count(n) == 1 {
                        outlook.liberties.insert(n);
                        outlook.captures += self.size(n);
                    }
                }
            }
        }
        outlook.liberties.remove(v);
        outlook
    }

    /// Whether `v` is an eye of `colour` as far as its eight neighbours tell:
    /// own stones on all sides and at most one rival on the diagonals, none at
    /// the edge.
    #[inline]
    #[must_use]
    pub fn is_eye(&self, v: Vertex, colour: Colour) -> bool {
        if self.beside(v, colour) + self.beside(v, EDGE) < 4 {
            return false;
        }
        let (mut rivals, mut edge) = (0, 0);
        for d in self.diagonals(v) {
            match self.at(d) {
                EDGE => edge = 1,
                stone if stone == other(colour) => rivals += 1,
                _ => {}
            }
        }
        rivals + edge < 2
    }

    /// The ko point is open again after a pass.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = NONE;
    }

    /// Forbids `v` to be retaken, when a position is set up with a ko.
    pub fn set_ko(&mut self, v: Vertex) {
        self.ko = v;
    }

    /// Puts a stone of `colour` on `v`, which [`allows`](Board::allows) must
    /// accept (the ko point apart), and takes what it captures.
    #[inline]
    pub fn play(&mut self, v: Vertex, colour: Colour) {
        debug_assert!(self.at(v) == EMPTY && !self.is_suicide(v, colour));
        let neighbours = self.neighbours(v);
        self.take_empty(v, colour);
        for n in neighbours {
            // One empty neighbour less, one of `colour` more.
            let counts = &mut self.around[usize::from(n)];
            *counts = counts.wrapping_add((1 << (4 * colour)) - 1);
        }
        let mut base = NONE;
        for n in neighbours {
            if self.at(n) == colour {
                let head = self.head(n);
                if self.liberties[usize::from(head)].remove(v) {
                    self.count[usize::from(head)] -= 1;
                }
                base = if base == NONE { head } else { self.join(base, head) };
            }
        }
        if base == NONE {
            base = v;
            self.next[usize::from(v)] = v;
            self.size[usize::from(v)] = 1;
            self.count[usize::from(v)] = 0;
            self.liberties[usize::from(v)] = Bits::EMPTY;
        } else {
            self.next[usize::from(v)] = self.next(base);
            self.next[usize::from(base)] = v;
            self.size[usize::from(base)] += 1;
        }
        self.head[usize::from(v)] = base;
        let head = usize::from(base);
        for n in neighbours {
            if self.at(n) == EMPTY && self.liberties[head].insert(n) {
                self.count[head] += 1;
            }
        }
        let mut taken = 0;
        let mut last = NONE;
        for n in neighbours {
            if self.at(n) == other(colour) {
                let head = usize::from(self.head(n));
                if self.liberties[head].remove(v) {
                    self.count[head] -= 1;
                    if self.count[head] == 0 {
                        taken += self.size[head];
                        last = n;
                        self.remove_group(n);
                    }
                }
            }
        }
        self.captures[usize::from(colour - 1)] += u32::from(taken);
        self.ko = if taken == 1 && self.size(v) == 1 && self.count(v) == 1 { last } else { NONE };
    }

    /// Joins two groups, given by their heads, and returns the head of both.
    fn join(&mut self, one: Vertex, two: Vertex) -> Vertex {
        if one == two {
            return one;
        }
        let one_is_small = self.size[usize::from(one)] < self.size[usize::from(two)];
        let (big, small) = if one_is_small { (two, one) } else { (one, two) };
        let mut stone = small;
        loop {
            self.head[usize::from(stone)] = big;
            stone = self.next(stone);
            if stone == small {
                break;
            }
        }
        let (b, s) = (usize::from(big), usize::from(small));
        self.next.swap(b, s);
        self.size[b] += self.size[s];
        self.count[b] += Bits::unite(&mut self.liberties, b, s);
        big
    }

    fn remove_group(&mut self, v: Vertex) {
        let stone_colour = self.at(v);
        self.placed[usize::from(stone_colour - 1)] -= self.size(v);
        let mut stone = v;
        loop {
            self.hash ^= key(stone, stone_colour);
            self.add_empty(stone);
            for n in self.neighbours(stone) {
                let counts = &mut self.around[usize::from(n)];
                *counts = counts.wrapping_sub((1 << (4 * stone_colour)) - 1);
                if self.at(n) == other(stone_colour) {
                    let head = usize::from(self.head(n));
                    if self.liberties[head].insert(stone) {
                        self.count[head] += 1;
                    }
                }
            }
            stone = self.next(stone);
            if stone == v {
                break;
            }
        }
    }

    #[inline]
    fn add_empty(&mut self, v: Vertex) {
        self.cells[usize::from(v)] = EMPTY;
        self.place[usize::from(v)] = self.empties;
        self.empty[usize::from(self.empties)] = v;
        self.empties += 1;
    }

    #[inline]
    fn take_empty(&mut self, v: Vertex, colour: Colour) {
        self.cells[usize::from(v)] = colour;
        self.hash ^= key(v, colour);
        self.placed[usize::from(colour - 1)] += 1;
        self.empties -= 1;
        let last = self.empty[usize::from(self.empties)];
        let place = self.place[usize::from(v)];
        self.empty[usize::from(place)] = last;
        self.place[usize::from(last)] = place;
    }

    /// A uniformly random vertex of those `accept` allows, or [`NONE`] with
    /// the chance of one more: the move that is a pass.
    #[inline]
    pub fn random_or_pass(
        &self,
        rng: &mut Rng,
        mut accept: impl FnMut(&Self, Vertex) -> bool,
    ) -> Vertex {
        loop {
            let i = rng.below(u32::from(self.empties) + 1) as u16;
            if i == self.empties {
                return NONE;
            }
            let v = self.empty[usize::from(i)];
            if accept(self, v) {
                return v;
            }
        }
    }

    /// The stones alone.
    #[must_use]
    pub fn stones(&self) -> Stones {
        let mut stones = Stones::new(self.rows(), self.columns()).expect("a size that exists");
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                let side = match self.at(self.vertex(row, column)) {
                    BLACK => Side::First,
                    WHITE => Side::Second,
                    _ => continue,
                };
                stones.put(Point::new(row, column).expect("a point on the board"), Some(side));
            }
        }
        stones
    }

    /// Points of Black and of White by area: stones, and empty points that
    /// reach only one colour.
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        let mut area = [0; 2];
        let mut seen = Bits::<W>::EMPTY;
        let mut stack = [NONE; P];
        for row in 0..self.rows() {
            for column in 0..self.columns() {
                let from = self.vertex(row, column);
                match self.at(from) {
                    EMPTY => {}
                    stone => {
                        area[usize::from(stone - 1)] += 1;
                        continue;
                    }
                }
                if !seen.insert(from) {
                    continue;
                }
                // Fill the region; `touched` gathers 1 for Black, 2 for White.
                let (mut top, mut points, mut touched) = (1, 0, 0);
                stack[0] = from;
                while top > 0 {
                    top -= 1;
                    points += 1;
                    for n in self.neighbours(stack[top]) {
                        match self.at(n) {
                            EMPTY => {
                                if seen.insert(n) {
                                    stack[top] = n;
                                    top += 1;
                                }
                            }
                            EDGE => {}
                            stone => touched |= stone,
                        }
                    }
                }
                if let BLACK | WHITE = touched {
                    area[usize::from(touched - 1)] += points;
                }
            }
        }
        area
    }
}

impl<const P: usize, const W: usize> Board<P, W> {
    /// Points of Black minus points of White when only single empty points
    /// are left, as at the end of a playout: stones, and empty points whose
    /// neighbours are all of one colour.
    #[inline]
    #[must_use]
    pub fn quick_margin(&self) -> i32 {
        let mut owned = [0i32; 2];
        for &v in self.empties() {
            match (self.beside(v, BLACK), self.beside(v, WHITE)) {
                (1.., 0) => owned[0] += 1,
                (0, 1..) => owned[1] += 1,
                _ => {}
            }
        }
        let [black, white] = self.stone_counts();
        black - white + owned[0] - owned[1]
    }

    /// Stones of Black and of White on the board.
    #[inline]
    #[must_use]
    pub fn stone_counts(&self) -> [i32; 2] {
        self.placed.map(i32::from)
    }
}

/// Boards are equal when their stones and their ko point are; how the groups
/// are threaded and what was captured is not compared.
impl<const P: usize, const W: usize> PartialEq for Board<P, W> {
    fn eq(&self, other: &Self) -> bool {
        self.stride == other.stride && self.ko == other.ko && self.cells == other.cells
    }
}

impl<const P: usize, const W: usize> Eq for Board<P, W> {}
