//! The line before the machines, without threads or clocks of its own: who is
//! called next, who is refused, and how long it will take.
//!
//! - Quick thoughts and dear ones wait apart. A dear thought never takes the
//!   last thread, so a quick one waits for quick ones alone.
//! - Visitors take turns, however many games each has. Of one visitor moves go
//!   before hints.
//! - One visitor never has all of the dear thoughts at once.
//! - The line has an end. Who has much in it meets that end sooner, so that a
//!   newcomer finds a place in any crowd.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use crate::visitor::Visitor;

/// Whether a thought is over in a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    Quick,
    Dear,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    Move,
    Hint,
}

/// What the line knows of a thought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ticket {
    pub visitor: Visitor,
    pub class: Class,
    pub urgency: Urgency,
    /// How long such thoughts usually take.
    pub cost: Duration,
}

/// Somebody's place in the line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// 1 for whoever is next.
    pub number: usize,
    /// About how long until it is its turn.
    pub wait: Duration,
}

/// A thought whose turn it is.
#[derive(Debug)]
pub struct Called<T> {
    pub number: u64,
    pub item: T,
    /// Whether others wait or think besides.
    pub crowded: bool,
}

/// What the machines do, for the operator.
#[derive(Debug, serde::Serialize)]
pub struct InWork {
    /// Dear thoughts at a time; there is one thread more.
    slots: usize,
    thinking: Vec<Thinking>,
    /// Next first, the quick ones before the dear ones.
    waiting: Vec<InLine>,
    /// Reviews that are worked on or wait.
    pub aside: usize,
}

#[derive(Debug, serde::Serialize)]
struct Thinking {
    visitor: String,
    dear: bool,
    hint: bool,
    seconds: f64,
}

#[derive(Debug, serde::Serialize)]
struct InLine {
    visitor: String,
    dear: bool,
    count: usize,
}

#[derive(Debug)]
pub struct Line<T> {
    quick: Lane<T>,
    dear: Lane<T>,
    running: Vec<Running>,
    /// Dear thoughts at a time; there is one thread more.
    slots: usize,
    /// Thoughts of one visitor that may wait, and of all.
    most_each: usize,
    most: usize,
    called: u64,
}

/// Those who wait for thoughts of one class, next first.
#[derive(Debug)]
struct Lane<T> {
    visitors: VecDeque<Waiting<T>>,
}

/// All that one visitor waits for, next first.
#[derive(Debug)]
struct Waiting<T> {
    visitor: Visitor,
    moves: VecDeque<(Ticket, T)>,
    hints: VecDeque<(Ticket, T)>,
}

#[derive(Debug)]
struct Running {
    number: u64,
    ticket: Ticket,
    begun: Instant,
}

impl Running {
    /// How long it will still take, as far as one can tell.
    fn left(&self, now: Instant) -> Duration {
        self.ticket.cost.saturating_sub(now.saturating_duration_since(self.begun))
    }
}

impl<T> Waiting<T> {
    fn len(&self) -> usize {
        self.moves.len() + self.hints.len()
    }

    fn pop(&mut self) -> Option<(Ticket, T)> {
        self.moves.pop_front().or_else(|| self.hints.pop_front())
    }

    fn all(&self) -> impl Iterator<Item = &(Ticket, T)> {
        self.moves.iter().chain(&self.hints)
    }

    /// What its first thoughts take together.
    fn cost(&self, first: usize) -> Duration {
        self.all().take(first).map(|(ticket, _)| ticket.cost).sum()
    }
}

impl<T> Lane<T> {
    fn push(&mut self, ticket: Ticket, item: T) {
        let at = self.visitors.iter().position(|waiting| waiting.visitor == ticket.visitor);
        let at = at.unwrap_or_else(|| {
            let (moves, hints) = (VecDeque::new(), VecDeque::new());
            self.visitors.push_back(Waiting { visitor: ticket.visitor, moves, hints });
            self.visitors.len() - 1
        });
        let waiting = &mut self.visitors[at];
        match ticket.urgency {
            Urgency::Move => waiting.moves.push_back((ticket, item)),
            Urgency::Hint => waiting.hints.push_back((ticket, item)),
        }
    }

    /// The next thought of the first visitor who may have it; the visitor goes
    /// to the end.
    fn pop(&mut self, may: impl Fn(Visitor) -> bool) -> Option<(Ticket, T)> {
        let at = self.visitors.iter().position(|waiting| may(waiting.visitor))?;
        let mut waiting = self.visitors.remove(at)?;
        let next = waiting.pop();
        if waiting.len() > 0 {
            self.visitors.push_back(waiting);
        }
        next
    }

