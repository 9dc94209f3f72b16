//! Listening, accepting and stopping.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use axum::{Extension, Router};
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;
use tower::ServiceExt as _;

use crate::addresses::Bound;
use crate::admin::Token;
use crate::clock::Clock;
use crate::course::{Course, Site};
use crate::engines::Engines;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::machines::Machines;
use crate::metrics::Metrics;
use crate::patient::Patient;
use crate::rests::Rests;
use crate::reviews::{Reviews, Shelf};
use crate::secret::System;
use crate::services::Services;
use crate::visitor::Proxies;
use crate::workers::Workers;
use crate::{Config, admin_app, app, course_app, retention};

/// How long a client may take to send the head of a request.
const SLOWEST_HEAD: Duration = Duration::from_secs(15);

/// How long a client may take nothing of what it is sent.
const SLOWEST_READER: Duration = Duration::from_secs(30);

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 * 1024;

/// How long open connections may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// How long what waits for the store may take to be kept after that.
const LAST: Duration = Duration::from_secs(15);

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot listen on {address}: {why}")]
    Listen { address: String, why: Deaf },
    #[error("{0}")]
    Token(std::io::Error),
    #[error(transparent)]
    Store(#[from] sobremesa_store::Error),
}

/// Why an address cannot be listened on.
#[derive(Debug, thiserror::Error)]
pub enum Deaf {
    #[error("{0}; expected host:port such as 127.0.0.1:9999")]
    NoAddress(String),
    #[error("the port is taken, perhaps by another sobremesa; choose another with --listen")]
    Taken,
    #[error("not permitted; ports below 1024 need privileges")]
    Forbidden,
    #[error("{0}")]
    Failed(String),
}

/// A server that listens and has not begun to answer.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    /// The others, which are a course's own when there is one.
    further: Vec<TcpListener>,
    /// The operator's, with what the operator is known by, and its file.
    admin: Option<(TcpListener, Token, Option<PathBuf>)>,
    hub: Arc<Hub>,
    course: Arc<Course>,
    site: Option<Arc<Site>>,
    keep: Option<Duration>,
}

impl Server {
    /// Opens the store and the port.
    ///
    /// # Errors
    /// When either cannot be had; the text says what to do.
    pub async fn open(config: &Config) -> Result<Server, Error> {
        // The port first: a second server on the same one should not touch
        // the data of the first.
        let listener = listen(&config.listen).await?;
        let mut further = Vec::new();
        for address in &config.also {
            further.push(listen(address).await?);
        }
        let admin = match &config.admin {
            Some(address) => {
                let listener = listen(address).await?;
                let (token, file) = Token::open(config.admin_token.as_deref(), &config.data)
                    .map_err(Error::Token)?;
                Some((listener, token, file))
            }
            None => None,
        };
        let site = match config.course_pages.clone() {
            Some(folder) => {
                let found = tokio::task::spawn_blocking(move || Site::find(&folder)).await;
                Some(Arc::new(found.expect("looking for pages does not panic")))
            }
            None => None,
        };
        if let Some(site) = &site {
            open_asked(site, &listener, &mut further).await;
        }
        let store = sobremesa_store::open(&config.data, config.database.as_deref()).await?;
        let workers = Arc::new(Workers::start(config.thinkers, config.queue));
        // With a database elsewhere this machine keeps nothing.
        let reviews = Arc::new(match config.database {
            None => Reviews::on(Shelf::new(config.data.join("reviews"))),
            Some(_) => Reviews::default(),
        });
        let engines = Arc::new(Engines::new(config.engines.clone()));
        let machines = Machines { workers: Arc::clone(&workers), engines: Arc::clone(&engines) };
        let limits = Arc::new(Limits::new(
            config.creations,
            config.connections,
            config.origins.clone(),
            Proxies(config.proxies.clone()),
        ));
        let hub = Hub::new(Services {
            clock: Clock::on_the_wall(),
            store,
            thinkers: Box::new(machines),
            chance: Box::new(System),
            workers,
            engines,
            reviews,
            limits: Arc::clone(&limits),
            idle: config.idle,
            away: config.away,
            patience: config.patience,
            unwatched: config.unwatched,
            longest: config.longest,
            metrics: Metrics::default(),
            stopping: CancellationToken::new(),
            rests: Rests::default(),
        });
        let course = Arc::new(Course::new(
            config.course_doors,
            config.origins.clone(),
            site.is_some(),
            limits,
        ));
        Ok(Server { listener, further, admin, hub, course, site, keep: config.keep })
    }

    /// Where it listens.
    ///
    /// # Errors
    /// When the system does not know, which it always does.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Where else it listens: for the course's pages alone when there are any.
    #[must_use]
    pub fn further(&self) -> Vec<SocketAddr> {
        self.further.iter().filter_map(|listener| listener.local_addr().ok()).collect()
    }

    /// Whether a browser on this machine that asks `localhost` at a port
    /// reaches this server.
    #[must_use]
    pub fn answers_at(&self, port: u16) -> bool {
        let mut all = std::iter::once(&self.listener).chain(&self.further);
        all.any(|listener| answers_at(listener, port))
    }

    /// Where the operator asks, if anywhere apart.
    #[must_use]
    pub fn admin(&self) -> Option<SocketAddr> {
        self.admin.as_ref().and_then(|(listener, ..)| listener.local_addr().ok())
    }

