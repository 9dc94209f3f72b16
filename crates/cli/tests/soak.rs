//! Ten minutes of everything at once: people, machines, watchers, hints, records,
//! goals, and clients that misbehave. What the server takes of the machine has
//! ceilings and does not grow, and every acknowledged move is there in the end.
//!
//! `SOBREMESA_SOAK_SECONDS` says how long instead of ten minutes.

#[path = "common/crowd.rs"]
mod crowd;
#[path = "common/server.rs"]
mod server;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use crowd::{Taken, Visitor, headers, hear, id, person, say, secret, until};
use serde_json::{Value, json};
use server::Directory;
use sobremesa_kernel::Rng;

/// What the server may take at any moment.
const MEMORY: u64 = 900 << 20;
const THREADS: usize = 80;
const DESCRIPTORS: usize = 600;

/// What the last third may take more than the second: the first is for caches.
const GROWTH: u64 = 120 << 20;

/// Somebody who plays machines of all games at an address of their own.
fn plays(visitor: &Visitor, seed: u64, stop: &AtomicBool, moves: &AtomicU64) {
    let mut rng = Rng::new(seed);
    while !stop.load(Ordering::Relaxed) {
        let game = ["connect4", "dots", "othello", "go"][rng.below(4) as usize];
        let seats = json!([{"kind": "here"}, {"kind": "machine", "level": rng.below(7)}]);
        let Some(made) = visitor.create(game, "", seats) else { continue };
        let Some(mut socket) = visitor.watch(id(&made), &[secret(&made, "first")]) else {
            continue;
        };
        let mut acknowledged = 0;
        for _ in 0..rng.below(120) + 1 {
            // Asked for, as what is shown by itself may have been skipped.
            let state = visitor.look(id(&made));
            let legal = state["legal"].as_array().cloned().unwrap_or_default();
            if !state["outcome"].is_null() || stop.load(Ordering::Relaxed) {
                break;
            }
            match rng.below(12) {
                _ if state["turn"] != "first" || legal.is_empty() => {}
                0 => {
                    say(&mut socket, &json!({"type": "hint", "level": rng.below(6)}));
                    hear(&mut socket, "hint");
                }
                1 => {
                    say(&mut socket, &json!({"type": "name", "name": format!("Ana {seed}")}));
                }
                _ => {
                    let play = &legal[rng.below(legal.len() as u32) as usize]["play"];
                    say(&mut socket, &json!({"type": "play", "play": play, "seq": state["seq"]}));
                    if hear(&mut socket, "ack").is_some() {
                        acknowledged += 1;
                        moves.fetch_add(1, Ordering::Relaxed);
                    }
                }
            }
            std::thread::sleep(Duration::from_millis(rng.below(300).into()));
        }
        let state = visitor.look(id(&made));
        let earlier = state["earlier"].as_u64().unwrap_or(0);
        let kept = state["moves"].as_array().map_or(0, Vec::len) as u64 + earlier;
        assert!(kept >= acknowledged, "{kept} of {acknowledged} moves of {}", id(&made));
    }
}

