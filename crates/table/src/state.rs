//! A match as it stands: what was agreed, and what has followed from the
//! events so far.

use serde::Serialize;
use sobremesa_kernel::{AnyGame, Outcome, Points, Side, View as Shown};

use crate::{Clocks, Ended, Ending, Event, Header, Held, Offer, Refused, Settlement, Time, World};

/// A match, its events applied to the rules.
#[derive(Debug)]
pub struct State {
    /// As agreed, with the names the seats have now.
    header: Header,
    game: Box<dyn AnyGame>,
    /// How the record it was opened from says it ended.
    says: Option<Ended>,
    /// Everything that `seq` counts.
    journal: Vec<Turn>,
    /// How many turns there were after the last taking back, 0 without one:
    /// since then the moves have only grown.
    line: u64,
    /// Who made each of the moves that stand.
    movers: Vec<Side>,
    clocks: Option<Clocks>,
    offers: Offers,
    settlement: Option<Settlement>,
    /// How the match ended, when it was not by the rules of the game alone.
    ended: Option<Ended>,
    /// The match that follows, and whether the sides stay as they are in it.
    next: Option<(String, bool)>,
    /// Whether a match between machines waits.
    paused: bool,
    events: u64,
}

/// What `seq` counts, kept so that a command sent again is known at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    Play { side: Side, play: Box<str> },
    Mark { side: Side, at: Box<str> },
    Resume { side: Side },
    Undo,
    Propose,
}

/// Which side asks for what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Offers {
    pub undo: Option<Side>,
    pub draw: Option<Side>,
    pub rematch: Option<Side>,
    /// Another game with the sides as they are.
    pub again: Option<Side>,
    /// That nothing of the match is kept.
    pub delete: Option<Side>,
}

impl Offers {
    #[must_use]
    pub fn of(&self, offer: Offer) -> Option<Side> {
        match offer {
            Offer::Undo => self.undo,
            Offer::Draw => self.draw,
            Offer::Rematch => self.rematch,
            Offer::Again => self.again,
            Offer::Delete => self.delete,
        }
    }

    fn set(&mut self, offer: Offer, side: Option<Side>) {
        match offer {
            Offer::Undo => self.undo = side,
            Offer::Draw => self.draw = side,
            Offer::Rematch => self.rematch = side,
            Offer::Again => self.again = side,
            Offer::Delete => self.delete = side,
        }
    }
}

/// What a machine should be thinking about. It changes with `seq` and with the
/// end, and with nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// A move of this side.
    Move { side: Side, seq: u64 },
    /// Which groups are dead.
    Proposal { seq: u64 },
}

impl Clone for State {
    fn clone(&self) -> State {
        State {
            header: self.header.clone(),
            game: self.game.fork(),
            says: self.says,
            journal: self.journal.clone(),
            line: self.line,
            movers: self.movers.clone(),
            clocks: self.clocks.clone(),
            offers: self.offers,
            settlement: self.settlement.clone(),
            ended: self.ended,
            next: self.next.clone(),
            paused: self.paused,
            events: self.events,
        }
    }
}

impl State {
    /// A match in which nothing has happened. `game` is what the header
    /// describes, before its first move; `says` is how the header's record
    /// says the game ended, which holds while nothing else happens.
    #[must_use]
    pub fn open(header: Header, game: Box<dyn AnyGame>, says: Option<Ended>) -> State {
        State {
            clocks: header.clock.map(Clocks::new),
            movers: game.moves().iter().map(|played| played.side).collect(),
            header,
            game,
            says,
            journal: Vec::new(),
            line: 0,
            offers: Offers::default(),
            settlement: None,
            ended: None,
            next: None,
            paused: false,
            events: 0,
        }
    }

    // ---- What happens ----------------------------------------------------

