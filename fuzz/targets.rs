//! What is fuzzed: every place where text or bytes from outside come in.
//!
//! A target takes any bytes and panics when an invariant breaks. The functions
//! are used twice: by cargo-fuzz (`fuzz_targets/<name>.rs`, one line each) and
//! by an ordinary test that replays `corpus/<name>/` on stable Rust
//! (`crates/cli/tests/corpus.rs`).
//!
//! Adding a target: a function and its line in [`TARGETS`] here, a bin in
//! `Cargo.toml`, its file in `fuzz_targets/`, a few seeds in `corpus/`.

use std::fmt::Debug;
use std::io::Cursor;
use std::time::Duration;

use sobremesa_games::{GAMES, Visitor, visit};
use sobremesa_kernel::{Argument, Budget, Game, Message, Position};
use sobremesa_record::Record;

pub type Target = fn(&[u8]);

pub const TARGETS: &[(&str, Target)] = &[
    ("moves", moves),
    ("rules", rules),
    ("diagrams", diagrams),
    ("games", games),
    ("sgf", sgf),
    ("ggf", ggf),
    ("obf", obf),
    ("wthor", wthor),
    ("transcript", transcript),
    ("files", files),
    ("prolog", prolog),
    ("terms", terms),
    ("gtp", gtp),
    ("nboard", nboard),
];

/// The first byte chooses the game, the rest is what it reads.
fn of_a_game(data: &[u8]) -> Option<(&'static str, &[u8])> {
    let (&first, rest) = data.split_first()?;
    Some((GAMES[usize::from(first) % GAMES.len()].id, rest))
}

/// What was read; a refusal must be in words that the catalogues have.
fn read<T>(result: Result<T, impl Into<Message>>) -> Option<T> {
    let refusal: Message = match result {
        Ok(value) => return Some(value),
        Err(error) => error.into(),
    };
    assert!(sobremesa_text::has(refusal.id), "no catalogue has {}", refusal.id);
    for (_, argument) in &refusal.args {
        if let Argument::Phrase(phrase) = argument
            && phrase.is_ours()
        {
            assert!(sobremesa_text::phrase_id(phrase).is_some(), "no catalogue has {phrase:?}");
        }
    }
    None
}

struct Moves<'a>(&'a str);

impl Visitor for Moves<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        type Move<G> = <<G as Game>::Position as Position>::Move;
        let Some(m) = read(self.0.parse::<Move<G>>()) else { return };
        assert_eq!(m.to_string().parse::<Move<G>>().ok(), Some(m), "{m} reads back as another");
        let mut position = G::Position::start(&Default::default());
        let before = position.clone();
        match position.play(m) {
            Ok(()) => assert!(before.legal().contains(&m), "{m} plays but is not listed"),
            Err(_) => assert!(position == before, "refusing {m} changed the position"),
        }
    }
}

/// Move text of every game.
pub fn moves(data: &[u8]) {
    let Some((id, rest)) = of_a_game(data) else { return };
    if let Ok(text) = std::str::from_utf8(rest) {
        visit(id, Moves(text));
    }
}

/// Rules text of every game: what is accepted prints and reads back, and a
/// game can start.
pub fn rules(data: &[u8]) {
    let Some((id, rest)) = of_a_game(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let entry = sobremesa_games::find(id).expect("it is on the list");
    if let Ok(game) = entry.start(text) {
        let again = entry.start(&game.rules()).expect("printed rules read back");
        assert_eq!(again.rules(), game.rules());
        assert_eq!(again.diagram(), game.diagram());
    }
}

struct Diagram<'a> {
    rules: &'a str,
    text: &'a str,
}

impl Visitor for Diagram<'_> {
    type Output = ();

    fn visit<G: Game>(self) {
        let Some(rules) = read(self.rules.parse::<<G::Position as Position>::Rules>()) else {
            return;
        };
        let Some(position) = read(G::Position::parse(&rules, self.text)) else { return };
        assert_eq!(position.key(), position.recomputed_key(), "{}", position.diagram());
        let shown = position.diagram();
        let again = G::Position::parse(&rules, &shown)
            .unwrap_or_else(|error| panic!("a diagram does not read back: {error}\n{shown}"));
        assert_eq!(again.diagram(), shown);
        assert_eq!(again.key(), position.key());
        let legal = position.legal();
        assert_eq!(legal.is_empty(), position.outcome().is_some(), "{shown}");
        if let Some(&m) = legal.first() {
            let mut next = position.clone();
            next.play(m).expect("a listed move plays");
            assert_eq!(next.key(), next.recomputed_key());
        }
        let _ = G::picture(&position);
    }
}

/// Diagrams of every game, the first line being the rules.
pub fn diagrams(data: &[u8]) {
    let Some((id, rest)) = of_a_game(data) else { return };
    let Ok(text) = std::str::from_utf8(rest) else { return };
    let (rules, text) = text.split_once('\n').unwrap_or(("", text));
    visit(id, Diagram { rules, text });
}

/// Whole games: every byte chooses among the legal moves.
pub fn games(data: &[u8]) {
    let Some((id, rest)) = of_a_game(data) else { return };
    let entry = sobremesa_games::find(id).expect("it is on the list");
    let rules = if id == "othello" { "" } else { "size=5" };
    let mut game = entry.start(rules).expect("these rules are fine");
    for &byte in rest.iter().take(400) {
        let legal = game.legal();
        if legal.is_empty() {
            assert!(game.outcome().is_some());
            break;
        }
        game.play(&legal[usize::from(byte) % legal.len()]).expect("a listed move plays");
    }
    let before = game.diagram();
    let undone = game.undo();
    assert_eq!(undone, !rest.is_empty());
    assert!(game.outcome().is_none());
    if undone {
        assert_ne!(game.diagram(), before);
    }
}

