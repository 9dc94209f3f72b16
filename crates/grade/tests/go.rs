//! Go in real SWI-Prolog: right programs in different styles get full marks,
//! and each wrong twin is caught and its misunderstanding named.

mod common;

#[test]
fn right_programs_get_full_marks() {
    common::right_programs_get_full_marks("go", 2);
}

#[test]
fn wrong_twins_are_caught_and_named() {
    common::wrong_twins_are_caught_and_named("go", "grupos.pl");
}