    /// The file that the operator's token is in, if it is in one.
    #[must_use]
    pub fn token_file(&self) -> Option<&Path> {
        self.admin.as_ref().and_then(|(.., file)| file.as_deref())
    }

    /// The course's pages that were found, if there are to be any.
    #[must_use]
    pub fn site(&self) -> Option<&Site> {
        self.site.as_deref()
    }

    #[must_use]
    pub fn hub(&self) -> Arc<Hub> {
        Arc::clone(&self.hub)
    }

    /// Answers until `stop` is done; then says goodbye to every socket, lets
    /// requests end and waits until everything is kept.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, further, admin, hub, course, site, keep } = self;
        let mut accepting = tokio::task::JoinSet::new();
        let ours = app(&hub, &course, site.clone());
        for listener in further {
            let app = match &site {
                Some(site) => course_app(&hub, &course, Arc::clone(site)),
                None => ours.clone(),
            };
            accepting.spawn(accept(listener, app, Arc::clone(&hub)));
        }
        if let Some((listener, token, _)) = admin {
            let app = admin_app(&hub, &course, token);
            accepting.spawn(accept(listener, app, Arc::clone(&hub)));
        }
        accepting.spawn(accept(listener, ours, Arc::clone(&hub)));
        if let Some(age) = keep {
            tokio::spawn(retention::watch(Arc::clone(&hub), age));
        }
        stop.await;
        tracing::info!(sockets = hub.metrics.sockets.get(), "stopping");
        hub.stopping.cancel();
        accepting.join_all().await;
        let begun = tokio::time::Instant::now();
        let metrics = &hub.metrics;
        let open = || metrics.connections.get() + metrics.sockets.get() + metrics.rooms.get();
        while open() > 0 && begun.elapsed() < FAREWELL {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        match timeout(LAST, hub.store.close()).await {
            Ok(Ok(())) => {}
            Ok(Err(error)) => tracing::error!(%error, "the store did not close"),
            Err(_) => tracing::error!(
                "the store did not close in time; what was not acknowledged may be lost"
            ),
        }
    }
}

/// Takes connections until the server stops.
async fn accept(listener: TcpListener, mut app: Router, hub: Arc<Hub>) {
    if let Ok(address) = listener.local_addr() {
        app = app.layer(Extension(Bound(address)));
    }
    loop {
        tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok((stream, address)) => answer(stream, address, app.clone(), &hub),
                Err(error) => {
                    // Usually too many open files: wait for some to close.
                    tracing::warn!(%error, "a connection was not accepted");
                    tokio::time::sleep(Duration::from_millis(100)).await;
                }
            },
            () = hub.stopping.cancelled() => break,
        }
    }
}

/// Opens the ports that a course's pages ask by number and that are not open
/// yet. They ask `localhost`, so it is for this machine alone. A port that
/// somebody else has is no reason not to start.
async fn open_asked(site: &Site, listener: &TcpListener, further: &mut Vec<TcpListener>) {
    for asked in site.asked() {
        let port = asked.port;
        if answers_at(listener, port) || further.iter().any(|other| answers_at(other, port)) {
            continue;
        }
        match TcpListener::bind((Ipv4Addr::LOCALHOST, port)).await {
            Ok(opened) => further.push(opened),
            // Whoever started the server is told in their language.
            Err(error) => tracing::info!(port, %error, "a port of the course was not opened"),
        }
    }
}

fn answers_at(listener: &TcpListener, port: u16) -> bool {
    let near = |ip: std::net::IpAddr| ip.is_loopback() || ip.is_unspecified();
    listener.local_addr().is_ok_and(|bound| bound.port() == port && near(bound.ip()))
}

fn answer(stream: TcpStream, address: SocketAddr, app: Router, hub: &Arc<Hub>) {
    let Some(open) = hub.limits.connect(address.ip()) else {
        tracing::debug!(%address, "too many connections from an address");
        return;
    };
    // Moves are small and wait for nothing.
    let _ = stream.set_nodelay(true);
    let limits = Arc::clone(&hub.limits);
    let service = app.map_request(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        let visitor = limits.visitor(address.ip(), request.headers());
        request.extensions_mut().insert(ConnectInfo(address));
        request.extensions_mut().insert(visitor);
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST_HEAD)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(
            TokioIo::new(Patient::new(stream, SLOWEST_READER)),
            TowerToHyperService::new(service),
        )
        .with_upgrades();
    let hub = Arc::clone(hub);
    hub.metrics.connections.add(1);
    tokio::spawn(async move {
        let mut connection = std::pin::pin!(connection);
        let ended = tokio::select! {
            ended = connection.as_mut() => ended,
            () = hub.stopping.cancelled() => {
                connection.as_mut().graceful_shutdown();
                connection.await
            }
        };
        if let Err(error) = ended {
            tracing::debug!(%error, "a connection ended");
        }
        hub.metrics.connections.sub(1);
        drop(open);
    });
}

async fn listen(address: &str) -> Result<TcpListener, Error> {
    let refuse = |why| Error::Listen { address: address.to_owned(), why };
    let addresses: Vec<SocketAddr> = lookup_host(address)
        .await
        .map_err(|error| refuse(Deaf::NoAddress(error.to_string())))?
        .collect();
    TcpListener::bind(&addresses[..]).await.map_err(|error| {
        refuse(match error.kind() {
            std::io::ErrorKind::AddrInUse => Deaf::Taken,
            std::io::ErrorKind::PermissionDenied => Deaf::Forbidden,
            _ => Deaf::Failed(error.to_string()),
        })
    })
}
