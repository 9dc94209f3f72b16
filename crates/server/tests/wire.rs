//! The state as clients read it, word for word. Fields are added, and never
//! renamed: `UPDATE=1` writes what is told now; read the difference.

use sobremesa_kernel::Side::{First, Second};
use sobremesa_server::wire;
use sobremesa_table::{Event, Header, Occupant, Offer, Seat, State, Time, TimeControl};

/// As much as can be told of one match at once.
fn state() -> State {
    let named = |name: &str, occupant| Seat { name: Some(name.to_owned()), ..Seat::of(occupant) };
    let header = Header {
        position: Some(". . .\n. X .\n. . .\nturn=white\n".to_owned()),
        seats: [named("Ana", Occupant::Link), named("Beto", Occupant::Here)],
        clock: Some(TimeControl { main: 300, increment: 2 }),
        listed: true,
        ..Header::between_people("go", "size=3 komi=0.5 count=agreed")
    };
    let go = sobremesa_games::find("go").expect("go");
    let game = go.set_up(&header.rules, header.position.as_deref().expect("a diagram"));
    let mut state = State::open(header, game.expect("it can be read"), None);
    let play = |side, play: &str, left| Event::Play { side, play: play.to_owned(), left };
    for event in [
        play(Second, "A1", Some([300_000, 300_000])),
        play(First, "A2", Some([295_000, 300_000])),
        Event::Undo { to: 1, left: Some([295_000, 299_000]) },
        play(First, "B1", Some([290_000, 299_000])),
        play(Second, "pass", Some([290_000, 280_000])),
        play(First, "pass", Some([280_000, 280_000])),
        Event::Propose { dead: Vec::new() },
        Event::Mark { side: First, at: "B2".to_owned() },
        Event::Agree { side: Second },
        Event::Offer { side: First, offer: Offer::Draw },
        Event::Name { side: Second, name: Some("Bea".to_owned()) },
    ] {
        state.apply(&event, Time(1_000)).unwrap_or_else(|refused| panic!("{event:?}: {refused}"));
    }
    state
}

#[test]
fn the_state_is_told_as_it_always_was() {
    let now = wire::State::of("abcdefghijkl", &state(), Time(2_000));
    let now = serde_json::to_string_pretty(&now).expect("JSON") + "\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/state.json");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(path, &now).expect("it can be written");
    }
    assert_eq!(std::fs::read_to_string(path).expect("the golden state"), now);
}
