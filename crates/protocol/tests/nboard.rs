//! NBoard with nobody in a hurry: the next line comes when the last is
//! answered, so that searches are not cut short.

mod common;

use std::io::{BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use sobremesa_kernel::{Position as _, Rng};
use sobremesa_othello::book::Book;
use sobremesa_othello::weights::Weights;
use sobremesa_othello::{Move, Position, Thinker};
use sobremesa_protocol::nboard;

use common::{Said, fits, golden};

/// What was sent, as something to read.
struct Lines {
    sent: Receiver<Vec<u8>>,
    open: Vec<u8>,
}

impl Read for Lines {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        if self.open.is_empty() {
            self.open = self.sent.recv().unwrap_or_default();
        }
        let taken = into.len().min(self.open.len());
        into[..taken].copy_from_slice(&self.open[..taken]);
        self.open.drain(..taken);
        Ok(taken)
    }
}

/// What is said, on its way to the test.
struct Voice(Sender<Vec<u8>>);

impl Write for Voice {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let _ = self.0.send(bytes.to_vec());
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

struct Talk {
    send: Sender<Vec<u8>>,
    heard: Receiver<Vec<u8>>,
}

impl Talk {
    fn start(level: u8, threads: usize) -> Talk {
        let (send, sent) = channel();
        let (say, heard) = channel();
        thread::spawn(move || {
            let reader = BufReader::new(Lines { sent, open: Vec::new() });
            let options = nboard::Options { level, seed: 1, threads };
            nboard::run(options, reader, Voice(say))
        });
        Talk { send, heard }
    }

    fn tell(&self, line: &str) {
        self.send.send(format!("{line}\n").into_bytes()).unwrap();
    }

    /// The lines of an answer that ends with an empty status.
    fn ask(&self, line: &str) -> Vec<String> {
        self.tell(line);
        let mut said = Vec::new();
        while said.last().is_none_or(|line| line != "status") {
            said.push(self.line().expect("the engine goes on"));
        }
        said
    }

    /// The next line, `None` when the engine has left.
    fn line(&self) -> Option<String> {
        let mut text = String::new();
        while !text.ends_with('\n') {
            text.push_str(&String::from_utf8(self.heard.recv().ok()?).unwrap());
        }
        text.pop();
        Some(text)
    }

