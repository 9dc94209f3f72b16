//! Engines of others that speak GTP.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use sobremesa_games::replay;
use sobremesa_kernel::{AnyGame, Mark, PASS, Pass, Side};

use super::{Chosen, Fault, Process, greeted};

/// How long a command that does not think may take.
const PATIENCE: Duration = Duration::from_secs(20);
/// The most lines one answer may have.
const MOST_LINES: usize = 2_000;

/// A GTP engine as a client sees it.
#[derive(Debug)]
pub struct GtpEngine {
    process: Process,
    name: String,
    /// The move it made itself by `genmove`, which it has already played.
    own: Option<(Side, String)>,
    /// A pass is forced and some engines make it by themselves, so that they
    /// refuse to be told.
    forced_passes: bool,
}

impl GtpEngine {
    pub(super) fn new(process: Process) -> Result<GtpEngine, Fault> {
        let mut engine =
            GtpEngine { process, name: String::new(), own: None, forced_passes: false };
        let name = engine.ask("name", PATIENCE);
        engine.name = greeted(&engine.process, name)?;
        if let Ok(version) = engine.ask("version", PATIENCE)
            && !version.is_empty()
        {
            engine.name = format!("{} {version}", engine.name);
        }
        Ok(engine)
    }

    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn process(&self) -> &Process {
        &self.process
    }

    /// Sends a command and returns the text of its answer.
    pub fn ask(&mut self, command: &str, patience: Duration) -> Result<String, Fault> {
        let until = Instant::now() + patience;
        self.process.send(command)?;
        let mut answer = String::new();
        let mut begun = false;
        for _ in 0..MOST_LINES {
            let line = self.process.receive(until)?;
            if !begun {
                // Blank lines, and the noise some engines print, come before.
                if line.starts_with('=') || line.starts_with('?') {
                    begun = true;
                    answer = line;
                }
            } else if line.trim().is_empty() {
                let text = answer[1..].trim_start_matches(|c: char| c.is_ascii_digit()).trim();
                return if answer.starts_with('=') {
                    Ok(text.to_owned())
                } else {
                    Err(Fault::Refused(text.to_owned()))
                };
            } else {
                answer.push('\n');
                answer.push_str(&line);
            }
        }
        Err(Fault::Nonsense("endless output".to_owned()))
    }

    pub(super) fn begin(&mut self, game: &dyn AnyGame) -> Result<(), Fault> {
        self.own = None;
        let facts = game.entry().facts;
        self.forced_passes = facts.pass == Pass::Forced;
        let start = game.start();
        let picture = start.view().picture;
        if facts.usual_size != Some([picture.rows, picture.columns]) {
            self.size(picture.rows, picture.columns)?;
        }
        self.ask("clear_board", PATIENCE)?;
        let unusual = replay::unusual_start(game).is_some();
        for pair in game.rules().split_whitespace() {
            match pair.split_once('=') {
                Some(("komi", komi)) => {
                    self.ask(&format!("komi {komi}"), PATIENCE)?;
                }
                Some(("handicap", stones)) if stones != "0" && !unusual => {
                    let points: Vec<&str> =
                        picture.stands.iter().map(|stand| stand.at.as_str()).collect();
                    self.ask(&format!("set_free_handicap {}", points.join(" ")), PATIENCE)?;
                }
                _ => {}
            }
        }
        if unusual {
            self.set_up(&*start)
        } else if self.forced_passes && start.turn() == Side::Second {
            self.try_white(&*start)
        } else {
            Ok(())
        }
    }

    /// Says how large the board is. That an engine does not play on such a
    /// board is nobody's fault; GTP has no oblong ones, KataGo has a command.
    fn size(&mut self, rows: usize, columns: usize) -> Result<(), Fault> {
        let command = if rows == columns {
            format!("boardsize {rows}")
        } else {
            format!("rectangular_boardsize {columns} {rows}")
        };
        match self.ask(&command, PATIENCE) {
            Err(Fault::Refused(why)) => Err(Fault::NoSetUp(format!("{command}: {why}"))),
            other => other.map(|_| ()),
        }
    }

    /// GTP has no way to say that White begins: sees whether the engine lets
    /// it, before it is blamed for a game.
    fn try_white(&mut self, start: &dyn AnyGame) -> Result<(), Fault> {
        for play in start.legal().iter().take(1) {
            match self.ask(&format!("play {} {play}", colour(Side::Second)), PATIENCE) {
                Err(Fault::Refused(why)) => {
                    return Err(Fault::NoSetUp(format!("White may not begin: {why}")));
                }
                other => other?,
            };
        }
        self.ask("clear_board", PATIENCE).map(|_| ())
    }

    /// Gives it the position of a match without moves.
    fn set_up(&mut self, start: &dyn AnyGame) -> Result<(), Fault> {
        if start.entry().facts.set_up_by_pieces {
            // Stones that all have liberties at the end capture nothing on the
            // way there, in whatever order they are put.
            for stand in start.view().picture.stands {
                if let (Mark::Piece, Some(side)) = (stand.mark, stand.side) {
                    self.ask(&format!("play {} {}", colour(side), stand.at), PATIENCE)?;
                }
            }
            return Ok(());
        }
        let cannot = |why: String| Fault::NoSetUp(why);
        let sgf = replay::record(start, ["", ""]).to_sgf();
        let sgf = sgf.map_err(|error| cannot(error.to_string()))?;
        let file = Temporary::with(&sgf).map_err(|error| cannot(error.to_string()))?;
        match self.ask(&format!("loadsgf {}", file.0.display()), PATIENCE) {
            Err(Fault::Refused(why)) => Err(cannot(format!("loadsgf: {why}"))),
            other => other.map(|_| ()),
        }
    }

    pub(super) fn played(&mut self, side: Side, play: &str) -> Result<(), Fault> {
        if self.own.take().is_some_and(|(by, own)| by == side && own.eq_ignore_ascii_case(play)) {
            return Ok(());
        }
        match self.ask(&format!("play {} {play}", colour(side)), PATIENCE) {
            Err(Fault::Refused(_)) if self.forced_passes && play == PASS => Ok(()),
            other => other.map(|_| ()),
        }
    }

    pub(super) fn choose(&mut self, side: Side, patience: Duration) -> Result<Chosen, Fault> {
        let answer = self.ask(&format!("genmove {}", colour(side)), patience)?;
        let text = answer.trim();
        if text.eq_ignore_ascii_case("resign") {
            return Ok(Chosen::Resign);
        }
        if text.is_empty() || text.contains(char::is_whitespace) || text.len() > 8 {
            return Err(Fault::Nonsense(text.chars().take(60).collect()));
        }
        self.own = Some((side, text.to_owned()));
        Ok(Chosen::Play(text.to_owned()))
    }
}

fn colour(side: Side) -> &'static str {
    match side {
        Side::First => "black",
        Side::Second => "white",
    }
}

/// A file that is gone when dropped.
struct Temporary(std::path::PathBuf);

impl Temporary {
    fn with(text: &str) -> std::io::Result<Temporary> {
        static MADE: AtomicU64 = AtomicU64::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let name = format!("sobremesa-{}-{number}.sgf", std::process::id());
        let path = std::env::temp_dir().join(name);
        // Made anew, so that nobody else's file is written to.
        let mut file = std::fs::File::create_new(&path)?;
        let temporary = Temporary(path);
        file.write_all(text.as_bytes())?;
        Ok(temporary)
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
