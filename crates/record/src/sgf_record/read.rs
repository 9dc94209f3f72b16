//! A game tree as a [`Record`].

use sobremesa_kernel::{Message, Phrase, SyntaxError};

use super::kind::Kind;
use super::{INFO, head, refuse};
use crate::rule_text::rule;
use crate::sgf::{self, Node, Tree};
use crate::work::spend;
use crate::{Colour, Edit, Record, RecordedMove, SetUp};

/// What a record has a place of its own for, besides [`INFO`].
const UNDERSTOOD: &[&str] = &[
    "FF", "GM", "CA", "AP", "SZ", "ST", "KM", "HA", "RU", "XR", "XG", "XP", "XD", "PB", "PW", "EV",
    "DT", "RE", "C", "AB", "AW", "AE", "PL", "B", "W", "KO",
];

/// The most stones that are put on the board or taken off it in a game.
const MOST_STONES: usize = 1 << 20;

/// No komi is larger.
const MOST_KOMI: f64 = 1000.0;

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

    fn from_placed(placed: sgf::Placed) -> Result<Record, SyntaxError> {
        let (line, column) = placed.place;
        let mut record = Record::from_tree(&placed.tree).map_err(|error| error.at(line, column))?;
        let damage = placed.damage.map(|error| {
            let (line, column) = error.place().unwrap_or_default();
            let note = Message::new("record-note-damage").with("found", error.found());
            note.with("line", line).with("column", column)
        });
        record.notes.splice(0..0, placed.notes.into_iter().chain(damage));
        Ok(record)
    }

    /// Reads the main line of a game tree.
    pub fn from_tree(tree: &Tree) -> Result<Record, SyntaxError> {
        let head = head(tree);
        let root = tree.node(head);
        let (kind, game) = Kind::of_root(root)?;
        let text = |id: &str| root.simple(id).unwrap_or_default();
        let mut record = Record {
            game,
            players: [text("PB"), text("PW")],
            event: text("EV"),
            date: text("DT"),
            result: text("RE"),
            comment: comment(root),
            diagram: root.values("XP").first().map(|raw| sgf::text(raw)).unwrap_or_default(),
            info: INFO
                .iter()
                .filter_map(|&id| Some((id.to_owned(), root.simple(id)?)))
                .filter(|(_, value)| !value.is_empty())
                .collect(),
            ..Record::default()
        };
        let mut board = Board { kind, handicap: handicap(root).is_some(), stones: 0 };
        let (mut nodes, mut named_turn) = (0, false);
        for at in tree.main_line() {
            nodes += 1;
            let node = tree.node(at);
            spend(node.properties.len() + 1);
            let moved = record.moves.len();
            // Some programs take captured stones off the board themselves:
            // that comes after the move.
            let moves = node.has("B") || node.has("W");
            let cleared = moves && !node.has("AB") && !node.has("AW");
            if !cleared {
                board.set_up(node, &mut record)?;
            }
            named_turn |= moved == 0 && node.has("PL");
            moves_of(node, kind, &mut record)?;
            if cleared && at != head {
                board.set_up(node, &mut record)?;
            }
            if at != head {
                keep_comment(&mut record, &comment(node), moved);
            }
            let lost = |id: &str| {
                !UNDERSTOOD.contains(&id) && !(at == head && (INFO.contains(&id) || id == "XW"))
            };
            record.left_out.properties += node.properties.iter().filter(|p| lost(&p.id)).count();
        }
        record.left_out.variations = tree.len() - nodes;
        fix_turn(&mut record, root, named_turn);
        rules(&mut record, root, kind)?;
        let words = |text: String| text.split_whitespace().map(str::to_owned).collect();
        record.dead = root.simple("XD").map(words);
        record.archived = root.simple("XW").and_then(|text| text.parse().ok());
        Ok(record)
    }
}

fn comment(node: &Node) -> String {
    node.values("C").first().map(|raw| sgf::text(raw)).unwrap_or_default()
}

/// A comment is the node's move's; one of a node without a move goes with
/// what is before it.
fn keep_comment(record: &mut Record, comment: &str, moved: usize) {
    spend(comment.len());
    if comment.is_empty() {
        return;
    }
    let place = match record.moves.len() {
        0 => &mut record.comment,
        _ => {
            let last = record.moves.len() - 1;
            &mut record.moves[if moved <= last { moved } else { last }].comment
        }
    };
    if !place.is_empty() {
        place.push('\n');
    }
    place.push_str(comment);
}

