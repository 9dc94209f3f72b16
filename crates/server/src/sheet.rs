//! The score sheet of a match: what was agreed and what happened, and what
//! follows from it. Pure: no clock is read and nothing is stored here, so a
//! match that is loaded and a match that is played go through the same code.

use axum::http::StatusCode;
use sobremesa_kernel::{Match, Outcome, Played, Points, Side};
use sobremesa_store::{self as store, Event, Header, Offer, SeatKind, Stored};

use crate::problem::Problem;
use crate::secret::Hash;
use crate::wire;

/// A match, its events replayed through the rules.
#[derive(Debug)]
pub struct Sheet {
    pub id: String,
    /// As agreed, with the names the seats have now.
    pub header: Header,
    pub game: Box<dyn Match>,
    /// Every move and every taking back: `seq` counts them.
    turns: Vec<Turn>,
    /// The moves that stand.
    pub moves: Vec<Played>,
    /// How the match ended, when it was not by the rules of the game alone.
    ended: Option<wire::Outcome>,
    /// What is taken for dead, once that was proposed.
    pub agreement: Option<Agreement>,
    pub offers: wire::Offers,
    /// The rematch.
    pub next: Option<String>,
    /// Milliseconds on the clocks after the last move.
    pub left: Option<[u64; 2]>,
    /// How many events there are.
    pub events: u64,
    secrets: [Option<Hash>; 2],
}

#[derive(Debug)]
enum Turn {
    Play(Played),
    Undo(usize),
    /// Something was marked or proposed as dead.
    Marked,
}

/// What the players take for dead after play has stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Agreement {
    /// What the program proposed: whole groups, in order.
    pub proposal: Vec<String>,
    /// What is marked now: whole groups, in order.
    pub dead: Vec<String>,
    /// Who agrees to `dead`.
    pub agreed: [bool; 2],
}

/// The sides somebody may act for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held([bool; 2]);

impl Held {
    #[must_use]
    pub fn has(self, side: Side) -> bool {
        self.0[side.index()]
    }

    #[must_use]
    pub fn both(self) -> bool {
        self.0 == [true, true]
    }

    pub fn sides(self) -> impl Iterator<Item = Side> {
        Side::BOTH.into_iter().filter(move |&side| self.has(side))
    }

    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == [false, false]
    }
}

/// The match a header describes, before any move.
///
/// # Errors
/// When there is no such game, or its rules or its diagram cannot be read.
pub fn begin(header: &Header) -> Result<Box<dyn Match>, Problem> {
    let entry = sobremesa_games::find(&header.game).ok_or_else(|| {
        Problem::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "server-no-such-game",
            format!("there is no game {:?}", header.game),
        )
    })?;
    Ok(match &header.position {
        None => entry.start(&header.rules)?,
        Some(diagram) => entry.set_up(&header.rules, diagram)?,
    })
}

impl Sheet {
    /// A match in which nothing has happened.
    ///
    /// # Errors
    /// Those of [`begin`].
    pub fn new(id: String, header: Header) -> Result<Sheet, Problem> {
        let game = begin(&header)?;
        let left = header.clock.map(|clock| [u64::from(clock.main) * 1000; 2]);
        let secrets =
            [0, 1].map(|seat: usize| header.seats[seat].secret.as_deref().and_then(Hash::from_hex));
        Ok(Sheet {
            id,
            header,
            game,
            turns: Vec::new(),
            moves: Vec::new(),
            ended: None,
            agreement: None,
            offers: wire::Offers::default(),
            next: None,
            left,
            events: 0,
            secrets,
        })
    }

    /// A match as it was kept. An event that the rules refuse means that the
    /// record is damaged.
    ///
    /// # Errors
    /// [`store::Error::Damaged`].
    pub fn replay(stored: Stored) -> Result<Sheet, store::Error> {
        let id = stored.id;
        let damaged = |what: String| store::Error::Damaged { id: id.clone(), what };
        let mut sheet = Sheet::new(id.clone(), stored.header)
            .map_err(|problem| damaged(format!("header: {}", problem.detail)))?;
        for (number, event) in stored.events.iter().enumerate() {
            sheet
                .apply(event)
                .map_err(|problem| damaged(format!("event {number}: {}", problem.detail)))?;
        }
        Ok(sheet)
    }

