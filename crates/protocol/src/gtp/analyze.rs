//! `lz-analyze`, `kata-analyze` and their kin: values of moves while thinking.
//!
//! What an engine does not know is left out of the lines: no number in them
//! stands for another one.

use std::collections::HashMap;

use sobremesa_kernel::{Analysis, Budget, Game, Line, Position, Value};

use super::commands::Commands;
use super::session::{Choice, MoveOf, Task, Until};
use super::values::{Root, chance, lead, lowest, vertex, visits};
use super::wish::{Wish, wish};
use super::{Answer, Command, Session};

/// Which dialect of analysis: Leela Zero's (whole numbers, winrate in
/// ten-thousandths) or KataGo's (winrate from 0 to 1, scores), which Sabaki
/// reads without a prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Style {
    Leela,
    Kata,
}

/// What a command that chooses a move does with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Then {
    Play,
    OnlySay,
    /// Only said, and any line ends the search without a move.
    OnlySayUnlessCancelled,
}

pub(super) fn table<G: Game>() -> Commands<G> {
    vec![
        Command { name: "lz-analyze", run: |s, a| analyze(s, a, Style::Leela) },
        Command { name: "kata-analyze", run: |s, a| analyze(s, a, Style::Kata) },
        Command { name: "analyze", run: |s, a| analyze(s, a, Style::Kata) },
        Command { name: "lz-genmove_analyze", run: |s, a| choose(s, a, Style::Leela, Then::Play) },
        Command { name: "kata-genmove_analyze", run: |s, a| choose(s, a, Style::Kata, Then::Play) },
        Command { name: "genmove_analyze", run: |s, a| choose(s, a, Style::Kata, Then::Play) },
        Command {
            name: "kata-search_analyze",
            run: |s, a| choose(s, a, Style::Kata, Then::OnlySay),
        },
        Command {
            name: "kata-search_analyze_cancellable",
            run: |s, a| choose(s, a, Style::Kata, Then::OnlySayUnlessCancelled),
        },
    ]
}

/// Reports until a line comes.
fn analyze<G: Game>(session: &mut Session<G>, arguments: &[&str], style: Style) -> Answer {
    let wish = wish(session, arguments)?;
    let position = session.subject(wish.side)?.ok_or("the game is over")?;
    let budget = session.endless(&position);
    let mut teller = Teller::new(wish, position, style);
    let task = teller.task(budget, Until::AnyLine);
    session.open_stream();
    let mut told = false;
    let (found, stopped) = session.search(&task, |session, partial| {
        told |= teller.tell(session, partial);
    });
    // A search that ended by itself knows all there is to know; one that was
    // told to end has been heard, unless that was at once.
    if !(stopped && told) {
        teller.tell(session, &found);
    }
    session.wait();
    Ok(String::new())
}

/// Reports while choosing a move, then plays or only says it.
fn choose<G: Game>(
    session: &mut Session<G>,
    arguments: &[&str],
    style: Style,
    then: Then,
) -> Answer {
    let wish = wish(session, arguments)?;
    let side = wish.side;
    let Some(position) = session.subject(side)? else {
        session.open_stream();
        if then == Then::Play {
            session.pass_after_the_end();
        }
        return Ok("play pass".to_owned());
    };
    let budget = session.budget(&position);
    let mut teller = Teller::new(wish, position, style);
    let cancellable = then == Then::OnlySayUnlessCancelled;
    let until = if cancellable { Until::AnyLine } else { Until::Interrupt };
    let task = teller.task(budget, until);
    session.open_stream();
    if then != Then::Play {
        let (found, stopped) = session.search(&task, |session, partial| {
            teller.tell(session, partial);
        });
        if cancellable && stopped {
            return Ok("play cancelled".to_owned());
        }
        teller.tell(session, &found);
        return Ok(format!("play {}", vertex(found.best())));
    }
    let (choice, found) = session.choose(&task, |session, partial| {
        teller.tell(session, partial);
    });
    teller.tell(session, &found);
    Ok(match choice {
        Choice::Resign => "play resign".to_owned(),
        Choice::Play(m) => {
            // Engines answer legal moves; whatever else it was, it is not
            // played, and the controller hears of a resignation.
            match session.play(side, m) {
                Ok(()) => format!("play {}", vertex(m)),
                Err(()) => "play resign".to_owned(),
            }
        }
    })
}

/// Writes analyses of one position.
struct Teller<G: Game> {
    wish: Wish<MoveOf<G>>,
    position: G::Position,
    style: Style,
    /// Points are judged once: the positions do not change.
    owners: Option<String>,
    after: HashMap<MoveOf<G>, String>,
}

/// The most moves after which points are judged: each takes its time.
const MOST_JUDGED: usize = 10;

impl<G: Game> Teller<G> {
    fn new(wish: Wish<MoveOf<G>>, position: G::Position, style: Style) -> Teller<G> {
        Teller { wish, position, style, owners: None, after: HashMap::new() }
    }