/// SGF: what is read is written in a form that reads back the same, and
/// replaying it never panics.
pub fn sgf(data: &[u8]) {
    if let Some(collection) = read(sobremesa_record::sgf::read(data)) {
        let written = sobremesa_record::sgf::write(&collection);
        let again = sobremesa_record::sgf::read(written.as_bytes());
        same(&again.map(|read| sobremesa_record::sgf::write(&read)), &written);
    }
    if let Some(record) = read(Record::from_sgf(data)) {
        let _ = sobremesa_games::replay::replay(&record);
    }
}

pub fn ggf(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let _ = sobremesa_record::ggf::clocks(text);
    for record in read(sobremesa_record::ggf::read(text)).into_iter().flatten() {
        let written = sobremesa_record::ggf::write(&record);
        let again = sobremesa_record::ggf::read(&written);
        same(
            &again.map(|games| games.iter().map(sobremesa_record::ggf::write).collect()),
            &written,
        );
        let _ = sobremesa_games::replay::replay(&record);
    }
}

pub fn obf(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for problem in read(sobremesa_record::obf::read(text)).into_iter().flatten() {
        let _ = sobremesa_record::obf::write(&problem);
    }
}

pub fn wthor(data: &[u8]) {
    if let Some(archive) = read(sobremesa_record::wthor::read(data)) {
        for game in archive.games.iter().take(20) {
            let _ = sobremesa_games::replay::replay(&game.record(&[]));
        }
        let written = sobremesa_record::wthor::write(&archive).expect("what was read is written");
        assert!(sobremesa_record::wthor::read(&written).is_ok());
    }
    let _ = read(sobremesa_record::wthor::read_names(data, 20));
}

pub fn transcript(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Some(record) = read(sobremesa_record::transcript::read(text)) {
        let written = sobremesa_record::transcript::write(&record);
        let again = sobremesa_record::transcript::read(&written);
        // Transcripts leave passes out.
        let discs = |record: &Record| record.moves.iter().filter(|m| m.play != "pass").count();
        same(&again.map(|read| discs(&read)), &discs(&record));
        let _ = sobremesa_games::replay::replay(&record);
    }
}

/// Files whose format is told by their contents; every game is read or
/// refused by itself.
pub fn files(data: &[u8]) {
    for record in read(sobremesa_games::files::read(data)).into_iter().flatten().take(20) {
        if let Some(record) = read(record) {
            let _ = sobremesa_games::replay::replay(&record);
        }
    }
}

/// Goals of the courses' predicates, with small limits.
pub fn prolog(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let limits = sobremesa_prolog::Limits {
        steps: 20_000,
        cells: 1 << 16,
        time: Duration::from_secs(2),
        text: 1 << 16,
        output: 1 << 12,
    };
    let Ok(mut query) = sobremesa_prolog::Query::new(text, "conecta4", limits) else { return };
    for _ in 0..5 {
        match query.next(&|| false) {
            Ok(sobremesa_prolog::Found::Answer { more: true }) => {
                let _ = query.answer();
            }
            _ => break,
        }
    }
}

/// Prolog terms: what is written for one reads back as the same text.
pub fn terms(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let write = |text: &str| {
        let mut heap = sobremesa_prolog::Heap::new(1 << 16);
        let read = sobremesa_prolog::read_term(&mut heap, text).ok()?;
        // Named by their order, so that both readings name them alike.
        let names = heap
            .variables(read.term)
            .into_iter()
            .enumerate()
            .map(|(n, (variable, _))| (variable, format!("V{n}")))
            .collect();
        sobremesa_prolog::quoted(&heap, read.term, &names).ok()
    };
    let Some(once) = write(text) else { return };
    assert_eq!(write(&once).as_ref(), Some(&once), "{text:?}");
}

/// GTP sessions for Othello at the weakest level; nothing is read from disk.
pub fn gtp(data: &[u8]) {
    if mentions(data, &["loadsgf", "savesgf", "printsgf", "genmove", "analyze", "sleep"]) {
        return;
    }
    let options = sobremesa_protocol::gtp::Options {
        level: 0,
        seed: 1,
        budget: Budget::nodes(100),
        rules: String::new(),
        resign: 0.0,
        network: None,
    };
    let input = Cursor::new(data.to_vec());
    let _ = sobremesa_protocol::gtp::run(
        &sobremesa_protocol::gtp::othello(),
        options,
        input,
        std::io::sink(),
    );
}

pub fn nboard(data: &[u8]) {
    let input = Cursor::new(data.to_vec());
    let options = sobremesa_protocol::nboard::Options { level: 0, seed: 1, threads: 1 };
    let _ = sobremesa_protocol::nboard::run(options, input, std::io::sink());
}

fn mentions(data: &[u8], words: &[&str]) -> bool {
    let text = String::from_utf8_lossy(data);
    words.iter().any(|word| text.contains(word))
}

fn same<T: Debug + PartialEq, E: Debug>(found: &Result<T, E>, expected: &T) {
    match found {
        Ok(found) if found == expected => {}
        other => panic!("reads back as {other:?}, expected {expected:?}"),
    }
}
