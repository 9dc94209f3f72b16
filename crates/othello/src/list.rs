use std::mem::MaybeUninit;

/// No position has more moves than this.
pub const MOST_MOVES: usize = 34;

/// The moves of a node, kept in the order of their cost.
///
/// An array that is not filled beforehand: a node of the endgame takes about
/// 25 ns, and clearing room for all the moves there could be took a third of
/// that.
pub struct Sorted<T> {
    items: [MaybeUninit<T>; MOST_MOVES],
    count: usize,
}

impl<T: Copy> Sorted<T> {
    #[inline(always)]
    pub fn new() -> Sorted<T> {
        Sorted { items: [const { MaybeUninit::uninit() }; MOST_MOVES], count: 0 }
    }

    /// Puts `item` behind those that cost no more.
    #[inline(always)]
    pub fn insert(&mut self, item: T, cost: impl Fn(&T) -> i32) {
        assert!(self.count < MOST_MOVES);
        let mut at = self.count;
        while at > 0 {
            let before = &self.items[at - 1];
            // SAFETY: everything below `count` was written.
            if cost(unsafe { before.assume_init_ref() }) <= cost(&item) {
                break;
            }
            self.items[at] = self.items[at - 1];
            at -= 1;
        }
        self.items[at].write(item);
        self.count += 1;
    }

    #[inline(always)]
    pub fn as_slice(&self) -> &[T] {
        // SAFETY: everything below `count` was written, and `MaybeUninit<T>`
        // has the layout of `T`.
        unsafe { std::slice::from_raw_parts(self.items.as_ptr().cast(), self.count) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_out_by_cost_and_ties_in_order() {
        let mut list = Sorted::new();
        for (n, cost) in [5, 1, 5, 3, 1].into_iter().enumerate() {
            list.insert((n, cost), |item| item.1);
        }
        assert_eq!(list.as_slice(), [(1, 1), (4, 1), (3, 3), (0, 5), (2, 5)]);
    }
}
