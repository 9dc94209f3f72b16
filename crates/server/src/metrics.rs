//! What the server counts, in the text format that Prometheus reads.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// A number that goes up and down.
#[derive(Debug, Default)]
pub struct Gauge(AtomicI64);

impl Gauge {
    pub fn add(&self, n: i64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    pub fn sub(&self, n: i64) {
        self.0.fetch_sub(n, Ordering::Relaxed);
    }

    #[must_use]
    pub fn get(&self) -> i64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// A number that only goes up.
#[derive(Debug, Default)]
pub struct Counter(AtomicU64);

impl Counter {
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Ordering::Relaxed);
    }

    #[must_use]
    pub fn get(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

/// Upper ends of the classes of [`Times`], in milliseconds.
const CLASSES: [u64; 9] = [1, 2, 5, 10, 20, 50, 100, 500, 2000];

/// How long something took, in classes.
#[derive(Debug, Default)]
pub struct Times {
    classes: [Counter; CLASSES.len()],
    count: Counter,
    micros: Counter,
}

impl Times {
    pub fn record(&self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        for (class, most) in self.classes.iter().zip(CLASSES) {
            if micros <= most * 1000 {
                class.add(1);
            }
        }
        self.count.add(1);
        self.micros.add(micros);
    }
}

/// Everything that is counted.
#[derive(Debug)]
pub struct Metrics {
    /// Since when.
    pub begun: Instant,
    pub rooms: Gauge,
    /// HTTP connections; one that becomes a websocket is counted there.
    pub connections: Gauge,
    pub sockets: Gauge,
    pub matches: Counter,
    pub moves: Counter,
    pub refused: Counter,
    pub requests: Counter,
    /// From the arrival of a move on a socket until it is durable.
    pub move_times: Times,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            begun: Instant::now(),
            rooms: Gauge::default(),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            matches: Counter::default(),
            moves: Counter::default(),
            refused: Counter::default(),
            requests: Counter::default(),
            move_times: Times::default(),
        }
    }
}

impl Metrics {
    /// The page that Prometheus asks for; `waiting`, `thinking` and `thoughts`
    /// are the workers' line, those they think about and what they have done.
    #[must_use]
    pub fn page(&self, waiting: usize, thinking: usize, thoughts: u64) -> String {
        let mut page = String::new();
        let mut line = |name: &str, kind: &str, about: &str, value: String| {
            let _ = writeln!(
                page,
                "# HELP sobremesa_{name} {about}\n# TYPE sobremesa_{name} {kind}\nsobremesa_{name} {value}"
            );
        };
        line("rooms", "gauge", "Matches in memory.", self.rooms.get().to_string());
        line("connections", "gauge", "HTTP connections.", self.connections.get().to_string());
        line("sockets", "gauge", "Open websockets.", self.sockets.get().to_string());
        line("matches_total", "counter", "Matches created.", self.matches.get().to_string());
        line("moves_total", "counter", "Moves durably kept.", self.moves.get().to_string());
        line("refused_total", "counter", "Messages refused.", self.refused.get().to_string());
        line("requests_total", "counter", "HTTP requests.", self.requests.get().to_string());
        line("thinking_queue", "gauge", "Positions that wait for a machine.", waiting.to_string());
        line("thinking", "gauge", "Positions machines think about.", thinking.to_string());
        line(
            "thoughts_total",
            "counter",
            "Positions machines thought about.",
            thoughts.to_string(),
        );
        let name = "sobremesa_move_seconds";
        let _ = writeln!(
            page,
            "# HELP {name} From the arrival of a move until it is durable.\n# TYPE {name} histogram"
        );
        for (class, most) in self.move_times.classes.iter().zip(CLASSES) {
            let _ = writeln!(page, "{name}_bucket{{le=\"{}\"}} {}", most as f64 / 1e3, class.get());
        }
        let count = self.move_times.count.get();
        let seconds = self.move_times.micros.get() as f64 / 1e6;
        let _ = writeln!(
            page,
            "{name}_bucket{{le=\"+Inf\"}} {count}\n{name}_sum {seconds}\n{name}_count {count}"
        );
        page
    }
}
