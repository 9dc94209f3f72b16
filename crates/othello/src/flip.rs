//! The questions everything else asks of a board, as fast as the machine
//! allows: which discs does a move turn, where can the mover play, how many
//! discs does the last move turn.
//!
//! A [`Kernel`] is a token: a value of [`Avx512`] or [`Avx2`] exists only
//! where those instructions were found at run time, which is what makes its
//! safe methods safe. Searches are generic over the token, so the choice is
//! made once, at the root, by `dispatch!`; below it nothing branches on it.
//!
//! The compiler only lets vector code be inlined into functions that were
//! themselves compiled for the same instructions. So the bodies of recursive
//! functions are `#[inline(always)]` and generic, and each kernel has a thin
//! compiled entry for every one of them: that is what `recursive!` writes.

pub mod portable;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::board::Bits;
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512};

/// Flips, mobility and the last move, by one set of instructions.
pub trait Kernel: Copy + Send + Sync + 'static {
    /// The discs of `rival` that a disc of `mover` on the empty `square` turns.
    fn flips(self, mover: Bits, rival: Bits, square: usize) -> Bits;

    /// Every empty square where `mover` turns something.
    fn moves(self, mover: Bits, rival: Bits) -> Bits;

    /// The score for `mover`, whose turn it is, when `square` is the only
    /// empty one.
    fn last(self, mover: Bits, square: usize) -> i32;
}

/// Plain integers; runs everywhere.
#[derive(Clone, Copy, Debug)]
pub struct Portable;

impl Kernel for Portable {
    #[inline(always)]
    fn flips(self, mover: Bits, rival: Bits, square: usize) -> Bits {
        portable::flips(mover, rival, square)
    }

    #[inline(always)]
    fn moves(self, mover: Bits, rival: Bits) -> Bits {
        portable::moves(mover, rival)
    }

    #[inline(always)]
    fn last(self, mover: Bits, square: usize) -> i32 {
        let rival = !(mover | 1 << square);
        let turned = portable::flips(mover, rival, square).count_ones();
        score_after_last(mover, turned, || portable::flips(rival, mover, square).count_ones())
    }
}

/// The score for `mover` on a board with one empty square, on which a disc of
/// its own turns `own` discs and one of the rival's `others()`.
#[inline(always)]
fn score_after_last(mover: Bits, own: u32, others: impl Fn() -> u32) -> i32 {
    let discs = mover.count_ones() as i32;
    if own != 0 {
        return 2 * (discs + 1 + own as i32) - 64;
    }
    match others() {
        // Nobody can play there: it goes to the winner, and 63 is odd.
        0 if 2 * discs > 63 => 2 * discs - 62,
        turned => 2 * (discs - turned as i32) - 64,
    }
}

/// The best kernel this machine has, for statistics.
#[must_use]
pub fn name() -> &'static str {
    #[cfg(target_arch = "x86_64")]
    {
        if Avx512::detect().is_some() {
            return "AVX-512";
        }
        if Avx2::detect().is_some() {
            return "AVX2";
        }
    }
    "portable"
}

/// Runs an expression with `$k` bound to the best kernel of this machine.
macro_rules! dispatch {
    ($k:ident => $body:expr) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if let Some($k) = $crate::flip::Avx512::detect() {
                $body
            } else if let Some($k) = $crate::flip::Avx2::detect() {
                $body
            } else {
                let $k = $crate::flip::Portable;
                $body
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        {
            let $k = $crate::flip::Portable;
            $body
        }
    }};
}
pub(crate) use dispatch;

/// Declares a trait of recursion points, each compiled once per kernel.
///
/// `fn name(args) -> result = body;` becomes the method `name`, which calls
/// the generic `body(kernel, args)` compiled for that kernel's instructions.
macro_rules! recursive {
    ($(#[$doc:meta])* pub trait $trait:ident {
        $(fn $name:ident($($arg:ident: $type:ty),* $(,)?) -> $result:ty = $body:path;)*
    }) => {
        $(#[$doc])*
        pub(crate) trait $trait: $crate::flip::Kernel {
            $(fn $name(self, $($arg: $type),*) -> $result;)*
        }

        impl $trait for $crate::flip::Portable {
            $(#[inline(never)] fn $name(self, $($arg: $type),*) -> $result {
                $body(self, $($arg),*)
            })*
        }

        #[cfg(target_arch = "x86_64")]
        impl $trait for $crate::flip::Avx2 {
            $(#[inline(always)] fn $name(self, $($arg: $type),*) -> $result {
                #[target_feature(enable = "avx2,bmi1,bmi2,lzcnt,popcnt,fma")]
                fn compiled(k: $crate::flip::Avx2, $($arg: $type),*) -> $result {
                    $body(k, $($arg),*)
                }
                // SAFETY: an `Avx2` exists only where these were detected.
                unsafe { compiled(self, $($arg),*) }
            })*
        }

        #[cfg(target_arch = "x86_64")]
        impl $trait for $crate::flip::Avx512 {
            $(#[inline(always)] fn $name(self, $($arg: $type),*) -> $result {
                #[target_feature(
                    enable = "avx512f,avx512cd,avx512vl,avx512bw,avx512dq,avx2,bmi1,bmi2,lzcnt,popcnt,fma"
                )]
                fn compiled(k: $crate::flip::Avx512, $($arg: $type),*) -> $result {
                    $body(k, $($arg),*)
                }
                // SAFETY: an `Avx512` exists only where these were detected.
                unsafe { compiled(self, $($arg),*) }
            })*
        }
    };
}
pub(crate) use recursive;
