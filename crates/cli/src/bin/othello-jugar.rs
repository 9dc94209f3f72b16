//! Program two of the course: `othello-jugar BOARD COLOUR LEVEL`. The same as
//! `sobremesa othello`, with nothing else around it.

#[path = "../othello/course.rs"]
mod course;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Parser;
use sobremesa_text::Lang;

/// Sigue una partida de Othello contra el programa.
///
/// Códigos de salida: 0 bien, 1 un archivo no se puede leer o escribir o no
/// tiene la forma debida, 2 argumentos incorrectos, 3 hay una jugada
/// incorrecta.
#[derive(Debug, Parser)]
#[command(version)]
struct Args {
    /// El tablero que escribió el árbitro; - es la entrada estándar
    tablero: PathBuf,
    /// El color de la persona: B blancas, N negras
    color: String,
    /// 0 al azar, 1 la que da vuelta más fichas; más alto es más fuerte
    nivel: String,
    /// Hace que las jugadas del programa se repitan
    #[arg(long)]
    seed: Option<u64>,
    /// Idioma de los mensajes: es o en
    #[arg(long, value_name = "es|en")]
    lang: Option<Lang>,
}

fn main() -> ExitCode {
    let args = Args::parse();
    let lang = args.lang.unwrap_or(Lang::Es);
    match course::play(&args.tablero, &args.color, &args.nivel, args.seed, lang) {
        Ok(code) => code.into(),
        Err(error) => {
            eprintln!("othello-jugar: {error:#}");
            ExitCode::FAILURE
        }
    }
}
