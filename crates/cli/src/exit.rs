//! How the programs end: what is said last, and the exit code.
//!
//! `othello-arbitro` and `othello-jugar` include this file too, so it uses
//! nothing else of the program but `wrap`.

use std::fmt;
use std::io::{self, Write as _};
use std::process::ExitCode;

use sobremesa_kernel::escaped;
use sobremesa_text::{Lang, say};

use crate::wrap;

/// Arguments that clap takes and that are wrong all the same. The exit code
/// is then clap's own for wrong arguments.
#[derive(Debug)]
pub struct WrongArguments(pub String);

impl fmt::Display for WrongArguments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for WrongArguments {}

const WRONG_ARGUMENTS: u8 = 2;

/// Ends a program: everything that was printed is out, or that is an error
/// too, and an error is said on standard error.
pub fn finish(program: &str, lang: Lang, done: anyhow::Result<u8>) -> ExitCode {
    let done = done.and_then(|code| match io::stdout().flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(code),
    });
    match done {
        Ok(code) => code.into(),
        // The reader of our output has seen enough (`| head`).
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            // Names of files and what was found in them may be anything. That
            // standard error is closed or full is not worth another error.
            let text = told(&error, lang);
            let lines: Vec<String> = text.lines().map(escaped).collect();
            let said = wrap::on(&io::stderr(), &format!("{program}: {}", lines.join("\n")));
            let _ = writeln!(io::stderr(), "{said}");
            match error.downcast_ref::<WrongArguments>() {
                Some(_) => WRONG_ARGUMENTS.into(),
                None => ExitCode::FAILURE,
            }
        }
    }
}

/// An error and what it comes from. The system's commonest ones have words in
/// either language.
fn told(error: &anyhow::Error, lang: Lang) -> String {
    let words = |cause: &(dyn std::error::Error + 'static)| {
        let id = match cause.downcast_ref::<io::Error>().map(io::Error::kind) {
            Some(io::ErrorKind::NotFound) => "exit-not-found",
            Some(io::ErrorKind::PermissionDenied) => "exit-denied",
            Some(io::ErrorKind::IsADirectory) => "exit-directory",
            Some(io::ErrorKind::StorageFull) => "exit-full",
            _ => return cause.to_string(),
        };
        say(lang, id, &[])
    };
    error.chain().map(words).collect::<Vec<_>>().join(": ")
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
