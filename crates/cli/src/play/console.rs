//! Reading from the person and writing to them.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;

use super::draw::Ink;
use crate::thinking;

/// When output has colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Colour {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    Always,
    Never,
}

/// Where lines come from and how output may look.
///
/// On a terminal lines are edited with history; otherwise they are read as
/// they come and echoed, so that a transcript reads like a session.
pub struct Console {
    editor: Option<DefaultEditor>,
    pub ink: Ink,
}

impl Console {
    pub fn new(colour: Colour) -> anyhow::Result<Console> {
        let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
        let no_colour = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        let ink = match colour {
            Colour::Always => Ink::Colour,
            Colour::Never => Ink::Plain,
            Colour::Auto if io::stdout().is_terminal() && !no_colour && !thinking::is_plain() => {
                Ink::Colour
            }
            Colour::Auto => Ink::Plain,
        };
        let editor = if terminal { Some(DefaultEditor::new()?) } else { None };
        Ok(Console { editor, ink })
    }

    /// The next line, `None` when there is no more (end of input, Ctrl-D or
    /// Ctrl-C at the prompt).
    pub fn read(&mut self, prompt: &str) -> anyhow::Result<Option<String>> {
        if let Some(editor) = &mut self.editor {
            return match editor.readline(prompt) {
                Ok(line) => {
                    // A line that cannot be remembered is still a line.
                    let _ = editor.add_history_entry(&line);
                    Ok(Some(line))
                }
                Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
                Err(error) => Err(error.into()),
            };
        }
        let mut out = io::stdout();
        write!(out, "{prompt}")?;
        out.flush()?;
        // Bytes, so that input that is not UTF-8 is a bad move and no more.
        let mut bytes = Vec::new();
        if io::stdin().lock().read_until(b'\n', &mut bytes)? == 0 {
            writeln!(out)?;
            return Ok(None);
        }
        let line = String::from_utf8_lossy(&bytes).trim_end_matches(['\n', '\r']).to_owned();
        writeln!(out, "{line}")?;
        Ok(Some(line))
    }
}
