//! `serve`: the web server.

use std::io::Write as _;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::bail;
use sobremesa_server::{Config, Deaf, Doors, NotStarted, Range, Server, Site, addresses, engines};
use sobremesa_text::{Lang, say};
use tracing_subscriber::EnvFilter;

use crate::Context;

/// Pages of a course that are named at the start.
const MOST_PAGES: usize = 5;

/// How long a thread for files and the store stays when there is nothing for
/// it to do.
const IDLE_THREAD: Duration = Duration::from_secs(3);

/// Serve the page and the interface; what the bare program does too.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where to listen (repeatable); with --course-pages the second and further ones are for the
    /// course's pages alone
    #[arg(
        long,
        value_name = "HOST:PORT",
        value_delimiter = ',',
        default_value = "127.0.0.1:9999",
        env = "SOBREMESA_LISTEN"
    )]
    listen: Vec<String>,
    /// Listen on every address, so that the devices of the local network can play; the port is
    /// --listen's
    #[arg(long, env = "SOBREMESA_LAN")]
    lan: bool,
    /// Where the games are kept [default: sobremesa in the data directory of the user]
    #[arg(long, value_name = "DIR", env = "SOBREMESA_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database instead of the file: postgres://user@host/name
    #[arg(long, value_name = "URL", env = "SOBREMESA_DATABASE", hide_env_values = true)]
    database: Option<String>,
    /// Threads on which machines think for long; one more is for what takes a moment [default: one
    /// less than there are cores, at least 2]
    #[arg(
        long,
        value_name = "N",
        env = "SOBREMESA_THINKERS",
        value_parser = clap::value_parser!(u16).range(1..=256)
    )]
    thinkers: Option<u16>,
    /// What an address may ask for in a minute, counted in new matches: a hint is a fifth of one, a
    /// record one and a sixteenth for every 4 kB
    #[arg(long, value_name = "N", default_value_t = 120, env = "SOBREMESA_CREATIONS")]
    creations: u32,
    /// Connections an address may hold open
    #[arg(long, value_name = "N", default_value_t = 1000, env = "SOBREMESA_CONNECTIONS")]
    connections: usize,
    /// A proxy that is believed when it says for whom it asks (Forwarded, X-Forwarded-For): an
    /// address or a range such as 10.0.0.0/8 (repeatable)
    #[arg(long, value_name = "CIDR", value_delimiter = ',', env = "SOBREMESA_TRUSTED_PROXY")]
    trusted_proxy: Vec<Range>,
    /// Another origin whose pages may connect, such as https://games.example (repeatable)
    #[arg(long, value_name = "ORIGIN", value_delimiter = ',', env = "SOBREMESA_ORIGIN")]
    origin: Vec<String>,
    /// A file with outside engines to play against [default: engines.json in the data directory]
    #[arg(long, value_name = "FILE", env = "SOBREMESA_ENGINES")]
    engines: Option<PathBuf>,
    /// A directory with a course's own pages, such as a student's repository, served as they are;
    /// the ports that they ask by number are opened too
    #[arg(long, value_name = "DIR", env = "SOBREMESA_COURSE_PAGES")]
    course_pages: Option<PathBuf>,
    /// Who may ask the courses' /pengine and /json: nobody; programs and the pages of this server,
    /// of its machine and of --origin; pages of any origin
    #[arg(long, value_name = "WHO", default_value = "local", env = "SOBREMESA_COURSE_DOORS")]
    course_doors: CourseDoors,
    /// Days for which a match in which nothing happens is kept [default: for ever]
    #[arg(
        long,
        value_name = "DAYS",
        env = "SOBREMESA_KEEP",
        value_parser = clap::value_parser!(u64).range(1..=36_500)
    )]
    keep: Option<u64>,
    /// An address of the operator's own: a page with what the server does, which asks for a token
    /// (SOBREMESA_ADMIN_TOKEN, or the file admin-token of the data directory), and GET /metrics
    #[arg(long, value_name = "HOST:PORT", env = "SOBREMESA_ADMIN_LISTEN")]
    admin_listen: Option<String>,
    /// Write the log as JSON; RUST_LOG says how much
    #[arg(long, env = "SOBREMESA_LOG_JSON")]
    log_json: bool,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum CourseDoors {
    Off,
    Local,
    Open,
}

