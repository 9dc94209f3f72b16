//! Slow, obvious checkers of the statements that reasons make: one directory
//! entry a game, each written from the words of the statement alone.

// Each test uses some of them.
#![allow(dead_code)]

pub mod connect4;
pub mod dots;
pub mod go;
pub mod othello;

use std::fmt::Debug;
use std::str::FromStr;

use sobremesa_judgement::{Judgement, Reason};
use sobremesa_kernel::{Argument, Position};

/// An argument of a reason's sentence.
pub fn argument(reason: &Reason, name: &str) -> String {
    let found = reason.message.args.iter().find(|(of, _)| *of == name);
    match found {
        Some((_, Argument::Text(text))) => text.clone(),
        other => panic!("{} says nothing of {name}: {other:?}", reason.kind),
    }
}

pub fn number(reason: &Reason, name: &str) -> usize {
    argument(reason, name).parse().expect("a number")
}

pub fn after<P: Position>(position: &P, play: P::Move) -> P {
    let mut next = position.clone();
    next.play(play).expect("a legal move");
    next
}

/// The move that was judged and the one that was better, as moves, and how
/// the game goes on after each, the move itself first.
pub fn lines<M: FromStr<Err: Debug>>(judgement: &Judgement) -> [Vec<M>; 2] {
    let read = |line: &[String]| line.iter().map(|play| play.parse().expect("a move")).collect();
    let played: Vec<String> =
        std::iter::once(&judgement.play).chain(&judgement.refutation).cloned().collect();
    [read(&played), read(&judgement.better[0].line)]
}
