//! Games in progress with their types erased.

use std::any::Any;
use std::fmt;

use crate::{
    Analysis, Budget, Choice, Counted, Facts, Game, Judgement, Level, Message, NoSuchLevel,
    Outcome, Played, Points, Position, Preset, Progress, RuleOption, Side, SyntaxError, View,
};

/// A game in progress with its types erased: only text and plain data cross.
///
/// Servers, terminals and protocols hold a `Box<dyn AnyGame>` that an [`GameEntry`]
/// made and never name a game.
pub trait AnyGame: Send + Sync + fmt::Debug {
    /// The line of the list of games this game belongs to.
    fn entry(&self) -> &'static GameEntry;
    /// The rules as text.
    fn rules(&self) -> String;
    /// Who moves.
    fn turn(&self) -> Side;
    /// How it ended, if it is over.
    fn outcome(&self) -> Option<Outcome>;
    /// Points of both sides, where the game counts.
    fn score(&self) -> Option<[Points; 2]>;
    /// By how much the first side is ahead, as records write it.
    fn margin(&self) -> Option<Points>;
    /// The match before its first move.
    fn start(&self) -> Box<dyn AnyGame>;
    /// The moves played, oldest first.
    fn moves(&self) -> Vec<Played>;
    /// The legal moves as text.
    fn legal(&self) -> Vec<String>;
    /// The one spelling of a move, whether or not it may be played here.
    fn read(&self, text: &str) -> Result<String, Refusal>;
    /// What [`AnyGame::play`] would do with a move given as text.
    fn check(&self, text: &str) -> Result<Checked, Refusal>;
    /// Plays a move given as text, or says why not and changes nothing.
    fn play(&mut self, text: &str) -> Result<Played, Refusal>;
    /// Takes the last move back; `false` when there is none.
    fn undo(&mut self) -> bool;
    /// Everything a front end shows.
    fn view(&self) -> View;
    /// The board as text that [`GameEntry::set_up`] reads.
    fn diagram(&self) -> String;
    /// Whether play has stopped and the players agree on what is dead next;
    /// [`AnyGame::outcome`] is then what the board says as it stands.
    fn awaits_agreement(&self) -> bool;
    /// What lives or dies together with what stands on `at`.
    fn group_at(&self, at: &str) -> Vec<String>;
    /// The board counted with the groups on `dead` taken off.
    fn counted(&self, dead: &[String]) -> Counted;
    /// Takes back the passes that stopped play, so that it goes on; with
    /// `play_out`, what stands at the next stop counts. `false` when no
    /// agreement is awaited or no pass was made here.
    fn resume(&mut self, play_out: bool) -> bool;
    /// What a strong player believes about who owns what; it thinks.
    fn judge(&self) -> Option<Judgement>;
    /// An independent copy.
    fn fork(&self) -> Box<dyn AnyGame>;
    /// For an [`GameEntry`] to find its own type again.
    fn as_any(&self) -> &dyn Any;
}

/// A move that may be played, and what it would lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The move in its one spelling.
    pub played: Played,
    /// Whether it ends the game, with nothing left to agree on.
    pub over: bool,
}

/// Why a move given as text was not played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The reason, for the person who played it.
    pub message: Message,
    /// English, for logs and developers.
    pub detail: String,
    /// Whether the text was not a move at all, as against a move that is not
    /// legal here.
    pub unreadable: bool,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.detail)
    }
}

impl std::error::Error for Refusal {}

impl Refusal {
    fn unreadable(error: SyntaxError) -> Refusal {
        Refusal { detail: error.to_string(), message: error.into(), unreadable: true }
    }

    fn illegal(illegal: impl std::error::Error + Into<Message>) -> Refusal {
        Refusal { detail: illegal.to_string(), message: illegal.into(), unreadable: false }
    }
}

/// A machine player with its types erased; it keeps its tables from one move
/// to the next.
pub struct AnyEngine {
    think: Box<Thinker>,
}

type Thinker =
    dyn FnMut(&dyn AnyGame, &Budget, &mut Progress<'_, String>) -> Option<Analysis<String>> + Send;

impl fmt::Debug for AnyEngine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyEngine")
    }
}

impl AnyEngine {
    /// Thinks about a match of the player's own game. `None` when that match
    /// is over or is of another game.
    pub fn think(
        &mut self,
        of: &dyn AnyGame,
        budget: &Budget,
        progress: &mut Progress<'_, String>,
    ) -> Option<Analysis<String>> {
        (self.think)(of, budget, progress)
    }
}

