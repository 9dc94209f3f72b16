//! The server as an attacker meets it: the dearest work there is, asked for in
//! crowds by clients that leave, while somebody else plays. Afterwards it is at
//! rest again: no work, no thread, no descriptor and little memory is left.
//!
//! How long that takes and how long the other waited is printed (`--nocapture`);
//! wanted are 5 s. Goals are attacked in `tests/course/attacks.py`.

#[path = "common/crowd.rs"]
mod crowd;
#[path = "common/server.rs"]
mod server;

use std::io::Write as _;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use crowd::{AT_LAST, Taken, Visitor, hear, id, person, say, secret, until};
use serde_json::{Value, json};
use server::{Directory, Server};

/// What an attack may leave behind: the allocator's and the caches'.
const LEFT: u64 = 150 << 20;

fn machine(level: u8) -> Value {
    json!([{"kind": "machine", "level": level}, {"kind": "here"}])
}

/// Runs an attack on a server of its own beside somebody who plays.
fn attack(name: &str, more: &[&str], attack: impl FnOnce(&Server, &Visitor)) {
    let data = Directory::new(&format!("attack-{name}"));
    let server = crowd::open(&data, more);
    let (bad, good) = (Visitor::of(&server, "203.0.113.1"), Visitor::of(&server, "203.0.113.2"));
    // What is made once and kept is part of the rest.
    let first = good.create("go", "size=9", machine(1)).expect("it can be played");
    until("a machine moves", || good.look(id(&first))["seq"] == 1);
    let stop = Arc::new(AtomicBool::new(false));
    let play =
        |until: Arc<AtomicBool>, good: Visitor| std::thread::spawn(move || person(&good, &until));
    let warm = Arc::new(AtomicBool::new(false));
    let warming = play(Arc::clone(&warm), good.clone());
    std::thread::sleep(Duration::from_secs(1));
    warm.store(true, Ordering::Relaxed);
    warming.join().unwrap();
    std::thread::sleep(Duration::from_secs(4));
    until("it rests at the start", || Taken::at_rest(&server).is_some());
    let before = Taken::now(&server);

    let playing = play(Arc::clone(&stop), good);
    attack(&server, &bad);
    stop.store(true, Ordering::Relaxed);
    let (longest, moves) = playing.join().unwrap();
    assert!(moves > 0, "{name}: nobody else could play");

    let begun = Instant::now();
    let rests = || {
        Taken::at_rest(&server).is_some_and(|now| {
            now.threads <= before.threads + 1
                && now.descriptors <= before.descriptors + 2
                && now.memory <= before.memory + LEFT
        })
    };
    while !rests() {
        let now = Taken::now(&server);
        assert!(begun.elapsed() < AT_LAST, "{name}: before {before:?}, now {now:?}");
    }
    let now = Taken::now(&server);
    println!(
        "{name}: at rest after {:.1} s, {:+} threads, {:+} descriptors, {:+} MB; beside it {moves} \
         moves, acknowledged within {:.3} s",
        begun.elapsed().as_secs_f64(),
        now.threads as i64 - before.threads as i64,
        now.descriptors as i64 - before.descriptors as i64,
        (now.memory as i64 - before.memory as i64) / 1_000_000,
        longest.as_secs_f64(),
    );
}

#[test]
fn nothing_is_left_of_the_dearest_games_that_were_watched_and_left() {
    attack("watched", &[], |_, bad| {
        let mut sockets = Vec::new();
        for _ in 0..40 {
            let made = bad.create("go", "size=19", machine(14)).expect("so many may be had");
            sockets.extend(bad.watch(id(&made), &[secret(&made, "second")]));
        }
        assert_eq!(sockets.len(), 40);
        std::thread::sleep(Duration::from_secs(3));
    });
}

#[test]
fn nothing_is_left_of_the_dearest_games_with_a_clock_that_nobody_watches() {
    attack("clocks", &[], |_, bad| {
        for game in ["go", "othello", "dots", "connect4"].repeat(10) {
            let levels = if game == "go" { 14 } else { 7 };
            let clock = json!({"main": 86_400, "increment": 60});
            let wanted = json!({"game": game, "seats": machine(levels), "clock": clock});
            let (status, said) = bad.post("/api/matches", None, &wanted);
            assert_eq!(status, 201, "{said}");
        }
    });
}

