//! A connection that is made when it is needed, again after it broke, and on
//! which nothing waits for ever.

use std::sync::Arc;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::Duration;

use tokio::sync::{Mutex, MutexGuard};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use tokio_postgres::error::SqlState;
use tokio_postgres::{Client, Config};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::tls;
use crate::{EXPECTED, Error, LEASE};

/// How long it may take to connect, all told.
const SLOWEST_CONNECT: Duration = Duration::from_secs(5);

/// How long what is asked may take: the server is told, and believed for a
/// second more.
const SLOWEST: Duration = Duration::from_secs(10);

/// What every session begins with. The server gives up on us as we do on it,
/// and a session that broke does not keep its locks.
const SESSION: &str = "SET statement_timeout = 9000; SET lock_timeout = 9000;
     SET idle_in_transaction_session_timeout = 30000; SET tcp_keepalives_idle = 10;
     SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3;
     SET synchronous_commit = on;
     SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED, READ WRITE";

/// The number of our lease among the advisory locks; the second one is the
/// schema's.
const LOCK: &str = "7462031, hashtext(COALESCE(current_schema(), ''))";

/// Who holds the lease.
const HOLDER: &str = "FROM pg_locks WHERE locktype = 'advisory' AND granted AND classid = 7462031
     AND objid = (hashtext(COALESCE(current_schema(), ''))::bigint & 4294967295)::oid
     AND database = (SELECT oid FROM pg_database WHERE datname = current_database())";

/// Where the database is and how it is spoken to.
#[derive(Clone)]
pub struct Target {
    config: Config,
    tls: MakeRustlsConnect,
}

impl Target {
    /// Reads an address; what is wrong is said without repeating it.
    pub fn read(url: &str) -> Result<Target, Error> {
        let (url, wishes) = tls::wishes(url)?;
        let mut config: Config = url.parse().map_err(|_| {
            Error::Unusable(format!("cannot read the address of the database: {EXPECTED}"))
        })?;
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(SLOWEST_CONNECT);
        }
        if config.get_tcp_user_timeout().is_none() {
            config.tcp_user_timeout(SLOWEST);
        }
        config.keepalives_idle(Duration::from_secs(10));
        config.keepalives_interval(Duration::from_secs(5));
        config.keepalives_retries(3);
        if config.get_application_name().is_none() {
            config.application_name(format!("sobremesa {}", std::process::id()));
        }
        Ok(Target { config, tls: tls::connector(&wishes)? })
    }

    async fn connect(&self) -> Result<Arc<Connected>, Error> {
        let connecting = async {
            let (client, connection) = self.config.connect(self.tls.clone()).await?;
            let talk = tokio::spawn(async move {
                if let Err(error) = connection.await {
                    let error = Error::from(error);
                    tracing::warn!(%error, "a connection to PostgreSQL ended");
                }
            });
            let session = Connected { client, talk: talk.abort_handle() };
            session.client.batch_execute(SESSION).await?;
            Ok(Arc::new(session))
        };
        timeout(SLOWEST_CONNECT, connecting).await.unwrap_or_else(|_| Err(silent()))
    }
}

fn silent() -> Error {
    Error::Unavailable("it does not answer".to_owned())
}

/// A connection that stands.
pub struct Connected {
    pub client: Client,
    talk: AbortHandle,
}

/// A session that is made when needed and again after it broke.
pub struct Connection {
    target: Target,
    /// Whether this is the one connection that may write.
    writes: bool,
    /// The server process of the last session, if it had the lease.
    held_by: AtomicI32,
    slot: Mutex<Slot>,
}

#[derive(Default)]
struct Slot {
    session: Option<Arc<Connected>>,
    failed: Option<(Instant, Error)>,
}

impl Connection {
    pub fn new(target: Target, writes: bool) -> Connection {
        Connection { target, writes, held_by: AtomicI32::new(0), slot: Mutex::default() }
    }

