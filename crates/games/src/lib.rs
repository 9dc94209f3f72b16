//! The one list of games; everything else iterates it.