/// The moves of a node, in the order in which they are written.
fn moves_of(node: &Node, kind: Kind, record: &mut Record) -> Result<(), SyntaxError> {
    let before = record.moves.len();
    for property in &node.properties {
        let colour = match property.id.as_str() {
            "B" => Colour::Black,
            "W" => Colour::White,
            _ => continue,
        };
        for raw in &property.values {
            let number = record.moves.len() + 1;
            spend(raw.len());
            let (play, usual) = kind.read_move(raw, number)?;
            if !usual {
                let note = Message::new("record-note-point").with("number", number);
                record.notes.push(note.with("found", raw.trim()).with("play", &play));
            }
            let forced = node.has("KO");
            record.moves.push(RecordedMove { forced, ..RecordedMove::new(Some(colour), play) });
        }
    }
    if record.moves.len() > before + 1 {
        record.notes.push(Message::new("record-note-node").with("number", before + 1));
    }
    Ok(())
}

/// What the nodes of a game may put stones on.
struct Board {
    kind: Kind,
    /// Whether the root speaks of handicap stones.
    handicap: bool,
    /// How many the nodes have put on it or taken off it.
    stones: usize,
}

impl Board {
    /// The stones a node puts on the board, as where the game begins or as a
    /// change after some moves.
    fn set_up(&mut self, node: &Node, record: &mut Record) -> Result<(), SyntaxError> {
        let changes = ["AB", "AW", "AE"].iter().any(|id| node.has(id));
        if !changes && !node.has("PL") {
            return Ok(());
        }
        let Some((columns, rows)) = self.kind.grid() else {
            return if changes {
                Err(refuse("AB or AW", "no set-up in this game"))
            } else {
                Ok(())
            };
        };
        let cells = self.cells(node)?;
        let mut edit = Edit { after: record.moves.len(), cells, turn: turn(node) };
        if !record.moves.is_empty() {
            match record.edits.last_mut().filter(|last| last.after == edit.after) {
                Some(last) => {
                    last.cells.append(&mut edit.cells);
                    last.turn = edit.turn.or(last.turn);
                }
                None => record.edits.push(edit),
            }
            return Ok(());
        }
        // On an empty board only that White begins is worth a set-up, and
        // after handicap stones not even that.
        let usual = edit.turn != Some(Colour::White) || self.handicap;
        if !changes && record.set_up.is_none() && usual {
            return Ok(());
        }
        let board = record.set_up.get_or_insert_with(|| {
            if self.kind == Kind::Othello && !node.has("AB") {
                return SetUp::othello();
            }
            SetUp { columns, cells: vec![None; columns * rows], turn: Colour::Black }
        });
        board.change(&edit);
        Ok(())
    }

    /// Column and row of what a node changes, and what stands there then.
    fn cells(&mut self, node: &Node) -> Result<Vec<(usize, usize, Option<Colour>)>, SyntaxError> {
        let (columns, rows) = self.kind.grid().unwrap_or_default();
        let on_board = |points: &Vec<(usize, usize)>| {
            points.iter().all(|&(column, row)| column < columns && row < rows)
        };
        let mut cells = Vec::new();
        for (id, what) in [("AE", None), ("AB", Some(Colour::Black)), ("AW", Some(Colour::White))] {
            for raw in node.values(id) {
                // An empty list is what some programs write for none, and `tt`
                // what others do.
                if raw.trim().is_empty() || (raw.trim() == "tt" && columns <= 19 && rows <= 19) {
                    continue;
                }
                let listed = sgf::points(raw)
                    .filter(on_board)
                    .or_else(|| sgf::points(&raw.to_ascii_lowercase()).filter(on_board))
                    .ok_or_else(|| refuse(&format!("{id}[{raw}]"), "points on the board"))?;
                self.stones += listed.len();
                spend(raw.len());
                if self.stones > MOST_STONES {
                    let most = Phrase::new("at most {most} stones").with("most", MOST_STONES);
                    return Err(refuse(&format!("{id}[{raw}]"), most));
                }
                cells.extend(listed.into_iter().map(|(column, row)| (column, row, what)));
            }
        }
        Ok(cells)
    }
}

/// Whose turn a node says it is. Some programs write the number of the player;
/// what is neither says nothing.
fn turn(node: &Node) -> Option<Colour> {
    match node.simple("PL")?.to_ascii_lowercase().as_str() {
        "b" | "black" | "1" => Some(Colour::Black),
        "w" | "white" | "2" => Some(Colour::White),
        _ => None,
    }
}

/// Who moves first after the set-up is who does move first, whatever `PL`
/// says; without moves, White after handicap stones.
fn fix_turn(record: &mut Record, root: &Node, named: bool) {
    let first = record.moves.first().and_then(|m| m.colour);
    let Some(set_up) = &mut record.set_up else { return };
    match first {
        Some(colour) if colour != set_up.turn => {
            if named {
                record.notes.push(Message::new("record-note-turn"));
            }
            set_up.turn = colour;
        }
        None if !named && handicap(root).is_some() => set_up.turn = Colour::White,
        _ => {}
    }
}

