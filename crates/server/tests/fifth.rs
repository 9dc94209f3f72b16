//! A fifth game, of which nothing in the program knows: what it takes is the
//! game itself and its entry in the list. Alone in its process, because the list
//! is the process's.

mod common;

use std::fmt;
use std::str::FromStr;

use common::{Scratch, Table};
use serde_json::json;
use sobremesa_games::{json as file, replay};
use sobremesa_kernel::{
    Analysis, Budget, Engine, Facts, Game, GameEntry, Level, Line, Mark, Message, NoSuchLevel,
    Outcome, Picture, Points, Position, Preset, Progress, RuleOption, Side, Stand, SyntaxError,
    Value, Worth, laws, rules,
};

/// How many matches are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Take(u8);

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Take {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Take, SyntaxError> {
        text.parse().map(Take).map_err(|_| SyntaxError::new("nim-move", text, "a number"))
    }
}

/// How many matches there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Heap(u8);

impl Default for Heap {
    fn default() -> Heap {
        Heap(21)
    }
}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "heap={}", self.0)
    }
}

impl FromStr for Heap {
    type Err = SyntaxError;

    fn from_str(text: &str) -> Result<Heap, SyntaxError> {
        let mut heap = Heap::default();
        for pair in rules::pairs(text, &["heap"])? {
            let wanted = pair.value.parse().ok().filter(|&heap| (1..=40).contains(&heap));
            heap = Heap(wanted.ok_or_else(|| pair.refuse("1 to 40"))?);
        }
        Ok(heap)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct TooMany;

impl fmt::Display for TooMany {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("one to three, and no more than there are")
    }
}

impl std::error::Error for TooMany {}

impl From<TooMany> for Message {
    fn from(_: TooMany) -> Message {
        Message::new("nim-too-many")
    }
}

/// Take one to three; who takes the last wins.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Matches {
    rules: Heap,
    left: u8,
    turn: Side,
}

impl Position for Matches {
    type Move = Take;
    type Rules = Heap;
    type Illegal = TooMany;

    fn start(rules: &Heap) -> Matches {
        Matches { rules: *rules, left: rules.0, turn: Side::First }
    }

    fn rules(&self) -> &Heap {
        &self.rules
    }

    fn turn(&self) -> Side {
        self.turn
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::Win(self.turn.other()))
    }

    fn score(&self) -> Option<[Points; 2]> {
        None
    }

    fn legal_moves(&self, into: &mut Vec<Take>) {
        into.clear();
        into.extend((1..=self.left.min(3)).map(Take));
    }

    fn check(&self, m: Take) -> Result<(), TooMany> {
        if (1..=self.left.min(3)).contains(&m.0) { Ok(()) } else { Err(TooMany) }
    }

    fn play_unchecked(&mut self, m: Take) {
        self.left -= m.0;
        self.turn = self.turn.other();
    }

    fn key(&self) -> u64 {
        u64::from(self.left) << 1 | self.turn.index() as u64
    }

    fn recomputed_key(&self) -> u64 {
        self.key()
    }

    fn diagram(&self) -> String {
        format!("{} {}", self.left, self.turn)
    }

    fn parse(rules: &Heap, text: &str) -> Result<Matches, SyntaxError> {
        let wrong = || SyntaxError::new("nim-board", text, "a number and first or second");
        let (left, turn) = text.trim().split_once(' ').ok_or_else(wrong)?;
        let turn = Side::BOTH.into_iter().find(|side| side.to_string() == turn);
        let left = left.parse().ok().filter(|&left| left <= rules.0);
        Ok(Matches { rules: *rules, left: left.ok_or_else(wrong)?, turn: turn.ok_or_else(wrong)? })
    }
}

/// Leaves a multiple of four.
struct Perfect;

impl Engine<Matches> for Perfect {
    fn search(
        &mut self,
        position: &Matches,
        _: &Budget,
        _: &mut Progress<'_, Take>,
    ) -> Analysis<Take> {
        let take = position.left % 4;
        let found = Analysis::only(Take(take.max(1)));
        let value = Value::Exact(if take == 0 { -1 } else { 1 });
        Analysis { lines: vec![Line::new(found.best(), value)], ..found }
    }
}

#[derive(Clone, Copy, Debug, Default)]
struct Nim;

const LEVELS: &[Level] = &[Level {
    number: 0,
    name: "level-perfect",
    about: "leaves a multiple of four",
    budget: Budget { nodes: None, time: None, depth: None, threads: None },
}];

