//! Terms, goals and the courses' predicates as one table; no clauses, no I/O.
