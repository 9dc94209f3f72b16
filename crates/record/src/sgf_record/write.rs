//! A [`Record`] as a game tree.

use sobremesa_kernel::SyntaxError;

use super::kind::{self, Kind};
use crate::rule_text::rule;
use crate::sgf::{self, Collection, Node, Tree};
use crate::{Colour, Edit, Record};

impl Record {
    /// The record as an SGF file with one game tree.
    pub fn to_sgf(&self) -> Result<String, SyntaxError> {
        Ok(sgf::write(&Collection { trees: vec![self.to_tree()?] }))
    }

    /// The record as a game tree without variations.
    pub fn to_tree(&self) -> Result<Tree, SyntaxError> {
        let kind = Kind::of_record(self)?;
        let mut tree = Tree::new();
        self.write_root(tree.node_mut(0), kind)?;
        let mut turn = self.set_up.as_ref().map_or(Colour::Black, |set_up| set_up.turn);
        if self.set_up.is_none() && rule(&self.rules, "start") == Some("white") {
            turn = Colour::White;
        }
        let mut edits = self.edits.iter().peekable();
        let mut at = 0;
        for (index, m) in self.moves.iter().enumerate() {
            while let Some(edit) = edits.next_if(|edit| edit.after <= index) {
                at = tree.add(at);
                write_edit(tree.node_mut(at), edit)?;
            }
            let colour = m.colour.unwrap_or(turn);
            at = tree.add(at);
            let id = if colour == Colour::Black { "B" } else { "W" };
            let node = tree.node_mut(at);
            node.push_raw(id, kind.write_move(&m.play)?);
            if m.forced {
                node.push_raw("KO", "");
            }
            if !m.comment.is_empty() {
                node.set_text("C", &m.comment);
            }
            turn = colour.other();
        }
        for edit in edits {
            at = tree.add(at);
            write_edit(tree.node_mut(at), edit)?;
        }
        Ok(tree)
    }

    fn write_root(&self, root: &mut Node, kind: Kind) -> Result<(), SyntaxError> {
        root.set_text("FF", "4");
        root.set_text("GM", kind.number(&self.game));
        root.set_text("CA", "UTF-8");
        root.set_text("AP", "Sobremesa");
        let square = |(rows, columns): (usize, usize)| {
            if columns == rows { columns.to_string() } else { format!("{columns}:{rows}") }
        };
        match kind {
            Kind::Go { columns, rows } => {
                root.push_raw("SZ", square((rows, columns)));
                let komi = rule(&self.rules, "komi").unwrap_or("0");
                root.set_text("KM", self.info("KM").unwrap_or(komi));
                let handicap = rule(&self.rules, "handicap").filter(|&stones| stones != "0");
                if let Some(handicap) = handicap.or_else(|| self.info("HA")) {
                    root.set_text("HA", handicap);
                }
                let named = match rule(&self.rules, "count") {
                    Some("agreed") => Some("Chinese"),
                    Some("territory") => Some("Japanese"),
                    _ => None,
                };
                if let Some(named) = self.info("RU").or(named) {
                    root.set_text("RU", named);
                }
                // There is no standard property for the ko rule. Where `RU` is
                // the file's own word, it says all there was to say.
                if self.info("RU").is_none() {
                    root.set_text("XR", &self.rules);
                }
            }
            Kind::Othello => {
                root.push_raw("SZ", "8");
                // Without moves nothing else would say it.
                if self.set_up.is_none() && rule(&self.rules, "start") == Some("white") {
                    root.push_raw("PL", "W");
                }
            }
            Kind::Other => {
                if let Some(size) = kind::size(&self.rules, "") {
                    root.push_raw("SZ", square(size));
                }
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
            ("XP", &self.diagram),
        ] {
            if !value.is_empty() {
                root.set_text(id, value);
            }
        }
        for (id, value) in &self.info {
            if super::INFO.contains(&id.as_str()) {
                root.set_text(id, value);
            }
        }
        if let Some(dead) = &self.dead {
            root.set_text("XD", &dead.join(" "));
        }
        if let Some(archived) = &self.archived {
            root.set_text("XW", &archived.to_string());
        }
        if let Some(set_up) = &self.set_up {
            let stands = set_up.cells.iter().enumerate().filter(|(_, cell)| cell.is_some());
            let cells = stands
                .map(|(at, &cell)| (at % set_up.columns, at / set_up.columns, cell))
                .collect();
            write_edit(root, &Edit { after: 0, cells, turn: Some(set_up.turn) })?;
        }
        Ok(())
    }
}

fn write_edit(node: &mut Node, edit: &Edit) -> Result<(), SyntaxError> {
    for &(column, row, cell) in &edit.cells {
        let point = sgf::write_point(column, row).ok_or_else(|| {
            SyntaxError::finding("record-unreadable", "a larger board", "at most 52 columns")
        })?;
        let id = match cell {
            Some(Colour::Black) => "AB",
            Some(Colour::White) => "AW",
            None => "AE",
        };
        node.push_raw(id, point);
    }
    if let Some(turn) = edit.turn {
        node.push_raw("PL", if turn == Colour::Black { "B" } else { "W" });
    }
    Ok(())
}