    fn task(&self, budget: Budget, until: Until) -> Task<G> {
        Task {
            position: self.position.clone(),
            budget,
            until,
            every: self.wish.every,
            allowed: self.wish.allowed.clone(),
        }
    }

    /// Writes what is known; whether anything is.
    fn tell(&mut self, session: &mut Session<G>, found: &Analysis<MoveOf<G>>) -> bool {
        let known: Vec<&Line<MoveOf<G>>> =
            found.lines.iter().filter(|line| chance(line.value).is_some()).collect();
        if known.is_empty() {
            return false;
        }
        // Moves that nobody tried are listed only where that is asked for.
        let untried = found.lines.iter().filter(|line| line.value == Value::Unknown);
        let asked = self.wish.least.saturating_sub(known.len());
        let listed = known.iter().copied().chain(untried.take(asked)).take(self.wish.most);
        let mut parts: Vec<String> = listed
            .enumerate()
            .map(|(order, line)| {
                let info = info(line, order, self.style);
                match order < MOST_JUDGED && self.wish.moves_ownership {
                    true => info + &self.owned_after(session, line.play),
                    false => info,
                }
            })
            .collect();
        if self.wish.root_info {
            parts.extend(root_info(&known, found.nodes, self.style));
        }
        if self.wish.ownership {
            parts.extend(self.owned(session));
        }
        session.stream(&parts.join(" "));
        true
    }

    /// Who will own the points, for the side to move.
    fn owned(&mut self, session: &Session<G>) -> Option<String> {
        if self.owners.is_none() {
            let owners = (session.dialect.ownership)(&session.options, &self.position);
            self.owners = Some(owners.map_or_else(String::new, |owners| listed(&owners, 1.0)));
        }
        let owners = self.owners.as_ref().filter(|owners| !owners.is_empty());
        owners.map(|owners| format!("ownership {owners}"))
    }

    /// The same after a move, still for the side that plays it.
    fn owned_after(&mut self, session: &Session<G>, m: MoveOf<G>) -> String {
        let position = &self.position;
        let owners = self.after.entry(m).or_insert_with(|| {
            let mut after = position.clone();
            let owners = match after.play(m) {
                Ok(()) => (session.dialect.ownership)(&session.options, &after),
                Err(_) => None,
            };
            let same = after.turn() == position.turn();
            owners.map_or_else(String::new, |owners| listed(&owners, if same { 1.0 } else { -1.0 }))
        });
        if owners.is_empty() { String::new() } else { format!(" movesOwnership {owners}") }
    }
}

fn listed(owners: &[f32], sign: f32) -> String {
    let shown: Vec<String> = owners.iter().map(|owner| format!("{:.2}", sign * owner)).collect();
    shown.join(" ")
}

/// A line of an analysis in a controller's words.
fn info<M: Copy + ToString>(line: &Line<M>, order: usize, style: Style) -> String {
    let mut words = vec![format!("info move {}", vertex(line.play))];
    match (chance(line.value), style) {
        (None, _) => words.push("visits 0".to_owned()),
        (Some(chance), Style::Leela) => {
            words.push(format!("visits {} winrate {}", visits(line), whole(chance)));
        }
        (Some(chance), Style::Kata) => {
            let utility = chance * 2.0 - 1.0;
            let visits = visits(line);
            words.push(format!("visits {visits} utility {utility:.4} winrate {chance:.4}"));
        }
    }
    if let (Some(lead), Style::Kata) = (lead(line), style) {
        words.push(format!("scoreMean {lead:.2} scoreLead {lead:.2}"));
    }
    match (line.prior, style) {
        (Some(prior), Style::Leela) => words.push(format!("prior {}", whole(prior))),
        (Some(prior), Style::Kata) => words.push(format!("prior {prior:.5}")),
        (None, _) => {}
    }
    match (lowest(line), style) {
        (Some(lcb), Style::Leela) => words.push(format!("lcb {}", whole(lcb))),
        (Some(lcb), Style::Kata) => words.push(format!("lcb {lcb:.4}")),
        (None, _) => {}
    }
    let pv: Vec<String> = line.pv.iter().map(|&m| vertex(m)).collect();
    words.push(format!("order {order} pv {}", pv.join(" ")));
    words.join(" ")
}

/// The position itself, as the visits went on from it.
fn root_info<M>(known: &[&Line<M>], nodes: u64, style: Style) -> Option<String> {
    if style == Style::Leela {
        return None;
    }
    let root = Root::of(known, nodes)?;
    let (chance, utility) = (root.chance, root.chance * 2.0 - 1.0);
    let lead = root.lead.map_or_else(String::new, |lead| format!(" scoreLead {lead:.2}"));
    Some(format!("rootInfo visits {} utility {utility:.4} winrate {chance:.4}{lead}", root.visits))
}

fn whole(share: f32) -> i32 {
    (share * 10_000.0).round() as i32
}
