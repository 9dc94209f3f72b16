//! The two questions everything else asks of a board, as fast as the machine
//! allows: which discs does a move turn, and where can the mover play.

pub mod portable;
