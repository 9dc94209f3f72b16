//! The rules of Dots and Boxes.

use std::error::Error;
use std::fmt;
use std::str::FromStr;

use sobremesa_kernel::{
    Actions, Message, Outcome, Points, Position, Rng, Side, SyntaxError, mix, rules,
};

use crate::bits::Bits;
use crate::geometry::{Geometry, MOST, MOST_BOXES, MOST_LINES, OUTSIDE, Size};
use crate::{Line, diagram};

/// The rules: only the size can be chosen, in boxes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rules {
    /// The board, in boxes.
    pub size: Size,
}

impl Default for Rules {
    /// 5×5 boxes, the course's N = 6.
    fn default() -> Rules {
        Rules { size: Size::new(5, 5).expect("a size in range") }
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "size={}", self.size)
    }
}

impl FromStr for Rules {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Rules, SyntaxError> {
        let mut read = Rules::default();
        for pair in rules::pairs(text, &["size"])? {
            let (rows, columns) = pair.size(1..=MOST, 1..=MOST)?;
            read.size = Size::new(rows, columns).expect("the range was checked");
        }
        Ok(read)
    }
}

/// Why a line may not be drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The line is there already.
    AlreadyDrawn(Line),
    /// The board, of this size, does not reach that far.
    NoSuchLine(Line, Size),
    /// Every line is drawn.
    GameOver,
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Illegal::AlreadyDrawn(line) => write!(f, "line {line} is already drawn"),
            Illegal::NoSuchLine(line, size) => {
                write!(f, "a board of {size} boxes has no line {line}")
            }
            Illegal::GameOver => f.write_str("the game is over: every line is drawn"),
        }
    }
}

impl Error for Illegal {}

impl From<Illegal> for Message {
    fn from(illegal: Illegal) -> Message {
        match illegal {
            Illegal::AlreadyDrawn(line) => Message::new("dots-already-drawn").with("line", line),
            Illegal::NoSuchLine(line, size) => Message::new("dots-no-such-line")
                .with("line", line)
                .with("rows", size.rows())
                .with("columns", size.columns()),
            Illegal::GameOver => Message::new("dots-game-over"),
        }
    }
}

const LINE_WORDS: usize = MOST_LINES.div_ceil(64);
const BOX_WORDS: usize = MOST_BOXES.div_ceil(64);

/// A game of Dots and Boxes as it stands: lines drawn, boxes owned, whose
/// turn it is.
///
/// Lines and boxes are numbered as [`Geometry`] draws them. `open` counts the
/// undrawn sides of each box, so that closing one is a decrement to zero; its last entry is the spare box
/// beyond the border, which counts more sides than any border has lines.
#[derive(Clone)]
pub struct DotsPosition {
    rules: Rules,
    geometry: &'static Geometry,
    turn: Side,
    undrawn: u16,
    owned_count: [u16; 2],
    key: u64,
    drawn: Bits<LINE_WORDS>,
    /// Who drew what, for the picture; a line of a parsed diagram is nobody's.
    drawn_by: [Bits<LINE_WORDS>; 2],
    owned: [Bits<BOX_WORDS>; 2],
    open: [u8; MOST_BOXES + 1],
}

impl PartialEq for DotsPosition {
    fn eq(&self, other: &DotsPosition) -> bool {
        // `open`, `undrawn` and the counts follow from these.
        self.rules == other.rules
            && self.turn == other.turn
            && self.drawn == other.drawn
            && self.owned == other.owned
            && self.drawn_by == other.drawn_by
    }
}

impl Eq for DotsPosition {}

impl fmt::Debug for DotsPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "DotsPosition({}):\n{}", self.rules, self.diagram())
    }
}

/// Zobrist keys: 0 is the turn, then the lines, then the boxes of each side.
const TURN_KEY: u64 = mix(0);

static LINE_KEYS: [u64; MOST_LINES] = keys(1);
static OWNER_KEYS: [[u64; MOST_BOXES + 1]; 2] =
    [keys(1 + MOST_LINES as u64), keys(2 + (MOST_LINES + MOST_BOXES) as u64)];

