//! A course's repository as it is: where its pages, its scripts and its
//! libraries are kept, which page is the one to open, and which port that
//! page asks.
//!
//! The courses' own servers take files from several places (`/apps` from
//! `apps/`, everything else from `www/`, `/static` from wherever the page of
//! the ceritos lies), and students keep all of it one or two directories
//! down, beside reports and other work. So the repository is looked through
//! once, at the start, and what was found is a list of places to look in.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::path::{Component, Path, PathBuf};

/// How deep the repository is looked through.
const DEEPEST: usize = 6;
/// The deepest place of a document root: two directories down, and its own.
const DEEPEST_ROOT: usize = 3;
/// Files and directories that are looked at; a repository has far fewer.
const MOST_ENTRIES: usize = 20_000;
/// Texts that are read for addresses, and how long each may be.
const MOST_TEXTS: usize = 2_000;
const LONGEST_TEXT: u64 = 1 << 20;
/// Scripts that are followed from one page.
const MOST_SCRIPTS: usize = 64;

/// Ports that are found, so that a strange repository does not open hundreds.
const MOST_PORTS: usize = 8;

/// Names of directories whose content the courses' servers have at `/`, and
/// those into which pages are built.
const ROOTS: [&str; 7] = ["www", "static", "public", "web", "html", "build", "dist"];
/// Names of directories that stand beside each other in such a root.
const PARTS: [&str; 4] = ["www", "apps", "static", "vendor"];
/// Directories in which nobody keeps a page: what tools bring and make.
const NEVER: [&str; 4] = ["node_modules", "bower_components", "target", "__MACOSX"];

const CERITOS_PAGE: &str = "ceritolog.html";
const CERITOS_ADDRESS: &str = "/static/ceritolog.html";
const GO_PAGE: &str = "go.html";

/// What was found in a course's repository.
#[derive(Debug)]
pub struct Site {
    folder: PathBuf,
    /// Addresses that begin so (without slashes around) and the directory in
    /// which the rest is looked for, the first that has it wins.
    places: Vec<(String, PathBuf)>,
    /// Scripts and styles by name, for `/vendor/…` that is kept elsewhere.
    libraries: HashMap<String, PathBuf>,
    pages: Vec<Page>,
    asked: Vec<Asked>,
}

/// A page of the course that talks to a server of its course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Page {
    /// Its address here, such as `/apps/proylcc/go.html`.
    pub address: String,
    /// Where it is kept, from the repository on.
    pub file: PathBuf,
    /// The ports of this machine that it asks by number; none when it asks
    /// the server it came from.
    pub ports: Vec<u16>,
}

/// A port that is written into a file of the course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub port: u16,
    pub file: PathBuf,
}

/// What is at an address.
#[derive(Debug, PartialEq, Eq)]
pub enum Located {
    File(PathBuf),
    /// A directory with an `index.html`, asked for without its last slash.
    Directory,
}

impl Site {
    /// Looks through a repository.
    #[must_use]
    pub fn find(folder: &Path) -> Site {
        // Resolved once, so that links out of it can be told apart.
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let walk = Walk::through(&folder);
        let mut site = Site {
            places: places(&folder, &walk),
            libraries: HashMap::new(),
            pages: Vec::new(),
            asked: Vec::new(),
            folder,
        };
        for file in walk.files.iter().filter(|file| has_extension(file, &["js", "css"])) {
            let name = name(file).to_owned();
            site.libraries.entry(name).or_insert_with(|| file.clone());
        }
        site.pages = site.find_pages(&walk);
        site.asked = site.find_asked(&walk);
        site
    }

    /// The pages that were found, the one to open first.
    #[must_use]
    pub fn pages(&self) -> &[Page] {
        &self.pages
    }

    /// Every port that is asked by number, with a file that asks it.
    #[must_use]
    pub fn asked(&self) -> &[Asked] {
        &self.asked
    }

