//! Flips and mobility with AVX2 and AVX-512: the four directions of a step
//! are the four lanes of one register.
//!
//! A flip asks, along a ray, for the first square that is not the rival's.
//! On the rays towards higher bits that is the lowest bit of `ray & !rival`;
//! on the others it is the highest one, which AVX-512 finds by counting
//! leading zeros and AVX2 by smearing bits down the ray.

use std::arch::x86_64::*;

use super::Kernel;
use crate::rays::{Bits, DOWN, UP};

/// Proof that AVX2, BMI2, LZCNT and POPCNT are there.
#[derive(Clone, Copy, Debug)]
pub struct Avx2(());

impl Avx2 {
    /// The proof that this processor has what it needs, if it has.
    #[must_use]
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("lzcnt")
            && is_x86_feature_detected!("popcnt")
            && is_x86_feature_detected!("fma"))
        .then_some(Avx2(()))
    }
}

/// Proof that AVX-512 F, CD, VL, BW and DQ are there, and all of [`Avx2`].
#[derive(Clone, Copy, Debug)]
pub struct Avx512(());

impl Avx512 {
    /// The proof that this processor has what it needs, if it has.
    #[must_use]
    pub fn detect() -> Option<Avx512> {
        (Avx2::detect().is_some()
            && is_x86_feature_detected!("avx512f")
            && is_x86_feature_detected!("avx512cd")
            && is_x86_feature_detected!("avx512vl")
            && is_x86_feature_detected!("avx512bw")
            && is_x86_feature_detected!("avx512dq"))
        .then_some(Avx512(()))
    }
}

impl Kernel for Avx2 {
    #[inline(always)]
    fn flips(self, mover: Bits, rival: Bits, square: usize) -> Bits {
        // SAFETY: `self` exists only where AVX2 was detected.
        unsafe { flips_avx2(mover, rival, square) }
    }

    #[inline(always)]
    fn moves(self, mover: Bits, rival: Bits) -> Bits {
        // SAFETY: as above.
        unsafe { moves_avx2(mover, rival) }
    }

    #[inline(always)]
    fn last(self, mover: Bits, square: usize) -> i32 {
        // SAFETY: `self` exists only where BMI2 was detected.
        unsafe { last_bmi2(mover, square) }
    }
}

impl Kernel for Avx512 {
    #[inline(always)]
    fn flips(self, mover: Bits, rival: Bits, square: usize) -> Bits {
        // SAFETY: `self` exists only where AVX-512 was detected.
        unsafe { flips_avx512(mover, rival, square) }
    }

    #[inline(always)]
    fn moves(self, mover: Bits, rival: Bits) -> Bits {
        // SAFETY: as above.
        unsafe { moves_avx512(mover, rival) }
    }

