//! Dots and Boxes: rules, players and notation.
