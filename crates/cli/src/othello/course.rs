//! The two programs themselves. `othello-arbitro` and `othello-jugar` include
//! this file too, so it uses nothing else of the program but `exit`,
//! `thinking` and `wrap`.

#[path = "files.rs"]
mod files;

use std::io::{self, BufRead, IsTerminal as _, Read, Write};
use std::path::Path;

use anyhow::{Result, anyhow, bail};
use rustyline::DefaultEditor;
use rustyline::error::ReadlineError;
use sobremesa_kernel::{Game, Message, Outcome, Position as _, Side, shown};
use sobremesa_othello::transcript::{self, Transcript, Verdict};
use sobremesa_othello::{Move, Othello, Position};
use sobremesa_text::{Lang, say, tell};

use crate::exit::WrongArguments;
use crate::{thinking, wrap};

/// The exit code when a list has an incorrect move.
pub const INCORRECT: u8 = 3;

/// The exit code after Ctrl-C, as after any program that it ends.
pub const INTERRUPTED: u8 = 130;

/// Program one: judges a list of moves and writes the board of an open game.
/// Returns the exit code.
#[allow(dead_code, reason = "each of the two small binaries uses one of the two")]
pub fn referee(input: &Path, output: &Path, lang: Lang) -> Result<u8> {
    if files::same(input, output) {
        let file = files::shown(if files::is_dash(output) { input } else { output });
        let words = say(lang, "othello-referee-same-file", &[("file", &file)]);
        return Err(WrongArguments(words).into());
    }
    let text = files::read(input)?;
    let mut game = Transcript::read(&text).map_err(|e| told(lang, e))?;
    game.players = game.players.map(|name| shown(&name));
    let player = |side: Side| &game.players[side.index()];
    match game.referee() {
        Verdict::Incorrect { line, side, text, why, before } => {
            let why = tell(lang, &why);
            let id = match text.as_str() {
                "" => "othello-referee-incorrect-pass",
                _ => "othello-referee-incorrect",
            };
            let words = say(
                lang,
                id,
                &[
                    ("line", &line),
                    ("player", player(side)),
                    ("side", &name(lang, side)),
                    ("move", &shown(&text.to_uppercase())),
                    ("why", &why),
                ],
            );
            let heading = say(lang, "othello-referee-before", &[]);
            let words = shown_here(&words);
            print(&format!("{words}\n{heading}\n{}", transcript::show_board(&before)))?;
            return Ok(INCORRECT);
        }
        Verdict::Over(position) => {
            print(&format!("{}\n", result(lang, &position, Some(&game.players))))?;
        }
        Verdict::Open(position) => {
            let board = transcript::write_board(&position);
            if files::is_standard_output(output) {
                print(&board)?;
                return Ok(0);
            }
            files::write(output, &board, lang)?;
            let side = position.turn();
            let words = say(
                lang,
                "othello-referee-open",
                &[
                    ("player", player(side)),
                    ("side", &name(lang, side)),
                    ("file", &files::shown(output)),
                ],
            );
            print(&format!("{}\n", shown_here(&words)))?;
        }
    }
    Ok(0)
}

/// Prints what the referee says. That nobody reads it does not change the
/// verdict, which is the exit code.
fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        done => Ok(done?),
    }
}

/// Program two: goes on from a board, the person's moves from standard input.
/// Returns the exit code.
#[allow(dead_code, reason = "each of the two small binaries uses one of the two")]
pub fn play(board: &Path, colour: &str, level: &str, seed: Option<u64>, lang: Lang) -> Result<u8> {
    let person = transcript::spoken_colour(colour).ok_or_else(|| {
        WrongArguments(say(lang, "othello-colour-unknown", &[("found", &shown(colour))]))
    })?;
    let most = Othello::levels().len() - 1;
    let number = level.trim().parse::<u8>().ok().filter(|&n| usize::from(n) <= most);
    let level = number.ok_or_else(|| {
        let found = shown(level);
        WrongArguments(say(lang, "othello-level-unknown", &[("found", &found), ("most", &most)]))
    })?;
    let typed = io::stdin().is_terminal();
    let mut input = io::stdin().lock();
    let text =
        if files::is_dash(board) { first_lines(&mut input, 9)? } else { files::read(board)? };
    let transcript::Setting { position, odd } =
        transcript::read_board(&text).map_err(|e| told(lang, e))?;
    if let Some(odd) = odd {
        // What is printed is the game's alone.
        let note = say(lang, "othello-board-odd", &[("why", &tell(lang, &odd.into()))]);
        let _ = writeln!(io::stderr(), "{}", wrap::on(&io::stderr(), &note));
    }
    let seed = seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0, |time| time.as_nanos() as u64)
    });
    // With `-` the board was typed, and what followed it may be read already.
    let edited = typed && io::stdout().is_terminal() && !files::is_dash(board);
    let editor = match edited && !thinking::is_plain() {
        true => Some(DefaultEditor::new()?),
        false => None,
    };
    let mut table = Evening { lang, position, person, level, seed, typed, editor };
    table.run(&mut input, &mut io::stdout().lock())
}

/// A game between a person and the program.
struct Evening {
    lang: Lang,
    position: Position,
    person: Side,
    level: u8,
    seed: u64,
    /// Whether the person types at a terminal, which shows the line and its
    /// end by itself.
    typed: bool,
    /// Edits the lines of a terminal, with those before at hand.
    editor: Option<DefaultEditor>,
}