    #[inline(always)]
    fn last(self, mover: Bits, square: usize) -> i32 {
        // SAFETY: `self` exists only where BMI2 was detected.
        unsafe { last_bmi2(mover, square) }
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn flips_avx2(mover: Bits, rival: Bits, square: usize) -> Bits {
    let p = _mm256_set1_epi64x(mover as i64);
    let o = _mm256_set1_epi64x(rival as i64);
    let (up, down) = rays(square);
    let zero = _mm256_setzero_si256();

    let stops = _mm256_andnot_si256(o, up);
    let first = _mm256_and_si256(stops, _mm256_sub_epi64(zero, stops));
    let end = _mm256_and_si256(first, p);
    let below = _mm256_and_si256(up, _mm256_add_epi64(end, _mm256_set1_epi64x(-1)));
    let turned_up = _mm256_andnot_si256(_mm256_cmpeq_epi64(end, zero), below);

    // The lanes are the steps 1, 7, 8, 9 of `rays::STEPS`.
    let stops = _mm256_andnot_si256(o, down);
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let one = _mm256_srlv_epi64(stops, step);
    let two = _mm256_or_si256(one, _mm256_srlv_epi64(one, step));
    let step2 = _mm256_add_epi64(step, step);
    let four = _mm256_or_si256(two, _mm256_srlv_epi64(two, step2));
    let all = _mm256_or_si256(four, _mm256_srlv_epi64(four, _mm256_add_epi64(step2, step2)));
    let end = _mm256_and_si256(_mm256_andnot_si256(all, stops), p);
    let turned_down = _mm256_and_si256(down, _mm256_xor_si256(end, _mm256_sub_epi64(zero, end)));
    join(_mm256_or_si256(turned_up, turned_down))
}

#[inline]
#[target_feature(
    enable = "avx512f,avx512cd,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
fn flips_avx512(mover: Bits, rival: Bits, square: usize) -> Bits {
    let p = _mm256_set1_epi64x(mover as i64);
    let o = _mm256_set1_epi64x(rival as i64);
    let (up, down) = rays(square);
    let zero = _mm256_setzero_si256();

    let stops = _mm256_andnot_si256(o, up);
    let first = _mm256_and_si256(stops, _mm256_sub_epi64(zero, stops));
    let closed = _mm256_test_epi64_mask(first, p);
    let turned_up =
        _mm256_maskz_and_epi64(closed, up, _mm256_add_epi64(first, _mm256_set1_epi64x(-1)));

    // With a bit that is always there the count stays below 64, which spares
    // the compiler a guard for longer shifts; `closing` leaves it out again.
    let closing = _mm256_and_si256(p, down);
    let stops = _mm256_or_si256(_mm256_andnot_si256(o, down), _mm256_set1_epi64x(1));
    let first = _mm256_srlv_epi64(_mm256_set1_epi64x(i64::MIN), _mm256_lzcnt_epi64(stops));
    let end = _mm256_and_si256(first, closing);
    let turned_down = _mm256_and_si256(down, _mm256_xor_si256(end, _mm256_sub_epi64(zero, end)));
    join(_mm256_or_si256(turned_up, turned_down))
}

#[inline]
#[target_feature(enable = "avx2")]
fn rays(square: usize) -> (__m256i, __m256i) {
    let (up, down) = (&UP[square & 63], &DOWN[square & 63]);
    // SAFETY: a `Ray` is 32 bytes, aligned to 32.
    unsafe {
        (
            _mm256_load_si256(std::ptr::from_ref(up).cast()),
            _mm256_load_si256(std::ptr::from_ref(down).cast()),
        )
    }
}

/// The four lanes united.
#[inline]
#[target_feature(enable = "avx2")]
fn join(lanes: __m256i) -> Bits {
    let two = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256(lanes, 1));
    let one = _mm_or_si128(two, _mm_unpackhi_epi64(two, two));
    _mm_cvtsi128_si64(one) as u64
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt")]
fn moves_avx2(mover: Bits, rival: Bits) -> Bits {
    let p = _mm256_set1_epi64x(mover as i64);
    let inner = 0x7e7e_7e7e_7e7e_7e7e;
    let o = _mm256_and_si256(
        _mm256_set1_epi64x(rival as i64),
        _mm256_set_epi64x(inner, -1, inner, inner),
    );
    let step = _mm256_set_epi64x(9, 8, 7, 1);
    let step2 = _mm256_add_epi64(step, step);
    let mut up = _mm256_and_si256(o, _mm256_sllv_epi64(p, step));
    let mut down = _mm256_and_si256(o, _mm256_srlv_epi64(p, step));
    up = _mm256_or_si256(up, _mm256_and_si256(o, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(o, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(o, _mm256_sllv_epi64(o, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, step2)));
        down = _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, step2)));
    }
    let found = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    join(found) & !(mover | rival)
}

/// All eight directions in one register: a shift down by `s` is a rotation up
/// by `64 - s`. What wraps around lands on the rim, and the masks keep the rim
/// out of every run, as no disc there is turned along these lines.
#[inline]
#[target_feature(
    enable = "avx512f,avx512cd,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt"
)]
fn moves_avx512(mover: Bits, rival: Bits) -> Bits {
    let p = _mm512_set1_epi64(mover as i64);
    let (sides, ends, inside) =
        (0x7e7e_7e7e_7e7e_7e7e, 0x00ff_ffff_ffff_ff00, 0x007e_7e7e_7e7e_7e00);
    let o = _mm512_and_si512(
        _mm512_set1_epi64(rival as i64),
        _mm512_set_epi64(inside, ends, inside, sides, inside, ends, inside, sides),
    );
    let step = _mm512_set_epi64(55, 56, 57, 63, 9, 8, 7, 1);
    let step2 = _mm512_add_epi64(step, step);
    let mut run = _mm512_and_si512(o, _mm512_rolv_epi64(p, step));
    run = _mm512_or_si512(run, _mm512_and_si512(o, _mm512_rolv_epi64(run, step)));
    let pairs = _mm512_and_si512(o, _mm512_rolv_epi64(o, step));
    run = _mm512_or_si512(run, _mm512_and_si512(pairs, _mm512_rolv_epi64(run, step2)));
    run = _mm512_or_si512(run, _mm512_and_si512(pairs, _mm512_rolv_epi64(run, step2)));
    let found = _mm512_rolv_epi64(run, step);
    let half = _mm256_or_si256(_mm512_castsi512_si256(found), _mm512_extracti64x4_epi64(found, 1));
    join(half) & !(mover | rival)
}

/// The lines through a square: column and diagonals as masks (the row is a
/// byte of the board), and where in [`TURNED`] the counts of each line are,
/// the row's last.
#[repr(align(32))]
struct Lines {
    masks: [Bits; 3],
    counts: [u16; 4],
}

