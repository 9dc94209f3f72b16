//! The stored form of a match, word for word: what is kept by one version is
//! read by all that follow.

use serde_json::json;
use sobremesa_kernel::Side::{First, Second};
use sobremesa_table::{Event, Header, Occupant, Offer, Recorded, Seat, TimeControl};

/// Every event there is, as it is written.
#[test]
fn every_event_is_written_as_it_always_was() {
    let left = Some([1, 2]);
    let all = [
        (
            Event::Play { side: First, play: "D4".into(), left: None },
            r#"{"event":"play","side":"first","play":"D4"}"#,
        ),
        (
            Event::Play { side: Second, play: "4".into(), left },
            r#"{"event":"play","side":"second","play":"4","left":[1,2]}"#,
        ),
        (Event::Undo { to: 3, left: None }, r#"{"event":"undo","to":3}"#),
        (Event::Undo { to: 3, left }, r#"{"event":"undo","to":3,"left":[1,2]}"#),
        (Event::Resign { side: First, left: None }, r#"{"event":"resign","side":"first"}"#),
        (Event::Resign { side: First, left }, r#"{"event":"resign","side":"first","left":[1,2]}"#),
        (Event::Draw { left: None }, r#"{"event":"draw"}"#),
        (Event::Draw { left }, r#"{"event":"draw","left":[1,2]}"#),
        (Event::Timeout { side: Second, left: None }, r#"{"event":"timeout","side":"second"}"#),
        (
            Event::Timeout { side: Second, left },
            r#"{"event":"timeout","side":"second","left":[1,2]}"#,
        ),
        (
            Event::Offer { side: First, offer: Offer::Undo },
            r#"{"event":"offer","side":"first","offer":"undo"}"#,
        ),
        (
            Event::Offer { side: First, offer: Offer::Draw },
            r#"{"event":"offer","side":"first","offer":"draw"}"#,
        ),
        (
            Event::Offer { side: First, offer: Offer::Rematch },
            r#"{"event":"offer","side":"first","offer":"rematch"}"#,
        ),
        (Event::Decline { offer: Offer::Again }, r#"{"event":"decline","offer":"again"}"#),
        (Event::Decline { offer: Offer::Delete }, r#"{"event":"decline","offer":"delete"}"#),
        (
            Event::Name { side: First, name: Some("Ñ".into()) },
            r#"{"event":"name","side":"first","name":"Ñ"}"#,
        ),
        (Event::Name { side: First, name: None }, r#"{"event":"name","side":"first","name":null}"#),
        (
            Event::Fault { side: First, why: "w".into(), left: None },
            r#"{"event":"fault","side":"first","why":"w"}"#,
        ),
        (
            Event::Fault { side: First, why: "w".into(), left },
            r#"{"event":"fault","side":"first","why":"w","left":[1,2]}"#,
        ),
        (Event::Propose { dead: vec!["F2".into()] }, r#"{"event":"propose","dead":["F2"]}"#),
        (
            Event::Mark { side: Second, at: "F2".into() },
            r#"{"event":"mark","side":"second","at":"F2"}"#,
        ),
        (Event::Agree { side: Second }, r#"{"event":"agree","side":"second"}"#),
        (
            Event::Resume { side: First, out: true },
            r#"{"event":"resume","side":"first","out":true}"#,
        ),
        (Event::Pause { paused: true }, r#"{"event":"pause","paused":true}"#),
        (Event::Next { id: "m".into(), again: false }, r#"{"event":"next","id":"m"}"#),
        (Event::Next { id: "m".into(), again: true }, r#"{"event":"next","id":"m","again":true}"#),
    ];
    for (event, text) in all {
        assert_eq!(serde_json::to_string(&event).unwrap(), text);
        assert_eq!(serde_json::from_str::<Event>(text).unwrap(), event);
    }
    for unknown in [r#"{"event":"dance"}"#, r#"{"event":"resign","side":"first","why":"x"}"#] {
        assert!(serde_json::from_str::<Event>(unknown).is_err(), "{unknown}");
    }
}

/// The names that can be read where this one cannot.
fn names_instead_of<T: serde::de::DeserializeOwned>(unknown: &str) -> Vec<String> {
    let error = serde_json::from_str::<T>(unknown).err().expect("no such name").to_string();
    let (_, names) = error.split_once("expected one of").expect("the names");
    names.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// What is added to the stored form is added here.
#[test]
fn nothing_that_is_stored_is_missing_above() {
    let all = include_str!("stored.rs");
    let missing = |names: Vec<String>, written: &dyn Fn(&str) -> String| -> Vec<String> {
        names.into_iter().filter(|name| !all.contains(&written(name))).collect()
    };
    let events = names_instead_of::<Event>(r#"{"event":"dance"}"#);
    assert_eq!(events.len(), 15);
    assert_eq!(missing(events, &|name| format!(r#"{{"event":"{name}","#)), [] as [&str; 0]);
    let kinds = names_instead_of::<Occupant>(r#"{"kind":"cat"}"#);
    assert_eq!(missing(kinds, &|name| format!(r#"{{"kind":"{name}""#)), [] as [&str; 0]);
    let offers = names_instead_of::<Offer>(r#""tea""#);
    assert_eq!(missing(offers, &|name| format!(r#""offer":"{name}""#)), [] as [&str; 0]);
}

/// The agreement with each kind of player, as it is written.
#[test]
fn every_agreement_is_written_as_it_always_was() {
    let seat = |occupant| Seat { occupant, name: None, secret: None };
    let full = Header {
        position: Some("..\n..".into()),
        seats: [
            Seat {
                occupant: Occupant::Link,
                name: Some("Ana".into()),
                secret: Some("00ff".into()),
            },
            seat(Occupant::Machine { level: 3 }),
        ],
        clock: Some(TimeControl { main: 300, increment: 2 }),
        listed: true,
        hints: Some(false),
        previous: Some("before".into()),
        record: Some(Recorded { sgf: "(;)".into(), result: "B+R".into(), moves: 2 }),
        ..Header::between_people("go", "size=9")
    };
    let text = concat!(
        r#"{"game":"go","rules":"size=9","position":"..\n..","seats":["#,
        r#"{"kind":"link","name":"Ana","secret":"00ff"},{"kind":"machine","level":3}],"#,
        r#""clock":{"main":300,"increment":2},"listed":true,"hints":false,"previous":"before","#,
        r#""record":{"sgf":"(;)","result":"B+R","moves":2}}"#
    );
    assert_eq!(serde_json::to_string(&full).unwrap(), text);
    assert_eq!(serde_json::from_str::<Header>(text).unwrap(), full);
    let mut plain = Header::between_people("dots", "");
    plain.seats =
        [seat(Occupant::Here), Seat { name: Some("Edax".into()), ..seat(Occupant::Engine) }];
    let text = concat!(
        r#"{"game":"dots","rules":"","seats":[{"kind":"here"},"#,
        r#"{"kind":"engine","name":"Edax"}],"listed":false}"#
    );
    assert_eq!(serde_json::to_string(&plain).unwrap(), text);
    assert_eq!(serde_json::from_str::<Header>(text).unwrap(), plain);
    // What version 1 left out has its default.
    let old = json!({"game": "go", "rules": "", "seats": [{"kind": "machine"}, {"kind": "link"}],
        "clock": {"main": 5, "increment": 0}});
    let old: Header = serde_json::from_value(old).unwrap();
    assert_eq!(old.seats[0].occupant, Occupant::Machine { level: 0 });
    assert!(!old.listed && old.record.is_none());
}
