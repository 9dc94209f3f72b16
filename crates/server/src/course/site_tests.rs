//! Tests of finding course pages in repositories as students leave them.

use super::*;

/// A repository that goes away with the test.
struct Repository(PathBuf);

impl Repository {
    fn with(name: &str, files: &[(&str, &str)]) -> Repository {
        let path = std::env::temp_dir().join(format!("sobremesa-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        for (file, text) in files {
            let file = path.join(file);
            std::fs::create_dir_all(file.parent().unwrap()).unwrap();
            std::fs::write(file, text).unwrap();
        }
        Repository(path.canonicalize().unwrap())
    }

    fn site(&self) -> Site {
        Site::find(&self.0)
    }
}

impl Drop for Repository {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What is at an address, from the repository on; the empty text for nothing.
fn at(site: &Site, address: &str) -> String {
    match site.locate(address) {
        Some(Located::File(path)) => path.strip_prefix(&site.folder).unwrap().display().to_string(),
        Some(Located::Directory) => "a directory".to_owned(),
        None => String::new(),
    }
}

fn addresses(site: &Site) -> Vec<&str> {
    site.pages().iter().map(|page| page.address.as_str()).collect()
}

const GO: &str = r#"<script src="/vendor/jquery/jquery-2.0.3.min.js"></script>
<script src="/pengine/pengines.js"></script><script src="go.js"></script>"#;
const GO_SCRIPT: &str = r#"new Pengine({ server: "http://localhost:3030/pengine" })"#;

#[test]
fn the_document_root_is_found_wherever_it_is() {
    for root in ["", "www/", "public/", "proyecto/", "pengines-master/", "a/b/", "a/b/www/"] {
        let file = |file: &str| format!("{root}{file}");
        let repository = Repository::with(
            "roots",
            &[
                (&file("apps/proylcc/go.html"), GO),
                (&file("apps/proylcc/go.js"), GO_SCRIPT),
                (&file("vendor/jquery/jquery-2.0.3.min.js"), "jQuery"),
                ("informe/informe.html", "<p>Informe"),
            ],
        );
        let site = repository.site();
        assert_eq!(addresses(&site), ["/apps/proylcc/go.html"], "{root}");
        assert_eq!(site.pages()[0].file, Path::new(&file("apps/proylcc/go.html")));
        assert_eq!(site.pages()[0].ports, [3030], "{root}");
        assert_eq!(at(&site, "/apps/proylcc/go.js"), file("apps/proylcc/go.js"));
        let jquery = "vendor/jquery/jquery-2.0.3.min.js";
        assert_eq!(at(&site, &format!("/{jquery}")), file(jquery));
        assert_eq!(site.home(), None, "{root}");
    }
}

#[test]
fn pages_and_libraries_may_be_in_different_places() {
    // As the courses' server has them: apps beside www, libraries in www.
    let repository = Repository::with(
        "beside",
        &[
            ("tp/pengines-master/apps/proylcc/go.html", GO),
            ("tp/pengines-master/www/vendor/jquery/jquery-2.0.3.min.js", ""),
            ("tp/pengines-master/www/docs/index.html", "<p>"),
            ("tp/pengines-master/run.pl", ""),
        ],
    );
    let site = repository.site();
    assert_eq!(addresses(&site), ["/apps/proylcc/go.html"]);
    let www = "tp/pengines-master/www";
    assert_eq!(
        at(&site, "/vendor/jquery/jquery-2.0.3.min.js"),
        format!("{www}/vendor/jquery/jquery-2.0.3.min.js")
    );
    assert_eq!(at(&site, "/docs/"), format!("{www}/docs/index.html"));
    assert_eq!(at(&site, "/docs"), "a directory");
    assert_eq!(at(&site, "/docs/index.html/"), "");
    // A library that is kept under another path is found by its name.
    let repository = Repository::with(
        "elsewhere",
        &[("go.html", GO), ("go.js", ""), ("js/libs/jquery-2.0.3.min.js", "")],
    );
    let site = repository.site();
    assert_eq!(at(&site, "/vendor/jquery/jquery-2.0.3.min.js"), "js/libs/jquery-2.0.3.min.js");
    assert_eq!(at(&site, "/vendor/jquery/jquery-9.js"), "");
    assert_eq!(at(&site, "/jquery/jquery-2.0.3.min.js"), "", "only below /vendor/");
}

#[test]
fn what_was_handed_in_loose_has_the_addresses_of_its_course() {
    let repository = Repository::with(
        "loose",
        &[("grupo07/ceritolog.html", ""), ("grupo07/ceritolog.js", ""), ("go/go.html", GO)],
    );
    let site = repository.site();
    assert_eq!(addresses(&site), ["/static/ceritolog.html", "/apps/proylcc/go.html"]);
    assert_eq!(at(&site, "/static/ceritolog.js"), "grupo07/ceritolog.js");
    assert_eq!(site.home(), Some("/static/ceritolog.html"));
    // A page of the course's own at the root is what `/` shows.
    let repository = Repository::with(
        "index",
        &[
            ("tp/www/index.html", "<script type=module src='js/main.js'>"),
            ("tp/www/js/main.js", "import { ask } from './ask.js';"),
            (
                "tp/www/js/ask.js",
                "const server = 'http://127.0.0.1:3031'; fetch(server + '/pengine/create');",
            ),
            ("tp/otra hoja.html", "<p>"),
        ],
    );
    let site = repository.site();
    assert_eq!(addresses(&site), ["/index.html"]);
    assert_eq!((site.home(), &site.pages()[0].ports[..]), (Some("/index.html"), &[3031][..]));
    assert_eq!(at(&site, "/tp/otra%20hoja.html"), "tp/otra hoja.html");
    // Without a page that talks to us there is none to tell of.
    let repository = Repository::with("none", &[("www/index.html", "<p>"), ("tp2.pl", "")]);
    let site = repository.site();
    assert_eq!((addresses(&site).len(), site.home(), site.asked()), (0, None, &[][..]));
}

#[test]
fn ports_are_read_where_a_server_of_a_course_is_asked() {
    for (text, loosely, found) in [
        ("server: \"http://localhost:3030/pengine\"", false, vec![3030]),
        ("'http://127.0.0.1:9999/json', 'http://localhost:9999/json'", false, vec![9999]),
        ("'http://localhost:4000/pengine' `http://localhost:5000`", true, vec![4000, 5000]),
        ("'http://localhost:5000/'", false, vec![]),
        ("location.hostname + ':3030/pengine'", false, vec![3030]),
        ("`http://${location.hostname}:3032/pengine`", false, vec![3032]),
        ("{\"/json\":\"x\", \"a\":3000, b: ':80'} `${a}:8`", true, vec![]),
        ("'http://localhost:5000/other' server: '/pengine'", true, vec![]),
        ("'http://localhost:0/pengine' 'http://localhost:70000/pengine'", true, vec![]),
        ("'http://example.org:3030/pengine'", true, vec![]),
        ("'http://localhost:", true, vec![]),
    ] {
        assert_eq!(ports_in(text, loosely), found, "{text}");
    }
    // A page that has to be built first, with its port in a source; what
    // tools brought is not the course's.
    let repository = Repository::with(
        "sources",
        &[
            ("src/PengineClient.js", GO_SCRIPT),
            ("node_modules/pengines/test.js", "'http://localhost:3020/pengine'"),
            ("vendor/x.js", "'http://localhost:3021/pengine'"),
        ],
    );
    // Once it is built it is found where it was built.
    let built = Repository::with(
        "built",
        &[("dist/index.html", "<script src=\"/assets/i.js\">"), ("dist/assets/i.js", GO_SCRIPT)],
    );
    let site = built.site();
    assert_eq!((addresses(&site), site.asked()[0].port), (vec!["/index.html"], 3030));
    // A strange repository does not open hundreds.
    let many: Vec<String> = (4000..4100).map(|port| format!("'//localhost:{port}/json'")).collect();
    let strange = Repository::with("strange", &[("a.js", &many.join(","))]);
    assert_eq!(strange.site().asked().len(), MOST_PORTS);
    let asked = Asked { port: 3030, file: "src/PengineClient.js".into() };
    assert_eq!(repository.site().asked(), [asked]);
}

#[test]
fn nothing_outside_and_nothing_hidden_is_ever_shown() {
    let repository = Repository::with(
        "secrets",
        &[
            ("repo/www/index.html", ""),
            ("repo/www/.env", "secret"),
            ("repo/www/.well/known.html", "secret"),
            ("repo/.git/config", "secret"),
            ("repo/.git/jquery.js", "secret"),
            ("repo/sobremesa.sqlite", "secret"),
            ("repo/sobremesa.sqlite-wal", "secret"),
            ("outside.html", "secret"),
            ("outside/vendor/x.js", "secret"),
        ],
    );
    #[cfg(unix)]
    for (target, link) in [
        ("../../outside.html", "link.html"),
        ("../../outside", "linked"),
        ("../.git", "git"),
        ("../.git/config", "config.txt"),
        ("index.html", "fine.html"),
        ("..", "round"),
    ] {
        std::os::unix::fs::symlink(target, repository.0.join("repo/www").join(link)).unwrap();
    }
    let site = Site::find(&repository.0.join("repo"));
    assert_eq!(at(&site, "/index.html"), "www/index.html");
    #[cfg(unix)]
    assert_eq!(at(&site, "/fine.html"), "www/index.html", "a link within is as good as the file");
    for address in [
        "/../outside.html",
        "/www/../../outside.html",
        "/%2e%2e/outside.html",
        "/..%2foutside.html",
        "/..%5coutside.html",
        "/%2Fetc/passwd",
        "//etc/passwd",
        "/vendor//etc/passwd",
        "/vendor/../.env",
        "/.env",
        "/www/.env",
        "/%2eenv",
        "/.git/config",
        "/.well/known.html",
        "/vendor/.git/config",
        "/vendor/jquery.js",
        "/vendor/.env",
        "/vendor/config",
        "/link.html",
        "/www/link.html",
        "/linked/vendor/x.js",
        "/vendor/x.js",
        "/git/config",
        "/config.txt",
        "/round/.git/config",
        "/sobremesa.sqlite",
        "/sobremesa.sqlite-wal",
        "/index.html%00.js",
        "/%ff",
        "/%",
        "/.",
        "/..",
    ] {
        assert_eq!(at(&site, address), "", "{address}");
    }
}
