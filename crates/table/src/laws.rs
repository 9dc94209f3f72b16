//! The laws every match keeps, whatever its game: one suite that the tests run
//! on all games with random commands by random holders at random times.

use sobremesa_kernel::{AnyGame, PASS, Rng, Side};

use crate::{
    Command, Decision, Event, Header, Held, Occupant, Offer, Refused, Seat, State, Time,
    TimeControl, Who, World, decide,
};

/// Commands that are tried on one match.
const COMMANDS: u32 = 160;

/// Plays one match of random commands and checks every law at every step.
/// `open` gives the game before its first move. Returns what happened,
/// so that a test can tell that it tested something.
///
/// # Panics
/// When a law is broken; the message says which, after which command, and the
/// seed with which it happens again.
pub fn check(open: impl Fn() -> Box<dyn AnyGame>, seed: u64) -> Vec<Event> {
    let mut rng = Rng::new(seed);
    let header = header(&mut rng, &*open());
    let mut trial = Trial {
        seed,
        state: State::open(header.clone(), open(), None),
        kept: Vec::new(),
        now: Time(1_000),
    };
    let mut away = [None; 2];
    for number in 0..COMMANDS {
        trial.now = trial.now.after(u64::from(match rng.below(40) {
            0 if rng.below(3) == 0 => rng.below(200_000),
            0..10 => 0,
            _ => rng.below(3_000),
        }));
        if rng.below(8) == 0 {
            away[rng.below(2) as usize] = (rng.below(2) == 0).then_some(trial.now);
        }
        let id = format!("match{number:07}");
        let world = World { now: trial.now, fresh_id: &id, away, patience: 5_000 };
        let who = who(&mut rng);
        let command = command(&mut rng, &trial.state, who);
        trial.step(who, &command, &world);
        if rng.below(16) == 0 {
            trial.replay_is_live(&header, open());
        }
    }
    trial.replay_is_live(&header, open());
    trial.taken_back_and_played_again_is_the_same();
    trial.kept.into_iter().map(|(_, event)| event).collect()
}

struct Trial {
    seed: u64,
    state: State,
    /// What happened, and when.
    kept: Vec<(Time, Event)>,
    now: Time,
}

impl Trial {
    fn law(&self, holds: bool, law: &str, command: &dyn std::fmt::Debug) {
        assert!(
            holds,
            "seed {}: law broken: {law}\nafter {command:?}\n{:?}\n{}",
            self.seed,
            self.kept,
            self.state.game().diagram()
        );
    }

    fn step(&mut self, who: Who, command: &Command, world: &World) {
        let before = trace(&self.state);
        let decided = decide(&self.state, who, command, world);
        let again = decide(&self.state, who, command, world);
        self.law(decided == again, "a decision follows from its arguments alone", command);
        self.law(trace(&self.state) == before, "deciding changes nothing", command);
        if who == Who::Holder(Held::NONE) {
            let refused = matches!(decided, Err(Refused::NotSeated | Refused::Flagged));
            self.law(refused, "who holds no seat changes nothing", command);
        }
        if self.state.flagged(world.now) && *command != Command::Tick {
            let flagged = decided == Err(Refused::Flagged);
            self.law(flagged, "past the flag there is only the end", command);
        }
        let Ok(decision) = decided else { return };
        if decision.delete {
            let nothing = Decision { delete: true, ..Decision::default() };
            self.law(decision == nothing, "what is deleted does not go on", command);
            self.law(self.may_delete(who), "nobody deletes what another has played", command);
        }
        self.happens(&decision, command, world);
        if let Some(named) = seq_of(command)
            && !decision.events.is_empty()
        {
            let again = decide(&self.state, who, command, world);
            let nothing = again.as_ref().is_ok_and(|again| again.events.is_empty());
            let repeats = matches!(
                command,
                Command::Play { .. }
                    | Command::Undo { .. }
                    | Command::Mark { .. }
                    | Command::Resume { .. }
            ) && named < self.state.seq();
            self.law(nothing || again.is_err(), "sent again, it changes nothing", command);
            let known = nothing || again == Err(Refused::Flagged);
            self.law(!repeats || known, "sent again, it is acknowledged again", command);
        }
    }

