//! What a command comes to: the one place where a match is checked.
//!
//! The order, written once: the flag, the seat, sent before, over, settling or
//! not, the turn, `seq`, the rules of the game.

use sobremesa_kernel::{Played, Side};

use crate::state::Turn;
use crate::{
    Clocks, Command, Decision, Event, Held, Offer, Refused, Settlement, State, Who, World,
    clean_name,
};

/// What a command comes to. The events apply in order without error; a
/// refusal has changed nothing.
///
/// # Errors
/// Why it is refused.
pub fn decide(
    state: &State,
    who: Who,
    command: &Command,
    world: &World,
) -> Result<Decision, Refused> {
    if state.flagged(world.now) && *command != Command::Tick {
        return Err(Refused::Flagged);
    }
    let table = Table { state, world };
    match who {
        Who::Holder(held) if held.is_empty() => Err(Refused::NotSeated),
        Who::Holder(held) => table.person(held, command),
        Who::Machine(side) if state.header().is_machine(side) => table.machine(side, command),
        Who::Machine(_) => Err(Refused::NotSeated),
        Who::Referee => table.referee(command),
    }
}

impl State {
    /// Decides what a command comes to and lets it happen, where nothing is
    /// kept.
    ///
    /// # Errors
    /// Why it is refused; nothing has changed then.
    pub fn run(&mut self, who: Who, command: &Command, world: &World) -> Result<Decision, Refused> {
        let decision = decide(self, who, command, world)?;
        for event in &decision.events {
            self.apply(event, world.now)?;
        }
        Ok(decision)
    }
}

/// The match and the world it is asked about in.
struct Table<'a> {
    state: &'a State,
    world: &'a World<'a>,
}

type Decided = Result<Decision, Refused>;