pub fn run(args: Args, context: &Context) -> anyhow::Result<()> {
    log(args.log_json);
    raise_open_files();
    let usual = Config::default();
    if let Some(pages) = args.course_pages.as_ref().filter(|pages| !pages.is_dir()) {
        let pages = pages.display().to_string();
        bail!(say(context.lang, "server-no-course-pages", &[("directory", &pages)]));
    }
    let data = args.data.unwrap_or_else(usual_data);
    let engines = args
        .engines
        .or_else(|| Some(data.join("engines.json")).filter(|file| file.exists()))
        .map(|file| engines::read(&file).map_err(anyhow::Error::msg))
        .transpose()?;
    let mut listen = args.listen;
    if args.lan {
        listen.iter_mut().for_each(|address| *address = everywhere(address));
    }
    let config = Config {
        also: listen.split_off(1),
        listen: listen.remove(0),
        data,
        engines: engines.unwrap_or_default(),
        database: args.database,
        thinkers: args.thinkers.map_or(usual.thinkers, usize::from),
        creations: args.creations,
        connections: args.connections,
        proxies: args.trusted_proxy,
        keep: args.keep.map(|days| Duration::from_secs(days * 24 * 60 * 60)),
        admin: args.admin_listen,
        // Not an option: everybody sees those of a program that runs.
        admin_token: std::env::var("SOBREMESA_ADMIN_TOKEN").ok().filter(|token| !token.is_empty()),
        origins: args.origin,
        course_pages: args.course_pages,
        course_doors: match args.course_doors {
            CourseDoors::Off => Doors::Off,
            CourseDoors::Local => Doors::Local,
            CourseDoors::Open => Doors::Open,
        },
        ..usual
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_keep_alive(IDLE_THREAD)
        .build()?;
    let served = runtime.block_on(async {
        let server = Server::open(&config)
            .await
            .map_err(|error| anyhow::Error::msg(not_started(&error, context.lang)))?;
        // Before it is said how to stop it.
        let stopped = stopped()?;
        let mut out = std::io::stdout();
        let mut more = match server.site() {
            Some(site) => course_pages(&server, site, context.lang)?,
            None => further(&server, context.lang),
        };
        more.extend(operator(&server, context.lang));
        write!(out, "{}", welcome(server.address()?, &more, context.lang))?;
        out.flush()?;
        server.run(stopped).await;
        anyhow::Ok(())
    });
    // What still waits for a disk or an engine does not hold the program.
    runtime.shutdown_timeout(Duration::from_secs(1));
    served
}

/// Why the server did not start, in the person's words; what a database says
/// of itself stays as it says it.
fn not_started(error: &NotStarted, lang: Lang) -> String {
    match error {
        NotStarted::Listen { address, why } => {
            let (key, what) = match why {
                Deaf::NoAddress(what) => ("server-listen-form", what.as_str()),
                Deaf::Taken => ("server-listen-taken", ""),
                Deaf::Forbidden => ("server-listen-forbidden", ""),
                Deaf::Failed(what) => ("server-listen-failed", what.as_str()),
            };
            say(lang, key, &[("address", address), ("what", &what)])
        }
        NotStarted::Token(error) => {
            say(lang, "server-no-admin-token", &[("what", &error.to_string())])
        }
        NotStarted::Store(error) => say(lang, "server-no-store", &[("what", &error.to_string())]),
    }
}

/// Every address of this machine, with the port of an address.
fn everywhere(listen: &str) -> String {
    let port = listen.rsplit_once(':').map_or(listen, |(_, port)| port);
    format!("0.0.0.0:{port}")
}

/// An address at which a browser on this machine opens the server.
fn near(bound: SocketAddr) -> String {
    // Nobody can open the address that stands for all.
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => IpAddr::V4(Ipv4Addr::LOCALHOST),
        IpAddr::V6(ip) if ip.is_unspecified() => IpAddr::V6(Ipv6Addr::LOCALHOST),
        ip => ip,
    };
    format!("http://{}", SocketAddr::new(ip, bound.port()))
}

/// The other addresses, when they are as good as the first.
fn further(server: &Server, lang: Lang) -> Vec<String> {
    let also = |bound| say(lang, "server-also", &[("address", &near(bound))]);
    server.further().into_iter().map(also).collect()
}

/// The operator's page, and where its token is; the token itself is not said,
/// as what a program says is often kept for others to read.
fn operator(server: &Server, lang: Lang) -> Vec<String> {
    let Some(bound) = server.admin() else { return Vec::new() };
    let address = near(bound);
    let line = match server.token_file() {
        Some(file) => {
            let file = file.display().to_string();
            say(lang, "server-operator", &[("address", &address), ("file", &file)])
        }
        None => say(lang, "server-operator-given", &[("address", &address)]),
    };
    vec![line]
}