    /// Lets an event happen, or says why it cannot and changes nothing. What
    /// [`crate::decide`] decided is never refused; a refusal of an event that
    /// was kept means that the record is damaged.
    ///
    /// # Errors
    /// What the rules of the game or of the table say against it.
    pub fn apply(&mut self, event: &Event, at: Time) -> Result<(), Refused> {
        self.admit(event)?;
        match event {
            Event::Play { play, left, .. } => {
                let played = self.game.play(play)?;
                self.movers.push(played.side);
                self.journal.push(Turn::Play { side: played.side, play: played.play.into() });
                // Whoever plays on has answered what was asked.
                self.offers.undo = None;
                self.offers.draw = None;
                self.set_clocks(*left, at);
            }
            Event::Undo { to, left } => {
                let left = left.or_else(|| self.left_without(*to, None));
                while self.movers.len() > *to && self.game.undo() {
                    self.movers.pop();
                }
                self.went_back(Turn::Undo, left, at);
            }
            Event::Resume { side, out } => {
                let to = self.moves_before_stop();
                let left = self.left_without(to, None);
                if !self.game.resume(*out) {
                    return Err(Refused::NotSettling);
                }
                self.movers.truncate(to);
                self.went_back(Turn::Resume { side: *side }, left, at);
            }
            Event::Resign { side, left } => {
                self.end(Some(side.other()), Ending::Resignation, *left, at);
            }
            Event::Fault { side, left, .. } => {
                self.end(Some(side.other()), Ending::Fault, *left, at);
            }
            Event::Draw { left } => self.end(None, Ending::DrawAgreed, *left, at),
            Event::Timeout { side, left } => {
                let mut shown = self.clocks.as_ref().map(Clocks::kept);
                if let Some(shown) = &mut shown {
                    shown[side.index()] = 0;
                }
                self.end(Some(side.other()), Ending::Time, left.or(shown), at);
            }
            Event::Offer { side, offer } => self.offers.set(*offer, Some(*side)),
            Event::Decline { offer } => self.offers.set(*offer, None),
            Event::Name { side, name } => {
                self.header.seats[side.index()].name.clone_from(name);
            }
            Event::Propose { dead } => {
                self.settlement = Some(Settlement::new(self.groups(dead)));
                self.journal.push(Turn::Propose);
            }
            Event::Mark { side, at } => {
                let group = self.game.group_at(at);
                if let Some(settlement) = &mut self.settlement {
                    settlement.toggle(group);
                }
                self.journal.push(Turn::Mark { side: *side, at: at.as_str().into() });
            }
            Event::Agree { side } => {
                if let Some(settlement) = &mut self.settlement {
                    settlement.agreed[side.index()] = true;
                    if settlement.agreed == [true; 2] {
                        let score = self.game.counted(&settlement.dead).score;
                        let winner = score.and_then(|score| Outcome::by_score(score).winner());
                        self.end(winner, Ending::Play, None, at);
                    }
                }
            }
            Event::Pause { paused } => self.paused = *paused,
            Event::Next { id, again } => {
                self.next = Some((id.clone(), *again));
                self.offers.rematch = None;
                self.offers.again = None;
            }
        }
        self.events += 1;
        Ok(())
    }

    /// Whether an event may happen, but for what the game says of a move,
    /// which it is asked when the move is checked or played.
    pub(crate) fn admit(&self, event: &Event) -> Result<(), Refused> {
        match event {
            Event::Play { side, .. } => {
                self.must_be_on()?;
                if self.settling() {
                    return Err(Refused::Settling);
                }
                if self.game.turn() != *side {
                    return Err(Refused::NotYourTurn);
                }
            }
            // What the rules or a record ended can be taken back; what
            // somebody gave up, or was agreed on, cannot.
            Event::Undo { .. } if self.ended.is_some() => return Err(Refused::Over),
            Event::Undo { to, .. } if *to >= self.movers.len() => {
                return Err(Refused::NothingToTakeBack);
            }
            Event::Resign { .. }
            | Event::Timeout { .. }
            | Event::Fault { .. }
            | Event::Draw { .. } => self.must_be_on()?,
            Event::Propose { dead } => {
                if !self.settling() || self.settlement.is_some() {
                    return Err(Refused::NotSettling);
                }
                for at in dead {
                    self.must_stand(at)?;
                }
            }
            Event::Mark { at, .. } => {
                self.must_stand(at)?;
                self.must_be_proposed()?;
            }
            Event::Agree { .. } => self.must_be_proposed()?,
            Event::Resume { .. } if !self.settling() || self.movers.is_empty() => {
                return Err(Refused::NotSettling);
            }
            _ => {}
        }
        Ok(())
    }

    pub(crate) fn must_be_on(&self) -> Result<(), Refused> {
        if self.ended().is_some() { Err(Refused::Over) } else { Ok(()) }
    }