impl Table<'_> {
    fn person(&self, held: Held, command: &Command) -> Decided {
        match command {
            Command::Play { play, seq } => self.play(held, play, *seq),
            Command::Mark { at, seq } => self.mark(held, at, *seq),
            Command::Agree { seq } => self.agree(held, *seq),
            Command::Resume { seq } => self.resume(held, *seq),
            Command::Undo { seq } => self.undo(held, *seq),
            Command::Draw => self.draw(held),
            Command::Resign => self.resign(self.state.acting(held)),
            Command::Rematch => self.follow(held, Offer::Rematch),
            Command::Again => self.follow(held, Offer::Again),
            Command::Accept(offer) => self.accept(held, *offer),
            Command::Decline(offer) => {
                // The side that asked may withdraw what it asked for.
                self.state.offers().of(*offer).ok_or(Refused::NothingOffered)?;
                self.one(Event::Decline { offer: *offer })
            }
            Command::Name(name) => self.name(held, name),
            Command::Delete => self.delete(held),
            // The referee does it for whoever watches.
            Command::Pause(_) => Err(Refused::NoShow),
            Command::Fault { .. } | Command::Propose { .. } | Command::Tick => {
                Err(Refused::NotSeated)
            }
        }
    }

    fn machine(&self, side: Side, command: &Command) -> Decided {
        match command {
            Command::Play { play, seq } => self.play(Held::only(side), play, *seq),
            Command::Resign => self.resign(side),
            Command::Fault { why, seq } => {
                self.state.must_be_on()?;
                self.must_be_now(*seq)?;
                self.one(Event::Fault { side, why: why.clone(), left: self.left() })
            }
            _ => Err(Refused::NotSeated),
        }
    }

    fn referee(&self, command: &Command) -> Decided {
        match command {
            Command::Tick => self.tick(),
            Command::Propose { dead, seq } => self.propose(dead, *seq),
            Command::Pause(_) if !self.state.header().is_show() => Err(Refused::NoShow),
            Command::Pause(paused) if *paused == self.state.paused() => Ok(Decision::default()),
            Command::Pause(paused) => self.one(Event::Pause { paused: *paused }),
            _ => Err(Refused::NotSeated),
        }
    }

    // ---- Moves -----------------------------------------------------------

    fn play(&self, held: Held, text: &str, seq: u64) -> Decided {
        let state = self.state;
        if let Some(Turn::Play { side, play }) = state.turn_at(seq)
            && held.has(*side)
            && state.game().read(text).is_ok_and(|read| *read == **play)
        {
            return Ok(Decision::default());
        }
        let turn = state.game().turn();
        // The end and the stop come before the turn; whose it is after them.
        let side = if held.has(turn) { turn } else { turn.other() };
        state.admit(&Event::Play { side, play: String::new(), left: None })?;
        self.must_be_now(seq)?;
        let checked = state.game().check(text)?;
        let Played { side, play } = checked.played;
        let first = state.plies() == 0;
        let left = state.clocks().map(|clocks| clocks.after_move(side, first, self.world.now));
        let events = vec![Event::Play { side, play, left }];
        Ok(Decision { events, over: checked.over.then_some(true), ..Decision::default() })
    }

    fn undo(&self, held: Held, seq: Option<u64>) -> Decided {
        if let Some(seq) = seq {
            if self.state.turn_at(seq) == Some(&Turn::Undo) {
                return Ok(Decision::default());
            }
            self.must_be_now(seq)?;
        }
        let side = self.state.acting(held);
        let to = self.state.before_last_move_of(side, held.both())?;
        if self.state.header().alone(held) {
            return self.take_back(to);
        }
        self.state.must_be_on()?;
        self.ask(side, Offer::Undo)
    }

    fn take_back(&self, to: usize) -> Decided {
        let left = self.state.left_without(to, Some(self.world.now));
        self.one(Event::Undo { to, left })
    }

    fn resign(&self, side: Side) -> Decided {
        self.one(Event::Resign { side, left: self.left() })
    }

    // ---- Offers ----------------------------------------------------------

    fn draw(&self, held: Held) -> Decided {
        self.state.must_be_on()?;
        if held.both() {
            return self.one(Event::Draw { left: self.left() });
        }
        if self.state.header().alone(held) {
            return Err(Refused::MachinePlaysOn);
        }
        self.ask(self.state.acting(held), Offer::Draw)
    }

    /// Another game after this one: a rematch, or one with the sides as they are.
    fn follow(&self, held: Held, offer: Offer) -> Decided {
        if self.state.ended().is_none() {
            return Err(Refused::NotOver);
        }
        if self.state.next().is_some() {
            return Ok(Decision::default());
        }
        if self.state.header().alone(held) {
            return self.start_next(offer);
        }
        self.ask(self.state.acting(held), offer)
    }

    fn start_next(&self, offer: Offer) -> Decided {
        let again = offer == Offer::Again;
        let id = self.world.fresh_id.to_owned();
        let decision = self.one(Event::Next { id: id.clone(), again })?;
        Ok(Decision { create: Some((id, self.state.header().next(!again))), ..decision })
    }

    /// Asks the other side; when it has asked for the same, both agree. Taking
    /// back is something else for each side, so there the first question is
    /// answered before the second is put.
    fn ask(&self, side: Side, offer: Offer) -> Decided {
        match self.state.offers().of(offer) {
            Some(asker) if asker == side => Ok(Decision::default()),
            Some(_) if offer == Offer::Undo => Err(Refused::AnswerFirst),
            Some(asker) => self.grant(asker, offer),
            None => self.one(Event::Offer { side, offer }),
        }
    }

    fn accept(&self, held: Held, offer: Offer) -> Decided {
        let asker = self.state.offers().of(offer);
        let asker = asker.filter(|asker| held.has(asker.other())).ok_or(Refused::NothingOffered)?;
        self.grant(asker, offer)
    }

    fn grant(&self, asker: Side, offer: Offer) -> Decided {
        match offer {
            Offer::Undo => self.take_back(self.state.before_last_move_of(asker, false)?),
            Offer::Draw => self.one(Event::Draw { left: self.left() }),
            // What was agreed already is not agreed on twice.
            Offer::Rematch | Offer::Again if self.state.next().is_some() => Ok(Decision::default()),
            Offer::Rematch | Offer::Again => self.start_next(offer),
            Offer::Delete => Ok(Decision { delete: true, ..Decision::default() }),
        }
    }

    /// Who alone has a say, or alone has played, deletes at once; nobody takes
    /// from another person what that person has played.
    fn delete(&self, held: Held) -> Decided {
        if self.state.header().alone(held) || !self.state.others_have_played(held) {
            return Ok(Decision { delete: true, ..Decision::default() });
        }
        self.ask(self.state.acting(held), Offer::Delete)
    }

    fn name(&self, held: Held, name: &str) -> Decided {
        let name = clean_name(name)?;
        let seats = &self.state.header().seats;
        let events = held
            .sides()
            .filter(|side| seats[side.index()].name != name)
            .map(|side| Event::Name { side, name: name.clone() })
            .collect();
        Ok(Decision { events, ..Decision::default() })
    }

    // ---- What is dead ----------------------------------------------------

    fn propose(&self, dead: &[String], seq: u64) -> Decided {
        self.must_settle(seq)?;
        // The judge may name places that the rules do not know.
        let stands = |at: &&String| !self.state.game().group_at(at).is_empty();
        let dead: Vec<String> = dead.iter().filter(stands).cloned().collect();
        let settlement = Settlement::new(self.state.groups(&dead));
        let event = Event::Propose { dead };
        self.state.admit(&event)?;
        Ok(self.with_answers(vec![event], settlement))
    }

    fn mark(&self, held: Held, at: &str, seq: u64) -> Decided {
        if let Some(Turn::Mark { side, at: marked }) = self.state.turn_at(seq)
            && held.has(*side)
            && **marked == *at
        {
            return Ok(Decision::default());
        }
        self.must_settle(seq)?;
        self.one(Event::Mark { side: self.state.acting(held), at: at.to_owned() })
    }

    fn agree(&self, held: Held, seq: u64) -> Decided {
        let settlement = self.state.settlement();
        if let Some(settlement) = settlement
            && seq == self.state.seq()
            && held.sides().all(|side| settlement.agrees(side))
        {
            return Ok(Decision::default());
        }
        self.must_settle(seq)?;
        let mut after = settlement.ok_or(Refused::NotSettling)?.clone();
        let sides: Vec<Side> = held.sides().filter(|&side| !after.agrees(side)).collect();
        for side in &sides {
            after.agreed[side.index()] = true;
        }
        let events = sides.into_iter().map(|side| Event::Agree { side }).collect();
        Ok(self.with_answers(events, after))
    }

    fn resume(&self, held: Held, seq: u64) -> Decided {
        if let Some(Turn::Resume { side }) = self.state.turn_at(seq)
            && held.has(*side)
        {
            return Ok(Decision::default());
        }
        self.must_settle(seq)?;
        let out = Side::BOTH.into_iter().any(|side| self.state.header().is_machine(side));
        self.one(Event::Resume { side: self.state.acting(held), out })
    }

    /// The events, after which `settlement` is marked and agreed to so far,
    /// and what the machines say to it: they answer once every person has
    /// agreed.
    fn with_answers(&self, mut events: Vec<Event>, mut settlement: Settlement) -> Decision {
        let waiting = Side::BOTH.into_iter().filter(|&side| !settlement.agrees(side));
        let (machines, people): (Vec<Side>, Vec<Side>) =
            waiting.partition(|&side| self.state.header().is_machine(side));
        if people.is_empty() && settlement.dead == settlement.proposal {
            for side in machines {
                settlement.agreed[side.index()] = true;
                events.push(Event::Agree { side });
            }
        } else if let ([], Some(&side)) = (&*people, machines.first()) {
            events.push(Event::Resume { side, out: true });
        }
        let over = (settlement.agreed == [true; 2]).then_some(true);
        Decision { events, over, ..Decision::default() }
    }

    // ---- Time ------------------------------------------------------------

    fn tick(&self) -> Decided {
        let state = self.state;
        if state.flagged(self.world.now) {
            let side = state.game().turn();
            let mut left = self.left();
            if let Some(left) = &mut left {
                left[side.index()] = 0;
            }
            return self.one(Event::Timeout { side, left });
        }
        let Some(settlement) = state.settlement().filter(|_| state.settling()) else {
            return Ok(Decision::default());
        };
        match state.absent(self.world) {
            Some((side, since)) if self.world.now >= since.after(self.world.patience) => {
                Ok(self.settle_without(side, settlement.clone()))
            }
            // An answer that an older program lost on the way.
            _ => Ok(self.with_answers(Vec::new(), settlement.clone())),
        }
    }

    /// Nobody can be made to wait for ever, nor to accept marks that only the
    /// rival agreed to: the program's proposal stands for both.
    fn settle_without(&self, absent: Side, mut settlement: Settlement) -> Decision {
        let mut events = Vec::new();
        while let Some(at) = settlement.first_changed() {
            let group = self.state.game().group_at(&at);
            if group.is_empty() {
                break;
            }
            settlement.toggle(group);
            events.push(Event::Mark { side: absent, at });
        }
        for side in [absent.other(), absent] {
            if !settlement.agrees(side) {
                events.push(Event::Agree { side });
            }
        }
        Decision { events, over: Some(true), ..Decision::default() }
    }

    // ---- Common to many --------------------------------------------------

    /// The one event that a command comes to.
    fn one(&self, event: Event) -> Decided {
        self.state.admit(&event)?;
        let over = match event {
            Event::Undo { .. } => Some(false),
            Event::Resign { .. }
            | Event::Draw { .. }
            | Event::Timeout { .. }
            | Event::Fault { .. } => Some(true),
            _ => None,
        };
        Ok(Decision { events: vec![event], over, ..Decision::default() })
    }

    /// The order of all three: the end, the stop, `seq`.
    fn must_settle(&self, seq: u64) -> Result<(), Refused> {
        self.state.must_be_on()?;
        if !self.state.settling() {
            return Err(Refused::NotSettling);
        }
        self.must_be_now(seq)
    }

    fn must_be_now(&self, seq: u64) -> Result<(), Refused> {
        let now = self.state.seq();
        if seq == now { Ok(()) } else { Err(Refused::Stale { now }) }
    }

    /// What the clocks show now, to be kept.
    fn left(&self) -> Option<[u64; 2]> {
        self.state.clocks().map(|clocks: &Clocks| clocks.left(self.world.now))
    }
}
