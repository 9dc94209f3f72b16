//! Which connections are at the table, and for which seats.

use std::collections::BTreeMap;

use sobremesa_kernel::Side;
use sobremesa_table::{Held, Time};

/// Everybody who is there. A connection has a number of its own, so that
/// coming twice, or leaving without having come, counts as what it is.
#[derive(Debug)]
pub struct Presence {
    connections: BTreeMap<u64, Held>,
    /// When the last who held each seat left.
    left: [Time; 2],
}

impl Presence {
    /// Nobody is there, from now on.
    pub fn new(now: Time) -> Presence {
        Presence { connections: BTreeMap::new(), left: [now; 2] }
    }

    /// Whether somebody is there who holds the seat.
    pub fn has(&self, side: Side) -> bool {
        self.connections.values().any(|held| held.has(side))
    }

    /// Since when nobody is there who holds each seat.
    pub fn away(&self) -> [Option<Time>; 2] {
        Side::BOTH.map(|side| (!self.has(side)).then_some(self.left[side.index()]))
    }

    /// A connection comes; whether that changes who is there.
    pub fn join(&mut self, connection: u64, held: Held) -> bool {
        let new = held.sides().any(|side| !self.has(side));
        // Who watches is no player.
        if !held.is_empty() {
            self.connections.insert(connection, held);
        }
        new
    }

    /// A connection leaves, if it had come; whether that changes who is there.
    pub fn leave(&mut self, connection: u64, now: Time) -> bool {
        let Some(held) = self.connections.remove(&connection) else { return false };
        let mut gone = held.sides().filter(|&side| !self.has(side)).peekable();
        let changed = gone.peek().is_some();
        let gone: Vec<Side> = gone.collect();
        for side in gone {
            self.left[side.index()] = now;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn coming_twice_and_leaving_without_having_come_are_not_counted() {
        let mut present = Presence::new(Time(1));
        let first = Held::only(Side::First);
        assert!(!present.leave(7, Time(2)), "it had not come");
        assert!(present.join(7, first));
        assert!(!present.join(7, first), "the same connection again");
        assert!(!present.join(8, first), "somebody is there already");
        assert!(!present.join(9, Held::NONE));
        assert_eq!(present.away(), [None, Some(Time(1))]);
        assert!(!present.leave(9, Time(3)) && !present.leave(8, Time(4)));
        assert!(present.has(Side::First));
        assert!(present.leave(7, Time(5)));
        assert!(!present.leave(7, Time(6)));
        assert_eq!(present.away(), [Some(Time(5)), Some(Time(1))]);
    }
}
