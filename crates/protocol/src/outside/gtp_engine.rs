use std::time::{Duration, Instant};

use sobremesa_kernel::{Match, Side};

use super::{Chosen, Fault, Process};

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
}

impl GtpEngine {
    pub(super) fn new(process: Process) -> Result<GtpEngine, Fault> {
        let mut engine = GtpEngine { process, name: String::new(), own: None };
        engine.name = engine.ask("name", PATIENCE)?;
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

    pub(super) fn begin(&mut self, table: &dyn Match) -> Result<(), Fault> {
        self.own = None;
        let view = table.view();
        if table.entry().id == "go" || view.picture.rows != 8 {
            self.ask(&format!("boardsize {}", view.picture.rows), PATIENCE)?;
        }
        self.ask("clear_board", PATIENCE)?;
        for pair in table.rules().split_whitespace() {
            match pair.split_once('=') {
                Some(("komi", komi)) => {
                    self.ask(&format!("komi {komi}"), PATIENCE)?;
                }
                Some(("handicap", stones)) if stones != "0" => {
                    let points: Vec<&str> =
                        view.picture.stands.iter().map(|stand| stand.at.as_str()).collect();
                    self.ask(&format!("set_free_handicap {}", points.join(" ")), PATIENCE)?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    pub(super) fn played(&mut self, side: Side, play: &str) -> Result<(), Fault> {
        if self.own.take().is_some_and(|(by, own)| by == side && own.eq_ignore_ascii_case(play)) {
            return Ok(());
        }
        self.ask(&format!("play {} {play}", colour(side)), PATIENCE).map(|_| ())
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
