//! `bench server`: moves a second that a server acknowledges.

mod stored;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use futures_util::{SinkExt as _, StreamExt as _};
use sobremesa_kernel::{GameEntry, Rng};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

use super::figures::{Figures, Line};
use crate::start::find;

/// The server under load: durable moves a second, acknowledgement times,
/// memory of idle watchers. It runs as a process of its own.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Idle watchers to connect
    #[arg(long, default_value_t = 8000)]
    watchers: usize,
    /// Matches played at the same time
    #[arg(long, default_value_t = 256)]
    matches: usize,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 10)]
    seconds: u64,
    /// Moves a second of the paced measurement
    #[arg(long, default_value_t = 1000)]
    rate: u64,
    /// The game that is played and watched
    #[arg(long, default_value = "connect4")]
    game: String,
    /// A PostgreSQL database instead of an SQLite file
    #[arg(long, value_name = "URL")]
    database: Option<String>,
    /// Instead of a load: how long a server takes to start on so many finished matches
    #[arg(long, value_name = "MATCHES")]
    stored: Option<u64>,
    /// Where the SQLite file is made: the disk is part of what is measured
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub fn run(args: &Args, figures: Figures) -> anyhow::Result<()> {
    crate::serve::raise_open_files();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(measure(args, figures))
}

async fn measure(args: &Args, figures: Figures) -> anyhow::Result<()> {
    let play = Arc::new(a_long_game(find(&args.game, figures.lang)?)?);
    if let Some(stored) = args.stored {
        return stored::measure(args, figures, &play, stored).await;
    }
    figures
        .line()
        .label("what", "game", 0)
        .label("game", args.game.as_str(), 0)
        .count("moves_per_match", play.len() as u64, 0)
        .write()?;

    let server = Running::start(args)?;
    let before = server.memory()?;
    let made = create(server.address, &args.game).await?;
    let mut idle = Vec::with_capacity(args.watchers);
    for _ in 0..args.watchers {
        idle.push(watch(server.address, &made.id, &[]).await?);
    }
    // Everything that was said is read before the memory is.
    for socket in &mut idle {
        until(socket, "{\"type\":\"state\"").await?;
    }
    let after = server.memory()?;
    let each = after.saturating_sub(before) as f64 / 1e3 / args.watchers.max(1) as f64;
    figures
        .line()
        .label("what", "idle", 0)
        .count("watchers", args.watchers as u64, 0)
        .figure("megabytes", after as f64 / 1e6, 0, 1)
        .figure("kilobytes_per_watcher", each, 0, 1)
        .write()?;
    drop(idle);
    drop(server);

    let server = Running::start(args)?;
    let full = load(&server, args, &play, None).await?;
    full.told(figures.line().label("what", "fastest", 0), args.matches).write()?;
    drop(server);

    let server = Running::start(args)?;
    let pause = Duration::from_secs_f64(args.matches as f64 / args.rate.max(1) as f64);
    let paced = load(&server, args, &play, Some(pause)).await?;
    let line = figures.line().label("what", "paced", 0).count("wanted_per_second", args.rate, 0);
    paced.told(line, args.matches).write()?;
    Ok(())
}

/// Legal moves of one long game, so that clients need not look at the board.
fn a_long_game(entry: &'static GameEntry) -> anyhow::Result<Vec<String>> {
    let mut longest = Vec::new();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut table = entry.start("")?;
        let mut moves = Vec::new();
        // A socket may send 100 messages in 20 s; a match stays below that.
        while moves.len() < 90 {
            let legal = table.legal();
            if legal.is_empty() {
                break;
            }
            let choice = &legal[rng.below(u32::try_from(legal.len())?) as usize];
            moves.push(table.play(choice).map_err(|e| anyhow::anyhow!("{e}"))?.play);
        }
        if moves.len() > longest.len() {
            longest = moves;
        }
    }
    Ok(longest)
}