/// What comes out of asking the person.
enum Answer {
    Move(Move),
    Leave,
    /// Ctrl-C.
    Interrupted,
    InputEnded,
}

impl Evening {
    fn run(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<u8> {
        let lang = self.lang;
        let mut engine = Othello::engine(self.level, self.seed)?;
        let budget = Othello::level(self.level)?.budget.clone();
        let (side, other) = (name(lang, self.person), name(lang, self.person.other()));
        writeln!(
            out,
            "{}",
            shown_here(&say(
                lang,
                "othello-you-play",
                &[("side", &side), ("other", &other), ("level", &self.level)]
            ))
        )?;
        writeln!(out, "{}", shown_here(&say(lang, "othello-leave-with", &[])))?;
        write!(out, "{}", transcript::show_board(&self.position))?;
        while self.position.outcome().is_none() {
            let side = self.position.turn();
            let spoken = name(lang, side);
            if self.position.legal() == [Move::Pass] {
                writeln!(out, "{}", say(lang, "othello-passes", &[("side", &spoken)]))?;
                self.position.play_unchecked(Move::Pass);
                continue;
            }
            if side == self.person {
                match self.ask(input, out)? {
                    Answer::Move(m) => self.position.play_unchecked(m),
                    Answer::Leave => {
                        writeln!(out, "{}", say(lang, "othello-left", &[]))?;
                        return Ok(0);
                    }
                    Answer::Interrupted => return Ok(INTERRUPTED),
                    Answer::InputEnded => {
                        writeln!(out)?;
                        bail!(say(lang, "othello-input-ended", &[]));
                    }
                }
            } else {
                let found = thinking::shown(lang, |progress| {
                    engine.search(&self.position, &budget, progress)
                });
                let m = found.best();
                let shown = m.to_string().to_uppercase();
                writeln!(
                    out,
                    "{}",
                    say(lang, "othello-machine-plays", &[("side", &spoken), ("move", &shown)])
                )?;
                self.position.play_unchecked(m);
            }
            write!(out, "{}", transcript::show_board(&self.position))?;
        }
        writeln!(out, "{}", result(lang, &self.position, None))?;
        Ok(0)
    }

    /// The person's move, asked for until it is valid.
    fn ask(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<Answer> {
        let side = name(self.lang, self.person);
        loop {
            let prompt = format!("{} ", say(self.lang, "othello-ask", &[("side", &side)]));
            let text = match &mut self.editor {
                Some(editor) => match editor.readline(&prompt) {
                    Ok(line) => {
                        // A line that cannot be remembered is still a line.
                        let _ = editor.add_history_entry(&line);
                        line
                    }
                    Err(ReadlineError::Interrupted) => return Ok(Answer::Interrupted),
                    Err(ReadlineError::Eof) => return Ok(Answer::InputEnded),
                    Err(error) => return Err(error.into()),
                },
                None => {
                    write!(out, "{prompt}")?;
                    out.flush()?;
                    let mut bytes = Vec::new();
                    // A line of a square needs no more; the rest of a longer
                    // one is read as further lines, and refused.
                    if input.by_ref().take(1_000).read_until(b'\n', &mut bytes)? == 0 {
                        return Ok(Answer::InputEnded);
                    }
                    if !self.typed {
                        writeln!(out)?;
                    }
                    sobremesa_text::decode(&bytes)
                }
            };
            let text = text.trim();
            // The words that `sobremesa play` takes as well.
            if ["salir", "fin", "quit", "exit"].iter().any(|word| text.eq_ignore_ascii_case(word)) {
                return Ok(Answer::Leave);
            }
            let m = transcript::read_move(text).map_err(Message::from);
            match m.and_then(|m| self.position.check(m).map(|()| m).map_err(Message::from)) {
                Ok(m) => return Ok(Answer::Move(m)),
                Err(why) => {
                    let why = tell(self.lang, &why);
                    let again = say(self.lang, "othello-ask-again", &[("why", &why)]);
                    writeln!(out, "{}", shown_here(&again))?;
                }
            }
        }
    }
}

/// A sentence as standard output shows it.
fn shown_here(text: &str) -> String {
    wrap::on(&io::stdout(), text)
}

fn name(lang: Lang, side: Side) -> String {
    say(lang, ["othello-first", "othello-second"][side.index()], &[])
}

/// Who won and the count.
fn result(lang: Lang, position: &Position, players: Option<&[String; 2]>) -> String {
    let won = match (position.outcome(), players) {
        (Some(Outcome::Win(side)), Some(players)) => {
            let player = &players[side.index()];
            say(lang, "othello-won-by", &[("player", player), ("side", &name(lang, side))])
        }
        (Some(Outcome::Win(side)), None) => {
            say(lang, "othello-won", &[("side", &name(lang, side))])
        }
        _ => say(lang, "othello-drawn", &[]),
    };
    let count = Side::BOTH.map(|side| position.discs(side).count_ones());
    let count = say(lang, "othello-count", &[("black", &count[0]), ("white", &count[1])]);
    format!("{won} {count}")
}

fn told(lang: Lang, error: sobremesa_kernel::SyntaxError) -> anyhow::Error {
    anyhow!(tell(lang, &error.into()))
}

fn first_lines(input: &mut impl BufRead, count: usize) -> Result<String> {
    let mut bytes = Vec::new();
    for _ in 0..count {
        input.by_ref().take(1_000).read_until(b'\n', &mut bytes)?;
    }
    Ok(sobremesa_text::decode(&bytes))
}
