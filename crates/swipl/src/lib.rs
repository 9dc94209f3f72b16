//! The courses' predicates as SWI-Prolog foreign predicates.
