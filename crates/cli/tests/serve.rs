//! The server as it is started from the command line: with `serve` or
//! without, by options or by variables.

#[path = "common/server.rs"]
mod server;

use server::{Directory, Server, refused, text};

#[test]
fn the_bare_program_reads_every_variable() {
    let data = Directory::new("bare-variables");
    let variables = [
        ("SOBREMESA_LISTEN", "127.0.0.1:0"),
        ("SOBREMESA_DATA", text(&data.0)),
        ("SOBREMESA_ORIGIN", "https://a.example,https://b.example"),
        ("SOBREMESA_CREATIONS", "7"),
        ("SOBREMESA_THINKERS", "1"),
    ];
    let server = Server::start(&[], &variables);
    assert_eq!(server.get("/healthz", &server.address), "ok\n");
    assert!(data.has_games(), "the games are where SOBREMESA_DATA says");
    drop(server);
    // Each variable is heeded: a value that cannot be is an error.
    for (name, value) in [
        ("SOBREMESA_LISTEN", "nowhere"),
        ("SOBREMESA_DATABASE", "nonsense://"),
        ("SOBREMESA_CREATIONS", "many"),
        ("SOBREMESA_THINKERS", "0"),
        ("SOBREMESA_ENGINES", "/nonexistent/engines.json"),
        ("SOBREMESA_COURSE_PAGES", "/nonexistent/pages"),
    ] {
        let mut variables = variables.to_vec();
        variables.push((name, value));
        refused(&[], &variables);
    }
}

#[test]
fn the_bare_program_takes_the_options_of_serve() {
    let data = Directory::new("bare-options");
    let options = ["--listen", "127.0.0.1:0", "--data", text(&data.0)];
    let bare = [&["--lang", "en"], &options[..]].concat();
    let server = Server::start(&bare, &[("SOBREMESA_LISTEN", "nowhere")]);
    assert!(data.has_games());
    assert!(server.said[1].ends_with("sobremesa --lan"), "{:?}", server.said);
    drop(server);
    let named = [&["serve"], &options[..]].concat();
    assert_eq!(Server::start(&named, &[]).get("/healthz", "localhost"), "ok\n");
    assert!(refused(&["--lisetn", "127.0.0.1:0"], &[]).contains("--lisetn"));
}

#[test]
fn the_operators_token_is_kept_for_its_owner_and_not_said() {
    let data = Directory::new("operator");
    let options = ["--listen", "127.0.0.1:0", "--data", text(&data.0), "--lang", "en"];
    let options = [&options[..], &["--admin-listen", "127.0.0.1:0"]].concat();
    let file = data.0.join("admin-token");
    let mut tokens = Vec::new();
    for _ in 0..2 {
        let server = Server::start(&options, &[]);
        let line = server.said.iter().find(|line| line.contains("perator")).expect("it is said");
        let token = std::fs::read_to_string(&file).unwrap();
        assert!(line.contains(text(&file)) && !line.contains(token.trim()), "{line}");
        tokens.push(token);
    }
    assert_eq!(tokens[0], tokens[1], "it stays the same");
    let given = [("SOBREMESA_ADMIN_TOKEN", "a token that was given")];
    let server = Server::start(&options, &given);
    assert!(server.said.iter().any(|line| line.contains("SOBREMESA_ADMIN_TOKEN")));
    drop(server);
    let short = refused(&options, &[("SOBREMESA_ADMIN_TOKEN", "short")]);
    assert!(short.contains("SOBREMESA_ADMIN_TOKEN") && !short.contains("\"short\""), "{short}");
}

#[test]
fn the_local_network_is_told_where_to_come() {
    let data = Directory::new("lan");
    let options = ["--listen", "127.0.0.1:0", "--data", text(&data.0), "--lang", "en"];
    let server = Server::start(&[&options[..], &["--lan"]].concat(), &[]);
    assert!(server.address.starts_with("127.0.0.1:"), "{:?}", server.said);
    let told = server.get("/api/addresses", &server.address);
    let port = server.port();
    assert!(told.contains(&format!("\"loopback_only\":false,\"port\":{port},")), "{told}");
    // The same addresses on the terminal and for the page, if there are any.
    let spoken: Vec<&str> =
        server.said.iter().filter_map(|line| line.strip_prefix("In the local network: ")).collect();
    let shown = spoken.iter().map(|address| format!("\"{address}\"")).collect::<Vec<_>>().join(",");
    assert!(told.contains(&format!("\"lan\":[{shown}]")), "{told} {:?}", server.said);
    assert!(spoken.iter().all(|address| address.ends_with(&format!(":{port}"))));
    drop(server);
    let server = Server::start(&options, &[]);
    let told = server.get("/api/addresses", &server.address);
    assert!(told.contains("\"loopback_only\":true"), "{told}");
    // Whoever comes by another name may be anywhere, and is told nothing.
    let told = server.get("/api/addresses", "games.example");
    assert!(told.contains("\"lan\":[]"), "{told}");
}

