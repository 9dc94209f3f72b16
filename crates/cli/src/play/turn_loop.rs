//! A game in the terminal, from the first move to the last.

use std::fs;
use std::io::{self, Write as _};
use std::time::Duration;

use anyhow::{Context as _, bail};
use sobremesa_games::{archive, replay};
use sobremesa_kernel::{AnyEngine, AnyGame, Budget, Message, PASS, Side};
use sobremesa_record::{GameResult, Record};
use sobremesa_table::{
    self as table, Ending, Header, Held, Occupant, Recorded, Refused, State, Time, Wants, Who,
    World,
};
use sobremesa_text::{Lang, say, tell};

use super::command::Command;
use super::console::Console;
use super::{draw, hint};
use crate::thinking::{self, short};
use crate::wrap;

/// How the machine plays.
#[derive(Clone, Copy, Debug)]
pub struct Machine {
    pub level: u8,
    pub time: Option<Duration>,
    pub seed: Option<u64>,
}

/// How long a hint may take.
const HINT: Duration = Duration::from_secs(2);

/// A match in the terminal: without clocks, and kept nowhere unless it is saved.
pub struct TurnLoop {
    state: State,
    /// What was before somebody gave up, which can be taken back at home.
    before: Option<State>,
    machine: Machine,
    player: Option<AnyEngine>,
    adviser: Option<AnyEngine>,
    console: Console,
    lang: Lang,
}

/// Whether the session goes on.
#[derive(PartialEq, Eq)]
enum Next {
    Ask,
    Show,
    Leave,
}

/// A match of these players, as far as the game has come; it is over if
/// `result` says so.
fn open(game: Box<dyn AnyGame>, seats: [Occupant; 2], result: String) -> State {
    let header = Header {
        seats: seats.map(table::Seat::of),
        record: Some(Recorded { sgf: String::new(), result, moves: 0 }),
        ..Header::between_people(game.entry().id, &game.rules())
    };
    let says = archive::says(&header);
    State::open(header, game, says)
}

impl TurnLoop {
    pub fn new(
        game: Box<dyn AnyGame>,
        seats: [Occupant; 2],
        machine: Machine,
        console: Console,
        lang: Lang,
    ) -> TurnLoop {
        let (state, before) = (open(game, seats, String::new()), None);
        TurnLoop { state, before, machine, player: None, adviser: None, console, lang }
    }

    /// Plays until the person leaves or the input ends.
    pub fn run(mut self) -> anyhow::Result<()> {
        self.welcome()?;
        loop {
            if let Some(Wants::Proposal { seq }) = self.state.wants() {
                let judged = thinking::shown::<String, _>(self.lang, |_| self.game().judge());
                let dead = judged.map_or_else(Vec::new, |judged| judged.dead);
                self.happens(Who::Referee, &table::Command::Propose { dead, seq })?;
            }
            self.show_board()?;
            match self.state.wants() {
                Some(Wants::Move { side, seq }) => {
                    self.machine_moves(side, seq)?;
                    continue;
                }
                _ if self.state.ended().is_some() => {
                    self.show_result()?;
                    if self.state.header().is_show() {
                        return Ok(());
                    }
                }
                _ if self.state.settling() => self.show_settlement()?,
                _ if self.game().legal() == [PASS] => {
                    let side = self.side_name(self.game().turn());
                    self.say("cli-forced-pass", &[("side", &side)])?;
                    let play =
                        table::Command::Play { play: PASS.to_owned(), seq: self.state.seq() };
                    self.happens(Who::Holder(self.people()), &play)?;
                    continue;
                }
                _ => {}
            }
            loop {
                match self.ask()? {
                    Next::Ask => {}
                    Next::Show => break,
                    Next::Leave => return Ok(()),
                }
            }
        }
    }

    /// The seats that people have.
    fn people(&self) -> Held {
        Held::new(Side::BOTH.map(|side| !self.state.header().is_machine(side)))
    }

    fn game(&self) -> &dyn AnyGame {
        self.state.game()
    }

    fn step(&mut self, who: Who, command: &table::Command) -> Result<(), Refused> {
        self.state.run(who, command, &World::at(Time::default())).map(|_| ())
    }

    /// The same for what cannot be refused.
    fn happens(&mut self, who: Who, command: &table::Command) -> anyhow::Result<()> {
        self.step(who, command).map_err(|refused| anyhow::anyhow!("{command:?}: {refused}"))
    }

    /// What a person asks for.
    fn person(&mut self, command: &table::Command) -> anyhow::Result<Next> {
        let Err(refused) = self.step(Who::Holder(self.people()), command) else {
            return Ok(Next::Show);
        };
        self.print(&tell(self.lang, &Message::from(&refused)))?;
        if matches!(refused, Refused::Move(refusal) if refusal.unreadable) {
            self.say("cli-try-help", &[])?;
        }
        Ok(Next::Ask)
    }

