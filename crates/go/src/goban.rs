//! A board of whatever size its rules say.

use sobremesa_kernel::{Rng, Side};

use crate::board::{
    BLACK, EMPTY, Huge, Large, Medium, NONE, Small, Vertex, WHITE, colour, vertices,
};
use crate::{Point, Stones};

/// A board of any size: the smallest [`crate::board::Board`] that holds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Goban {
    Small(Box<Small>),
    Medium(Box<Medium>),
    Large(Box<Large>),
    Huge(Box<Huge>),
}

/// The same expression on whichever board it is.
macro_rules! each {
    ($goban:expr, $board:ident => $do:expr) => {
        match $goban {
            $crate::goban::Goban::Small($board) => $do,
            $crate::goban::Goban::Medium($board) => $do,
            $crate::goban::Goban::Large($board) => $do,
            $crate::goban::Goban::Huge($board) => $do,
        }
    };
}
pub(crate) use each;

impl Goban {
    /// The stones must all have liberties.
    pub(crate) fn set_up(stones: &Stones) -> Goban {
        match vertices(stones.rows(), stones.columns()) {
            0..=128 => Goban::Small(Box::new(Small::set_up(stones))),
            129..=256 => Goban::Medium(Box::new(Medium::set_up(stones))),
            257..=448 => Goban::Large(Box::new(Large::set_up(stones))),
            _ => Goban::Huge(Box::new(Huge::set_up(stones))),
        }
    }

    #[inline]
    pub(crate) fn vertex(&self, point: Point) -> Vertex {
        each!(self, board => board.vertex(point.row(), point.column()))
    }

    #[inline]
    pub(crate) fn point(&self, v: Vertex) -> Point {
        each!(self, board => board.point(v))
    }

    #[inline]
    pub(crate) fn ko(&self) -> Vertex {
        each!(self, board => board.ko())
    }

    #[inline]
    pub(crate) fn hash(&self) -> u64 {
        each!(self, board => board.hash())
    }

    pub(crate) fn recomputed_hash(&self) -> u64 {
        each!(self, board => board.recomputed_hash())
    }

    pub(crate) fn captures(&self) -> [u32; 2] {
        each!(self, board => board.captures())
    }

    pub(crate) fn at(&self, v: Vertex) -> Option<Side> {
        match each!(self, board => board.at(v)) {
            BLACK => Some(Side::First),
            WHITE => Some(Side::Second),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn is_empty(&self, v: Vertex) -> bool {
        each!(self, board => board.at(v) == EMPTY)
    }

    #[inline]
    pub(crate) fn is_suicide(&self, v: Vertex, side: Side) -> bool {
        each!(self, board => board.is_suicide(v, colour(side)))
    }

    pub(crate) fn hash_after(&self, v: Vertex, side: Side) -> u64 {
        each!(self, board => board.hash_after(v, colour(side)))
    }

    pub(crate) fn captured_vertices(&self, v: Vertex, side: Side) -> Vec<Vertex> {
        each!(self, board => board.captured_by(v, colour(side)))
    }

    pub(crate) fn captured_by(&self, v: Vertex, side: Side) -> Vec<Point> {
        each!(self, board => {
            board.captured_by(v, colour(side)).into_iter().map(|stone| board.point(stone)).collect()
        })
    }

    pub(crate) fn set_ko(&mut self, v: Vertex) {
        each!(self, board => board.set_ko(v))
    }

    #[inline]
    pub(crate) fn pass(&mut self) {
        each!(self, board => board.pass())
    }

    #[inline]
    pub(crate) fn play(&mut self, v: Vertex, side: Side) {
        each!(self, board => board.play(v, colour(side)))
    }

    pub(crate) fn stones(&self) -> Stones {
        each!(self, board => board.stones())
    }

    pub(crate) fn area(&self) -> [u32; 2] {
        each!(self, board => board.area())
    }

    /// A uniformly random move of those the board and `accept` (asked with
    /// the hash after the move, when `hashed`) allow; [`NONE`] is a pass.
    #[inline]
    pub(crate) fn random_or_pass(
        &self,
        side: Side,
        rng: &mut Rng,
        hashed: bool,
        accept: impl Fn(u64) -> bool,
    ) -> Vertex {
        each!(self, board => board.random_or_pass(rng, |board, v| {
            board.allows(v, colour(side))
                && (!hashed || accept(board.hash_after(v, colour(side))))
        }))
    }

    /// The vertices that the board alone allows, row by row from A1.
    pub(crate) fn allowed(&self, side: Side, mut each_vertex: impl FnMut(Vertex)) {
        each!(self, board => {
            for row in 0..board.rows() {
                for column in 0..board.columns() {
                    let v = board.vertex(row, column);
                    debug_assert_ne!(v, NONE);
                    if board.allows(v, colour(side)) {
                        each_vertex(v);
                    }
                }
            }
        });
    }
}
