//! Othello: rules, players and notation.