    fn set(&self, position: &Position) {
        let turn = position.cells(['*', 'O', '-']);
        let side = if position.turn() == sobremesa_kernel::Side::First { '*' } else { 'O' };
        self.tell(&format!("set game (;GM[Othello]BO[8 {turn} {side}];)"));
    }
}

/// A position of a random game with so many empty squares and several moves.
fn random(empties: u32, seed: u64) -> Position {
    let mut rng = Rng::new(seed);
    loop {
        let mut position = Position::start(&Default::default());
        while position.board().empties() > empties && position.outcome().is_none() {
            position.play_random(&mut rng, &mut Vec::new());
        }
        if position.outcome().is_none() && position.count_legal() > 3 {
            return position;
        }
    }
}

/// The move, the value and the depth of a line `search F5D6 1.00 0 12`.
fn search(line: &str) -> Option<(Move, f32, String)> {
    let words: Vec<&str> = line.split(' ').collect();
    match *words {
        ["search", line, value, "0", depth] => {
            Some((line[..2].parse().unwrap(), value.parse().unwrap(), depth.to_owned()))
        }
        _ => None,
    }
}

/// Each line is sent when the answers before it have come: what the engine
/// has time to say is always the same.
#[test]
fn nboard_golden() {
    let talk = Talk::start(1, 1);
    for (number, said) in golden("nboard").into_iter().enumerate() {
        match said {
            Said::ToEngine(line) => talk.tell(&line),
            Said::ByEngine(want) => {
                let have = talk.line().expect("the engine goes on");
                assert!(fits(&want, &have), "line {}: {have:?}, not {want:?}", number + 1);
            }
        }
    }
    assert_eq!(talk.line(), None);
}

#[test]
fn every_move_of_a_hint_has_its_true_value() {
    let weights = Weights::shipped();
    let mut thinker = Thinker::new(weights, 16);
    let talk = Talk::start(7, 2);
    talk.tell("set depth 1");
    for seed in 0..5 {
        let position = random(9, seed);
        talk.set(&position);
        let said = talk.ask("hint 64");
        let lines: Vec<_> = said.iter().filter_map(|line| search(line)).collect();
        let moves = position.count_legal() as usize;
        let last = &lines[lines.len() - moves..];
        for (m, value, depth) in last {
            let mut after = position;
            after.play(*m).unwrap();
            assert_eq!(*value, -thinker.solve(after.board()) as f32, "{m}: {said:#?}");
            assert_eq!(depth, "100%");
        }
        assert!(last.is_sorted_by(|a, b| a.1 >= b.1), "{said:#?}");
        let different: std::collections::HashSet<Move> = last.iter().map(|line| line.0).collect();
        assert_eq!(different.len(), moves, "{said:#?}");
    }
}

#[test]
fn a_shallow_depth_does_not_solve_long_endings() {
    let talk = Talk::start(7, 1);
    let position = random(24, 3);
    talk.set(&position);
    for (depth, question) in [(1, "hint 3"), (3, "hint 1"), (2, "go")] {
        talk.tell(&format!("set depth {depth}"));
        let said = talk.ask(question);
        assert!(said.iter().all(|line| !line.contains('%')), "{said:#?}");
        let nodes = said.iter().find_map(|line| line.strip_prefix("nodestats ")).unwrap();
        let nodes: u64 = nodes.split(' ').next().unwrap().parse().unwrap();
        assert!(nodes < 200_000, "{said:#?}");
        assert!(question != "go" || said.iter().any(|line| line.starts_with("=== ")));
    }
    let position = random(14, 3);
    talk.set(&position);
    talk.tell("set depth 6");
    let said = talk.ask("hint 1");
    assert!(said[said.len() - 3].ends_with(" 0 100%"), "{said:#?}");
}

#[test]
fn a_hint_is_told_as_it_deepens() {
    let talk = Talk::start(7, 1);
    talk.tell("set depth 12");
    // Far from every opening in the book.
    talk.set(&random(40, 3));
    for (question, moves) in [("hint 1", 1), ("hint 3", 3)] {
        let said = talk.ask(question);
        let lines: Vec<_> = said.iter().filter_map(|line| search(line)).collect();
        let depths = |m: Move| -> Vec<u32> {
            lines.iter().filter(|line| line.0 == m).map(|line| line.2.parse().unwrap()).collect()
        };
        let last = &lines[lines.len() - moves..];
        for (m, _, depth) in last {
            assert_eq!(depth, "12", "{said:#?}");
            let depths = depths(*m);
            assert!(depths.len() > 2 && depths[0] < 12, "{said:#?}");
            assert!(depths.is_sorted(), "{said:#?}");
        }
    }
}

#[test]
fn a_level_without_an_opinion_invents_none() {
    let talk = Talk::start(0, 1);
    let said = talk.ask("hint 4");
    assert_eq!(said.iter().filter_map(|line| search(line)).count(), 0, "{said:#?}");
    let said = talk.ask("go");
    assert!(said.iter().any(|line| line.starts_with("=== ") && line.contains("//")), "{said:#?}");
    // The greedy player values each of its moves by itself.
    let said = Talk::start(1, 1).ask("hint 4");
    let lines: Vec<_> = said.iter().filter_map(|line| search(line)).collect();
    assert!(lines.len() >= 4 && lines.iter().all(|line| line.1 == 1.0), "{said:#?}");
}

/// Who plays may choose by lot among openings that are about as good; who asks
/// what a position is worth gets the value of the best.
#[test]
fn the_value_of_an_opening_is_that_of_its_best_move() {
    let mut position = Position::start(&Default::default());
    position.play("d3".parse().unwrap()).unwrap();
    let best = Book::shipped().moves(position.board()).unwrap()[0].value as f32;
    let talk = Talk::start(4, 1);
    for _ in 0..12 {
        talk.set(&position);
        let said = talk.ask("hint 1");
        let last = said.iter().rev().find_map(|line| search(line)).unwrap();
        assert_eq!(last.1, best, "{said:#?}");
        // From Black's side, and White is to move.
        let said = talk.ask("analyze");
        assert!(said.contains(&format!("analysis 0 {:.2}", 0.0 - best)), "{said:#?}");
    }
}
