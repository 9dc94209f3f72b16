//! Listening, accepting and stopping.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream, lookup_host};
use tower::ServiceExt as _;

use crate::engines::Engines;
use crate::hub::Hub;
use crate::limits::Limits;
use crate::workers::Workers;
use crate::{Config, app};

/// How long a client may take to send the head of a request.
const SLOWEST_HEAD: Duration = Duration::from_secs(15);

/// The longest head of a request.
const LONGEST_HEAD: usize = 16 * 1024;

/// How long open connections may take to end when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// Why the server did not start.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    #[error("cannot listen on {address}: {reason}")]
    Listen { address: String, reason: String },
    #[error(transparent)]
    Store(#[from] sobremesa_store::Error),
}

/// A server that listens and has not begun to answer.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    hub: Arc<Hub>,
    course_pages: Option<PathBuf>,
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
        let store = sobremesa_store::open(&config.data, config.database.as_deref()).await?;
        let workers = Workers::start(config.thinkers, config.queue);
        let limits = Limits::new(config.creations, config.origins.clone());
        let engines = Engines::new(config.engines.clone());
        let hub = Hub::new(store, workers, engines, limits, config.idle, config.away);
        Ok(Server { listener, hub, course_pages: config.course_pages.clone() })
    }

    #[must_use]
    pub fn address(&self) -> Option<SocketAddr> {
        self.listener.local_addr().ok()
    }

    #[must_use]
    pub fn hub(&self) -> Arc<Hub> {
        Arc::clone(&self.hub)
    }

    /// Answers until `stop` is done; then says goodbye to every socket, lets
    /// requests end and waits until everything is kept.
    pub async fn run(self, stop: impl Future<Output = ()>) {
        let Server { listener, hub, course_pages } = self;
        let app = app(Arc::clone(&hub), course_pages);
        let mut stop = std::pin::pin!(stop);
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
                () = &mut stop => break,
            }
        }
        drop(listener);
        tracing::info!(sockets = hub.metrics.sockets.get(), "stopping");
        hub.stopping.cancel();
        let begun = tokio::time::Instant::now();
        let metrics = &hub.metrics;
        let open = || metrics.connections.get() + metrics.sockets.get() + metrics.rooms.get();
        while open() > 0 && begun.elapsed() < FAREWELL {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        if let Err(error) = hub.store.close().await {
            tracing::error!(%error, "the store did not close");
        }
    }
}

fn answer(stream: TcpStream, address: SocketAddr, app: Router, hub: &Arc<Hub>) {
    // Moves are small and wait for nothing.
    let _ = stream.set_nodelay(true);
    let service = app.map_request(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(ConnectInfo(address));
        request
    });
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SLOWEST_HEAD)
        .max_buf_size(LONGEST_HEAD)
        .serve_connection(TokioIo::new(stream), TowerToHyperService::new(service))
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
    });
}

async fn listen(address: &str) -> Result<TcpListener, Error> {
    let refuse = |reason: String| Error::Listen { address: address.to_owned(), reason };
    let addresses: Vec<SocketAddr> = lookup_host(address)
        .await
        .map_err(|e| refuse(format!("{e}; expected host:port such as 127.0.0.1:9999")))?
        .collect();
    TcpListener::bind(&addresses[..]).await.map_err(|error| {
        refuse(match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                "the port is taken, perhaps by another sobremesa; choose another with --listen"
                    .to_owned()
            }
            std::io::ErrorKind::PermissionDenied => {
                "not permitted; ports below 1024 need privileges".to_owned()
            }
            _ => error.to_string(),
        })
    })
}
