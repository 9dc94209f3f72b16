//! The laws of a match on every game there is.

use std::any::Any;

use sobremesa_kernel::{
    AnyGame, Checked, Counted, GameEntry, Judgement, Outcome, Played, Points, Refusal, Rng, Side,
    View,
};
use sobremesa_table::{
    Command, Decision, Event, Header, Held, Offer, State, Time, TimeControl, Who, World, decide,
    laws,
};

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

/// Any event, whether or not it could happen.
fn any_event(rng: &mut Rng, state: &State) -> Event {
    let side = Side::BOTH[rng.below(2) as usize];
    let left = (rng.below(2) == 0).then_some([u64::MAX, 0]);
    let some = |rng: &mut Rng, all: Vec<String>| match rng.below(all.len() as u32 + 1) as usize {
        0 => "Z99".to_owned(),
        one => all[one - 1].clone(),
    };
    let stands = |state: &State| {
        state.game().view().picture.stands.into_iter().map(|stand| stand.at).collect()
    };
    match rng.below(24) {
        0 => Event::Undo { to: rng.below(9) as usize, left },
        1 if rng.below(8) == 0 => Event::Resign { side, left },
        2 if rng.below(8) == 0 => Event::Draw { left },
        3 if rng.below(8) == 0 => Event::Timeout { side, left },
        4 if rng.below(8) == 0 => Event::Fault { side, why: String::new(), left },
        5 => Event::Offer { side, offer: Offer::Undo },
        6 => Event::Decline { offer: Offer::Draw },
        7 => Event::Name { side, name: None },
        8 => Event::Propose { dead: vec![some(rng, stands(state))] },
        9 => Event::Mark { side, at: some(rng, stands(state)) },
        10 => Event::Agree { side },
        11 => Event::Resume { side, out: rng.below(2) == 0 },
        12 => Event::Pause { paused: rng.below(2) == 0 },
        13 => Event::Next { id: "another".to_owned(), again: false },
        14 => Event::Play { side, play: "pass".to_owned(), left },
        _ => Event::Play { side, play: some(rng, state.game().legal()), left },
    }
}

/// What a damaged record says is refused and changes nothing, or happens; and
/// what can be asked after that is answered.
#[test]
fn an_event_that_cannot_happen_changes_nothing_whatever_it_says() {
    let everything = |state: &State| format!("{state:?} {}", state.game().diagram());
    for (game, rules) in RULES {
        let (mut refused, mut happened) = (0, 0);
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut header = Header::between_people(game, rules);
            header.clock = (rng.below(2) == 0).then_some(TimeControl { main: 60, increment: 1 });
            let mut state = State::open(header, open(game, rules), None);
            for step in 0..60 {
                let event = any_event(&mut rng, &state);
                let before = everything(&state);
                match state.apply(&event, Time(step)) {
                    Ok(()) => happened += 1,
                    Err(why) => {
                        let told = format!("{game} {rules}, seed {seed}: {event:?}: {why}");
                        assert_eq!(everything(&state), before, "{told}");
                        refused += 1;
                    }
                }
                let _ = state.view(Time(step));
                let _ = decide(&state, Who::Referee, &Command::Tick, &World::at(Time(step)));
            }
        }
        assert!(refused > 300 && happened > 300, "{game} {rules}: {refused}, {happened}");
    }
}

/// A game that can be asked how a move is written, and nothing that takes longer
/// the longer the game was.
#[derive(Debug)]
struct Glance(Box<dyn AnyGame>);

macro_rules! not_asked {
    ($($name:ident($($argument:ty),*) -> $answer:ty;)*) => {
        $(fn $name(&self, $(_: $argument),*) -> $answer {
            panic!(concat!(stringify!($name), " is not asked about what was done before"))
        })*
    };
}

impl AnyGame for Glance {
    fn turn(&self) -> Side {
        self.0.turn()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.0.outcome()
    }

    fn awaits_agreement(&self) -> bool {
        self.0.awaits_agreement()
    }

    fn moves(&self) -> Vec<Played> {
        assert_eq!(self.0.moves(), [], "the moves are not listed");
        Vec::new()
    }

    fn read(&self, text: &str) -> Result<String, Refusal> {
        self.0.read(text)
    }

    fn play(&mut self, text: &str) -> Result<Played, Refusal> {
        self.0.play(text)
    }

    fn undo(&mut self) -> bool {
        self.0.undo()
    }

    fn resume(&mut self, _: bool) -> bool {
        panic!("nothing is changed")
    }

    not_asked! {
        entry() -> &'static GameEntry;
        rules() -> String;
        score() -> Option<[Points; 2]>;
        margin() -> Option<Points>;
        start() -> Box<dyn AnyGame>;
        legal() -> Vec<String>;
        check(&str) -> Result<Checked, Refusal>;
        view() -> View;
        diagram() -> String;
        group_at(&str) -> Vec<String>;
        counted(&[String]) -> Counted;
        judge() -> Option<Judgement>;
        fork() -> Box<dyn AnyGame>;
        as_any() -> &dyn Any;
    }
}

/// However long the game was, and however the move is written.
#[test]
fn a_command_that_is_sent_again_is_known_without_the_game() {
    let header = Header::between_people("connect4", "");
    let mut state = State::open(header, Box::new(Glance(open("connect4", ""))), None);
    let sides = Side::BOTH.into_iter().cycle();
    let moves: Vec<(Side, String)> = sides.zip((0..20).map(|n| (n % 7 + 1).to_string())).collect();
    for (side, play) in &moves {
        let event = Event::Play { side: *side, play: play.clone(), left: None };
        state.apply(&event, Time(0)).unwrap();
    }
    state.apply(&Event::Undo { to: 19, left: None }, Time(0)).unwrap();
    let again = |held: Held, command: Command| {
        decide(&state, Who::Holder(held), &command, &World::at(Time(0)))
    };
    for (seq, (side, play)) in (0..).zip(&moves) {
        let play = Command::Play { play: format!("  {play} "), seq };
        assert_eq!(again(Held::only(*side), play), Ok(Decision::default()));
    }
    assert_eq!(again(Held::BOTH, Command::Undo { seq: Some(20) }), Ok(Decision::default()));
}
