//! The one list of games; everything else iterates it.
//!
//! [`GAMES`] has the games with their types erased, for servers, terminals
//! and protocols. [`visit`] gives the same list with the types, for tools
//! that are generic over a game (perft, random play). A program may [`bring`]
//! games of its own along.

pub mod archive;
mod boards;
pub mod files;
pub mod json;
mod reading;
pub mod replay;

use std::sync::OnceLock;

use sobremesa_kernel::{Game, GameEntry};

/// Something to do with one game and its types: see [`visit`].
pub trait Visitor {
    type Output;
    fn visit<G: Game>(self) -> Self::Output;
}

/// The list is written once; both of its forms come from it.
macro_rules! games {
    ($($game:ty: $aliases:expr,)*) => {
        /// Every game, in the order in which they are shown.
        pub static GAMES: &[GameEntry] = &[$(GameEntry::of::<$game>()),*];

        /// Other names people use, besides the id.
        const ALIASES: &[(&str, &[&str])] = &[$((<$game as Game>::ID, &$aliases)),*];

        /// Hands the game `id` to `visitor`; `None` when there is no such game.
        pub fn visit<V: Visitor>(id: &str, visitor: V) -> Option<V::Output> {
            $(if id == <$game as Game>::ID {
                return Some(visitor.visit::<$game>());
            })*
            let _ = visitor;
            None
        }
    };
}

games! {
    sobremesa_go::Go: ["baduk", "weiqi"],
    sobremesa_connect4::Connect4: ["conecta4", "connect-four", "cuatro"],
    sobremesa_othello::Othello: ["reversi", "otelo"],
    sobremesa_dots::Dots: ["ceritos", "cerito", "dots-and-boxes", "timbiriche"],
}

static BROUGHT: OnceLock<&'static [GameEntry]> = OnceLock::new();

/// Games that a program built on these crates has besides [`GAMES`]. It brings
/// them once, before it asks for any; `false` when some were brought before.
pub fn bring(games: &'static [GameEntry]) -> bool {
    BROUGHT.set(games).is_ok()
}

/// Every game there is: [`GAMES`], and then those that were [brought](bring).
pub fn all() -> impl Iterator<Item = &'static GameEntry> + Clone {
    GAMES.iter().chain(BROUGHT.get().copied().unwrap_or_default())
}

/// The game of that name: its id or an alias, in any case.
#[must_use]
pub fn find(name: &str) -> Option<&'static GameEntry> {
    let name = name.trim().to_lowercase();
    let alias = ALIASES.iter().find(|(_, aliases)| aliases.contains(&name.as_str()));
    let id = alias.map_or(name.as_str(), |(id, _)| id);
    all().find(|entry| entry.id == id)
}

/// The other names of a game.
#[must_use]
pub fn aliases(id: &str) -> &'static [&'static str] {
    ALIASES.iter().find(|(of, _)| *of == id).map_or(&[], |(_, aliases)| aliases)
}
