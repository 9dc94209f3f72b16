//! Program two of the course: `othello-jugar BOARD COLOUR LEVEL`. The same as
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

/// Sigue una partida de Othello contra el programa.
///
/// Las jugadas se escriben en la entrada estándar; salir deja la partida.
///
/// Códigos de salida: 0 bien (la partida terminó o se dejó con salir), 1 el
/// tablero no se puede leer o no tiene la forma debida, o la entrada se
/// terminó antes que la partida, 2 argumentos incorrectos.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// El tablero que escribió el árbitro; - es la entrada estándar
    tablero: PathBuf,
    /// El color de la persona: B o blancas, N o negras
    color: String,
    /// 0 al azar, 1 la que da vuelta más fichas; más alto es más fuerte
    nivel: String,
    /// Hace que las jugadas del programa se repitan
    #[arg(long)]
    seed: Option<u64>,
    /// Idioma de los mensajes: es o en [por omisión: es]
    #[arg(long, value_name = "es|en")]
    lang: Option<Lang>,
}

fn main() -> ExitCode {
    let matches =
        help::arguments(Args::command(), "help-jugar", std::env::args_os().collect(), Lang::Es);
    let args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
    let lang = args.lang.unwrap_or(Lang::Es);
    let done = course::play(&args.tablero, &args.color, &args.nivel, args.seed, lang);
    exit::finish("othello-jugar", lang, done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_of_the_help_is_in_both_languages() {
        let missing = help::wordless(&Args::command(), "help-jugar");
        assert!(missing.is_empty(), "the catalogue has no words for {missing:?}");
    }

    #[test]
    fn no_mistake_in_the_arguments_is_told_in_english() {
        let (wrong, kinds) = help::english(Args::command(), "help-jugar");
        assert!(wrong.is_empty() && kinds.len() > 3, "{wrong:?} {kinds:?}");
    }
}