    /// Where `/` leads: to the page of the ceritos, as their server has it,
    /// or to the page that is at the root of the course's own.
    #[must_use]
    pub fn home(&self) -> Option<&str> {
        let at = |address| self.pages.iter().find(|page| page.address == address);
        let page = at(CERITOS_ADDRESS).or_else(|| at("/index.html"))?;
        Some(&page.address)
    }

    /// The file at an address. It is never outside of the repository and
    /// never hidden, whatever the address says and wherever links lead.
    #[must_use]
    pub fn locate(&self, address: &str) -> Option<Located> {
        let decoded = decode(address.trim_start_matches('/'))?;
        if decoded.contains(['\0', '\\']) || !Path::new(&decoded).components().all(is_open) {
            return None;
        }
        let wanted = decoded.trim_end_matches('/');
        let places = self.places.iter().filter_map(|(prefix, place)| {
            let rest = wanted.strip_prefix(prefix.as_str())?;
            let whole = prefix.is_empty() || rest.is_empty() || rest.starts_with('/');
            // Without slashes in front, with which it would not be joined.
            whole.then(|| place.join(rest.trim_start_matches('/')))
        });
        for path in places {
            if path.is_dir() {
                if let Some(index) = self.inside(&path.join("index.html")) {
                    let whole = decoded.is_empty() || decoded.ends_with('/');
                    return Some(if whole { Located::File(index) } else { Located::Directory });
                }
            } else if !decoded.ends_with('/')
                && let Some(file) = self.inside(&path)
            {
                return Some(Located::File(file));
            }
        }
        // A library may be kept anywhere: its name is enough.
        let library = wanted.strip_prefix("vendor/")?.rsplit('/').next()?;
        self.inside(self.libraries.get(library)?).map(Located::File)
    }

    /// The file itself, when it is in the repository and may be shown.
    fn inside(&self, path: &Path) -> Option<PathBuf> {
        let path = path.canonicalize().ok()?;
        let open = path.strip_prefix(&self.folder).ok()?.components().all(is_open);
        (open && path.is_file()).then_some(path)
    }

    fn find_pages(&self, walk: &Walk) -> Vec<Page> {
        let candidates = walk.files.iter().filter(|file| {
            has_extension(file, &["html", "htm"]) && !within(file, &self.folder, "vendor")
        });
        let mut pages: Vec<Page> = candidates
            .take(MOST_TEXTS)
            .filter_map(|file| {
                let (talks, ports) = self.follow(file);
                let named = [CERITOS_PAGE, GO_PAGE].contains(&name(file));
                (talks || named).then_some(())?;
                let address = self.address(file)?;
                let file = file.strip_prefix(&self.folder).ok()?.to_owned();
                Some(Page { address, file, ports })
            })
            .collect();
        pages.sort_by_cached_key(|page| {
            let rank = match name(&page.file) {
                CERITOS_PAGE => 0,
                GO_PAGE => 1,
                _ => 2,
            };
            (rank, page.address.matches('/').count(), page.address.clone())
        });
        pages
    }

    /// Whether a page, or a script that it names, talks to a server of a
    /// course, and the ports it asks by number.
    fn follow(&self, page: &Path) -> (bool, Vec<u16>) {
        let mut talks = false;
        let mut ports = BTreeSet::new();
        let mut waiting = VecDeque::from([page.to_owned()]);
        let mut seen = BTreeSet::from([page.to_owned()]);
        while let Some(file) = waiting.pop_front() {
            let Some(text) = read(&file) else { continue };
            // The client of Pengines is no page's own, and knows no port.
            if name(&file) == "pengines.js" {
                continue;
            }
            let asks =
                text.contains("/pengine") || text.contains("Pengine(") || text.contains("/json");
            talks |= asks;
            ports.extend(ports_in(&text, asks));
            for script in scripts_in(&text) {
                let found = if script.starts_with('/') {
                    match self.locate(&script) {
                        Some(Located::File(found)) => Some(found),
                        _ => None,
                    }
                } else {
                    file.parent().and_then(|beside| self.inside(&beside.join(&script)))
                };
                if let Some(found) = found
                    && seen.len() < MOST_SCRIPTS
                    && !within(&found, &self.folder, "vendor")
                    && seen.insert(found.clone())
                {
                    waiting.push_back(found);
                }
            }
        }
        (talks, ports.into_iter().collect())
    }

