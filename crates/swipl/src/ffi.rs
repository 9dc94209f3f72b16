//! The part of SWI-Prolog's C interface that we use, written by hand so that
//! building needs no SWI-Prolog at all: the symbols resolve when `swipl` loads
//! the library. The same file serves versions 9 and 10:
//!
//! - Success is a `u8`. The functions return `int` before 9.3.11 and `bool`
//!   after; the low byte is right for both.
//! - No numeric term types and no text flags, which have moved between
//!   versions: text is read with `PL_get_atom` and `PL_get_string` only.
//! - Arities are `size_t`: the `_sz` functions behind the header's macros.

use std::ffi::{c_char, c_int, c_void};

/// A reference to a term, valid until the foreign call returns.
pub type TermT = usize;
pub type AtomT = usize;
pub type FunctorT = usize;
pub type FrameT = usize;
/// What a foreign predicate returns: 0, 1 or a retry.
pub type ForeignT = usize;
/// Why a non-deterministic predicate is called.
pub type ControlT = *mut c_void;
/// A letter of wide text: C's `wchar_t`.
#[cfg(windows)]
pub type WideT = u16;
#[cfg(not(windows))]
pub type WideT = u32;
/// A predicate that takes its arguments as consecutive references.
pub type VarArgs = unsafe extern "C" fn(TermT, c_int, ControlT) -> ForeignT;

pub const FALSE: ForeignT = 0;
pub const TRUE: ForeignT = 1;

pub const PL_FA_NONDETERMINISTIC: c_int = 0x04;
pub const PL_FA_VARARGS: c_int = 0x08;

pub const PL_FIRST_CALL: c_int = 0;
pub const PL_PRUNED: c_int = 1;
pub const PL_REDO: c_int = 2;

unsafe extern "C" {
    pub fn PL_register_foreign_in_module(
        module: *const c_char,
        name: *const c_char,
        arity: c_int,
        function: VarArgs,
        flags: c_int,
        ...
    ) -> u8;

    pub fn PL_foreign_control(control: ControlT) -> c_int;
    pub fn PL_foreign_context_address(control: ControlT) -> *mut c_void;
    pub fn _PL_retry_address(address: *mut c_void) -> ForeignT;
    pub fn PL_handle_signals() -> c_int;

    pub fn PL_new_term_ref() -> TermT;
    pub fn PL_new_term_refs(count: usize) -> TermT;
    pub fn PL_copy_term_ref(from: TermT) -> TermT;
    pub fn PL_open_foreign_frame() -> FrameT;
    pub fn PL_discard_foreign_frame(frame: FrameT);
    /// Its text is Latin-1.
    pub fn PL_new_atom_nchars(len: usize, text: *const c_char) -> AtomT;
    pub fn PL_new_atom_wchars(len: usize, text: *const WideT) -> AtomT;
    pub fn PL_new_functor_sz(name: AtomT, arity: usize) -> FunctorT;

    pub fn PL_is_variable(term: TermT) -> u8;
    pub fn PL_is_atom(term: TermT) -> u8;
    pub fn PL_is_string(term: TermT) -> u8;
    pub fn PL_is_float(term: TermT) -> u8;
    pub fn PL_is_integer(term: TermT) -> u8;
    /// Latin-1; null of an atom that has other letters.
    pub fn PL_atom_nchars(atom: AtomT, len: *mut usize) -> *const c_char;
    pub fn PL_compare(a: TermT, b: TermT) -> c_int;
    pub fn PL_get_int64(term: TermT, value: *mut i64) -> u8;
    pub fn PL_get_atom(term: TermT, atom: *mut AtomT) -> u8;
    /// Latin-1; fails of a string that has other letters.
    pub fn PL_get_string(term: TermT, text: *mut *mut c_char, len: *mut usize) -> u8;
    pub fn PL_get_list(list: TermT, head: TermT, tail: TermT) -> u8;
    pub fn PL_get_nil(list: TermT) -> u8;
    pub fn PL_get_compound_name_arity_sz(term: TermT, name: *mut AtomT, arity: *mut usize) -> u8;
    pub fn PL_get_arg_sz(index: usize, term: TermT, arg: TermT) -> u8;

    pub fn PL_put_int64(term: TermT, value: i64) -> u8;
    pub fn PL_put_atom(term: TermT, atom: AtomT) -> u8;
    pub fn PL_put_string_nchars(term: TermT, len: usize, text: *const c_char) -> u8;
    pub fn PL_put_nil(term: TermT) -> u8;
    pub fn PL_cons_list(list: TermT, head: TermT, tail: TermT) -> u8;
    pub fn PL_cons_functor_v(term: TermT, functor: FunctorT, args: TermT) -> u8;
    pub fn PL_unify(a: TermT, b: TermT) -> u8;
    pub fn PL_unify_int64(term: TermT, value: i64) -> u8;
    pub fn PL_unify_atom(term: TermT, atom: AtomT) -> u8;

    pub fn PL_instantiation_error(culprit: TermT) -> u8;
    pub fn PL_type_error(expected: *const c_char, culprit: TermT) -> u8;
    pub fn PL_domain_error(expected: *const c_char, culprit: TermT) -> u8;
    pub fn PL_resource_error(what: *const c_char) -> u8;
    pub fn PL_raise_exception(exception: TermT) -> u8;
}
