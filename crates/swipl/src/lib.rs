//! The courses' predicates as SWI-Prolog foreign predicates.
//!
//! `use_foreign_library(foreign(sobremesa))` loads this library and calls
//! [`install`], which registers every line of the table under its own module
//! name. One Rust function, [`call`], serves them all; each predicate has a
//! copy of [`entry`] that only knows its place in the table, because Prolog
//! tells a foreign function its arguments but not its name.
//!
//! A predicate answers all its solutions at once (there are never many). The
//! first is unified, the rest wait in a box whose address Prolog keeps until
//! it wants another ([`ffi::PL_REDO`]) or none any more ([`ffi::PL_PRUNED`]).
//! The last solution leaves no choice point.
//!
//! All `unsafe` of the project that is not measured speed lives here.

mod ffi;
mod host;

use std::ffi::{CString, c_int};
use std::panic::{AssertUnwindSafe, catch_unwind};

use ffi::{ControlT, FALSE, ForeignT, TRUE, TermT};
use host::Swi;
use sobremesa_prolog::host::{Answer, Call, Fault};
use sobremesa_prolog::registry::{self, Determinism, Predicate};

/// Called by SWI-Prolog when it loads the library.
#[unsafe(no_mangle)]
pub extern "C" fn install() {
    for (place, predicate) in registry::all().enumerate() {
        let (Ok(module), Ok(name), Some(&function)) =
            (CString::new(predicate.module), CString::new(predicate.name), ENTRIES.get(place))
        else {
            continue;
        };
        let mut flags = ffi::PL_FA_VARARGS;
        if predicate.determinism == Determinism::Nondet {
            flags |= ffi::PL_FA_NONDETERMINISTIC;
        }
        // SAFETY: the texts end in 0 and Prolog copies them; the function has
        // the shape that the flags promise.
        unsafe {
            ffi::PL_register_foreign_in_module(
                module.as_ptr(),
                name.as_ptr(),
                predicate.args.len() as c_int,
                function,
                flags,
            );
        }
    }
}

/// Answers that are left, kept by Prolog between calls.
type Rest = std::vec::IntoIter<Answer>;

/// The foreign function of the predicate at `PLACE` of the table.
unsafe extern "C" fn entry<const PLACE: usize>(
    args: TermT,
    _: c_int,
    control: ControlT,
) -> ForeignT {
    // A panic must not cross into C.
    let answered = catch_unwind(AssertUnwindSafe(|| {
        let predicate = registry::all().nth(PLACE).expect("registered from the table");
        // SAFETY: Prolog calls this with the arguments and control it promises.
        unsafe { call(predicate, args, control) }
    }));
    answered.unwrap_or_else(|_| {
        // SAFETY: still inside the foreign predicate, which now fails.
        unsafe { raise_panic() };
        FALSE
    })
}

/// # Safety
/// `args` and `control` are those of a foreign call of `predicate`.
unsafe fn call(predicate: &Predicate, args: TermT, control: ControlT) -> ForeignT {
    // SAFETY: this runs inside the foreign call, and only as long; the
    // address is the box that `next` gave away, and Prolog gives it back once.
    unsafe {
        let waiting =
            |control| Box::from_raw(ffi::PL_foreign_context_address(control).cast::<Rest>());
        let rest = if predicate.determinism != Determinism::Nondet {
            None
        } else {
            match ffi::PL_foreign_control(control) {
                ffi::PL_FIRST_CALL => None,
                ffi::PL_REDO => Some(waiting(control)),
                ffi::PL_PRUNED => {
                    drop(waiting(control));
                    return TRUE;
                }
                _ => return FALSE,
            }
        };
        let mut swi = Swi::new();
        let answered = match rest {
            Some(rest) => next(&mut swi, args, rest),
            None => {
                let mut call = Call { host: &mut swi, args };
                (predicate.function)(&mut call)
                    .and_then(|answers| swi.fitting(args, answers))
                    .and_then(|answers| first(&mut swi, args, answers))
            }
        };
        answered.unwrap_or_else(|fault| {
            host::raise(predicate, fault);
            FALSE
        })
    }
}

/// The first of the answers: most calls have no other, and need no box.
fn first(swi: &mut Swi, args: TermT, mut answers: Vec<Answer>) -> Result<ForeignT, Fault> {
    if answers.len() > 1 {
        return next(swi, args, Box::new(answers.into_iter()));
    }
    match answers.pop() {
        Some(answer) if swi.fit(args, &answer)? => Ok(TRUE),
        _ => Ok(FALSE),
    }
}

/// The next of several answers.
fn next(swi: &mut Swi, args: TermT, mut rest: Box<Rest>) -> Result<ForeignT, Fault> {
    let fits = match rest.next() {
        Some(answer) => swi.fit(args, &answer)?,
        None => false,
    };
    if !fits {
        return Ok(FALSE);
    }
    if rest.len() == 0 {
        return Ok(TRUE);
    }
    // SAFETY: Prolog hands the address back to `call`, once, to be freed.
    Ok(unsafe { ffi::_PL_retry_address(Box::into_raw(rest).cast()) })
}

/// Raises `error(system_error(sobremesa), _)`.
///
/// # Safety
/// Only inside a foreign predicate, which must then fail.
unsafe fn raise_panic() {
    // SAFETY: references made here, in this call.
    unsafe {
        let term = ffi::PL_new_term_ref();
        let args = ffi::PL_new_term_refs(2);
        if ffi::PL_put_atom(args, host::atom("sobremesa")) != 0
            && ffi::PL_cons_functor_v(
                args,
                ffi::PL_new_functor_sz(host::atom("system_error"), 1),
                args,
            ) != 0
            && ffi::PL_cons_functor_v(term, ffi::PL_new_functor_sz(host::atom("error"), 2), args)
                != 0
        {
            ffi::PL_raise_exception(term);
        }
    }
}

/// One function per line of the table.
macro_rules! entries {
    ($($place:literal)*) => {
        const ENTRIES: &[ffi::VarArgs] = &[$(entry::<$place>),*];
    };
}

entries! {
    0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31
    32 33 34 35 36 37 38 39 40 41 42 43 44 45 46 47
}
