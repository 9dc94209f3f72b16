//! GTP 2, for every game that has a dialect: Go ([`go`]) and Othello
//! ([`othello`]), as GoGui, Sabaki, KGS clients and Quarry speak it.
//!
//! A [`Session`] holds the position, what came before it and a player; a
//! [`Command`] is a name and a function; a [`Dialect`] is what one game adds.
//! Nothing but answers goes to the writer, and an answer is complete before
//! the next line is looked at, except that analysis goes on until a line
//! comes and that GoGui's `# interrupt` ends a search.

mod analyze;
mod commands;
mod go_commands;
pub(crate) mod go_rules;
mod othello_commands;
mod parameters;
mod record_commands;
mod session;
mod time_commands;
pub(crate) mod values;
mod wish;

use std::io::{self, BufRead, Write};

use sobremesa_kernel::{Engine, Game, Position as _, Side};

use crate::Input;
pub use go_commands::go;
pub use othello_commands::othello;
pub use session::{Options, Session};

/// What a command answers: the text after `=`, or the text after `?`.
pub type Answer = Result<String, String>;

/// A command: its name and what it does with its arguments.
pub struct Command<G: Game> {
    pub name: &'static str,
    pub run: fn(&mut Session<G>, &[&str]) -> Answer,
}

impl<G: Game> std::fmt::Debug for Command<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Command({})", self.name)
    }
}

/// What a game adds to the commands that all have.
pub struct Dialect<G: Game> {
    /// What controllers of several games call it.
    pub name: &'static str,
    pub commands: fn() -> Vec<Command<G>>,
    /// The player that the options ask for.
    pub engine: fn(&Options) -> Box<dyn Engine<G::Position>>,
    /// The position with `Side` to move, for controllers that play one colour
    /// twice or go on after the end; `None` where the rules rule it out.
    pub hand_over: fn(&G::Position, Side) -> Option<G::Position>,
    /// Who will own each point, from the top left, from 1 (the side to move)
    /// to -1; `None` where points have no owners.
    pub ownership: fn(&Options, &G::Position) -> Option<Vec<f32>>,
    /// How many of its coming moves the side to move shares its time among.
    pub moves_left: fn(&G::Position) -> u32,
    /// How many plies deep analysis goes that nobody ends, in games whose
    /// levels count plies.
    pub deepest: fn(&G::Position) -> Option<u32>,
}

// Not derived: that would ask the same of positions.
impl<G: Game> Clone for Dialect<G> {
    fn clone(&self) -> Dialect<G> {
        *self
    }
}

impl<G: Game> Copy for Dialect<G> {}

impl<G: Game> std::fmt::Debug for Dialect<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Dialect({})", G::ID)
    }
}

/// Answers commands until `quit` or the end of the input.
pub fn run<G: Game>(
    dialect: &Dialect<G>,
    options: Options,
    reader: impl BufRead + Send + 'static,
    writer: impl Write + Send + 'static,
) -> io::Result<()> {
    let start = G::Position::start(&options.rules.parse().unwrap_or_default());
    run_from(dialect, options, start, reader, writer)
}

/// The same from some position, which is on the board until the controller
/// clears it; its rules take the place of the options'.
pub fn run_from<G: Game>(
    dialect: &Dialect<G>,
    options: Options,
    start: G::Position,
    reader: impl BufRead + Send + 'static,
    writer: impl Write + Send + 'static,
) -> io::Result<()> {
    // A game's own command stands before the common one of its name.
    let mut table = (dialect.commands)();
    for command in commands::common::<G>() {
        if !table.iter().any(|own| own.name == command.name) {
            table.push(command);
        }
    }
    let names = table.iter().map(|c| c.name).collect();
    let mut session =
        Session::new(options, *dialect, start, names, Input::new(reader), Box::new(writer));
    while let Some(line) = session.input.line() {
        let line = clean(&line);
        let Some((id, name, arguments)) = split(&line) else { continue };
        session.begin(id);
        let answer = match table.iter().find(|c| c.name == name) {
            Some(command) => (command.run)(&mut session, &arguments),
            None => Err("unknown command".to_owned()),
        };
        session.finish(id, &answer)?;
        if session.quit {
            break;
        }
    }
    Ok(())
}

/// Removes what GTP says to remove: comments and control characters; tabs
/// are blanks.
fn clean(line: &str) -> String {
    line.split('#')
        .next()
        .unwrap_or("")
        .chars()
        .map(|c| if c == '\t' { ' ' } else { c })
        .filter(|c| !c.is_control())
        .collect()
}

/// The id, the name and the arguments of a line; `None` of an empty one.
fn split(line: &str) -> Option<(Option<u64>, &str, Vec<&str>)> {
    let mut words = line.split_whitespace();
    let first = words.next()?;
    match first.parse() {
        Ok(id) => Some((Some(id), words.next().unwrap_or(""), words.collect())),
        Err(_) => Some((None, first, words.collect())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cleaned_and_split_as_the_protocol_says() {
        assert_eq!(clean("1\tplay \u{7}b D4 # good"), "1 play b D4 ");
        assert_eq!(split("7 play b D4"), Some((Some(7), "play", vec!["b", "D4"])));
        assert_eq!(split("name"), Some((None, "name", vec![])));
        assert_eq!(split("   "), None);
        assert_eq!(split("12"), Some((Some(12), "", vec![])));
    }
}
