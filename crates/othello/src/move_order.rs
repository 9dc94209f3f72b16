//! The moves of a node in the order in which they are tried.

use std::mem::MaybeUninit;

/// No position has more moves than this.
pub(crate) const MOST_MOVES: usize = 34;

/// The moves of a node, given out cheapest first.
///
/// Most nodes are left after a move or two, so nothing is sorted: the
/// cheapest is looked for each time one is asked for. The arrays are not
/// filled beforehand: a node of the endgame takes about 25 ns, and clearing
/// room for all the moves there could be took a third of that.
pub(crate) struct Best<T> {
    items: [MaybeUninit<T>; MOST_MOVES],
    /// The cost above, the place in `items` in the low byte, so that no two
    /// are equal and ties come out in the order they came in.
    keys: [MaybeUninit<i64>; MOST_MOVES],
    /// Items, and keys not given out yet.
    count: usize,
    left: usize,
}

impl<T: Copy> Best<T> {
    #[inline(always)]
    pub(crate) fn new() -> Best<T> {
        Best {
            items: [const { MaybeUninit::uninit() }; MOST_MOVES],
            keys: [const { MaybeUninit::uninit() }; MOST_MOVES],
            count: 0,
            left: 0,
        }
    }

    /// Adds an item; all are added before the first is asked for.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T, cost: i32) {
        assert!(self.count < MOST_MOVES);
        self.items[self.count].write(item);
        self.keys[self.count].write(i64::from(cost) << 8 | self.count as i64);
        self.count += 1;
        self.left = self.count;
    }

    /// The cheapest item that was not given out yet.
    #[inline(always)]
    pub(crate) fn next(&mut self) -> Option<T> {
        if self.left == 0 {
            return None;
        }
        // SAFETY: the first `left` keys were written.
        let keys: &mut [i64] =
            unsafe { std::slice::from_raw_parts_mut(self.keys.as_mut_ptr().cast(), self.left) };
        let mut least = keys[0];
        let mut at = 0;
        for (n, &key) in keys.iter().enumerate() {
            if key < least {
                (least, at) = (key, n);
            }
        }
        self.left -= 1;
        keys[at] = keys[self.left];
        // SAFETY: a key's place was written with it.
        Some(unsafe { self.items[(least & 0xff) as usize].assume_init() })
    }

    /// `first` and all that were not given out after it, cheapest first.
    pub(crate) fn rest(&mut self, first: T) -> Vec<T> {
        std::iter::once(first).chain(std::iter::from_fn(|| self.next())).collect()
    }

    /// All items, in the order they came in.
    #[inline(always)]
    pub(crate) fn as_slice(&self) -> &[T] {
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
        let mut list = Best::new();
        for (n, cost) in [5, 1, 5, -3, 1].into_iter().enumerate() {
            list.push(n, cost);
        }
        assert_eq!(list.as_slice(), [0, 1, 2, 3, 4]);
        let first = list.next().unwrap();
        assert_eq!(list.rest(first), [3, 1, 4, 0, 2]);
        assert_eq!(list.next(), None);
    }
}
