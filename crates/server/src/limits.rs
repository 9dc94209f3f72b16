//! How much one visitor may ask for, and from where a browser may come.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::http::HeaderMap;

use crate::origin::Origins;
use crate::problem::Problem;
use crate::visitor::{Proxies, Visitor};

/// Visitors remembered before those that are at rest are forgotten.
const REMEMBERED: usize = 10_000;

/// What something costs, in new matches: one limit for everything that costs
/// the server work or room.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Price {
    /// A new match, and one that follows another.
    Match,
    /// A record of so many bytes.
    Record(usize),
    Hint,
    /// The judgements of a game, or of the moves of a position.
    Review,
    /// A websocket, held for however long.
    Socket,
    /// A goal of a course that took so long.
    Goal(Duration),
}

impl Price {
    fn in_matches(self) -> f64 {
        match self {
            Price::Match => 1.0,
            Price::Record(bytes) => 1.0 + bytes as f64 / f64::from(64 << 10),
            Price::Hint => 0.2,
            Price::Review => 1.0,
            Price::Socket => 0.05,
            Price::Goal(took) => 0.005 + took.as_secs_f64() / 4.0,
        }
    }
}

/// Limits that protect the server from one greedy client.
#[derive(Debug)]
pub struct Limits {
    /// What a visitor may ask for in a minute, in new matches.
    per_minute: u32,
    /// Connections and websockets that a visitor may hold open.
    most_open: usize,
    pub origins: Origins,
    proxies: Proxies,
    spent: Mutex<HashMap<Visitor, Bucket>>,
    open: Arc<Mutex<HashMap<Visitor, usize>>>,
}

/// What a visitor has left: it fills up again as time goes by.
#[derive(Clone, Copy, Debug)]
struct Bucket {
    left: f64,
    at: Instant,
}

impl Bucket {
    /// What is left by now, where `most` comes in a minute and fits in.
    fn refilled(&self, now: Instant, most: f64) -> f64 {
        let passed = now.duration_since(self.at).as_secs_f64();
        (self.left + passed * most / 60.0).min(most)
    }
}

/// What a visitor has spent and holds open, for the operator.
#[derive(Debug, serde::Serialize)]
pub struct Spender {
    visitor: String,
    /// Of a minute's worth, in new matches; below zero is a debt.
    left: f64,
    /// Connections and websockets.
    open: usize,
}

/// A connection or a websocket of a visitor, counted until it is dropped.
#[derive(Debug)]
pub struct Open {
    all: Arc<Mutex<HashMap<Visitor, usize>>>,
    visitor: Visitor,
}

impl Drop for Open {
    fn drop(&mut self) {
        let mut all = lock(&self.all);
        if let Some(open) = all.get_mut(&self.visitor) {
            *open -= 1;
            if *open == 0 {
                all.remove(&self.visitor);
            }
        }
    }
}