    fn step_back(&mut self, visitor: Visitor) {
        let at = self.visitors.iter().position(|waiting| waiting.visitor == visitor);
        if let Some(waiting) = at.and_then(|at| self.visitors.remove(at)) {
            self.visitors.push_back(waiting);
        }
    }

    fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        for waiting in &mut self.visitors {
            waiting.moves.retain(|(_, item)| keep(item));
            waiting.hints.retain(|(_, item)| keep(item));
        }
        self.visitors.retain(|waiting| waiting.len() > 0);
    }

    fn len(&self) -> usize {
        self.visitors.iter().map(Waiting::len).sum()
    }

    fn of(&self, visitor: Visitor) -> usize {
        self.visitors.iter().find(|waiting| waiting.visitor == visitor).map_or(0, Waiting::len)
    }
}

impl<T> Line<T> {
    /// A line before `slots` dear thoughts at a time and one thread more.
    pub fn new(slots: usize, most_each: usize, most: usize) -> Line<T> {
        let [quick, dear] = [(); 2].map(|()| Lane { visitors: VecDeque::new() });
        Line { quick, dear, running: Vec::new(), slots, most_each, most, called: 0 }
    }

    /// Puts a thought in the line; gives it back when there is no place.
    pub fn push(&mut self, ticket: Ticket, item: T) -> Result<(), T> {
        let free = self.most.saturating_sub(self.len());
        let own = self.quick.of(ticket.visitor) + self.dear.of(ticket.visitor);
        // Of what is left nobody takes more than half.
        if free == 0 || own >= self.most_each.min(free.div_ceil(2)) {
            return Err(item);
        }
        match ticket.class {
            Class::Quick => self.quick.push(ticket, item),
            Class::Dear => self.dear.push(ticket, item),
        }
        Ok(())
    }

    /// The thought whose turn it is, if it can be begun now. A thread that asks
    /// is free; [`Line::done`] says that it is so again.
    pub fn next(&mut self, now: Instant) -> Option<Called<T>> {
        let dear = self.running_dear();
        let (running, most) = (&self.running, self.most_dear_each());
        let (ticket, item) = self.quick.pop(|_| true).or_else(|| {
            let may = |visitor| dear < self.slots && of(running, visitor) < most;
            self.dear.pop(may)
        })?;
        let crowded = !self.running.is_empty() || self.len() > 0;
        self.called += 1;
        self.running.push(Running { number: self.called, ticket, begun: now });
        Some(Called { number: self.called, item, crowded })
    }

    /// Whether [`Line::next`] would call somebody.
    pub fn may_begin(&self) -> bool {
        let (dear, most) = (self.running_dear(), self.most_dear_each());
        let may = |visitor| dear < self.slots && of(&self.running, visitor) < most;
        !self.quick.visitors.is_empty()
            || self.dear.visitors.iter().any(|waiting| may(waiting.visitor))
    }

    /// A thought that was called has ended: whoever had it is after those who
    /// came meanwhile.
    pub fn done(&mut self, number: u64) {
        let Some(at) = self.running.iter().position(|running| running.number == number) else {
            return;
        };
        let Ticket { visitor, class, .. } = self.running.swap_remove(at).ticket;
        match class {
            Class::Quick => self.quick.step_back(visitor),
            Class::Dear => self.dear.step_back(visitor),
        }
    }

    /// Takes out what nobody waits for any more.
    pub fn retain(&mut self, keep: impl Fn(&T) -> bool) {
        self.quick.retain(&keep);
        self.dear.retain(&keep);
    }

    pub fn len(&self) -> usize {
        self.quick.len() + self.dear.len()
    }

    /// How many think.
    pub fn running(&self) -> usize {
        self.running.len()
    }

    /// What is thought and who waits, for the operator.
    pub fn in_work(&self, now: Instant) -> InWork {
        let thought = |running: &Running| Thinking {
            visitor: running.ticket.visitor.to_string(),
            dear: running.ticket.class == Class::Dear,
            hint: running.ticket.urgency == Urgency::Hint,
            seconds: now.saturating_duration_since(running.begun).as_secs_f64(),
        };
        let mut waiting: Vec<InLine> = Vec::new();
        for (lane, dear) in [(&self.quick, false), (&self.dear, true)] {
            for one in &lane.visitors {
                waiting.push(InLine { visitor: one.visitor.to_string(), dear, count: one.len() });
            }
        }
        InWork {
            slots: self.slots,
            thinking: self.running.iter().map(thought).collect(),
            waiting,
            aside: 0,
        }
    }