/// A [`Game`] with its types erased: one line of the list of games.
pub struct GameEntry {
    /// Its name in addresses, files and commands.
    pub id: &'static str,
    /// What is to be known of it besides its rules.
    pub facts: Facts,
    options: fn() -> Vec<RuleOption>,
    presets: fn() -> Vec<Preset>,
    levels: fn() -> &'static [Level],
    start: fn(&'static GameEntry, &str) -> Opened,
    set_up: fn(&'static GameEntry, &str, &str) -> Opened,
    cell: fn(&str, usize) -> Option<(usize, usize)>,
    settles: fn() -> bool,
    player: fn(u8, u64) -> Result<AnyEngine, NoSuchLevel>,
}

type Opened = Result<Box<dyn AnyGame>, SyntaxError>;

impl fmt::Debug for GameEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameEntry({})", self.id)
    }
}

impl GameEntry {
    /// The line of a game.
    #[must_use]
    pub const fn of<G: Game>() -> GameEntry {
        GameEntry {
            id: G::ID,
            facts: G::FACTS,
            options: G::options,
            presets: G::presets,
            levels: G::levels,
            start: |entry, rules| {
                let rules = rules.parse()?;
                Ok(Box::new(Playing::<G>::new(entry, G::Position::start(&rules))))
            },
            set_up: |entry, rules, diagram| {
                let rules = rules.parse()?;
                Ok(Box::new(Playing::<G>::new(entry, G::Position::parse(&rules, diagram)?)))
            },
            cell: G::cell,
            settles: || G::settling().is_some(),
            player: |level, seed| {
                let mut engine = G::engine(level, seed)?;
                let usual = G::level(level)?.budget.clone();
                Ok(AnyEngine {
                    think: Box::new(move |of, budget, progress| {
                        let table = of.as_any().downcast_ref::<Playing<G>>()?;
                        if table.now.outcome().is_some() {
                            return None;
                        }
                        let found = engine.search(&table.now, &budget.or(&usual), &mut |partial| {
                            progress(&partial.map(|m| m.to_string()))
                        });
                        Some(found.map(|m| m.to_string()))
                    }),
                })
            },
        }
    }

    /// The rules that can be chosen.
    #[must_use]
    pub fn options(&self) -> Vec<RuleOption> {
        (self.options)()
    }

    /// The rules that have a name.
    #[must_use]
    pub fn presets(&self) -> Vec<Preset> {
        (self.presets)()
    }

    /// The machine's levels, weakest first.
    #[must_use]
    pub fn levels(&self) -> &'static [Level] {
        (self.levels)()
    }

    /// A new match; empty rules are the default ones.
    pub fn start(&'static self, rules: &str) -> Result<Box<dyn AnyGame>, SyntaxError> {
        (self.start)(self, rules)
    }

    /// A match that begins from a diagram.
    pub fn set_up(
        &'static self,
        rules: &str,
        diagram: &str,
    ) -> Result<Box<dyn AnyGame>, SyntaxError> {
        (self.set_up)(self, rules, diagram)
    }

    /// [`Game::cell`].
    #[must_use]
    pub fn cell(&self, at: &str, rows: usize) -> Option<(usize, usize)> {
        (self.cell)(at, rows)
    }

    /// Whether its rules may leave to the players what is dead.
    #[must_use]
    pub fn settles(&self) -> bool {
        (self.settles)()
    }

    /// A machine player, `None` when there is no such level.
    #[must_use]
    pub fn player(&self, level: u8, seed: u64) -> Option<AnyEngine> {
        (self.player)(level, seed).ok()
    }
}

/// The one [`AnyGame`]: a position, the moves that led to it and where they
/// started.
pub struct Playing<G: Game> {
    entry: &'static GameEntry,
    start: G::Position,
    now: G::Position,
    moves: Vec<(Side, <G::Position as Position>::Move)>,
}

impl<G: Game> Playing<G> {
    /// A game that begins with `start`.
    #[must_use]
    pub fn new(entry: &'static GameEntry, start: G::Position) -> Playing<G> {
        Playing { entry, now: start.clone(), start, moves: Vec::new() }
    }

    /// The position now.
    #[must_use]
    pub fn position(&self) -> &G::Position {
        &self.now
    }