/// A server process with data of its own.
struct Running {
    child: Child,
    address: SocketAddr,
    data: PathBuf,
}

impl Running {
    /// A directory for the data that nobody else uses.
    fn place(args: &Args) -> PathBuf {
        let base = args.data.clone().unwrap_or_else(std::env::temp_dir);
        base.join(format!("sobremesa-bench-{}", std::process::id()))
    }

    fn start(args: &Args) -> anyhow::Result<Running> {
        let data = Running::place(args);
        let free = std::net::TcpListener::bind("127.0.0.1:0")?.local_addr()?;
        let mut command = Command::new(std::env::current_exe()?);
        command
            .args(["serve", "--creations", "4000000000", "--connections", "4000000000"])
            .args(["--listen", &free.to_string(), "--data"])
            .arg(&data)
            .stdout(Stdio::null());
        if let Some(url) = &args.database {
            command.args(["--database", url]);
        }
        let mut running = Running { child: command.spawn()?, address: free, data };
        for _ in 0..500 {
            if std::net::TcpStream::connect(free).is_ok() {
                return Ok(running);
            }
            if let Some(status) = running.child.try_wait()? {
                bail!("the server ended at once: {status}");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        bail!("the server does not answer on {free}")
    }

    /// Resident memory in bytes.
    fn memory(&self) -> anyhow::Result<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes = line.and_then(|rest| rest.split_whitespace().next()).context("no VmRSS")?;
        Ok(kilobytes.parse::<u64>()? * 1024)
    }

    /// CPU time used so far, user and system.
    fn cpu(&self) -> anyhow::Result<Duration> {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id()))?;
        // The name in parentheses may hold blanks: count from its end.
        let fields: Vec<&str> =
            stat.rsplit(')').next().context("no stat")?.split_whitespace().collect();
        let ticks = fields[11].parse::<u64>()? + fields[12].parse::<u64>()?;
        Ok(Duration::from_millis(ticks * 10))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.data);
    }
}

/// What a load came to.
struct Load {
    moves: usize,
    wall: Duration,
    cpu: Duration,
    /// Acknowledgement times, sorted.
    times: Vec<Duration>,
}

impl Load {
    /// A line with what it came to.
    fn told(&self, line: Line, matches: usize) -> Line {
        let at = |part: f64| {
            let index = (self.times.len() as f64 * part) as usize;
            self.times
                .get(index.min(self.times.len().saturating_sub(1)))
                .copied()
                .unwrap_or_default()
        };
        let milliseconds = |part| at(part).as_secs_f64() * 1e3;
        let cpu = self.cpu.as_secs_f64().max(0.001);
        line.count("matches", matches as u64, 0)
            .figure("durable_moves_per_second", self.moves as f64 / self.wall.as_secs_f64(), 0, 0)
            .figure("moves_per_cpu_second", self.moves as f64 / cpu, 0, 0)
            .figure("acknowledged_ms_p50", milliseconds(0.5), 0, 1)
            .figure("acknowledged_ms_p99", milliseconds(0.99), 0, 1)
            .figure("acknowledged_ms_max", milliseconds(1.0), 0, 1)
    }
}

