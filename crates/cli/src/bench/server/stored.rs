//! `bench server --stored`: how long a server takes to start on a database that
//! is full of finished matches, and to show some of it.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use sobremesa_kernel::Side;
use sobremesa_store::{Commit, Store, open};
use sobremesa_table::{Event, Header, Time};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use super::{Args, Figures, Running};

/// Matches that are kept at the same time while the database is filled.
const AT_ONCE: u64 = 512;

/// Moves of each: the work at a start is by rows, and this is a short game.
const MOVES: usize = 8;

/// The longest that a start may take.
const AT_LAST: Duration = Duration::from_secs(600);

/// Fills a database, starts a server on it and asks it what people ask first.
pub async fn measure(
    args: &Args,
    figures: Figures,
    play: &[String],
    stored: u64,
) -> anyhow::Result<()> {
    let data = Running::place(args);
    let filled = Instant::now();
    let store = open(&data, args.database.as_deref()).await?;
    let last = fill(&store, args, play, stored).await?;
    store.close().await?;
    drop(store);
    let filled = filled.elapsed();
    let bytes = std::fs::metadata(data.join("sobremesa.sqlite")).map_or(0, |file| file.len());

    let begun = Instant::now();
    let server = Running::start(args)?;
    while !ask(server.address, "/readyz").await.is_ok_and(|answer| answer.contains(" 200 ")) {
        if begun.elapsed() > AT_LAST {
            bail!("the server is not ready after {} s", AT_LAST.as_secs());
        }
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
    let started = begun.elapsed();
    let begun = Instant::now();
    let list = ask(server.address, "/api/matches").await?;
    let listed = begun.elapsed();
    let begun = Instant::now();
    let shown = ask(server.address, &format!("/api/matches/{last}")).await?;
    let opened = begun.elapsed();
    if !list.contains(&last) || !shown.contains(" 200 ") {
        bail!("the last match is not shown: {shown}");
    }
    figures
        .line()
        .label("what", "stored", 0)
        .count("matches", stored, 0)
        .count("moves_per_match", play.len().min(MOVES) as u64, 0)
        .figure("database_megabytes", bytes as f64 / 1e6, 0, 0)
        .figure("fill_s", filled.as_secs_f64(), 0, 1)
        .figure("start_s", started.as_secs_f64(), 0, 2)
        .figure("list_ms", listed.as_secs_f64() * 1e3, 0, 1)
        .figure("open_ms", opened.as_secs_f64() * 1e3, 0, 1)
        .figure("megabytes", server.memory()? as f64 / 1e6, 0, 1)
        .write()?;
    Ok(())
}

/// Keeps so many matches, and gives the id of the last.
async fn fill(
    store: &Arc<dyn Store>,
    args: &Args,
    play: &[String],
    stored: u64,
) -> anyhow::Result<String> {
    let header = Header { listed: true, ..Header::between_people(&args.game, "") };
    let sides = [Side::First, Side::Second].into_iter().cycle();
    let moves = sides.zip(play.iter().take(MOVES));
    let mut events: Vec<Event> =
        moves.map(|(side, play)| Event::Play { side, play: play.clone(), left: None }).collect();
    events.push(Event::Resign { side: Side::First, left: None });
    let (header, events) = (Arc::new(header), Arc::new(events));
    let next = Arc::new(AtomicU64::new(0));
    let keepers: Vec<_> = (0..AT_ONCE)
        .map(|_| {
            let (store, next) = (Arc::clone(store), Arc::clone(&next));
            let (header, events) = (Arc::clone(&header), Arc::clone(&events));
            tokio::spawn(async move {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= stored {
                        return anyhow::Ok(());
                    }
                    let (id, at) = (name(number), Time(1_700_000_000_000 + number * 1000));
                    let new = Commit::new_match(&id, &header, &events, at);
                    store.commit(&Commit { over: Some(true), ..new }).await?;
                }
            })
        })
        .collect();
    for keeper in keepers {
        keeper.await??;
    }
    stored.checked_sub(1).map(name).context("at least one match")
}

/// An id in an order as random as that of real ones.
fn name(number: u64) -> String {
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    format!("B{:011x}", mixed >> 20)
}

async fn ask(address: SocketAddr, path: &str) -> anyhow::Result<String> {
    let request = format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\r\n");
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    Ok(answer)
}
