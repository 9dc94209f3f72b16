//! The Dots and Boxes line protocol, engine's side. `docs/dots.md` describes
//! it; [`crate::external::LineEngine`] is the controller's side.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::time::Duration;

use sobremesa_dots::{Direction, Dots, DotsPosition, Line, Rules, Size};
use sobremesa_kernel::{Budget, Engine, Game, Position};

use crate::Input;

/// A command: its word and what it does with the words after it. The answer
/// is a line to say, or what was wrong.
struct Command {
    name: &'static str,
    run: fn(&mut Session, &[&str]) -> Result<Option<String>, String>,
}

const COMMANDS: &[Command] = &[
    Command { name: "new", run: new },
    Command { name: "play", run: play },
    Command { name: "go", run: go },
    Command { name: "show", run: |session, _| Ok(Some(session.position.diagram())) },
    Command { name: "name", run: |_, _| Ok(Some("Sobremesa".to_owned())) },
    Command { name: "quit", run: quit },
];

struct Session {
    position: DotsPosition,
    engine: Box<dyn Engine<DotsPosition>>,
    level: u8,
    threads: usize,
    input: Input,
    over: bool,
}

/// Answers commands until `quit` or the end of the input.
pub fn run(
    level: u8,
    seed: u64,
    threads: usize,
    reader: impl BufRead + Send + 'static,
    mut writer: impl Write,
) -> io::Result<()> {
    let mut session = Session {
        position: DotsPosition::start(&Rules::default()),
        engine: Dots::engine(level, seed).map_err(io::Error::other)?,
        level,
        threads,
        input: Input::new(reader),
        over: false,
    };
    while !session.over
        && let Some(line) = session.input.line()
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&name, rest)) = words.split_first() else { continue };
        let answer = match COMMANDS.iter().find(|command| command.name == name) {
            Some(command) => (command.run)(&mut session, rest),
            None => {
                let names: Vec<&str> = COMMANDS.iter().map(|command| command.name).collect();
                Err(format!("unknown command {name:?}; the commands are {}", names.join(", ")))
            }
        };
        match answer {
            Ok(None) => {}
            Ok(Some(text)) => writeln!(writer, "{}", text.trim_end())?,
            Err(why) => writeln!(writer, "error {why}")?,
        }
        writer.flush()?;
    }
    Ok(())
}

fn new(session: &mut Session, words: &[&str]) -> Result<Option<String>, String> {
    let size = match *words {
        [rows, columns] => rows.parse().ok().zip(columns.parse().ok()),
        _ => None,
    };
    let size = size
        .and_then(|(rows, columns)| Size::new(rows, columns))
        .ok_or("expected: new ROWS COLUMNS, in boxes, each 1 to 20")?;
    session.position = DotsPosition::start(&Rules { size });
    Ok(None)
}

fn play(session: &mut Session, words: &[&str]) -> Result<Option<String>, String> {
    let expected = || "expected: play h|v ROW COLUMN, counted from 0".to_owned();
    let &[direction, row, column] = words else { return Err(expected()) };
    let direction = match direction {
        "h" => Direction::Horizontal,
        "v" => Direction::Vertical,
        _ => return Err(expected()),
    };
    let number = |text: &str| text.parse::<u8>().ok().and_then(|n| n.checked_add(1));
    let (Some(row), Some(column)) = (number(row), number(column)) else { return Err(expected()) };
    let line = Line { row, column, direction };
    session.position.play(line).map(|()| None).map_err(|illegal| illegal.to_string())
}

fn go(session: &mut Session, words: &[&str]) -> Result<Option<String>, String> {
    if session.position.outcome().is_some() {
        return Err("the game is over".to_owned());
    }
    let usual = &Dots::levels()[usize::from(session.level)].budget;
    let time = match *words {
        [] => None,
        [seconds] => Some(
            seconds
                .parse::<f64>()
                .ok()
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                .ok_or("expected: go [SECONDS]")?,
        ),
        _ => return Err("expected: go [SECONDS]".to_owned()),
    };
    let asked = Budget { time, threads: Some(session.threads), ..Budget::default() };
    let input = &mut session.input;
    let found = session.engine.search(&session.position, &asked.or(usual), &mut |_| {
        // The end of the input or `quit` ends the search.
        if input.waiting() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let line = found.best();
    let direction = match line.direction {
        Direction::Horizontal => 'h',
        Direction::Vertical => 'v',
    };
    Ok(Some(format!("{direction} {} {}", line.row - 1, line.column - 1)))
}

fn quit(session: &mut Session, _: &[&str]) -> Result<Option<String>, String> {
    session.over = true;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn talk(input: &str) -> Vec<String> {
        let mut output = Vec::new();
        run(2, 1, 1, io::Cursor::new(input.to_owned()), &mut output).unwrap();
        String::from_utf8(output).unwrap().lines().map(str::to_owned).collect()
    }

    #[test]
    fn a_whole_game_is_played_over_the_protocol() {
        // One box: whoever draws the fourth line has it.
        let answers = talk("new 1 1\nplay h 0 0\nplay v 0 0\nplay h 1 0\ngo 0.1\nquit\nname\n");
        assert_eq!(answers, ["v 0 1"]);
    }

    #[test]
    fn mistakes_are_answered_and_change_nothing() {
        let answers = talk(
            "new 0 3\nnew 2\nplay h 9 9\nplay x 0 0\nplay h 0 0\nplay h 0 0\nbogus\ngo soon\n",
        );
        assert_eq!(answers.len(), 7, "{answers:?}");
        assert!(answers.iter().all(|answer| answer.starts_with("error ")), "{answers:?}");
    }
}
