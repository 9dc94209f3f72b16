//! Program one of the course: `othello-arbitro INPUT OUTPUT`. The same as
//! `sobremesa othello`, with nothing else around it.

#![deny(clippy::print_stdout, clippy::print_stderr)]

#[path = "../othello/course.rs"]
mod course;
#[path = "../exit.rs"]
mod exit;
#[path = "../help.rs"]
mod help;
#[path = "../thinking.rs"]
#[allow(dead_code, reason = "shared with the other programs")]
mod thinking;
#[path = "../wrap.rs"]
mod wrap;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser};
use sobremesa_text::Lang;

/// Revisa una partida de Othello y escribe el tablero si no terminó.
///
/// Códigos de salida: 0 bien, 1 un archivo no se puede leer o escribir o no
/// tiene la forma debida, 2 argumentos incorrectos, 3 hay una jugada
/// incorrecta.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// La lista de jugadas; - es la entrada estándar
    entrada: PathBuf,
    /// Dónde escribir el tablero; - es la salida estándar
    salida: PathBuf,
    /// Idioma de los mensajes: es o en [por omisión: es]
    #[arg(long, value_name = "es|en")]
    lang: Option<Lang>,
}

fn main() -> ExitCode {
    let matches =
        help::arguments(Args::command(), "help-arbitro", std::env::args_os().collect(), Lang::Es);
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let lang = args.lang.unwrap_or(Lang::Es);
    let done = course::referee(&args.entrada, &args.salida, lang);
    exit::finish("othello-arbitro", lang, done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_help_is_in_both_languages() {
        let missing = help::wordless(&Args::command(), "help-arbitro");
        assert!(missing.is_empty(), "the catalogue has no words for {missing:?}");
    }

    #[test]
    fn no_mistake_in_the_arguments_is_told_in_english() {
        let (wrong, kinds) = help::english(Args::command(), "help-arbitro");
        assert!(wrong.is_empty() && kinds.len() > 3, "{wrong:?} {kinds:?}");
    }
}