    /// Positions have no un-play, and going back is rare: replay.
    fn replay(&mut self) {
        self.now = self.start.clone();
        for &(_, m) in &self.moves {
            self.now.play_unchecked(m);
        }
    }
}

/// Reads a move, which needs no board.
fn read<G: Game>(text: &str) -> Result<<G::Position as Position>::Move, Refusal> {
    text.trim().parse().map_err(Refusal::unreadable)
}

impl<G: Game> fmt::Debug for Playing<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Playing({}, {} moves)", G::ID, self.moves.len())
    }
}

impl<G: Game> AnyGame for Playing<G> {
    fn entry(&self) -> &'static GameEntry {
        self.entry
    }

    fn rules(&self) -> String {
        self.now.rules().to_string()
    }

    fn turn(&self) -> Side {
        self.now.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.now.outcome()
    }

    fn score(&self) -> Option<[Points; 2]> {
        self.now.score()
    }

    fn margin(&self) -> Option<Points> {
        G::margin(&self.now)
    }

    fn start(&self) -> Box<dyn AnyGame> {
        Box::new(Playing::<G>::new(self.entry, self.start.clone()))
    }

    fn moves(&self) -> Vec<Played> {
        self.moves.iter().map(|&(side, m)| Played { side, play: m.to_string() }).collect()
    }

    fn legal(&self) -> Vec<String> {
        self.now.legal().iter().map(ToString::to_string).collect()
    }

    fn read(&self, text: &str) -> Result<String, Refusal> {
        read::<G>(text).map(|m| m.to_string())
    }

    fn check(&self, text: &str) -> Result<Checked, Refusal> {
        let m = read::<G>(text)?;
        let mut next = self.now.clone();
        next.play(m).map_err(Refusal::illegal)?;
        let over = next.outcome().is_some()
            && !G::settling().is_some_and(|settling| settling.awaits_agreement(&next));
        Ok(Checked { played: Played { side: self.now.turn(), play: m.to_string() }, over })
    }

    fn play(&mut self, text: &str) -> Result<Played, Refusal> {
        let m = read::<G>(text)?;
        let side = self.now.turn();
        self.now.play(m).map_err(Refusal::illegal)?;
        self.moves.push((side, m));
        Ok(Played { side, play: m.to_string() })
    }

    fn undo(&mut self) -> bool {
        let undone = self.moves.pop().is_some();
        if undone {
            self.replay();
        }
        undone
    }

    fn view(&self) -> View {
        View {
            game: G::ID,
            rules: self.rules(),
            picture: G::picture(&self.now),
            turn: self.now.turn(),
            outcome: self.now.outcome(),
            score: self.now.score(),
            legal: self
                .now
                .legal()
                .into_iter()
                .map(|m| Choice { play: m.to_string(), changes: G::changes(&self.now, m) })
                .collect(),
            moves: self.moves(),
        }
    }

    fn diagram(&self) -> String {
        self.now.diagram()
    }

    fn awaits_agreement(&self) -> bool {
        G::settling().is_some_and(|settling| settling.awaits_agreement(&self.now))
    }

    fn group_at(&self, at: &str) -> Vec<String> {
        G::settling().map(|settling| settling.group_at(&self.now, at)).unwrap_or_default()
    }

    fn counted(&self, dead: &[String]) -> Counted {
        match G::settling() {
            Some(settling) => settling.counted(&self.now, dead),
            None => Counted { picture: G::picture(&self.now), score: self.now.score() },
        }
    }

    fn resume(&mut self, play_out: bool) -> bool {
        // Play stops by passes, so the last move is one, and so are those
        // before it that are the same.
        let Some(&(_, pass)) = self.moves.last() else { return false };
        if !self.awaits_agreement() {
            return false;
        }
        while self.moves.last().is_some_and(|&(_, m)| m == pass) {
            self.moves.pop();
        }
        if let Some(settling) = G::settling().filter(|_| play_out) {
            self.start = settling.played_out(&self.start);
        }
        self.replay();
        true
    }

    fn judge(&self) -> Option<Judgement> {
        G::settling().map(|settling| settling.judge(&self.now))
    }

    fn fork(&self) -> Box<dyn AnyGame> {
        Box::new(Playing::<G> {
            entry: self.entry,
            start: self.start.clone(),
            now: self.now.clone(),
            moves: self.moves.clone(),
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
