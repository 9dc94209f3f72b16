//! How the server is: what its operator's page shows.

use std::time::Instant;

use serde::Serialize;

use super::process::Process;
use crate::course::{Course, Goals};
use crate::hub::Hub;
use crate::limits::Spender;
use crate::room::Brief;
use crate::workers::InWork;

/// Rooms and visitors that are told: those with the most in them.
const TOLD: usize = 100;

/// Everything at one moment.
#[derive(Debug, Serialize)]
pub struct Status {
    version: &'static str,
    /// Seconds since the start.
    uptime: f64,
    process: Process,
    counts: Counts,
    /// What a visitor may ask for in a minute, in new matches.
    per_minute: u32,
    rooms: Vec<Room>,
    work: InWork,
    visitors: Vec<Spender>,
    goals: Goals,
}

/// What is counted since the start, and what is open now.
#[derive(Debug, Serialize)]
struct Counts {
    rooms: i64,
    connections: i64,
    sockets: i64,
    matches: u64,
    moves: u64,
    refused: u64,
    requests: u64,
    thoughts: u64,
}

/// A match in memory.
#[derive(Debug, Serialize)]
struct Room {
    id: String,
    #[serde(flatten)]
    brief: Brief,
    watchers: usize,
}

impl Status {
    pub fn of(hub: &Hub, course: &Course) -> Status {
        let metrics = &hub.metrics;
        let (_, thoughts) = hub.workers.counts();
        let mut rooms: Vec<Room> = hub
            .open_rooms()
            .into_iter()
            .map(|(id, room)| Room {
                id,
                brief: room.brief(),
                watchers: room.shown.receiver_count(),
            })
            .collect();
        // What works and what is looked at first.
        rooms.sort_by_key(|room| std::cmp::Reverse((room.brief.thinking, room.watchers)));
        rooms.truncate(TOLD);
        let now = Instant::now();
        Status {
            version: env!("CARGO_PKG_VERSION"),
            uptime: now.duration_since(metrics.begun).as_secs_f64(),
            process: Process::now(),
            counts: Counts {
                rooms: metrics.rooms.get(),
                connections: metrics.connections.get(),
                sockets: metrics.sockets.get(),
                matches: metrics.matches.get(),
                moves: metrics.moves.get(),
                refused: metrics.refused.get(),
                requests: metrics.requests.get(),
                thoughts,
            },
            per_minute: hub.limits.per_minute(),
            rooms,
            work: hub.workers.in_work(),
            visitors: hub.limits.spenders(TOLD),
            goals: course.goals(),
        }
    }
}
