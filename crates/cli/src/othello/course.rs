//! The two programs themselves. `othello-arbitro` and `othello-jugar` include
//! this file too, so it uses nothing else of the program.

use std::fs;
use std::io::{self, BufRead, Read, Write};
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use sobremesa_kernel::{Game, Message, Outcome, Position as _, Side, silent};
use sobremesa_othello::transcript::{self, Transcript, Verdict};
use sobremesa_othello::{Move, Othello, Position};
use sobremesa_text::{Lang, say, tell};

/// The exit code when a list has an incorrect move.
pub const INCORRECT: u8 = 3;

/// Program one: judges a list of moves and writes the board of an open game.
/// Returns the exit code.
#[allow(dead_code, reason = "each of the two small binaries uses one of the two")]
pub fn referee(input: &Path, output: &Path, lang: Lang) -> Result<u8> {
    let text = read(input)?;
    let game = Transcript::read(&text).map_err(|e| told(lang, e))?;
    let player = |side: Side| &game.players[side.index()];
    match game.referee() {
        Verdict::Incorrect { line, side, text, why, before } => {
            let why = tell(lang, &why);
            let id = match text.as_str() {
                "" => "othello-referee-incorrect-pass",
                _ => "othello-referee-incorrect",
            };
            let shown = text.to_uppercase();
            println!(
                "{}",
                say(
                    lang,
                    id,
                    &[
                        ("line", &line),
                        ("player", player(side)),
                        ("side", &name(lang, side)),
                        ("move", &shown),
                        ("why", &why),
                    ]
                )
            );
            println!("{}", say(lang, "othello-referee-before", &[]));
            print!("{}", transcript::show_board(&before));
            return Ok(INCORRECT);
        }
        Verdict::Over(position) => {
            println!("{}", result(lang, &position, Some(&game.players)));
        }
        Verdict::Open(position) => {
            let board = transcript::write_board(&position);
            if is_dash(output) {
                print!("{board}");
                io::stdout().flush()?;
                return Ok(0);
            }
            write_whole(output, &board)?;
            let side = position.turn();
            println!(
                "{}",
                say(
                    lang,
                    "othello-referee-open",
                    &[
                        ("player", player(side)),
                        ("side", &name(lang, side)),
                        ("file", &output.display()),
                    ]
                )
            );
        }
    }
    Ok(0)
}

/// Program two: goes on from a board, the person's moves from standard input.
/// Returns the exit code.
#[allow(dead_code, reason = "each of the two small binaries uses one of the two")]
pub fn play(board: &Path, colour: &str, level: &str, seed: Option<u64>, lang: Lang) -> Result<u8> {
    let person = transcript::colour(colour)
        .ok_or_else(|| anyhow!(say(lang, "othello-colour-unknown", &[("found", &colour)])))?;
    let most = Othello::levels().len() - 1;
    let number = level.trim().parse::<u8>().ok().filter(|&n| usize::from(n) <= most);
    let level = number.ok_or_else(|| {
        anyhow!(say(lang, "othello-level-unknown", &[("found", &level), ("most", &most)]))
    })?;
    let mut input = io::stdin().lock();
    let text = if is_dash(board) { first_lines(&mut input, 9)? } else { read(board)? };
    let position = transcript::read_board(&text).map_err(|e| told(lang, e))?;
    let seed = seed.unwrap_or_else(|| {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
        now.map_or(0, |time| time.as_nanos() as u64)
    });
    let mut table = Evening { lang, position, person, level, seed };
    table.run(&mut input, &mut io::stdout().lock())
}

/// A game between a person and the program.
struct Evening {
    lang: Lang,
    position: Position,
    person: Side,
    level: u8,
    seed: u64,
}

impl Evening {
    fn run(&mut self, input: &mut impl BufRead, out: &mut impl Write) -> Result<u8> {
        let lang = self.lang;
        let mut engine = Othello::engine(self.level, self.seed);
        let budget = Othello::levels()[usize::from(self.level)].budget.clone();
        let (side, other) = (name(lang, self.person), name(lang, self.person.other()));
        writeln!(
            out,
            "{}",
            say(
                lang,
                "othello-you-play",
                &[("side", &side), ("other", &other), ("level", &self.level)]
            )
        )?;
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
                let Some(m) = self.ask(input, out)? else {
                    writeln!(out)?;
                    bail!(say(lang, "othello-input-ended", &[]));
                };
                self.position.play_unchecked(m);
            } else {
                let m = engine.search(&self.position, &budget, &mut silent).best();
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

    /// The person's move, asked for until it is valid; `None` at the end of
    /// the input.
    fn ask(&self, input: &mut impl BufRead, out: &mut impl Write) -> Result<Option<Move>> {
        let side = name(self.lang, self.person);
        loop {
            write!(out, "{} ", say(self.lang, "othello-ask", &[("side", &side)]))?;
            out.flush()?;
            let mut bytes = Vec::new();
            // A line of a square needs no more; the rest of a longer one is
            // read as further lines, and refused.
            if input.by_ref().take(1_000).read_until(b'\n', &mut bytes)? == 0 {
                return Ok(None);
            }
            let text = String::from_utf8_lossy(&bytes);
            let m = match text.trim() {
                "" => Ok(Move::Pass),
                text => text.parse::<Move>().map_err(Message::from),
            };
            match m.and_then(|m| self.position.check(m).map(|()| m).map_err(Message::from)) {
                Ok(m) => return Ok(Some(m)),
                Err(why) => {
                    let why = tell(self.lang, &why);
                    writeln!(out, "{}", say(self.lang, "othello-ask-again", &[("why", &why)]))?;
                }
            }
        }
    }
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

fn is_dash(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A whole file, or standard input for `-`. Names may be in any encoding.
fn read(path: &Path) -> Result<String> {
    let mut bytes = Vec::new();
    let most = transcript::MAX_LEN as u64 + 1;
    if is_dash(path) {
        io::stdin().lock().take(most).read_to_end(&mut bytes)?;
    } else {
        let file = fs::File::open(path).with_context(|| path.display().to_string())?;
        file.take(most).read_to_end(&mut bytes).with_context(|| path.display().to_string())?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn first_lines(input: &mut impl BufRead, count: usize) -> Result<String> {
    let mut bytes = Vec::new();
    for _ in 0..count {
        input.by_ref().take(1_000).read_until(b'\n', &mut bytes)?;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Writes beside the file and renames, so that no half-written file is ever
/// there. What is not a plain file (a terminal, a pipe) is written directly.
fn write_whole(path: &Path, text: &str) -> Result<()> {
    let shown = || path.display().to_string();
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return fs::write(path, text).with_context(shown);
    }
    let mut part = path.as_os_str().to_owned();
    part.push(format!(".{}.part", std::process::id()));
    let written = fs::write(&part, text).and_then(|()| fs::rename(&part, path));
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.with_context(shown)
}
