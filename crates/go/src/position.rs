//! The rules of Go.

use sobremesa_kernel::{Actions, Outcome, Phrase, Points, Rng, Side, SyntaxError, mix};

use crate::board::{NONE, Vertex};
use crate::count::{Count, counted};
use crate::diagram::{self, Diagram};
use crate::goban::Goban;
use crate::trail::{Step, Trail};
use crate::{Counting, Illegal, Ko, Move, Point, Rules, Scoring, Stones};

/// The rules of Go: a board, whose turn it is, passes, and the boards that
/// may not come back.
///
/// ```
/// use sobremesa_go::{Move, Position};
/// use sobremesa_kernel::Position as _;
///
/// let mut position = Position::start(&"size=9 komi=7".parse()?);
/// position.play("D4".parse()?)?;
/// assert!(position.play("D4".parse()?).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    rules: Rules,
    board: Goban,
    turn: Side,
    passes: u8,
    /// The last two moves, the later first; [`NONE`] for a pass or none.
    /// Legality does not need them, good play does.
    last: [Vertex; 2],
    /// What a network is told of the moves before.
    trail: Trail,
    /// Under superko, the [`seal`](Position::seal) of every position so far,
    /// the present one included. Games have a few hundred positions, which a
    /// plain scan of eight-byte words goes through faster than a hash table
    /// is built.
    history: Vec<u64>,
}

/// What the key of a position adds for White to move, for one pass and for
/// two, and for each ko point.
const WHITE_TO_MOVE: u64 = mix(1 << 32);
const PASSES: [u64; 3] = [0, mix(2 << 32), mix(3 << 32)];

fn ko_key(ko: Vertex) -> u64 {
    if ko == NONE { 0 } else { mix((4 << 32) + u64::from(ko)) }
}

fn turn_key(turn: Side) -> u64 {
    match turn {
        Side::First => 0,
        Side::Second => WHITE_TO_MOVE,
    }
}

impl Position {
    /// A position with these stones and this side to move, as if the game
    /// began here. Refuses stones of another size than the rules and groups
    /// without liberties; the error says where (line and column of the
    /// diagram, top row first). The handicap of the rules is not placed.
    pub fn set_up(rules: &Rules, stones: &Stones, turn: Side) -> Result<Position, SyntaxError> {
        if (stones.rows(), stones.columns()) != (rules.rows(), rules.columns()) {
            let points = |rows, columns| {
                Phrase::new("{rows}x{columns} points").with("rows", rows).with("columns", columns)
            };
            return Err(SyntaxError::finding(
                "go-diagram-unreadable",
                points(stones.rows(), stones.columns()),
                points(rules.rows(), rules.columns()),
            ));
        }
        if let Some(at) = stones.breathless() {
            return Err(SyntaxError::new(
                "go-diagram-breathless",
                &at.to_string(),
                "every group of stones with a liberty",
            )
            .at(rules.rows() - at.row(), at.column() + 1));
        }
        Ok(Position::from_stones(*rules, stones, turn))
    }

    fn from_stones(rules: Rules, stones: &Stones, turn: Side) -> Position {
        let mut position = Position {
            rules,
            board: Goban::set_up(stones),
            turn,
            passes: 0,
            last: [NONE; 2],
            trail: Trail::default(),
            history: Vec::new(),
        };
        position.remember();
        position
    }

    /// For diagrams: a set-up position where play has just passed `passes`
    /// times or just captured in a ko. Refuses a ko that cannot be one.
    pub(crate) fn continued(mut self, passes: u8, ko: Option<Point>) -> Option<Position> {
        if let Some(at) = ko {
            let stones = self.stones();
            let taken = self.captured_by(at);
            let rival = self.turn.other();
            let is_ko = passes == 0
                && stones.contains(at)
                && stones.at(at).is_none()
                && stones.neighbours(at).all(|n| stones.at(n) == Some(rival))
                && taken.len() == 1
                && stones.group(taken[0]).len() == 1;
            if !is_ko {
                return None;
            }
            self.board.set_ko(self.board.vertex(at));
        }
        self.passes = passes;
        Some(self)
    }

    /// The stones alone.
    #[must_use]
    pub fn stones(&self) -> Stones {
        self.board.stones()
    }

    /// What stands on a point; `None` also off the board.
    #[must_use]
    pub fn at(&self, point: Point) -> Option<Side> {
        let on_board = point.row() < self.rules.rows() && point.column() < self.rules.columns();
        if on_board { self.board.at(self.board.vertex(point)) } else { None }
    }

    /// Passes in a row so far: two end the game.
    #[must_use]
    pub fn passes(&self) -> u8 {
        self.passes
    }

    /// The point that may not be retaken at once.
    #[must_use]
    pub fn ko(&self) -> Option<Point> {
        let ko = self.board.ko();
        (ko != NONE).then(|| self.board.point(ko))
    }