    /// Lets an event happen, or says why it cannot and changes nothing.
    ///
    /// # Errors
    /// What the rules of the game or of the table say against it.
    pub fn apply(&mut self, event: &Event) -> Result<(), Problem> {
        match event {
            Event::Play { side, play, left } => {
                let side = from_store(*side);
                if self.outcome().is_some() {
                    return Err(Problem::over());
                }
                if self.settling() {
                    return Err(Problem::settling());
                }
                if self.game.turn() != side {
                    return Err(Problem::not_your_turn());
                }
                self.play(play)?;
                self.left = left.or(self.left);
                self.events += 1;
                return Ok(());
            }
            Event::Undo { to } => {
                if self.ended.is_some() {
                    return Err(Problem::over());
                }
                if *to >= self.moves.len() {
                    return Err(Problem::nothing_to_take_back());
                }
                self.take_back(*to);
            }
            Event::Resign { side } => {
                self.end(Some(from_store(*side).other()), wire::Ending::Resignation)?;
            }
            Event::Timeout { side } => {
                let side = from_store(*side);
                self.end(Some(side.other()), wire::Ending::Time)?;
                if let Some(left) = &mut self.left {
                    left[side.index()] = 0;
                }
            }
            Event::Fault { side, .. } => {
                self.end(Some(from_store(*side).other()), wire::Ending::Fault)?;
            }
            Event::Draw {} => self.end(None, wire::Ending::Agreement)?,
            Event::Offer { side, offer } => *self.offer(*offer) = Some(from_store(*side).into()),
            Event::Decline { offer } => *self.offer(*offer) = None,
            Event::Name { side, name } => {
                self.header.seats[from_store(*side).index()].name.clone_from(name);
            }
            Event::Propose { dead } => self.propose(dead)?,
            Event::Mark { at, .. } => self.mark(at)?,
            Event::Agree { side } => self.agree(from_store(*side))?,
            Event::Resume { out, .. } => {
                if !self.settling() || !self.game.resume(*out) {
                    return Err(Problem::not_settling());
                }
                self.moves = self.game.moves();
                self.went_back();
            }
            Event::Next { id } => {
                self.next = Some(id.clone());
                self.offers.rematch = None;
            }
        }
        self.events += 1;
        Ok(())
    }

    /// Plays for whoever is to move; the caller counts the event.
    fn play(&mut self, text: &str) -> Result<Played, Problem> {
        let played = self.game.play(text)?;
        self.moves.push(played.clone());
        self.turns.push(Turn::Play(played.clone()));
        // Whoever plays on has answered what was asked.
        self.offers.undo = None;
        self.offers.draw = None;
        Ok(played)
    }

    /// Plays `text` for whoever is to move and gives the event to keep;
    /// `left` is what the clocks show after the move.
    ///
    /// # Errors
    /// What the rules say against it.
    pub fn play_new(&mut self, text: &str, left: Option<[u64; 2]>) -> Result<Event, Problem> {
        if self.outcome().is_some() {
            return Err(Problem::over());
        }
        if self.settling() {
            return Err(Problem::settling());
        }
        let played = self.play(text)?;
        self.left = left.or(self.left);
        self.events += 1;
        Ok(Event::Play { side: to_store(played.side), play: played.play, left })
    }

    fn take_back(&mut self, to: usize) {
        while self.moves.len() > to && self.game.undo() {
            self.moves.pop();
        }
        self.went_back();
    }

    /// The match is back where it has as many moves as it has now.
    fn went_back(&mut self) {
        self.turns.push(Turn::Undo(self.moves.len()));
        self.agreement = None;
        self.offers.undo = None;
        self.offers.draw = None;
    }

    /// Whether play has stopped and the players have yet to agree on what is
    /// dead.
    #[must_use]
    pub fn settling(&self) -> bool {
        self.ended.is_none() && self.game.awaits_agreement()
    }

    fn propose(&mut self, dead: &[String]) -> Result<(), Problem> {
        if !self.settling() || self.agreement.is_some() {
            return Err(Problem::not_settling());
        }
        let mut proposal = Vec::new();
        for at in dead {
            if !proposal.contains(at) {
                proposal.extend(self.group_at(at)?);
            }
        }
        proposal.sort_unstable();
        self.agreement = Some(Agreement { dead: proposal.clone(), proposal, agreed: [false; 2] });
        self.turns.push(Turn::Marked);
        Ok(())
    }

    fn mark(&mut self, at: &str) -> Result<(), Problem> {
        let settling = self.settling();
        let group = self.group_at(at)?;
        let agreement =
            self.agreement.as_mut().filter(|_| settling).ok_or_else(Problem::not_settling)?;
        if agreement.dead.contains(&group[0]) {
            agreement.dead.retain(|at| !group.contains(at));
        } else {
            agreement.dead.extend(group);
            agreement.dead.sort_unstable();
        }
        agreement.agreed = [false; 2];
        self.turns.push(Turn::Marked);
        Ok(())
    }

