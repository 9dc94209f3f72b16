use std::fs;
use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::{Context as _, bail};
use sobremesa_games::replay;
use sobremesa_kernel::{Budget, Match, Outcome, Player, Refusal, Side};
use sobremesa_record::{GameResult, How, Record};
use sobremesa_text::{Lang, say, tell};

use super::command::Command;
use super::console::Console;
use super::{draw, hint};
use crate::thinking::{self, short};
use crate::wrap;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    Human,
    Machine,
}

/// How the machine plays.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    pub level: u8,
    pub time: Option<Duration>,
    pub seed: Option<u64>,
}

/// How long a hint may take.
const HINT: Duration = Duration::from_secs(2);

/// A game in progress in the terminal.
pub struct Session {
    game: Box<dyn Match>,
    seats: [Seat; 2],
    machine: Machine,
    player: Option<Player>,
    adviser: Option<Player>,
    console: Console,
    lang: Lang,
    resigned: Option<Side>,
    /// Began from a diagram, which a saved move list cannot tell.
    set_up: bool,
}

/// Whether the session goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Ask,
    Show,
    Leave,
}

impl Session {
    pub fn new(
        game: Box<dyn Match>,
        seats: [Seat; 2],
        machine: Machine,
        console: Console,
        lang: Lang,
        set_up: bool,
    ) -> Session {
        Session {
            game,
            seats,
            machine,
            player: None,
            adviser: None,
            console,
            lang,
            resigned: None,
            set_up,
        }
    }

    /// Plays until the person leaves or the input ends.
    pub fn run(mut self) -> anyhow::Result<()> {
        self.welcome()?;
        let mut show = true;
        loop {
            if show {
                self.show_board()?;
            }
            if self.over() {
                if show {
                    self.show_result()?;
                }
                if self.seats == [Seat::Machine; 2] {
                    return Ok(());
                }
            } else if self.seat() == Seat::Machine {
                self.machine_moves()?;
                show = true;
                continue;
            } else if self.must_pass() {
                let side = self.side_name(self.game.turn());
                self.say("cli-forced-pass", &[("side", &side)])?;
                self.play_own("pass")?;
                show = true;
                continue;
            }
            match self.ask()? {
                Next::Leave => return Ok(()),
                Next::Show => show = true,
                Next::Ask => show = false,
            }
        }
    }

    /// Continues a saved game.
    pub fn load(&mut self, path: &str) -> anyhow::Result<()> {
        let bytes = fs::read(path).with_context(|| path.to_owned())?;
        let lang = self.lang;
        let explain = |why: String| say(lang, "cli-load-failed", &[("file", &path), ("why", &why)]);
        let record = Record::from_sgf(&bytes)
            .map_err(|error| anyhow::anyhow!(explain(tell(lang, &error.into()))))?;
        if record.game != self.game.entry().id {
            let game = say(lang, &format!("game-{}", record.game), &[]);
            bail!(say(lang, "cli-load-other-game", &[("file", &path), ("game", &game)]));
        }
        self.set_up = record.set_up.is_some();
        self.game = replay::replay(&record)
            .map_err(|error| anyhow::anyhow!(explain(self.replay_error(error))))?;
        self.resigned = None;
        Ok(())
    }

    fn replay_error(&self, error: replay::ReplayError) -> String {
        match error {
            replay::ReplayError::Illegal { number, play, message, .. } => {
                let why = tell(self.lang, &message);
                say(
                    self.lang,
                    "cli-move-refused",
                    &[("number", &number), ("move", &play), ("why", &why)],
                )
            }
            replay::ReplayError::Unreadable(error) => tell(self.lang, &error.into()),
            replay::ReplayError::UnknownGame(_) => error.to_string(),
        }
    }

    fn save(&self, path: &str) -> anyhow::Result<()> {
        if self.set_up {
            bail!(say(self.lang, "cli-save-set-up", &[]));
        }
        let names = Side::BOTH.map(|side| {
            let word = match self.seats[side.index()] {
                Seat::Human => "common-human",
                Seat::Machine => "common-machine",
            };
            say(self.lang, word, &[])
        });
        let mut record = replay::record(self.game.as_ref(), [&names[0], &names[1]]);
        if let Some(loser) = self.resigned {
            let won = GameResult::Win(loser.other().into(), How::Resignation);
            record.result = won.to_string();
        }
        let text =
            record.to_sgf().map_err(|error| anyhow::anyhow!(tell(self.lang, &error.into())))?;
        fs::write(path, text).with_context(|| path.to_owned())
    }

