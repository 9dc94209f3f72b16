//! The main line of an SGF game tree as a [`Record`], and back.
//!
//! Go (`GM[1]`, the default) and Othello (`GM[2]`). Connect 4 and Dots and
//! Boxes have no number in the standard: they are written as `GM[40]` with
//! `GN` and our own private properties `XG` (game id), `XR` (rules) and moves
//! as the game's text, which other programs skip and we read back.

use sobremesa_kernel::{Phrase, SyntaxError};

use crate::record::{Place, rule};
use crate::sgf::{self, Collection, Node, Tree};
use crate::{Colour, Record, RecordedMove, SetUp};

/// Go's column letters, I being skipped.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The kinds of SGF file a record can be in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Go { columns: usize, rows: usize },
    Othello,
    Other,
}

impl Record {
    /// Reads the first game tree of an SGF file, main line only.
    pub fn from_sgf(bytes: &[u8]) -> Result<Record, SyntaxError> {
        sgf::read_each(bytes)?.swap_remove(0).and_then(Record::from_placed)
    }

    /// Reads every game tree of an SGF file, main lines only. One that is no
    /// game we know does not hide the others, and says where it begins.
    pub fn each_from_sgf(bytes: &[u8]) -> Result<Vec<Result<Record, SyntaxError>>, SyntaxError> {
        let trees = sgf::read_each(bytes)?;
        Ok(trees.into_iter().map(|tree| tree.and_then(Record::from_placed)).collect())
    }

    fn from_placed((tree, (line, column)): (Tree, Place)) -> Result<Record, SyntaxError> {
        Record::from_tree(&tree).map_err(|error| error.at(line, column))
    }

    /// Reads the main line of a game tree.
    pub fn from_tree(tree: &Tree) -> Result<Record, SyntaxError> {
        let root = tree.root();
        let kind = kind(root)?;
        let text = |id: &str| root.simple(id).unwrap_or_default();
        let mut record = Record {
            game: match kind {
                Kind::Go { .. } => "go".to_owned(),
                Kind::Othello => "othello".to_owned(),
                Kind::Other => text("XG"),
            },
            rules: match kind {
                Kind::Go { columns, rows } => go_rules(root, columns, rows)?,
                Kind::Othello => String::new(),
                Kind::Other => text("XR"),
            },
            players: [text("PB"), text("PW")],
            event: text("EV"),
            date: text("DT"),
            result: text("RE"),
            comment: comment(root),
            set_up: None,
            moves: Vec::new(),
        };
        for at in tree.main_line() {
            let node = tree.node(at);
            if ["AB", "AW", "AE"].iter().any(|id| node.has(id)) || (at == 0 && node.has("PL")) {
                if !record.moves.is_empty() {
                    return Err(SyntaxError::finding(
                        ID,
                        Phrase::new("stones set up after move {number}")
                            .with("number", record.moves.len()),
                        "set-up before the first move only",
                    ));
                }
                set_up(node, kind, &mut record.set_up)?;
            }
            for (id, colour) in [("B", Colour::Black), ("W", Colour::White)] {
                for raw in node.values(id) {
                    record.moves.push(RecordedMove {
                        colour: Some(colour),
                        play: move_text(raw, kind, record.moves.len() + 1)?,
                        comment: if at == 0 { String::new() } else { comment(node) },
                    });
                }
            }
        }
        fix_turn(&mut record, root);
        if kind == Kind::Othello
            && let Some(set_up) = record.set_up.take()
        {
            record.set_othello_start(set_up);
        }
        if kind == Kind::Othello
            && record.moves.first().and_then(|m| m.colour) == Some(Colour::White)
            && record.set_up.is_none()
        {
            record.rules = "start=white".to_owned();
        }
        Ok(record)
    }

    /// The record as an SGF file with one game tree.
    pub fn to_sgf(&self) -> Result<String, SyntaxError> {
        Ok(sgf::write(&Collection { trees: vec![self.to_tree()?] }))
    }