    /// Whether who asks has a say over all that was played: the other person
    /// has not played, or has asked for it too.
    fn may_delete(&self, who: Who) -> bool {
        let Who::Holder(held) = who else { return false };
        let asked = |side| self.state.offers().delete == Some(side) || held.has(side);
        let played = |side| {
            self.kept
                .iter()
                .any(|(_, event)| matches!(event, Event::Play { side: by, .. } if *by == side))
        };
        let person = |side: &Side| !self.state.header().is_machine(*side);
        !held.is_empty()
            && Side::BOTH.into_iter().filter(person).all(|side| asked(side) || !played(side))
    }

    fn happens(&mut self, decision: &Decision, command: &Command, world: &World) {
        let over = self.state.ended().is_some();
        let (seq, wants) = (self.state.seq(), self.state.wants());
        let all = decision.events.len() as u64;
        for event in &decision.events {
            let before = (self.state.seq(), self.state.events(), self.left());
            let applied = self.state.apply(event, world.now);
            self.law(applied.is_ok(), "what was decided happens", &(command, event, &applied));
            self.kept.push((world.now, event.clone()));
            let counts = matches!(
                event,
                Event::Play { .. }
                    | Event::Undo { .. }
                    | Event::Mark { .. }
                    | Event::Propose { .. }
                    | Event::Resume { .. }
            );
            let seq = before.0 + u64::from(counts);
            self.law(self.state.seq() == seq, "seq counts what it must and nothing else", event);
            self.law(self.state.events() == before.1 + 1, "every event is counted", event);
            self.clocks_are_right(before.2, event);
        }
        let ended = self.state.ended().is_some();
        let says =
            if decision.over.is_some() { decision.over == Some(ended) } else { over == ended };
        self.law(says, "a decision says whether it ends the match", command);
        let same = wants == self.state.wants() || seq != self.state.seq() || over != ended;
        self.law(same, "what a machine should think about changes with seq or the end", command);
        let next = decision.events.iter().any(|event| matches!(event, Event::Next { .. }));
        self.law(
            next == decision.create.is_some(),
            "a match is created where it is named",
            command,
        );
        let tick = decide(&self.state, Who::Referee, &Command::Tick, &World::at(world.now));
        let quiet = all == 0
            || self.state.flagged(world.now)
            || tick.is_ok_and(|tick| tick.events.is_empty());
        self.law(quiet, "nothing that machines have to say is left over", command);
    }

    fn left(&self) -> Option<[u64; 2]> {
        self.state.clocks().map(|clocks| clocks.left(self.now))
    }

    fn clocks_are_right(&self, before: Option<[u64; 2]>, event: &Event) {
        let (Some(clocks), Some(before), Some(after)) = (self.state.clocks(), before, self.left())
        else {
            return;
        };
        for side in Side::BOTH {
            let own = matches!(event, Event::Play { side: mover, .. } if *mover == side);
            let most = before[side.index()]
                + if own { u64::from(clocks.control.increment) * 1000 } else { 0 };
            self.law(after[side.index()] <= most, "no clock grows but by the increment", event);
        }
        let on = self.state.ended().is_none() && !self.state.settling() && self.state.plies() > 0;
        let turn = on.then(|| self.state.game().turn());
        self.law(
            clocks.running() == turn,
            "the clock of the side to move runs, while play is on",
            event,
        );
    }

    fn replay_is_live(&self, header: &Header, game: Box<dyn AnyGame>) {
        let mut replayed = State::open(header.clone(), game, None);
        for (at, event) in &self.kept {
            let applied = replayed.apply(event, *at);
            self.law(applied.is_ok(), "what was kept happens again", &(event, &applied));
        }
        let same = trace(&replayed) == trace(&self.state);
        self.law(same, "a match that is loaded is the match that was played", &self.kept.last());
        self.law(replayed.view(self.now) == self.state.view(self.now), "and looks the same", &"");
    }

    fn taken_back_and_played_again_is_the_same(&self) {
        let mut state = self.state.clone();
        let (moves, diagram) = (state.game().moves(), state.game().diagram());
        let half = moves.len() / 2;
        if state.apply(&Event::Undo { to: half, left: None }, self.now).is_err() {
            return;
        }
        for played in &moves[half..] {
            let event = Event::Play { side: played.side, play: played.play.clone(), left: None };
            let applied = state.apply(&event, self.now);
            self.law(applied.is_ok(), "a move taken back can be played again", &applied);
        }
        self.law(state.game().diagram() == diagram, "and leads to the same board", &moves);
    }
}