    /// Stones taken by Black and by White.
    #[must_use]
    pub fn captures(&self) -> [u32; 2] {
        self.board.captures()
    }

    /// The stones that a legal move on `point` would take, none for a move
    /// that is off the board or on a stone.
    #[must_use]
    pub fn captured_by(&self, point: Point) -> Vec<Point> {
        let on_board = point.row() < self.rules.rows() && point.column() < self.rules.columns();
        let v = self.board.vertex(point);
        if on_board && self.board.is_empty(v) {
            self.board.captured_by(v, self.turn)
        } else {
            Vec::new()
        }
    }

    /// Points of Black and White by area, without komi.
    #[must_use]
    pub fn area(&self) -> [u32; 2] {
        self.board.area()
    }

    /// The same position with the passes taken back, so that play can resume
    /// after two passes; the side to move stays.
    #[must_use]
    pub fn resumed(&self) -> Position {
        Position { passes: 0, trail: Trail::default(), ..self.clone() }
    }

    /// The same position under another komi.
    #[must_use]
    pub fn with_komi(&self, komi: Points) -> Position {
        Position { rules: self.rules.with_komi(komi), ..self.clone() }
    }

    /// The same position counted in another way.
    #[must_use]
    pub fn with_scoring(&self, scoring: Scoring) -> Position {
        Position { rules: self.rules.with_scoring(scoring), ..self.clone() }
    }

    /// The same position under other rules: stones, prisoners, turn, passes and
    /// the simple ko stay. Superko sees `before`, the positions that led here,
    /// oldest first. `None` when the rules are of another board.
    #[must_use]
    pub fn under(&self, rules: &Rules, before: &[Position]) -> Option<Position> {
        if (rules.rows(), rules.columns()) != (self.rules.rows(), self.rules.columns()) {
            return None;
        }
        let mut position = Position { rules: *rules, history: Vec::new(), ..self.clone() };
        if rules.ko() != Ko::Simple {
            let seal = |p: &Position| Position::seal(rules.ko(), p.board.hash(), p.turn);
            position.history = before.iter().chain([self]).map(seal).collect();
        }
        Some(position)
    }

    /// The same position with `side` to move: protocols let a side play twice.
    /// The ko point is open then, as after a pass.
    #[must_use]
    pub fn with_turn(&self, side: Side) -> Position {
        let mut position = self.clone();
        if side != self.turn {
            position.turn = side;
            position.passes = 0;
            position.trail = Trail::default();
            position.board.pass();
        }
        position
    }

    /// What superko compares: the stones, and under situational superko also
    /// who moves next.
    #[inline]
    pub(crate) fn seal(ko: Ko, hash: u64, next: Side) -> u64 {
        if ko == Ko::Situational { hash ^ turn_key(next) } else { hash }
    }

    pub(crate) fn goban(&self) -> &Goban {
        &self.board
    }

    /// The seals of all positions so far, empty under simple ko.
    pub(crate) fn history(&self) -> &[u64] {
        &self.history
    }

    #[cfg(feature = "net")]
    pub(crate) fn trail(&self) -> &Trail {
        &self.trail
    }

    pub(crate) fn last_vertices(&self) -> [Vertex; 2] {
        self.last
    }

    fn remember(&mut self) {
        if self.rules.ko() != Ko::Simple {
            self.history.push(Position::seal(self.rules.ko(), self.board.hash(), self.turn));
        }
    }

    /// Whether a stone that leaves the board with `hash` repeats a position.
    #[inline]
    fn repeats(&self, hash: u64) -> bool {
        self.history.contains(&Position::seal(self.rules.ko(), hash, self.turn.other()))
    }

    #[cfg(feature = "net")]
    /// Whether superko alone forbids the move on `v`, which the board allows.
    pub(crate) fn is_banned(&self, v: Vertex) -> bool {
        self.repeats(self.board.hash_after(v, self.turn))
    }

    fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// Calls `f` with every legal vertex, row by row from A1; not the pass.
    pub(crate) fn each_legal(&self, mut f: impl FnMut(Vertex)) {
        let superko = self.rules.ko() != Ko::Simple;
        self.board.allowed(self.turn, |v| {
            if !superko || !self.repeats(self.board.hash_after(v, self.turn)) {
                f(v);
            }
        });
    }
}

impl sobremesa_kernel::Position for Position {
    type Move = Move;
    type Rules = Rules;
    type Illegal = Illegal;

    fn start(rules: &Rules) -> Position {
        let mut stones = Stones::new(rules.rows(), rules.columns()).expect("rules have a size");
        let handicap = rules.handicap_points();
        for &point in &handicap {
            stones.put(point, Some(Side::First));
        }
        let turn = if handicap.is_empty() { Side::First } else { Side::Second };
        Position::from_stones(*rules, &stones, turn)
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.is_over() { self.score().map(Outcome::by_score) } else { None }
    }

