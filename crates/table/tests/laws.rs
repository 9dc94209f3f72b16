//! The laws of a match on every game there is.

use sobremesa_kernel::AnyGame;
use sobremesa_table::{Event, laws};

/// Small boards end within the commands of a trial; one of each game is usual.
const RULES: [(&str, &str); 8] = [
    ("connect4", ""),
    ("connect4", "size=4x4"),
    ("dots", "size=2x2"),
    ("dots", ""),
    ("go", "size=5 count=agreed"),
    ("go", "size=3 count=agreed"),
    ("go", "size=4"),
    ("othello", ""),
];

fn open(game: &str, rules: &str) -> Box<dyn AnyGame> {
    let game = sobremesa_games::find(game).expect("a game");
    game.start(rules).unwrap_or_else(|error| panic!("{rules}: {error}"))
}

#[test]
fn every_game_keeps_the_laws_of_a_match() {
    let mut all = Vec::new();
    for (game, rules) in RULES {
        let events: Vec<Event> =
            (0..120).flat_map(|seed| laws::check(|| open(game, rules), seed)).collect();
        assert!(events.len() > 2_000, "{game} {rules}: only {} events", events.len());
        all.extend(events);
    }
    // Everything that can happen has happened.
    let count = |kind: fn(&Event) -> bool| all.iter().filter(|event| kind(event)).count();
    for (kind, count) in [
        ("undo", count(|e| matches!(e, Event::Undo { .. }))),
        ("resign", count(|e| matches!(e, Event::Resign { .. }))),
        ("draw", count(|e| matches!(e, Event::Draw { .. }))),
        ("timeout", count(|e| matches!(e, Event::Timeout { .. }))),
        ("offer", count(|e| matches!(e, Event::Offer { .. }))),
        ("decline", count(|e| matches!(e, Event::Decline { .. }))),
        ("name", count(|e| matches!(e, Event::Name { .. }))),
        ("fault", count(|e| matches!(e, Event::Fault { .. }))),
        ("propose", count(|e| matches!(e, Event::Propose { .. }))),
        ("mark", count(|e| matches!(e, Event::Mark { .. }))),
        ("agree", count(|e| matches!(e, Event::Agree { .. }))),
        ("resume", count(|e| matches!(e, Event::Resume { .. }))),
        ("pause", count(|e| matches!(e, Event::Pause { .. }))),
        ("next", count(|e| matches!(e, Event::Next { .. }))),
    ] {
        assert!(count > 0, "{kind} never happened");
    }
}
