//! What a person may type at the table.

use sobremesa_kernel::PASS;

/// What a person may type at the prompt. Command names are accepted in both
/// languages, whatever the language of the session: none of them is a move of
/// any game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    Play(String),
    Undo,
    Resign,
    /// The group there is dead, or not.
    Mark(String),
    /// To what is marked as dead.
    Agree,
    /// Play goes on after it had stopped.
    Resume,
    Hint,
    Moves,
    Board,
    Save(String),
    Load(String),
    New,
    Help,
    Quit,
    /// An empty line.
    Nothing,
}

impl Command {
    /// Reads a line. Whatever is not a command is a move for the game to
    /// judge.
    #[must_use]
    pub fn read(line: &str) -> Command {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let path = || rest.trim().to_owned();
        match (word.to_lowercase().as_str(), rest.is_empty()) {
            ("", _) => Command::Nothing,
            ("undo" | "u" | "deshacer" | "atrás" | "atras", true) => Command::Undo,
            ("pass" | "p" | "paso" | "pasar", true) => Command::Play(PASS.to_owned()),
            ("resign" | "rendirse" | "rendirme" | "abandonar" | "abandono", true) => {
                Command::Resign
            }
            ("mark" | "marcar" | "marca", false) => Command::Mark(path()),
            ("agree" | "acuerdo" | "acepto" | "aceptar", true) => Command::Agree,
            ("resume" | "continue" | "seguir" | "reanudar", true) => Command::Resume,
            ("hint" | "pista" | "sugerencia", true) => Command::Hint,
            ("moves" | "jugadas", true) => Command::Moves,
            ("board" | "tablero", true) => Command::Board,
            ("save" | "guardar", _) => Command::Save(path()),
            ("load" | "cargar", _) => Command::Load(path()),
            ("new" | "nueva" | "nuevo" | "revancha" | "rematch", true) => Command::New,
            ("help" | "ayuda" | "?", true) => Command::Help,
            ("quit" | "exit" | "q" | "salir" | "fin", true) => Command::Quit,
            _ => Command::of_two_words(line).unwrap_or_else(|| Command::Play(line.to_owned())),
        }
    }

    /// What has two words on the page's buttons.
    fn of_two_words(line: &str) -> Option<Command> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        Some(match [words.first()?.as_str(), words.get(1)?] {
            _ if words.len() > 2 => return None,
            ["new", "game"] | ["partida", "nueva"] | ["nueva", "partida"] => Command::New,
            ["de", "acuerdo"] => Command::Agree,
            ["play", "on"] | ["seguir", "jugando"] => Command::Resume,
            _ => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use sobremesa_text::{Lang, say};

    use super::*;

    /// What a person learnt from the buttons of the page is understood here.
    #[test]
    fn the_words_of_the_page_are_commands() {
        for (id, command) in [
            ("page-undo", Command::Undo),
            ("page-pass", Command::Play(PASS.into())),
            ("page-resign", Command::Resign),
            ("page-settle-agree", Command::Agree),
            ("page-settle-resume", Command::Resume),
            ("page-hint", Command::Hint),
            ("page-moves", Command::Moves),
            ("page-rematch", Command::New),
            ("page-new-same", Command::New),
        ] {
            for lang in Lang::ALL {
                let word = say(lang, id, &[]);
                assert_eq!(Command::read(&word), command, "{id}: {word}");
            }
        }
    }

    /// And what the help of the terminal lists, by its first words.
    #[test]
    fn the_words_of_the_help_are_commands() {
        for lang in Lang::ALL {
            for line in say(lang, "cli-help", &[]).lines() {
                let named: Vec<&str> = line.split_whitespace().take(2).collect();
                let typed = match named[1].chars().all(char::is_uppercase) {
                    true => named.join(" "),
                    false => named[0].to_owned(),
                };
                let read = Command::read(&typed);
                let pass = Command::Play(PASS.to_owned());
                assert!(read == pass || !matches!(read, Command::Play(_)), "{typed}");
            }
        }
    }

    #[test]
    fn commands_are_read_in_both_languages() {
        assert_eq!(Command::read(" UNDO "), Command::Undo);
        assert_eq!(Command::read("deshacer"), Command::Undo);
        assert_eq!(Command::read("Paso"), Command::Play(PASS.into()));
        assert_eq!(
            Command::read("guardar una partida.sgf"),
            Command::Save("una partida.sgf".into())
        );
        assert_eq!(Command::read("save"), Command::Save(String::new()));
        assert_eq!(Command::read("  "), Command::Nothing);
    }

    #[test]
    fn anything_else_is_a_move() {
        for line in ["D4", "4", "2-1-h", "undo it", "¿qué?"] {
            assert_eq!(Command::read(line), Command::Play(line.into()));
        }
    }
}