    fn score(&self) -> Option<[Points; 2]> {
        if self.rules.scoring().counting() == Counting::Territory {
            return Some(count(self, &[], Counting::Territory).score);
        }
        let [black, white] = self.board.area().map(|points| Points::whole(points as i32));
        Some([black, white + self.rules.komi()])
    }

    fn legal_moves(&self, into: &mut Vec<Move>) {
        into.clear();
        if !self.is_over() {
            self.each_legal(|v| into.push(Move::Play(self.board.point(v))));
            into.push(Move::Pass);
        }
    }

    fn count_legal(&self) -> u64 {
        if self.is_over() {
            return 0;
        }
        let mut count = 1;
        self.each_legal(|_| count += 1);
        count
    }

    fn check(&self, m: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::Over);
        }
        let Move::Play(point) = m else { return Ok(()) };
        if point.row() >= self.rules.rows() || point.column() >= self.rules.columns() {
            return Err(Illegal::OffBoard(point));
        }
        let v = self.board.vertex(point);
        if !self.board.is_empty(v) {
            return Err(Illegal::Occupied(point));
        }
        if self.board.is_suicide(v, self.turn) {
            return Err(Illegal::Suicide(point));
        }
        if self.board.ko() == v {
            return Err(Illegal::Ko(point, Ko::Simple));
        }
        if self.rules.ko() != Ko::Simple && self.repeats(self.board.hash_after(v, self.turn)) {
            return Err(Illegal::Ko(point, self.rules.ko()));
        }
        Ok(())
    }

    #[inline]
    fn play_unchecked(&mut self, m: Move) {
        match m {
            Move::Pass => {
                self.trail.push(Step::Pass, Vec::new(), self.board.ko());
                self.board.pass();
                self.passes = (self.passes + 1).min(2);
                self.last = [NONE, self.last[0]];
            }
            Move::Play(point) => {
                let v = self.board.vertex(point);
                let taken = self.board.captured_vertices(v, self.turn);
                self.trail.push(Step::Play(v), taken, self.board.ko());
                self.board.play(v, self.turn);
                self.passes = 0;
                self.last = [v, self.last[0]];
            }
        }
        self.turn = self.turn.other();
        self.remember();
    }

    fn key(&self) -> u64 {
        self.board.hash()
            ^ turn_key(self.turn)
            ^ PASSES[usize::from(self.passes)]
            ^ ko_key(self.board.ko())
    }

    fn recomputed_key(&self) -> u64 {
        self.board.recomputed_hash()
            ^ turn_key(self.turn)
            ^ PASSES[usize::from(self.passes)]
            ^ ko_key(self.board.ko())
    }

    fn diagram(&self) -> String {
        diagram::write(&Diagram {
            stones: self.stones(),
            turn: sobremesa_kernel::Position::turn(self),
            ko: self.ko(),
            passes: self.passes(),
            state_at: (0, 0),
        })
    }

    fn parse(rules: &Rules, text: &str) -> Result<Position, SyntaxError> {
        let Diagram { stones, turn, ko, passes, state_at } = diagram::read(rules, text)?;
        let position = Position::set_up(rules, &stones, turn)?;
        position.continued(passes, ko).ok_or_else(|| diagram::no_such_ko(ko, state_at))
    }

    fn play_random(&mut self, rng: &mut Rng, _: &mut Vec<Move>) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let superko = self.rules.ko() != Ko::Simple;
        let v = self.board.random_or_pass(self.turn, rng, superko, |hash| !self.repeats(hash));
        if v == NONE {
            self.play_unchecked(Move::Pass);
            return Some(Move::Pass);
        }
        let point = self.board.point(v);
        self.play_unchecked(Move::Play(point));
        Some(Move::Play(point))
    }
}

/// Counts a position after removing the groups of the stones in `dead`
/// (points without a stone are ignored).
#[must_use]
pub fn count(position: &Position, dead: &[Point], counting: Counting) -> Count {
    let komi = sobremesa_kernel::Position::rules(position).komi();
    counted(&position.stones(), position.captures(), komi, dead, counting)
}

/// Points row by row from the bottom left, then the pass.
impl Actions for Position {
    fn actions(rules: &Rules) -> usize {
        rules.rows() * rules.columns() + 1
    }

    fn action(rules: &Rules, m: Move) -> Option<usize> {
        let (rows, columns) = (rules.rows(), rules.columns());
        match m {
            Move::Pass => Some(rows * columns),
            Move::Play(at) => {
                (at.row() < rows && at.column() < columns).then(|| at.row() * columns + at.column())
            }
        }
    }

    fn of_action(rules: &Rules, action: usize) -> Option<Move> {
        let (rows, columns) = (rules.rows(), rules.columns());
        match action.checked_sub(rows * columns) {
            None => Point::new(action / columns, action % columns).map(Move::Play),
            Some(0) => Some(Move::Pass),
            Some(_) => None,
        }
    }
}