    /// Asks until something is done.
    fn ask(&mut self) -> anyhow::Result<Next> {
        let prompt = if self.over() {
            "> ".to_owned()
        } else {
            format!("{}> ", self.side_name(self.game.turn()))
        };
        let Some(line) = self.console.read(&prompt)? else { return Ok(Next::Leave) };
        match Command::read(&line) {
            Command::Nothing => return Ok(Next::Ask),
            Command::Quit => return Ok(Next::Leave),
            Command::Board => return Ok(Next::Show),
            Command::Help => self.help()?,
            Command::Moves => self.list_moves()?,
            Command::Hint => self.hint()?,
            Command::Undo => return self.undo(),
            Command::New => {
                let rules = self.game.rules();
                self.game = self
                    .game
                    .entry()
                    .start(&rules)
                    .map_err(|error| anyhow::anyhow!(tell(self.lang, &error.into())))?;
                self.resigned = None;
                self.set_up = false;
                return Ok(Next::Show);
            }
            Command::Resign if !self.over() => {
                self.resigned = Some(self.game.turn());
                return Ok(Next::Show);
            }
            Command::Resign => self.say("common-game-over", &[])?,
            Command::Save(path) | Command::Load(path) if path.is_empty() => {
                self.say("cli-file-missing", &[])?;
            }
            Command::Save(path) => match self.save(&path) {
                Ok(()) => self.say("cli-saved", &[("file", &path)])?,
                Err(error) => self.print(&format!("{error:#}"))?,
            },
            Command::Load(path) => match self.load(&path) {
                Ok(()) => return Ok(Next::Show),
                Err(error) => self.print(&format!("{error:#}"))?,
            },
            Command::Play(_) if self.resigned.is_some() => self.say("common-game-over", &[])?,
            Command::Play(text) => match self.game.play(&text) {
                Ok(_) => return Ok(Next::Show),
                Err(refusal) => self.refuse(&refusal)?,
            },
        }
        Ok(Next::Ask)
    }

    fn refuse(&mut self, refusal: &Refusal) -> anyhow::Result<()> {
        self.print(&tell(self.lang, &refusal.message))?;
        if refusal.unreadable {
            self.say("cli-try-help", &[])?;
        }
        Ok(())
    }

    /// Takes back to the last time a person was to move.
    fn undo(&mut self) -> anyhow::Result<Next> {
        if self.resigned.take().is_some() {
            return Ok(Next::Show);
        }
        let human = |side: Side| self.seats[side.index()] == Seat::Human;
        let Some(last) = self.game.moves().iter().rposition(|played| human(played.side)) else {
            self.say("cli-nothing-to-undo", &[])?;
            return Ok(Next::Ask);
        };
        while self.game.moves().len() > last && self.game.undo() {}
        Ok(Next::Show)
    }

    fn machine_moves(&mut self) -> anyhow::Result<()> {
        let seed = self.machine.seed.unwrap_or_else(clock_seed);
        let entry = self.game.entry();
        let player = match &mut self.player {
            Some(player) => player,
            none => none.insert(entry.player(self.machine.level, seed).context("level")?),
        };
        let budget = self.machine.time.map_or_else(Budget::default, Budget::time);
        let side = self.game.turn();
        let game = self.game.as_ref();
        let found = thinking::shown(self.lang, |progress| player.think(game, &budget, progress));
        let Some(found) = found else {
            bail!("the machine has no move");
        };
        let play = found.best();
        let side = self.side_name(side);
        let value = found.lines[0].value;
        if found.nodes > 1 && value != sobremesa_kernel::Value::Unknown {
            let nodes = short(found.nodes);
            self.say(
                "cli-machine-plays-with-value",
                &[("side", &side), ("move", &play), ("value", &value), ("nodes", &nodes)],
            )?;
        } else {
            self.say("cli-machine-plays", &[("side", &side), ("move", &play)])?;
        }
        self.play_own(&play)
    }