/// Plays many matches at once; with a pause, each sends one move per pause.
async fn load(
    server: &Running,
    args: &Args,
    play: &Arc<Vec<String>>,
    pause: Option<Duration>,
) -> anyhow::Result<Load> {
    let stop = Arc::new(AtomicBool::new(false));
    let counting = Arc::new(AtomicBool::new(false));
    let players: Vec<_> = (0..args.matches)
        .map(|number| {
            let (stop, counting, play) =
                (Arc::clone(&stop), Arc::clone(&counting), Arc::clone(play));
            let (address, game) = (server.address, args.game.clone());
            // Spread over the pause, as people are.
            let offset = pause.map(|p| p.mul_f64(number as f64 / args.matches as f64));
            tokio::spawn(async move {
                let mut times = Vec::new();
                if let Some(offset) = offset {
                    tokio::time::sleep(offset).await;
                }
                while !stop.load(Ordering::Relaxed) {
                    one_match(address, &game, &play, pause, &stop, &counting, &mut times).await?;
                }
                anyhow::Ok(times)
            })
        })
        .collect();
    // The first second is for getting going.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let (begun, cpu) = (Instant::now(), server.cpu()?);
    counting.store(true, Ordering::Relaxed);
    tokio::time::sleep(Duration::from_secs(args.seconds)).await;
    counting.store(false, Ordering::Relaxed);
    let (wall, cpu) = (begun.elapsed(), server.cpu()? - cpu);
    stop.store(true, Ordering::Relaxed);
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await??);
    }
    times.sort_unstable();
    Ok(Load { moves: times.len(), wall, cpu, times })
}

async fn one_match(
    address: SocketAddr,
    game: &str,
    play: &[String],
    pause: Option<Duration>,
    stop: &AtomicBool,
    counting: &AtomicBool,
    times: &mut Vec<Duration>,
) -> anyhow::Result<()> {
    let made = create(address, game).await?;
    let mut socket = watch(address, &made.id, &made.secrets).await?;
    let mut next = Instant::now();
    for (seq, play) in play.iter().enumerate() {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        if let Some(pause) = pause {
            tokio::time::sleep_until(next.into()).await;
            next += pause;
        }
        let message = format!("{{\"type\":\"play\",\"play\":\"{play}\",\"seq\":{seq}}}");
        let begun = Instant::now();
        socket.send(Message::text(message)).await?;
        until(&mut socket, "{\"type\":\"ack\"").await?;
        if counting.load(Ordering::Relaxed) {
            times.push(begun.elapsed());
        }
    }
    Ok(())
}

struct Made {
    id: String,
    secrets: Vec<String>,
}

async fn create(address: SocketAddr, game: &str) -> anyhow::Result<Made> {
    let body =
        format!("{{\"game\":\"{game}\",\"seats\":[{{\"kind\":\"here\"}},{{\"kind\":\"here\"}}]}}");
    let request = format!(
        "POST /api/matches HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let text = |after: &str| {
        let (_, rest) =
            answer.split_once(after).with_context(|| format!("no {after}: {answer}"))?;
        let (text, _) = rest.split_once('"').context("no end of text")?;
        anyhow::Ok(text.to_owned())
    };
    let secrets = vec![text("\"first\":\"")?, text("\"second\":\"")?];
    Ok(Made { id: text("{\"id\":\"")?, secrets })
}

type Socket = WebSocketStream<MaybeTlsStream<TcpStream>>;

async fn watch(address: SocketAddr, id: &str, secrets: &[String]) -> anyhow::Result<Socket> {
    let url = format!("ws://{address}/api/matches/{id}/ws");
    let config =
        tokio_tungstenite::tungstenite::protocol::WebSocketConfig::default().read_buffer_size(4096);
    let (mut socket, _) =
        tokio_tungstenite::connect_async_with_config(url, Some(config), true).await?;
    let secrets: Vec<String> = secrets.iter().map(|secret| format!("\"{secret}\"")).collect();
    let hello = format!("{{\"type\":\"hello\",\"secrets\":[{}]}}", secrets.join(","));
    socket.send(Message::text(hello)).await?;
    Ok(socket)
}

/// Reads until a message begins like this.
async fn until(socket: &mut Socket, beginning: &str) -> anyhow::Result<()> {
    while let Some(message) = socket.next().await {
        if let Message::Text(text) = message? {
            if text.starts_with(beginning) {
                return Ok(());
            }
            if text.starts_with("{\"type\":\"refused\"") || text.starts_with("{\"type\":\"bye\"") {
                bail!("{text}");
            }
        }
    }
    bail!("the socket was closed")
}