    /// The record as a game tree without variations.
    pub fn to_tree(&self) -> Result<Tree, SyntaxError> {
        let kind = self.kind()?;
        let mut tree = Tree::new();
        let root = tree.node_mut(0);
        root.set_text("FF", "4");
        root.set_text(
            "GM",
            match kind {
                Kind::Go { .. } => "1",
                Kind::Othello => "2",
                Kind::Other => "40",
            },
        );
        root.set_text("CA", "UTF-8");
        root.set_text("AP", "Sobremesa");
        match kind {
            Kind::Go { columns, rows } => {
                let size =
                    if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") };
                root.push_raw("SZ", size);
                let komi = rule(&self.rules, "komi").unwrap_or("0");
                root.push_raw("KM", komi);
                if let Some(handicap) = rule(&self.rules, "handicap").filter(|&h| h != "0") {
                    root.push_raw("HA", handicap);
                }
                match rule(&self.rules, "count") {
                    Some("agreed") => root.set_text("RU", "Chinese"),
                    Some("territory") => root.set_text("RU", "Japanese"),
                    _ => {}
                }
                // There is no standard property for the ko rule.
                root.set_text("XR", &self.rules);
            }
            Kind::Othello => {
                root.push_raw("SZ", "8");
                // Without moves nothing else would say it.
                if self.set_up.is_none() && rule(&self.rules, "start") == Some("white") {
                    root.push_raw("PL", "W");
                }
            }
            Kind::Other => {
                root.set_text("XG", &self.game);
                root.set_text("XR", &self.rules);
            }
        }
        for (id, value) in [
            ("PB", &self.players[0]),
            ("PW", &self.players[1]),
            ("EV", &self.event),
            ("DT", &self.date),
            ("RE", &self.result),
            ("C", &self.comment),
        ] {
            if !value.is_empty() {
                root.set_text(id, value);
            }
        }
        if let Some(set_up) = &self.set_up {
            write_set_up(root, set_up)?;
        }
        let mut turn = Colour::Black;
        let mut at = 0;
        for m in &self.moves {
            let colour = m.colour.unwrap_or(turn);
            at = tree.add(at);
            let id = if colour == Colour::Black { "B" } else { "W" };
            let node = tree.node_mut(at);
            node.push_raw(id, move_value(&m.play, kind)?);
            if !m.comment.is_empty() {
                node.set_text("C", &m.comment);
            }
            turn = colour.other();
        }
        Ok(tree)
    }

    fn kind(&self) -> Result<Kind, SyntaxError> {
        Ok(match self.game.as_str() {
            "go" => {
                let size = rule(&self.rules, "size").unwrap_or("19");
                let (rows, columns) = size.split_once('x').unwrap_or((size, size));
                match (columns.parse(), rows.parse()) {
                    (Ok(columns), Ok(rows)) => Kind::Go { columns, rows },
                    _ => return Err(refuse(&self.rules, "a size in the rules")),
                }
            }
            "othello" => Kind::Othello,
            _ => Kind::Other,
        })
    }
}

const ID: &str = "record-unreadable";

fn refuse(found: &str, expected: impl Into<Phrase>) -> SyntaxError {
    SyntaxError::new(ID, found, expected)
}

fn comment(node: &Node) -> String {
    node.values("C").first().map(|raw| sgf::text(raw)).unwrap_or_default()
}

fn kind(root: &Node) -> Result<Kind, SyntaxError> {
    match root.simple("GM").as_deref().unwrap_or("1") {
        "1" => {
            let size = root.simple("SZ").unwrap_or_else(|| "19".to_owned());
            let (columns, rows) = size.split_once(':').unwrap_or((&size, &size));
            match (columns.trim().parse(), rows.trim().parse()) {
                (Ok(columns @ 1..=25), Ok(rows @ 1..=25)) => Ok(Kind::Go { columns, rows }),
                _ => Err(refuse(&format!("SZ[{size}]"), "a board size from 1 to 25")),
            }
        }
        "2" => match root.simple("SZ").as_deref().unwrap_or("8") {
            "8" | "8:8" => Ok(Kind::Othello),
            size => Err(refuse(&format!("SZ[{size}]"), "an Othello board of 8")),
        },
        "40" if root.has("XG") => Ok(Kind::Other),
        other => Err(refuse(&format!("GM[{other}]"), "GM[1] (Go) or GM[2] (Othello)")),
    }
}

/// Rules text from `SZ`, `KM`, `RU` and our own `XR`, which has the ko rule
/// and how the board is counted.
fn go_rules(root: &Node, columns: usize, rows: usize) -> Result<String, SyntaxError> {
    let size = if columns == rows { rows.to_string() } else { format!("{rows}x{columns}") };
    let mut rules = format!("size={size}");
    let own = root.simple("XR").unwrap_or_default();
    let ko = rule(&own, "ko").map(str::to_owned).or_else(|| {
        let named = root.simple("RU")?.to_ascii_lowercase();
        let ko = match named.as_str() {
            "japanese" | "korean" => "simple",
            "aga" | "nz" => "situational",
            "chinese" | "goe" | "tromp-taylor" => "positional",
            _ => return None,
        };
        Some(ko.to_owned())
    });
    if let Some(ko) = ko {
        rules.push_str(&format!(" ko={ko}"));
    }
    if let Some(count) = rule(&own, "count") {
        rules.push_str(&format!(" count={count}"));
    }
    if let Some(komi) = root.simple("KM").filter(|komi| !komi.is_empty()) {
        let komi: f64 = komi
            .replace(',', ".")
            .parse()
            .map_err(|_| refuse(&format!("KM[{komi}]"), "a komi such as 7.5"))?;
        // Some servers write 2.75 for Chinese 5.5: round to a half.
        let halves = (komi * 2.0).round();
        if !halves.is_finite() || halves.abs() > 2000.0 {
            return Err(refuse(&format!("KM[{komi}]"), "a komi such as 7.5"));
        }
        rules.push_str(&format!(" komi={}", halves / 2.0));
    }
    // Handicap stones stand in `AB`; without them `HA` says how many to place.
    if let Some(handicap) = root.simple("HA").and_then(|h| h.parse::<u32>().ok())
        && handicap >= 2
        && !root.has("AB")
    {
        rules.push_str(&format!(" handicap={handicap}"));
    }
    Ok(rules)
}