const fn keys<const N: usize>(from: u64) -> [u64; N] {
    let mut keys = [0; N];
    let mut index = 0;
    while index < N {
        keys[index] = mix(from + index as u64);
        index += 1;
    }
    keys
}

#[inline]
fn line_key(line: usize) -> u64 {
    LINE_KEYS[line]
}

#[inline]
fn owner_key(side: usize, of_box: usize) -> u64 {
    OWNER_KEYS[side][of_box]
}

impl DotsPosition {
    /// The board, in boxes.
    #[must_use]
    pub fn size(&self) -> Size {
        self.rules.size
    }

    /// The tables of the board.
    #[must_use]
    pub fn geometry(&self) -> &'static Geometry {
        self.geometry
    }

    /// Whether the line of this number is drawn.
    #[inline]
    #[must_use]
    pub fn is_drawn(&self, line: usize) -> bool {
        self.drawn.has(line)
    }

    /// Who drew a line, if it is drawn and known.
    #[must_use]
    pub fn drawn_by(&self, line: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.drawn_by[side.index()].has(line))
    }

    /// Who owns a box.
    #[must_use]
    pub fn owner(&self, of_box: usize) -> Option<Side> {
        Side::BOTH.into_iter().find(|side| self.owned[side.index()].has(of_box))
    }

    /// How many sides of a box are not drawn.
    #[inline]
    #[must_use]
    pub fn open_sides(&self, of_box: usize) -> u8 {
        self.open[of_box]
    }

    /// The numbers of the undrawn lines, in order.
    pub fn undrawn(&self) -> impl Iterator<Item = usize> + '_ {
        self.drawn.absent(self.geometry.lines.len())
    }

    /// How many lines are not drawn.
    #[must_use]
    pub fn count_undrawn(&self) -> usize {
        self.undrawn.into()
    }

    /// Boxes owned, `[First, Second]`.
    #[must_use]
    pub fn boxes(&self) -> [u16; 2] {
        self.owned_count
    }

    /// The boxes that drawing an undrawn line would close.
    pub fn closed_by(&self, line: usize) -> impl Iterator<Item = usize> + '_ {
        self.geometry.boxes_beside(line).filter(|&b| self.open[b] == 1)
    }

    /// Draws an undrawn line for the side to move. Every change of a game's
    /// position goes through here.
    #[inline(always)]
    pub fn draw(&mut self, line: usize) {
        debug_assert!(!self.drawn.has(line));
        let side = self.turn.index();
        self.drawn.insert(line);
        self.drawn_by[side].insert(line);
        self.undrawn -= 1;
        let mut key = self.key ^ line_key(line);
        let mut closed = 0;
        // Without branches, which random play would mispredict: beyond the
        // border lies a spare box that never closes.
        for of_box in self.geometry.beside[line] {
            let of_box = usize::from(of_box);
            self.open[of_box] -= 1;
            let closes = u64::from(self.open[of_box] == 0);
            closed += closes;
            self.owned[side].or(of_box, closes);
            key ^= owner_key(side, of_box) & closes.wrapping_neg();
        }
        self.owned_count[side] += closed as u16;
        let passes = closed == 0;
        self.turn = if passes { self.turn.other() } else { self.turn };
        self.key = key ^ (TURN_KEY & u64::from(passes).wrapping_neg());
    }

    /// A position set up from what a diagram shows, `Err(box)` for the first
    /// box that is closed and not owned, or owned and not closed. Who drew
    /// the lines is not known.
    pub fn set_up(
        rules: Rules,
        lines: impl IntoIterator<Item = usize>,
        owners: &[Option<Side>],
        turn: Side,
    ) -> Result<DotsPosition, usize> {
        let mut position = DotsPosition::start(&rules);
        for line in lines {
            if position.drawn.has(line) {
                continue;
            }
            position.drawn.insert(line);
            position.undrawn -= 1;
            for of_box in position.geometry.boxes_beside(line) {
                position.open[of_box] -= 1;
            }
        }
        for (of_box, owner) in owners.iter().enumerate() {
            if owner.is_some() != (position.open[of_box] == 0) {
                return Err(of_box);
            }
            if let Some(side) = owner {
                position.owned[side.index()].insert(of_box);
                position.owned_count[side.index()] += 1;
            }
        }
        position.turn = turn;
        position.key = position.recomputed_key();
        Ok(position)
    }
}