    fn must_be_proposed(&self) -> Result<(), Refused> {
        if self.settlement.is_some() && self.settling() {
            Ok(())
        } else {
            Err(Refused::NotSettling)
        }
    }

    fn must_stand(&self, at: &str) -> Result<(), Refused> {
        if self.game.group_at(at).is_empty() { Err(Refused::NothingThere) } else { Ok(()) }
    }

    fn end(&mut self, winner: Option<Side>, reason: Ending, left: Option<[u64; 2]>, at: Time) {
        self.ended = Some(Ended { winner, reason });
        self.offers = Offers::default();
        self.set_clocks(left, at);
    }

    /// Some of the moves do not stand any more.
    fn went_back(&mut self, turn: Turn, left: Option<[u64; 2]>, at: Time) {
        self.journal.push(turn);
        self.line = self.seq();
        self.settlement = None;
        self.offers.undo = None;
        self.offers.draw = None;
        self.set_clocks(left, at);
    }

    /// The clocks show `left` from now on, or what they last showed, and run
    /// for whoever is to move.
    fn set_clocks(&mut self, left: Option<[u64; 2]>, at: Time) {
        let on = !self.movers.is_empty() && self.ended().is_none() && !self.settling();
        let running = on.then(|| self.game.turn());
        if let Some(clocks) = &mut self.clocks {
            clocks.set(left.unwrap_or(clocks.kept()), running, at);
        }
    }

    /// Gives back the time before `up`, in which nobody could play because
    /// there was no server: the clock that runs went on from then. A match
    /// that was only put away has run all the time.
    pub fn wake(&mut self, up: Time) {
        if let Some(clocks) = &mut self.clocks {
            clocks.wake(up);
        }
    }

    // ---- What follows from it --------------------------------------------

    #[must_use]
    pub fn header(&self) -> &Header {
        &self.header
    }

    #[must_use]
    pub fn game(&self) -> &dyn AnyGame {
        &*self.game
    }