    /// Continues a saved game.
    pub fn load(&mut self, path: &str) -> anyhow::Result<()> {
        let bytes = fs::read(path).with_context(|| path.to_owned())?;
        let lang = self.lang;
        let explain = |why: String| say(lang, "cli-load-failed", &[("file", &path), ("why", &why)]);
        let record = Record::from_sgf(&bytes)
            .map_err(|error| anyhow::anyhow!(explain(tell(lang, &error.into()))))?;
        if record.game != self.game().entry().id {
            let game = say(lang, &format!("game-{}", record.game), &[]);
            bail!(say(lang, "cli-load-other-game", &[("file", &path), ("game", &game)]));
        }
        let game = replay::replay(&record)
            .map_err(|error| anyhow::anyhow!(explain(self.replay_error(error))))?;
        // What the rules say anyway need not be said.
        let says = record.result.parse().ok();
        let unsaid = says.is_some_and(|says: GameResult| !says.agrees(replay::result(&*game)));
        self.begin(game, if unsaid { record.result } else { String::new() });
        Ok(())
    }

    /// The same players play from here.
    fn begin(&mut self, game: Box<dyn AnyGame>, result: String) {
        let seats = Side::BOTH.map(|side| self.state.header().seats[side.index()].occupant);
        (self.state, self.before) = (open(game, seats, result), None);
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
        let names = Side::BOTH.map(|side| {
            let is_machine = self.state.header().is_machine(side);
            say(self.lang, if is_machine { "common-machine" } else { "common-human" }, &[])
        });
        let written = archive::record(&self.state, &*self.game().start(), [&names[0], &names[1]]);
        if !written.diagram.is_empty() {
            bail!(say(self.lang, "cli-save-set-up", &[]));
        }
        // A game that is played out counts otherwise than was agreed.
        let record = Record { rules: self.state.header().rules.clone(), ..written };
        let text =
            record.to_sgf().map_err(|error| anyhow::anyhow!(tell(self.lang, &error.into())))?;
        fs::write(path, text).with_context(|| path.to_owned())
    }

    /// Asks for something and does it.
    fn ask(&mut self) -> anyhow::Result<Next> {
        let settling = self.state.settling();
        let prompt = if self.state.ended().is_some() || settling {
            "> ".to_owned()
        } else {
            format!("{}> ", self.side_name(self.game().turn()))
        };
        let Some(line) = self.console.read(&prompt)? else { return Ok(Next::Leave) };
        let seq = self.state.seq();
        match Command::read(&line) {
            Command::Nothing => {}
            Command::Quit => return Ok(Next::Leave),
            Command::Board => return Ok(Next::Show),
            Command::Help => self.help()?,
            Command::Moves => self.list_moves()?,
            Command::Hint => self.hint()?,
            Command::Undo => match self.before.take() {
                Some(before) => {
                    self.state = before;
                    return Ok(Next::Show);
                }
                None => return self.person(&table::Command::Undo { seq: None }),
            },
            Command::New => {
                let started = self.game().entry().start(&self.state.header().rules);
                let game =
                    started.map_err(|error| anyhow::anyhow!(tell(self.lang, &error.into())))?;
                self.begin(game, String::new());
                return Ok(Next::Show);
            }
            Command::Resign => {
                let before = self.state.clone();
                let next = self.person(&table::Command::Resign)?;
                self.before = (next == Next::Show).then_some(before).or(self.before.take());
                return Ok(next);
            }
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
            Command::Agree => return self.agree(&table::Command::Agree { seq }),
            Command::Resume => return self.agree(&table::Command::Resume { seq }),
            Command::Mark(at) => return self.person(&table::Command::Mark { at, seq }),
            // A stone that is named where none can be played is dead, or not.
            Command::Play(at) if settling && at != PASS => {
                return self.person(&table::Command::Mark { at, seq });
            }
            Command::Play(play) => return self.person(&table::Command::Play { play, seq }),
        }
        Ok(Next::Ask)
    }

    /// Agrees to what is taken for dead, or would rather play on.
    fn agree(&mut self, command: &table::Command) -> anyhow::Result<Next> {
        let next = self.person(command)?;
        if next == Next::Show && self.state.ended().is_none() {
            let out = !self.people().both();
            self.say(if out { "page-settle-out" } else { "page-settle-on" }, &[])?;
        }
        Ok(next)
    }