#[test]
fn pages_that_are_not_there_are_an_error_at_the_start() {
    let data = Directory::new("pages");
    let options = ["--listen", "127.0.0.1:0", "--data", text(&data.0), "--course-pages"];
    let file = data.0.join("page.html");
    std::fs::write(&file, "").unwrap();
    for wrong in ["/nonexistent/pages", text(&file)] {
        let said = refused(&[&options[..], &[wrong, "--lang", "es"]].concat(), &[]);
        assert_eq!(said, format!("sobremesa: --course-pages: {wrong} no es un directorio\n"));
    }
    assert!(!data.has_games(), "nothing was opened");
    Server::start(&[&options[..], &[text(&data.0)]].concat(), &[]);
}

#[test]
fn a_courses_page_is_told_with_the_port_it_expects() {
    let data = Directory::new("course-pages-data");
    let course = Directory::new("course-pages");
    let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let taken = other.local_addr().unwrap().port();
    let free = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let port = free.local_addr().unwrap().port();
    drop(free);
    let write = |file: &str, text: &str| {
        let file = course.0.join(file);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    };
    let asking = |port: u16| format!("new Pengine({{server: 'http://localhost:{port}/pengine'}})");
    let start = |arguments: &[&str]| {
        let usual = ["--listen", "127.0.0.1:0", "--data", text(&data.0)];
        let pages = ["--course-pages", text(&course.0)];
        Server::start(&[&usual[..], &pages, arguments].concat(), &[])
    };

    let server = start(&["--lang", "es"]);
    let none = "No se encontró ninguna página que pregunte al servidor de un curso; los archivos \
                del directorio se sirven como están.";
    assert_eq!(server.said[2], none);
    drop(server);

    write("tp/www/proylcc/go.html", "<script src=go.js></script><script src='go.js'></script>");
    write("tp/www/proylcc/go.js", &asking(port));
    write("tp/src/viejo.js", &asking(taken));
    let server = start(&["--lang", "en"]);
    let go = "tp/www/proylcc/go.html";
    assert_eq!(
        server.said[2..5],
        [
            format!(
                "The course’s page: http://localhost:{port}/apps/proylcc/go.html ({go}, expects \
                 port {port})"
            ),
            format!("Port {port}, which {go} expects, is open for the course’s pages."),
            format!(
                "Port {taken}, which tp/src/viejo.js expects, could not be opened: another \
                 program may have it, and the page will ask that program. Stop it and start again."
            ),
        ]
    );
    drop(server);

    // A page that asks where it comes from, on an address for it alone.
    std::fs::remove_dir_all(course.0.join("tp")).unwrap();
    write("static/ceritolog.html", "fetch('/json')");
    let server = start(&["--lang", "es"]);
    let page = |at: &str| {
        format!(
            "La página del curso: http://{at}/static/ceritolog.html (static/ceritolog.html, anda \
             en cualquier puerto)"
        )
    };
    assert_eq!(server.said[2], page(&server.address));
    drop(server);
    let further = format!("127.0.0.1:{port}");
    let server = start(&["--listen", &further, "--lang", "es"]);
    let alone = format!("Solo para las páginas del curso: http://{further}");
    assert_eq!(server.said[2..4], [page(&further), alone]);
    drop(server);
    // By the variable too, and without a course all are the same.
    let variables = [
        ("SOBREMESA_LISTEN", &*format!("127.0.0.1:0,{further}")),
        ("SOBREMESA_DATA", text(&data.0)),
    ];
    let server = Server::start(&["--lang", "en"], &variables);
    assert_eq!(server.said[2], format!("And here: http://{further}"));
}