/// The pages that were found in a course's directory, each with an address at
/// which it works and the port it expects, and the ports that were opened.
fn course_pages(server: &Server, site: &Site, lang: Lang) -> anyhow::Result<Vec<String>> {
    let further = server.further();
    let usual = near(further.first().copied().map_or_else(|| server.address(), Ok)?);
    let mut lines = Vec::new();
    for page in site.pages().iter().take(MOST_PAGES) {
        // What asks `localhost` is best opened there too.
        let port = page.ports.iter().find(|port| server.answers_at(**port));
        let at = port.map_or_else(|| usual.clone(), |port| format!("http://localhost:{port}"));
        let address = format!("{at}{}", page.address);
        let file = page.file.display().to_string();
        let ports: Vec<String> = page.ports.iter().map(u16::to_string).collect();
        lines.push(if ports.is_empty() {
            say(lang, "server-course-page", &[("address", &address), ("file", &file)])
        } else {
            let ports = ports.join(", ");
            let arguments: [(&str, &dyn std::fmt::Display); 3] =
                [("address", &address), ("file", &file), ("ports", &ports)];
            say(lang, "server-course-page-port", &arguments)
        });
    }
    match site.pages().len() {
        0 => lines.push(say(lang, "server-course-no-page", &[])),
        all if all > MOST_PAGES => {
            lines.push(say(lang, "server-course-more", &[("count", &(all - MOST_PAGES))]));
        }
        _ => {}
    }
    let first = server.address()?.port();
    for asked in site.asked().iter().filter(|asked| asked.port != first) {
        let port = asked.port.to_string();
        let file = asked.file.display().to_string();
        let open = server.answers_at(asked.port);
        let key = if open { "server-course-port" } else { "server-course-port-taken" };
        lines.push(say(lang, key, &[("port", &port), ("file", &file)]));
    }
    // Those that were asked for and that no page expects.
    let expected = |bound: &SocketAddr| site.asked().iter().any(|asked| asked.port == bound.port());
    for bound in further.into_iter().filter(|bound| !expected(bound)) {
        lines.push(say(lang, "server-course-alone", &[("address", &near(bound))]));
    }
    Ok(lines)
}

/// What is said when the server answers: where, for this machine and for the
/// others of its network, what `more` there is, and how to stop it.
fn welcome(bound: SocketAddr, more: &[String], lang: Lang) -> String {
    tracing::info!(address = %bound, "listening");
    let address = near(bound);
    let mut lines = vec![say(lang, "server-listening", &[("address", &address)])];
    if bound.ip().is_loopback() {
        lines.push(say(lang, "server-this-machine", &[]));
    } else if bound.ip().is_unspecified() {
        let found = addresses::lan(bound);
        lines.extend(found.iter().map(|address| say(lang, "server-lan", &[("address", address)])));
        if found.is_empty() {
            lines.push(say(lang, "server-no-lan", &[]));
        }
    }
    lines.extend_from_slice(more);
    lines.push(say(lang, "server-stop-with", &[]));
    lines.join("\n") + "\n"
}

/// The data directory of the person; without a home, a directory where the
/// program was started.
pub fn usual_data() -> PathBuf {
    own_data().unwrap_or_else(|| PathBuf::from("sobremesa-data"))
}

/// The one place where things are kept: `SOBREMESA_DATA`, else
/// `$XDG_DATA_HOME/sobremesa` or what that stands for.
pub fn own_data() -> Option<PathBuf> {
    let named =
        |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    named("SOBREMESA_DATA").or_else(|| {
        let base =
            named("XDG_DATA_HOME").or_else(|| named("HOME").map(|home| home.join(".local/share")));
        base.map(|base| base.join("sobremesa"))
    })
}

/// Allows this process as many open files as it may have: a socket is one,
/// and the usual limit of 1,024 is for programs with few.
pub fn raise_open_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Without leave the usual limit stands.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: maximum, maximum });
    }
}

fn log(json: bool) {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("warn"));
    // What is said on websockets holds the secrets of seats, whoever wants to
    // see everything.
    let filter = ["tungstenite=info", "tokio_tungstenite=info"]
        .into_iter()
        .filter_map(|quiet| quiet.parse().ok())
        .fold(filter, EnvFilter::add_directive);
    let builder = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if json {
        builder.json().init();
    } else {
        builder.init();
    }
}

/// From now on Ctrl-C, or the signal service managers send, ends the wait that
/// is returned and not the program.
#[cfg(unix)]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupted.recv() => {}
            _ = terminated.recv() => {}
        }
    })
}

#[cfg(not(unix))]
fn stopped() -> std::io::Result<impl Future<Output = ()>> {
    Ok(async {
        let _ = tokio::signal::ctrl_c().await;
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_whole_network_keeps_the_port() {
        for (listen, told) in [
            ("127.0.0.1:9999", "0.0.0.0:9999"),
            ("localhost:80", "0.0.0.0:80"),
            ("[::1]:7", "0.0.0.0:7"),
            ("0", "0.0.0.0:0"),
        ] {
            assert_eq!(everywhere(listen), told);
        }
    }

    #[test]
    fn an_address_that_can_be_opened_is_told() {
        let said = welcome("0.0.0.0:9999".parse().unwrap(), &[], Lang::En);
        assert!(said.contains("http://127.0.0.1:9999\n") && !said.contains("0.0.0.0"), "{said}");
        let said = welcome("127.0.0.1:9999".parse().unwrap(), &[], Lang::Es);
        assert!(said.contains("sobremesa --lan"), "{said}");
    }
}