    /// Goes up by one with every move, every taking back and every change of
    /// what is marked as dead.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.journal.len() as u64
    }

    /// Which line of moves this is: of two states with the same `line` the
    /// moves of one are the beginning of the other's.
    #[must_use]
    pub fn line(&self) -> u64 {
        self.line
    }

    /// How many events there were.
    #[must_use]
    pub fn events(&self) -> u64 {
        self.events
    }

    /// How many moves stand.
    #[must_use]
    pub fn plies(&self) -> usize {
        self.movers.len()
    }

    /// Whether a person has moved whose seat is not among those held.
    #[must_use]
    pub fn others_have_played(&self, held: Held) -> bool {
        let other = |side: Side| !held.has(side) && !self.header.is_machine(side);
        self.journal.iter().any(|turn| matches!(turn, Turn::Play { side, .. } if other(*side)))
    }

    #[must_use]
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    #[must_use]
    pub fn offers(&self) -> Offers {
        self.offers
    }

    #[must_use]
    pub fn settlement(&self) -> Option<&Settlement> {
        self.settlement.as_ref()
    }

    /// The match that follows, and whether the sides stay as they are in it.
    #[must_use]
    pub fn next(&self) -> Option<(&str, bool)> {
        self.next.as_ref().map(|(id, again)| (id.as_str(), *again))
    }

    /// Whether a match between machines waits.
    #[must_use]
    pub fn paused(&self) -> bool {
        self.paused
    }

    /// How the match ended, `None` while it is on.
    #[must_use]
    pub fn ended(&self) -> Option<Ended> {
        self.ended.or_else(|| self.recorded()).or_else(|| {
            let outcome = self.game.outcome().filter(|_| !self.game.awaits_agreement())?;
            Some(Ended { winner: outcome.winner(), reason: Ending::Play })
        })
    }

    /// How the record this match was opened from says it ended, while nothing
    /// has happened since.
    fn recorded(&self) -> Option<Ended> {
        let record = self.header.record.as_ref()?;
        self.says.filter(|_| self.journal.len() == record.moves)
    }

    /// Whether play has stopped and the players have yet to agree on what is
    /// dead.
    #[must_use]
    pub fn settling(&self) -> bool {
        self.ended.is_none() && self.recorded().is_none() && self.game.awaits_agreement()
    }

    /// What a machine should be thinking about.
    #[must_use]
    pub fn wants(&self) -> Option<Wants> {
        if self.ended().is_some() {
            return None;
        }
        let seq = self.seq();
        if self.settling() {
            return self.settlement.is_none().then_some(Wants::Proposal { seq });
        }
        let side = self.game.turn();
        self.header.is_machine(side).then_some(Wants::Move { side, seq })
    }

    /// When the next [`crate::Command::Tick`] has something to do.
    #[must_use]
    pub fn due(&self, world: &World) -> Option<Time> {
        let flag = self.clocks.as_ref().and_then(Clocks::flag);
        let away = self.absent(world).map(|(_, since)| since.after(world.patience));
        flag.into_iter().chain(away).min()
    }

    /// The person all others wait for, and since when: they have agreed on
    /// what is dead, and the one is away.
    pub(crate) fn absent(&self, world: &World) -> Option<(Side, Time)> {
        let settlement = self.settlement.as_ref().filter(|_| self.settling())?;
        Side::BOTH.into_iter().find_map(|side| {
            let waited_for = settlement.agrees(side.other())
                && !settlement.agrees(side)
                && !self.header.is_machine(side)
                && world.away[side.other().index()].is_none();
            world.away[side.index()].filter(|_| waited_for).map(|since| (side, since))
        })
    }

    /// Whether the time of the side to move is used up.
    #[must_use]
    pub fn flagged(&self, now: Time) -> bool {
        self.clocks.as_ref().and_then(Clocks::flag).is_some_and(|flag| flag <= now)
    }

    /// The side somebody acts for: the one to move, if that is theirs.
    pub(crate) fn acting(&self, held: Held) -> Side {
        let turn = self.game.turn();
        if held.has(turn) { turn } else { turn.other() }
    }

    /// The turn that answered to `seq`, if that was long ago.
    pub(crate) fn turn_at(&self, seq: u64) -> Option<&Turn> {
        self.journal.get(usize::try_from(seq).ok()?)
    }

    /// How many moves are left when `side` takes its last move back. With
    /// `single` one move is taken back, whoever made it.
    pub(crate) fn before_last_move_of(&self, side: Side, single: bool) -> Result<usize, Refused> {
        match single {
            true => self.movers.len().checked_sub(1),
            false => self.movers.iter().rposition(|&mover| mover == side),
        }
        .ok_or(Refused::NothingToTakeBack)
    }

    /// What the clocks show once only the first `to` moves stand; without a
    /// moment, of what was kept.
    pub(crate) fn left_without(&self, to: usize, now: Option<Time>) -> Option<[u64; 2]> {
        let clocks = self.clocks.as_ref()?;
        let left = now.map_or(clocks.kept(), |now| clocks.left(now));
        Some(clocks.taken_back(left, &self.movers, to))
    }

    /// How many moves stand when those that stopped play are gone: the passes
    /// at the end, which are all the same move.
    fn moves_before_stop(&self) -> usize {
        let moves = self.game.moves();
        let last = moves.last();
        moves
            .iter()
            .rposition(|played| Some(&played.play) != last.map(|l| &l.play))
            .map_or(0, |n| n + 1)
    }

    /// Everything that lives or dies with one of the places.
    pub(crate) fn groups(&self, places: &[String]) -> Vec<String> {
        let mut all = Vec::new();
        for at in places {
            if !all.contains(at) {
                all.extend(self.game.group_at(at));
            }
        }
        all
    }

    /// The score as it is or would be counted.
    #[must_use]
    pub fn score(&self) -> Option<[Points; 2]> {
        match &self.settlement {
            Some(settlement) => self.game.counted(&settlement.dead).score,
            None => self.game.score(),
        }
    }

    /// By how much the first side is ahead, as a record of it says.
    #[must_use]
    pub fn margin(&self) -> Option<Points> {
        match &self.settlement {
            Some(_) => self.score().map(|[first, second]| first - second),
            None => self.game.margin(),
        }
    }

    /// The game as it was after `ply` of the moves that stand.
    #[must_use]
    pub fn past(&self, ply: usize) -> Option<Shown> {
        let moves = self.game.moves();
        let mut game = self.game.start();
        for played in moves.get(..ply)? {
            game.play(&played.play).ok()?;
        }
        Some(game.view())
    }
}