    /// The address of a file: the one its course uses, else the shortest.
    fn address(&self, file: &Path) -> Option<String> {
        let real = self.inside(file)?;
        let addresses = self.places.iter().filter_map(|(prefix, place)| {
            let rest = file.strip_prefix(place).ok()?.to_str()?.replace('\\', "/");
            let between = if prefix.is_empty() { "" } else { "/" };
            Some(encode(&format!("/{prefix}{between}{rest}")))
        });
        addresses
            .filter(|address| self.locate(address) == Some(Located::File(real.clone())))
            .min_by_key(|address| {
                let usual = ["/static/", "/apps/"].iter().any(|start| address.starts_with(start));
                (!usual, address.len())
            })
    }

    fn find_asked(&self, walk: &Walk) -> Vec<Asked> {
        let mut asked: Vec<Asked> = Vec::new();
        let mut add = |port: u16, file: &Path| {
            if !asked.iter().any(|known| known.port == port) {
                asked.push(Asked { port, file: file.to_owned() });
            }
        };
        for page in &self.pages {
            page.ports.iter().for_each(|port| add(*port, &page.file));
        }
        // A page that has to be built first has its port in a source.
        let sources = walk.files.iter().filter(|file| {
            has_extension(file, &["js", "mjs", "jsx", "ts", "tsx"])
                && !within(file, &self.folder, "vendor")
        });
        for file in sources.take(MOST_TEXTS) {
            let ports = read(file).map(|text| ports_in(&text, false)).unwrap_or_default();
            let short = file.strip_prefix(&self.folder).unwrap_or(file);
            ports.iter().for_each(|port| add(*port, short));
        }
        asked.truncate(MOST_PORTS);
        asked
    }
}

/// The directories and files of a repository, the nearest first.
#[derive(Debug, Default)]
struct Walk {
    /// With how deep they are.
    folders: Vec<(usize, PathBuf)>,
    files: Vec<PathBuf>,
}

impl Walk {
    fn through(folder: &Path) -> Walk {
        let mut walk = Walk::default();
        let mut waiting = VecDeque::from([(0, folder.to_owned())]);
        let mut seen = 0;
        while let Some((depth, at)) = waiting.pop_front() {
            let mut entries: Vec<PathBuf> = std::fs::read_dir(&at)
                .map(|entries| entries.flatten().map(|entry| entry.path()).collect())
                .unwrap_or_default();
            entries.sort();
            walk.folders.push((depth, at));
            for path in entries {
                seen += 1;
                if seen > MOST_ENTRIES {
                    return walk;
                }
                if !is_open_name(name(&path)) {
                    continue;
                }
                // Links may go round in circles, but not deeper than this.
                let inside = !path.is_symlink()
                    || path.canonicalize().is_ok_and(|real| real.starts_with(folder));
                if inside && path.is_dir() && depth < DEEPEST && !NEVER.contains(&name(&path)) {
                    waiting.push_back((depth + 1, path));
                } else if inside && path.is_file() {
                    walk.files.push(path);
                }
            }
        }
        walk
    }

    fn has(&self, path: &Path) -> bool {
        self.files.iter().any(|file| file == path)
    }
}

