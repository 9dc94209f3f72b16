use std::io::Write as _;
use std::path::PathBuf;

use sobremesa_server::{Config, Server, engines};
use sobremesa_text::say;
use tracing_subscriber::EnvFilter;

use crate::Context;

/// Serve the page and the interface; what the bare program does too.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen
    #[arg(
        long,
        value_name = "HOST:PORT",
        default_value = "127.0.0.1:9999",
        env = "SOBREMESA_LISTEN"
    )]
    listen: String,
    /// Where the games are kept [default: sobremesa in the data directory of the user]
    #[arg(long, value_name = "DIR", env = "SOBREMESA_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database instead of the file: postgres://user@host/name
    #[arg(long, value_name = "URL", env = "SOBREMESA_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Threads on which machines think [default: one less than there are cores, at least 2]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    thinkers: Option<u16>,
    /// New matches an address may create in a minute
    #[arg(long, value_name = "N", default_value_t = 60)]
    creations: u32,
    /// Another origin whose pages may connect, such as https://games.example (repeatable)
    #[arg(long, value_name = "ORIGIN")]
    origin: Vec<String>,
    /// A file with outside engines to play against [default: engines.json in the data directory]
    #[arg(long, value_name = "FILE", env = "SOBREMESA_ENGINES")]
    engines: Option<PathBuf>,
    /// A directory with a course's own pages, served as they are
    #[arg(long, value_name = "DIR")]
    course_pages: Option<PathBuf>,
    /// Write the log as JSON; RUST_LOG says how much
    #[arg(long)]
    log_json: bool,
}

impl Default for Args {
    fn default() -> Args {
        let usual = Config::default();
        Args {
            listen: usual.listen,
            data: None,
            database: None,
            thinkers: None,
            creations: usual.creations,
            origin: Vec::new(),
            engines: None,
            course_pages: None,
            log_json: false,
        }
    }
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    log(args.log_json);
    raise_open_files();
    let usual = Config::default();
    let data = args.data.unwrap_or_else(usual_data);
    let engines = args
        .engines
        .or_else(|| Some(data.join("engines.json")).filter(|file| file.exists()))
        .map(|file| engines::read(&file).map_err(anyhow::Error::msg))
        .transpose()?;
    let config = Config {
        listen: args.listen,
        data,
        engines: engines.unwrap_or_default(),
        database: args.database,
        thinkers: args.thinkers.map_or(usual.thinkers, usize::from),
        creations: args.creations,
        origins: args.origin,
        course_pages: args.course_pages,
        ..usual
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    runtime.block_on(async {
        let server = Server::open(&config).await?;
        let address = server.address().map_or(config.listen, |address| address.to_string());
        let mut out = std::io::stdout();
        let address = format!("http://{address}");
        writeln!(out, "{}", say(context.lang, "server-listening", &[("address", &address)]))?;
        writeln!(out, "{}", say(context.lang, "server-stop-with", &[]))?;
        out.flush()?;
        tracing::info!(address, "listening");
        server.run(stopped()).await;
        anyhow::Ok(())
    })
}

/// `$XDG_DATA_HOME/sobremesa`, or what that stands for; without a home, a
/// directory where the program was started.
fn usual_data() -> PathBuf {
    let named = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
    named("XDG_DATA_HOME")
        .map(PathBuf::from)
        .or_else(|| named("HOME").map(|home| PathBuf::from(home).join(".local/share")))
        .map_or_else(|| PathBuf::from("sobremesa-data"), |base| base.join("sobremesa"))
}

/// Allows this process as many open files as it may have: a socket is one,
/// and the usual limit of 1,024 is for programs with few.
pub fn raise_open_files() {
    #[cfg(unix)]
    {
        let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
        // SAFETY: both calls only read or write the struct they are given,
        // which lives until they return.
        unsafe {
            if libc::getrlimit(libc::RLIMIT_NOFILE, &raw mut limit) == 0 {
                limit.rlim_cur = limit.rlim_max;
                libc::setrlimit(libc::RLIMIT_NOFILE, &raw const limit);
            }
        }
    }
}

fn log(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if json {
        builder.json().init();
    } else {
        builder.init();
    }
}

/// Waits for Ctrl-C, or for the signal service managers send.
async fn stopped() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut term) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = tokio::signal::ctrl_c() => {}
                _ = term.recv() => {}
            }
            return;
        }
    }
    let _ = tokio::signal::ctrl_c().await;
}