    /// The place of a thought that waits.
    pub fn place(&self, visitor: Visitor, is: impl Fn(&T) -> bool, now: Instant) -> Option<Place> {
        [(&self.quick, Class::Quick), (&self.dear, Class::Dear)]
            .into_iter()
            .find_map(|(lane, class)| self.place_in(lane, class, visitor, &is, now))
    }

    fn place_in(
        &self,
        lane: &Lane<T>,
        class: Class,
        visitor: Visitor,
        is: impl Fn(&T) -> bool,
        now: Instant,
    ) -> Option<Place> {
        let at = lane.visitors.iter().position(|waiting| waiting.visitor == visitor)?;
        let own = lane.visitors[at].all().position(|(_, item)| is(item))?;
        // Who has as many dear thoughts as one may have is passed over.
        let most = self.most_dear_each();
        let passed = |one| class == Class::Dear && of(&self.running, one) >= most;
        let (mut ahead, mut cost) = (own, lane.visitors[at].cost(own));
        for (other, waiting) in lane.visitors.iter().enumerate() {
            if other == at || passed(waiting.visitor) {
                continue;
            }
            let first = waiting.len().min(own + usize::from(other < at));
            ahead += first;
            cost += waiting.cost(first);
        }
        let dear = self.running_dear();
        let (threads, busy) = match class {
            Class::Quick => {
                ((self.slots + 1).saturating_sub(dear).max(1), self.running.len() - dear)
            }
            Class::Dear => (self.slots.max(1), dear),
        };
        let left = |which: &dyn Fn(&Ticket) -> bool| -> Duration {
            let running = self.running.iter().filter(|running| which(&running.ticket));
            running.map(|running| running.left(now)).sum()
        };
        let mut wait = Duration::ZERO;
        if ahead + busy >= threads {
            wait = (left(&|ticket| ticket.class == class) + cost) / threads as u32;
        }
        if passed(visitor) {
            let mine = left(&|ticket| ticket.class == class && ticket.visitor == visitor);
            wait = wait.max((mine + lane.visitors[at].cost(own)) / most as u32);
        }
        Some(Place { number: ahead + 1, wait })
    }

    fn running_dear(&self) -> usize {
        self.running.iter().filter(|running| running.ticket.class == Class::Dear).count()
    }

    /// Dear thoughts that one visitor has at a time: one place stays for the
    /// others, unless there is only one.
    fn most_dear_each(&self) -> usize {
        self.slots.saturating_sub(1).max(1)
    }
}