/// Everything a match consists of.
fn trace(state: &State) -> String {
    let game = state.game();
    format!("{state:?} {} {:?} {}", game.rules(), game.moves(), game.diagram())
}

fn seq_of(command: &Command) -> Option<u64> {
    match command {
        Command::Play { seq, .. }
        | Command::Mark { seq, .. }
        | Command::Agree { seq }
        | Command::Resume { seq }
        | Command::Fault { seq, .. }
        | Command::Propose { seq, .. } => Some(*seq),
        Command::Undo { seq } => *seq,
        _ => None,
    }
}

fn header(rng: &mut Rng, game: &dyn AnyGame) -> Header {
    let mut header = Header::between_people(game.entry().id, &game.rules());
    let occupants = [
        Occupant::Here,
        Occupant::Link,
        Occupant::Link,
        Occupant::Machine { level: 1 },
        Occupant::Engine,
    ];
    header.seats = [0, 1].map(|_| Seat::of(occupants[rng.below(5) as usize]));
    header.clock = (rng.below(3) > 0)
        .then(|| TimeControl { main: 1 + rng.below(600), increment: rng.below(8) });
    header
}

fn who(rng: &mut Rng) -> Who {
    match rng.below(12) {
        0 => Who::Holder(Held::NONE),
        1..7 => Who::Holder(Held::BOTH),
        7 => Who::Holder(Held::only(Side::First)),
        8 => Who::Holder(Held::only(Side::Second)),
        9 => Who::Machine(Side::First),
        10 => Who::Machine(Side::Second),
        _ => Who::Referee,
    }
}

/// Something that could be asked, and mostly by whom it could be asked.
fn command(rng: &mut Rng, state: &State, who: Who) -> Command {
    let now = state.seq();
    let seq = match rng.below(16) {
        0 => now.wrapping_sub(1),
        1 => u64::from(rng.below(40)),
        _ => now,
    };
    let offers = [Offer::Undo, Offer::Draw, Offer::Rematch, Offer::Again, Offer::Delete];
    let offer = offers[rng.below(5) as usize];
    let fault = Command::Fault { why: "it fell over".to_owned(), seq };
    let propose = |rng: &mut Rng| Command::Propose { dead: vec![place(rng, state)], seq };
    match who {
        Who::Referee => match rng.below(4) {
            0 => Command::Pause(rng.below(2) == 0),
            1 => propose(rng),
            _ => Command::Tick,
        },
        Who::Machine(_) if rng.below(80) == 0 => fault,
        _ => match rng.below(256) {
            0 => Command::Resign,
            1 => Command::Draw,
            2..12 => Command::Undo { seq: (rng.below(2) == 0).then_some(seq) },
            12..16 => Command::Rematch,
            16..20 => Command::Again,
            20..30 => Command::Accept(offer),
            30..34 => Command::Decline(offer),
            34..38 => Command::Name("Ana \u{202e}".repeat(rng.below(12) as usize)),
            38..42 => Command::Resume { seq },
            42..58 => Command::Agree { seq },
            58..74 => Command::Mark { at: place(rng, state), seq },
            74 => fault,
            75 => propose(rng),
            76 => Command::Tick,
            77..80 => Command::Delete,
            _ => Command::Play { play: play(rng, state), seq },
        },
    }
}

/// A place of the board, mostly one where something stands.
fn place(rng: &mut Rng, state: &State) -> String {
    let stands = state.game().view().picture.stands;
    match stands.len() {
        0 => "A1".to_owned(),
        all => stands[rng.below(all as u32) as usize].at.clone(),
    }
}

/// A move, mostly legal; passes often, so that play stops now and then.
fn play(rng: &mut Rng, state: &State) -> String {
    let legal = state.game().legal();
    match (rng.below(8), legal.len()) {
        (0, _) => PASS.to_owned(),
        (1, _) => "Z99".to_owned(),
        (_, 0) => String::new(),
        (2, all) => format!("  {} ", legal[rng.below(all as u32) as usize]),
        (_, all) => legal[rng.below(all as u32) as usize].clone(),
    }
}