/// The number of handicap stones, from two.
fn handicap(root: &Node) -> Option<u32> {
    root.simple("HA")?.parse().ok().filter(|&stones| stones >= 2)
}

/// The rules text, and what it cannot say.
fn rules(record: &mut Record, root: &Node, kind: Kind) -> Result<(), SyntaxError> {
    match kind {
        Kind::Go { columns, rows } => go_rules(record, root, columns, rows)?,
        Kind::Othello => {
            if let Some(start) = record.set_up.take() {
                record.set_othello_start(start);
            }
            let white = record.moves.first().and_then(|m| m.colour) == Some(Colour::White);
            if white && record.set_up.is_none() {
                record.rules = "start=white".to_owned();
            }
        }
        Kind::Other => {
            record.rules = root.simple("XR").unwrap_or_default();
            if record.rules.is_empty()
                && let Some(size) = root.simple("SZ")
            {
                let (columns, rows) = size.split_once(':').unwrap_or((&size, &size));
                record.rules = format!("size={}x{}", rows.trim(), columns.trim());
            }
        }
    }
    Ok(())
}

/// Rules text from `SZ`, `KM`, `HA`, `RU` and our own `XR`, which has the ko
/// rule and how the board is counted.
fn go_rules(
    record: &mut Record,
    root: &Node,
    columns: usize,
    rows: usize,
) -> Result<(), SyntaxError> {
    let size = if columns == rows { rows.to_string() } else { format!("{rows}x{columns}") };
    let mut rules = format!("size={size}");
    let own = root.simple("XR");
    let named = root.simple("RU").unwrap_or_default();
    let (ko, count) = match &own {
        Some(own) => (rule(own, "ko"), rule(own, "count")),
        None => match named.to_ascii_lowercase().as_str() {
            "japanese" | "korean" | "jp" => (Some("simple"), Some("territory")),
            "chinese" | "cn" => (Some("positional"), Some("agreed")),
            "aga" | "nz" | "new zealand" => (Some("situational"), Some("agreed")),
            "goe" | "ing" => (Some("positional"), Some("agreed")),
            "tromp-taylor" => (Some("positional"), None),
            _ => (None, None),
        },
    };
    for (key, value) in [("ko", ko), ("count", count)] {
        if let Some(value) = value {
            rules.push_str(&format!(" {key}={value}"));
        }
    }
    if own.is_none() && !named.is_empty() {
        record.info.push(("RU".to_owned(), named.clone()));
    }
    if let Some(text) = root.simple("KM").filter(|komi| !komi.is_empty()) {
        let komi = komi(&text, named.to_ascii_lowercase().starts_with("chin"));
        rules.push_str(&format!(" komi={komi}"));
        if text.parse() != Ok(komi) {
            let number = text.parse::<f64>().is_ok();
            let id = if number { "record-note-komi" } else { "record-note-komi-words" };
            let note = Message::new(id).with("komi", &text).with("read", komi);
            record.notes.push(note);
            // A number is the file's own; words are nobody's.
            if number {
                record.info.push(("KM".to_owned(), text));
            }
        }
    }
    if let Some(stones) = handicap(root) {
        // Without stones `HA` says how many to place, unless Black begins and
        // so places them by moves.
        let places = record.moves.first().and_then(|m| m.colour) != Some(Colour::Black);
        if record.set_up.is_some() || places {
            rules.push_str(&format!(" handicap={stones}"));
        } else {
            record.info.push(("HA".to_owned(), stones.to_string()));
        }
    }
    record.rules = rules;
    Ok(())
}

/// A komi in half points; none for what is no number.
///
/// Other ways of writing are known: hundredths (375), under Chinese rules
/// stones, which are worth two points (3.75 is 7.5), halves as words, and
/// units behind the number.
fn komi(text: &str, chinese: bool) -> f64 {
    let text = text.trim().replace(',', ".");
    let digits = |c: char| c.is_ascii_digit() || matches!(c, '.' | '-' | '+');
    let (number, rest) = text.split_at(text.find(|c| !digits(c)).unwrap_or(text.len()));
    let Ok(written) = number.parse::<f64>() else { return 0.0 };
    let half = ["1/2", "½", "半"].iter().any(|half| rest.contains(half));
    let mut komi = written + if half { 0.5 } else { 0.0 };
    if komi.abs() >= 100.0 && komi % 25.0 == 0.0 {
        komi /= 100.0;
    }
    let quarters = (komi * 4.0).round();
    if chinese && quarters % 2.0 != 0.0 && quarters / 4.0 == komi {
        komi *= 2.0;
    }
    let halves = (komi * 2.0).round() / 2.0;
    if halves.abs() <= MOST_KOMI { halves } else { 0.0 }
}
