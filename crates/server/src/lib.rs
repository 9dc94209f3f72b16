//! The table: rooms, machine seats, HTTP and websockets, and the page.
//!
//! Start with [`wire`], the messages that come in and go out.

pub mod wire;