#[test]
fn nothing_is_left_of_hints_and_reviews_that_nobody_waits_for() {
    attack("hints", &[], |_, bad| {
        let here = json!([{"kind": "here"}, {"kind": "here"}]);
        let made = bad.create("go", "size=19", here).expect("it may be had");
        let path = format!("/api/matches/{}/hint", id(&made));
        for _ in 0..150 {
            let body = json!({"level": 14}).to_string();
            bad.leave("POST", &path, &crowd::headers(None), body.as_bytes());
        }
        let mut socket = bad.watch(id(&made), &[]).expect("it opens");
        say(&mut socket, &json!({"type": "hint", "level": 14}));
        let record = format!("(;GM[1]SZ[19]{})", ";B[aa];W[bb];B[cc];W[dd];B[ee]");
        let (status, said) = bad.ask("POST", "/api/records", "", record.as_bytes());
        assert_eq!(status, 201, "{said}");
        let made: Value = serde_json::from_str(&said).unwrap();
        let mut reviewed = bad.watch(id(&made), &[]).expect("it opens");
        say(&mut reviewed, &json!({"type": "review"}));
        hear(&mut reviewed, "review");
    });
}

#[test]
fn nothing_is_left_of_long_records_and_floods_of_matches() {
    attack("records", &[], |_, bad| {
        let properties: String = (0..75_000).map(|n| format!("{}[]", letters(n))).collect();
        let record = format!("(;GM[1]SZ[9]{properties})");
        assert!(record.len() < 512 << 10, "{}", record.len());
        let (mut taken, mut refused) = (0, 0);
        for _ in 0..60 {
            match bad.ask("POST", "/api/records", "", record.as_bytes()).0 {
                201 | 422 => taken += 1,
                429 => refused += 1,
                other => panic!("{other}"),
            }
        }
        assert!(taken < 40 && refused > 20, "{taken} taken, {refused} refused");
    });
}

/// Properties of their own: upper-case letters alone.
fn letters(mut number: usize) -> String {
    let mut name = String::from("X");
    while number > 0 {
        name.push(char::from(b'A' + (number % 26) as u8));
        number /= 26;
    }
    name
}

#[test]
fn nothing_is_left_of_connections_that_are_held_and_say_little() {
    attack("held", &["--connections", "400"], |server, bad| {
        let here = json!([{"kind": "here"}, {"kind": "here"}]);
        let made = bad.create("connect4", "", here).expect("it may be had");
        let mut held = Vec::new();
        for number in 0..300 {
            let Ok(mut stream) = bad.connect() else { continue };
            // Half a head, a whole one without its body, a long answer nobody
            // reads, asked for many times.
            let said = match number % 3 {
                0 => b"GET / HTTP/1.1\r\nHost: ".to_vec(),
                1 => format!(
                    "POST /api/matches HTTP/1.1\r\nHost: {}\r\nContent-Length: 9999\r\n\r\n{{",
                    server.address
                )
                .into_bytes(),
                _ => format!("GET /api/text/es HTTP/1.1\r\nHost: {}\r\n\r\n", server.address)
                    .repeat(40)
                    .into_bytes(),
            };
            let _ = stream.write_all(&said);
            held.push(stream);
        }
        let sockets: Vec<_> = (0..300).filter_map(|_| bad.watch(id(&made), &[])).collect();
        assert!(sockets.len() > 100 && sockets.len() <= 400, "{}", sockets.len());
        std::thread::sleep(Duration::from_secs(1));
    });
}

#[test]
fn nothing_is_left_of_a_crowd_that_watches_a_long_match() {
    attack("long", &[], |_, bad| {
        // Four points, taken and taken back again.
        let here = json!([{"kind": "here"}, {"kind": "here"}]);
        let made = bad.create("go", "size=19", here).expect("it may be had");
        let both = [secret(&made, "first"), secret(&made, "second")];
        let mut own = bad.watch(id(&made), &both).expect("it opens");
        let mut watchers: Vec<_> = (0..60).filter_map(|_| bad.watch(id(&made), &[])).collect();
        for round in 0..90 {
            say(&mut own, &json!({"type": "name", "name": format!("{round}")}));
        }
        assert!(hear(&mut own, "ack").is_some());
        for socket in &mut watchers {
            hear(socket, "state");
        }
    });
}