impl Game for Nim {
    type Position = Matches;

    const ID: &'static str = "nim";

    const FACTS: Facts = Facts { worth: Worth::Speed, proves: true, ..Facts::PLAIN };

    fn options() -> Vec<RuleOption> {
        let choices = ["15", "21"].map(str::to_owned).to_vec();
        vec![RuleOption { key: "heap", default: "21".to_owned(), choices, free: Some("1 to 40") }]
    }

    fn presets() -> Vec<Preset> {
        vec![Preset { id: "nim-21", rules: "heap=21".to_owned() }]
    }

    fn levels() -> &'static [Level] {
        LEVELS
    }

    fn engine(level: u8, _: u64) -> Result<Box<dyn Engine<Matches>>, NoSuchLevel> {
        Self::level(level).map(|_| Box::new(Perfect) as Box<dyn Engine<Matches>>)
    }

    fn picture(position: &Matches) -> Picture {
        let stand = |n: u8| Stand { at: (n + 1).to_string(), mark: Mark::Piece, side: None };
        let stands = (0..position.left).map(stand).collect();
        Picture { rows: 1, columns: position.rules.0.into(), stands, counts: Vec::new() }
    }
}

static BROUGHT: &[GameEntry] = &[GameEntry::of::<Nim>()];

#[tokio::test(flavor = "multi_thread")]
async fn a_fifth_game_is_listed_played_hinted_kept_and_exported() {
    laws::check::<Matches>(&Heap::default(), 20, 1, Some(21));
    assert!(sobremesa_games::bring(BROUGHT) && !sobremesa_games::bring(BROUGHT));
    let data = Scratch::new();
    let table = Table::open(&data).await;

    let games = table.get("/api/games").await.json();
    let nim =
        games.as_array().unwrap().iter().find(|game| game["id"] == "nim").expect("it is listed");
    assert_eq!(nim["presets"][0]["id"], "nim-21");
    assert_eq!((&nim["facts"]["pass"], &nim["facts"]["worth"]), (&json!("never"), &json!("speed")));
    let start = table.get("/api/games/nim/start?rules=heap%3D7").await.json();
    assert_eq!(start["picture"]["columns"], 7);
    assert_eq!(table.get("/api/games/nim/start?rules=heap%3D41").await.status, 422);

    let seats = json!([{"kind": "link", "name": "Ana"}, {"kind": "machine", "level": 0}]);
    let wanted = json!({"game": "nim", "rules": "heap=7", "seats": seats, "hints": true});
    let made = table.create(&wanted).await;
    let id = made["id"].as_str().expect("an id").to_owned();
    let secret = made["secrets"]["first"].as_str().expect("a secret").to_owned();
    let path = format!("/api/matches/{id}");
    let hint = table.post(&format!("{path}/hint"), None, &json!({"level": 0})).await;
    assert_eq!(hint.status, 200, "{}", hint.text());
    let best = &hint.json()["lines"][0];
    assert_eq!((&best["play"], &best["value"]["number"]), (&json!("3"), &json!(1.0)));
    let mut ana = table.join(&id, &[&secret]).await;
    assert_eq!(ana.refused(json!({"type": "play", "play": "4", "seq": 0})).await, "nim-too-many");
    // The machine takes three of six and one of the last: who leaves three loses.
    ana.play("1").await;
    ana.until(|state| state["moves"].as_array().is_some_and(|moves| moves.len() == 2)).await;
    drop(ana);
    table.close().await;

    // Kept, and opened again by a server that knows no more than the list.
    let table = Table::open(&data).await;
    let mut ana = table.join(&id, &[&secret]).await;
    assert_eq!(ana.state["moves"][1]["play"], "2");
    ana.play("3").await;
    let over = ana.until(|state| !state["outcome"].is_null()).await;
    assert_eq!(over["outcome"], json!({"winner": "second", "reason": "play"}));
    let text = table.get(&format!("{path}/export?format=json")).await.text();
    let record = file::read(&text).expect("it reads what it wrote");
    let game = replay::replay(&record).expect("it may be played");
    assert_eq!((game.entry().id, game.moves().len()), ("nim", 4));
    assert_eq!(game.outcome(), Some(Outcome::Win(Side::Second)));
    let text = table.get(&format!("{path}/export?format=text")).await.text();
    let told: Vec<&str> = text.split_whitespace().collect();
    assert_eq!(told.join(" "), "nim heap=7 first 1 second 2 first 3 second 1");
    table.close().await;
}