/// The dear thoughts of a visitor that are thought now.
fn of(running: &[Running], visitor: Visitor) -> usize {
    let dear = |it: &&Running| it.ticket.visitor == visitor && it.ticket.class == Class::Dear;
    running.iter().filter(dear).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn visitor(number: u8) -> Visitor {
        Visitor::of([10, 0, 0, number].into())
    }

    fn ticket(number: u8, class: Class) -> Ticket {
        let cost = Duration::from_secs(if class == Class::Quick { 1 } else { 10 });
        Ticket { visitor: visitor(number), class, urgency: Urgency::Move, cost }
    }

    /// Thoughts as the line calls them, each ending before the next begins.
    fn order(line: &mut Line<&'static str>) -> Vec<&'static str> {
        std::iter::from_fn(|| {
            let called = line.next(Instant::now())?;
            line.done(called.number);
            Some(called.item)
        })
        .collect()
    }

    #[test]
    fn visitors_take_turns_and_quick_thoughts_go_first() {
        let mut line = Line::new(2, 8, 100);
        for name in ["a", "b", "c"] {
            line.push(ticket(1, Class::Dear), name).unwrap();
        }
        line.push(ticket(2, Class::Dear), "other").unwrap();
        line.push(ticket(1, Class::Quick), "quick").unwrap();
        line.push(Ticket { urgency: Urgency::Hint, ..ticket(3, Class::Dear) }, "hint").unwrap();
        line.push(ticket(3, Class::Dear), "move").unwrap();
        assert_eq!(order(&mut line), ["quick", "a", "other", "move", "b", "hint", "c"]);
    }

    /// The fairness bar, in the terms of the line: with two hundred dear games
    /// of one visitor nobody else's machine waits for any of them.
    #[test]
    fn two_hundred_dear_games_of_one_visitor_delay_nobody_else() {
        let now = Instant::now();
        let mut line = Line::new(2, 256, 4096);
        for game in 0..200 {
            line.push(ticket(1, Class::Dear), game).unwrap();
        }
        let first = line.next(now).unwrap();
        assert_eq!(first.item, 0);
        assert!(line.next(now).is_none(), "the other dear place is for somebody else");
        // A newcomer's quick thought and its dear one begin at once.
        line.push(ticket(2, Class::Dear), 1000).unwrap();
        line.push(ticket(2, Class::Quick), 1001).unwrap();
        let at = |line: &Line<i32>, game| line.place(visitor(2), |item| *item == game, now);
        assert_eq!(at(&line, 1000).unwrap(), Place { number: 1, wait: Duration::ZERO });
        let called = [line.next(now).unwrap(), line.next(now).unwrap()];
        assert_eq!([called[0].item, called[1].item], [1001, 1000]);
        // All the dear places are taken now, and a third visitor is next.
        line.push(ticket(3, Class::Dear), 2000).unwrap();
        assert!(line.next(now).is_none());
        line.push(ticket(3, Class::Quick), 2001).unwrap();
        assert_eq!(line.next(now).unwrap().item, 2001, "a thread is left for the quick");
        line.done(first.number);
        let mut next = || line.next(now).map(|called| called.item);
        assert_eq!([next(), next()], [Some(2000), None]);
    }

    #[test]
    fn a_place_in_the_line_is_when_its_turn_comes() {
        let now = Instant::now();
        let mut line = Line::new(3, 8, 100);
        for (number, name) in [(1, "a"), (1, "b"), (1, "c"), (2, "d"), (2, "e"), (3, "f")] {
            line.push(ticket(number, Class::Dear), name).unwrap();
        }
        let places = |line: &Line<&'static str>| {
            [(1, "a"), (1, "b"), (1, "c"), (2, "d"), (2, "e"), (3, "f")].map(|(number, name)| {
                line.place(visitor(number), |item| *item == name, now).map(|place| place.number)
            })
        };
        // Called in turns: a d f b e c.
        assert_eq!(places(&line), [Some(1), Some(4), Some(6), Some(2), Some(5), Some(3)]);
        let (a, d, f) = (line.next(now), line.next(now), line.next(now));
        assert_eq!([a, d, f].map(|called| called.unwrap().item), ["a", "d", "f"]);
        assert_eq!(places(&line), [None, Some(1), Some(3), None, Some(2), None]);
        let wait = |name| line.place(visitor(1), |item| *item == name, now).unwrap().wait;
        // Three of ten seconds in three places, and then those before it.
        assert_eq!(wait("b").as_millis(), 10_000);
        assert_eq!(wait("c").as_millis(), 16_666);
    }

    #[test]
    fn the_line_has_an_end_and_a_newcomer_finds_a_place() {
        let mut line = Line::new(1, 64, 40);
        let mut filled = 0;
        while line.push(ticket(1, Class::Dear), filled).is_ok() {
            filled += 1;
        }
        assert!((10..=20).contains(&filled), "a part of what is left, not all: {filled}");
        for number in 2..=5 {
            line.push(ticket(number, Class::Dear), 0).unwrap();
        }
        line.retain(|item| *item != 0);
        assert_eq!(line.len(), filled - 1);
        let mut all = Line::new(1, 64, 4);
        let taken = (1..=9).filter(|&n| all.push(ticket(n, Class::Quick), ()).is_ok()).count();
        assert_eq!(taken, 4);
    }

    /// Any order of pushes and ends keeps the promises of the header.
    #[test]
    fn whatever_happens_the_promises_hold() {
        let mut rng = sobremesa_kernel::Rng::new(7);
        for slots in 1..5 {
            let (mut line, now) = (Line::new(slots, 8, 40), Instant::now());
            let mut thinking = Vec::new();
            for item in 0..5_000_u32 {
                match rng.below(3) {
                    0 => {
                        let class = [Class::Quick, Class::Dear][rng.below(2) as usize];
                        let _ = line.push(ticket(rng.below(4) as u8, class), item);
                    }
                    1 if !thinking.is_empty() => {
                        let at = rng.below(thinking.len() as u32) as usize;
                        line.done(thinking.swap_remove(at));
                    }
                    _ if thinking.len() <= slots => {
                        let was = line.len();
                        let called = line.next(now);
                        assert_eq!(line.len() + usize::from(called.is_some()), was);
                        assert!(called.is_some() || line.quick.len() == 0, "a thread is free");
                        thinking.extend(called.map(|called| called.number));
                    }
                    _ => {}
                }
                assert!(line.len() <= 40 && line.running_dear() <= slots);
                assert_eq!(line.running(), thinking.len());
                for number in 0..4 {
                    assert!(of(&line.running, visitor(number)) <= line.most_dear_each());
                }
            }
        }
    }
}