    /// A stone that is marked otherwise than the program proposed.
    #[must_use]
    pub fn first_changed_mark(&self) -> Option<String> {
        let Agreement { dead, proposal, .. } = self.agreement.as_ref()?;
        let only_in = |a: &[String], b: &[String]| a.iter().find(|at| !b.contains(at)).cloned();
        only_in(dead, proposal).or_else(|| only_in(proposal, dead))
    }

    /// The group that stands on `at`, which is never empty.
    fn group_at(&self, at: &str) -> Result<Vec<String>, Problem> {
        let group = self.game.group_at(at);
        if group.is_empty() {
            return Err(Problem::new(
                StatusCode::UNPROCESSABLE_ENTITY,
                "server-nothing-there",
                "nothing that could be dead stands there",
            ));
        }
        Ok(group)
    }

    fn agree(&mut self, side: Side) -> Result<(), Problem> {
        let settling = self.settling();
        let agreement =
            self.agreement.as_mut().filter(|_| settling).ok_or_else(Problem::not_settling)?;
        agreement.agreed[side.index()] = true;
        if agreement.agreed == [true; 2] {
            let counted = self.game.counted(&agreement.dead);
            let winner = counted.score.and_then(|score| Outcome::by_score(score).winner());
            self.end(winner, wire::Ending::Play)?;
        }
        Ok(())
    }

    /// The score as it is or would be counted.
    #[must_use]
    pub fn score(&self) -> Option<[Points; 2]> {
        match &self.agreement {
            Some(agreement) => self.game.counted(&agreement.dead).score,
            None => self.game.score(),
        }
    }

    /// By how much the first side is ahead, as a record of it says.
    #[must_use]
    pub fn margin(&self) -> Option<Points> {
        match &self.agreement {
            Some(_) => self.score().map(|[first, second]| first - second),
            None => self.game.margin(),
        }
    }

    fn end(&mut self, winner: Option<Side>, reason: wire::Ending) -> Result<(), Problem> {
        if self.outcome().is_some() {
            return Err(Problem::over());
        }
        self.ended = Some(wire::Outcome { winner: winner.map(Into::into), reason });
        self.offers = wire::Offers::default();
        Ok(())
    }

    fn offer(&mut self, offer: Offer) -> &mut Option<wire::Side> {
        match offer {
            Offer::Undo => &mut self.offers.undo,
            Offer::Draw => &mut self.offers.draw,
            Offer::Rematch => &mut self.offers.rematch,
        }
    }

    /// Who asks for `offer`, if anybody does.
    #[must_use]
    pub fn offered(&self, offer: Offer) -> Option<Side> {
        match offer {
            Offer::Undo => self.offers.undo,
            Offer::Draw => self.offers.draw,
            Offer::Rematch => self.offers.rematch,
        }
        .map(Into::into)
    }

    #[must_use]
    pub fn seq(&self) -> u64 {
        self.turns.len() as u64
    }

    #[must_use]
    pub fn outcome(&self) -> Option<wire::Outcome> {
        self.ended.or_else(|| {
            self.game.outcome().filter(|_| !self.game.awaits_agreement()).map(|outcome| {
                wire::Outcome {
                    winner: outcome.winner().map(Into::into),
                    reason: wire::Ending::Play,
                }
            })
        })
    }

    /// The sides that these secrets open. Every secret is compared with every
    /// seat, whatever fits.
    #[must_use]
    pub fn held(&self, secrets: &[Hash]) -> Held {
        let mut held = Held::default();
        for (seat, kept) in self.secrets.iter().enumerate() {
            for secret in secrets {
                held.0[seat] |= kept.as_ref().is_some_and(|kept| kept.is(secret));
            }
        }
        held
    }

    #[must_use]
    pub fn is_machine(&self, side: Side) -> bool {
        matches!(self.header.seats[side.index()].kind, SeatKind::Machine | SeatKind::Engine)
    }

    /// Whether nobody but the holder has a say: the other seat is the
    /// holder's too, or a machine's.
    #[must_use]
    pub fn alone(&self, held: Held) -> bool {
        Side::BOTH.into_iter().all(|side| held.has(side) || self.is_machine(side))
    }