fn set_up(node: &Node, kind: Kind, into: &mut Option<SetUp>) -> Result<(), SyntaxError> {
    let (columns, rows) = match kind {
        Kind::Go { columns, rows } => (columns, rows),
        Kind::Othello => (8, 8),
        Kind::Other => return Err(refuse("AB or AW", "no set-up in this game")),
    };
    let board = into.get_or_insert_with(|| {
        if kind == Kind::Othello && !node.has("AB") {
            return SetUp::othello();
        }
        SetUp { columns, cells: vec![None; columns * rows], turn: Colour::Black }
    });
    for (id, what) in [("AE", None), ("AB", Some(Colour::Black)), ("AW", Some(Colour::White))] {
        for raw in node.values(id) {
            let listed = sgf::points(raw)
                .filter(|points| points.iter().all(|&(c, r)| c < columns && r < rows))
                .ok_or_else(|| refuse(&format!("{id}[{raw}]"), "points on the board"))?;
            for (column, row) in listed {
                board.cells[row * columns + column] = what;
            }
        }
    }
    if let Some(player) = node.simple("PL") {
        board.turn = match player.to_ascii_lowercase().as_str() {
            "b" | "black" => Colour::Black,
            "w" | "white" => Colour::White,
            _ => return Err(refuse(&format!("PL[{player}]"), "B or W")),
        };
    }
    Ok(())
}

/// Without `PL`, who moves first after the set-up is who does move first.
fn fix_turn(record: &mut Record, root: &Node) {
    if let Some(set_up) = &mut record.set_up
        && !root.has("PL")
        && let Some(colour) = record.moves.first().and_then(|m| m.colour)
    {
        set_up.turn = colour;
    } else if let Some(set_up) = &mut record.set_up
        && !root.has("PL")
        && record.moves.is_empty()
        && root.simple("HA").and_then(|h| h.parse::<u32>().ok()).is_some_and(|h| h > 1)
    {
        set_up.turn = Colour::White;
    }
}

fn move_text(raw: &str, kind: Kind, number: usize) -> Result<String, SyntaxError> {
    let bad =
        || refuse(raw, Phrase::new("a point on the board at move {number}").with("number", number));
    match kind {
        Kind::Go { columns, rows } => {
            // `tt` is a pass on boards up to 19×19.
            if raw.trim().is_empty() || (raw.trim() == "tt" && columns <= 19 && rows <= 19) {
                return Ok("pass".to_owned());
            }
            let (column, row) =
                sgf::point(raw).filter(|&(c, r)| c < columns && r < rows).ok_or_else(bad)?;
            Ok(format!("{}{}", COLUMNS[column] as char, rows - row))
        }
        Kind::Othello => {
            let raw = raw.trim().to_ascii_lowercase();
            if matches!(raw.as_str(), "" | "tt" | "pass" | "pa" | "--") {
                return Ok("pass".to_owned());
            }
            // Two letters as in Go, or the square's usual name.
            match *raw.as_bytes() {
                [column @ b'a'..=b'h', row @ b'a'..=b'h'] => {
                    Ok(format!("{}{}", column as char, row - b'a' + 1))
                }
                [b'a'..=b'h', b'1'..=b'8'] => Ok(raw),
                _ => Err(bad()),
            }
        }
        Kind::Other => Ok(sgf::simple_text(raw)),
    }
}

fn move_value(play: &str, kind: Kind) -> Result<String, SyntaxError> {
    let bad = || refuse(play, "a move of the record's game");
    if kind != Kind::Other && play.eq_ignore_ascii_case("pass") {
        return Ok(String::new());
    }
    match kind {
        Kind::Go { columns, rows } => {
            let letter = play.as_bytes().first().ok_or_else(bad)?.to_ascii_uppercase();
            let column = COLUMNS.iter().position(|&c| c == letter).ok_or_else(bad)?;
            let row: usize = play.get(1..).and_then(|n| n.parse().ok()).ok_or_else(bad)?;
            if column >= columns || row == 0 || row > rows {
                return Err(bad());
            }
            sgf::write_point(column, rows - row).ok_or_else(bad)
        }
        Kind::Othello => match *play.to_ascii_lowercase().as_bytes() {
            [column @ b'a'..=b'h', row @ b'1'..=b'8'] => {
                Ok(format!("{}{}", column as char, (row - b'1' + b'a') as char))
            }
            _ => Err(bad()),
        },
        Kind::Other => Ok(sgf::escape(play)),
    }
}

fn write_set_up(root: &mut Node, set_up: &SetUp) -> Result<(), SyntaxError> {
    for (at, cell) in set_up.cells.iter().enumerate() {
        if let Some(colour) = cell {
            let (column, row) = (at % set_up.columns, at / set_up.columns);
            let point = sgf::write_point(column, row)
                .ok_or_else(|| SyntaxError::finding(ID, "a larger board", "at most 52 columns"))?;
            root.push_raw(if *colour == Colour::Black { "AB" } else { "AW" }, point);
        }
    }
    root.push_raw("PL", if set_up.turn == Colour::Black { "B" } else { "W" });
    Ok(())
}