    /// Plays a move that is legal by construction.
    fn play_own(&mut self, text: &str) -> anyhow::Result<()> {
        self.game.play(text).map_err(|refusal| anyhow::anyhow!("{text}: {refusal}"))?;
        Ok(())
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if self.over() {
            return self.say("common-game-over", &[]);
        }
        let entry = self.game.entry();
        let strongest = entry.levels().last().context("level")?;
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => none.insert(entry.player(strongest.number, 1).context("level")?),
        };
        let time = self.machine.time.unwrap_or(HINT);
        let (game, budget) = (self.game.as_ref(), Budget::time(time));
        let found = thinking::shown(self.lang, |progress| adviser.think(game, &budget, progress));
        let Some((best, others)) = found.as_ref().and_then(|found| found.lines.split_first())
        else {
            return Ok(());
        };
        let level = say(self.lang, strongest.name, &[]);
        self.print(&hint::words(self.lang, self.game.as_ref(), best, &level))?;
        if best.pv.len() > 1 {
            let line = best.pv.iter().take(8).cloned().collect::<Vec<_>>().join(" ");
            self.say("cli-hint-goes-on", &[("line", &line)])?;
        }
        let others: Vec<String> =
            others.iter().take(2).map(|line| format!("{} ({})", line.play, line.value)).collect();
        if !others.is_empty() {
            self.say("cli-hint-others", &[("list", &others.join(", "))])?;
        }
        Ok(())
    }

    fn welcome(&mut self) -> anyhow::Result<()> {
        let entry = self.game.entry();
        let game = say(self.lang, &format!("game-{}", entry.id), &[]);
        let rules = self.game.rules();
        self.say("cli-welcome", &[("game", &game), ("rules", &rules)])?;
        let level = say(self.lang, entry.levels()[usize::from(self.machine.level)].name, &[]);
        for side in Side::BOTH {
            let name = self.side_name(side);
            match self.seats[side.index()] {
                Seat::Human => self.say("cli-seat-human", &[("side", &name)])?,
                Seat::Machine => self.say(
                    "cli-seat-machine",
                    &[("side", &name), ("level", &self.machine.level), ("name", &level)],
                )?,
            }
        }
        self.say("cli-try-help", &[])
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.say(&format!("cli-help-{}", self.game.entry().id), &[])?;
        self.say("cli-help", &[])
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        let legal = self.game.legal();
        if legal.is_empty() {
            return self.say("common-game-over", &[]);
        }
        let list = legal.join(" ");
        self.say("cli-legal-moves", &[("count", &legal.len()), ("list", &list)])
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        let view = self.game.view();
        let mut text = draw::board(&view, self.console.ink);
        for (name, [first, second]) in &view.picture.counts {
            let word = say(self.lang, &format!("count-{name}"), &[]);
            text.push_str(&self.both(&word, first, second));
        }
        let counts = view.outcome.is_some() || draw::counts_during_play(view.game);
        if let Some([first, second]) = view.score.filter(|_| counts) {
            let word = say(self.lang, "common-score-word", &[]);
            text.push_str(&self.both(&word, &first, &second));
        }
        self.print(&format!("\n{}", text.trim_end_matches('\n')))
    }

    /// A count of both sides as a line: `score: Black 2, White 2`.
    fn both(
        &self,
        word: &str,
        first: &dyn std::fmt::Display,
        second: &dyn std::fmt::Display,
    ) -> String {
        let [one, two] = Side::BOTH.map(|side| self.side_name(side));
        format!("{word}: {one} {first}, {two} {second}\n")
    }

    fn show_result(&mut self) -> anyhow::Result<()> {
        let wins =
            |side: Side| say(self.lang, &format!("{}-wins-{side}", self.game.entry().id), &[]);
        match (self.resigned, self.game.outcome()) {
            (Some(loser), _) => self.say("cli-resigned", &[("wins", &wins(loser.other()))])?,
            (None, Some(Outcome::Win(side))) => self.print(&wins(side))?,
            (None, Some(Outcome::Draw)) => self.say("common-draw", &[])?,
            (None, None) => {}
        }
        if self.seats == [Seat::Machine; 2] {
            return Ok(());
        }
        self.say("cli-next-game", &[])
    }

    fn over(&self) -> bool {
        self.resigned.is_some() || self.game.outcome().is_some()
    }

    fn seat(&self) -> Seat {
        self.seats[self.game.turn().index()]
    }

    fn must_pass(&self) -> bool {
        self.game.legal() == ["pass"]
    }

    fn side_name(&self, side: Side) -> String {
        say(self.lang, &format!("{}-{side}", self.game.entry().id), &[])
    }

    fn say(&self, id: &str, args: &[(&str, &dyn std::fmt::Display)]) -> anyhow::Result<()> {
        self.print(&wrap::on(&io::stdout(), &say(self.lang, id, args)))
    }

    fn print(&self, text: &str) -> anyhow::Result<()> {
        Ok(writeln!(io::stdout(), "{text}")?)
    }
}

/// A seed that differs from game to game.
fn clock_seed() -> u64 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |now| now.as_nanos() as u64)
}
