//! Sets of vertices.

/// A set of vertices, one bit each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bits<const W: usize>([u64; W]);

impl<const W: usize> Bits<W> {
    /// No vertex.
    pub const EMPTY: Bits<W> = Bits([0; W]);

    /// Whether `v` is in it.
    #[inline]
    pub fn contains(&self, v: u16) -> bool {
        self.0[usize::from(v >> 6)] >> (v & 63) & 1 != 0
    }

    /// Adds `v`; whether it was not there.
    #[inline]
    pub fn insert(&mut self, v: u16) -> bool {
        let (word, bit) = (&mut self.0[usize::from(v >> 6)], 1 << (v & 63));
        let new = *word & bit == 0;
        *word |= bit;
        new
    }

    /// Takes `v` out; whether it was there.
    #[inline]
    pub fn remove(&mut self, v: u16) -> bool {
        let (word, bit) = (&mut self.0[usize::from(v >> 6)], 1 << (v & 63));
        let had = *word & bit != 0;
        *word &= !bit;
        had
    }

    /// Puts in everything that `other` has.
    #[inline]
    pub fn add(&mut self, other: &Bits<W>) {
        for (a, b) in self.0.iter_mut().zip(&other.0) {
            *a |= b;
        }
    }

    /// Adds the set `from` of a list to the set `into`; how many members that
    /// were not there. Few are, so they are counted one by one.
    #[inline]
    pub fn unite(sets: &mut [Bits<W>], into: usize, from: usize) -> u16 {
        let mut added = 0;
        for i in 0..W {
            let mut new = sets[from].0[i] & !sets[into].0[i];
            sets[into].0[i] |= new;
            while new != 0 {
                new &= new - 1;
                added += 1;
            }
        }
        added
    }

    /// How many members, but no more than three are counted: tactics only
    /// tell none, one, two and enough apart, and without the processor's own
    /// population count this is several times faster.
    #[inline]
    pub fn few(&self) -> u16 {
        let mut found = 0;
        for mut word in self.0 {
            while word != 0 {
                found += 1;
                if found == 3 {
                    return 3;
                }
                word &= word - 1;
            }
        }
        found
    }

    /// The lowest member; 0, which is never on the board, of an empty set.
    #[inline]
    pub fn first(&self) -> u16 {
        for (i, &word) in self.0.iter().enumerate() {
            if word != 0 {
                return (i as u16) << 6 | word.trailing_zeros() as u16;
            }
        }
        0
    }

    /// The members, lowest first.
    #[inline]
    pub fn iter(&self) -> impl Iterator<Item = u16> + use<W> {
        let words = self.0;
        (0..W).flat_map(move |i| {
            let mut word = words[i];
            std::iter::from_fn(move || {
                (word != 0).then(|| {
                    let v = (i as u16) << 6 | word.trailing_zeros() as u16;
                    word &= word - 1;
                    v
                })
            })
        })
    }
}