/// Where which addresses are looked for.
fn places(folder: &Path, walk: &Walk) -> Vec<(String, PathBuf)> {
    let mut places = vec![(String::new(), folder.to_owned())];
    let mut add = |prefix: &str, place: &Path| {
        let place = (prefix.to_owned(), place.to_owned());
        if !places.contains(&place) {
            places.push(place);
        }
    };
    let near = || {
        let near = walk.folders.iter().filter(|(depth, _)| *depth <= DEEPEST_ROOT);
        near.map(|(_, path)| path.as_path()).filter(|path| !within(path, folder, "vendor"))
    };
    for path in near() {
        let parts = PARTS.iter().any(|part| path.join(part).is_dir());
        if ROOTS.contains(&name(path)) || parts {
            add("", path);
        }
    }
    for part in ["static", "apps"] {
        near().filter(|path| name(path) == part).for_each(|path| add(part, path));
    }
    for (_, path) in &walk.folders {
        if name(path) == "vendor" {
            add("vendor", path);
        }
        // Handed in without the directories around them.
        if walk.has(&path.join(CERITOS_PAGE)) {
            add("static", path);
        }
        if walk.has(&path.join(GO_PAGE)) || walk.has(&path.join("proylcc.pl")) {
            add("apps/proylcc", path);
        }
    }
    places
}

/// The ports of this machine at which a text asks for `/pengine` or `/json`.
/// With `loosely` an address without a path counts too: scripts put the two
/// together.
fn ports_in(text: &str, loosely: bool) -> Vec<u16> {
    let mut ports = Vec::new();
    // The last ones are what follows the name of the page's own machine.
    for host in ["//localhost:", "//127.0.0.1:", "\":", "':", "}:"] {
        let named = host.starts_with('/');
        for (at, _) in text.match_indices(host) {
            let rest = &text[at + host.len()..];
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            let path = &rest[digits..];
            let asks = path.starts_with("/pengine") || path.starts_with("/json");
            let bare = path.strip_prefix('/').unwrap_or(path).starts_with(['"', '\'', '`']);
            if (asks || named && loosely && bare)
                && let Ok(port) = rest[..digits].parse::<u16>()
                && port > 0
                && !ports.contains(&port)
            {
                ports.push(port);
            }
        }
    }
    ports
}

/// What a text names between quotes that ends like a script.
fn scripts_in(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for (end, _) in text.match_indices("js") {
        let Some(quote) = text[end + 2..].chars().next() else { continue };
        let before = &text[..end + 2];
        if !['"', '\'', '`'].contains(&quote)
            || !(before.ends_with(".js") || before.ends_with(".mjs"))
        {
            continue;
        }
        if let Some((_, script)) = before.rsplit_once(quote)
            && script.len() < 256
            && !script.contains("//")
        {
            found.push(script.to_owned());
        }
    }
    found
}

fn read(file: &Path) -> Option<String> {
    if std::fs::metadata(file).ok()?.len() > LONGEST_TEXT {
        return None;
    }
    // Old pages are Latin-1; the addresses in them are not.
    Some(String::from_utf8_lossy(&std::fs::read(file).ok()?).into_owned())
}

fn name(path: &Path) -> &str {
    path.file_name().and_then(|name| name.to_str()).unwrap_or("")
}

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    extensions.iter().any(|wanted| extension.eq_ignore_ascii_case(wanted))
}

/// Whether a directory of this name is on the way from the repository.
fn within(path: &Path, folder: &Path, name: &str) -> bool {
    let rest = path.strip_prefix(folder).unwrap_or(path);
    rest.components().any(|part| part.as_os_str() == name)
}

/// Whether a part of a path may be shown: no way up, nothing hidden.
fn is_open(part: Component) -> bool {
    match part {
        Component::Normal(name) => is_open_name(&name.to_string_lossy()),
        _ => false,
    }
}

/// Hidden files are nobody's business (`.git`, `.env`), nor are our games
/// when they are kept in the same directory.
fn is_open_name(name: &str) -> bool {
    !name.is_empty() && !name.starts_with('.') && !name.starts_with("sobremesa.sqlite")
}

/// Undoes `%20`; `None` for what is not UTF-8.
fn decode(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let digits = [rest.next()?, rest.next()?];
            let digits = std::str::from_utf8(&digits).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Writes what an address cannot have as `%20`.
fn encode(address: &str) -> String {
    let mut text = String::with_capacity(address.len());
    for byte in address.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
#[path = "site_tests.rs"]
mod tests;