fn lock<T>(what: &Mutex<T>) -> MutexGuard<'_, T> {
    what.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Limits {
    #[must_use]
    pub fn new(
        per_minute: u32,
        most_open: usize,
        origins: Vec<String>,
        proxies: Proxies,
    ) -> Limits {
        let (spent, open) = (Mutex::default(), Arc::default());
        let origins = Origins(origins);
        Limits { per_minute, most_open, origins, proxies, spent, open }
    }

    /// Who asks, behind the proxies that are trusted.
    #[must_use]
    pub fn visitor(&self, peer: IpAddr, headers: &HeaderMap) -> Visitor {
        self.proxies.visitor(peer, headers)
    }

    /// Lets a visitor have something and counts it. A whole minute's worth may
    /// be had at once.
    ///
    /// # Errors
    /// When the visitor has too little left; nothing is counted then.
    pub fn spend(&self, visitor: Visitor, price: Price) -> Result<(), Problem> {
        // What costs more than a minute brings may be had by whoever has spent
        // nothing.
        let cost = price.in_matches().min(f64::from(self.per_minute));
        let enough = self.with(visitor, |bucket| {
            let enough = bucket.left >= cost;
            if enough {
                bucket.left -= cost;
            }
            enough
        });
        match (enough, price) {
            (true, _) => Ok(()),
            (false, Price::Match | Price::Record(_)) => Err(Problem::too_many(
                "server-too-many-matches",
                "too many new matches from this address",
            )),
            (false, _) => {
                Err(Problem::too_many("server-too-much", "too much asked for from this address"))
            }
        }
    }

    /// What a visitor may ask for in a minute, in new matches.
    #[must_use]
    pub fn per_minute(&self) -> u32 {
        self.per_minute
    }

    /// Those who have the least left, and then those who hold the most open.
    #[must_use]
    pub fn spenders(&self, most: usize) -> Vec<Spender> {
        let full = f64::from(self.per_minute);
        let now = Instant::now();
        let open = lock(&self.open).clone();
        let mut all: HashMap<Visitor, f64> = open.keys().map(|&visitor| (visitor, full)).collect();
        for (&visitor, bucket) in lock(&self.spent).iter() {
            let left = bucket.refilled(now, full);
            if left < full {
                all.insert(visitor, left);
            }
        }
        let mut all: Vec<(Visitor, f64)> = all.into_iter().collect();
        let held = |visitor: &Visitor| open.get(visitor).copied().unwrap_or(0);
        all.sort_by(|(a, left), (b, other)| {
            left.total_cmp(other).then_with(|| held(b).cmp(&held(a))).then_with(|| a.cmp(b))
        });
        all.truncate(most);
        let told = |(visitor, left): (Visitor, f64)| Spender {
            visitor: visitor.to_string(),
            left,
            open: held(&visitor),
        };
        all.into_iter().map(told).collect()
    }

    /// Whether a visitor has anything left: asked before what is only known
    /// to have cost something when it is done.
    #[must_use]
    pub fn may(&self, visitor: Visitor) -> bool {
        self.with(visitor, |bucket| bucket.left > 0.0)
    }

    /// Counts what was done already; it may leave a debt, of a minute at most.
    pub fn charge(&self, visitor: Visitor, price: Price) {
        let most = f64::from(self.per_minute);
        self.with(visitor, |bucket| bucket.left = (bucket.left - price.in_matches()).max(-most));
    }

    fn with<T>(&self, visitor: Visitor, then: impl FnOnce(&mut Bucket) -> T) -> T {
        let most = f64::from(self.per_minute);
        let now = Instant::now();
        let mut spent = lock(&self.spent);
        if spent.len() >= REMEMBERED {
            spent.retain(|_, bucket| bucket.refilled(now, most) < most);
        }
        let bucket = spent.entry(visitor).or_insert(Bucket { left: most, at: now });
        *bucket = Bucket { left: bucket.refilled(now, most), at: now };
        then(bucket)
    }

    /// Lets a peer connect, if it does not hold too much open already. Proxies
    /// that are trusted connect for many.
    #[must_use]
    pub fn connect(&self, peer: IpAddr) -> Option<Open> {
        let most = if self.proxies.trusts(peer) { usize::MAX } else { self.most_open };
        self.open(Visitor::of(peer), most)
    }

    /// Lets a visitor hold a websocket open.
    ///
    /// # Errors
    /// When it holds too many, or has opened too many of late.
    pub fn socket(&self, visitor: Visitor) -> Result<Open, Problem> {
        let open = self.open(visitor, self.most_open).ok_or_else(|| {
            Problem::too_many("server-too-much", "too many connections from this address")
        })?;
        self.spend(visitor, Price::Socket)?;
        Ok(open)
    }

    fn open(&self, visitor: Visitor, most: usize) -> Option<Open> {
        let mut all = lock(&self.open);
        let open = all.entry(visitor).or_default();
        if *open >= most {
            return None;
        }
        *open += 1;
        Some(Open { all: Arc::clone(&self.open), visitor })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limits(per_minute: u32, most_open: usize) -> Limits {
        Limits::new(per_minute, most_open, Vec::new(), Proxies::default())
    }

    fn visitor(address: &str) -> Visitor {
        Visitor::of(address.parse().unwrap())
    }

    #[test]
    fn an_address_runs_out_and_others_do_not() {
        let limits = limits(3, 9);
        let [one, same, other] = ["2001:db8::1", "2001:db8::2", "10.0.0.1"].map(visitor);
        let may = |visitor| limits.spend(visitor, Price::Match).is_ok();
        assert!(may(one) && may(same) && may(one));
        assert!(!may(same));
        assert!(may(other));
    }

    #[test]
    fn everything_is_paid_from_one_purse() {
        let limits = limits(10, 9);
        let one = visitor("10.0.0.1");
        for _ in 0..5 {
            limits.spend(one, Price::Match).unwrap();
        }
        for _ in 0..24 {
            limits.spend(one, Price::Hint).unwrap();
        }
        let refused = limits.spend(one, Price::Record(20 << 10)).unwrap_err();
        assert_eq!(refused.message.id, "server-too-many-matches");
        // Work that was done leaves a debt, and with a debt nothing is begun.
        assert!(limits.may(one));
        limits.charge(one, Price::Goal(Duration::from_secs(3600)));
        assert!(!limits.may(one));
        assert_eq!(limits.spend(one, Price::Hint).unwrap_err().message.id, "server-too-much");
        // The largest record may be had by whoever has asked for nothing.
        limits.spend(visitor("10.0.0.2"), Price::Record(1 << 30)).unwrap();
    }

    #[test]
    fn the_operator_is_told_who_spends_and_holds_the_most() {
        let limits = limits(60, 9);
        let [quiet, busy, open] = ["10.0.0.1", "10.0.0.2", "10.0.0.3"].map(visitor);
        limits.spend(quiet, Price::Socket).unwrap();
        for _ in 0..30 {
            limits.spend(busy, Price::Match).unwrap();
        }
        let _held = [limits.connect([10, 0, 0, 3].into()), limits.connect([10, 0, 0, 3].into())];
        let told = limits.spenders(2);
        let names: Vec<&str> = told.iter().map(|one| one.visitor.as_str()).collect();
        assert_eq!(names[0], busy.to_string());
        assert!(told[0].left < 31.0 && told[0].open == 0);
        let all = limits.spenders(9);
        let last = all.last().unwrap();
        assert_eq!((last.visitor.as_str(), last.open), (open.to_string().as_str(), 2));
    }

    #[test]
    fn what_is_held_open_is_counted_until_it_is_closed() {
        let limits = limits(1000, 2);
        let (one, other) = (visitor("10.0.0.1"), visitor("10.0.0.2"));
        let first = limits.connect([10, 0, 0, 1].into()).unwrap();
        let second = limits.socket(one).unwrap();
        assert!(limits.connect([10, 0, 0, 1].into()).is_none() && limits.socket(one).is_err());
        assert!(limits.socket(other).is_ok());
        drop(first);
        assert!(limits.socket(one).is_ok());
        drop(second);
        assert!(lock(&limits.open).is_empty());
    }
}