    /// A session. Everybody who waits while one cannot be had hears it together.
    pub async fn session(&self) -> Result<Arc<Connected>, Error> {
        let asked = Instant::now();
        let mut slot = self.slot.lock().await;
        if let Some(session) = slot.session.as_ref().filter(|it| !it.client.is_closed()) {
            return Ok(Arc::clone(session));
        }
        if let Some((_, error)) = slot.failed.as_ref().filter(|(at, _)| *at > asked) {
            return Err(error.clone());
        }
        slot.session = None;
        let made = self.make(&mut slot).await;
        slot.failed = made.as_ref().err().map(|error| (Instant::now(), error.clone()));
        made
    }

    async fn make(&self, slot: &mut MutexGuard<'_, Slot>) -> Result<Arc<Connected>, Error> {
        let session = self.target.connect().await?;
        if self.writes {
            let taken = timeout(LEASE + SLOWEST_CONNECT, self.take_lease(&session.client));
            taken.await.unwrap_or_else(|_| Err(silent()))?;
        }
        slot.session = Some(Arc::clone(&session));
        Ok(session)
    }

    /// Takes the right to write to this schema, which ends with the session.
    async fn take_lease(&self, client: &Client) -> Result<(), Error> {
        let begun = Instant::now();
        let try_it = format!("SELECT pg_try_advisory_lock({LOCK}), pg_backend_pid()");
        loop {
            let row = client.query_one(&try_it, &[]).await?;
            if row.get(0) {
                self.held_by.store(row.get(1), Ordering::Relaxed);
                return Ok(());
            }
            // A session of our own that broke without the server noticing.
            let ours = self.held_by.load(Ordering::Relaxed);
            client
                .query(&format!("SELECT pg_terminate_backend(pid) {HOLDER} AND pid = $1"), &[&ours])
                .await?;
            if begun.elapsed() >= LEASE {
                break;
            }
            sleep(Duration::from_millis(50)).await;
        }
        let who = format!(
            "SELECT application_name || COALESCE(' from ' || host(client_addr), '')
             FROM pg_stat_activity WHERE pid IN (SELECT pid {HOLDER})"
        );
        let who =
            client.query_opt(&who, &[]).await?.and_then(|row| row.get::<_, Option<String>>(0));
        Err(Error::Unusable(format!(
            "another server ({}) uses this database: one at a time may; give each a schema or a \
             database of its own",
            who.as_deref().unwrap_or("unknown")
        )))
    }

    /// Waits for an answer of a session, not for ever. After silence, or when
    /// the connection broke, the session is given up: its transaction may be
    /// open. What it holds ends when the server hears of it.
    pub async fn within<T>(
        &self,
        session: &Arc<Connected>,
        work: impl Future<Output = Result<T, Error>>,
    ) -> Result<T, Error> {
        let done = timeout(SLOWEST, work).await.unwrap_or_else(|_| {
            session.talk.abort();
            Err(silent())
        });
        if matches!(done, Err(Error::Unavailable(_) | Error::Full(_))) {
            let mut slot = self.slot.lock().await;
            if slot.session.as_ref().is_some_and(|it| Arc::ptr_eq(it, session)) {
                slot.session = None;
            }
        }
        done
    }

    /// Ends the session, so that the lease is free.
    pub async fn close(&self) {
        let session = self.slot.lock().await.session.take();
        if let Some(session) = session {
            let freed = session.client.batch_execute("SELECT pg_advisory_unlock_all()");
            let _ = timeout(Duration::from_secs(1), freed).await;
        }
    }
}

impl From<tokio_postgres::Error> for Error {
    fn from(error: tokio_postgres::Error) -> Error {
        let Some(said) = error.as_db_error() else {
            // Its own text is only the kind of error; the reason is its source.
            let source = std::error::Error::source(&error).map(|s| format!(": {s}"));
            return Error::Unavailable(format!("{error}{}", source.unwrap_or_default()));
        };
        // Not its detail, which repeats rows.
        let what = format!("{} ({})", said.message(), said.code().code());
        match said.code() {
            code if *code == SqlState::DISK_FULL => Error::Full(what),
            // Data, constraints, rights and names, limits, what triggers say.
            code if ["22", "23", "42", "44", "54", "P0"].contains(&&code.code()[..2]) => {
                Error::Rejected(what)
            }
            _ => Error::Unavailable(what),
        }
    }
}
