//! Every word shown to a person, in one catalogue per language.
