//! The table: rooms, machine seats, HTTP and websockets, and the page.
