//! Go: rules, players and notation.