    fn machine_moves(&mut self, side: Side, seq: u64) -> anyhow::Result<()> {
        let seed = self.machine.seed.unwrap_or_else(clock_seed);
        let game = self.state.game();
        let player = match &mut self.player {
            Some(player) => player,
            none => none.insert(game.entry().player(self.machine.level, seed).context("level")?),
        };
        let budget = self.machine.time.map_or_else(Budget::default, Budget::time);
        let found = thinking::shown(self.lang, |progress| player.think(game, &budget, progress));
        let Some(found) = found else {
            bail!("the machine has no move");
        };
        let play = found.best();
        let name = self.side_name(side);
        let value = found.lines[0].value;
        if found.nodes > 1 && value != sobremesa_kernel::Value::Unknown {
            let nodes = short(found.nodes);
            self.say(
                "cli-machine-plays-with-value",
                &[("side", &name), ("move", &play), ("value", &value), ("nodes", &nodes)],
            )?;
        } else {
            self.say("cli-machine-plays", &[("side", &name), ("move", &play)])?;
        }
        self.happens(Who::Machine(side), &table::Command::Play { play, seq })
    }

    fn hint(&mut self) -> anyhow::Result<()> {
        if let Some(why) = self.why_no_move() {
            return self.say(why, &[]);
        }
        let game = self.state.game();
        let entry = game.entry();
        let strongest = entry.levels().last().context("level")?;
        let adviser = match &mut self.adviser {
            Some(adviser) => adviser,
            none => none.insert(entry.player(strongest.number, 1).context("level")?),
        };
        let time = self.machine.time.unwrap_or(HINT);
        let budget = Budget::time(time);
        let found = thinking::shown(self.lang, |progress| adviser.think(game, &budget, progress));
        let Some((best, others)) = found.as_ref().and_then(|found| found.lines.split_first())
        else {
            return Ok(());
        };
        let level = say(self.lang, strongest.name, &[]);
        self.print(&hint::words(self.lang, game, best, &level))?;
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

    /// Why nobody moves now, if that is so.
    fn why_no_move(&self) -> Option<&'static str> {
        match self.state.ended() {
            Some(_) => Some("common-game-over"),
            None => self.state.settling().then_some("server-settling"),
        }
    }

    fn welcome(&mut self) -> anyhow::Result<()> {
        let entry = self.game().entry();
        let game = say(self.lang, &format!("game-{}", entry.id), &[]);
        let rules = self.game().rules();
        self.say("cli-welcome", &[("game", &game), ("rules", &rules)])?;
        let level = say(self.lang, entry.levels()[usize::from(self.machine.level)].name, &[]);
        for side in Side::BOTH {
            let name = self.side_name(side);
            if self.state.header().is_machine(side) {
                self.say(
                    "cli-seat-machine",
                    &[("side", &name), ("level", &self.machine.level), ("name", &level)],
                )?;
            } else {
                self.say("cli-seat-human", &[("side", &name)])?;
            }
        }
        self.say("cli-try-help", &[])
    }

    fn help(&mut self) -> anyhow::Result<()> {
        self.say(&format!("cli-help-{}", self.game().entry().id), &[])?;
        self.say("cli-help", &[])
    }

    fn list_moves(&mut self) -> anyhow::Result<()> {
        if let Some(why) = self.why_no_move() {
            return self.say(why, &[]);
        }
        let legal = self.game().legal();
        let list = legal.join(" ");
        self.say("cli-legal-moves", &[("count", &legal.len()), ("list", &list)])
    }

    fn show_board(&mut self) -> anyhow::Result<()> {
        let view = self.state.view(Time::default()).game;
        let mut text = draw::board(&view, self.console.ink);
        for (name, [first, second]) in &view.picture.counts {
            let word = say(self.lang, &format!("count-{name}"), &[]);
            text.push_str(&self.both(&word, first, second));
        }
        let counts = view.outcome.is_some() || self.game().entry().facts.score_during_play;
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

    /// What is taken for dead, which the picture and the score show already.
    fn show_settlement(&self) -> anyhow::Result<()> {
        match self.state.settlement().map(|settlement| settlement.dead.join(" ")) {
            Some(dead) if !dead.is_empty() => self.say("cli-settle", &[("list", &dead)])?,
            _ => self.say("cli-settle-none", &[])?,
        }
        self.say("cli-settle-help", &[])
    }

    fn show_result(&mut self) -> anyhow::Result<()> {
        let Some(ended) = self.state.ended() else { return Ok(()) };
        let game = self.game().entry().id;
        let wins = ended.winner.map(|side| say(self.lang, &format!("{game}-wins-{side}"), &[]));
        match wins {
            Some(wins) if ended.reason == Ending::Resignation => {
                self.say("cli-resigned", &[("wins", &wins)])?;
            }
            Some(wins) => self.print(&wins)?,
            None => self.say("common-draw", &[])?,
        }
        if self.state.header().is_show() {
            return Ok(());
        }
        self.say("cli-next-game", &[])
    }

    fn side_name(&self, side: Side) -> String {
        say(self.lang, &format!("{}-{side}", self.game().entry().id), &[])
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