static LINES: [Lines; 64] = lines();

/// For a line of every length and a move on every place of it, with all other
/// squares taken: how many discs the move turns for the side whose discs are
/// the set bits (low byte), and for the other side (high byte).
static TURNED: [u16; counts_before(9)] = turned();

const UP_RAYS: [crate::rays::Ray; 64] = crate::rays::rays(1);
const DOWN_RAYS: [crate::rays::Ray; 64] = crate::rays::rays(-1);

/// The counts of all lines shorter than `length`.
const fn counts_before(length: usize) -> usize {
    let (mut shorter, mut count) = (1, 0);
    while shorter < length {
        count += shorter << shorter;
        shorter += 1;
    }
    count
}

/// Where the counts of a move on `place` of a line begin.
const fn counts_at(length: u32, place: u32) -> u16 {
    (counts_before(length as usize) + ((place as usize) << length)) as u16
}

const fn lines() -> [Lines; 64] {
    let mut all = [const { Lines { masks: [0; 3], counts: [0; 4] } }; 64];
    let mut square = 0;
    while square < 64 {
        all[square].counts[3] = counts_at(8, (square % 8) as u32);
        let mut d = 1;
        while d < 4 {
            let below = DOWN_RAYS[square].0[d];
            let mask = below | UP_RAYS[square].0[d] | 1 << square;
            all[square].masks[d - 1] = mask;
            all[square].counts[d - 1] = counts_at(mask.count_ones(), below.count_ones());
            d += 1;
        }
        square += 1;
    }
    all
}

const fn turned() -> [u16; counts_before(9)] {
    let mut all = [0; counts_before(9)];
    let mut length = 1;
    while length <= 8 {
        let mut place = 0;
        while place < length {
            let mut line = 0;
            while line < 1 << length {
                let other = !line & ((1 << length) - 1);
                let at = counts_at(length, place) as usize + line as usize;
                all[at] = turned_on(line, length, place) | turned_on(other, length, place) << 8;
                line += 1;
            }
            place += 1;
        }
        length += 1;
    }
    all
}

/// How many discs a move on `place` turns for the side with the set bits.
const fn turned_on(line: u32, length: u32, place: u32) -> u16 {
    let mut count = 0;
    let mut at = place + 1;
    while at < length {
        if line >> at & 1 == 1 {
            count += at - place - 1;
            break;
        }
        at += 1;
    }
    let mut at = place;
    while at > 0 {
        at -= 1;
        if line >> at & 1 == 1 {
            count += place - at - 1;
            break;
        }
    }
    count as u16
}

#[inline]
#[target_feature(enable = "bmi1,bmi2,lzcnt,popcnt")]
fn last_bmi2(mover: Bits, square: usize) -> i32 {
    let square = square & 63;
    let Lines { masks, counts } = &LINES[square];
    let count = |n: usize, line: u64| {
        let at = usize::from(counts[n]) + line as usize;
        debug_assert!(at < TURNED.len());
        // SAFETY: `counts[n]` has 2^length counts behind it, and `line` has
        // as many bits as the line is long.
        u32::from(unsafe { *TURNED.get_unchecked(at) })
    };
    let sum = count(3, mover >> (square & 56) & 255)
        + count(0, _pext_u64(mover, masks[0]))
        + count(1, _pext_u64(mover, masks[1]))
        + count(2, _pext_u64(mover, masks[2]));
    super::score_after_last(mover, sum & 255, || sum >> 8)
}

#[cfg(test)]
mod tests {
    use super::super::Portable;
    use super::*;
    use crate::board::squares;
    use sobremesa_kernel::Rng;

    /// Every kernel against the portable one, itself tested against the slow
    /// twin in `tests/rules.rs`.
    fn agrees<K: Kernel>(k: K) {
        let mut rng = Rng::new(11);
        for _ in 0..20_000 {
            let (a, b, c) = (rng.next_u64(), rng.next_u64(), rng.next_u64());
            let occupied = [a, a & b, a | b, a | b | c][rng.below(4) as usize];
            let mover = occupied & rng.next_u64();
            let rival = occupied & !mover;
            assert_eq!(k.moves(mover, rival), Portable.moves(mover, rival));
            for square in squares(!occupied) {
                assert_eq!(k.flips(mover, rival, square), Portable.flips(mover, rival, square));
            }
            let square = rng.below(64) as usize;
            let mover = a & !(1 << square);
            assert_eq!(k.last(mover, square), Portable.last(mover, square));
        }
    }

    #[test]
    fn vector_kernels_agree_with_the_portable_one() {
        if let Some(k) = Avx2::detect() {
            agrees(k);
        }
        if let Some(k) = Avx512::detect() {
            agrees(k);
        }
    }
}