    /// Whether the move with this `seq` was played already, by a side that is
    /// held and as this very move: then it was sent twice.
    #[must_use]
    pub fn was_played(&self, held: Held, seq: u64, text: &str) -> bool {
        let Ok(at) = usize::try_from(seq) else { return false };
        let Some(Turn::Play(played)) = self.turns.get(at) else { return false };
        if !held.has(played.side) {
            return false;
        }
        // Text may be written in more than one way, so it is read where the
        // move was read.
        let Ok(mut game) = begin(&self.header) else { return false };
        let mut count = 0usize;
        for turn in &self.turns[..at] {
            match turn {
                Turn::Play(played) => {
                    if game.play(&played.play).is_err() {
                        return false;
                    }
                    count += 1;
                }
                Turn::Undo(to) => {
                    while count > *to && game.undo() {
                        count -= 1;
                    }
                }
                Turn::Marked => {}
            }
        }
        game.play(text).is_ok_and(|again| again == *played)
    }

    /// How many moves are left when `side` takes its last move back, `None`
    /// when it has none. With `single` one move is taken back, whoever made
    /// it.
    #[must_use]
    pub fn before_last_move_of(&self, side: Side, single: bool) -> Option<usize> {
        if single {
            return self.moves.len().checked_sub(1);
        }
        self.moves.iter().rposition(|played| played.side == side)
    }

    /// The rematch: the same agreement with the sides swapped, for the same
    /// secrets.
    #[must_use]
    pub fn rematch(&self) -> Header {
        let [first, second] = self.header.seats.clone();
        Header { seats: [second, first], previous: Some(self.id.clone()), ..self.header.clone() }
    }

    /// What everybody sees, but for what only the room knows (presence,
    /// running clocks, thinking), which the room fills in.
    #[must_use]
    pub fn state(&self) -> wire::State {
        let mut view = self.game.view();
        let outcome = self.outcome();
        if let Some(agreement) = &self.agreement {
            let counted = self.game.counted(&agreement.dead);
            (view.picture, view.score) = (counted.picture, counted.score);
        }
        wire::State {
            id: self.id.clone(),
            game: view.game,
            rules: view.rules,
            position: self.header.position.clone(),
            seq: self.seq(),
            picture: view.picture.into(),
            turn: view.turn.into(),
            outcome,
            agreement: self.shown_agreement(),
            score: score(view.score),
            legal: if outcome.is_some() {
                Vec::new()
            } else {
                view.legal
                    .into_iter()
                    .map(|c| wire::Choice { play: c.play, changes: c.changes })
                    .collect()
            },
            moves: self.moves.iter().map(Into::into).collect(),
            seats: [0, 1].map(|seat: usize| {
                let seat = &self.header.seats[seat];
                wire::Seat {
                    kind: match seat.kind {
                        SeatKind::Here => wire::SeatKind::Here,
                        SeatKind::Link => wire::SeatKind::Link,
                        SeatKind::Machine => wire::SeatKind::Machine,
                        SeatKind::Engine => wire::SeatKind::Engine,
                    },
                    level: seat.level,
                    name: seat.name.clone(),
                    present: matches!(seat.kind, SeatKind::Machine | SeatKind::Engine),
                }
            }),
            clock: self.header.clock.map(|clock| wire::Clocks {
                main: clock.main,
                increment: clock.increment,
                left: self.left.unwrap_or_default(),
                running: None,
            }),
            offers: self.offers,
            thinking: None,
            show: None,
            next: self.next.clone(),
            listed: self.header.listed,
        }
    }

    fn shown_agreement(&self) -> Option<wire::Agreement> {
        let Some(agreement) = &self.agreement else {
            return self.settling().then(wire::Agreement::default);
        };
        Some(wire::Agreement {
            ready: true,
            dead: agreement.dead.clone(),
            agreed: Side::BOTH
                .into_iter()
                .filter(|side| agreement.agreed[side.index()])
                .map(Into::into)
                .collect(),
        })
    }

    /// The position after `ply` moves.
    #[must_use]
    pub fn earlier(&self, ply: usize) -> Option<wire::Earlier> {
        let moves = self.moves.get(..ply)?;
        let mut game = begin(&self.header).ok()?;
        for played in moves {
            game.play(&played.play).ok()?;
        }
        let view = game.view();
        Some(wire::Earlier {
            ply,
            picture: view.picture.into(),
            turn: view.turn.into(),
            score: score(view.score),
            last: moves.last().map(Into::into),
        })
    }
}

fn score(points: Option<[Points; 2]>) -> Option<[String; 2]> {
    points.map(|points| points.map(|p| p.to_string()))
}

#[must_use]
pub fn from_store(side: store::Side) -> Side {
    match side {
        store::Side::First => Side::First,
        store::Side::Second => Side::Second,
    }
}

#[must_use]
pub fn to_store(side: Side) -> store::Side {
    match side {
        Side::First => store::Side::First,
        Side::Second => store::Side::Second,
    }
}