/// Somebody who does what should not be done.
fn misbehaves(visitor: &Visitor, seed: u64, stop: &AtomicBool) {
    let mut rng = Rng::new(seed);
    let mut held = Vec::new();
    while !stop.load(Ordering::Relaxed) {
        match rng.below(8) {
            0 => {
                let seats = json!([{"kind": "machine", "level": 7}, {"kind": "here"}]);
                visitor.create(["go", "othello"][rng.below(2) as usize], "", seats);
            }
            1 => {
                let goal = json!({"query": "tablero(6,T), between(1,99,_), jugada_maquina(T,1,9,F,C,D,T2,U,Cs), fail."});
                visitor.leave("POST", "/json", &headers(None), goal.to_string().as_bytes());
            }
            2 => {
                let record = format!("(;GM[1]SZ[9]{})", ";B[aa];W[bb]".repeat(9_000));
                visitor.ask("POST", "/api/records", "", record.as_bytes());
            }
            3 => held.extend(visitor.connect()),
            4 => {
                visitor.ask("POST", "/api/matches", &headers(None), b"{\"game\": [[[[");
            }
            5 => visitor.leave("GET", "/api/text/es", "", b""),
            6 => {
                let ask = json!({"application": "ceritolog", "format": "json", "ask": "between(1,inf,X), X < 0"});
                visitor.leave(
                    "POST",
                    "/pengine/create",
                    &headers(None),
                    ask.to_string().as_bytes(),
                );
            }
            _ => {
                if let Some(Value::String(id)) = visitor
                    .create("connect4", "", json!([{"kind": "link"}, {"kind": "link"}]))
                    .map(|made| made["id"].clone())
                {
                    held.extend(
                        visitor
                            .watch(&id, &["nonsense"])
                            .map(|socket| socket.get_ref().try_clone().unwrap()),
                    );
                }
            }
        }
        if held.len() > 60 {
            held.clear();
        }
        std::thread::sleep(Duration::from_millis(rng.below(400).into()));
    }
}

#[test]
#[ignore = "ten minutes: run by ./test --full"]
fn the_server_stays_within_bounds_for_ten_minutes() {
    let seconds = std::env::var("SOBREMESA_SOAK_SECONDS").ok().and_then(|it| it.parse().ok());
    let whole = Duration::from_secs(seconds.unwrap_or(600));
    let data = Directory::new("soak");
    let mut server = crowd::open(&data, &[]);
    let (stop, moves) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let mut crowd = Vec::new();
    for number in 0..10 {
        let visitor = Visitor::of(&server, &format!("203.0.113.{}", number + 1));
        let (stop, moves) = (Arc::clone(&stop), Arc::clone(&moves));
        crowd.push(std::thread::spawn(move || plays(&visitor, number, &stop, &moves)));
    }
    for number in 0..4 {
        let visitor = Visitor::of(&server, &format!("198.51.100.{}", number + 1));
        let stop = Arc::clone(&stop);
        crowd.push(std::thread::spawn(move || misbehaves(&visitor, 100 + number, &stop)));
    }
    let waits = {
        let (visitor, stop) = (Visitor::of(&server, "192.0.2.1"), Arc::clone(&stop));
        std::thread::spawn(move || person(&visitor, &stop))
    };
    let begun = Instant::now();
    let mut seen: Vec<Taken> = Vec::new();
    while begun.elapsed() < whole {
        std::thread::sleep((whole / 120).max(Duration::from_millis(200)));
        let now = Taken::now(&server);
        assert!(
            now.memory < MEMORY && now.threads < THREADS && now.descriptors < DESCRIPTORS,
            "{now:?}"
        );
        seen.push(now);
    }
    stop.store(true, Ordering::Relaxed);
    for one in crowd {
        one.join().expect("nobody met a lie");
    }
    let (longest, played) = waits.join().expect("somebody played");
    let third = seen.len() / 3;
    let most = |part: &[Taken], what: fn(&Taken) -> u64| part.iter().map(what).max().unwrap_or(0);
    let memory = |taken: &Taken| taken.memory;
    let (second, last) = (most(&seen[third..2 * third], memory), most(&seen[2 * third..], memory));
    println!(
        "{} s: {} moves acknowledged to ten players, {played} to another within {:.3} s at most; at most \
         {} MB, {} threads, {} descriptors; last third {:+} MB",
        whole.as_secs(),
        moves.load(Ordering::Relaxed),
        longest.as_secs_f64(),
        most(&seen, memory) / 1_000_000,
        most(&seen, |taken| taken.threads as u64),
        most(&seen, |taken| taken.descriptors as u64),
        (last as i64 - second as i64) / 1_000_000,
    );
    assert!(last < second + GROWTH, "the memory grows: {second} and then {last}");
    let rest = until("it rests", || Taken::at_rest(&server).is_some());
    println!("at rest after {:.1} s: {:?}", rest.as_secs_f64(), Taken::now(&server));
    assert!(server.stop().success());
}