impl Position for DotsPosition {
    type Move = Line;
    type Rules = Rules;
    type Illegal = Illegal;

    fn start(rules: &Rules) -> DotsPosition {
        let geometry = rules.size.geometry();
        let mut open = [4; MOST_BOXES + 1];
        open[usize::from(OUTSIDE)] = u8::MAX;
        DotsPosition {
            rules: *rules,
            geometry,
            turn: Side::First,
            undrawn: geometry.lines.len() as u16,
            owned_count: [0; 2],
            key: 0,
            drawn: Bits::EMPTY,
            drawn_by: [Bits::EMPTY; 2],
            owned: [Bits::EMPTY; 2],
            open,
        }
    }

    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.undrawn == 0)
            .then(|| Outcome::by_score(self.owned_count.map(|n| Points::whole(n.into()))))
    }

    fn score(&self) -> Option<[Points; 2]> {
        Some(self.owned_count.map(|n| Points::whole(n.into())))
    }

    fn legal_moves(&self, into: &mut Vec<Line>) {
        into.clear();
        into.extend(self.undrawn().map(|line| self.geometry.lines[line]));
    }

    fn check(&self, line: Line) -> Result<(), Illegal> {
        match self.size().index(line) {
            _ if self.undrawn == 0 => Err(Illegal::GameOver),
            None => Err(Illegal::NoSuchLine(line, self.size())),
            Some(index) if self.drawn.has(index) => Err(Illegal::AlreadyDrawn(line)),
            Some(_) => Ok(()),
        }
    }

    fn play_unchecked(&mut self, line: Line) {
        if let Some(index) = self.size().index(line) {
            self.draw(index);
        }
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn recomputed_key(&self) -> u64 {
        let mut key = if self.turn == Side::Second { TURN_KEY } else { 0 };
        for line in (0..self.geometry.lines.len()).filter(|&line| self.drawn.has(line)) {
            key ^= line_key(line);
        }
        for of_box in 0..self.size().boxes() {
            if let Some(side) = self.owner(of_box) {
                key ^= owner_key(side.index(), of_box);
            }
        }
        key
    }

    fn diagram(&self) -> String {
        diagram::write(self.size(), self.turn, |line| self.is_drawn(line), |at| self.owner(at))
    }

    fn parse(rules: &Rules, text: &str) -> Result<DotsPosition, SyntaxError> {
        let found = diagram::read(rules.size, text)?;
        DotsPosition::set_up(*rules, found.drawn.iter().copied(), &found.owners, found.turn)
            .map_err(|of_box| found.misfit(rules.size, of_box))
    }

    fn count_legal(&self) -> u64 {
        self.undrawn.into()
    }

    fn play_random(&mut self, rng: &mut Rng, _: &mut Vec<Line>) -> Option<Line> {
        if self.undrawn == 0 {
            return None;
        }
        let k = rng.below(self.undrawn.into());
        let line = self.drawn.nth_absent(k, self.geometry.lines.len());
        self.draw(line);
        Some(self.geometry.lines[line])
    }
}

/// A move's number is its line's index: rows of horizontal lines from the top,
/// then rows of vertical ones.
impl Actions for DotsPosition {
    fn actions(rules: &Rules) -> usize {
        rules.size.lines()
    }

    fn action(rules: &Rules, m: Line) -> Option<usize> {
        rules.size.index(m)
    }

    fn of_action(rules: &Rules, action: usize) -> Option<Line> {
        (action < rules.size.lines()).then(|| rules.size.line(action))
    }
}
