//! The courses that can be graded, one folder each.

pub mod conecta4;
pub mod go;
