//! Connect 4: rules, players and notation.
