//! A course's repository over HTTP: on the port of our page, on the port that
//! its pages have written into them, and on one that was asked for.

mod common;

use std::net::{SocketAddr, TcpListener};
use std::path::Path;

use common::{Reply, Scratch, Table};
use sobremesa_server::{Config, Doors, Server};

fn write(folder: &Path, file: &str, text: impl AsRef<[u8]>) {
    let file = folder.join(file);
    std::fs::create_dir_all(file.parent().unwrap()).unwrap();
    std::fs::write(file, text).unwrap();
}

/// A port that nobody has.
fn free_port() -> u16 {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

/// A repository with the Go page of a course, whose port is written into it,
/// and a page with letters of old.
fn go_repository(folder: &Path, port: u16) {
    write(folder, "tp/www/apps/proylcc/go.html", "<script src=\"go.js\"></script>");
    let script = format!("new Pengine({{ server: 'http://localhost:{port}/pengine' }})");
    write(folder, "tp/www/apps/proylcc/go.js", script);
    write(folder, "tp/www/docs/vieja.html", b"<meta charset=latin1>Jug\xF3");
    write(folder, "tp/lib/jquery.min.js", "jQuery");
}

async fn at(table: &Table, port: u16, method: &str, path: &str) -> Reply {
    let address = SocketAddr::new(table.address.ip(), port);
    let request =
        format!("{method} {path} HTTP/1.1\r\nhost: localhost:{port}\r\nconnection: close\r\n\r\n");
    Table::raw_at(address, request.as_bytes()).await
}

#[tokio::test]
async fn a_page_has_an_origin_of_its_own_on_the_port_it_expects() {
    let (data, course) = (Scratch::new(), Scratch::new());
    let port = free_port();
    go_repository(&course.0, port);
    let table = Table::with(&data, |config| config.course_pages = Some(course.0.clone())).await;

    // The files, the client and the protocol are on both ports.
    let ours = table.address.port();
    for port in [ours, port] {
        let page = at(&table, port, "GET", "/apps/proylcc/go.html").await;
        assert_eq!((page.status, page.text().as_str()), (200, "<script src=\"go.js\"></script>"));
        assert!(page.head.contains("access-control-allow-origin: *"), "{}", page.head);
        assert!(page.head.contains("cross-origin-opener-policy: unsafe-none"), "{}", page.head);
        // Beside our page it is a page of nowhere.
        assert_eq!(page.head.contains("sandbox allow-scripts"), port == ours, "{}", page.head);
        assert!(!page.head.contains("allow-same-origin"), "{}", page.head);
        assert_eq!(at(&table, port, "GET", "/vendor/jquery/jquery.min.js").await.text(), "jQuery");
        assert_eq!(at(&table, port, "GET", "/pengine/pengines.js").await.status, 200);
        assert_eq!(at(&table, port, "GET", "/pengine/list?format=json").await.status, 200);
        assert_eq!(at(&table, port, "GET", "/healthz").await.status, 200);
        // Letters are what the page itself says they are.
        let old = at(&table, port, "GET", "/docs/vieja.html").await;
        assert!(old.head.contains("content-type: text/html\r\n"), "{}", old.head);
        for file in ["/apps/proylcc/go.js", "/docs/vieja.html"] {
            let asked = at(&table, port, "OPTIONS", file).await;
            assert!(asked.head.contains("access-control-allow-headers: content-type, x-requ"));
            assert!(asked.head.contains("access-control-allow-origin: *"), "{}", asked.head);
        }
    }

    // Nothing of ours is on the course's: no page, no interface.
    for path in ["/new", "/new/go", "/play/x", "/page/app.js", "/api/matches", "/api", "/metrics"] {
        assert_eq!(at(&table, port, "GET", path).await.status, 404, "{path}");
    }
    assert_eq!(at(&table, ours, "GET", "/new").await.status, 200);
    assert_eq!(at(&table, ours, "GET", "/").await.status, 200, "our page");
    let first = at(&table, port, "GET", "/").await;
    assert_eq!(first.status, 307);
    assert!(first.head.contains("location: /apps/proylcc/go.html"), "{}", first.head);
    table.close().await;
    assert!(TcpListener::bind(("127.0.0.1", port)).is_ok(), "both ports are closed");
}

#[tokio::test]
async fn the_ceritos_page_is_what_the_root_leads_to() {
    let (data, course) = (Scratch::new(), Scratch::new());
    write(&course.0, "tp/web/ceritolog.html", "<script src=ceritolog.js></script>");
    write(&course.0, "tp/web/ceritolog.js", "fetch('/json')");
    let table = Table::with(&data, |config| config.course_pages = Some(course.0.clone())).await;
    let first = table.get("/").await;
    assert_eq!(first.status, 307);
    assert!(first.head.contains("location: /static/ceritolog.html"), "{}", first.head);
    assert_eq!(table.get("/static/ceritolog.js").await.text(), "fetch('/json')");
    assert_eq!(table.get("/new").await.status, 200, "our page has its other addresses");
    table.close().await;
    // Without the page `/` is ours, and its address leads to our ceritos.
    let table = Table::open(&data).await;
    assert_eq!(table.get("/").await.status, 200);
    assert!(table.get("/static/ceritolog.html").await.head.contains("location: /new/dots"));
    table.close().await;
}

#[tokio::test]
async fn further_addresses_are_the_courses_when_there_is_one() {
    let (data, course) = (Scratch::new(), Scratch::new());
    let (asked, taken) = (free_port(), TcpListener::bind("127.0.0.1:0").unwrap());
    go_repository(&course.0, taken.local_addr().unwrap().port());
    let mut config = Config {
        listen: "127.0.0.1:0".to_owned(),
        also: vec![format!("127.0.0.1:{asked}")],
        data: data.0.clone(),
        course_pages: Some(course.0.clone()),
        ..Config::default()
    };
    // A page's port that somebody else has does not stop the server.
    let server = Server::open(&config).await.unwrap();
    assert!(server.answers_at(asked) && server.answers_at(server.address().unwrap().port()));
    assert!(!server.answers_at(taken.local_addr().unwrap().port()));
    assert_eq!(server.further().len(), 1);
    let page = &server.site().unwrap().pages()[0];
    assert_eq!(page.address, "/apps/proylcc/go.html");
    assert_eq!(page.ports, [taken.local_addr().unwrap().port()]);
    drop(server);
    // One that was asked for does.
    config.also = vec![taken.local_addr().unwrap().to_string()];
    assert!(Server::open(&config).await.is_err());
    // A port that is open already is not opened twice.
    drop(taken);
    let server = Server::open(&config).await.unwrap();
    assert_eq!(server.further().len(), 1);
    drop(server);
    // Without a course every address is as good as the first.
    let table = Table::with(&data, |config| config.also = vec![format!("127.0.0.1:{asked}")]).await;
    for port in [asked, table.address.port()] {
        let told = at(&table, port, "GET", "/api/addresses").await;
        assert_eq!(told.json()["port"], port);
    }
    table.close().await;
}

/// What a page of another place hears at the doors of the courses.
async fn knock(doors: Doors) -> Reply {
    let data = Scratch::new();
    let table = Table::with(&data, |config| config.course_doors = doors).await;
    let port = table.address.port();
    let request = format!(
        "GET /pengine/list HTTP/1.1\r\nhost: localhost:{port}\r\norigin: http://evil.example\r\n\
         connection: close\r\n\r\n"
    );
    Table::raw_at(table.address, request.as_bytes()).await
}

#[tokio::test]
async fn the_doors_are_off_local_or_open() {
    assert_eq!(knock(Doors::Off).await.status, 404);
    let refused = knock(Doors::Local).await;
    assert_eq!(refused.status, 403);
    assert!(!refused.head.contains("access-control-allow-origin"), "{}", refused.head);
    let open = knock(Doors::Open).await;
    assert_eq!(open.status, 200);
    assert!(open.head.contains("access-control-allow-origin: *"), "{}", open.head);
}
